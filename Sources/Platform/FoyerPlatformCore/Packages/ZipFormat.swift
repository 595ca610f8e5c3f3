import FoyerCore

package enum PackageLimits {
    /// The bytes of a whole package.
    package static let archiveSize = TransferBounds.package
    /// The bytes of a package whose signature is checked. Ed25519 takes the message as one run of bytes in memory, and
    /// mapping the file instead would end the process if the disk failed.
    package static let signedArchiveSize = 192 << 20
    /// The files and folders of a package.
    package static let entryCount = 10_000
    /// The bytes of one unpacked file.
    package static let entrySize = 64 << 20
    /// The bytes of all unpacked files together.
    package static let totalSize = 512 << 20
    /// The length of a path inside a package in UTF-8 bytes.
    package static let nameLength = 255
    /// The components of a path inside a package.
    package static let depth = 16
    /// The bytes of the extra fields of one header.
    package static let extraLength = 256
    /// The highest ratio of unpacked to packed size, of a file and of all files together.
    package static let ratio = 250
    /// Up to this size any ratio is harmless: an empty template packs to almost nothing.
    package static let ratioGrace = 64 << 10
    /// The prefix of our own records; no package may contain such a name.
    package static let reservedPrefix = ".foyer"
}

/// One file or folder of a validated package.
package struct ZipEntry: Equatable, Sendable {
    /// How the bytes are stored in the archive.
    package enum Method: UInt16, Sendable {
        case stored = 0
        case deflate = 8
    }

    /// The path inside the package, `/` between components; a folder has no slash at its end.
    package let name: String
    package let isFolder: Bool
    package let method: Method
    /// The number of bytes in the archive.
    package let packedSize: Int
    /// The number of bytes once unpacked.
    package let size: Int
    package let crc: UInt32
    /// The position of the packed bytes in the archive.
    package let dataOffset: Int
}

/// The fixed parts of the three headers, and the supported flags.
enum ZipFormat {
    static let localSignature: UInt32 = 0x0403_4B50
    static let centralSignature: UInt32 = 0x0201_4B50
    static let endSignature: UInt32 = 0x0605_4B50
    static let descriptorSignature: UInt32 = 0x0807_4B50
    static let zip64LocatorSignature: UInt32 = 0x0706_4B50

    static let localLength = 30
    static let centralLength = 46
    static let endLength = 22
    static let zip64LocatorLength = 20

    /// Version 2.0: folders and deflate, nothing later.
    static let version: UInt16 = 20

    static let encryptedFlags: UInt16 = 1 << 0 | 1 << 6 | 1 << 13
    static let levelFlags: UInt16 = 1 << 1 | 1 << 2
    static let descriptorFlag: UInt16 = 1 << 3
    static let unicodeFlag: UInt16 = 1 << 11

    /// Systems whose attributes mean what is validated here: FAT, Unix, NTFS (two numbers), VFAT, macOS.
    static let knownSystems: Set<UInt8> = [0, 3, 10, 11, 14, 19]

    /// Extra fields for times and owners, which are unused; the last marks a Java archive.
    static let harmlessExtras: Set<UInt16> = [0x5455, 0x5855, 0x7855, 0x7875, 0x000A, 0xCAFE]
}

extension [UInt8] {
    /// Little-endian; the caller has made sure that the bytes exist.
    func word16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    func word32(at offset: Int) -> UInt32 {
        UInt32(word16(at: offset)) | UInt32(word16(at: offset + 2)) << 16
    }

    mutating func append16(_ value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func append32(_ value: UInt32) {
        append16(UInt16(truncatingIfNeeded: value))
        append16(UInt16(truncatingIfNeeded: value >> 16))
    }
}
