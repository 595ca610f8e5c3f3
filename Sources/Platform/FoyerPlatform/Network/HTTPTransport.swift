import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// HTTP over libcurl, on one thread of its own.
///
/// The thread starts with the first request and sleeps when idle. Every request ends by its deadline, whatever a server
/// does; cancelling the waiting task closes the socket at once. The library's own conveniences are off: the core's
/// rules decide about redirects, retries, limits and time.
public final class HTTPTransport: Sendable {
    /// Settings of a transport.
    public struct Configuration: Sendable {
        /// The `User-Agent` of each request.
        public var userAgent = "foyer"
        /// The path of a PEM file with certificates to trust in addition to the system's.
        public var extraCertificates: String?
        /// The keys that the host pins: documents and packages of the platform that none of them has signed are refused.
        /// `nil` to trust the connection.
        public var trust: DocumentTrust?
        /// The language that documents are asked for in (`Accept-Language`), called for each; `nil` for the platform's own.
        /// With a pinned key it has no effect: a signed document is the same in every language.
        public var language: (@Sendable () -> Language)?
        /// The largest size of that file in bytes.
        package static let largestCertificates = 4 << 20
        /// The random part of each wait before a retry, 0…1.
        package var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }
        /// Clock, threads and the network itself: always the system's, except in a rehearsal.
        public package(set) var surroundings = PlatformSurroundings.live

        /// The default settings.
        public init() {}
    }

    private let inbox: TransferInbox
    let surroundings: PlatformSurroundings
    /// The keys that the host pins.
    let trust: DocumentTrust?
    let language: (@Sendable () -> Language)?

    /// Creates a transport; its thread starts with the first request.
    public init(_ configuration: Configuration = Configuration()) {
        (surroundings, trust) = (configuration.surroundings, configuration.trust)
        language = configuration.language
        inbox = TransferInbox(configuration)
    }

    deinit {
        inbox.close()
    }

    /// Ends every request with `cancelled`; later requests end the same way at once.
    public func close() {
        inbox.close()
    }

    /// Closes the transport and waits for the transfer thread to end. A process that exits while libcurl and its TLS
    /// library are still working on another thread may crash: both clean up in `exit`.
    public func finish() async {
        inbox.close()
        await surroundings.work.run { [inbox] in inbox.waitForEnd() }
    }

    /// A request with a time limit from now.
    package func request(
        _ method: HTTPRequest.Method = .get, _ address: WebAddress, bodyBound: Int, timeout: Duration
    ) -> HTTPRequest {
        HTTPRequest(method, address, bodyBound: bodyBound, deadline: surroundings.now + timeout)
    }

    /// Fetches a body into memory, up to the request's limit.
    package func fetch(_ request: HTTPRequest) async throws(TransferFailure) -> HTTPResponse {
        var (response, sink) = try await transfer(request, into: MemorySink())
        response.body = sink.bytes
        return response
    }

    /// The status of the final answer, once its head has come: its body is not awaited.
    package func status(of request: HTTPRequest) async throws(TransferFailure) -> Int {
        let slot = SinkSlot(HeadSink())
        let result = await transfer(request, slot, progress: nil)
        if let status = slot.value.status { return status }
        return try result.get().status
    }

    /// Sends a request whose answer's body does not matter, from a thread without a task.
    ///
    /// - Parameter complete: called once, on the transfer thread. It must not block.
    func submit(
        _ request: HTTPRequest, complete: @escaping @Sendable (Result<HTTPResponse, TransferFailure>) -> Void
    ) {
        inbox.submit(
            TransferOrder(
                request: request, sink: SinkSlot(MemorySink()), progress: nil, flag: CancellationFlag(),
                complete: complete))
    }

    /// Passes a body to `sink` while it arrives.
    ///
    /// - Parameter progress: called on the transfer thread for each piece that arrives, and once at the end. It must
    ///   not block; limiting how often progress is shown is up to the listener, as in `StepReporter`.
    /// - Returns: the answer, and the sink as the last attempt left it.
    package func transfer<Sink: BodySink>(
        _ request: HTTPRequest, into sink: Sink, progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(TransferFailure) -> (HTTPResponse, Sink) {
        let slot = SinkSlot(sink)
        return (try await transfer(request, slot, progress: progress).get(), slot.value)
    }

    private func transfer(
        _ request: HTTPRequest, _ slot: any TransferSink, progress: (@Sendable (TransferProgress) -> Void)?
    ) async -> Result<HTTPResponse, TransferFailure> {
        let flag = CancellationFlag()
        let inbox = inbox
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inbox.submit(
                    TransferOrder(request: request, sink: slot, progress: progress, flag: flag) {
                        continuation.resume(returning: $0)
                    })
            }
        } onCancel: {
            flag.raise()
            inbox.wake()
        }
    }
}

extension HTTPTransport {
    /// Downloads an entity of known size into a file, and continues an earlier download if the server still has the same
    /// entity.
    ///
    /// If the download fails, the file stays, with a small file beside it that says what it is a part of. If it succeeds,
    /// both stay as well, so that a process that dies before it has used the file need not fetch it again; call
    /// ``discardPart(_:disk:)`` once the file has been used, or if its digest is wrong. Nothing is synced.
    ///
    /// - Parameters:
    ///   - path: the unfinished file, in a folder that exists. It is locked while the download runs.
    ///   - size: the exact number of bytes; at most `TransferBounds/package`.
    ///   - deadline: an instant on `CLOCK_MONOTONIC`.
    /// - Returns: the digest of the whole file.
    package func download(
        _ address: WebAddress, toFile path: String, size: Int, deadline: Instant,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(TransferFailure) -> SHA256 {
        guard (0...TransferBounds.package).contains(size) else {
            throw TransferFailure(.tooLarge, "\(address.host) announces \(size) bytes for \(address.path)")
        }
        let disk = surroundings.disk
        let sink = try await surroundings.work.run { () throws(TransferFailure) in
            try PartSink(path: path, address: address, size: Int64(size), disk: disk)
        }
        defer { sink.file.unlock() }
        if sink.isComplete {
            progress?(TransferProgress(received: Int64(size), expected: Int64(size)))
            return sink.digest
        }
        let request = HTTPRequest(.get, address, bodyBound: TransferBounds.package, deadline: deadline)
        return try await transfer(request, into: sink, progress: progress).1.digest
    }

    /// Removes an unfinished or used download and its record. Blocks. What cannot be removed stays, and nobody trusts it
    /// without its digest.
    package static func discardPart(_ path: String, disk: Disk) {
        try? OpenFile.remove(path, disk: disk)
        try? OpenFile.remove(PartValidators.path(for: path), disk: disk)
    }
}
