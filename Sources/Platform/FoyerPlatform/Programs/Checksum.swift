import CDeflate
import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Tells an intact file from a damaged one. It protects against damage only: whoever can change the file can change the
/// record as well.
enum Checksum: Equatable, Sendable {
    /// The zip archive's own checksum for each file of a package, computed anyway while unpacking.
    case crc32(UInt32)
    /// 64 lower-case hexadecimal digits for each resource, as in the metadata. Older records use it for all files.
    case sha256(String)

    /// Reads what `text` writes: the number of digits tells the two kinds apart.
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
        case .sha256(let digits): SHA256.hexadecimal(of: bytes) == digits
        }
    }

    /// The checksum of a whole file, read piece by piece.
    func matches(_ file: OpenFile) throws(DiskError) -> Bool {
        switch self {
        case .crc32(let value):
            var crc: UInt32 = 0
            try file.forEachPiece { crc = libdeflate_crc32(crc, $0.baseAddress, $0.count) }
            return crc == value
        case .sha256(let digits):
            var digest = SHA256()
            try file.forEachPiece { digest.update($0) }
            return digest.hexadecimal == digits
        }
    }
}
