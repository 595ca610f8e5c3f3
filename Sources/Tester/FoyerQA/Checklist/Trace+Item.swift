import Foyer
import FoyerPlatformCore

extension Trace {
    /// Of an item that a tester has tried: what they did are its steps.
    init(
        _ item: ChecklistItem, _ evidence: ItemEvidence, verdict: Verdict?, _ screens: EvidenceScreens,
        _ language: Language
    ) {
        self.init(title: item.title)
        let frames = TraceFrames(packed: evidence.frames)
        var attempt = Try(frames: frames, took: evidence.took)
        attempt.steps = evidence.steps(
            start: item.program?.shown.string ?? language[.start].string, state: verdict == .passed ? .passed : .done)
        let sight = screens.sight(of: evidence, after: attempt.steps)
        let opening = sight.opening(of: attempt.steps, verdict: verdict)
        attempt.opensAt = opening
        attempt.screen = sight.shown.last { $0.step <= opening }?.lines ?? []
        attempt.events = evidence.eventsWithText
        tries = [attempt]
        if sight.sizes.count > 1 { facts = [Fact(.sizeOfScreen, Self.words(for: sight.sizes))] }
    }
}

extension EvidenceScreens.Sight {
    /// Who looks at a screen for less has not judged it: the keys that leave follow one another sooner.
    private static let look = Duration.seconds(1)

    /// The number of the step at whose end a report opens: what the tester has kept; else, of what went wrong, the last screen
    /// that the verdict can be about, and of all else the first one that shows as much as half of the fullest does.
    func opening(of steps: [Trace.Step], verdict: Verdict?) -> Int {
        let last = max(0, steps.count - 1)
        if let kept = steps.lastIndex(where: { $0.title == ItemEvidence.keptScreen }), kept > 0 { return kept - 1 }
        if verdict == .failed || verdict == .blocked {
            return steps.lastIndex { $0.to - $0.from >= Self.look } ?? last
        }
        let fullness = shown.map { shown in shown.lines.reduce(0) { $0 + $1.count { $0 != " " } } }
        let most = fullness.max() ?? 0
        return zip(shown, fullness).first { $0.1 > 0 && $0.1 * 2 >= most }?.0.step ?? last
    }
}

extension ItemEvidence {
    /// The tester marks a screen for the report.
    static let keptScreen = "screen kept"
    /// Letters that follow one another sooner are one text.
    private static let typing = Duration.seconds(1)
    private static let key = "key "
    private static let (type, space) = ("type ", "space")

    /// The events, in which letters that followed one another are one text, typed when the first of them was.
    var eventsWithText: [TraceEvent] {
        var all: [TraceEvent] = []
        // The text that is being typed: which event it is, and when its last letter came.
        var text: (index: Int, last: Duration)?
        for event in events {
            guard event.lane == .input else {
                all.append(event)
                continue
            }
            let letter = event.name.hasPrefix(Self.key) ? event.name.dropFirst(Self.key.count) : ""
            if let typed = text, letter.count == 1 || letter == Self.space, event.at - typed.last < Self.typing {
                let before = all[typed.index]
                let isFirst = before.name.hasPrefix(Self.key)
                let begun = isFirst ? Self.type + before.name.dropFirst(Self.key.count) : before.name
                all[typed.index] = TraceEvent(
                    .input, at: before.at, begun + (letter == Self.space ? " " : letter))
                text = (typed.index, event.at)
            } else {
                text = letter.count == 1 ? (all.count, event.at) : nil
                all.append(event)
            }
        }
        return all
    }

    /// What the tester did, each until the next; the first begins the flow.
    func steps(start: String, state: Trace.Step.State = .done) -> [Trace.Step] {
        let deeds =
            [(title: start, from: Duration.zero)]
            + eventsWithText.filter { $0.lane == .input }.map { (title: $0.name, from: $0.at) }
        // What the next one does may be on the screen within its own thousandth of a second.
        let ends = deeds.dropFirst().map { $0.from - .milliseconds(1) } + [max(took, deeds.last?.from ?? .zero)]
        return zip(deeds, ends).map { deed, end in
            Trace.Step(deed.title, from: deed.from, to: max(deed.from, end), state: state)
        }
    }
}
