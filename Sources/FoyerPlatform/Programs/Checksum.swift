import CDeflate
import FoyerCore
import FoyerSystem

/// What tells a kept file from a damaged one. Against damage alone: whoever may change the file may change the record, too.
enum Checksum: Equatable, Sendable {
    /// The zip's own, of each file of a package: taken anyway while it is unpacked.
    case crc32(UInt32)
    /// 64 lower-case hexadecimal digits, of each resource: the metadata names it. Records that are older than the
    /// other case have it of all files.
    case sha256(String)

    /// Reads what `text` gives: the number of digits tells the two apart.
    init?(_ text: String) {
        guard let bytes = Hexadecimal.decode(text) else { return nil }
        switch bytes.count {
        case 4: self = .crc32(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 32: self = .sha256(text)
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .crc32(let value): withUnsafeBytes(of: value.bigEndian) { Hexadecimal.encode($0) }
        case .sha256(let digits): digits
        }
    }

    func matches(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .crc32(let value): libdeflate_crc32(0, bytes, bytes.count) == value
        case .sha256(let digits): StreamDigest.hexadecimal(of: bytes) == digits
        }
    }

    /// The same of all of a file, piece by piece.
    func matches(_ file: borrowing OpenFile) throws(DiskError) -> Bool {
        switch self {
        case .crc32(let value):
            var crc: UInt32 = 0
            try file.forEachPiece { crc = libdeflate_crc32(crc, $0.baseAddress, $0.count) }
            return crc == value
        case .sha256(let digits):
            var digest = StreamDigest()
            try file.forEachPiece { digest.update($0) }
            return digest.hexadecimal == digits
        }
    }
}
