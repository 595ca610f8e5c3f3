import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// Connects the process's terminal to a program on a pseudo-terminal: passes on input and output byte for byte, and the
/// terminal's size. The terminal is restored however the process ends.
package struct TerminalRelay {
    /// The number of bytes to hold for either side; beyond it, nothing more is read.
    private static let room = 64 << 10
    /// How long to wait, after the program's end, for a terminal that does not take its last bytes, and how long to
    /// read from processes left behind that write without a pause.
    private static let drainTime = Duration.milliseconds(300)

    private let tty: Int32
    private let signals: Int32
    private let program: Int32
    private let process: Int32
    private var stops: Int32
    private let recording: (([UInt8]) -> Void)?
    private let asked: (Int32) -> Void
    private var toTerminal: [UInt8]
    private var toProgram: [UInt8] = []
    private var modes = ModeTracker()
    private var isTerminalGone = false
    private var isProgramGone = false
    private var endedAt: Instant?
    /// When the terminal last took something after the program's end.
    private var lastTaken = Instant.zero
    private var told: Int32?

    /// Relays until the program has ended. Closes neither descriptor.
    ///
    /// - Parameters:
    ///   - program: the pseudo-terminal's other end, non-blocking; -1 to show only the history.
    ///   - process: becomes readable when the program has ended; -1 likewise.
    ///   - stops: readable when the program has been stopped: this process then stops as well, and both continue
    ///     together.
    ///   - history: what the program has written so far.
    ///   - recording: receives a copy of everything sent.
    ///   - asked: called with a signal (HUP, INT, QUIT, TERM) sent to this process, which asks the program to end.
    /// - Returns: the signal by which this process is to end; `nil` if none came.
    package static func run(
        program: Int32, process: Int32, stops: Int32 = -1, history: [UInt8],
        recording: (([UInt8]) -> Void)? = nil,
        asked: @escaping (Int32) -> Void
    ) throws(TerminalError) -> Int32? {
        let signals = foyer_signals_install()
        guard signals >= 0 else { throw .unusable(doing: "opening a pipe", errno: errno) }
        let tty = foyer_terminal_reopen(STDOUT_FILENO)
        defer {
            foyer_terminal_restore()
            foyer_signals_tell_ending(false)
            foyer_signals_remove()
            Glibc.close(tty)
        }
        guard tty >= 0, foyer_terminal_adopt(tty) == 0, foyer_terminal_set_raw() == 0 else {
            throw .unusable(doing: "opening", errno: errno)
        }
        foyer_signals_tell_ending(true)
        var relay = TerminalRelay(
            tty: tty, signals: signals, program: program, process: process, stops: stops, recording: recording,
            asked: asked,
            toTerminal: history)
        relay.trackModes(in: history)
        relay.resize()
        relay.loop()
        return relay.told
    }

    private init(
        tty: Int32, signals: Int32, program: Int32, process: Int32, stops: Int32, recording: (([UInt8]) -> Void)?,
        asked: @escaping (Int32) -> Void, toTerminal: [UInt8]
    ) {
        self.tty = tty
        self.signals = signals
        self.program = program
        self.process = process
        self.stops = stops
        self.recording = recording
        self.asked = asked
        self.toTerminal = toTerminal
        isProgramGone = program < 0
        if process < 0 { endedAt = MonotonicClock.now }
    }

    private mutating func loop() {
        while !isOver {
            stopReadingIfDue()
            var descriptors = [
                pollfd(fd: isTerminalGone ? -1 : tty, events: terminalEvents, revents: 0),
                pollfd(fd: isProgramGone ? -1 : program, events: programEvents, revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: endedAt == nil ? process : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: endedAt == nil ? stops : -1, events: Int16(POLLIN), revents: 0),
            ]
            // Polling a pseudo-terminal fetches what is on its way: if there is nothing, nothing more of the program's
            // will come.
            let asksForRest = endedAt != nil && !isProgramGone && programEvents & Int16(POLLIN) != 0
            let limit = endedAt == nil ? -1 : asksForRest ? 0 : Self.drainTime.saturatedNanoseconds
            let count = foyer_poll(&descriptors, descriptors.count, limit)
            if asksForRest, count >= 0, Int32(descriptors[1].revents) & (POLLIN | POLLHUP | POLLERR) == 0 {
                isProgramGone = true
                lastTaken = MonotonicClock.now
            }
            guard count > 0 else { continue }
            if descriptors[2].revents != 0 { takeSignals() }
            if descriptors[3].revents != 0 { endedAt = MonotonicClock.now }
            if descriptors[4].revents != 0 { takeStop() }
            if descriptors[1].revents != 0 { serveProgram(Int32(descriptors[1].revents)) }
            if descriptors[0].revents != 0 { serveTerminal(Int32(descriptors[0].revents)) }
        }
    }

    /// Once the program has ended: when all it wrote has been shown, or the terminal takes no more.
    private var isOver: Bool {
        if isTerminalGone, endedAt != nil { return true }
        if isProgramGone, toTerminal.isEmpty { return true }
        return endedAt.map { isProgramGone && MonotonicClock.now >= max($0, lastTaken) + Self.drainTime } ?? false
    }

    /// A process that the program left behind may hold its terminal for ever, so do not wait for it.
    private mutating func stopReadingIfDue() {
        guard let endedAt, !isProgramGone, MonotonicClock.now >= endedAt + Self.drainTime else { return }
        isProgramGone = true
        lastTaken = MonotonicClock.now
    }

    private var terminalEvents: Int16 {
        Int16((toProgram.count < Self.room ? POLLIN : 0) | (toTerminal.isEmpty ? 0 : POLLOUT))
    }

    private var programEvents: Int16 {
        Int16((toTerminal.count < Self.room ? POLLIN : 0) | (toProgram.isEmpty ? 0 : POLLOUT))
    }

    private mutating func serveProgram(_ events: Int32) {
        if events & POLLOUT != 0, !toProgram.isEmpty {
            let count = write(program, toProgram, toProgram.count)
            if count > 0 { toProgram.removeFirst(count) }
        }
        guard toTerminal.count < Self.room, events & (POLLIN | POLLHUP | POLLERR) != 0 else { return }
        let (bytes, isAtEnd) = Self.read(program)
        trackModes(in: bytes)
        toTerminal += bytes
        if isAtEnd { isProgramGone = true }
        flush()
    }

    private mutating func serveTerminal(_ events: Int32) {
        flush()
        guard events & (POLLIN | POLLHUP | POLLERR) != 0, toProgram.count < Self.room else { return }
        let (bytes, isAtEnd) = Self.read(tty)
        toProgram += bytes
        if isAtEnd {
            isTerminalGone = true
            asked(SIGHUP)
        }
    }

    private mutating func flush() {
        guard !toTerminal.isEmpty, !isTerminalGone else { return }
        let count = foyer_terminal_write(toTerminal, toTerminal.count)
        guard count > 0 else { return }
        lastTaken = MonotonicClock.now
        recording?(Array(toTerminal[..<count]))
        toTerminal.removeFirst(count)
    }

    /// The signal handlers undo these modes, as they do for a screen of ours.
    private mutating func trackModes(in bytes: [UInt8]) {
        if modes.take(bytes) { setUndo() }
    }

    private func setUndo() {
        let undo = modes.undo
        foyer_terminal_mark(FOYER_MODE_SCREEN, true)
        _ = foyer_terminal_set_undo(FOYER_MODE_SCREEN, undo, undo.count)
    }

    private func resize() {
        var columns: Int32 = 0
        var rows: Int32 = 0
        foyer_terminal_size(tty, &columns, &rows)
        if program >= 0, columns > 0, rows > 0 { _ = foyer_set_terminal_size(program, columns, rows) }
    }

    private mutating func takeSignals() {
        let pending = foyer_signals_take()
        if pending & UInt32(FOYER_SIGNAL_RESIZED) != 0 { resize() }
        if pending & UInt32(FOYER_SIGNAL_SUSPEND) != 0 { suspend() }
        if pending & UInt32(FOYER_SIGNAL_ENDING) != 0 {
            let number = foyer_signals_told()
            told = told ?? number
            asked(number)
        }
    }

    /// The program has been stopped, by a key or by itself: whoever started this process gets the terminal.
    private mutating func takeStop() {
        let (bytes, isAtEnd) = Self.read(stops)
        if isAtEnd { stops = -1 }
        if !bytes.isEmpty { suspend() }
    }

    private mutating func suspend() {
        showRest()
        foyer_terminal_restore()
        foyer_signals_stop_process()
        _ = foyer_signals_take()
        if foyer_terminal_adopt(tty) != 0 || foyer_terminal_set_raw() != 0 { isTerminalGone = true }
        setUndo()
        resize()
        // If the stop was ours, it needs no answer.
        if stops >= 0 { _ = Self.read(stops) }
        foyer_signals_continue_group()
    }

    /// Shows what the program wrote as it stopped, such as leaving the second screen.
    private mutating func showRest() {
        let limit = MonotonicClock.now + Self.drainTime
        while !isTerminalGone, MonotonicClock.now < limit {
            let room = Self.room - toTerminal.count
            let (bytes, isAtEnd) = isProgramGone || room <= 0 ? ([], false) : Self.read(program)
            trackModes(in: bytes)
            toTerminal += bytes
            if isAtEnd { isProgramGone = true }
            flush()
            if toTerminal.isEmpty {
                if bytes.isEmpty { return }
            } else {
                var full = [pollfd(fd: tty, events: Int16(POLLOUT), revents: 0)]
                _ = foyer_poll(&full, 1, max(0, (limit - MonotonicClock.now).saturatedNanoseconds))
            }
        }
    }

    private static func read(_ descriptor: Int32) -> (bytes: [UInt8], isAtEnd: Bool) {
        var isAtEnd = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            count = max(0, result)
            isAtEnd = result == 0 || (result < 0 && errno != EAGAIN && errno != EINTR)
        }
        return (bytes, isAtEnd)
    }
}
