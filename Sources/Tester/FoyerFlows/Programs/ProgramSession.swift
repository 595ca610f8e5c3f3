import Foyer
import FoyerEmulator
import FoyerGolden
import FoyerSystem
import FoyerTrace
import Glibc

/// A real program on a pseudo-terminal, and what stands on its screen.
final class ProgramSession {
    private let program: TerminalProgram
    private let terminal: TerminalEmulator
    private let began = MonotonicClock.now
    /// What it told its terminal beyond cells.
    private(set) var report = TerminalReport()
    /// When it last wrote something that is on the screen.
    private var wrote = MonotonicClock.now
    /// What it has written, and the terminal has not taken yet: of a flood.
    private var unfed: ArraySlice<UInt8> = []
    private var ended: Instant?
    /// When it was last sent keys, or last seen not to have read what it was sent.
    private var unread = Instant.zero
    private var isUnread = false
    /// What it has written, for the reason of a failure.
    private var written: [UInt8] = []
    private static let mostWritten = 1 << 20
    /// When the screen last changed.
    private(set) var changed = MonotonicClock.now
    private(set) var screen: Buffer
    /// The same of whatever else its terminal shows.
    private var stirred = MonotonicClock.now
    private var state: (ScreenTrack.TerminalState, TerminalReport.CursorShape, bells: Int)
    /// Whether it has been seen to read its terminal, so that not to do so says something.
    private var hasRead = false

    /// Bytes and repaints so far.
    private var output = OutputCount()
    /// Output that comes later than that after the last is another repaint.
    private static let burst = Duration.milliseconds(5)
    /// How long the terminal may take over what has come, before somebody looks at it, and at the clock.
    private static let piece = Duration.milliseconds(20)
    private var bellsBefore = 0
    private let room: FlowRoom
    /// Whether the terminal answers questions.
    var answers = true

    init(
        _ order: ProgramOrder, in room: FlowRoom, size: CellSize, _ settings: ScenarioSettings = ScenarioSettings()
    ) throws(LocalizedFailure) {
        terminal = TerminalEmulator(size: size, identity: settings.terminal)
        self.room = room
        program = try TerminalProgram(order.inRoom(room, terminal.size, settings.terminal))
        (screen, state) = (terminal.screen, (.init(report, cursor: terminal.cursor), report.shape, 0))
    }

    /// How it ended, once all that it wrote is on the screen; `nil` before.
    var end: CommandEnd? { program.isOver && unfed.isEmpty ? program.end : nil }
    var hearsMouse: Bool { terminal.hearsMouse }
    /// Why nothing can be seen any more.
    var failure: LocalizedFailure? { terminal.failure }

    /// What becomes readable when it has written something, or ended.
    var descriptors: [Int32] { program.descriptors }

    /// What stands beside its cells.
    var surroundings: ScreenTrack.TerminalState { .init(report, cursor: terminal.cursor) }

    /// Waits until it has written something or ended, at most until the instant.
    func wait(until instant: Instant) {
        if unfed.isEmpty {
            let bytes = program.read(until: instant)
            if ended == nil, program.end != nil { ended = MonotonicClock.now }
            if bytes.isEmpty { return }
            keep(bytes)
            unfed = bytes[...]
        }
        let rest = terminal.feed(unfed, until: MonotonicClock.now + Self.piece)
        let fed = unfed.dropLast(rest.count)
        (unfed, wrote) = (rest, MonotonicClock.now)
        let answers = self.answers ? terminal.takeAnswers() : []
        if !self.answers { _ = terminal.takeAnswers() }
        report.take(Array(fed), answered: answers)
        program.send(answers)
        look()
    }

    /// What is known of it beyond its cells.
    var sight: TerminalSight {
        var output = output
        (output.updates, output.quiet) = (report.updates, MonotonicClock.now - wrote)
        return TerminalSight(
            report: report, cursor: terminal.cursor, bells: report.bells - bellsBefore, end: end, folder: room.folder,
            output: output)
    }

    /// The screen as golden files keep it.
    var golden: GoldenScreen {
        GoldenScreen(
            screen, links: terminal.links, cursor: terminal.cursor, title: report.title, shape: report.shape.rawValue)
    }

