import FoyerCore
import FoyerCrypto
import FoyerSystem

/// What must be right before one byte of a package is parsed: size, then digest, then signature.
public struct PackageCheck: Sendable {
    /// Bytes, as the metadata says.
    public let size: Int
    /// SHA-256, as the metadata says; letters of either case.
    public let digest: String
    /// Ed25519 over the package's bytes in base 64, where the metadata has one.
    public let signature: String?
    /// The pinned key, 32 bytes; `nil` where the host pins none.
    public let publicKey: [UInt8]?

    public init(size: Int, digest: String, signature: String? = nil, publicKey: [UInt8]? = nil) {
        self.size = size
        self.digest = digest.lowercased()
        self.signature = signature
        self.publicKey = publicKey
    }

    /// A pinned key as people give it; `nil` where it is not 32 bytes in base 64.
    public static func publicKey(base64: String) -> [UInt8]? {
        guard let bytes = Base64.decode(base64), bytes.count == Ed25519.PublicKey.byteCount else { return nil }
        return bytes
    }

    /// Blocks while it reads.
    /// - Parameter arrived: the digest taken while the file was written; without it the file is read once more.
    public func judge(path: String, arrived: StreamDigest? = nil) throws(PackageError) {
        let found = try onDisk { () throws(DiskError) in try OpenFile.reading(path).size() }
        guard found == size, found <= PackageLimits.archiveSize, arrived.map({ $0.size == found }) ?? true else {
            throw .wrongSize(expected: size, found: found)
        }
        var taken = arrived ?? StreamDigest()
        if arrived == nil { try taken.update(file: path) }
        guard taken.hexadecimal == digest else { throw .wrongDigest(expected: digest, found: taken.hexadecimal) }
        if let publicKey { try judgeSignature(path: path, by: publicKey) }
    }

    /// The same on a thread of its own.
    public func judge(path: String, arrived: StreamDigest? = nil) async throws(PackageError) {
        try await judge(path: path, arrived: arrived, on: .threads)
    }

    func judge(path: String, arrived: StreamDigest?, on work: BlockingWork) async throws(PackageError) {
        try await work.run { () -> Result<Void, PackageError> in
            Result { () throws(PackageError) in try judge(path: path, arrived: arrived) }
        }.get()
    }

    /// Ed25519 wants the whole message at once; only a pinned key costs this memory, which is bounded.
    private func judgeSignature(path: String, by publicKey: [UInt8]) throws(PackageError) {
        guard let signature else { throw .wrongSignature("there is none, and a key is pinned") }
        guard let bytes = Base64.decode(signature), bytes.count == Ed25519.signatureSize else {
            throw .wrongSignature("it is not 64 bytes in base 64")
        }
        guard let key = Ed25519.PublicKey(publicKey) else {
            throw .wrongSignature("the pinned key is not an Ed25519 key")
        }
        guard size <= PackageLimits.signedArchiveSize else { throw .wrongSignature("the package is too large for one") }
        let message = try onDisk { () throws(DiskError) in
            try OpenFile.reading(path).readAll(limit: PackageLimits.archiveSize)
        }
        guard key.verifies(bytes, of: message) else {
            throw .wrongSignature("it was not made by the pinned key for these bytes")
        }
    }
}
