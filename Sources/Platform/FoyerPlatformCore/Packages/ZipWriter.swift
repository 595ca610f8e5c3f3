import FoyerCore

/// Writes packages: the same files give the same bytes, on any machine and at any time.
///
/// Piece by piece: `header(…)`, then the entry's packed bytes, for each entry; at the end `finish()`.
package struct ZipWriter: Sendable {
    package struct File: Sendable {
        /// The path inside the package.
        package let name: String
        package let bytes: [UInt8]

        package init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// 1 January 1980, midnight: the earliest time in the format.
    private static let time: UInt32 = 0x0021_0000
    /// Made on Unix, by version 2.0 of the format.
    private static let madeBy: UInt16 = 3 << 8 | ZipFormat.version
    /// A regular file that its owner may write and everybody may read.
    private static let attributes: UInt32 = 0o100644 << 16

    private var directory: [UInt8] = []
    private var count = 0
    private var offset = 0
    private var names = ZipNames()

    package init() {}

    /// The bytes before the content of the next entry. Throws if a reader would refuse the entry.
    package mutating func header(
        name: String, method: ZipEntry.Method, crc: UInt32, packedSize: Int, size: Int
    ) throws(ZipRefusal) -> [UInt8] {
        do throws(ZipRefusal.Reason) {
            try ZipName.validate(path: name)
            try names.insert(name, isFolder: false)
            guard size <= PackageLimits.entrySize, packedSize <= PackageLimits.archiveSize else {
                throw .entryTooLarge
            }
        } catch {
            throw ZipRefusal(error, entry: name)
        }
        guard count < PackageLimits.entryCount else { throw ZipRefusal(.tooManyEntries) }
        let raw = Array(name.utf8)
        var shared: [UInt8] = []
        shared.append16(ZipFormat.version)
        shared.append16(raw.contains { $0 >= 0x80 } ? ZipFormat.unicodeFlag : 0)
        shared.append16(method.rawValue)
        shared.append32(ZipWriter.time)
        shared.append32(crc)
        shared.append32(UInt32(packedSize))
        shared.append32(UInt32(size))
        shared.append16(UInt16(raw.count))
        shared.append16(0)
        var local: [UInt8] = []
        local.append32(ZipFormat.localSignature)
        local += shared + raw
        directory.append32(ZipFormat.centralSignature)
        directory.append16(ZipWriter.madeBy)
        directory += shared
        directory += [UInt8](repeating: 0, count: 6)
        directory.append32(ZipWriter.attributes)
        directory.append32(UInt32(offset))
        directory += raw
        count += 1
        offset += local.count + packedSize
        guard offset <= PackageLimits.archiveSize else { throw ZipRefusal(.archiveTooLarge) }
        return local
    }

    /// The directory and the end of the archive.
    package func finish() -> [UInt8] {
        var bytes = directory
        bytes.append32(ZipFormat.endSignature)
        bytes.append32(0)
        bytes.append16(UInt16(count))
        bytes.append16(UInt16(count))
        bytes.append32(UInt32(directory.count))
        bytes.append32(UInt32(offset))
        bytes.append16(0)
        return bytes
    }

    /// A whole archive in memory, sorted by name. `deflate` may return `nil` to store a file uncompressed.
    package static func encode(
        _ files: [File], deflate: (([UInt8]) -> [UInt8]?)? = nil
    ) throws(ZipRefusal) -> [UInt8] {
        var writer = ZipWriter()
        var archive: [UInt8] = []
        for file in files.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            let packed = deflate?(file.bytes).flatMap { worthwhile($0, for: file.bytes.count) ? $0 : nil }
            let content = packed ?? file.bytes
            archive += try writer.header(
                name: file.name, method: packed == nil ? .stored : .deflate, crc: CRC32.checksum(of: file.bytes),
                packedSize: content.count, size: file.bytes.count)
            archive += content
        }
        return archive + writer.finish()
    }

    /// Whether deflated bytes are smaller, but not so small that a reader takes them for a bomb.
    package static func worthwhile(_ packed: [UInt8], for size: Int) -> Bool {
        guard !packed.isEmpty, packed.count < size else { return false }
        return size <= PackageLimits.ratioGrace || size / PackageLimits.ratio <= packed.count
    }
}
