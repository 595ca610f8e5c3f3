import FoyerCore

/// Where a body goes while it arrives. A value: the transport takes it, changes it on the transfer thread and returns
/// it with the answer.
///
/// For each attempt: `prepare`, `begin`, any number of `receive`, `finish`. A broken attempt just ends, and `prepare`
/// begins the next.
package protocol BodySink: Sendable {
    /// How many bytes there will be in all, where the sink knows beforehand.
    var expected: Int64? { get }
    /// How many bytes there are from before this attempt.
    var offset: Int64 { get }
    /// The fields that this attempt asks with, as `Range`.
    mutating func prepare() -> [HTTPField]
    /// Judges the final head, before the first byte of its body.
    mutating func begin(_ head: ResponseHead, from address: WebAddress) throws(TransferFailure) -> SinkDecision
    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure)
    /// The body has ended as its framing says.
    mutating func finish(from address: WebAddress) throws(TransferFailure)
}

package enum SinkDecision: Sendable {
    case take
    /// Ask again: the sink has changed what it asks for. A sink must not say so twice in a row.
    case askAgain
}

extension BodySink {
    package var expected: Int64? { nil }
    package var offset: Int64 { 0 }
    package mutating func prepare() -> [HTTPField] { [] }
    package mutating func finish(from address: WebAddress) throws(TransferFailure) {}
}

/// Keeps the body in memory. The request's bound is the bound.
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
