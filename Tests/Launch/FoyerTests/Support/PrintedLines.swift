import Glibc

/// A pipe that lines are written to, and what came through.
final class PrintedLines {
    let writeEnd: Int32
    private let readEnd: Int32

    struct NoPipe: Error {}

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw NoPipe() }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Leaves no room for another byte.
    func fill() {
        let nothing = [UInt8](repeating: 0, count: 4096)
        for count in [nothing.count, 1] { while write(writeEnd, nothing, count) > 0 {} }
    }

    /// Takes all that is there, and throws it away.
    func drain() { _ = bytes() }

    /// The lines since the last call.
    var lines: [String] { String(decoding: bytes(), as: UTF8.self).split(separator: "\n").map(String.init) }

    private func bytes() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(readEnd, &buffer, buffer.count), count > 0 { all += buffer[..<count] }
        return all
    }
}
