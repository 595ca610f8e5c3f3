import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite struct ManifestTests {
    private func validate(_ text: String) throws(LaunchFailure) -> Manifest {
        guard let app = AppID("tea") else { throw LaunchFailure(.unknown, cause: "") }
        return try Manifest.validate(Array(text.utf8), of: app)
    }

    @Test func aManifestIsRead() throws {
        let manifest = try validate(
            """
            {"app_id":"tea","name":"Tea","icons":[{"src":"/common/icon.png","label":"x"}],"dir":"ltr",
             "pages":["pages/index","pages/menu"],"platform_version":{"min_code":1},"version":{"code":3,"name":"1.0"}}
            """)
        #expect(manifest.name == "Tea")
        #expect(manifest.startPage.text == "pages/index")
        #expect(manifest.startPage.file.text == "pages/index.md")
        #expect(manifest.icons.map(\.text) == ["common/icon.png"])
        #expect(manifest.minimumPlatform == 1)
        #expect(manifest.version.code == 3 && manifest.version.name == "1.0")
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"app_id":"other","name":"T","pages":["a"],"version":{"code":1,"name":"1"}}"#,
        #"{"app_id":"tea","name":"T","pages":[],"version":{"code":1,"name":"1"}}"#,
        #"{"app_id":"tea","name":"T","pages":["../a"],"version":{"code":1,"name":"1"}}"#,
        #"{"app_id":"tea","name":"T","pages":["/a"],"version":{"code":1,"name":"1"}}"#,
        #"{"app_id":"tea","name":"T","pages":["a/"],"version":{"code":1,"name":"1"}}"#,
        #"{"app_id":"tea","name":"T","pages":["a","a"],"version":{"code":1,"name":"1"}}"#,
        #"{"app_id":"tea","name":"T","pages":[1],"version":{"code":1,"name":"1"}}"#,
        #"{"app_id":"tea","name":"","pages":["a"],"version":{"code":1,"name":"1"}}"#,
        #"{"app_id":"tea","name":"T","pages":["a"]}"#,
        #"{"app_id":"tea","name":"T","pages":["a"],"icons":[{"src":"../x"}],"version":{"code":1,"name":"1"}}"#,
        #"{"app_id":"tea","app_id":"tea","name":"T","pages":["a"],"version":{"code":1,"name":"1"}}"#,
    ])
    func aWrongOneIsADamagedPackage(text: String) {
        #expect((#expect(throws: LaunchFailure.self) { try validate(text) })?.code == .unzipFailed)
    }

    @Test(
        arguments: [
            ("menu", "pages/menu"), ("./menu", "pages/menu"), ("menu.md", "pages/menu"), ("../top", "top"),
            ("/pages/x", "pages/x"),
            ("sub/a", "pages/sub/a"), ("sub/../b", "pages/b"), ("#part", "pages/index"), ("menu#part", "pages/menu"),
            ("menu?x=1", "pages/menu"), ("a%20b", "pages/a b"), ("%E8%8C%B6", "pages/茶"), ("茶", "pages/茶"),
            ("a:b/..", nil), ("/", nil),
        ] as [(String, String?)])
    func linksBetweenPagesResolve(destination: String, target: String?) throws {
        let page = try #require(PagePath("pages/index"))
        guard let target else {
            guard case .refused = PageLink(destination, on: page) else {
                Issue.record("\(destination) was followed")
                return
            }
            return
        }
        #expect(PageLink(destination, on: page) == .page(try #require(PagePath(target))))
    }

    @Test(
        arguments: [
            ("", .empty), ("../../x", .outside), ("/..", .outside), ("a//b", .outside), ("%2e%2e/%2e%2e/x", .outside),
            ("a%2fb", .badCharacter), ("a%", .badCharacter), ("a%zz", .badCharacter), ("a%FF", .badCharacter),
            ("a\\b", .badCharacter),
            ("a%00", .outside), ("a%5Cb", .outside), ("a\u{202E}b", .badCharacter), ("http://x\n", .badCharacter),
            ("http://a b/", .badCharacter), ("javascript:alert(1)", .scheme), ("file:///etc/passwd", .scheme),
            ("//evil/x", .scheme),
            ("DATA:x", .scheme), ("mailto:a@b", .scheme), ("http:x", .noHost), ("http://", .noHost),
            ("http:///x", .noHost),
            ("http://:80/", .noHost), ("https://user@host/", .userInfo), ("https://bank.com@evil/", .userInfo),
            (":x", .scheme),
            (String(repeating: "a", count: 2_049), .tooLong), (String(repeating: "a", count: 300), .outside),
        ] as [(String, PageLink.Refusal)])
    func otherLinksAreRefused(destination: String, refusal: PageLink.Refusal) throws {
        let page = try #require(PagePath("pages/index"))
        #expect(PageLink(destination, on: page) == .refused(refusal))
    }

    @Test(arguments: [
        "http://example.com", "https://example.com:8080/a?b=c@d#e", "HTTPS://EXAMPLE.com/", "https://[::1]/x",
    ])
    func webAddressesStayAsWritten(address: String) throws {
        let page = try #require(PagePath("pages/index"))
        #expect(PageLink(address, on: page) == .external(address))
    }

    @Test(
        arguments: [
            ("tea.png", "pages/tea.png"), ("../common/tea.png", "common/tea.png"), ("/tea.png", "tea.png"),
            ("a%20b.png?x", "pages/a b.png"), ("../../x", nil), ("", nil), ("https://x/tea.png", nil), ("//x/y", nil),
            ("x\\y", nil), (".", "pages"), ("..", nil), ("a/", nil), ("/.foyer-record", nil), ("c:x", nil),
        ] as [(String, String?)])
    func picturesResolveAsLinksDo(source: String, file: String?) throws {
        #expect(PackagePath(source, on: try #require(PagePath("pages/index")))?.text == file)
    }

    @Test func noLinkLeadsOut() throws {
        let page = try #require(PagePath("pages/sub/index"))
        let pieces = [
            "..", ".", "/", "a", "%2e", "%2f", "%5c", "\\", ":", "#", "?", "//", "%", "md", ".md", "\u{202E}", "http:",
        ]
        var random = SplitMix64(seed: 9)
        for _ in 0..<5_000 {
            let count = Int.random(in: 1...8, using: &random)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            if case .page(let target) = PageLink(text, on: page) {
                #expect(PackagePath(target.file.text) != nil)
                #expect(!target.file.names.contains(".."))
            }
        }
    }
}
