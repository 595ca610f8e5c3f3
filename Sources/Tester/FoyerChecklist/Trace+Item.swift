import Foyer
import FoyerFlows
import FoyerPlatformCore
import FoyerTrace
import Synchronization

/// The screens of a report's evidence as text. Frames take longest of all to unpack: once, for the page, the file for build
/// servers, and the report that follows.
final class EvidenceScreens: Sendable {
    struct Shown: Equatable, Sendable {
        /// The number from 0 of the step that ended with it.
        let step: Int
        /// Without empty lines at its end.
        let lines: [String]
    }

    /// All that a report says of some frames.
    struct Sight: Equatable, Sendable {
        fileprivate(set) var shown: [Shown] = []
        /// The sizes that the screens had one after the other.
        fileprivate(set) var sizes: [CellSize] = []
    }

    private struct Key: Hashable {
        let frames: String
        let times: [Duration]
    }

    private let known = Mutex<[Key: Sight]>([:])
    /// The number of times that frames were unpacked.
    private let unpacked = Mutex(0)
    var count: Int { unpacked.withLock { $0 } }

    func sight(of evidence: ItemEvidence, after steps: [Trace.Step]) -> Sight {
        if evidence.frames.isEmpty { return Sight() }
        let key = Key(frames: evidence.frames, times: steps.map(\.to))
        if let sight = known.withLock({ $0[key] }) { return sight }
        unpacked.withLock { $0 += 1 }
        var sight = Sight()
        if let seen = try? TraceFrames(packed: evidence.frames).track().screens(at: steps.map { .zero + $0.to }) {
            sight.sizes = seen.sizes
            for (step, screen) in seen.screens.enumerated() {
                guard let lines = screen.map({ ScreenText($0).lines }), lines != sight.shown.last?.lines else {
                    continue
                }
                sight.shown.append(Shown(step: step, lines: lines))
            }
        }
        known.withLock { $0[key] = sight }
        return sight
    }
}

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
        attempt.events = evidence.events
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

    /// What the tester did, each until the next; the first begins the flow.
    func steps(start: String, state: Trace.Step.State = .done) -> [Trace.Step] {
        let deeds =
            [(title: start, from: Duration.zero)]
            + events.filter { $0.lane == .input }.map { (title: $0.name, from: $0.at) }
        // What the next one does may be on the screen within its own thousandth of a second.
        let ends = deeds.dropFirst().map { $0.from - .milliseconds(1) } + [max(took, deeds.last?.from ?? .zero)]
        return zip(deeds, ends).map { deed, end in
            Trace.Step(deed.title, from: deed.from, to: max(deed.from, end), state: state)
        }
    }
}
