import FoyerCore
import FoyerPlatformCore
import Testing

@Suite("Links: the router")
struct RouterTests {
    static func router() throws -> HostRouter {
        try HostRouter(
            scheme: "Foyer",
            patterns: [
                "page/{name}", "page/view1", "item/{id}/edit", "item/{id}/{tab}", "files/{path...}",
                MiniProgramLink.pattern,
            ])
    }

    @Test("A path leads to its route, and the more exact pattern wins")
    func matches() throws {
        let router = try Self.router()
        let view = try router.route("foyer://page/view1")
        #expect(view.name == "page/view1" && view.text == "/page/view1" && view.parameters.isEmpty)
        #expect(view.link == "foyer://page/view1")
        let other = try router.route("FOYER://PAGE/View1?name=x&q=%C3%A9#a")
        #expect(other.name == "page/{name}" && other["name"] == "View1" && other["q"] == "é" && other["z"] == nil)
        #expect(other.text == "/page/View1?name=x&q=%C3%A9#a" && other.fragment == "a")
        #expect(try router.route("foyer://item/7/edit").name == "item/{id}/edit")
        #expect(try router.route("foyer://item/7/x").parameters == [.init("id", "7"), .init("tab", "x")])
        #expect(try router.route("foyer://files/a/b%20c")["path"] == "a/b c")
        #expect(try router.route("foyer://files")["path"] == "")
    }

    @Test(
        "A refusal names what was not understood",
        arguments: [
            ("http://page/view1", .scheme("http")), ("foyer://pages/view1", .host("pages")),
            ("foyer://page", .path("/page")), ("foyer://page/a/b", .path("/page/a/b")),
            ("foyer://item/7", .path("/item/7")), ("foyer://page/..", .segment("..")), ("javascript:alert(1)", .noHost),
        ] as [(String, DeepLinkRefusal)])
    func refusals(text: String, reason: DeepLinkRefusal) throws {
        let router = try Self.router()
        #expect(throws: reason) { try router.route(text) }
    }

    @Test(
        "Patterns that could never work are refused",
        arguments: [
            "", "/a", "a/", "a//b", "{a}/b", "A/b", "a/{}", "a/{x}/{x}", "a/{x...}/b", "a/{b", "a/b}", "a/{x-y}", "a b",
        ])
    func patterns(text: String) {
        #expect(throws: HostRouterError.pattern(text)) { try HostRouter(scheme: "foyer", patterns: [text]) }
    }

    @Test("Two patterns that nothing tells apart are refused, and so is a scheme that is none")
    func routers() {
        #expect(throws: HostRouterError.patternTwice("a/{y}")) {
            try HostRouter(scheme: "f", patterns: ["a/{x}", "a/{y}"])
        }
        for scheme in ["", "1a", "a b", "a:", "é"] {
            #expect(throws: HostRouterError.scheme(scheme)) { try HostRouter(scheme: scheme, patterns: []) }
        }
    }

    @Test("Links into a mini program tell app, version and page")
    func miniPrograms() throws {
        let router = try Self.router()
        func read(_ text: String) throws -> MiniProgramLink? { try MiniProgramLink(router.route(text)) }
        let app = try #require(AppID("com.example.tea"))
        #expect(try read("foyer://miniapp/com.example.tea") == MiniProgramLink(appID: app))
        let full = try #require(try read("foyer://miniapp/com.example.tea;version=1.2.0-rc.1/pages/order?table=4"))
        #expect(full.appID == app && full.version == "1.2.0-rc.1" && full.page == PagePath("pages/order"))
        #expect(full.query == [.init("table", "4")])
        #expect(
            try full.link(scheme: "foyer").text
                == "foyer://miniapp/com.example.tea;version=1.2.0-rc.1/pages/order?table=4")
        #expect(try read("foyer://page/view1") == nil)
    }

    @Test(
        "A link into a mini program that is not one says which part",
        arguments: [
            ("foyer://miniapp/.hidden", .appID(".hidden")),
            ("foyer://miniapp/a%20b/p", .appID("a b")), ("foyer://miniapp/a;version=", .version("")),
            ("foyer://miniapp/a;ver=1", .version(";ver=1")), ("foyer://miniapp/a;version=1%202", .version("1 2")),
            ("foyer://miniapp/a;version=1;version=2", .version("1;version=2")),
        ] as [(String, DeepLinkRefusal)])
    func miniProgramRefusals(text: String, reason: DeepLinkRefusal) throws {
        let router = try Self.router()
        #expect(throws: reason) { try router.route(text) }
    }

    @Test("Another name of a host leads to the same route")
    func aliases() throws {
        let router = try HostRouter(
            scheme: "foyer", patterns: [MiniProgramLink.pattern], aliases: ["app": MiniProgramLink.host])
        let short = try router.route("foyer://APP/com.example.tea/pages/menu?a=b#c")
        #expect(try short == router.route("foyer://miniapp/com.example.tea/pages/menu?a=b#c"))
        #expect(short.text == "/miniapp/com.example.tea/pages/menu?a=b#c")
        #expect(throws: DeepLinkRefusal.appID(".x")) { try router.route("foyer://app/.x") }
        #expect(throws: HostRouterError.pattern("gone")) {
            try HostRouter(scheme: "foyer", patterns: ["a"], aliases: ["b": "gone"])
        }
        #expect(throws: HostRouterError.patternTwice("a")) {
            try HostRouter(scheme: "foyer", patterns: ["a", "b"], aliases: ["a": "b"])
        }
    }
}
