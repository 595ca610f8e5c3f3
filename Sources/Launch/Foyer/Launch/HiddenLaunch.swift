import FoyerCore
import FoyerSystem
import FoyerTUI

/// The beginning of a launch that may be ready before a splash is worth showing: the terminal is not touched, and keys
/// wait in it.
struct HiddenLaunch: Sendable {
    private let session: LaunchSession
    private let language: Language
    /// Where it is said that a launch without a splash goes on.
    private let output: LineOutput

    init(_ session: LaunchSession, language: Language, output: LineOutput = .error) {
        self.session = session
        self.language = language
        self.output = output
    }

    /// Returns once there is something to show.
    ///
    /// - Returns: `false` if the launch has ended without that.
    func run() async throws(TerminalError) -> Bool {
        if session.isShownAtOnce { return true }
        try await LoopThread.run(loop)
        return session.report?.outcome ?? .completed == .completed
    }

    private func loop() throws(TerminalError) {
        let mailbox = try Mailbox<EngineEvent>()
        let clock = session.plan.system.clock
        session.connect { mailbox.post($0) }
        // Notes, pictures and the like are for the screen.
        var others: [EngineEvent] = []
        defer { session.disconnect { others + mailbox.drain() } }
        var lines = SplashlessLines(
            language: language, isDue: session.machine.configuration.start == .never, began: clock())
        var events: [LaunchEvent] = [.began(learned: session.recall())]
        while true {
            for (index, event) in events.enumerated() {
                session.handle(event, at: clock()) { session.keep($0) }
                guard session.machine.isHidden, session.machine.isLoading else {
                    // What came with it is for the screen.
                    others += events[(index + 1)...].map { .launch($0) }
                    return
                }
            }
            for line in lines.lines(session.machine.state(at: clock()).label, at: clock()) { output.add(line) }
            mailbox.wait(until: [session.machine.nextDeadline, lines.next].compactMap { $0 }.min())
            events = []
            for event in mailbox.drain() {
                if case .launch(let event) = event { events.append(event) } else { others.append(event) }
            }
            if let deadline = session.machine.nextDeadline, clock() >= deadline { events.append(.deadlineReached) }
        }
    }
}

/// The lines of a launch that has no splash: nothing for two seconds, then a line for each step, and a sign of life.
private struct SplashlessLines {
    private var log: LaunchLines
    /// When the first line is due; `nil` if there are to be none.
    private let first: Instant?
    private var hasBegun = false

    init(language: Language, isDue: Bool, began: Instant) {
        log = LaunchLines(format: .log, language: language, fit: PlainText.fitted)
        log.begin(at: began)
        first = isDue ? began + SplashRule.silence : nil
    }

    /// When the next line is due by itself.
    var next: Instant? { hasBegun ? log.nextSign : first }

    mutating func lines(_ label: LoadingState.Label, at now: Instant) -> [String] {
        guard let first, now >= first else { return [] }
        hasBegun = true
        return log.stepLine(label, at: now) + log.sign(at: now)
    }
}
