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
        var attempt = Try(frames: frames, took: .seconds(evidence.took))
        attempt.steps = evidence.steps(
            start: item.program?.shown.string ?? language[.start].string, state: verdict == .passed ? .passed : .done)
        let sight = screens.sight(of: evidence, after: attempt.steps)
        let opening = sight.opening(of: attempt.steps, verdict: verdict)
        attempt.opensAt = opening
        attempt.screen = sight.shown.last { $0.step <= opening }?.lines ?? []
        attempt.marks = evidence.eventsWithText.map {
            Mark($0.kind, at: .seconds($0.at), $0.text, isBad: $0.isBad)
        }
        attempt.spans = evidence.attempts.flatMap(\.spans)
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
    private static let typing = 1.0
    private static let key = "key "
    private static let (type, space) = ("type ", "space")

    /// The events, in which letters that followed one another are one text, typed when the first of them was.
    var eventsWithText: [Event] {
        var all: [Event] = []
        // The text that is being typed: which event it is, and when its last letter came.
        var text: (index: Int, last: Double)?
        for event in events {
            guard event.kind == .input else {
                all.append(event)
                continue
            }
            let letter = event.text.hasPrefix(Self.key) ? event.text.dropFirst(Self.key.count) : ""
            if let typed = text, letter.count == 1 || letter == Self.space, event.at - typed.last < Self.typing {
                let before = all[typed.index]
                let isFirst = before.text.hasPrefix(Self.key)
                let begun = isFirst ? Self.type + before.text.dropFirst(Self.key.count) : before.text
                all[typed.index] = Event(
                    at: before.at, text: begun + (letter == Self.space ? " " : letter), kind: .input)
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
            [(title: start, from: 0.0)]
            + eventsWithText.filter { $0.kind == .input }.map { (title: $0.text, from: $0.at) }
        // What the next one does may be on the screen within its own thousandth of a second.
        let ends = deeds.dropFirst().map { $0.from - 0.001 } + [max(took, deeds.last?.from ?? 0)]
        return zip(deeds, ends).map { deed, end in
            Trace.Step(deed.title, from: .seconds(deed.from), to: .seconds(max(deed.from, end)), state: state)
        }
    }
}

extension ItemEvidence.Attempt {
    fileprivate var spans: [Trace.Span] {
        steps.map { step in
            let from = Duration.seconds(began + step.began)
            return Trace.Span(
                Phrase.step(step.label) ?? Phrase(asIs: step.label), from: from, to: from + .seconds(step.took),
                hasFailed: step.state == .failed)
        }
    }
}
