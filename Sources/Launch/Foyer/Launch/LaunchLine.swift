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
        /// The steps' latest status, the newest last.
        var statuses: [(step: String, text: SafeText)] = []
        /// What only a screen shows, if there will be one.
        var others: [EngineEvent] = []
    }

    private static let mostOthers = 1000

    let session: LaunchSession
    private let mailbox: Mailbox<EngineEvent>
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
        self.session = session
        self.hear = hear
        self.name = name
        mailbox = try Mailbox<EngineEvent>(isGradual: { $0.isGradual })
        language = presentation.language
        theme = presentation.theme
        session.connect { [mailbox] in mailbox.post($0) }
        session.configure {
            $0.fade = .zero
            $0.crawlInterval = OneLine.interval
        }
        let isAtOnce = session.isShownAtOnce
        let learned = session.recall()
        send(isAtOnce ? [.opened, .presented(learned: learned)] : [.began(learned: learned)])
    }

    /// Waits, without the line, until the launch is over.
    func finish() {
        while true {
            _ = step(draws: false)
            if isOver { return }
            mailbox.wait(until: nextDeadline)
        }
    }

    /// A screen may follow; not after a failure, which stays a line.
    func end() {
        if hasFailed { session.leave() }
        session.disconnect { [self] in state.withLock { $0.others } + mailbox.drain() }
    }

    private var hasFailed: Bool { if case .failed = session.machine.phase { true } else { false } }

    /// What was written before it ends within a line.
    var isWithinLine: Bool { state.withLock { $0.line.isWithinLine } }

    // MARK: - On the terminal

    var descriptor: Int32 { mailbox.descriptor }
    var isShown: Bool { state.withLock { $0.line.isShown } }
    var isOver: Bool { !session.machine.isLoading && session.machine.phase != .presenting }

    var nextDeadline: Instant? {
        guard !isOver else { return nil }
        let machine = session.machine
        // While the line moves, the bar moves with it.
        if isSeen, let next = state.withLock({ $0.line.nextDeadline }) { return next }
        return machine.nextDeadline
    }

    private var isSeen: Bool { session.machine.isLoading && !session.machine.isHidden }

    func pass(_ bytes: [UInt8], isNew: Bool) -> [UInt8] {
        if isNew, !bytes.isEmpty, !isOver { hear(bytes) }
        return state.withLock { $0.line.pass(bytes, at: MonotonicClock.now) }
    }

    func ended() { hear(nil) }

    func step(draws: Bool) -> [UInt8] {
        take(mailbox.drain())
        let now = MonotonicClock.now
        if let deadline = session.machine.nextDeadline, now >= deadline { send([.deadlineReached]) }
        guard !isOver else { return state.withLock { $0.line.end() } }
        mailbox.expect(isShown)
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

    // MARK: - The launch

    private func take(_ events: [EngineEvent]) {
        for event in events {
            switch event {
            case .launch(let event):
                send([event])
            case .status(let text, let step, let attempt):
                if attempt == session.machine.attempt {
                    state.withLock { state in
                        state.statuses.removeAll { $0.step == step }
                        state.statuses.append((step, text))
                    }
                }
                keep(event)
            case .icon, .iconDrawn, .note, .kept: keep(event)
            }
        }
    }

    private func keep(_ event: EngineEvent) {
        state.withLock { state in
            if state.others.count == Self.mostOthers { state.others.removeFirst() }
            state.others.append(event)
        }
    }

    private func send(_ events: [LaunchEvent]) {
        for event in events {
            session.handle(event, at: MonotonicClock.now) { session.keep($0) }
        }
    }

    // MARK: - What it says

    private func text(at now: Instant) -> OneLineText {
        let machine = session.machine
        let over = Set(machine.record.steps.filter { ![.waiting, .running].contains($0.state) }.map(\.id))
        let status = state.withLock { $0.statuses }.last { !over.contains($0.step) }?.text ?? ""
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
            return self[Phrase("about \(rest) s", "约 \(rest) 秒", "約 \(rest) 秒")]
        }
        guard seconds >= Self.noteworthySeconds else { return "" }
        return self[Phrase("\(seconds) s", "\(seconds) 秒", "\(seconds) 秒")]
    }
}
