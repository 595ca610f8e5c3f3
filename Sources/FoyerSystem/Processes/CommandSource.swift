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

    private static let piece = 64 << 10
    /// The most bytes that wait to be made lines; of more, the oldest go.
    private static let longestTail = 128 << 10

    /// -1 once nothing more will come.
    private(set) var descriptor: Int32
    let sink: CommandSink?
    /// Whether its end means that nobody is left who could write.
    let countsForEnd: Bool
    private(set) var isFull = false
    /// Bytes that lay in it when the command died, and have not been read.
    private(set) var owed = 0
    var lines = OutputLines()
    /// What has been passed on and may still be asked for as lines: making lines of all of it would take many times
    /// what passing it on takes.
    private(set) var tail: [UInt8] = []
    var bars = ProgressSequences()

    init(descriptor: Int32, sink: CommandSink?, countsForEnd: Bool) {
        self.descriptor = descriptor
        self.sink = sink
        self.countsForEnd = countsForEnd
    }

    /// What has to happen before it can be served.
    var awaited: pollfd {
        guard isFull, let sink else { return pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }
        return pollfd(fd: sink.outlet.descriptor, events: Int16(POLLOUT), revents: 0)
    }

    mutating func noteDeath() {
        if sink != nil, countsForEnd, descriptor >= 0 { owed = Int(foyer_readable_count(descriptor)) }
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
        case .moved(let count): owed -= count
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
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, count in
            let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            count = max(0, result)
            isAtEnd = result == 0 || (result < 0 && errno != EAGAIN && errno != EINTR)
        }
        owed -= bytes.count
        guard isAtEnd else { return bytes.isEmpty ? .nothing : .bytes(bytes) }
        close()
        return .end
    }

    /// Keeps what may be asked for as lines.
    mutating func keep(_ bytes: [UInt8]) {
        tail += bytes
        guard tail.count > Self.longestTail else { return }
        let rest = tail.suffix(Self.longestTail / 2)
        tail = Array(rest.firstIndex(of: UInt8(ascii: "\n")).map { rest[($0 + 1)...] } ?? rest)
        lines = OutputLines()
    }

    /// What was kept, as lines.
    mutating func takeTail() -> [SafeText] {
        defer { tail = [] }
        return lines.take(tail)
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
        owed = 0
    }
}