    /// A step begins: its bells are counted anew.
    func beginStep() { bellsBefore = report.bells }

    private func keep(_ bytes: [UInt8]) {
        let now = MonotonicClock.now
        // It writes although it has no answer.
        if now - wrote >= ProgramFacts.suspense { report.forgetQuestions() }
        if output.bytes == 0 || now - wrote >= Self.burst { output.bursts += 1 }
        output.bytes += bytes.count
        written += bytes
        if written.count > Self.mostWritten { written.removeFirst(written.count - Self.mostWritten / 2) }
    }

    /// What may say why a step failed.
    var facts: ProgramFacts {
        let now = MonotonicClock.now
        var facts = ProgramFacts(size: terminal.size, written: written, age: now - began, quiet: now - wrote)
        if let end { facts.end = (end, (ended ?? now) - began) }
        facts.report = report
        facts.activity = { [program] in program.foreground?.activity }
        return facts
    }

    func press(_ key: KeyEvent) {
        terminal.press(key)
        give(terminal.takeAnswers())
    }

    private func give(_ bytes: [UInt8]) {
        if !hasRead { hasRead = program.foreground?.isReady ?? false }
        program.send(bytes)
        unread = MonotonicClock.now
    }

    /// Whether it has answered what it was sent, as far as that can be known.
    var evidence: ResponseWait.Evidence {
        if program.hasUnread {
            (unread, isUnread) = (MonotonicClock.now, true)
        } else if isUnread {
            (isUnread, hasRead) = (false, true)
        }
        return .init(unread: unread, changed: max(changed, stirred), wrote: wrote) { [unowned self] in foreground }
    }

    /// What it does; `nil` of one that does not read its terminal, and does not compute either.
    private var foreground: ForegroundState? {
        guard let state = program.foreground else { return nil }
        if state.isReady { hasRead = true }
        return hasRead || state.activity == .computing ? state : nil
    }

    /// As a terminal sends it: bracketed for a program that asks for that, and a line end as Enter.
    func paste(_ text: String) {
        let bytes = Array(text.replacing("\r\n", with: "\r").replacing("\n", with: "\r").utf8)
        // What is pasted cannot end the paste.
        let isBracketed = report.has(.paste)
        let (start, end) = isBracketed ? ("\u{1B}[200~", "\u{1B}[201~") : ("", "")
        give(Array(start.utf8) + bytes.filter { !isBracketed || $0 != 0x1B } + Array(end.utf8))
    }

    /// - Returns: whether the program asked to be told.
    func focus(isIn: Bool) -> Bool {
        guard report.has(.focus) else { return false }
        program.send(Array("\u{1B}[\(isIn ? "I" : "O")".utf8))
        return true
    }

    func signal(_ number: Int32) { program.signal(number) }
    func hangUp() { program.hangUp() }

    func move(_ mouse: MouseEvent) {
        terminal.move(mouse)
        give(terminal.takeAnswers())
    }

    func resize(to size: CellSize) {
        terminal.resize(to: size)
        program.resize(to: terminal.size)
        look()
    }

    private func look() {
        let state = (surroundings, report.shape, bells: report.bells)
        if state != self.state { (self.state, stirred) = (state, MonotonicClock.now) }
        let screen = terminal.screen
        guard screen != self.screen else { return }
        (self.screen, changed) = (screen, MonotonicClock.now)
    }

    func stop() { program.stop() }
}

// MARK: - In a flow

extension ProgramSession {
    /// What a player of steps sees.
    ///
    /// - Parameters:
    ///   - record: of nothing, since the program is not ours.
    ///   - past: its screens so far.
    func observation(
        _ theme: DisplayTheme, _ record: FlowRecord, _ past: FlowPast
    ) -> ScenarioPlayer.Observation {
        .init(
            screen: screen, theme: theme, phase: .opening, record: record, program: self, past: past,
            now: MonotonicClock.now, changed: changed, exit: end?.exitStatus, terminal: { self.sight },
            golden: { self.golden })
    }
}
