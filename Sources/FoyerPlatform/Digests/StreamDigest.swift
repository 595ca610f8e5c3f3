import FoyerCore
import FoyerCrypto
import FoyerSystem

/// SHA-256 of bytes as they arrive.
package struct StreamDigest: Sendable {
    private var hash = SHA256()

    package init() {}

    /// The number of bytes so far.
    package var size: Int { hash.size }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bytes)
    }

    package mutating func update(_ bytes: [UInt8]) {
        hash.update(bytes)
    }

    /// Adds a whole file, such as the part of a download that an earlier attempt left.
    package mutating func update(file path: String) throws(DiskError) {
        var copy = self
        defer { self = copy }
        let file = try OpenFile.reading(path)
        try file.forEachPiece { copy.update($0) }
    }

    /// The digest of all bytes so far, 64 lower-case hexadecimal digits.
    package var hexadecimal: String { Hexadecimal.encode(hash.digest) }

    /// The digest of one run of bytes.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        Hexadecimal.encode(SHA256.digest(of: bytes))
    }
}
