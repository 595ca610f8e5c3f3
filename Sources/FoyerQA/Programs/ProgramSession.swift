import Foyer
import FoyerEmulator
import FoyerSystem

/// A real program on a pseudo-terminal, and what stands on its screen.
final class ProgramSession {
    private let program: TerminalProgram
    private let terminal: TerminalEmulator
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

    /// Waits until it has written something or ended, at most until the instant.
    func wait(until instant: Instant) {
        let bytes = program.read(until: instant)
        if bytes.isEmpty { return }
        terminal.feed(bytes)
        program.send(terminal.takeAnswers())
        look()
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
