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
