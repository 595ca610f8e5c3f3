import FoyerCore

/// One header of the directory, validated by itself.
struct ZipCentralHeader {
    let path: String
    let rawName: [UInt8]
    let isFolder: Bool
    let flags: UInt16
    let method: ZipEntry.Method
    /// DOS time and date: unused, but both headers must agree.
    let time: UInt32
    let crc: UInt32
    let packedSize: Int
    let size: Int
    let offset: Int

    /// Reads the header at `position` and advances it.
    init(_ bytes: [UInt8], at position: inout Int) throws(ZipRefusal) {
        let start = position
        guard bytes.count - start >= ZipFormat.centralLength, bytes.word32(at: start) == ZipFormat.centralSignature
        else { throw ZipRefusal(.directoryDamaged) }
        let nameLength = Int(bytes.word16(at: start + 28))
        let extraLength = Int(bytes.word16(at: start + 30))
        let commentLength = Int(bytes.word16(at: start + 32))
        let nameStart = start + ZipFormat.centralLength
        let extraStart = nameStart + nameLength
        position = extraStart + extraLength + commentLength
        guard position <= bytes.count else { throw ZipRefusal(.directoryDamaged) }
        let fixed = Array(bytes[start..<nameStart])
        rawName = Array(bytes[nameStart..<extraStart])
        do throws(ZipRefusal.Reason) {
            guard commentLength == 0 else { throw .entryComment }
            try validateExtraFields(bytes[extraStart..<(extraStart + extraLength)])
            flags = fixed.word16(at: 8)
            method = try ZipCentralHeader.validateFormat(fixed)
            (path, isFolder) = try ZipName.validate(rawName, isMarkedUTF8: flags & ZipFormat.unicodeFlag != 0)
            try ZipCentralHeader.validateAttributes(fixed.word32(at: 38), isFolder: isFolder)
        } catch {
            throw ZipRefusal(error, entry: ZipCentralHeader.readable(rawName))
        }
        time = fixed.word32(at: 12)
        crc = fixed.word32(at: 16)
        packedSize = Int(fixed.word32(at: 20))
        size = Int(fixed.word32(at: 24))
        offset = Int(fixed.word32(at: 42))
        do { try validateSizes() } catch { throw ZipRefusal(error, entry: path) }
    }

    func entry(dataOffset: Int) -> ZipEntry {
        ZipEntry(
            name: path, isFolder: isFolder, method: method, packedSize: packedSize, size: size, crc: crc,
            dataOffset: dataOffset)
    }

    private static func validateFormat(_ fixed: [UInt8]) throws(ZipRefusal.Reason) -> ZipEntry.Method {
        let flags = fixed.word16(at: 8)
        guard flags & ZipFormat.encryptedFlags == 0 else { throw .encrypted }
        guard let method = ZipEntry.Method(rawValue: fixed.word16(at: 10)) else { throw .unknownMethod }
        // Only deflate can be read without knowing its length, so a descriptor is unambiguous only there.
        var known = ZipFormat.unicodeFlag | ZipFormat.levelFlags
        if method == .deflate { known |= ZipFormat.descriptorFlag }
        guard flags & ~known == 0 else { throw .unknownFlags }
        guard ZipFormat.knownSystems.contains(fixed[5]) else { throw .unknownSystem }
        if fixed.word32(at: 20) == .max || fixed.word32(at: 24) == .max || fixed.word32(at: 42) == .max { throw .zip64 }
        guard fixed.word16(at: 6) <= ZipFormat.version else { throw .unknownVersion }
        guard fixed.word16(at: 34) == 0 else { throw .severalDisks }
        return method
    }

    /// Unix modes are in the upper half, whichever system is named; DOS attributes in the lowest byte.
    private static func validateAttributes(_ attributes: UInt32, isFolder: Bool) throws(ZipRefusal.Reason) {
        let mode = attributes >> 16
        switch mode & 0o170000 {
        case 0: break
        case 0o100000: if isFolder { throw .attributes }
        case 0o040000: if !isFolder { throw .attributes }
        case 0o120000: throw .link
        default: throw .special
        }
        // A folder's sticky or set-group bit comes from shared folders and is never applied.
        guard isFolder || mode & 0o7000 == 0 else { throw .specialMode }
        guard attributes & 0x48 == 0 else { throw .special }
        if attributes & 0x10 != 0, !isFolder { throw .attributes }
    }

    private func validateSizes() throws(ZipRefusal.Reason) {
        guard size <= PackageLimits.entrySize, packedSize <= PackageLimits.archiveSize else { throw .entryTooLarge }
        if isFolder {
            guard size == 0, packedSize == 0, crc == 0, method == .stored else { throw .folderHasData }
        } else if method == .stored {
            guard size == packedSize else { throw .sizesContradict }
        } else {
            guard packedSize > 0 else { throw .sizesContradict }
            if size > PackageLimits.ratioGrace, size / PackageLimits.ratio > packedSize { throw .ratio }
        }
    }

    private static func readable(_ name: [UInt8]) -> String {
        String(decoding: name.prefix(PackageLimits.nameLength), as: UTF8.self)
    }
}

/// Each field is a known unused one and occurs once, and together they fill their space.
func validateExtraFields(_ bytes: ArraySlice<UInt8>) throws(ZipRefusal.Reason) {
    guard bytes.count <= PackageLimits.extraLength else { throw .extraField }
    let bytes = Array(bytes)
    var seen: Set<UInt16> = []
    var position = 0
    while position < bytes.count {
        guard bytes.count - position >= 4 else { throw .extraField }
        let id = bytes.word16(at: position)
        if id == 0x0001 { throw .zip64 }
        guard ZipFormat.harmlessExtras.contains(id), seen.insert(id).inserted else { throw .extraField }
        position += 4 + Int(bytes.word16(at: position + 2))
    }
    guard position == bytes.count else { throw .extraField }
}
