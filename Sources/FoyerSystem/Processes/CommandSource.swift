import CTerminal
import FoyerCore
import Glibc

/// Something that a command writes to, and where that goes.
///
/// Every byte takes one way, whether the command is ready or not: from the pipe to the sink. While the sink is full
/// nothing is read. Lines are a copy for whoever shows or searches them.
struct CommandSource {
    enum Served {
        case nothing
        /// To be offered.
        case bytes([UInt8])
        case end
        /// Its sink takes nothing any more: the system's number.
        case failed(Int32)
    }

    private static let piece = 256 << 10
    /// The most bytes that wait to be made lines; of more, the oldest go.
    private static let longestTail = 64 << 10

    /// -1 once nothing more will come.
    private(set) var descriptor: Int32
    let sink: CommandSink?
    /// Whether its end means that nobody is left who could write.
    let countsForEnd: Bool
    /// Only silence tells that all that the command itself wrote to a terminal has been read.
    let isTerminal: Bool
    private(set) var isFull = false
    /// Bytes that lay in it when the command died, and have not been read; at least one while that is not known.
    private var owed = 1
    /// Whether all that the command itself wrote has been read. What others write whom it left behind is not the command's.
    var isDrained: Bool { descriptor < 0 || owed <= 0 }
    var lines = OutputLines()
    /// What has been passed on and may still be asked for as lines, in the pieces in which it came: making lines of all
    /// of it, or joining it, would take many times what passing it on takes.
    private var tail: [[UInt8]] = []
    private var tailCount = 0
    /// Whether older pieces have gone: what is left begins in the middle of a line.
    private var isTailCut = false
    var hasTail: Bool { tailCount > 0 }
    var bars = ProgressSequences()

    init(descriptor: Int32, sink: CommandSink?, countsForEnd: Bool, isTerminal: Bool) {
        self.descriptor = descriptor
        self.isTerminal = isTerminal
        self.sink = sink
        self.countsForEnd = countsForEnd
    }

    /// What has to happen before it can be served.
    var awaited: pollfd {
        guard isFull, let sink else { return pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }
        return pollfd(fd: sink.outlet.descriptor, events: Int16(POLLOUT), revents: 0)
    }

    /// A pipe tells how much lies in it. A terminal does not, but to read it fetches what is on its way: it is drained
    /// once there is nothing to be read.
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
        // As much as lies there: a terminal's lines are few, and room for a whole piece each would cost more than they.
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

    /// The bytes without what they say of progress, and that; most say nothing, and are not looked at one by one.
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

    /// Passes bytes on as its sink wants them; answers the system's number where that takes nothing any more.
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
