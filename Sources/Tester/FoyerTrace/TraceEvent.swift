import Foyer

/// An event of a flow, at a moment or for some time.
package struct TraceEvent: Equatable, Sendable {
    package enum Lane: String, Sendable {
        /// A key or the pointer.
        case input
        /// A call of a delegate, or a state that was reached.
        case event
        /// A request to the stage.
        case request
        /// A step of a launch.
        case step
    }

    /// Since the flow began, as all its times.
    package let at: Duration
    /// When it had ended; `nil` for a moment.
    package let until: Duration?
    package let lane: Lane
    /// In English; of a step that Foyer's catalogue has words for, its name there.
    package let name: String
    /// An error, a refused request or a failed step, which pages mark.
    package let isFailure: Bool

    package init(
        _ lane: Lane, at: Duration, until: Duration? = nil, _ name: String, isFailure: Bool = false
    ) {
        (self.lane, self.at, self.until, self.name, self.isFailure) = (lane, at, until, name, isFailure)
    }
}

extension TraceEvent {
    /// - Parameter end: the end of a step that has not ended.
    package init?(_ step: LaunchRecord.Step, of record: LaunchRecord, since began: Instant, until end: Instant) {
        guard let from = step.began else { return nil }
        let hasName = step.step.words != nil && Phrase.step(step.id) != nil
        self.init(
            .step, at: from - began, until: (step.ended ?? record.ended ?? end) - began,
            hasName ? step.id : step.label, isFailure: step.state == .failed)
    }
}
