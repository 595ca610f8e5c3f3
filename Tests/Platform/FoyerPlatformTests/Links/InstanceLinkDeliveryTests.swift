import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct InstanceLinkDeliveryTests {
    private let folder = TemporaryFolder()
    private let router: HostRouter

    init() throws {
        router = try HostRouter(scheme: "foyer", patterns: ["page/{name}"])
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
        let empty = Language.english.linkNotUnderstood("", .empty).string
        #expect(try result("") == .refused(reason: empty))
        // The place is free afterwards.
        guard case .starts = try open("foyer://page/view1") else {
            Issue.record("the place is still taken")
            return
        }
    }

    @Test func eightAtOnceWithoutATerminalOpenOneWindow() throws {
        for round in 0..<10 {
            let places = Places { [folder] in $0 == "XDG_RUNTIME_DIR" ? folder.path + "/\(round)" : nil }
            let windows = Mutex<[[String]]>([])
            let results = Mutex<[OpenResult]>([])
            let shown = Mutex<[String]>([])
            let instance = Mutex<InstanceServer?>(nil)
            let next = Atomic(0)
            let router = router
            // What runs in the window, which takes its time to come up.
            let window: @Sendable (InstanceStart) -> Void = { start in
                guard case .primary(let server) = try? Instance.claim(places, start) else { return }
                try? server.serve { request in
                    request.answer(router: router, language: .english) { route, _ in
                        shown.withLock { $0.append(route.text) }
                        return true
                    }
                }
                instance.withLock { $0 = server }
            }
            BlockingThread.parallel(8) {
                let number = next.add(1, ordering: .relaxed).newValue
                let delivery = try? LinkDelivery.open(
                    "foyer://page/view\(number)", router: router, program: ["foyer"], language: .english,
                    places: places, needsWindow: true,
                    openWindow: { command, start in
                        windows.withLock { $0.append(command) }
                        _ = BlockingThread.start { window(start) }
                    })
                if case .done(let result) = delivery { results.withLock { $0.append(result) } }
            }
            #expect(windows.withLock(\.count) == 1, "\(windows.withLock { $0 })")
            let all = results.withLock { $0 }
            #expect(all.count == 8 && all.count { if case .started = $0 { true } else { false } } == 1, "\(all)")
            #expect(shown.withLock(\.count) == 7)
            instance.withLock { $0?.close() }
        }
    }

    @Test func aWindowThatCannotBeOpenedKeepsNobodyFromTheNext() throws {
        struct NoWindow: Error {}
        let places = Places { [folder] in $0 == "XDG_RUNTIME_DIR" ? folder.path : nil }
        func open(_ link: String, openWindow: () throws -> Void) throws -> LinkDelivery {
            try LinkDelivery.open(
                link, router: router, program: ["foyer"], language: .english, places: places, needsWindow: true,
                openWindow: { _, _ in try openWindow() })
        }
        for _ in 0..<2 { #expect(throws: NoWindow.self) { try open("foyer://page/view1") { throw NoWindow() } } }
        guard case .done(.refused) = try open("foyer://x/y", openWindow: { Issue.record("a window for nothing") }),
            case .done(.started(let route)) = try open("foyer://page/view1", openWindow: {})
        else {
            Issue.record("neither refused nor started")
            return
        }
        #expect(route == "/page/view1")
    }

    @Test func aStartThatCameToNothingIsTakenOver() throws {
        let places = Places { [folder] in $0 == "XDG_RUNTIME_DIR" ? folder.path : nil }
        let instances = try InstanceFolder(places)
        let (now, patience) = (MonotonicClock.now, Duration.seconds(10))
        func take(after seconds: Int) throws -> InstanceStart? {
            try instances.takeStart(at: { now + .seconds(seconds) }, patience: patience)
        }
        let first = try #require(try take(after: 0))
        #expect(try take(after: 9) == nil)
        let second = try #require(try take(after: 10))
        // The first start is over: neither its starter nor the program in its window can still end the second.
        instances.end(first)
        let late = try Instance.claim(places, first)
        if case .primary(let server) = late { server.close() }
        #expect(try take(after: 19) == nil)
        instances.end(second)
        let third = try #require(try take(after: 19))
        // Another process has become the instance: nothing needs to start, and the program in the third's window hands
        // over its link.
        guard case .primary(let instance) = try Instance.claim(places, nil) else {
            Issue.record("nobody is the instance")
            return
        }
        try instance.serve { _ in .delivered(route: "/") }
        #expect(try take(after: 40) == nil)
        let request = InstanceRequest(link: nil)
        guard case .answered = try Instance.deliver(request, places, patience: .seconds(600), third) else {
            Issue.record("two are the instance")
            return
        }
        instance.close()
        #expect(try take(after: 20) != nil)
    }

    /// A process that reads the clock before it waits for its turn would mistake a newer start for an old one.
    @Test func theClockIsReadWhileNobodyElseCanBegin() throws {
        let places = Places { [folder] in $0 == "XDG_RUNTIME_DIR" ? folder.path : nil }
        let (mine, other) = (try InstanceFolder(places), try InstanceFolder(places))
        let others = Mutex<[Bool]>([])
        let start = try mine.takeStart(
            at: {
                let start = try? other.takeStart(at: { .zero }, patience: .seconds(10))
                others.withLock { $0.append(start != nil) }
                return MonotonicClock.now
            }, patience: .seconds(10))
        #expect(start != nil && others.withLock { $0 } == [false])
    }

    @Test func aStartIsKnownByItsOwnTokenAlone() throws {
        let start = InstanceStart()
        #expect(InstanceStart(start.token) == start && InstanceStart() != start)
        for wrong in ["", "..", "../instance.sock", "0123456789abcde", "0123456789abcdeg", "0123456789abcdef0"] {
            #expect(InstanceStart(wrong) == nil)
        }
        #expect(InstanceStart.ofThisProcess == nil)
    }

    @Test func thereIsAlwaysASender() {
        #expect((1...InstanceRequest.maxSenderLength).contains(LinkDelivery.sender.utf8.count))
    }
}
