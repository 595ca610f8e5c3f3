import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// What must hold before a byte of a package is parsed: size, then digest, then signature.
package struct PackageCheck: Sendable {
    /// The number of bytes from the metadata.
    package let size: Int
    /// The SHA-256 from the metadata, in upper or lower case.
    package let digest: String
    /// The Ed25519 signatures of the package's bytes in base64, if the metadata has any.
    package let signatures: [String]
    /// The pinned keys, 32 bytes each; one valid signature by any of them is enough. Empty if the host pins none.
    package let publicKeys: [[UInt8]]

    package init(size: Int, digest: String, signatures: [String] = [], publicKeys: [[UInt8]] = []) {
        self.size = size
        self.digest = digest.lowercased()
        self.signatures = signatures
        self.publicKeys = publicKeys
    }

    /// Parses a pinned key; `nil` if it is not 32 bytes in base64.
    package static func publicKey(base64: String) -> [UInt8]? {
        guard let bytes = Base64.decode(base64), bytes.count == Ed25519.PublicKey.byteCount else { return nil }
        return bytes
    }

    /// Blocks while it reads.
    /// - Parameter arrived: the digest computed during the download; without it the file is read once more.
    /// - Returns: the pinned key that signed it; `nil` if none is pinned.
    @discardableResult
    package func validate(path: String, arrived: SHA256? = nil) throws(PackageError) -> [UInt8]? {
        let found = try onDisk(OpenFile.reading(path).size())
        guard found == size, found <= PackageLimits.archiveSize, arrived.map({ $0.size == found }) ?? true else {
            throw .wrongSize(expected: size, found: found)
        }
        var taken = arrived ?? SHA256()
        if arrived == nil {
            try onDisk(OpenFile.reading(path).forEachPiece { taken.update($0) })
        }
        guard taken.hexadecimal == digest else { throw .wrongDigest(expected: digest, found: taken.hexadecimal) }
        return publicKeys.isEmpty ? nil : try validateSignature(path: path)
    }

    /// Ed25519 needs the whole message at once; only pinned keys cost this memory, which is limited.
    private func validateSignature(path: String) throws(PackageError) -> [UInt8] {
        guard !signatures.isEmpty else { throw .wrongSignature(.missing) }
        let decoded = signatures.compactMap { Base64.decode($0) }.filter { $0.count == Ed25519.signatureSize }
        guard decoded.count == signatures.count else { throw .wrongSignature(.malformed) }
        let keys = publicKeys.compactMap { Ed25519.PublicKey($0) }
        guard keys.count == publicKeys.count else { throw .wrongSignature(.malformedKey) }
        guard size <= PackageLimits.signedArchiveSize else { throw .wrongSignature(.packageTooLarge) }
        let message = try onDisk(OpenFile.reading(path).readAll(limit: PackageLimits.archiveSize))
        guard let signer = keys.first(where: { key in decoded.contains { key.verifies($0, of: message) } }) else {
            throw .wrongSignature(.foreign)
        }
        return signer.bytes
    }
}
