import FoyerCore
import FoyerPlatformCore
import Testing

@testable import FoyerPlatform
@testable import FoyerServe

@Suite("Shortcuts: the local server's answers")
struct ShortcutPagesTests {
    private func pages(asDataURI: Bool = false) throws -> ShortcutPages {
        let icon = try #require(ShortcutPicture.standard)
        let shortcut = try Shortcut(title: "Tea", link: "foyer://page/view1", scheme: "foyer", icon: icon)
        return ShortcutPages(ShortcutPage(shortcut, language: .english), asDataURI: asDataURI, .init())
    }

    private func answer(_ pages: ShortcutPages, _ method: String, _ suffix: String = "") -> LoopbackAnswer {
        pages.answer(LoopbackRequest(method: method, target: pages.path + suffix))
    }

    private func field(_ name: String, of answer: LoopbackAnswer) -> String? {
        let values = answer.headers.filter { $0.isNamed(name) }.map(\.value)
        return values.count == 1 ? values.first : nil
    }

    @Test func `the page is for those who have its path`() throws {
        let pages = try pages()
        #expect(pages.path.utf8.count == 33)
        let answer = answer(pages, "GET")
        #expect(
            answer.status == 200 && answer.sendsBody && String(decoding: answer.body, as: UTF8.self).contains("<html"))
        #expect(field("Content-Type", of: answer) == "text/html; charset=utf-8")
        #expect(field("Content-Security-Policy", of: answer)?.contains("frame-ancestors 'none'") == true)
        let head = self.answer(pages, "HEAD")
        #expect(head.status == 200 && !head.sendsBody && head.body == answer.body)
    }

    @Test func `a redirect leads to the document as an address`() throws {
        let answer = try answer(pages(asDataURI: true), "GET")
        #expect(answer.status == 301 && answer.body.isEmpty)
        #expect(field("Location", of: answer)?.hasPrefix("data:text/html;base64,") == true)
    }

    @Test(
        "Everything else is refused, and every answer is closed off",
        arguments: [
            ("GET", "x", 404), ("GET", "?", 404), ("POST", "x", 404), ("POST", "", 405), ("OPTIONS", "", 405),
            ("get", "", 501), ("STEAL", "", 501), ("STEAL", "x", 501), ("", "", 501),
        ])
    func refused(method: String, suffix: String, status: Int) throws {
        for asDataURI in [false, true] {
            let answer = try answer(pages(asDataURI: asDataURI), method, suffix)
            #expect(answer.status == status && answer.body.isEmpty && answer.ending == .close)
            #expect(field("Allow", of: answer) == (status == 405 ? "GET, HEAD" : nil))
            #expect(field("X-Content-Type-Options", of: answer) == "nosniff")
            #expect(field("Cache-Control", of: answer) == "no-store")
            #expect(field("Referrer-Policy", of: answer) == "no-referrer")
            #expect(field("Content-Security-Policy", of: answer) != nil && field("Location", of: answer) == nil)
        }
    }
}
