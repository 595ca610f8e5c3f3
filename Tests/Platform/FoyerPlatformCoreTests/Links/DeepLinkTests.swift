import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite("Links: the parser")
struct DeepLinkTests {
    @Test("The parts of a link, each decoded once")
    func parts() throws {
        let link = try DeepLink("FOYER://Page/a%20b/%25%32%35/c;v=1?x=1+2&y&z=a=b&%C3%A9=%E8%8C%B6#top")
        #expect(link.scheme == "foyer" && link.host == "page")
        #expect(link.segments == ["a b", "%25", "c;v=1"])
        #expect(
            link.query == [.init("x", "1+2"), .init("y", nil), .init("z", "a=b"), .init("é", "茶")])
        #expect(link.fragment == "top")
        #expect(link.text == "foyer://page/a%20b/%2525/c;v=1?x=1+2&y&z=a%3Db&%C3%A9=%E8%8C%B6#top")
        #expect(try DeepLink("foyer://page/").text == "foyer://page")
        #expect(try DeepLink("foyer://page/view1").address == "page/view1")
    }

    @Test(
        "What is refused, and why",
        arguments: [
            ("", .empty), ("foyer", .noScheme), ("://page", .noScheme), ("1f://page", .noScheme),
            (" foyer://p", .noScheme),
            ("foyer:page", .noHost), ("foyer:/page", .noHost), ("foyer://", .noHost), ("foyer:///view1", .noHost),
            ("foyer://user@page/view1", .userInfo), ("foyer://u:p@page", .userInfo), ("foyer://page:80/x", .port),
            ("foyer://pa%67e/x", .character(0x25)), ("foyer://pägé/x", .character(0xC3)),
            ("foyer://page/a b", .character(0x20)), ("foyer://page/a\nb", .character(0x0A)),
            ("foyer://page/\u{1B}[0m", .character(0x1B)), ("foyer://page/茶", .character(0xE8)),
            ("foyer://page/a\"b", .character(0x22)), ("foyer://page/a\\b", .character(0x5C)),
            ("foyer://page/a<b", .character(0x3C)), ("foyer://page?a#b#c", .character(0x23)),
            ("foyer://page/%", .escape), ("foyer://page/%4", .escape), ("foyer://page/%zz", .escape),
            ("foyer://page?a=%4", .escape), ("foyer://page/%FF", .notUTF8), ("foyer://page/%C0%AF", .notUTF8),
            ("foyer://page/%ED%A0%80", .notUTF8), ("foyer://page/%00", .unsafeText), ("foyer://page/%0A", .unsafeText),
            ("foyer://page?a=%1B", .unsafeText), ("foyer://page#%E2%80%AE", .unsafeText),
            ("foyer://page/%C2%9B", .unsafeText), ("foyer://page/..", .segment("..")),
            ("foyer://page/a/../b", .segment("..")), ("foyer://page/%2e%2E/b", .segment("..")),
            ("foyer://page/.", .segment(".")), ("foyer://page//x", .segment("")), ("foyer://page/x/", .segment("")),
            ("foyer://page/a%2Fb", .segment("a/b")), ("foyer://page/a%5Cb", .segment("a\\b")),
            ("foyer://../x", .host("..")), ("foyer://page?=1", .queryName), ("foyer://page?a&&b", .queryName),
        ] as [(String, DeepLinkRefusal)])
    func refusals(text: String, reason: DeepLinkRefusal) {
        #expect(throws: reason) { try DeepLink(text) }
        #expect(!reason.description.isEmpty)
        for language in Language.allCases {
            let shown = SafeText(text).prefix(columns: 9).string
            #expect(shown.isEmpty || language.linkNotUnderstood(text, reason).string.contains(shown))
        }
    }

    @Test("Every part has its bound")
    func bounds() throws {
        func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        let fitting = [
            "foyer://page/" + repeated("a", 255), "foyer://" + repeated("h", 64), "foyer://page" + repeated("/a", 16),
            "foyer://page?" + repeated("a&", 31) + "a", "foyer://page?" + repeated("n", 64),
            "foyer://page?a=" + repeated("v", 2_048 - 15),
        ]
        for text in fitting { #expect(try DeepLink(text).text == text) }
        let long = [
            "foyer://page/" + repeated("a", 256), "foyer://page" + repeated("/a", 17),
            "foyer://page?" + repeated("a&", 32) + "a", "foyer://page?" + repeated("n", 65),
            "foyer://page?a=" + repeated("v", 2_049 - 15), "foyer://page?a=" + repeated("'", 1_000),
        ]
        for text in long { #expect(throws: DeepLinkRefusal.tooLong) { try DeepLink(text) } }
        let host = repeated("h", 65)
        #expect(throws: DeepLinkRefusal.host(host)) { try DeepLink("foyer://" + host) }
        #expect(throws: DeepLinkRefusal.character(0xFF)) { try DeepLink(bytes: Array("foyer://page/".utf8) + [0xFF]) }
    }

    @Test("Parts that would read back as others cannot be put together")
    func built() throws {
        #expect(
            try DeepLink(scheme: "Foyer", host: "Page", segments: ["a/"].map { _ in "x y" }).text
                == "foyer://page/x%20y")
        for host in ["a/b", "a?b", "a#b", "a@b", "", "a b", "é"] {
            #expect(throws: DeepLinkRefusal.self) { try DeepLink(scheme: "foyer", host: host) }
        }
        for segment in ["", ".", "..", "a/b", "a\\b", "\u{0}", "\u{202E}"] {
            #expect(throws: DeepLinkRefusal.self) { try DeepLink(scheme: "foyer", host: "p", segments: [segment]) }
        }
        #expect(throws: DeepLinkRefusal.self) { try DeepLink(scheme: "foyer://a", host: "p") }
    }

    @Test("What is accepted reads back as the same, whatever was thrown at it", arguments: 0..<200)
    func storm(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let pieces = [
            "foyer", "://", ":", "/", "//", "page", "%", "%41", "%2F", "%25", "%00", "%E8%8C%B6", "..", ".", "?", "#",
            "&",
            "=", ";", "@", "é", " ", "\\", "\"", "'", "+", "a", "Z", "%e2%80%8e", "\u{7F}", "😀", "~", "[",
        ]
        var accepted = 0
        for _ in 0..<300 {
            var text = Bool.random(using: &generator) ? "foyer://page" : ""
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                text += pieces.randomElement(using: &generator) ?? ""
            }
            guard let link = try? DeepLink(text) else { continue }
            accepted += 1
            let again = try? DeepLink(link.text)
            #expect(again == link && again?.text.utf8.elementsEqual(link.text.utf8) == true, "\(text)")
            #expect(link.text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"'<>\\`".utf8.contains($0) })
        }
        #expect(accepted > 0)
    }

    @Test("Any safe parts survive being put together and read", arguments: 0..<100)
    func builtStorm(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let texts = [
            "a", "%", "%41", "?", "#", "&", "=", "+", "'", "\"", "</script>", "茶", "שלום", "👩‍🚀", " x ", "…", ";",
        ]
        func text() -> String {
            (0...Int.random(in: 0...3, using: &generator)).map { _ in texts.randomElement(using: &generator) ?? "" }
                .joined()
        }
        let segments = (0..<3).map { _ in text().replacing("/") }
        let query = (0..<3).map { _ in DeepLink.Item(text(), Bool.random(using: &generator) ? text() : nil) }
        let link = try DeepLink(scheme: "foyer", host: "page", segments: segments, query: query, fragment: text())
        #expect(link.segments == segments && link.query == query)
        #expect(try DeepLink(link.text) == link)
    }
}

extension String {
    fileprivate func replacing(_ unwanted: Character) -> String { filter { $0 != unwanted } }
}
