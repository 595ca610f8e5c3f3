import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc
import Synchronization

/// Where lines go: standard output, which may be slow, full or unread.
///
/// Nothing here blocks without checking from time to time whether it still should. What cannot be written yet is kept,
/// in order. What can never be written (a full device, a closed output) is dropped; if it was meant for standard
/// output, `PrintedOutput` learns of it.
///
/// A command's bytes may share the output. A line of the launch waits until the command's line has ended.
package final class LineOutput: Sendable {
    private struct State {
        var pending: [UInt8] = []
        /// The launch's lines that wait for the end of a command's line.
        var held: [UInt8] = []
        /// Whether a command is in the middle of a line.
        var isMidLine = false
        /// Whether no command's line is open.
        var isOver = false
        var failure: Int32?
    }

    /// The process's only one, so that the lines of a launch and of its command keep their order.
    package static let standard = LineOutput(STDOUT_FILENO)
    /// The same object as ``standard`` if both are one file, such as one terminal.
    package static let error =
        OutputDescriptor.isSame(STDOUT_FILENO, STDERR_FILENO) ? standard : LineOutput(STDERR_FILENO)
    /// Takes all, and shows none of it.
    static let nowhere = LineOutput(OutputDescriptor.openNowhere())

    /// How long to wait for the last lines once the launch's own time is up.
    static let grace = Duration.milliseconds(300)
    /// How often to check whether there is still a reason to wait.
    private static let longestWait = Duration.milliseconds(100)
    /// As much as a pipe with any room at all takes at once.
    private static let piece = Int(PIPE_BUF)

    private let output: OutputDescriptor
    private let isStandardOutput: Bool
    private let state: Mutex<State>
    private static let recording = Mutex<(@Sendable ([UInt8]) -> Void)?>(nil)

    /// Gives `recording` a copy of every line from now on, as a terminal would receive it.
    package static func record(with recording: @escaping @Sendable ([UInt8]) -> Void) {
        Self.recording.withLock { $0 = recording }
    }

    /// A terminal needs a carriage return to begin a line at its left end.
    private static func copy(_ bytes: [UInt8]) {
        guard let recording = recording.withLock({ $0 }) else { return }
        recording(bytes.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] })
    }

    init(_ descriptor: Int32) {
        output = OutputDescriptor(descriptor)
        isStandardOutput = descriptor == STDOUT_FILENO
        state = Mutex(State())
    }

    /// Adds a line and writes as much as there is room for.
    package func add(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        Self.copy(bytes)
        state.withLock { state in
            if state.isMidLine, !state.isOver {
                state.held += bytes
            } else {
                if state.isMidLine { state.pending.append(UInt8(ascii: "\n")) }
                state.isMidLine = false
                state.pending += bytes
            }
            _ = write(&state)
        }
    }

    /// Waits until everything is written, at most until the limit, and only while `isWanted` returns `true`.
    ///
    /// - Returns: whether everything was written.
    @discardableResult package func finish(by limit: Instant?, while isWanted: () -> Bool = { true }) -> Bool {
        while flush() == .full {
            let wait = min(Self.longestWait, limit.map { $0 - MonotonicClock.now } ?? Self.longestWait)
            guard wait > .zero, isWanted() else { return false }
            _ = output.hasRoom(within: Int32(clamping: (wait.saturatedNanoseconds + 999_999) / 1_000_000))
        }
        return true
    }

    /// The same for the very last lines: what cannot be written by then is lost.
    package func finishForGood(by limit: Instant?) {
        if !finish(by: limit), isStandardOutput { PrintedOutput.recordLoss(ETIMEDOUT) }
    }

    private func write(_ state: inout State) -> OutletState {
        let (sent, outcome) = write(state.pending[...], &state)
        state.pending.removeFirst(sent)
        return outcome
    }

    /// Writes as much as there is room for; what can never be written counts as sent.
    private func write(_ bytes: ArraySlice<UInt8>, _ state: inout State) -> (sent: Int, OutletState) {
        if let failure = state.failure { return (bytes.count, .failed(failure)) }
        var sent = 0
        while sent < bytes.count {
            guard output.isPatient || output.hasRoom(within: 0) else { return (sent, .full) }
            let rest = bytes.dropFirst(sent)
            let piece = output.isPatient ? rest : rest.prefix(Self.piece)
            let count = output.write(piece)
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                return (sent, .full)
            } else if errno != EINTR {
                let number = errno
                state.failure = number
                if isStandardOutput { PrintedOutput.recordLoss(number) }
                return (bytes.count, .failed(number))
            }
        }
        return (sent, .idle)
    }
}

// MARK: - A command's bytes

extension LineOutput: ByteOutlet {
    package var descriptor: Int32 { output.number }

    package func offer(_ bytes: [UInt8]) -> OutletState {
        Self.copy(bytes)
        return state.withLock { state in
            state.isOver = false
            var rest = bytes[...]
            if !state.held.isEmpty, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                state.pending += rest[...end] + state.held
                state.held = []
                rest = rest[(end + 1)...]
                state.isMidLine = false
            }
            if let last = rest.last { state.isMidLine = last != UInt8(ascii: "\n") }
            guard state.pending.isEmpty else {
                state.pending += rest
                return write(&state)
            }
            // Copy only what there is no room for.
            let (sent, outcome) = write(rest, &state)
            state.pending += rest.dropFirst(sent)
            return outcome
        }
    }

    @discardableResult package func flush() -> OutletState {
        state.withLock { write(&$0) }
    }

    /// Lines that wait for a command's line to end do not wait for ever.
    package func finish() {
        state.withLock { state in
            if !state.held.isEmpty {
                state.pending += [UInt8(ascii: "\n")] + state.held
                state.held = []
                state.isMidLine = false
            }
            state.isOver = true
            _ = write(&state)
        }
    }
}
