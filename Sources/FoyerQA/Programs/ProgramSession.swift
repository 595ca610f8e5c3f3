import Foyer
import FoyerEmulator
import FoyerSystem

/// A real program on a pseudo-terminal, and what stands on its screen.
final class ProgramSession {
    private let program: TerminalProgram
    private let terminal: TerminalEmulator
    private let began = MonotonicClock.now
    /// What it told its terminal beyond cells.
    private(set) var report = TerminalReport()
    /// When it last wrote something.
    private var wrote = MonotonicClock.now
    private var ended: Instant?
    /// What it has written, for the reason of a failure.
    private var written: [UInt8] = []
    private static let mostWritten = 1 << 20
    /// When the screen last changed.
    private(set) var changed = MonotonicClock.now
    private(set) var screen: Buffer

    init(_ order: ProgramOrder, size: CellSize, depth: ColorDepth) throws(TerminalProgram.Failure) {
        terminal = TerminalEmulator(size: size)
        program = try TerminalProgram(order.onEmulator(terminal.size, depth))
        screen = terminal.screen
    }

    /// How it ended, once all that it wrote is on the screen; `nil` before.
    var end: CommandEnd? { program.isOver ? program.end : nil }
    var hearsMouse: Bool { terminal.hearsMouse }

    /// What stands beside its cells.
    var surroundings: ScreenTrack.Surroundings {
        .init(
            cursor: terminal.cursor, title: report.title,
            modes: TerminalReport.Mode.allCases.filter { $0 != .cursor && report.has($0) }.map(\.rawValue))
    }

    /// Waits until it has written something or ended, at most until the instant.
    func wait(until instant: Instant) {
        let bytes = program.read(until: instant)
        if ended == nil, program.end != nil { ended = MonotonicClock.now }
        if bytes.isEmpty { return }
        keep(bytes)
        terminal.feed(bytes)
        let answers = terminal.takeAnswers()
        report.take(bytes, answered: answers)
        program.send(answers)
        look()
    }

    private func keep(_ bytes: [UInt8]) {
        let now = MonotonicClock.now
        // It writes although it has no answer.
        if now - wrote >= ProgramFacts.suspense { report.forgetQuestions() }
        wrote = now
        written += bytes
        if written.count > Self.mostWritten { written.removeFirst(written.count - Self.mostWritten / 2) }
    }

    /// What may say why a step failed.
    var facts: ProgramFacts {
        let now = MonotonicClock.now
        var facts = ProgramFacts(size: terminal.size, written: written, age: now - began, quiet: now - wrote)
        if let end { facts.end = (end, (ended ?? now) - began) }
        facts.questions = report.questions
        facts.activity = { [program] in
            program.isReading ? .reading : program.isComputing ? .computing : nil
        }
        return facts
    }

    func press(_ key: KeyEvent) {
        terminal.press(key)
        program.send(terminal.takeAnswers())
    }

    func move(_ mouse: MouseEvent) {
        terminal.move(mouse)
        program.send(terminal.takeAnswers())
    }

    func resize(to size: CellSize) {
        terminal.resize(to: size)
        program.resize(to: terminal.size)
        look()
    }

    private func look() {
        let screen = terminal.screen
        guard screen != self.screen else { return }
        (self.screen, changed) = (screen, MonotonicClock.now)
    }

    func stop() { program.stop() }
}
