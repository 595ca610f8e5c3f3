/// The bounds that a package keeps, whoever made it.
package enum PackageLimits {
    /// Bytes of a whole package.
    package static let archiveSize = 256 << 20
    /// Bytes of a package whose signature is checked. Ed25519 takes the message as one run of bytes in memory, and a
    /// file that is mapped instead would end the process where the disk fails.
    package static let signedArchiveSize = 192 << 20
    /// Files and folders of a package.
    package static let entryCount = 10_000
    /// Bytes of one unpacked file.
    package static let entrySize = 64 << 20
    /// Bytes of all unpacked files together.
    package static let totalSize = 512 << 20
    /// UTF-8 bytes of a path inside a package.
    package static let nameLength = 255
    /// Components of a path inside a package.
    package static let depth = 16
    /// Bytes of the extra fields of one header.
    package static let extraLength = 256
    /// How many times its packed size a file may unpack to, and all files together may.
    package static let ratio = 250
    /// Up to this size any ratio is harmless: an empty template packs to almost nothing.
    package static let ratioGrace = 64 << 10
    /// What names of our own records begin with; no package may bring one.
    package static let reservedPrefix = ".foyer"
}

/// One file or folder of a validated package.
package struct ZipEntry: Equatable, Sendable {
    /// How the bytes lie in the archive.
    package enum Method: UInt16, Sendable {
        case stored = 0
        case deflate = 8
    }

    /// The path inside the package, `/` between components; a folder has no slash at its end.
    package let name: String
    package let isFolder: Bool
    package let method: Method
    /// Bytes in the archive.
    package let packedSize: Int
    /// Bytes once unpacked.
    package let size: Int
    package let crc: UInt32
    /// Where in the archive the packed bytes begin.
    package let dataOffset: Int

    package init(
        name: String, isFolder: Bool, method: Method, packedSize: Int, size: Int, crc: UInt32, dataOffset: Int
    ) {
        self.name = name
        self.isFolder = isFolder
        self.method = method
        self.packedSize = packedSize
        self.size = size
        self.crc = crc
        self.dataOffset = dataOffset
    }
}

/// The fixed parts of the three headers, and the flags that are understood.
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

    /// Extra fields that hold times and owners, which nobody reads; the last marks a Java archive.
    static let harmlessExtras: Set<UInt16> = [0x5455, 0x5855, 0x7855, 0x7875, 0x000A, 0xCAFE]
}

extension [UInt8] {
    /// Little-endian; the caller has made sure that the bytes are there.
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
