@testable import FoyerCore
@testable import FoyerPlatformCore

/// Builds archives that no correct writer would: each field of each header can be wrong.
struct ZipCraft: Sendable {
    struct Entry: Sendable {
        var name: [UInt8]
        var packed: [UInt8]
        var method: UInt16 = 0
        var flags: UInt16 = 0
        var time: UInt32 = 0x0021_0000
        var crc: UInt32
        var packedSize: UInt32
        var size: UInt32
        var version: UInt16 = 20
        var madeBy: UInt16 = 0x0314
        var attributes: UInt32 = 0o100644 << 16
        var disk: UInt16 = 0
        var extra: [UInt8] = []
        var comment: [UInt8] = []
        var localExtra: [UInt8] = []
        var localVersion: UInt16 = 20
        var localSignature: UInt32 = 0x0403_4B50
        var centralSignature: UInt32 = 0x0201_4B50
        var localName: [UInt8]?
        var localMethod: UInt16?
        var localFlags: UInt16?
        var localTime: UInt32?
        var localCRC: UInt32?
        var localPackedSize: UInt32?
        var localSize: UInt32?
        var offset: UInt32?
        var before: [UInt8] = []
        var descriptor: [UInt8] = []

        init(_ name: String, _ text: String = "hello") {
            self.init(bytes: Array(name.utf8), text)
        }

        init(bytes: [UInt8], _ text: String = "hello") {
            name = bytes
            let isFolder = bytes.last == UInt8(ascii: "/")
            packed = isFolder ? [] : Array(text.utf8)
            crc = CRC32.checksum(of: packed)
            packedSize = UInt32(packed.count)
            size = packedSize
            flags = bytes.contains { $0 >= 0x80 } ? 0x800 : 0
            if isFolder { attributes = 0o040755 << 16 | 0x10 }
        }

        func with(_ change: (inout Entry) -> Void) -> Entry {
            var copy = self
            change(&copy)
            return copy
        }

        /// The same content in one deflate block that is not compressed.
        var deflated: Entry {
            with {
                let count = UInt16($0.packed.count)
                $0.packed =
                    [1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + $0.packed
                $0.packedSize = UInt32($0.packed.count)
                $0.method = 8
            }
        }
    }

    var entries: [Entry]
    var prefix: [UInt8] = []
    var beforeDirectory: [UInt8] = []
    var afterDirectory: [UInt8] = []
    var suffix: [UInt8] = []
    var comment: [UInt8] = []
    /// Changes the 22 bytes at the end.
    var editEnd: @Sendable (inout [UInt8]) -> Void = { _ in }

    init(_ entries: Entry...) { self.entries = entries }
    init(entries: [Entry]) { self.entries = entries }

    func with(_ change: (inout ZipCraft) -> Void) -> ZipCraft {
        var copy = self
        change(&copy)
        return copy
    }

    func bytes() -> [UInt8] {
        var archive = prefix
        var directory: [UInt8] = []
        for entry in entries {
            archive += entry.before
            let offset = UInt32(archive.count)
            archive += ZipCraft.local(entry) + entry.packed + entry.descriptor
            directory += ZipCraft.central(entry, offset: entry.offset ?? offset)
        }
        archive += beforeDirectory
        let start = archive.count
        archive += directory + afterDirectory
        var end: [UInt8] = []
        end.append32(0x0605_4B50)
        end.append32(0)
        end.append16(UInt16(entries.count))
        end.append16(UInt16(entries.count))
        end.append32(UInt32(directory.count))
        end.append32(UInt32(start))
        end.append16(UInt16(comment.count))
        editEnd(&end)
        return archive + end + comment + suffix
    }

    private static func local(_ entry: Entry) -> [UInt8] {
        let name = entry.localName ?? entry.name
        var bytes: [UInt8] = []
        bytes.append32(entry.localSignature)
        bytes.append16(entry.localVersion)
        bytes.append16(entry.localFlags ?? entry.flags)
        bytes.append16(entry.localMethod ?? entry.method)
        bytes.append32(entry.localTime ?? entry.time)
        bytes.append32(entry.localCRC ?? entry.crc)
        bytes.append32(entry.localPackedSize ?? entry.packedSize)
        bytes.append32(entry.localSize ?? entry.size)
        bytes.append16(UInt16(name.count))
        bytes.append16(UInt16(entry.localExtra.count))
        return bytes + name + entry.localExtra
    }

    private static func central(_ entry: Entry, offset: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append32(entry.centralSignature)
        bytes.append16(entry.madeBy)
        bytes.append16(entry.version)
        bytes.append16(entry.flags)
        bytes.append16(entry.method)
        bytes.append32(entry.time)
        bytes.append32(entry.crc)
        bytes.append32(entry.packedSize)
        bytes.append32(entry.size)
        bytes.append16(UInt16(entry.name.count))
        bytes.append16(UInt16(entry.extra.count))
        bytes.append16(UInt16(entry.comment.count))
        bytes.append16(entry.disk)
        bytes.append16(0)
        bytes.append32(entry.attributes)
        bytes.append32(offset)
        return bytes + entry.name + entry.extra + entry.comment
    }

    static func validate(_ archive: [UInt8]) -> Result<[ZipEntry], ZipRefusal> {
        Result { () throws(ZipRefusal) in
            try ZipDirectory.validate(fileSize: archive.count) { offset, count in
                guard offset >= 0, count >= 0, offset + count <= archive.count else { return nil }
                return Array(archive[offset..<(offset + count)])
            }
        }
    }
}

func extra(_ id: UInt16, _ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append16(id)
    bytes.append16(UInt16(body.count))
    return bytes + body
}
