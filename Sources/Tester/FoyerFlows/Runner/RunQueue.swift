/// How often flows are played, and what counts.
package struct RunRules: Sendable {
    /// How many at once; `nil` for as many as suit each kind.
    package var jobs: Int?
    /// How often each flow is played.
    package var rounds = 1
    /// How often a play that has failed is tried again.
    package var retries = 0
    /// Whether nothing begins after the first failure.
    package var failsFast = false
    /// Whether a flow that passes only when it is tried again counts as passed.
    package var allowsFlaky = false
    /// How long a flow may take that sets no limit itself.
    package var timeout: Duration?

    package init() {}

    /// Flows of programs wait more than they compute.
    package static let programsAtOnce = 8
    /// Those beyond the others begin while the flows that are played leave a processor free: more would be late, and fail by
    /// that.
    package static let mostProgramsAtOnce = 16
}

/// How a flow ended.
package enum FlowVerdict: String, CaseIterable, Sendable {
    case passed
    /// It failed, and passed when it was tried again.
    case flaky
    case failed
    case notRun = "not-run"
}

/// Some who play flows, each one after the other.
package struct RunWorkers: Equatable, Sendable {
    /// `nil` for any.
    package let kind: RunQueue.Kind?
    package let count: Int
    /// Whether they begin a flow only while the others leave a processor free.
    package var needFreeProcessor = false
}

/// The flows of a run that are still to be played, and how the others ended. A value: somebody else plays.
package struct RunQueue: Sendable {
    /// What a flow needs while it is played.
    package enum Kind: Sendable, CaseIterable {
        /// A processor.
        case own
        /// Mostly time.
        case program
    }

    /// One time that a flow is played.
    package struct Play: Hashable, Sendable {
        package let flow: Int
        package var round = 0
        /// How often it has failed before.
        package var failures = 0
    }

    /// What follows from a play.
    package enum Ending: Equatable, Sendable {
        /// It is tried again.
        case again
        /// It is over; never ``FlowVerdict/notRun``.
        case over(FlowVerdict)
    }

    private struct Flow: Sendable {
        let kind: Kind
        /// How its plays ended.
        var ends: [FlowVerdict: Int] = [:]
    }

    private let rules: RunRules
    private var flows: [Flow]
    private var waiting: [Play]
    /// Whether nothing begins any more.
    package private(set) var isStopped = false

    /// The flows in their order.
    package init(_ kinds: [Kind], _ rules: RunRules) {
        self.rules = rules
        flows = kinds.map { Flow(kind: $0) }
        waiting = (0..<rules.rounds).flatMap { round in kinds.indices.map { Play(flow: $0, round: round) } }
    }

    /// What to play next; `nil` if there is nothing of that kind.
    ///
    /// - Parameter kind: `nil` for any.
    package mutating func next(_ kind: Kind? = nil) -> Play? {
        guard !isStopped,
            let place = waiting.firstIndex(where: { kind == nil || flows[$0.flow].kind == kind })
        else { return nil }
        return waiting.remove(at: place)
    }

    /// Whether ``next(_:)`` has one.
    package func hasNext(_ kind: Kind? = nil) -> Bool {
        !isStopped && waiting.contains { kind == nil || flows[$0.flow].kind == kind }
    }

    package mutating func finish(_ play: Play, hasPassed: Bool) -> Ending {
        if !hasPassed, play.failures < rules.retries, !isStopped {
            var again = play
            again.failures += 1
            // Before the others, while what has made it fail may still be there.
            waiting.insert(again, at: 0)
            return .again
        }
        let end: FlowVerdict = hasPassed ? play.failures > 0 ? .flaky : .passed : .failed
        flows[play.flow].ends[end, default: 0] += 1
        if rules.failsFast, rules.isBad(end) { stop() }
        return .over(end)
    }

    /// Nothing begins any more.
    package mutating func stop() { isStopped = true }

    /// The worst of its plays counts; if one is missing, it was not run.
    package func verdict(of flow: Int) -> FlowVerdict {
        let ends = flows[flow].ends
        if ends[.failed] != nil { return .failed }
        if ends[.flaky] != nil { return .flaky }
        return ends[.passed] == rules.rounds ? .passed : .notRun
    }

    /// How often it was played, and how often it did not pass at once.
    package func plays(of flow: Int) -> (all: Int, bad: Int) {
        let all = flows[flow].ends.values.reduce(0, +)
        return (all, all - (flows[flow].ends[.passed] ?? 0))
    }
}

extension RunRules {
    /// Whether a run with such a flow has failed.
    package func isBad(_ verdict: FlowVerdict) -> Bool {
        switch verdict {
        case .passed: false
        case .flaky: !allowsFlaky
        case .failed, .notRun: true
        }
    }

    /// Who plays the flows.
    package func workers(programs: Int, own: Int, cores: Int) -> [RunWorkers] {
        if let jobs { return [RunWorkers(kind: nil, count: min(jobs, (programs + own) * rounds))] }
        let (plays, steady) = (programs * rounds, Self.programsAtOnce)
        return [
            RunWorkers(kind: .program, count: min(plays, steady)),
            RunWorkers(
                kind: .program, count: max(0, min(plays, Self.mostProgramsAtOnce) - steady), needFreeProcessor: true),
            RunWorkers(kind: .own, count: min(own * rounds, cores)),
        ]
    }
}

/// The figures of a run, the same wherever they stand.
package struct RunFigures: Equatable, Sendable {
    package let passed: Int
    package let flaky: Int
    package let failed: Int
    package let notRun: Int
    /// In hundredths of a second.
    package let seconds: Double
    package let hasPassed: Bool

    package init(_ verdicts: [FlowVerdict], in time: Duration, _ rules: RunRules) {
        func count(_ verdict: FlowVerdict) -> Int { verdicts.count { $0 == verdict } }
        (passed, flaky, failed, notRun) = (count(.passed), count(.flaky), count(.failed), count(.notRun))
        seconds = (time.inSeconds * 100).rounded() / 100
        hasPassed = !verdicts.contains(where: rules.isBad)
    }

    package var all: Int { passed + flaky + failed + notRun }
}
