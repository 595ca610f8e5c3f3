import Crypto
import FoyerCore

/// SHA-256 over bytes as they come.
public struct StreamDigest: Sendable {
    private var hash = SHA256()
    /// Bytes so far.
    public private(set) var size = 0

    public init() {}

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bufferPointer: bytes)
        size += bytes.count
    }

    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// Takes in all of a file: the part of a download that an earlier attempt left.
    public mutating func update(file path: String) throws(PackageError) {
        var copy = self
        defer { self = copy }
        try onDisk { () throws(DiskError) in
            let file = try OpenFile.reading(path)
            try file.forEachPiece { copy.update($0) }
        }
    }

    /// The digest of all bytes so far, 64 lower-case hexadecimal digits.
    public var hexadecimal: String { Hexadecimal.encode(hash.finalize()) }

    /// The digest of one run of bytes.
    public static func hexadecimal(of bytes: [UInt8]) -> String {
        var digest = StreamDigest()
        digest.update(bytes)
        return digest.hexadecimal
    }
}

extension StreamDigest: BodyDigest {}
