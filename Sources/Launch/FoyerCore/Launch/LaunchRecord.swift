/// What an attempt did and when: the waterfall and the log of the details page.
package struct LaunchRecord: Equatable, Sendable {
    package struct Step: Equatable, Sendable {
        /// How far a step has come; the end of the attempt cancels what still runs.
        package enum State: Equatable, Sendable { case waiting, running, done, failed, cancelled }

        package let step: LaunchStep
        /// How far it has come.
        package internal(set) var state: State = .waiting
        /// When it began; `nil` before.
        package internal(set) var began: Instant?
        /// When it ended; `nil` before.
        package internal(set) var ended: Instant?

        /// The step's id, unique in its launch.
        package var id: String { step.id }
        /// The step's label, as its host wrote it.
        package var label: String { step.label }

        /// Whether the steps after it may start: with the launch still loading, one that failed was not waited for.
        var hasEnded: Bool { state == .done || state == .failed }
    }

    /// Something worth a line in the log.
    package enum Entry: Equatable, Sendable {
        case attemptBegan(Int)
        case stepBegan(String)
        case stepEnded(String)
        case stepFailed(String, cause: String)
        case infoArrived(appID: String)
        case failed(LaunchCode)
        case reloaded
        case completed
        case closed
    }

    package struct Line: Equatable, Sendable {
        package let instant: Instant
        package let entry: Entry
    }

    /// When the attempt began; the waterfall's times count from then.
    package internal(set) var began: Instant?
    /// When it ended; `nil` before.
    package internal(set) var ended: Instant?
    /// In the order of the list.
    package internal(set) var steps: [Step]
    /// The log of this launch with all its attempts; beyond `longestLog` the oldest lines are dropped.
    package private(set) var log: [Line] = []

    /// The number of lines so far, including dropped ones.
    package private(set) var lineCount = 0

    /// The number of lines to keep.
    static let longestLog = 500

    init(steps: [LaunchStep]) {
        self.steps = steps.map { Step(step: $0) }
    }

    /// `nil` if there is no such step.
    func state(of id: String) -> Step.State? { steps.first { $0.step.id == id }?.state }

    /// Whether every step that the launch waits for has ended.
    var isComplete: Bool { steps.allSatisfy { !$0.step.isAwaited || $0.hasEnded } }

    /// The lines after the first `count`, as far as they are kept.
    package func lines(after count: Int) -> ArraySlice<Line> { log.suffix(max(0, lineCount - count)) }

    mutating func append(_ entry: Entry, at now: Instant) {
        if log.count == Self.longestLog { log.removeFirst() }
        log.append(Line(instant: now, entry: entry))
        lineCount += 1
    }

    mutating func beginAttempt(_ number: Int, at now: Instant) {
        began = now
        ended = nil
        steps = steps.map { Step(step: $0.step) }
        append(.attemptBegan(number), at: now)
    }

    mutating func set(_ id: String, _ state: Step.State, at now: Instant) {
        guard let index = steps.firstIndex(where: { $0.step.id == id }) else {
            return assertionFailure("no step is called \(id)")
        }
        steps[index].state = state
        if state == .running { steps[index].began = now } else { steps[index].ended = now }
    }

    /// The attempt is over; whatever was still running has been stopped.
    mutating func endAttempt(at now: Instant) {
        ended = now
        for index in steps.indices where steps[index].state == .running {
            steps[index].state = .cancelled
            steps[index].ended = now
        }
    }
}

extension LaunchRecord.Entry: CustomStringConvertible {
    /// The log's line in English. May contain text from outside.
    package var description: String {
        switch self {
        case .attemptBegan(let number): "attempt \(number)"
        case .stepBegan(let id): "\(id): began"
        case .stepEnded(let id): "\(id): done"
        case .stepFailed(let id, let cause): "\(id): \(cause)"
        case .infoArrived(let appID): "info: \(appID)"
        case .failed(let code): "error \(code.rawValue): \(code.message)"
        case .reloaded: "reload"
        case .completed: "ready"
        case .closed: "closed"
        }
    }
}
