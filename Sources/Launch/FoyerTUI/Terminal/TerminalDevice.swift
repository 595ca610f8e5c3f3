import CTerminal
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

    /// Curses reports “nothing yet” and “never again” alike: a readable descriptor without a byte is the end.
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

    static func write(_ bytes: UnsafeRawBufferPointer) -> WriteResult {
        let count = unsafe foyer_terminal_write(bytes.baseAddress, bytes.count)
        if count >= 0 { return .wrote(count) }
        return errno == EAGAIN || errno == EINTR ? .full : .gone
    }
}
