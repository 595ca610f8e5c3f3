import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite("Shortcuts: the page")
struct ShortcutPageTests {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    static func shortcut(title: String = "Tea House", link: String = "foyer://page/view1") throws -> Shortcut {
        let icon = try #require(ShortcutIcon(png))
        return try Shortcut(title: title, link: link, scheme: "foyer", icon: icon)
    }

    static func page(_ shortcut: Shortcut, _ language: Language = .english) -> ShortcutPage {
        ShortcutPage(shortcut, language: language, nonce: [UInt8](repeating: 0xAB, count: 16))
    }

    /// The names of all tags and their attributes, in order: the element tree as far as a value could change it.
    /// What stands in the script is text to a browser, and here too.
    static func skeleton(_ html: String) -> [String] {
        var tags: [String] = []
        var rest = Substring(html)
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...].dropFirst()
            var tag = ""
            var isQuoted = false
            while let character = rest.popFirst(), isQuoted || character != ">" {
                if character == "\"" { isQuoted.toggle() } else if !isQuoted { tag.append(character) }
            }
            tags.append(tag)
            for raw in ["script", "style"] where tag.hasPrefix(raw) {
                while !rest.isEmpty, !rest.hasPrefix("</" + raw) { rest.removeFirst() }
            }
        }
        return tags
    }

    @Test("The document declares the web clip and has both containers", arguments: Language.allCases)
    func document(language: Language) throws {
        let html = Self.page(try Self.shortcut(), language).html
        let link = "href=\"foyer://page/view1\""
        for part in [
            "<!DOCTYPE html>\n<html lang=\"\(language.rawValue)\">", "<meta charset=\"utf-8\">",
            "<meta name=\"apple-mobile-web-app-capable\" content=\"yes\">",
            "<meta name=\"apple-mobile-web-app-title\" content=\"Tea House\">",
            "<meta name=\"apple-mobile-web-app-status-bar-style\" content=\"black-translucent\">",
            "<link rel=\"apple-touch-icon\" href=\"data:image/png;base64,",
            "<link rel=\"apple-touch-startup-image\" href=\"data:image/png;base64,", "<title>Tea House</title>",
            "<main id=\"guide\">", "<main id=\"middle\">", "window.setTimeout(go, 25);", link,
            language[.aboutToEnter].string, language[.enterImmediately].string, language[.shortcutChoose].string,
        ] {
            #expect(html.contains(part), "\(part)")
        }
        #expect(html.components(of: link) == 1 && html.utf8.count < 8_000)
    }

    @Test("Nothing but the document's own script and style may run, said in the document and in the field")
    func policy() throws {
        let page = Self.page(try Self.shortcut())
        let nonce = String(repeating: "ab", count: 16)
        #expect(page.nonce == nonce)
        #expect(
            page.policyField == "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
                + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
        #expect(page.html.contains(MarkupText.escaped(page.policy)))
        #expect(page.html.components(of: "nonce=\"\(nonce)\"") == 2 && !page.html.contains(" style="))
    }

    @Test("A startup image of the host's own takes the icon's place there alone")
    func startupImage() throws {
        var page = Self.page(try Self.shortcut())
        let own = try #require(ShortcutIcon([0xFF, 0xD8, 0xFF, 9]))
        page.startupImage = own
        #expect(page.html.contains("<link rel=\"apple-touch-startup-image\" href=\"data:image/jpeg;base64,"))
        #expect(page.html.contains("<link rel=\"apple-touch-icon\" href=\"data:image/png;base64,"))
        #expect(page.html.components(of: own.dataURI) == 1)
    }

    @Test("What is there already is said, and opened, in place of the steps", arguments: Language.allCases)
    func alreadyThere(language: Language) throws {
        var page = Self.page(try Self.shortcut(), language)
        #expect(!page.html.contains(language[.shortcutThere].string))
        page.isAlreadyThere = true
        let html = page.html
        #expect(html.contains(language[.shortcutThere].string) && !html.contains("<ol>"))
        #expect(!html.contains(language[.shortcutShare].string))
        #expect(html.components(of: "href=\"foyer://page/view1\"") == 2, "the guide's button, and the middle page's")
    }

    @Test("As an address the document is whole")
    func dataURI() throws {
        let page = Self.page(try Self.shortcut(title: "茶"))
        let prefix = "data:text/html;base64,"
        #expect(page.dataURI.hasPrefix(prefix))
        #expect(Base64.decode(String(page.dataURI.dropFirst(prefix.count))) == page.bytes)
    }

    @Test("Whatever the title, the element tree and the script are those of a plain one", arguments: 0..<60)
    func storm(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let title = HostileText.text(using: &generator) + "x"
        let shortcut = try Self.shortcut(title: title, link: "foyer://page/a&b;c?d='&e=%22%3C/script%3E")
        let html = Self.page(shortcut).html
        let plain = Self.page(try Self.shortcut()).html
        #expect(Self.skeleton(html) == Self.skeleton(plain), "\(title)")
        #expect(html.contains("<title>\(MarkupText.escaped(shortcut.title.string))</title>"))
        #expect(html.contains("href=\"foyer://page/a&amp;b;c?d=%27&amp;e=%22%3C/script%3E\""))
    }

    @Test("Escaping leaves nothing that ends a text or an attribute")
    func escaping() {
        #expect(MarkupText.escaped("<a href='\"&'>é\u{202E}") == "&lt;a href=&#39;&quot;&amp;&#39;&gt;é\u{202E}")
    }

    @Test("What makes no shortcut is refused", arguments: ["", " \n", "\u{202E}", "\u{200B}"])
    func titles(title: String) {
        #expect(throws: ShortcutRefusal.emptyTitle) { try Self.shortcut(title: title) }
    }

    @Test("Only links of the host's own scheme")
    func links() {
        for link in [
            "javascript:alert(1)", "data:text/html,x", "https://example.com", "foyer:page", "foyer://page/%0A",
        ] {
            #expect(throws: ShortcutRefusal.self) { try Self.shortcut(link: link) }
        }
        #expect(throws: ShortcutRefusal.link(.scheme("https"))) { try Self.shortcut(link: "https://page/view1") }
    }

    @Test("Titles are safe, on one line, and cut")
    func safeTitles() throws {
        #expect(try Self.shortcut(title: "  a\n\u{1B}[0m\t b ").title == "a \u{FFFD}[0m b")
        #expect(try Self.shortcut(title: String(repeating: "茶", count: 99)).title.columns == 80)
    }

    @Test("Icons are told by their bytes, up to their bound")
    func icons() throws {
        #expect(ShortcutIcon(Self.png)?.dataURI == "data:image/png;base64,iVBORw0KGgoBAgM=")
        #expect(ShortcutIcon([0xFF, 0xD8, 0xFF, 0xE0])?.kind == .jpeg)
        #expect(ShortcutIcon(Array("RIFF....WEBPVP8 ".utf8))?.kind == .webp)
        #expect(ShortcutIcon(Array("GIF89a".utf8))?.kind == .gif)
        for bytes in ["", "<svg/>", "RIFF....WAVE", "\u{89}PNG"] { #expect(ShortcutIcon(Array(bytes.utf8)) == nil) }
        let rest = [UInt8](repeating: 0, count: ShortcutIcon.maxBytes - Self.png.count)
        #expect(ShortcutIcon(Self.png + rest) != nil && ShortcutIcon(Self.png + rest + [0]) == nil)
    }

    @Test(
        "Files are named by slug and hash",
        arguments: [
            ("Tea House", "tea-house"), ("茶", "shortcut"), ("../../etc/passwd", "etc-passwd"), ("-a-", "a"),
            ("É t é 9", "t-9"),
            (String(repeating: "ab ", count: 26), String(String(repeating: "ab-", count: 14).prefix(40))),
        ])
    func names(title: String, slug: String) throws {
        let shortcut = try Self.shortcut(title: title)
        let stem = shortcut.fileStem { bytes in
            #expect(bytes == Array((title + "\u{0}foyer://page/view1").utf8))
            return [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0xFF]
        }
        #expect(stem == "foyer-\(slug)-0123456789abcdef" && Shortcut.isFileStem(stem))
    }

    @Test(
        "A name that leads out of the folder is none",
        arguments: ["", ".", "..", "a/b", "../a", ".a", "a b", "é", "a\n"])
    func stems(text: String) {
        #expect(!Shortcut.isFileStem(text))
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
