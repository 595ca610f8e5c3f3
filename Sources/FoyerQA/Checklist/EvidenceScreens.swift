import Foyer
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

    private struct Key: Hashable {
        let frames: String
        let times: [Duration]
    }

    private let known = Mutex<[Key: [Shown]]>([:])
    /// How often frames were unpacked.
    private let unpacked = Mutex(0)
    var count: Int { unpacked.withLock { $0 } }

    /// What stood there as each of the steps ended, where that is not the same as before.
    func shown(_ evidence: ItemEvidence, after steps: [Trace.Step]) -> [Shown] {
        if evidence.frames.isEmpty { return [] }
        let key = Key(frames: evidence.frames, times: steps.map(\.to))
        if let shown = known.withLock({ $0[key] }) { return shown }
        unpacked.withLock { $0 += 1 }
        let screens = try? TraceFrames(packed: evidence.frames).screens(at: steps.map { .zero + $0.to })
        var shown: [Shown] = []
        for (step, screen) in (screens ?? []).enumerated() {
            guard let lines = screen.map({ ScreenText($0).lines }), lines != shown.last?.lines else { continue }
            shown.append(Shown(step: step, lines: lines))
        }
        known.withLock { $0[key] = shown }
        return shown
    }
}
