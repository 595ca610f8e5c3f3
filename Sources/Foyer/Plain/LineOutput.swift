import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc
import Synchronization

/// Where lines go: standard output, which may be slow, full, or read by nobody.
///
/// Nothing here blocks without asking now and then whether it still should. What could not be written stays in order
/// until it can; what can never be written (a device that is full, an output that is closed) is dropped, and where it
/// was meant for standard output, ``PrintedOutput`` hears of it.
package final class LineOutput: Sendable {
    /// One for the process: lines of a launch and those of a command in it keep their order.
    package static let standard = LineOutput(STDOUT_FILENO)
    static let error = LineOutput(STDERR_FILENO)

    /// How long the last lines are waited for where the launch's own time is up.
    static let grace = Duration.milliseconds(300)
    /// How long nobody asks whether there is still a reason to wait.
    private static let longestWait = Duration.milliseconds(100)
    /// As much as a pipe that has room for anything takes at once.
    private static let piece = Int(PIPE_BUF)

    private let descriptor: Int32
    private let isOwn: Bool
    private let isStandardOutput: Bool
    private let pending = Mutex<[UInt8]>([])
    private static let recording = Mutex<(@Sendable ([UInt8]) -> Void)?>(nil)

    /// From now on `recording` gets a copy of all that is said in lines, as a terminal would get it.
    package static func record(with recording: @escaping @Sendable ([UInt8]) -> Void) {
        Self.recording.withLock { $0 = recording }
    }

    /// Terminals begin a new line at its left end where they are told to.
    private static func copy(_ bytes: [UInt8]) {
        guard let recording = recording.withLock({ $0 }) else { return }
        recording(bytes.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] })
    }

    init(_ descriptor: Int32) {
        let reopened = Self.reopen(descriptor)
        self.descriptor = reopened ?? descriptor
        isOwn = reopened != nil
        isStandardOutput = descriptor == STDOUT_FILENO
    }

    deinit {
        if isOwn { close(descriptor) }
    }

    /// Adds a line and writes what there is room for.
    package func add(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        Self.copy(bytes)
        pending.withLock { $0 += bytes }
        flush()
    }

    /// Writes what there is room for; false where something is left.
    @discardableResult func flush() -> Bool {
        pending.withLock { pending in
            var sent = 0
            while sent < pending.count {
                guard hasRoom(0) else { break }
                let piece = pending[sent...].prefix(Self.piece)
                let count = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count > 0 {
                    sent += count
                } else if errno == EAGAIN {
                    break
                } else if errno != EINTR {
                    if isStandardOutput { PrintedOutput.noteLost(errno) }
                    sent = pending.count
                }
            }
            pending.removeFirst(sent)
            return pending.isEmpty
        }
    }

    /// The same for the last lines of all: what nobody has taken by then is lost.
    package func finishForGood(by limit: Instant?) {
        if !finish(by: limit), isStandardOutput { PrintedOutput.noteLost(ETIMEDOUT) }
    }

    /// Waits until everything is written, but no longer than it may take; without a limit, and as long as it is
    /// wanted, for ever.
    ///
    /// - Returns: whether nothing is left.
    @discardableResult package func finish(by limit: Instant?, while isWanted: () -> Bool = { true }) -> Bool {
        while !flush() {
            let wait = min(Self.longestWait, limit.map { $0 - MonotonicClock.now } ?? Self.longestWait)
            guard wait > .zero, isWanted() else { return false }
            _ = hasRoom(Int32(clamping: (wait.saturatedNanoseconds + 999_999) / 1_000_000))
        }
        return true
    }

    /// Writes bytes as they are, behind what is left from before; gives up what nobody takes once it is not wanted.
    func pass(_ bytes: [UInt8], while isWanted: () -> Bool) {
        guard finish(by: nil, while: isWanted) else { return }
        Self.copy(bytes)
        pending.withLock { $0 += bytes }
        finish(by: nil, while: isWanted)
    }

    /// True as well where writing would say what is wrong.
    private func hasRoom(_ milliseconds: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&waiting, 1, milliseconds) > 0
    }

    /// A pipe or terminal once more, so that writing never blocks here and others who share it notice nothing. Files
    /// are not opened again: that would begin at their beginning.
    private static func reopen(_ descriptor: Int32) -> Int32? {
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            status.st_mode & S_IFMT == S_IFIFO || isatty(descriptor) == 1
        else { return nil }
        let path = "/proc/self/fd/\(descriptor)"
        let reopened = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        return reopened >= 0 ? reopened : nil
    }
}
