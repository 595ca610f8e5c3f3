import CTerminal
import Glibc

/// A pipe that curses reads keys from in place of the terminal.
final class KeyFeed {
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe foyer_pipe(&ends) == 0 else { throw .unusable(doing: "opening a pipe", errno: errno) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Passes on what the terminal has sent, at most as much as fits into the pipe.
    func take(from terminal: Int32) {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = unsafe max(0, read(terminal, buffer.baseAddress, buffer.count))
        }
        if !bytes.isEmpty { _ = unsafe write(writeEnd, bytes, bytes.count) }
    }
}
