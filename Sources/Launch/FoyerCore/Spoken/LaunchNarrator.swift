/// Tells a launch in sentences: what is loading, each step that takes over a second, and from time to time that it
/// goes on.
package struct LaunchNarrator: Sendable {
    /// A step that ends within this time is not told of.
    package static let longStep = Duration.seconds(1)
    /// How often it is said that the launch goes on.
    package static let signInterval = Duration.seconds(30)

    /// Everything told so far, in order.
    package private(set) var sentences: [SafeText] = []
    /// When there may next be something to tell by itself; `nil` if only an event can bring it.
    package private(set) var next: Instant?
    /// Whether it has been said that the launch can be closed.
    package private(set) var hasOfferedClose = false

    private let language: Language
    private let interval: Duration
    private var attempt = 0
    private var hasTitle = false
    private var steps: Set<String> = []
    private var last = Instant.zero
    private var isReady = false

    package init(_ language: Language, interval: Duration = signInterval) {
        (self.language, self.interval) = (language, interval)
    }

    /// Looks at the launch.
    ///
    /// - Parameters:
    ///   - machine: the launch.
    ///   - name: what is launched, as far as that is known.
    package mutating func follow(_ machine: LaunchMachine, name: SafeText, at now: Instant) {
        next = nil
        switch machine.phase {
        case .idle, .presenting: break
        case .loading: followLoading(machine, name: name, at: now)
        case .failed: hasOfferedClose = false
        case .fading, .ended(.completed): tellReady(machine.info.map { SafeText($0.appName) } ?? name)
        case .ended(.closed): tellOnce(language[.spokenClosed])
        case .ended(.failed): break
        }
    }

    /// Adds what somebody was told who asked for it.
    package mutating func tell(_ sentence: SafeText) { sentences.append(sentence) }

    private mutating func tell(_ sentence: SafeText, at now: Instant) {
        sentences.append(sentence)
        last = now
    }

    private mutating func tellOnce(_ sentence: SafeText) {
        if sentences.last != sentence { sentences.append(sentence) }
    }

    private mutating func tellReady(_ name: SafeText) {
        guard !isReady else { return }
        isReady = true
        sentences.append(language.spokenReady(name))
    }

    private mutating func followLoading(_ machine: LaunchMachine, name: SafeText, at now: Instant) {
        let began = machine.record.began ?? now
        if attempt != machine.attempt {
            attempt = machine.attempt
            (steps, last, hasOfferedClose) = ([], now, false)
            if attempt > 1 { tell(language[.spokenLoadingAgain], at: now) }
        }
        var due: [Instant] = []
        if let info = machine.info, !hasTitle {
            hasTitle = true
            tell(language.spokenLoading(SafeText(info.appName), SafeText(info.slogan)), at: now)
        } else if !hasTitle {
            // The name is known only when the platform has answered.
            if now >= began + Self.longStep {
                hasTitle = true
                tell(language.spokenLoading(name, ""), at: now)
            } else {
                due.append(began + Self.longStep)
            }
        }
        if let step = machine.currentStep, !steps.contains(step.id), let start = machine.record.start(of: step.id) {
            if now >= start + Self.longStep {
                steps.insert(step.id)
                tell(language.spokenStep(language.stepLabel(step), offersClose: offersClose(machine)), at: now)
            } else {
                due.append(start + Self.longStep)
            }
        }
        if now >= last + interval, let step = machine.currentStep {
            tell(still(machine, step, at: now), at: now)
        }
        next = (due + [last + interval]).min()
    }

    private mutating func offersClose(_ machine: LaunchMachine) -> Bool {
        guard machine.configuration.offersClose, !hasOfferedClose else { return false }
        hasOfferedClose = true
        return true
    }

    private func still(_ machine: LaunchMachine, _ step: LaunchStep, at now: Instant) -> SafeText {
        let state = machine.state(at: now)
        return language.spokenStill(
            language.stepLabel(step), percent: state.percent, left: state.transfer?.timeLeft)
    }
}

extension LaunchRecord {
    /// When a step began; `nil` before that.
    fileprivate func start(of id: String) -> Instant? { steps.first { $0.id == id }?.began }
}
