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

    func write(_ bytes: [UInt8]) { _ = unsafe Glibc.write(writeEnd, bytes, bytes.count) }
}
