import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// One line of ours below what is written, as ``TerminalRelay`` and ``TerminalLine`` show it.
package protocol RelayLine: AnyObject, Sendable {
    /// Becomes readable when there is something to say.
    var descriptor: Int32 { get }
    /// When it moves by itself.
    var nextDeadline: Instant? { get }
    var isShown: Bool { get }
    /// Whether there is nothing more to show.
    var isOver: Bool { get }
    /// What the terminal gets for a program's output.
    ///
    /// - Parameter isNew: whether nobody has heard it yet.
    func pass(_ bytes: [UInt8], isNew: Bool) -> [UInt8]
    /// Once it is over: the program is ready, and gets what is typed.
    var isReady: Bool { get }
    /// The program has ended, and all that it wrote has been passed.
    func ended()
    /// What the terminal gets now.
    ///
    /// - Parameter draws: whether it takes something: one that is still busy gets nothing more.
    func step(draws: Bool) -> [UInt8]
    /// Takes the line away for now.
    func hide() -> [UInt8]
    /// Somebody else has had the terminal since.
    func forget()
    func resized(to size: CellSize)
}

/// The line where no program of ours has a terminal: nothing is read, and no setting is changed.
package struct TerminalLine {
    /// How often to look in the background whether the terminal is ours again.
    private static let backgroundInterval = Duration.milliseconds(200)

    private let tty: Int32
    private let signals: Int32
    private let line: any RelayLine
    private var toTerminal: [UInt8] = []
    private var isInBackground = false
    private var isGone = false

    /// Shows it until it is over, or until `isEnough`, which is asked whenever there is news. Then it is gone.
    package static func run(_ line: any RelayLine, until isEnough: () -> Bool) throws(TerminalError) {
        let signals = foyer_signals_install()
        let tty = foyer_terminal_reopen(STDOUT_FILENO)
        guard signals >= 0, tty >= 0 else { throw .unusable(doing: "opening", errno: errno) }
        defer {
            foyer_terminal_restore()
            foyer_signals_remove()
            close(tty)
        }
        var shown = TerminalLine(tty: tty, signals: signals, line: line)
        guard foyer_terminal_adopt(tty) == 0 else { throw .unusable(doing: "opening", errno: errno) }
        Self.setUndo()
        line.resized(to: TerminalSize.read(tty))
        shown.loop(until: isEnough)
        shown.send(line.hide())
    }

    /// However the process ends, the line goes.
    static func setUndo() { ModeSwitch.setUndo(FOYER_MODE_SCREEN, OneLine.erasing) }

    /// What is written next shows the line, or takes it away.
    static func mark(_ line: any RelayLine) { foyer_terminal_mark(FOYER_MODE_SCREEN, line.isShown) }

    private init(tty: Int32, signals: Int32, line: any RelayLine) {
        (self.tty, self.signals, self.line) = (tty, signals, line)
    }

    private mutating func loop(until isEnough: () -> Bool) {
        while !isGone {
            send(line.step(draws: toTerminal.isEmpty && !isInBackground))
            if line.isOver || isEnough() { return }
            var descriptors = [
                pollfd(fd: line.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: toTerminal.isEmpty ? -1 : tty, events: Int16(POLLOUT), revents: 0),
            ]
            let now = MonotonicClock.now
            let busy = toTerminal.isEmpty && !isInBackground ? nil : now + Self.backgroundInterval
            let due = busy ?? line.nextDeadline
            let rest = due.map { max(0, ($0 - now).saturatedNanoseconds) } ?? -1
            let count = unsafe foyer_poll(&descriptors, descriptors.count, rest)
            if count > 0, descriptors[1].revents != 0 { takeSignals() }
            if count > 0, descriptors[2].revents != 0 { send([]) }
            if isInBackground, foyer_terminal_in_foreground(tty) { takeTerminal() }
        }
    }

    private mutating func send(_ bytes: [UInt8]) {
        toTerminal += bytes
        guard !toTerminal.isEmpty, !isInBackground else { return }
        Self.mark(line)
        let count = unsafe foyer_terminal_write(toTerminal, toTerminal.count)
        if count > 0 { toTerminal.removeFirst(count) }
        if count < 0, errno != EAGAIN, errno != EINTR { isGone = true }
    }

    private mutating func takeSignals() {
        let pending = foyer_signals_take()
        if pending & UInt32(FOYER_SIGNAL_RESIZED) != 0 { line.resized(to: TerminalSize.read(tty)) }
        if pending & UInt32(FOYER_SIGNAL_SUSPEND) != 0 {
            send(line.hide())
            foyer_terminal_restore()
            toTerminal = []
            foyer_signals_stop_process()
            _ = foyer_signals_take()
            foyer_signals_continue_group()
            takeTerminal()
        } else if pending & UInt32(FOYER_SIGNAL_CONTINUED) != 0 {
            foyer_signals_continue_group()
            line.forget()
        }
    }

    private mutating func takeTerminal() {
        isInBackground = foyer_signals_shares_stops() && !foyer_terminal_in_foreground(tty)
        guard !isInBackground else { return }
        line.forget()
        if foyer_terminal_adopt(tty) != 0 { isGone = true }
        Self.setUndo()
    }
}
