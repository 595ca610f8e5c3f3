import FoyerCore

/// Why an archive is not a package, and which entry is at fault.
package struct ZipRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The entry's name as in the archive, with invalid UTF-8 repaired. Text from outside.
    package let entry: String?
    package let reason: Reason

    package init(_ reason: Reason, entry: String? = nil) {
        self.reason = reason
        self.entry = entry
    }

    package var description: String { cause.english }

    package var cause: Phrase {
        guard let entry else { return Phrase("The package is refused: \(reason.phrase).") }
        return Phrase("The package is refused: \"\(entry)\" \(reason.phrase).")
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

extension ZipRefusal.Reason {
    /// Completes a sentence about the archive, or one that begins with the entry's name.
    package var phrase: Phrase {
        switch self {
        case .unreadable: Phrase("it could not be read")
        case .notAnArchive: Phrase("it does not end like a zip archive")
        case .archiveTooLarge: Phrase("it is larger than a package may be")
        case .comment:
            Phrase("it has bytes after its end, or a comment that is not plain text")
        case .severalDisks: Phrase("it is one part of several")
        case .zip64:
            Phrase("it uses zip64, which no package needs (zip -fz- leaves it out)")
        case .empty: Phrase("it holds no files")
        case .tooManyEntries: Phrase("it holds too many files")
        case .directoryMisplaced: Phrase("its directory is not where it says")
        case .directoryDamaged: Phrase("its directory is damaged")
        case .totalTooLarge: Phrase("it would unpack to more than is allowed")
        case .totalRatio: Phrase("its compression ratio is implausibly high")
        case .encrypted: Phrase("is encrypted")
        case .unknownFlags: Phrase("has unknown flags")
        case .unknownMethod: Phrase("is neither stored nor deflated")
        case .unknownVersion: Phrase("needs a later version of the format")
        case .unknownSystem: Phrase("comes from an unknown system")
        case .entryComment: Phrase("has a comment")
        case .extraField: Phrase("has an unsafe extra field")
        case .nameEmpty: Phrase("has no name")
        case .nameTooLong: Phrase("has a name that is too long")
        case .nameNotUTF8:
            Phrase("has a name that is not UTF-8, or not marked as such")
        case .nameAbsolute: Phrase("has an absolute path")
        case .nameClimbs: Phrase("has a path with . or .. in it")
        case .nameHasEmptyComponent: Phrase("has a path with an empty component")
        case .nameHasBackslash: Phrase("has a backslash in its path")
        case .nameHasDrive: Phrase("has a drive letter")
        case .nameHasControl:
            Phrase("has a control or invisible character in its name")
        case .nameTooDeep: Phrase("lies too deep")
        case .nameReserved: Phrase("has a name that is reserved")
        case .duplicate: Phrase("is there twice")
        case .collision:
            Phrase("differs from another name only by case or normalisation")
        case .fileAndFolder: Phrase("is both a file and a folder")
        case .link: Phrase("is a symbolic link")
        case .special: Phrase("is a device, a pipe or a socket")
        case .specialMode: Phrase("has a set-id or sticky bit")
        case .attributes: Phrase("has attributes that contradict its name")
        case .folderHasData: Phrase("is a folder with content")
        case .entryTooLarge: Phrase("is larger than a file may be")
        case .ratio: Phrase("has an implausibly high compression ratio")
        case .sizesContradict: Phrase("has sizes that contradict each other")
        case .localHeader: Phrase("has no header before its content")
        case .headersDiffer: Phrase("is described differently in two places")
        case .descriptor: Phrase("has a wrong descriptor after its content")
        case .overlap: Phrase("overlaps another entry")
        case .gap: Phrase("follows bytes that belong to no entry")
        }
    }
}
