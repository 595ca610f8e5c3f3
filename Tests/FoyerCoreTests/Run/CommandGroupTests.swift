import TestSupport
import Testing

@testable import FoyerCore

/// Commands that need one another.
struct CommandGroupTests {
    private static let diamond = [
        "db": [], "cache": [], "api": ["db"], "worker": ["db", "cache"], "web": ["api", "worker"],
    ]

    private func group(_ needs: [String: [String]] = diamond, last: String = "web") throws -> CommandGroup {
        CommandGroup(try CommandNeeds(of: last) { needs[$0] })
    }

    private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test func eachComesAfterAllThatItNeeds() throws {
        let needs = try CommandNeeds(of: "web") { Self.diamond[$0] }
        #expect(needs.order == ["db", "api", "cache", "worker", "web"])
        #expect(needs.dependents(of: "db") == ["api", "worker"])
    }

    @Test func wrongNeedsAreNamed() {
        func flaw(_ needs: [String: [String]], _ last: String = "a") -> CommandNeeds.Flaw? {
            do throws(CommandNeeds.Flaw) { _ = try CommandNeeds(of: last) { needs[$0] } } catch { return error }
            return nil
        }
        #expect(flaw(["a": ["b"], "b": ["c"], "c": ["b"]]) == .cycle(["b", "c", "b"]))
        #expect(flaw(["a": ["a"]]) == .cycle(["a", "a"]))
        #expect(flaw(["a": ["b"]]) == .unknown("b", neededBy: "a"))
        #expect(flaw(["a": ["b", "b"], "b": []]) == .twice("b", neededBy: "a"))
        let many = Dictionary(uniqueKeysWithValues: (0...CommandNeeds.most).map { ("n\($0)", [String]()) })
        #expect(flaw(many.merging(["a": many.keys.sorted()]) { $1 }) == .tooMany(CommandNeeds.most + 1))
    }

    @Test func aCommandStartsOnceAllThatItNeedsIsReady() throws {
        var group = try group()
        #expect(group.handle(.due("worker"), at: at(0)).isEmpty)
        #expect(group.handle(.due("db"), at: at(0)) == [.start("db")])
        #expect(group.handle(.due("db"), at: at(0)).isEmpty, "it has been started")
        #expect(group.handle(.due("cache"), at: at(0)) == [.start("cache")])
        _ = group.handle(.ready("db"), at: at(5))
        #expect(group.handle(.due("worker"), at: at(5)).isEmpty, "the cache is not ready")
        // A task that has been done.
        _ = group.handle(.ready("cache"), at: at(6))
        _ = group.handle(.ended("cache", .status(0)), at: at(6))
        #expect(group.handle(.due("worker"), at: at(6)) == [.start("worker")])
    }

