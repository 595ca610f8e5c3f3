import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
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

/// Writes a body of known size into a file, digests it on the way, and continues an interrupted download.
struct PartSink: BodySink {
    /// Locked by this process while it is open.
    let file: OpenFile
    private let disk: Disk
    private let address: WebAddress
    private let size: Int64
    private var validators: PartValidators?
    /// Whether the answer itself says where its body ends.
    private var isFramed = false

    private(set) var digest = SHA256()
    /// The number of bytes in both the file and the digest.
    private(set) var count: Int64 = 0
    private(set) var offset: Int64 = 0

    /// Opens the file and digests what an earlier run left, if that can be continued. Blocks.
    init(path: String, address: WebAddress, size: Int64, disk: Disk) throws(TransferFailure) {
        self.disk = disk
        file = try TransferFailure.onDisk(OpenFile.replacing(path, disk: disk))
        guard try TransferFailure.onDisk(file.tryLock()) else {
            throw TransferFailure(.sinkFailed(errno: EWOULDBLOCK), "another process is downloading into \(path)")
        }
        self.address = address
        self.size = size
        let here = Int64(try TransferFailure.onDisk(file.size()))
        if let known = PartValidators.load(for: path), known.address == address.text, known.size == size,
            (1...max(1, size)).contains(here),
            (try? file.forEachPiece { self.digest.update($0) }) != nil, digest.size == here
        {
            validators = known
            count = here
        } else {
            try startOver()
        }
    }

    var expected: Int64? { size }
    var isComplete: Bool { count == size && validators != nil }

    mutating func prepare() -> [HTTPField] {
        offset = count
        guard count > 0, let known = validators, let range = HTTPField("Range", "bytes=\(count)-"),
            let condition = HTTPField("If-Range", known.ifRange)
        else { return [] }
        return [range, condition]
    }

    mutating func begin(_ head: ResponseHead, from source: WebAddress) throws(TransferFailure) -> SinkDecision {
        isFramed = head.contentLength != nil || head.value("Transfer-Encoding") != nil
        switch head.status {
        case 200:
            try startOver()
            if let length = head.contentLength, length != size { throw wrongSize(source, "\(length)") }
            validators = PartValidators(head, address: address.text, size: size)
            validators?.save(for: file.path, disk: disk)
            return .take
        case 206 where offset > 0:
            if continues(head) { return .take }
            try startOver()
            return .askAgain
        case 416 where offset > 0:
            try startOver()
            return .askAgain
        default:
            throw TransferFailure(.status(head.status), "\(source.host) answered \(head.status) for \(source.path)")
        }
    }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        guard Int64(bytes.count) <= size - count else {
            try startOver()
            throw wrongSize(address, "more")
        }
        try TransferFailure.onDisk(file.write(bytes, at: count))
        digest.update(bytes)
        count += Int64(bytes.count)
    }

    mutating func finish(from source: WebAddress) throws(TransferFailure) {
        guard count < size else { return }
        let had = count
        guard isFramed else {
            throw TransferFailure(.cut, "\(source.host) closed after \(had) of \(size) bytes")
        }
        try startOver()
        throw wrongSize(source, "\(had)")
    }

    private mutating func startOver() throws(TransferFailure) {
        validators = nil
        digest = SHA256()
        count = 0
        offset = 0
        try TransferFailure.onDisk(OpenFile.remove(PartValidators.path(for: file.path), disk: disk))
        try TransferFailure.onDisk(file.truncate())
    }

    /// Whether a partial answer brings exactly the missing bytes of the same entity.
    private func continues(_ head: ResponseHead) -> Bool {
        guard let range = head.value("Content-Range").flatMap(ContentRange.init), range.first == count,
            range.last == size - 1, range.total == nil || range.total == size,
            head.contentLength == nil || head.contentLength == size - count
        else { return false }
        guard let tag = head.value("ETag"), validators?.ifRange.hasPrefix("\"") == true else { return true }
        return tag == validators?.ifRange
    }

    private func wrongSize(_ source: WebAddress, _ got: String) -> TransferFailure {
        TransferFailure(.wrongSize, "\(source.host) sent \(got) bytes for \(source.path), where \(size) were announced")
    }
}

extension TransferFailure {
    static func onDisk<Value: ~Copyable>(_ body: @autoclosure () throws(DiskError) -> Value) throws(TransferFailure)
        -> Value
    {
        do { return try body() } catch {
            throw TransferFailure(.sinkFailed(errno: error.code), error.description)
        }
    }
}
