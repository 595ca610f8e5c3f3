import Foyer

/// What happened in one flow, for a page that shows why it ended as it did. A value: it neither reads a clock nor writes.
///
///     var trace = Trace(title: "A cable is pulled")
///     trace.tries = [attempt]
///     let page = TracePage([.init(trace)], title: trace.title, language: .english).html
package struct Trace: Sendable {
    package var title: String
    /// Where the flow came from, such as `flows/cable.yaml`.
    package var file = ""
    /// Version, host and the like, in order.
    package var facts: [Fact] = []
    /// In the order of time; several if it was tried again.
    package var tries: [Try] = []

    package init(title: String) {
        self.title = title
    }

    package struct Fact: Equatable, Sendable {
        package let name: Phrase
        package let value: String

        package init(_ name: Phrase, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// One time that the flow was played.
    package struct Try: Sendable {
        package var frames: TraceFrames
        /// What stood there at the end, for whoever reads without scripts.
        package var screen: [String] = []
        package var took: Duration
        package var steps: [Step] = []
        package var events: [TraceEvent] = []
        /// The screens that were agreed on, where others stood in their place.
        package var expected: [Expected] = []
        /// Why it failed, the most telling last; empty if it did not.
        package var reasons: [Phrase] = []
        /// How the program or the launch ended; `nil` if it did not.
        package var ending: String?
        /// The number from 0 of the step at whose end a page opens; `nil` for the one that failed, or the last.
        package var opensAt: Int?

        package init(frames: TraceFrames, took: Duration) {
            (self.frames, self.took) = (frames, took)
        }

        package var hasFailed: Bool { !reasons.isEmpty || steps.contains { $0.state == .failed } }
    }

    /// A screen that was agreed on.
    package struct Expected: Sendable {
        package let frames: TraceFrames
        /// The number from 0 of the step that compared it; `nil` where there are no steps.
        package let step: Int?
        /// The number from 0 of the frame that stood in its place; `nil` for the one at the end of the step.
        package let frame: Int?

        package init(_ frames: TraceFrames, step: Int? = nil, frame: Int? = nil) {
            (self.frames, self.step, self.frame) = (frames, step, frame)
        }
    }

    /// All times are since the try began.
    package struct Step: Equatable, Sendable {
        package enum State: String, Sendable {
            /// It was done, and nothing was judged by it.
            case done
            case passed, failed, unplayed
        }

        package let title: String
        /// From 1; `nil` if it has none.
        package let line: Int?
        package let from: Duration
        /// When all that came of it was there.
        package let to: Duration
        /// How long the step itself took.
        package let took: Duration
        package let state: State

        package init(
            _ title: String, line: Int? = nil, from: Duration, to: Duration, took: Duration? = nil,
            state: State = .passed
        ) {
            (self.title, self.line, self.from, self.to, self.state) = (title, line, from, to, state)
            self.took = took ?? to - from
        }
    }
}

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
