import FoyerCore
import FoyerCrypto

extension SHA256 {
    /// The digest of all bytes so far, 64 lower-case hexadecimal digits.
    package var hexadecimal: String { Hexadecimal.encode(digest) }

    /// The digest of one run of bytes.
    package static func hexadecimal(of bytes: [UInt8]) -> String { Hexadecimal.encode(digest(of: bytes)) }
}
