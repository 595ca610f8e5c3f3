import FoyerCore
import FoyerPlatformCore
import Testing

struct LoopbackAccessTests {
    @Test(
        arguments: [
            (["127.0.0.1:8642"], [], LoopbackAccess.allowed), (["localhost:8642"], ["http://127.0.0.1:8642"], .allowed),
            ([" LOCALHOST:8642 "], [" HTTP://LocalHost:8642 "], .allowed),
            ([], [], .malformed), (["127.0.0.1:8642", "127.0.0.1:8642"], [], .malformed), (["a b"], [], .malformed),
            (["user@127.0.0.1:8642"], [], .malformed), (["127.0.0.1:8642/x"], [], .malformed), ([""], [], .malformed),
            (["127.0.0.1:99999"], [], .malformed), (["[::1"], [], .malformed), (["127.0.0.1:8642?"], [], .malformed),
            (["127.0.0.1:8642.evil"], [], .malformed), (["[::1]:8642"], [], .foreign),
            (["127.0.0.1:8642"], [""], .foreign), (["127.0.0.1:8642"], ["http://localhost"], .foreign),
            (["127.0.0.1:8642"], ["http://127.0.0.1:8642/"], .foreign),
            (["127.0.0.1:8642"], ["http://127.0.0.1:8642.evil"], .foreign),
            (["evil.example:8642"], [], .foreign), (["127.0.0.1"], [], .foreign), (["127.0.0.1:80"], [], .foreign),
            (["127.0.0.1.evil.example:8642"], [], .foreign), (["localhost.:8642"], [], .foreign),
            (["127.0.0.1:8642"], ["http://evil.example"], .foreign), (["127.0.0.1:8642"], ["null"], .foreign),
            (["127.0.0.1:8642"], ["https://127.0.0.1:8642"], .foreign),
            (["127.0.0.1:8642"], ["http://127.0.0.1:8642", "http://evil.example"], .foreign),
        ] as [([String], [String], LoopbackAccess)])
    func onlyThisMachineAsks(hosts: [String], origins: [String], access: LoopbackAccess) {
        #expect(LoopbackAccess(hosts: hosts, origins: origins, port: 8_642) == access)
    }

    /// A picture or a form of a foreign page has no Origin.
    @Test(
        arguments: [
            ([], LoopbackAccess.allowed), (["none"], .allowed), (["same-origin"], .allowed), (["same-site"], .allowed),
            (["cross-site"], .foreign), ([" Cross-Site "], .foreign), (["none", "cross-site"], .foreign),
        ] as [([String], LoopbackAccess)])
    func noPageOfAnotherSiteAsks(sites: [String], access: LoopbackAccess) {
        #expect(LoopbackAccess(hosts: ["127.0.0.1:8642"], origins: [], sites: sites, port: 8_642) == access)
    }

    @Test(
        arguments: [
            ("/", LoopbackAccess.allowed), ("/a?b=http://evil.example/", .allowed), ("*", .allowed),
            ("http://127.0.0.1:8642/a", .allowed), ("HTTP://LOCALHOST:8642", .allowed),
            ("http://evil.example/", .foreign), ("http://evil.example:8642/", .foreign),
            ("https://127.0.0.1:8642/", .foreign), ("http://127.0.0.1:8642@evil.example/", .foreign),
        ] as [(String, LoopbackAccess)])
    func `a target that names another host is foreign`(target: String, access: LoopbackAccess) {
        #expect(LoopbackAccess(hosts: ["127.0.0.1:8642"], origins: [], target: target, port: 8_642) == access)
    }

    @Test func theStandardPortNeedsNotBeNamed() {
        #expect(LoopbackAccess(hosts: ["localhost"], origins: ["http://localhost"], port: 80) == .allowed)
    }
}
