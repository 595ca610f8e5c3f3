import FoyerCore
import FoyerPlatformCore
import Synchronization

/// Where a body goes while it arrives. A value: the transport changes it on the transfer thread and returns it with the
/// answer.
///
/// Each attempt calls `prepare`, `begin`, `receive` any number of times, and `finish`. A broken attempt just ends, and
/// the next one begins with `prepare`.
package protocol BodySink: Sendable {
    /// The total number of bytes, if the sink knows it in advance.
    var expected: Int64? { get }
    /// The number of bytes from before this attempt.
    var offset: Int64 { get }
    /// The header fields to add to this attempt, such as `Range`.
    mutating func prepare() -> [HTTPField]
    /// Validates the final head, before the first byte of its body.
    mutating func begin(_ head: ResponseHead, from address: WebAddress) throws(TransferFailure) -> SinkDecision
    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure)
    /// The body has ended as its framing says.
    mutating func finish(from address: WebAddress) throws(TransferFailure)
}

package enum SinkDecision: Sendable {
    case take
    /// Ask again with the fields that the sink has changed. A sink must not return this twice in a row.
    case askAgain
}

extension BodySink {
    package var expected: Int64? { nil }
    package var offset: Int64 { 0 }
    package mutating func prepare() -> [HTTPField] { [] }
    package mutating func finish(from address: WebAddress) throws(TransferFailure) {}
}

/// Keeps the body in memory, up to the request's limit.
struct MemorySink: BodySink {
    private(set) var bytes: [UInt8] = []

    mutating func begin(_ head: ResponseHead, from address: WebAddress) throws(TransferFailure) -> SinkDecision {
        bytes = []
        return .take
    }

    mutating func receive(_ chunk: UnsafeRawBufferPointer) throws(TransferFailure) {
        bytes.append(contentsOf: chunk)
    }
}

/// Wants the status alone, and breaks the exchange off before the body.
struct HeadSink: BodySink {
    private(set) var status: Int?

    mutating func begin(_ head: ResponseHead, from address: WebAddress) throws(TransferFailure) -> SinkDecision {
        status = head.status
        throw TransferFailure(.cancelled, "the body of \(address.path) is not wanted")
    }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {}
}

/// A ``BodySink`` with its type erased.
protocol TransferSink: Sendable {
    var expected: Int64? { get }
    var offset: Int64 { get }
    func prepare() -> [HTTPField]
    func begin(_ head: ResponseHead, from address: WebAddress) throws(TransferFailure) -> SinkDecision
    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure)
    func finish(from address: WebAddress) throws(TransferFailure)
}

/// A sink shared by two threads: the transfer thread while it runs, then the caller.
final class SinkSlot<Sink: BodySink>: TransferSink {
    private let sink: Mutex<Sink>

    init(_ sink: Sink) {
        self.sink = Mutex(sink)
    }

    var value: Sink { sink.withLock { $0 } }
    var expected: Int64? { sink.withLock { $0.expected } }
    var offset: Int64 { sink.withLock { $0.offset } }

    func prepare() -> [HTTPField] { sink.withLock { $0.prepare() } }

    func begin(_ head: ResponseHead, from address: WebAddress) throws(TransferFailure) -> SinkDecision {
        try sink.withLock { (sink) throws(TransferFailure) in try sink.begin(head, from: address) }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        try sink.withLock { (sink) throws(TransferFailure) in try sink.receive(bytes) }
    }

    func finish(from address: WebAddress) throws(TransferFailure) {
        try sink.withLock { (sink) throws(TransferFailure) in try sink.finish(from: address) }
    }
}
