import FoyerCore
import Testing

@Suite("Shortcuts: the local server's answers")
struct ShortcutServiceTests {
    private let path = "/" + String(repeating: "0f", count: 16)

    private func service(redirects: Bool = false, port: Int = 9_081) throws -> ShortcutService {
        let page = ShortcutPageTests.page(try ShortcutPageTests.shortcut())
        let secret = [UInt8](repeating: 0x0F, count: 16)
        return try #require(ShortcutService(redirects ? .dataURI(page) : .page(page), port: port, secret: secret))
    }

    private func field(_ name: String, of answer: ShortcutService.Answer) -> String? {
        let values = answer.fields.filter { $0.isNamed(name) }.map(\.value)
        return values.count == 1 ? values.first : nil
    }

    @Test("The page, to who has the path")
    func page() throws {
        let service = try service()
        #expect(service.address == "http://127.0.0.1:9081" + path)
        for host in ["127.0.0.1:9081", "localhost:9081", " LOCALHOST:9081 "] {
            let answer = service.answer(method: "GET", target: path, hosts: [host])
            #expect(
                answer.status == 200 && answer.sendsBody
                    && String(decoding: answer.body, as: UTF8.self).contains("<html"))
            #expect(field("Content-Type", of: answer) == "text/html; charset=utf-8")
            #expect(field("Content-Security-Policy", of: answer)?.contains("frame-ancestors 'none'") == true)
            #expect(field("Content-Length", of: answer) == String(answer.body.count))
        }
        let head = service.answer(method: "HEAD", target: path, hosts: ["localhost:9081"])
        #expect(head.status == 200 && !head.sendsBody && field("Content-Length", of: head) == String(head.body.count))
    }

    @Test("The redirect, where it was asked for")
    func redirect() throws {
        let answer = try service(redirects: true).answer(method: "GET", target: path, hosts: ["127.0.0.1:9081"])
        #expect(answer.status == 301 && answer.reason == "Moved Permanently" && answer.body.isEmpty)
        #expect(field("Location", of: answer)?.hasPrefix("data:text/html;base64,") == true)
    }

    @Test(
        "Everything else is refused, and every answer is closed off",
        arguments: [
            ("GET", "", ["evil.example:9081"], 403), ("GET", "", [], 400), ("GET", "", ["127.0.0.1"], 403),
            ("GET", "", ["127.0.0.1:9081", "127.0.0.1:9081"], 400), ("GET", "", [""], 400), ("GET", "", ["a b"], 400),
            ("GET", "", ["127.0.0.1:9081/"], 400), ("GET", "", ["me@127.0.0.1:9081"], 400),
            ("GET", "", ["127.0.0.1:99999"], 400), ("GET", "", ["[::1"], 400), ("GET", "", ["127.0.0.1:9081?"], 400),
            ("GET", "", ["127.0.0.1:80"], 403),
            ("GET", "", ["[::1]:9081"], 403), ("GET", "", ["127.0.0.1:9081.evil"], 400), ("POST", "x", ["a"], 403),
            ("GET", "x", ["localhost:9081"], 404), ("GET", "?", ["localhost:9081"], 404),
            ("POST", "x", ["localhost:9081"], 404),
            ("POST", "", ["localhost:9081"], 405), ("get", "", ["localhost:9081"], 501),
            ("STEAL", "", ["localhost:9081"], 501), ("STEAL", "x", ["localhost:9081"], 501),
            ("", "", ["localhost:9081"], 501),
            ("OPTIONS", "", ["localhost:9081"], 405),
        ])
    func refused(method: String, suffix: String, hosts: [String], status: Int) throws {
        for redirects in [false, true] {
            let service = try service(redirects: redirects)
            let answer = service.answer(method: method, target: path + suffix, hosts: hosts)
            #expect(answer.status == status && answer.body.isEmpty)
            #expect(field("Allow", of: answer) == (status == 405 ? "GET, HEAD" : nil))
            #expect(field("X-Content-Type-Options", of: answer) == "nosniff")
            #expect(field("Cache-Control", of: answer) == "no-store")
            #expect(field("Referrer-Policy", of: answer) == "no-referrer")
            #expect(field("Content-Security-Policy", of: answer) != nil && field("Location", of: answer) == nil)
        }
    }

    @Test("A page elsewhere is refused, a page of its own is not")
    func origins() throws {
        let service = try service()
        func status(_ origins: String...) -> Int {
            service.answer(method: "GET", target: path, hosts: ["localhost:9081"], origins: origins).status
        }
        #expect(status() == 200 && status("http://localhost:9081") == 200 && status("http://127.0.0.1:9081") == 200)
        for origin in [
            "https://evil.example", "null", "", "http://localhost", "https://localhost:9081", "http://localhost:9081/",
            "http://localhost:9081.evil",
        ] { #expect(status(origin) == 403, "\(origin)") }
        #expect(status("http://localhost:9081", "https://evil.example") == 403)
    }

    @Test("On port 80 a host needs no port; a path of less chance is not served")
    func bounds() throws {
        let answer = try service(port: 80).answer(method: "GET", target: path, hosts: ["localhost"])
        #expect(answer.status == 200)
        let page = ShortcutPageTests.page(try ShortcutPageTests.shortcut())
        #expect(ShortcutService(.page(page), port: 9_081, secret: [UInt8](repeating: 1, count: 15)) == nil)
        #expect(ShortcutService(.page(page), port: 0, secret: [UInt8](repeating: 1, count: 16)) == nil)
    }
}
