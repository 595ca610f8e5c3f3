import FoyerCore
import FoyerPlatformCore
import Testing

@Suite("Shortcuts: the local server's answers")
struct ShortcutServiceTests {
    private let path = "/" + String(repeating: "0f", count: 16)

    private func service(redirects: Bool = false) throws -> ShortcutService {
        let page = ShortcutPageTests.page(try ShortcutPageTests.shortcut())
        let secret = [UInt8](repeating: 0x0F, count: 16)
        return try #require(ShortcutService(redirects ? .dataURI(page) : .page(page), secret: secret))
    }

    private func field(_ name: String, of answer: ShortcutService.Answer) -> String? {
        let values = answer.fields.filter { $0.isNamed(name) }.map(\.value)
        return values.count == 1 ? values.first : nil
    }

    @Test("The page, to who has the path")
    func page() throws {
        let service = try service()
        #expect(service.path == path)
        let answer = service.answer(method: "GET", target: path)
        #expect(
            answer.status == 200 && answer.sendsBody && String(decoding: answer.body, as: UTF8.self).contains("<html"))
        #expect(field("Content-Type", of: answer) == "text/html; charset=utf-8")
        #expect(field("Content-Security-Policy", of: answer)?.contains("frame-ancestors 'none'") == true)
        let head = service.answer(method: "HEAD", target: path)
        #expect(head.status == 200 && !head.sendsBody && head.body == answer.body)
    }

    @Test("The redirect, where it was asked for")
    func redirect() throws {
        let answer = try service(redirects: true).answer(method: "GET", target: path)
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
        for redirects in [false, true] {
            let answer = try service(redirects: redirects).answer(method: method, target: path + suffix)
            #expect(answer.status == status && answer.body.isEmpty)
            #expect(field("Allow", of: answer) == (status == 405 ? "GET, HEAD" : nil))
            #expect(field("X-Content-Type-Options", of: answer) == "nosniff")
            #expect(field("Cache-Control", of: answer) == "no-store")
            #expect(field("Referrer-Policy", of: answer) == "no-referrer")
            #expect(field("Content-Security-Policy", of: answer) != nil && field("Location", of: answer) == nil)
        }
    }

    @Test("A path of less chance is not served")
    func bounds() throws {
        let page = ShortcutPageTests.page(try ShortcutPageTests.shortcut())
        #expect(ShortcutService(.page(page), secret: [UInt8](repeating: 1, count: 15)) == nil)
    }
}
