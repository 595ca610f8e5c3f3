import FoyerCore

/// Why a file or folder cannot be used.
extension Phrase {
    package static func folderUnusable(_ folder: String, _ why: Phrase) -> Phrase {
        Phrase("the folder \(folder) cannot be used: \(why)")
    }

    package static let isLink = Phrase("it is a symbolic link")
    package static let ofAnotherUser = Phrase("it belongs to another user")
    package static let writableByOthers = Phrase("others can write to it; chmod go-w fixes that")
    package static let isNoHostName = Phrase(
        "a host's name has 1 to 64 letters, digits, dots, hyphens and underscores, and begins with no dot")
    package static let isNotPrivate = Phrase("it is not private to this user")

    /// The system's text for an error; in English its own words.
    ///
    /// - Parameter kind: decides the words of the other languages; `nil` if there are none.
    package static func system(_ english: String, _ kind: DiskTrouble?) -> Phrase {
        kind.map { Phrase(english: english, elsewhere: $0.phrase) } ?? Phrase(asIs: english)
    }

    package static func fileNotWritten(_ path: String, _ why: Phrase) -> Phrase {
        Phrase("\(path) cannot be written: \(why).")
    }

    package static func fileNotRead(_ path: String, _ why: Phrase) -> Phrase {
        Phrase("\(path) cannot be read: \(why).")
    }

    /// - Parameters:
    ///   - sentence: the whole in English.
    ///   - what: the system's error number, which decides the words.
    ///   - detail: what was tried, and where; stays as it is.
    package static func disk(_ sentence: String, _ what: DiskTrouble?, detail: String) -> Phrase {
        let phrase = what.map { Phrase("\($0.phrase) (\(detail))") } ?? Phrase("the disk failed (\(sentence))")
        return Phrase(english: sentence, elsewhere: phrase)
    }

    /// The usual reasons for a failure of the disk.
    package enum DiskTrouble: CaseIterable, Sendable {
        case full, quota, damaged, forbidden, readOnly, tooManyFiles, link, tooDeep, fileForFolder, folderForFile
        case missing
        case anotherUsers, writableByOthers, tooLarge, wrongKind, nobodyReads, closed, timedOut

        var phrase: Phrase {
            switch self {
            case .full: Phrase("the disk is full")
            case .quota: Phrase("the disk quota is used up")
            case .damaged: Phrase("the disk could not be read or written")
            case .forbidden: Phrase("it is not permitted")
            case .readOnly: Phrase("the file system is read-only")
            case .tooManyFiles: Phrase("too many files are open")
            case .link: Phrase("a symbolic link stands where a file or folder should be")
            case .tooDeep: Phrase("the name is too long, or the folders are nested too deep")
            case .fileForFolder: Phrase("a file stands where a folder should be")
            case .folderForFile: Phrase("a folder stands where a file should be")
            case .missing: Phrase("it does not exist")
            case .tooLarge: Phrase("the file is too large")
            case .wrongKind: Phrase("it is no ordinary file")
            case .nobodyReads: Phrase("no program reads from it")
            case .closed: Phrase("it was closed")
            case .timedOut: Phrase("it took too long")
            case .anotherUsers: Phrase("the folder belongs to another user")
            case .writableByOthers: Phrase("others may write to the folder; chmod go-w mends that")
            }
        }
    }
}
