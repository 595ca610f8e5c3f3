import Foyer
import TestSupport
import Testing

@testable import FoyerFlows

/// The rules of a run, as values.
@Suite struct RunQueueTests {
    private func rules(_ change: (inout RunRules) -> Void = { _ in }) -> RunRules {
        var rules = RunRules()
        change(&rules)
        return rules
    }

    /// Plays all; `passes` says how each play ends.
    private func play(_ queue: inout RunQueue, _ passes: (RunQueue.Play) -> Bool) {
        while let play = queue.next() { _ = queue.finish(play, hasPassed: passes(play)) }
    }

    @Test func eachFlowIsPlayedOnceInOrder() {
        var queue = RunQueue([.own, .program, .own], rules())
        #expect((0..<4).map { _ in queue.next()?.flow } == [0, 1, 2, nil])
    }

    @Test func aWorkerOfAKindTakesOnlyThat() {
        var queue = RunQueue([.own, .program, .own, .program], rules())
        #expect((0..<3).map { _ in queue.next(.program)?.flow } == [1, 3, nil])
        #expect(!queue.hasNext(.program) && queue.hasNext(.own) && queue.hasNext())
        #expect((0..<3).map { _ in queue.next(.own)?.flow } == [0, 2, nil])
    }

    @Test func whatPassesOnlyOnceMoreIsFlakyAndFails() {
        var queue = RunQueue([.own, .own, .own], rules { $0.retries = 2 })
        play(&queue) { $0.flow == 0 || $0.flow == 1 && $0.failures == 2 }
        #expect((0..<3).map { queue.verdict(of: $0) } == [.passed, .flaky, .failed])
        #expect(RunFigures([.passed, .flaky], in: .zero, rules()).hasPassed == false)
        #expect(RunFigures([.passed, .flaky], in: .zero, rules { $0.allowsFlaky = true }).hasPassed)
        #expect(!RunFigures([.flaky, .failed], in: .zero, rules { $0.allowsFlaky = true }).hasPassed)
        #expect(!RunFigures([.notRun], in: .zero, rules()).hasPassed)
    }

    @Test func aRetryComesBeforeTheOthers() {
        var queue = RunQueue([.own, .own], rules { $0.retries = 1 })
        let first = queue.next()
        #expect(first.map { queue.finish($0, hasPassed: false) } == .again)
        #expect(queue.next() == .init(flow: 0, failures: 1))
    }

    @Test func theWorstOfSeveralPlaysCounts() {
        var queue = RunQueue([.own, .own], rules { $0.rounds = 5 })
        play(&queue) { $0.flow == 1 || $0.round != 3 }
        #expect((0..<2).map { queue.verdict(of: $0) } == [.failed, .passed])
        #expect(queue.plays(of: 0) == (5, 1) && queue.plays(of: 1) == (5, 0))
    }

    @Test func afterTheFirstFailureNothingBegins() {
        var queue = RunQueue([.own, .own, .own], rules { $0.failsFast = true })
        play(&queue) { $0.flow == 0 }
        #expect((0..<3).map { queue.verdict(of: $0) } == [.passed, .failed, .notRun])
        var allowed = RunQueue([.own, .own], rules { ($0.failsFast, $0.retries, $0.allowsFlaky) = (true, 1, true) })
        play(&allowed) { $0.failures == 1 }
        #expect(allowed.verdict(of: 1) == .flaky)
    }

    @Test func whatIsStoppedIsNotTriedAgain() {
        var queue = RunQueue([.own, .own], rules { ($0.retries, $0.rounds) = (3, 2) })
        guard let first = queue.next() else { return }
        queue.stop()
        #expect(queue.finish(first, hasPassed: false) == .over(.failed))
        #expect(queue.next() == nil && queue.verdict(of: 1) == .notRun)
    }

    /// The bar: one in ten, fifty times, found in 99 of 100 (0.9^50 is one in two hundred).
    @Test func aFlowThatFailsOneTimeInTenIsFound() {
        var random = SplitMix64(seed: 41)
        var found = 0
        for _ in 0..<1_000 {
            var queue = RunQueue([.program], rules { $0.rounds = 50 })
            play(&queue) { _ in !Int.random(in: 0..<10, using: &random).isMultiple(of: 10) }
            if queue.verdict(of: 0) == .failed { found += 1 }
        }
        #expect(found >= 990, "\(found)")
    }

    @Test func workersSuitWhatTheyPlay() {
        func counts(_ rules: RunRules, _ programs: Int, _ own: Int) -> [String] {
            rules.workers(programs: programs, own: own, cores: 2).map {
                "\($0.kind.map { "\($0)" } ?? "any") \($0.count)" + ($0.needFreeProcessor ? " if free" : "")
            }
        }
        #expect(counts(rules(), 20, 300) == ["program 8", "program 8 if free", "own 2"])
        #expect(counts(rules(), 11, 300) == ["program 8", "program 3 if free", "own 2"])
        #expect(counts(rules(), 3, 1) == ["program 3", "program 0 if free", "own 1"])
        #expect(counts(rules { $0.rounds = 50 }, 1, 0) == ["program 8", "program 8 if free", "own 0"])
        #expect(counts(rules { $0.jobs = 16 }, 20, 300) == ["any 16"])
        #expect(counts(rules { $0.jobs = 16 }, 1, 2) == ["any 3"])
    }

    // MARK: - Which are played

    private func flow(_ title: String, _ file: String, _ tags: [String] = []) -> Scenario {
        var flow = Scenario(title: title, file: file)
        flow.tags = tags
        return flow
    }

    @Test func filtersAndTagsChoose() {
        let flows = [
            flow("Menu opens", "a/menu.yaml", ["quick"]), flow("Cable", "b/cable.yaml", ["net", "slow"]),
            flow("Cup", "b/menu-cup.yaml"),
        ]
        func files(_ change: (inout FlowChoice) -> Void) -> [String] {
            var choice = FlowChoice()
            change(&choice)
            return choice.chosen(of: flows).map(\.title)
        }
        #expect(files { $0.filters = ["MENU"] } == ["Menu opens", "Cup"])
        #expect(files { $0.filters = ["cable", "cup"] } == ["Cable", "Cup"])
        #expect(files { $0.tags = ["net", "quick"] } == ["Menu opens", "Cable"])
        #expect(files { $0.tagsLeftOut = ["slow"] } == ["Menu opens", "Cup"])
        #expect(files { $0.files = ["b/cable.yaml"] } == ["Cable"])
    }

    /// The bar: 200 flows in 7 shards.
    @Test func everyFlowIsInExactlyOneShard() {
        let flows = (0..<200).map { flow("\($0)", "\($0).yaml") }
        var parts: [[Scenario]] = []
        for number in 1...7 {
            var choice = FlowChoice()
            choice.shard = Shard("\(number)/7")
            parts.append(choice.chosen(of: flows))
        }
        let all = parts.joined().map(\.title)
        #expect(all.count == 200 && Set(all).count == 200)
        #expect(parts.map(\.count).max() == 29 && parts.map(\.count).min() == 28)
        for wrong in ["0/7", "8/7", "1", "a/b", "1/0", "/", "1/2/3", ""] { #expect(Shard(wrong) == nil, "\(wrong)") }
    }
}
