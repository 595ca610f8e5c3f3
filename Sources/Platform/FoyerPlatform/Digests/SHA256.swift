import CNettle
import FoyerCore
import FoyerPlatformCore

/// SHA-256 over bytes as they come. A value: a copy goes on by itself.
package struct SHA256: Sendable {
    /// Bytes of a digest.
    package static let byteCount = Int(SHA256_DIGEST_SIZE)

    private var context = sha256_ctx()
    /// Bytes so far.
    package private(set) var size = 0

    package init() { nettle_sha256_init(&context) }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        nettle_sha256_update(&context, bytes.count, start)
        size += bytes.count
    }

    package mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of all bytes so far, 32 bytes.
    package var digest: [UInt8] {
        // Asked for a digest, a context begins anew.
        var copy = context
        return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
            nettle_sha256_digest(&copy, Self.byteCount, buffer.baseAddress)
            count = Self.byteCount
        }
    }

    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest
    }

    /// The digest of all bytes so far, 64 lower-case hexadecimal digits.
    package var hexadecimal: String { Hexadecimal.encode(digest) }

    package static func hexadecimal(of bytes: [UInt8]) -> String { Hexadecimal.encode(digest(of: bytes)) }
}
