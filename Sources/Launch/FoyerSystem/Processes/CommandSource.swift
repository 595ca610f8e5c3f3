import CTerminal
import FoyerCore
import Glibc

/// Where a command writes to, and where its bytes go: from the pipe to the sink. While the sink is full, nothing is read.
struct CommandSource {
    enum Served {
        case nothing
        case bytes([UInt8])
        case end
        /// Its sink accepts nothing any more: the error number.
        case failed(Int32)
    }

    private static let piece = 64 << 10

    /// -1 once nothing more will come.
    private(set) var descriptor: Int32
    let sink: CommandSink?
    /// For a terminal, only silence shows that everything the command itself wrote has been read.
    let isTerminal: Bool
    private(set) var isFull = false
    /// Somebody else reads it, and says what has come, and when that is all.
    var isLent = false
    var hasHeardAll = false
    /// Unread bytes that were in it when the command died; at least one while that is unknown.
    private var owed = 1
    /// Whether everything the command itself wrote has been read, as opposed to processes it left behind.
    var isDrained: Bool { descriptor < 0 || (isLent ? hasHeardAll : owed <= 0) }
    var lines = OutputLines()
    var bars = ProgressSequences()

    init(descriptor: Int32, sink: CommandSink?, isTerminal: Bool) {
        self.descriptor = descriptor
        self.isTerminal = isTerminal
        self.sink = sink
    }

    /// What to wait for before it can be served.
    var awaited: pollfd {
        if isLent { return pollfd(fd: -1, events: 0, revents: 0) }
        guard isFull, let sink else { return pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }
        return pollfd(fd: sink.outlet.descriptor, events: Int16(POLLOUT), revents: 0)
    }

    /// A pipe tells how much it holds. A terminal does not, but reading it fetches what is on its way: it is drained
    /// once there is nothing to read.
    mutating func recordDeath() {
        owed = isTerminal || descriptor < 0 ? 1 : Int(foyer_readable_count(descriptor))
    }

    mutating func serve() -> Served {
        if isLent { return .nothing }
        if isFull, let sink {
            if let number = settle(sink.outlet.flush()) { return .failed(number) }
            if isFull { return .nothing }
        }
        return descriptor < 0 ? .nothing : read()
    }

    private mutating func read() -> Served {
        var isAtEnd = false
        let descriptor = descriptor
        let bytes = [UInt8](unsafeUninitializedCapacity: isTerminal ? 16 << 10 : Self.piece) { buffer, count in
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

    /// Those whom the command has left behind may still write into its pipe: somebody else reads it from now on.
    mutating func leave() {
        var rest = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        if descriptor >= 0, !isTerminal, foyer_poll(&rest, 1, 0) >= 0, Int32(rest[0].revents) & POLLHUP == 0 {
            var target: Int32 = -1
            if case .bytes(let outlet) = sink { target = outlet.descriptor }
            _ = foyer_leave_relay(descriptor, target)
        }
        close()
    }
}

/// Takes bytes in order and never waits: callers with more bytes wait until `descriptor` is writable.
package protocol ByteOutlet: AnyObject, Sendable {
    /// Becomes writable when it is no longer full.
    var descriptor: Int32 { get }

    /// Takes all bytes, and writes as many as there is room for.
    func offer(_ bytes: [UInt8]) -> OutletState

    /// Writes as much as there is room for.
    func flush() -> OutletState

    /// Nothing more will be offered.
    func finish()
}

package enum OutletState: Equatable, Sendable {
    /// Everything has been written.
    case idle
    /// It must not be offered more until it is writable.
    case full
    /// It takes no more bytes, with the system's error number.
    case failed(Int32)
}

/// Where a command's output to a pipe goes.
package enum CommandSink: Sendable {
    /// Every byte, unchanged.
    case bytes(any ByteOutlet)
    /// Lines that are safe to show, each as the closure encodes it.
    case lines(any ByteOutlet, @Sendable (SafeText) -> [UInt8])

    var outlet: any ByteOutlet {
        switch self {
        case .bytes(let outlet), .lines(let outlet, _): outlet
        }
    }
}
