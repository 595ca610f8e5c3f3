import FoyerCore

/// A strict reader of the small zip archives used as packages. It validates the whole archive before anything is
/// unpacked.
package enum ZipDirectory {
    /// Reads `count` bytes at `offset`; `nil` if that fails or fewer arrive.
    package typealias Read = (_ offset: Int, _ count: Int) -> [UInt8]?

    /// The entries, in the order of their content in the archive.
    ///
    /// The result is safe to unpack below any folder: every byte of the archive belongs to exactly one header or
    /// content, each header says the same in both places, and no two paths can collide.
    package static func validate(fileSize: Int, read: Read) throws(ZipRefusal) -> [ZipEntry] {
        let end = try validateEnd(fileSize: fileSize, read: read)
        guard let directory = read(end.offset, end.size), directory.count == end.size else {
            throw ZipRefusal(.unreadable)
        }
        var headers: [ZipCentralHeader] = []
        headers.reserveCapacity(end.count)
        var names = ZipNames()
        var position = 0
        var total = 0
        for _ in 0..<end.count {
            let header = try ZipCentralHeader(directory, at: &position)
            do { try names.insert(header.path, isFolder: header.isFolder) } catch {
                throw ZipRefusal(error, entry: header.path)
            }
            total += header.size
            guard total <= PackageLimits.totalSize else { throw ZipRefusal(.totalTooLarge) }
            headers.append(header)
        }
        guard position == directory.count else { throw ZipRefusal(.directoryDamaged) }
        if total > PackageLimits.ratioGrace, total / PackageLimits.ratio > fileSize { throw ZipRefusal(.totalRatio) }
        return try validateContents(headers, end: end.offset, read: read)
    }

    private static func validateEnd(
        fileSize: Int, read: Read
    ) throws(ZipRefusal) -> (offset: Int, size: Int, count: Int) {
        guard fileSize >= ZipFormat.endLength else { throw ZipRefusal(.notAnArchive) }
        guard fileSize <= PackageLimits.archiveSize else { throw ZipRefusal(.archiveTooLarge) }
        let (start, end) = try findEnd(fileSize: fileSize, read: read)
        let count = end.word16(at: 10)
        let size = end.word32(at: 12)
        let offset = end.word32(at: 16)
        if count == .max || end.word16(at: 8) == .max || size == .max || offset == .max { throw ZipRefusal(.zip64) }
        guard end.word16(at: 4) == 0, end.word16(at: 6) == 0, end.word16(at: 8) == count else {
            throw ZipRefusal(.severalDisks)
        }
        guard count > 0 else { throw ZipRefusal(.empty) }
        guard count <= PackageLimits.entryCount else { throw ZipRefusal(.tooManyEntries) }
        guard Int(offset) + Int(size) == start else {
            throw ZipRefusal(hasZip64Locator(before: start, read: read) ? .zip64 : .directoryMisplaced)
        }
        return (Int(offset), Int(size), Int(count))
    }

    /// The record at the end, and its position. If a comment of plain text follows it, as `git archive` writes one,
    /// every reader finds the same record, since text cannot contain its signature.
    private static func findEnd(fileSize: Int, read: Read) throws(ZipRefusal) -> (start: Int, record: [UInt8]) {
        func bytes(_ count: Int) throws(ZipRefusal) -> [UInt8] {
            guard let tail = read(fileSize - count, count), tail.count == count else { throw ZipRefusal(.unreadable) }
            return tail
        }
        var tail = try bytes(ZipFormat.endLength)
        if tail.word32(at: 0) != ZipFormat.endSignature {
            tail = try bytes(min(fileSize, ZipFormat.endLength + Int(UInt16.max)))
        }
        guard let place = (0...(tail.count - 4)).last(where: { tail.word32(at: $0) == ZipFormat.endSignature }) else {
            throw ZipRefusal(.notAnArchive)
        }
        let record = Array(tail[place...])
        guard record.count >= ZipFormat.endLength, Int(record.word16(at: 20)) == record.count - ZipFormat.endLength,
            record[ZipFormat.endLength...].allSatisfy(isText)
        else { throw ZipRefusal(.comment) }
        return (fileSize - record.count, record)
    }

    private static func isText(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func hasZip64Locator(before start: Int, read: Read) -> Bool {
        let offset = start - ZipFormat.zip64LocatorLength
        guard offset >= 0, let bytes = read(offset, 4), bytes.count == 4 else { return false }
        return bytes.word32(at: 0) == ZipFormat.zip64LocatorSignature
    }

    /// Headers and contents must fill the archive from its first byte to its directory.
    private static func validateContents(
        _ headers: [ZipCentralHeader], end: Int, read: Read
    ) throws(ZipRefusal) -> [ZipEntry] {
        let headers = headers.sorted { $0.offset < $1.offset }
        var entries: [ZipEntry] = []
        entries.reserveCapacity(headers.count)
        var position = 0
        for (index, header) in headers.enumerated() {
            do throws(ZipRefusal.Reason) {
                if header.offset < position { throw .overlap }
                if header.offset > position { throw .gap }
                let next = index + 1 < headers.count ? headers[index + 1].offset : end
                let local = try ZipLocalHeader(header, before: end, read: read)
                position = try local.validateEnd(next: next, read: read)
                entries.append(header.entry(dataOffset: local.dataOffset))
            } catch {
                throw ZipRefusal(error, entry: header.path)
            }
        }
        guard position == end else {
            throw ZipRefusal(position < end ? .gap : .overlap, entry: headers.last?.path)
        }
        return entries
    }
}

/// The header before an entry's content, compared with the one in the directory.
struct ZipLocalHeader {
    let dataOffset: Int
    private let central: ZipCentralHeader

    /// Reads and compares; `end` is where the directory begins.
    init(_ central: ZipCentralHeader, before end: Int, read: ZipDirectory.Read) throws(ZipRefusal.Reason) {
        self.central = central
        let room = end - central.offset
        let most = ZipFormat.localLength + central.rawName.count + PackageLimits.extraLength
        guard room >= ZipFormat.localLength else { throw .localHeader }
        let count = min(room, most)
        guard let bytes = read(central.offset, count), bytes.count == count else { throw .unreadable }
        guard bytes.word32(at: 0) == ZipFormat.localSignature else { throw .localHeader }
        let nameLength = Int(bytes.word16(at: 26))
        let extraLength = Int(bytes.word16(at: 28))
        guard nameLength == central.rawName.count, ZipFormat.localLength + nameLength <= count else {
            throw .headersDiffer
        }
        let nameEnd = ZipFormat.localLength + nameLength
        guard bytes[ZipFormat.localLength..<nameEnd].elementsEqual(central.rawName) else { throw .headersDiffer }
        guard extraLength <= PackageLimits.extraLength else { throw .extraField }
        guard nameEnd + extraLength <= count else { throw .localHeader }
        try validateExtraFields(bytes[nameEnd..<(nameEnd + extraLength)])
        guard bytes.word16(at: 4) <= ZipFormat.version else { throw .unknownVersion }
        guard bytes.word16(at: 6) == central.flags, bytes.word16(at: 8) == central.method.rawValue,
            bytes.word32(at: 10) == central.time
        else { throw .headersDiffer }
        let sizes = (bytes.word32(at: 14), bytes.word32(at: 18), bytes.word32(at: 22))
        let expected = (central.crc, UInt32(central.packedSize), UInt32(central.size))
        let areLater = central.flags & ZipFormat.descriptorFlag != 0 && sizes == (0, 0, 0)
        guard sizes == expected || areLater else { throw .headersDiffer }
        dataOffset = central.offset + nameEnd + extraLength
    }

    /// The end of the entry, including its descriptor; `next` is where it has to be.
    func validateEnd(next: Int, read: ZipDirectory.Read) throws(ZipRefusal.Reason) -> Int {
        let dataEnd = dataOffset + central.packedSize
        guard dataEnd <= next else { throw .overlap }
        guard central.flags & ZipFormat.descriptorFlag != 0 else { return dataEnd }
        let length = next - dataEnd
        guard length == 12 || length == 16 else { throw .descriptor }
        guard let bytes = read(dataEnd, length), bytes.count == length else { throw .unreadable }
        let start = length - 12
        guard start == 0 || bytes.word32(at: 0) == ZipFormat.descriptorSignature,
            bytes.word32(at: start) == central.crc, bytes.word32(at: start + 4) == UInt32(central.packedSize),
            bytes.word32(at: start + 8) == UInt32(central.size)
        else { throw .descriptor }
        return next
    }
}
