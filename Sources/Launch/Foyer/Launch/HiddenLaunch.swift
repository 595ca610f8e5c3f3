import FoyerCore
import FoyerSystem
import FoyerTUI

/// The beginning of a launch that may be ready before a splash is worth showing: the terminal is not touched, and keys
/// wait in it.
enum HiddenLaunch {
    /// Returns once there is something to show.
    ///
    /// - Parameter output: receives the lines of a launch without a splash that takes long.
    /// - Returns: `false` if the launch has ended without that.
    static func run(
        _ session: LaunchSession, language: Language, output: LineOutput = .error
    ) async throws(TerminalError) -> Bool {
        if session.isShownAtOnce { return true }
        try await LoopThread.run { () throws(TerminalError) in
            let driver = try LaunchDriver(session)
            defer { driver.end() }
            let clock = session.plan.system.clock
            var lines = SplashlessLines(
                language: language, isDue: session.machine.configuration.start == .never, began: clock())
            let isOver = { !session.machine.isHidden || !session.machine.isLoading }
            driver.begin(isAtOnce: false, at: clock()) { session.keep($0) }
            while !isOver() {
                for line in lines.lines(session.machine.state(at: clock()).label, at: clock()) { output.add(line) }
                driver.wait(until: [driver.nextDeadline, lines.next].compactMap { $0 }.min())
                driver.step(at: clock(), until: isOver) { session.keep($0) }
            }
        }
        return session.report?.outcome ?? .completed == .completed
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
