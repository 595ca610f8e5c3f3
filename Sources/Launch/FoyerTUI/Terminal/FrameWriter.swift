import CTerminal
import FoyerCore
import Glibc

/// The process's terminal as the system sees it, and the signals that concern it.
struct TerminalDevice {
    let terminal: Int32
    /// Readable when a signal has come.
    let signals: Int32

    /// From now until `close()` the terminal is restored however the process ends.
    init() throws(TerminalError) {
        // Install the handlers first: from here on nothing leaves the terminal changed.
        signals = foyer_signals_install()
        foyer_return_large_blocks()
        // About what curses and the first frames take at 80×24.
        foyer_reserve_memory(400 << 10)
        guard signals >= 0 else { throw .unusable(doing: "opening a pipe", errno: errno) }
        terminal = foyer_terminal_reopen(STDOUT_FILENO)
        guard terminal >= 0, foyer_terminal_adopt(terminal) == 0 else {
            let error = TerminalError.unusable(doing: "opening", errno: errno)
            close()
            throw error
        }
    }

    /// A readable descriptor without a byte is the end.
    var isAtEnd: Bool {
        var probe = [pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)]
        guard unsafe foyer_poll(&probe, 1, 0) > 0 else { return false }
        if Int32(probe[0].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { return true }
        return foyer_readable_count(terminal) == 0
    }

    /// Restores the terminal.
    func close() {
        foyer_terminal_restore()
        foyer_signals_remove()
        Glibc.close(terminal)
    }
}

/// The bytes before the cells of a frame.
struct FrameOpening {
    var pictures: [UInt8] = []
    var modes: [UInt8] = []
    /// Not recorded: a player's terminal would answer them.
    var questions: [UInt8] = []

    var isEmpty: Bool { pictures.isEmpty && modes.isEmpty && questions.isEmpty }
}

/// The only way to the terminal. A frame goes out in one write if the terminal takes it. While a part of one still
/// waits, there is no room for the next, so frames are skipped rather than queued, and nothing ever blocks.
@safe struct FrameWriter {
    /// The result of a write to the terminal.
    enum WriteResult: Equatable {
        case wrote(Int)
        /// The terminal takes no more for now.
        case full
        /// The terminal is gone.
        case gone
    }

    private let write: (UnsafeRawBufferPointer) -> WriteResult
    private let recording: (([UInt8]) -> Void)?
    private var waiting: [UInt8] = []
    private var offset = 0
    /// The terminal has been hung up.
    private(set) var isGone = false

    /// - Parameter recording: receives a copy of everything sent except pixels and questions.
    init(recording: (([UInt8]) -> Void)?) {
        unsafe self.init(recording: recording, write: Self.writeToTerminal)
    }

    init(recording: (([UInt8]) -> Void)?, write: @escaping (UnsafeRawBufferPointer) -> WriteResult) {
        self.recording = recording
        unsafe self.write = write
    }

    private static func writeToTerminal(_ bytes: UnsafeRawBufferPointer) -> WriteResult {
        let count = unsafe foyer_terminal_write(bytes.baseAddress, bytes.count)
        if count >= 0 { return .wrote(count) }
        return errno == EAGAIN || errno == EINTR ? .full : .gone
    }

    /// There is room for a frame.
    var isIdle: Bool { waiting.isEmpty }

    /// Sends a frame in one write; only while `isIdle`.
    ///
    /// - Parameters:
    ///   - cells: curses' bytes.
    ///   - opening: bytes to precede them.
    ///   - after: bytes to follow the frame.
    ///   - isSynchronized: whether the terminal can hold the frame back until it is complete.
    mutating func send(cells: [UInt8], _ opening: FrameOpening, after: [UInt8], isSynchronized: Bool) {
        func whole(_ bytes: [UInt8]) -> [UInt8] {
            isSynchronized ? Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8) : bytes
        }
        if isSynchronized { foyer_terminal_mark(FOYER_MODE_SYNCHRONIZED, true) }
        if !opening.modes.isEmpty || !cells.isEmpty { recording?(whole(opening.modes + cells)) }
        send(whole(opening.pictures + opening.modes + opening.questions + cells) + after)
    }

    /// Sends what is neither part of the cells nor recorded: pictures, questions; only while `isIdle`.
    mutating func send(_ bytes: [UInt8]) {
        precondition(isIdle, "a frame still waits")
        guard !isGone, !bytes.isEmpty else { return }
        waiting = bytes
        flush()
    }

    /// Writes what the terminal takes now of what still waits.
    mutating func flush() {
        guard !isIdle else { return }
        while offset < waiting.count {
            let result = unsafe waiting.withUnsafeBytes { bytes in
                unsafe write(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            }
            switch result {
            case .wrote(let count): offset += count
            case .full: return
            case .gone:
                isGone = true
                offset = waiting.count
            }
        }
        discard()
        foyer_terminal_mark(FOYER_MODE_SYNCHRONIZED, false)
    }

    /// Discards what still waits, since the screen will be redrawn.
    mutating func discard() { (waiting, offset) = ([], 0) }

    /// Adds bytes to the recording alone.
    func record(_ bytes: [UInt8]) { recording?(bytes) }
}
