import Foyer
import FoyerFlows
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
    /// How often frames were unpacked.
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
