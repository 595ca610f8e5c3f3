import FoyerCore
import Synchronization
import TestSupport
import Testing

@testable import FoyerClient

@Suite struct InstanceLinkDeliveryTests {
    private let folder = TemporaryFolder()
    private let router: Router

    init() throws {
        router = try Router(scheme: "foyer", patterns: ["page/{name}"])
    }

    private func open(_ link: String, needsWindow: Bool = false) throws -> LinkDelivery {
        let places = Places { $0 == "XDG_RUNTIME_DIR" ? folder.path : nil }
        return try LinkDelivery.open(
            link, router: router, program: ["/opt/foyer"], language: .english, places: places,
            needsWindow: needsWindow)
    }

    private func result(_ link: String) throws -> OpenResult? {
        guard case .done(let result) = try open(link) else { return nil }
        return result
    }

    @Test func theFirstStartsAndLaterOnesAreDelivered() throws {
        guard case .starts(let server, let route) = try open("foyer://page/view1") else {
            Issue.record("somebody else is there")
            return
        }
        #expect(route.text == "/page/view1")
        let routes = Mutex<[String]>([])
        let router = router
        try server.serve { request in
            request.answer(router: router, language: .english) { route, _ in
                routes.withLock { routes in
                    routes.append(route.text)
                    return routes.count < 2
                }
            }
        }
        #expect(try result("foyer://page/view2") == .delivered(route: "/page/view2"))
        #expect(try result("foyer://page/view3") == .refused(reason: "Too many links are waiting already."))
        let refusal = Language.english.linkNotUnderstood("foyer://x/y", .host("x")).string
        #expect(try result("foyer://x/y") == .refused(reason: refusal))
        #expect(routes.withLock { $0 } == ["/page/view2", "/page/view3"])
        server.close()
    }

    @Test func aRefusedLinkStartsNothing() throws {
        #expect(try result("foyer://x/y")?.exitStatus == 4)
        #expect(try result("foyer://page/" + String(repeating: "a", count: 5_000))?.exitStatus == 4)
        // The place is free afterwards.
        guard case .starts = try open("foyer://page/view1") else {
            Issue.record("the place is still taken")
            return
        }
    }

    @Test func thereIsAlwaysASender() {
        #expect((1...InstanceRequest.maxSenderLength).contains(LinkDelivery.sender.utf8.count))
    }
}
