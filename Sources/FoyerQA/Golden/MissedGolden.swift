import Foyer
import FoyerGolden

/// A golden screen that is not as agreed, seen while the flow went on.
struct MissedGolden: Sendable {
    /// The number of the step, from 0.
    let step: Int
    let reason: StepFailure
    /// What was agreed, for the page of the flow; `nil` where there is nothing.
    let expected: Trace.Expected?

    /// - Parameter seen: what stood there, whose frame is the last one so far.
    init(_ reason: StepFailure, at step: Int, _ seen: ScenarioPlayer.Observation) {
        (self.step, self.reason) = (step, reason)
        expected = reason.difference.map { difference in
            Trace.Expected(
                difference.expected(beside: seen.screen, theme: seen.theme), step: step,
                frame: max(0, seen.past().track.count - 1))
        }
    }
}
