import CTerminal
import FoyerCore
import Glibc

/// Where a command writes to, and where its bytes go.
///
/// Every byte takes the same way, before the command is ready and after: from the pipe to the sink. While the sink is
/// full, nothing is read. Lines are copies, for display and search.
struct CommandSource {
    enum Served {
        case nothing
        /// Pass them on.
        case bytes([UInt8])
        case end
        /// Its sink accepts nothing any more: the error number.
        case failed(Int32)
    }

    private static let piece = 256 << 10
    /// The maximum of bytes that wait to become lines; beyond it, the oldest are dropped.
    private static let longestTail = 64 << 10

    /// -1 once nothing more will come.
    private(set) var descriptor: Int32
    let sink: CommandSink?
    /// Whether its end means that no writer is left.
    let countsForEnd: Bool
    /// For a terminal, only silence shows that everything the command itself wrote has been read.
    let isTerminal: Bool
    private(set) var isFull = false
    /// Unread bytes that were in it when the command died; at least one while that is unknown.
    private var owed = 1
    /// Whether everything the command itself wrote has been read, as opposed to processes it left behind.
    var isDrained: Bool { descriptor < 0 || owed <= 0 }
    var lines = OutputLines()
    /// What has been passed on and may still be asked for as lines, in the pieces in which it arrived: joining it, or
    /// making lines of all of it, would cost many times as much as passing it on.
    private var tail: [[UInt8]] = []
    private var tailCount = 0
    /// Whether older pieces have been dropped: the rest begins in the middle of a line.
    private var isTailCut = false
    var hasTail: Bool { tailCount > 0 }
    var bars = ProgressSequences()

    init(descriptor: Int32, sink: CommandSink?, countsForEnd: Bool, isTerminal: Bool) {
        self.descriptor = descriptor
        self.isTerminal = isTerminal
        self.sink = sink
        self.countsForEnd = countsForEnd
    }

    /// What to wait for before it can be served.
    var awaited: pollfd {
        guard isFull, let sink else { return pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }
        return pollfd(fd: sink.outlet.descriptor, events: Int16(POLLOUT), revents: 0)
    }

    /// A pipe tells how much it holds. A terminal does not, but reading it fetches what is on its way: it is drained
    /// once there is nothing to read.
    mutating func recordDeath() {
        owed = isTerminal || descriptor < 0 ? 1 : Int(foyer_readable_count(descriptor))
    }

    mutating func serve(moving: Bool) -> Served {
        if isFull, let sink {
            if let number = settle(sink.outlet.flush()) { return .failed(number) }
            if isFull { return .nothing }
        }
        guard descriptor >= 0 else { return .nothing }
        if moving, case .bytes(let outlet) = sink, let moved = outlet.move(from: descriptor) { return take(moved) }
        return read()
    }

    private mutating func take(_ moved: MovedBytes) -> Served {
        switch moved {
        case .moved(let count): owed = count > 0 ? owed - count : 0
        case .full: isFull = true
        case .failed(let number): return .failed(number)
        case .end:
            close()
            return .end
        }
        return .nothing
    }

    private mutating func read() -> Served {
        var isAtEnd = false
        let descriptor = descriptor
        // Read as much as there is: a terminal's lines are short, and room for a whole piece each would cost more.
        let room = isTerminal ? 16 << 10 : min(Self.piece, max(4096, Int(foyer_readable_count(descriptor))))
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            count = max(0, result)
            isAtEnd = result == 0 || (result < 0 && errno != EAGAIN && errno != EINTR)
            if result < 0, errno == EAGAIN { owed = 0 }
        }
        if !isTerminal { owed -= bytes.count }
        guard isAtEnd else { return bytes.isEmpty ? .nothing : .bytes(bytes) }
        close()
        return .end
    }

    /// Splits progress reports from the other bytes. Most pieces contain none, and are not searched byte by byte.
    mutating func takeBars(_ bytes: [UInt8]) -> (bytes: [UInt8], reports: [BarReport]) {
        let hasEscape = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memchr($0, 0x1B, bytes.count) != nil } ?? false
        }
        return hasEscape || !bars.held.isEmpty ? bars.take(bytes) : (bytes, [])
    }

    /// Keeps what may be asked for as lines.
    mutating func keep(_ bytes: [UInt8]) {
        tail.append(bytes)
        tailCount += bytes.count
        while tailCount - tail[0].count >= Self.longestTail {
            tailCount -= tail.removeFirst().count
            isTailCut = true
        }
    }

    /// What was kept, as lines.
    mutating func takeTail() -> [SafeText] {
        var bytes = tail.flatMap { $0 }
        if bytes.count > Self.longestTail {
            bytes.removeFirst(bytes.count - Self.longestTail)
            isTailCut = true
        }
        if isTailCut {
            lines = OutputLines()
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { bytes.removeFirst(end + 1) }
        }
        (tail, tailCount, isTailCut) = ([], 0, false)
        return lines.take(bytes)
    }

    /// Passes bytes on as its sink wants them.
    ///
    /// - Returns: the error number if the sink accepts nothing any more.
    mutating func offer(_ bytes: [UInt8], _ lines: [SafeText]) -> Int32? {
        switch sink {
        case nil: return nil
        case .bytes(let outlet): return bytes.isEmpty ? nil : settle(outlet.offer(bytes))
        case .lines(let outlet, let encode): return lines.isEmpty ? nil : settle(outlet.offer(lines.flatMap(encode)))
        }
    }

    private mutating func settle(_ state: OutletState) -> Int32? {
        isFull = state == .full
        if case .failed(let number) = state { return number }
        return nil
    }

    mutating func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}
