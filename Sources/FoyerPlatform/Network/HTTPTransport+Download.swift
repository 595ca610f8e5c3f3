import FoyerCore
import FoyerSystem

extension HTTPTransport {
    /// Downloads an entity of known size into a file, continuing what an earlier run left there where the server still
    /// has the same entity.
    ///
    /// The file stays when the download fails, with a small file beside it that says what it is a part of. When it
    /// succeeds both stay too, so that a process that dies before it has used the file need not fetch it again; call
    /// ``discardPart(_:)`` once it is used, or its digest is wrong. Nothing is synced.
    ///
    /// - Parameters:
    ///   - path: the unfinished file; its folder exists. Held under a lock while the download runs.
    ///   - size: the bytes that it must have, exactly; at most `TransferBounds/package`.
    ///   - digest: fed with every byte in order, those on disk included.
    ///   - deadline: an instant on `CLOCK_MONOTONIC`.
    /// - Returns: the digest over the whole file.
    package func download<Digest: BodyDigest>(
        _ address: WebAddress, toFile path: String, size: Int, digest: Digest, deadline: Instant,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(TransferFailure) -> Digest {
        guard (0...TransferBounds.package).contains(size) else {
            throw TransferFailure(.tooLarge, "\(address.host) announces \(size) bytes for \(address.path)")
        }
        let sink = try await surroundings.work.run { () -> Result<PartSink<Digest>, TransferFailure> in
            Result { () throws(TransferFailure) in
                try PartSink(path: path, address: address, size: Int64(size), digest: digest)
            }
        }.get()
        defer { sink.file.unlock() }
        if sink.isComplete {
            progress?(TransferProgress(received: Int64(size), expected: Int64(size)))
            return sink.digest
        }
        let request = HTTPRequest(.get, address, bodyBound: TransferBounds.package, deadline: deadline)
        return try await transfer(request, into: sink, progress: progress).1.digest
    }

    /// Removes an unfinished or used download and what was kept beside it.
    public static func discardPart(_ path: String) {
        OwnFile.remove(path)
        OwnFile.remove(PartValidators.path(for: path))
    }
}
