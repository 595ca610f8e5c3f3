import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// A start-up step that fetches a file, shows its progress, and puts the file in place whole and checked, or not at
/// all.
///
/// ```swift
/// var model = DownloadStep("https://example.org/model.bin", to: folder + "/model.bin")
/// model.label = Phrase("Fetching the model")
/// model.sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
/// let engine = LaunchEngine(steps: [model.startupStep], root: { Home() })
/// ```
/// A file already at the path stays until the new one is complete. If the transfer fails, the error page shows 10009,
/// and reload starts over; if the disk fails, it shows 10000.
public struct DownloadStep: Sendable {
    /// The source: an absolute http or https address.
    public let url: String
    /// The destination; missing folders are made.
    public let path: String
    /// The step's name in the log, in JSON and for learned progress; unique in its list.
    public var id = "download"
    /// The text on the loading page while the step runs; "Downloading" unless set. `Phrase(asIs:)` takes one in one language.
    public var label = Phrase.stepPackage
    /// The exact number of bytes; `nil` accepts any number up to ``bound``.
    public var size: Int?
    /// The SHA-256 that the file must have, 64 hexadecimal digits; `nil` skips the check.
    public var sha256: String?
    /// The most bytes to accept: 256 MiB unless set.
    public var bound: Int = TransferBounds.package
    /// The time limit of the transfer, beside the launch's own.
    package var timeout = LaunchMachine.Configuration.standardTimeout
    /// The share of the bar relative to the other steps, until launches have taught how long each takes.
    public var weight = 1.0
    /// The ids of the steps to wait for; `nil` means the one before it in the list.
    public var after: [String]?
    /// Whether the launch waits for it.
    public var isAwaited = true
    /// Settings of the transport, such as certificates and the user agent.
    public var network = HTTPTransport.Configuration()

    /// A step that fetches an address into a file.
    public init(_ url: String, to path: String) {
        self.url = url
        self.path = path
    }

    /// The step for the engine's list.
    public var startupStep: StartupStep {
        StartupStep(id, label: label, weight: weight, after: after, isAwaited: isAwaited, fetches: true) { reporter in
            try await download { progress in
                reporter.transferred(
                    bytes: Int(clamping: progress.received), of: progress.expected.map { Int(clamping: $0) })
            }
        }
    }

    /// Downloads the file outside a launch.
    ///
    /// - Parameter progress: called on a thread of the transport for each piece that arrives; it must not block.
    package func download(
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(LaunchFailure) {
        let address: WebAddress
        do { address = try WebAddress(url) } catch {
            throw LaunchFailure(.unknown, .addressUnusable(SafeText(url).string, error))
        }
        let transport = HTTPTransport(network)
        let result = await fetch(address, transport, progress)
        await transport.finish()
        try result.get()
    }

    private var part: String { path + ".part" }

    private func fetch(
        _ address: WebAddress, _ transport: HTTPTransport, _ progress: (@Sendable (TransferProgress) -> Void)?
    ) async -> Result<Void, LaunchFailure> {
        let (part, size, work, disk) = (part, size, network.surroundings.work, network.surroundings.disk)
        let opened = await work.run { () -> Result<WholeFileSink, DiskError> in
            Result { () throws(DiskError) in
                _ = try Folder.open(path: PathParts(path).folder, makes: true, disk: disk)
                let file = try OpenFile.replacing(part, disk: disk)
                guard try file.tryLock() else { throw DiskError(.open, part, EWOULDBLOCK) }
                return WholeFileSink(file: file, size: size.map(Int64.init))
            }
        }
        do throws(LaunchFailure) {
            let request = HTTPRequest(
                .get, address, bodyBound: size ?? bound, deadline: network.surroundings.now + timeout)
            let sink = try LaunchFailure.onDisk(opened.get())
            let got: WholeFileSink
            do {
                got = try await transport.transfer(request, into: sink, progress: progress).1
            } catch {
                throw LaunchFailure(error)
            }
            let digest = got.digest.hexadecimal
            if let sha256, sha256.lowercased() != digest {
                throw LaunchFailure(
                    .downloadFailed, .wrongFileDigest(expected: SafeText(sha256).string, found: digest))
            }
            let placed = await work.run { Result { () throws(DiskError) in try putInPlace() } }
            try LaunchFailure.onDisk(placed.get())
            return .success(())
        } catch {
            await work.run { HTTPTransport.discardPart(part, disk: disk) }
            return .failure(error)
        }
    }

    private func putInPlace() throws(DiskError) {
        let parts = PathParts(path)
        let name = parts.name
        let folder = try Folder.open(path: parts.folder, makes: false, disk: network.surroundings.disk)
        try folder.file(name + ".part").sync()
        try folder.rename(name + ".part", to: folder, as: name)
        try folder.sync()
    }
}

extension LaunchFailure {
    /// The bytes did not arrive, or not as many as announced.
    fileprivate init(_ failure: TransferFailure) {
        let code: LaunchCode =
            switch failure.kind {
            case .sinkFailed, .unavailable: .unknown
            case .timedOut: .timedOut
            default: .downloadFailed
            }
        self.init(code, .transfer(failure))
    }

    fileprivate static func onDisk<Value>(
        _ body: @autoclosure () throws(DiskError) -> Value
    ) throws(LaunchFailure) -> Value {
        do { return try body() } catch { throw LaunchFailure(.unknown, error.cause) }
    }
}

/// Writes a body into a file from the beginning, and digests it on the way.
struct WholeFileSink: BodySink {
    let file: OpenFile
    let size: Int64?
    private(set) var digest = SHA256()
    private var count: Int64 = 0

    init(file: OpenFile, size: Int64?) {
        (self.file, self.size) = (file, size)
    }

    var expected: Int64? { size }

    mutating func begin(_ head: ResponseHead, from source: WebAddress) throws(TransferFailure) -> SinkDecision {
        guard head.status == 200 else {
            throw TransferFailure(.status(head.status), "\(source.host) answered \(head.status) for \(source.path)")
        }
        if let size, let length = head.contentLength, length != size { throw wrongSize(source, "\(length)") }
        try TransferFailure.onDisk(file.truncate())
        (digest, count) = (SHA256(), 0)
        return .take
    }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        try TransferFailure.onDisk(file.write(bytes, at: count))
        digest.update(bytes)
        count += Int64(bytes.count)
    }

    mutating func finish(from source: WebAddress) throws(TransferFailure) {
        if let size, count != size { throw wrongSize(source, "\(count)") }
    }

    private func wrongSize(_ source: WebAddress, _ got: String) -> TransferFailure {
        TransferFailure(
            .wrongSize, "\(source.host) sent \(got) bytes for \(source.path), where \(size ?? 0) were wanted")
    }
}

extension Phrase {
    fileprivate static func wrongFileDigest(expected: String, found: String) -> Phrase {
        Phrase("The file's SHA-256 is \(found), not \(expected).")
    }
}
