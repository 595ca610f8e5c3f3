import Foyer

extension ItemEvidence {
    /// An attempt of a launch: when each step ran.
    package struct Attempt: Equatable, Sendable {
        package struct Step: Equatable, Sendable {
            package enum State: String, Sendable { case running, done, failed, cancelled }

            /// A key of the word catalogue, or a host's plain text.
            package let label: String
            package let state: State
            /// Seconds from the attempt's beginning.
            package let began: Double
            package let took: Double
        }

        package let app: String
        /// Seconds from the flow's beginning.
        package let began: Double
        package let took: Double
        /// The steps that began, in the order of the launch.
        package let steps: [Step]
    }
}

extension ItemEvidence.Attempt {
    /// - Parameters:
    ///   - start: when the flow began.
    ///   - now: when it was left, which ends whatever still runs.
    init?(_ attempt: CallLog.Attempt, from start: Instant, to now: Instant) {
        let record = attempt.record
        guard let began = record.began else { return nil }
        let end = record.ended ?? now
        self.init(
            app: SafeText(attempt.app).string, began: Self.seconds(began - start), took: Self.seconds(end - began),
            steps: record.steps.compactMap { step in
                guard let stepBegan = step.began, let state = Step.State(step.state) else { return nil }
                return Step(
                    label: SafeText(step.step.words == nil ? step.step.label : step.step.id).string, state: state,
                    began: Self.seconds(stepBegan - began), took: Self.seconds((step.ended ?? end) - stepBegan))
            })
    }

    private static func seconds(_ time: Duration) -> Double { (max(0, time.inSeconds) * 1000).rounded() / 1000 }
}

extension ItemEvidence.Attempt.Step.State {
    /// `nil` for a step that waits.
    fileprivate init?(_ state: LaunchRecord.Step.State) {
        switch state {
        case .waiting: return nil
        case .running: self = .running
        case .done: self = .done
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        }
    }
}
