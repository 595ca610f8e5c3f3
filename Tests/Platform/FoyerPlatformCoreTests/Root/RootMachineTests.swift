import FoyerCore
import TestSupport
import Testing

@testable import FoyerPlatformCore

@Suite("Root")
struct RootMachineTests {
    static let noon = RemoteConfigTests.noon
    static let second = Instant(nanoseconds: 1_000_000_000)
    static let third = Instant(nanoseconds: 3_000_000_000)

    static func route(_ path: String) throws -> HostRoute {
        try HostRouter(scheme: "foyer", patterns: ["page/{name}"]).route("foyer://page/" + path)
    }

    static func action(
        _ id: Int, _ path: String, _ origin: PendingAction.Origin = .inside
    ) throws -> PendingAction {
        PendingAction(id: id, route: try route(path), origin: origin)
    }

    static func machine(kept: String? = nil, rule: RootRule = .versions) -> RootMachine {
        let values = kept.map(RemoteConfigTests.values) ?? .none
        let config = RemoteConfig(
            defaults: RemoteConfigTests.values(#"{"version":"2"}"#),
            kept: KeptConfig(activated: values, fetched: nil, fetchedAt: nil), minimumInterval: .zero)
        return RootMachine(rule: rule, config: config)
    }

    /// A machine whose root is complete.
    static func complete() -> RootMachine {
        var machine = machine(rule: RootRule(always: "main"))
        for event in [RootEvent.opened, .splashPresented(at: noon), .rootPresented] {
            _ = machine.handle(event, at: .zero)
        }
        return machine
    }

    @Test("Launch screen, splash, fetch once it is on the terminal, root, complete")
    func transcript() throws {
        var machine = Self.machine()
        #expect(machine.handle(.config(.fetchRequested(at: Self.noon)), at: .zero).isEmpty)
        #expect(machine.handle(.splashPresented(at: Self.noon), at: .zero).isEmpty)
        #expect(machine.handle(.opened, at: .zero) == [.showSplash])
        #expect(machine.handle(.opened, at: .zero).isEmpty)
        #expect(machine.handle(.rootPresented, at: .zero).isEmpty)
        #expect(machine.nextDeadline == nil)
        #expect(machine.handle(.splashPresented(at: Self.noon), at: .zero) == [.config(.fetch(1))])
        #expect(machine.handle(.splashPresented(at: Self.noon), at: .zero).isEmpty)
        #expect(machine.phase == .deciding && machine.nextDeadline == Self.third)
        let answer = RemoteConfigEvent.answered(RemoteConfigTests.body(#"{"version":"1"}"#), fetch: 1, at: Self.noon)
        let effects = machine.handle(.config(answer), at: Self.second)
        let fetch = ConfigFetch(.fetched, took: .seconds(1))
        let decision = RootDecision(
            root: "v1", key: "version", reading: ConfigReading("1", from: .remote), fetch: fetch)
        #expect(effects.suffix(1) == [.replaceRoot(decision)] && effects.contains(.config(.reportFetched(fetch))))
        #expect(machine.phase == .replacing(decision) && !machine.isComplete)
        #expect(machine.handle(.rootPresented, at: Self.second).isEmpty)
        #expect(machine.isComplete && machine.decision == decision)
    }

    @Test(
        "The demo's rule: \"1\" is v1, anything else v2",
        arguments: [
            (#"{"version":"1"}"#, "v1"), (#"{"version":"2"}"#, "v2"), (#"{"version":"01"}"#, "v2"),
            (#"{"version":1}"#, "v1"), (#"{"version":1.5}"#, "v2"), (#"{"version":true}"#, "v2"),
            (#"{"version":null}"#, "v2"), (#"{}"#, "v2"), (#"{"Version":"1"}"#, "v2"),
        ])
    func rule(text: String, root: String) {
        let snapshot = ConfigSnapshot(
            activated: RemoteConfigTests.values(text), isFromThisRun: true, defaults: .none)
        #expect(RootRule.versions.decide(snapshot, after: nil).root == root)
    }

    @Test(
        "A value of the platform's that the rule does not know is marked, nothing else",
        arguments: [
            (#"{"version":"beta"}"#, true), (#"{"version":[1]}"#, true), (#"{"version":1}"#, false), ("{}", false),
        ])
    func unknownValues(text: String, isUnknown: Bool) {
        let snapshot = ConfigSnapshot(
            activated: RemoteConfigTests.values(text), isFromThisRun: true,
            defaults: RemoteConfigTests.values(#"{"version":"2"}"#))
        #expect(RootRule.versions.decide(snapshot, after: nil).isUnknown == isUnknown)
    }

    @Test("A config that cannot be had gives the last good root, else the default, within 3 s", arguments: 0..<4)
    func fallback(way: Int) {
        for (kept, root, source) in [
            (#"{"version":"1"}"#, "v1", ConfigSource.cached), (nil, "v2", .default),
        ] {
            var machine = Self.machine(kept: kept)
            _ = machine.handle(.opened, at: .zero)
            _ = machine.handle(.splashPresented(at: Self.noon), at: .zero)
            let answers: [RootEvent] = [
                .config(.answered(.failed(Phrase(asIs: "refused")), fetch: 1, at: Self.noon)),
                .config(.answered(RemoteConfigTests.body("[1]"), fetch: 1, at: Self.noon)),
                .config(.answered(RemoteConfigTests.body("{"), fetch: 1, at: Self.noon)), .deadlineReached,
            ]
            let effects = machine.handle(answers[way], at: way == 3 ? Self.third : Self.second)
            guard case .replaceRoot(let decision)? = effects.last else {
                Issue.record("\(effects)")
                return
            }
            #expect(decision.root == root && decision.reading?.source == source && machine.nextDeadline == nil)
            #expect(effects.contains(.config(.cancelFetch(1))) == (way == 3))
            let late = RemoteConfigEvent.answered(RemoteConfigTests.body(#"{"version":"9"}"#), fetch: 1, at: Self.noon)
            #expect(machine.handle(.config(late), at: Self.third).isEmpty)
        }
    }

    @Test("A host with one root asks nobody")
    func always() {
        var machine = Self.machine(rule: RootRule(always: "main"))
        _ = machine.handle(.opened, at: .zero)
        let decision = RootDecision(root: "main", key: nil, reading: nil, fetch: nil)
        #expect(machine.handle(.splashPresented(at: Self.noon), at: .zero) == [.replaceRoot(decision)])
    }

    @Test("Actions wait for the root and are carried out in order; what is on screen is not pushed")
    func pending() throws {
        var machine = Self.machine(rule: RootRule(always: "main"))
        let (a, b) = (try Self.route("a"), try Self.route("b"))
        for (id, path) in ["a", "a", "b", "a"].enumerated() {
            #expect(machine.handle(.actionArrived(try Self.action(id, path)), at: .zero).isEmpty)
            if id == 1 { _ = machine.handle(.opened, at: .zero) }
            if id == 2 { _ = machine.handle(.splashPresented(at: Self.noon), at: .zero) }
        }
        #expect(
            machine.handle(.rootPresented, at: .zero) == [
                .push(.page(a), action: 0), .alreadyShown(action: 1), .push(.page(b), action: 2),
                .push(.page(a), action: 3),
            ])
        #expect(machine.pending.isEmpty && machine.handle(.rootPresented, at: .zero).isEmpty)
        let all = PlaceStack([.page(a), .page(b), .page(a)])
        #expect(
            machine.handle(.actionArrived(try Self.action(4, "a")), on: all, at: .zero) == [.alreadyShown(action: 4)])
        let left = PlaceStack([.page(a), .page(b)])
        #expect(
            machine.handle(.actionArrived(try Self.action(5, "a")), on: left, at: .zero)
                == [.push(.page(a), action: 5)])
    }

    @Test("A link from outside gets an entrance before its page")
    func entrance() throws {
        var machine = Self.complete()
        let a = try Self.route("a")
        let outside = try Self.action(1, "a", .outside(sender: "pts/3"))
        #expect(machine.handle(.entranceConfirmed, at: .zero).isEmpty)
        #expect(machine.handle(.actionArrived(outside), at: .zero) == [.push(.entrance(a), action: 1)])
        let asking = PlaceStack([.entrance(a)])
        #expect(machine.handle(.actionArrived(outside), on: asking, at: .zero) == [.alreadyShown(action: 1)])
        #expect(machine.handle(.entranceConfirmed, on: asking, at: .zero) == [.replaceTop(.page(a))])
        #expect(machine.handle(.entranceConfirmed, on: PlaceStack([.page(a)]), at: .zero).isEmpty)
        let covered = PlaceStack([.page(a), .other("faults")])
        #expect(machine.handle(.actionArrived(outside), on: covered, at: .zero) == [.push(.entrance(a), action: 1)])
        let again = PlaceStack([.page(a), .entrance(a)])
        #expect(machine.handle(.entranceConfirmed, on: again, at: .zero) == [.removeTop])
    }

    @Test("A page that the root itself shows is not pushed over it")
    func rootShows() throws {
        var machine = Self.complete()
        let home = try Self.route("home")
        let shown = PlaceStack(rootRoute: home)
        #expect(
            machine.handle(.actionArrived(try Self.action(1, "home")), on: shown, at: .zero)
                == [.alreadyShown(action: 1)])
        #expect(
            machine.handle(.actionArrived(try Self.action(2, "home")), at: .zero) == [.push(.page(home), action: 2)])
    }

    @Test("A flood is refused aloud, and nothing that was taken is lost")
    func flood() throws {
        var machine = Self.machine(rule: RootRule(always: "main"))
        for id in 0..<250 {
            let effects = machine.handle(.actionArrived(try Self.action(id, "p\(id)")), at: .zero)
            #expect(effects == (id < RootMachine.maxPending ? [] : [.refuse(.tooManyPending, action: id)]))
        }
        _ = machine.handle(.opened, at: .zero)
        _ = machine.handle(.splashPresented(at: Self.noon), at: .zero)
        #expect(machine.handle(.rootPresented, at: .zero).count == RootMachine.maxPending)
        let full = PlaceStack(Array(repeating: .other("x"), count: PlaceStack.maxDepth))
        #expect(
            machine.handle(.actionArrived(try Self.action(999, "x")), on: full, at: .zero)
                == [.refuse(.tooDeep, action: 999)])
    }
}
