import Foyer

/// How far a run is. A value: somebody else has the clock.
package struct RunProgress: Sendable {
    /// Plays, with rounds.
    private let all: Int
    private let titles: [String]
    private(set) var done = 0
    private(set) var failed = 0
    private(set) var flaky = 0
    /// Since when each flow is played, as often as it is at present.
    private var running: [(flow: Int, since: Instant)] = []
    /// What a flow waits for at present.
    private var awaited: [Int: String] = [:]

    package init(titles: [String], rounds: Int) {
        self.titles = titles
        all = titles.count * rounds
    }

    package mutating func take(_ news: RunNews, at now: Instant) {
        switch news {
        case .began(let flow): running.append((flow, now))
        case .ended(let flow, let verdict, _, _):
            leave(flow)
            done += 1
            if verdict == .failed { failed += 1 }
            if verdict == .flaky { flaky += 1 }
        case .dropped(let flow): leave(flow)
        case .waits(let flow, let what): awaited[flow] = what
        }
    }

    private mutating func leave(_ flow: Int) {
        awaited[flow] = nil
        if let place = running.firstIndex(where: { $0.flow == flow }) { running.remove(at: place) }
    }

    /// The line that moves: what is done, what failed, and what takes longest at present.
    package func line(_ language: Language, at now: Instant) -> SafeText {
        var line = language[.done(done, of: all)]
        if failed > 0 { line += language[.andFailed(failed)] }
        if flaky > 0 { line += language[.andFlaky(flaky)] }
        if let slowest = running.min(by: { $0.since < $1.since }), now - slowest.since >= .seconds(1) {
            let seconds = Int((now - slowest.since).inSeconds)
            line += language[.andSlowest(titles[slowest.flow], seconds: seconds)]
            if let what = awaited[slowest.flow] { line += language[.andWaits(for: what)] }
        }
        return line
    }

    /// The same as a sentence.
    package func sentence(_ language: Language) -> SafeText {
        language[.doneSentence(done, of: all, failed: failed, flaky: flaky)]
    }
}

extension Phrase {
    fileprivate static func done(_ done: Int, of all: Int) -> Phrase {
        Phrase("\(done) of \(all) done")
    }

    fileprivate static func andFailed(_ count: Int) -> Phrase {
        Phrase(", \(count) failed")
    }

    fileprivate static func andFlaky(_ count: Int) -> Phrase {
        Phrase(", \(count) flaky")
    }

    fileprivate static func andSlowest(_ title: String, seconds: Int) -> Phrase {
        let title = SafeText(title)
        return Phrase("; slowest, \(seconds) s: \(title)")
    }

    fileprivate static func andWaits(for what: String) -> Phrase {
        let what = SafeText(what, columns: 60, ellipsis: "…")
        return Phrase(" (at \(what))")
    }

    fileprivate static func doneSentence(_ done: Int, of all: Int, failed: Int, flaky: Int) -> Phrase {
        let sentence = Phrase("\(done) of \(all) flows are done, \(failed) failed")
        return flaky > 0 ? Phrase("\(sentence), \(flaky) flaky.") : Phrase("\(sentence).")
    }

    static func playingFlows(_ count: Int) -> Phrase {
        Phrase(count, one: Phrase("Playing \(count) flow."), other: Phrase("Playing \(count) flows."))
    }
}
