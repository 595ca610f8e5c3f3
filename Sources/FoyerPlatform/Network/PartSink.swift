import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// Writes a body of known size into a file, digests it on the way, and continues an interrupted download.
struct PartSink: BodySink {
    /// Locked by this process while it is open.
    let file: OwnFile
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
        file = try TransferFailure.onDisk(OwnFile.replacing(path, disk: disk))
        guard file.tryLock() else {
            throw TransferFailure(.sinkFailed(errno: EWOULDBLOCK), "another process is downloading into \(path)")
        }
        self.address = address
        self.size = size
        let here = file.size
        if let known = PartValidators.load(for: path), known.address == address.text, known.size == size,
            (1...max(1, size)).contains(here),
            file.forEachPiece({ self.digest.update($0) })
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
        try TransferFailure.onDisk(OwnFile.remove(PartValidators.path(for: file.path), disk: disk))
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
