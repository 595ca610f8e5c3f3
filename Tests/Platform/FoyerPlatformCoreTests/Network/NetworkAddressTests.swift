import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite struct NetworkAddressTests {
    @Test(arguments: [
        ("http://example.com", "http://example.com/"),
        ("HTTP://Example.COM:80/a", "http://example.com/a"),
        ("https://example.com:443/?", "https://example.com/?"),
        ("https://example.com:8443/a?b=c/d?e", "https://example.com:8443/a?b=c/d?e"),
        ("http://127.0.0.1:8080/x#part", "http://127.0.0.1:8080/x"),
        ("http://[::1]:9/x", "http://[::1]:9/x"),
        ("http://[2001:DB8::192.0.2.1]/", "http://[2001:db8::192.0.2.1]/"),
        ("http://a_b.example./%e4%BD%A0", "http://a_b.example./%e4%BD%A0"),
        ("http://h/a/./b/../c//d/..", "http://h/a/c//"),
        ("http://h/../../a", "http://h/a"),
        ("http://XN--Bcher-KVA.example/", "http://xn--bcher-kva.example/"),
        ("http://xn--fiqs8s/", "http://xn--fiqs8s/"), ("http://xn--strae-oqa/", "http://xn--strae-oqa/"),
        ("http://xn--i-7iq.ws/", "http://xn--i-7iq.ws/"),
        ("http://xn--d1acufc.xn--p1ai/", "http://xn--d1acufc.xn--p1ai/"),
    ])
    func acceptsAndNormalises(raw: String, normal: String) throws {
        let address = try WebAddress(raw)
        #expect(address.text == normal)
        #expect(try WebAddress(address.text) == address)
    }

    @Test(arguments: [
        "", "h", "/a", "//h/a", "?q", "http:", "http:/h", "http:h", "http://", "http:///a", "https://:80/",
        "ftp://h/", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", " http://h/", "http://h/ ",
        "http://h/a b", "http://h/\n", "http://h/\u{0}", "http://h\t/", "http://h/\u{7F}", "http://h/é", "http://é/",
        "http://u@h/", "http://u:p@h/", "http://@h/", "http://h@/", "http://h:0/", "http://h:65536/", "http://h:/",
        "http://h:-1/", "http://h:8a/", "http://h:000080/", "http://h/%", "http://h/%2", "http://h/%zz",
        "http://h/%+1", "http://h\\a", "http://h/a\\b", "http://h/<", "http://h/a#b#c", "http://h/[", "http://h/?a=[]",
        "http://127.1/", "http://0x7f.0.0.1/", "http://2130706433/", "http://1.2.3.256/", "http://1.2.3.04/",
        "http://a..b/", "http://.a/", "http://%31/", "http://a%2eb/", "http://[::1/", "http://::1/", "http://[1]/",
        "http://[1:2:3:4:5:6:7:8:9]/", "http://[::1::]/", "http://[fe80::1%25eth0]/", "http://[:::]/", "http://[]/",
        "https://xn--/", "http://10.0.0.xn--pokxncvks", "http://xn--a/", "http://xn--a-/",
        "http://xn--bcher-kva8/x xn--",
        "http://xn--abc-/", "http://xn--99999999999/", "http://xn--1ug/", "http://xn--fsq.xn--0/",
        "http://xn--Bcher-KVA-/",
        "http://[::1]x/", "http://h,i/", "http://a b/", "1http://h/", "ht!tp://h/", "http://h/\u{202E}",
    ])
    func refuses(raw: String) {
        #expect(throws: WebAddressError.self) { try WebAddress(raw) }
    }

    @Test func saysWhatIsWrong() {
        #expect(throws: WebAddressError.userInfo) { try WebAddress("https://user@example.com/") }
        #expect(throws: WebAddressError.scheme("file")) { try WebAddress("file:///etc/passwd") }
        #expect(throws: WebAddressError.notAbsolute) { try WebAddress("/icons/tea.png") }
        #expect(throws: WebAddressError.character(0x0A)) { try WebAddress("http://h/a\nb") }
        #expect(throws: WebAddressError.escape) { try WebAddress("http://h/%4") }
    }

    @Test func boundsTheLength() throws {
        let head = "http://h/"
        let longest = head + String(repeating: "a", count: TransferBounds.address - head.utf8.count)
        #expect(try WebAddress(longest).text == longest)
        #expect(throws: WebAddressError.tooLong) { try WebAddress(longest + "a") }
        let base = try WebAddress(longest)
        #expect(throws: WebAddressError.tooLong) { try WebAddress("http://host/").resolve("//xy" + base.path) }
        #expect(throws: WebAddressError.tooLong) { try base.resolve("?q") }
    }

    /// The examples of RFC 3986, section 5.4, that stay with http; fragments are never kept.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("https://b/x", "https://b/x"),
    ])
    func resolves(reference: String, meaning: String) throws {
        let base = try WebAddress("http://a/b/c/d;p?q")
        #expect(try base.resolve(reference).text == meaning)
    }

    @Test(arguments: ["http://h/ok", "http://h/ok/", "http://h/ok?x"])
    func `a relative address is below its base`(base: String) throws {
        let base = try WebAddress(base)
        #expect(try base.resolveBelow("pictures/tea.png").text == "http://h/ok/pictures/tea.png")
        #expect(try base.resolveBelow("/tea.png").text == "http://h/tea.png")
        #expect(try base.resolveBelow("https://other.example/tea.png").text == "https://other.example/tea.png")
        #expect(throws: WebAddressError.self) { try base.resolveBelow("a b") }
    }

    @Test(arguments: ["g:h", "http:g", "//u@h/", "\\\\h\\x", "//", "a:b", "1:2", "x y", "//h:99999/"])
    func refusesToResolve(reference: String) throws {
        let base = try WebAddress("http://a/b")
        #expect(throws: WebAddressError.self) { try base.resolve(reference) }
    }

    @Test func appendsSegmentsAsTheyAre() throws {
        let base = try WebAddress("http://h/api/?x")
        #expect(try base.appending("v1", "apps", "a.b-c_d").text == "http://h/api/v1/apps/a.b-c_d")
        #expect(try base.appending("a/b?c#d%é\n").text == "http://h/api/a%2Fb%3Fc%23d%25%C3%A9%0A")
        for segment in ["", ".", ".."] {
            #expect(throws: WebAddressError.path) { try base.appending(segment) }
        }
    }

    @Test func knowsThisMachine() throws {
        for host in ["localhost", "LOCALHOST", "a.localhost", "127.0.0.1", "127.9.9.9", "[::1]"] {
            #expect(try WebAddress("http://\(host)/").isLoopback)
        }
        for host in ["127.example.com", "localhost.example.com", "128.0.0.1", "[::2]"] {
            #expect(try !WebAddress("http://\(host)/").isLoopback)
        }
    }

    /// Every accepted address is pure ASCII, round-trips, and equals its parts joined together.
    @Test func survivesAStorm() {
        var random = SplitMix64(seed: 0xA11CE)
        let alphabet = Array("aZ0:/?#[]@!$&'()*+,;=-._~% \\\n\u{0}é1".unicodeScalars)
        var accepted = 0
        for _ in 0..<20_000 {
            var text = Bool.random(using: &random) ? "http://h" : ""
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
            }
            guard let address = try? WebAddress(text) else { continue }
            accepted += 1
            #expect(address.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(!address.text.contains("@") || address.path.contains("@") || address.query?.contains("@") == true)
            #expect((try? WebAddress(address.text)) == address)
            #expect((try? address.resolve(address.text)) == address)
        }
        #expect(accepted > 100)
    }
}
