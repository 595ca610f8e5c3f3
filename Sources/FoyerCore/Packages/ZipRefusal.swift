/// Why an archive is not a package, and which entry is at fault.
package struct ZipRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The entry's name as in the archive, with invalid UTF-8 repaired. Text from outside.
    package let entry: String?
    package let reason: Reason

    package init(_ reason: Reason, entry: String? = nil) {
        self.reason = reason
        self.entry = entry
    }

    package var description: String {
        guard let entry else { return "The package is refused: \(reason.phrase)." }
        return "The package is refused: \"\(entry)\" \(reason.phrase)."
    }

    /// What is wrong with the archive, or with an entry of it.
    package enum Reason: Error, CaseIterable, Sendable {
        // About the archive.
        case unreadable, notAnArchive, archiveTooLarge, comment, severalDisks, zip64, empty, tooManyEntries
        case directoryMisplaced, directoryDamaged, totalTooLarge, totalRatio
        // About an entry.
        case encrypted, unknownFlags, unknownMethod, unknownVersion, unknownSystem, entryComment, extraField
        case nameEmpty, nameTooLong, nameNotUTF8, nameAbsolute, nameClimbs, nameHasEmptyComponent
        case nameHasBackslash, nameHasDrive, nameHasControl, nameTooDeep, nameReserved, duplicate, collision
        case fileAndFolder, link, special, specialMode, attributes, folderHasData, entryTooLarge, ratio
        case sizesContradict, localHeader, headersDiffer, descriptor, overlap, gap
    }
}
