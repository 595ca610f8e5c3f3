import Crypto

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
    public var hexadecimal: String { Hexadecimal.encode(Array(hash.finalize())) }

    /// The digest of one run of bytes.
    public static func hexadecimal(of bytes: [UInt8]) -> String {
        var digest = StreamDigest()
        digest.update(bytes)
        return digest.hexadecimal
    }
}

enum Hexadecimal {
    static func encode(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Whether the text is a SHA-256 as the metadata writes it.
    static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
extension StreamDigest: BodyDigest {}