    @Test func theFirstFailureIsNamedAndEndsAllInOrder() throws {
        var group = try started()
        #expect(
            group.handle(.ended("api", .status(3)), at: at(9))
                == [.fail("api", .ended(.status(3), wasReady: false)), .stop("worker")])
        #expect(group.handle(.ended("worker", .status(1)), at: at(10)) == [.stop("cache"), .stop("db")])
        #expect(group.handle(.ended("db", .signal(15)), at: at(11)).isEmpty)
        #expect(group.handle(.ended("cache", .signal(15)), at: at(12)) == [.end])
        #expect(group.phase == .over)
    }

    @Test func whoEndsAfterItWasReadyFailsTheLaunchOnlyWhileOthersStart() throws {
        var early = try started()
        #expect(
            early.handle(.ended("db", .signal(9)), at: at(9)).first == .fail("db", .ended(.signal(9), wasReady: true)))
        var late = try running()
        #expect(late.handle(.ended("db", .signal(9)), at: at(9)).isEmpty)
        #expect(late.phase == .running)
    }

    @Test func theOthersEndWithTheLast() throws {
        var group = try running()
        #expect(group.handle(.ended("web", .status(7)), at: at(20)) == [.stop("worker"), .stop("api")])
        #expect(group.handle(.ended("worker", .status(0)), at: at(21)) == [.stop("cache")])
        #expect(group.nextDeadline == at(2020))
        #expect(group.handle(.timePassed, at: at(2019)).isEmpty)
        #expect(group.handle(.timePassed, at: at(2020)) == [.stop("db")], "the slow one keeps nobody any longer")
        #expect(group.nextDeadline == nil)
        _ = group.handle(.ended("db", .status(0)), at: at(2021))
        _ = group.handle(.ended("cache", .status(0)), at: at(2022))
        #expect(group.handle(.ended("api", .signal(9)), at: at(4000)) == [.end])
    }

    @Test func whoIsLateOrCannotBeStartedFailsOnce() throws {
        var group = try started()
        #expect(group.handle(.late("api"), at: at(9)) == [.fail("api", .late), .stop("worker"), .stop("api")])
        #expect(group.handle(.late("api"), at: at(9)).isEmpty)
        var other = try started()
        #expect(other.handle(.unstarted("api"), at: at(9)) == [.fail("api", .unstarted), .stop("worker")])
        var closed = try self.group()
        #expect(closed.handle(.closed, at: at(0)) == [.end])
        #expect(closed.handle(.due("db"), at: at(0)).isEmpty)
    }

    /// The databases are ready, and the two in the middle start.
    private func started() throws -> CommandGroup {
        var group = try group()
        for name in ["db", "cache"] { _ = group.handle(.due(name), at: at(0)) }
        for name in ["db", "cache"] { _ = group.handle(.ready(name), at: at(1)) }
        for name in ["api", "worker"] { _ = group.handle(.due(name), at: at(2)) }
        return group
    }

    private func running() throws -> CommandGroup {
        var group = try started()
        for name in ["api", "worker"] { _ = group.handle(.ready(name), at: at(3)) }
        _ = group.handle(.due("web"), at: at(4))
        _ = group.handle(.ready("web"), at: at(5))
        #expect(group.phase == .running)
        return group
    }

    /// Any graph, any events in any order: nobody starts early or twice, one failure is told at most, nobody is stopped who
    /// does not run, and once the end has begun all come to it.
    @Test(arguments: UInt64(1)...200) func storm(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let names = (0..<Int.random(in: 1...9, using: &random)).map { "c\($0)" }
        var needs: [String: [String]] = [:]
        for (index, name) in names.enumerated() {
            needs[name] = names[..<index].filter { _ in Bool.random(using: &random) }
        }
        let last = names[names.count - 1]
        var group = try group(needs, last: last)
        var crew = StormyCrew(needs: needs)
        var now = Instant.zero
        for _ in 0..<200 {
            now = now + .milliseconds(Int.random(in: 0...60, using: &random))
            let name = names[Int.random(in: 0..<names.count, using: &random)]
            let event: CommandGroup.Event
            switch Int.random(in: 0...40, using: &random) {
            case 0: event = .closed
            case 1: event = .late(name)
            case 2: event = .ended(name, .status(1))
            case 3: event = .ended(name, .status(0))
            case 4...9: event = .timePassed
            case 10...24: event = .ready(name)
            default: event = .due(name)
            }
            crew.happen(event, &group, at: now)
        }
        // Whoever still runs obeys.
        crew.happen(.closed, &group, at: now)
        crew.happen(.timePassed, &group, at: now + .seconds(3))
        for name in crew.running.sorted() { crew.happen(.ended(name, .signal(15)), &group, at: now + .seconds(4)) }
        #expect(group.phase == .over)
        #expect(crew.ends == 1)
    }
}

/// What would really run, and what must hold of it.
private struct StormyCrew {
    let needs: [String: [String]]
    var running: Set<String> = []
    var started: Set<String> = []
    var stopped: Set<String> = []
    var done: Set<String> = []
    var failures = 0
    var ends = 0

    mutating func happen(_ event: CommandGroup.Event, _ group: inout CommandGroup, at now: Instant) {
        switch event {
        // Only who runs can say so, or end.
        case .ready(let name), .late(let name), .unstarted(let name):
            if !running.contains(name) { return }
            if case .ready = event { done.insert(name) }
        case .ended(let name, _): if running.remove(name) == nil { return }
        case .due, .closed, .timePassed: break
        }
        for effect in group.handle(event, at: now) {
            switch effect {
            case .start(let name):
                #expect(started.insert(name).inserted, "\(name) twice")
                #expect((needs[name] ?? []).allSatisfy(done.contains), "\(name) too early")
                #expect(stopped.isEmpty && failures == 0)
                running.insert(name)
            case .fail: failures += 1
            case .stop(let name):
                #expect(running.contains(name), "\(name) does not run")
                #expect(stopped.insert(name).inserted, "\(name) twice")
            case .end:
                ends += 1
                #expect(running.isEmpty)
            }
        }
        #expect(failures <= 1 && ends <= 1)
    }
}
