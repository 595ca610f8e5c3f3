import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// A launch as one line below what has been written: the same session as on the screen, and nothing of the screen is taken.
final class LaunchLine: RelayLine {
    private struct State {
        var line = OneLine()
        var turn = 0
        var columns = 80
    }

    private let driver: LaunchDriver
    private var session: LaunchSession { driver.session }
    private let language: Language
    private let theme: DisplayTheme
    private let name: SafeText
    private let hear: @Sendable ([UInt8]?) -> Void
    private let state = Mutex(State())

    /// Begins the launch.
    ///
    /// - Parameters:
    ///   - name: what the line calls it; empty for what the launch says.
    ///   - hear: hears what the program writes; `nil` once that is all.
    init(
        _ session: LaunchSession, _ presentation: Presentation, name: SafeText = "",
        hear: @escaping @Sendable ([UInt8]?) -> Void = { _ in }
    ) throws(TerminalError) {
        self.hear = hear
        self.name = name
        driver = try LaunchDriver(session)
        language = presentation.language
        theme = presentation.theme
        session.configure {
            $0.fade = .zero
            $0.crawlInterval = OneLine.interval
        }
        driver.begin(isAtOnce: session.isShownAtOnce, at: MonotonicClock.now) { session.keep($0) }
    }

    /// Waits, without the line, until the launch is over.
    func finish() {
        while true {
            _ = step(draws: false)
            if isOver { return }
            driver.wait(until: nextDeadline)
        }
    }

    /// A screen may follow; not after a failure, which stays a line.
    func end() {
        if hasFailed { session.leave() }
        driver.end()
    }

    private var hasFailed: Bool { if case .failed = session.machine.phase { true } else { false } }

    /// What was written before it ends within a line.
    var isWithinLine: Bool { state.withLock { $0.line.isWithinLine } }

    // MARK: - On the terminal

    var descriptor: Int32 { driver.descriptor }
    var isShown: Bool { state.withLock { $0.line.isShown } }
    var isOver: Bool { !session.machine.isLoading && session.machine.phase != .presenting }

    var nextDeadline: Instant? {
        guard !isOver else { return nil }
        // While the line moves, the bar moves with it.
        if isSeen, let next = state.withLock({ $0.line.nextDeadline }) { return next }
        return driver.nextDeadline
    }

    private var isSeen: Bool { session.machine.isLoading && !session.machine.isHidden }

    func pass(_ bytes: [UInt8], isNew: Bool) -> [UInt8] {
        if isNew, !bytes.isEmpty, !isOver { hear(bytes) }
        return state.withLock { $0.line.pass(bytes, at: MonotonicClock.now) }
    }

    func ended() { hear(nil) }

    func step(draws: Bool) -> [UInt8] {
        let now = MonotonicClock.now
        driver.step(at: now) { session.keep($0) }
        guard !isOver else { return state.withLock { $0.line.end() } }
        driver.expect(isShown)
        guard draws, isSeen else { return [] }
        let text = text(at: now)
        return state.withLock { state in
            let isDue = state.line.nextDeadline.map { now >= $0 } ?? true
            guard isDue else { return [] }
            state.turn += 1
            let parts = text.parts(turn: state.turn, columns: state.columns)
            return state.line.show(parts.reduce("") { $0 + $1.text }, styled: theme.line(of: parts), at: now)
        }
    }

    func hide() -> [UInt8] { state.withLock { $0.line.hide() } }

    var isReady: Bool { isOver && !hasFailed && session.report?.outcome ?? .completed == .completed }

    func forget() { state.withLock { $0.line.forget() } }

    func resized(to size: CellSize) { state.withLock { $0.columns = size.columns } }

    // MARK: - What it says

    private func text(at now: Instant) -> OneLineText {
        let machine = session.machine
        let status = driver.status ?? ""
        let known =
            machine.info.map { SafeText($0.appName, columns: TerminalSize.limit) } ?? session.plan.known?.name ?? ""
        let (loading, elapsed) = (machine.state(at: now), now - (machine.record.began ?? now))
        // A measured time counts before a learned one.
        let time =
            loading.transfer.map { language.transferEnd($0) }
            ?? language.lineTime(elapsed: elapsed, usual: machine.usualDuration)
        return OneLineText(
            name: name.isEmpty ? known : name, fraction: loading.isMeasured ? loading.fraction : nil, time: time,
            status: status.isEmpty ? language.label(loading.label) : status,
            isASCII: theme.glyphs.isASCII, moves: !theme.reducesMotion)
    }
}

extension DisplayTheme {
    /// A status line in its colours. It has no ground of its own, since the terminal is not asked for its ground.
    func line(of parts: [OneLineText.Part]) -> [UInt8] {
        let pieces = parts.map { part in
            guard depth > .mono, part.role != .text, !part.text.isEmpty else { return part.text.string }
            let style =
                switch part.role {
                case .accent: TerminalStyle(foreground: resolve(CellColor.accent))
                case .name: TerminalStyle(attributes: .bold)
                case .text: TerminalStyle()
                case .quiet: TerminalStyle(attributes: .faint)
                }
            return "\u{1B}[\(style.renditionParameters)m\(part.text)\u{1B}[m"
        }
        return Array(pieces.joined().utf8)
    }
}

extension Language {
    /// How long a launch still takes, or has taken if nobody knows.
    func lineTime(elapsed: Duration, usual: Double?) -> SafeText {
        let seconds = Int(elapsed.inSeconds)
        if let usual, usual - elapsed.inSeconds >= TransferMeter.shortestTimeLeft.inSeconds {
            let rest = Int((usual - elapsed.inSeconds).rounded(.up))
            return self[Phrase("about \(rest) s")]
        }
        guard seconds >= Self.noteworthySeconds else { return "" }
        return self[Phrase("\(seconds) s")]
    }
}
