/// Why an archive is not a package, and which entry is to blame.
public struct ZipRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The entry's name as the archive has it, repaired where it is not UTF-8. Text from outside.
    public let entry: String?
    public let reason: Reason

    public init(_ reason: Reason, entry: String? = nil) {
        self.reason = reason
        self.entry = entry
    }

    public var description: String {
        guard let entry else { return "The package is refused: \(reason.rawValue)." }
        return "The package is refused: \"\(entry)\" \(reason.rawValue)."
    }

    /// What is wrong. The raw value completes a sentence: about the archive, or about the entry.
    public enum Reason: String, Error, CaseIterable, Sendable {
        // About the archive.
        case unreadable = "it could not be read"
        case notAnArchive = "it does not end as a zip archive does"
        case archiveTooLarge = "it is larger than a package may be"
        case comment = "it has bytes after its end, or a comment that is not plain text"
        case severalDisks = "it is one part of several"
        case zip64 = "it uses zip64, which no package needs (zip -fz- leaves it out)"
        case empty = "it holds no files"
        case tooManyEntries = "it holds too many files"
        case directoryMisplaced = "its directory does not lie where it says"
        case directoryDamaged = "its directory is damaged"
        case totalTooLarge = "it would unpack to more than is allowed"
        case totalRatio = "it is packed too well to be honest"
        // About an entry.
        case encrypted = "is encrypted"
        case unknownFlags = "has flags that are not understood"
        case unknownMethod = "is neither stored nor deflated"
        case unknownVersion = "needs a later version of the format"
        case unknownSystem = "comes from an unknown system"
        case entryComment = "has a comment"
        case extraField = "has an extra field that is not harmless"
        case nameEmpty = "has no name"
        case nameTooLong = "has a name that is too long"
        case nameNotUTF8 = "has a name that is not UTF-8, or not marked as such"
        case nameAbsolute = "has an absolute path"
        case nameClimbs = "has a path with . or .. in it"
        case nameHasEmptyComponent = "has a path with an empty component"
        case nameHasBackslash = "has a backslash in its path"
        case nameHasDrive = "has a drive letter"
        case nameHasControl = "has a control or invisible character in its name"
        case nameTooDeep = "lies too deep"
        case nameReserved = "has a name that is reserved"
        case duplicate = "is there twice"
        case collision = "differs from another name only by case or normalisation"
        case fileAndFolder = "is both a file and a folder"
        case link = "is a symbolic link"
        case special = "is a device, a pipe or a socket"
        case specialMode = "has a set-id or sticky bit"
        case attributes = "has attributes that contradict its name"
        case folderHasData = "is a folder with content"
        case entryTooLarge = "is larger than a file may be"
        case ratio = "is packed too well to be honest"
        case sizesContradict = "has sizes that contradict each other"
        case localHeader = "has no header where its content should be"
        case headersDiffer = "is described differently in two places"
        case descriptor = "has a wrong descriptor after its content"
        case overlap = "overlaps another entry"
        case gap = "follows bytes that belong to nothing"
    }
}
