import FoyerCore
import Glibc

/// A call that the system refused, and its words for the number.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Its `errno`.
    package let code: Int32

    package init(_ code: Int32 = errno) {
        self.code = code
    }

    package var cause: Phrase { Self.cause(code) }
    package var description: String { Self.text(code) }

    package static func text(_ number: Int32) -> String { String(cString: strerror(number)) }

    /// The same within a sentence: "broken pipe", but "RPC version wrong".
    static func innerText(_ number: Int32) -> String {
        let text = text(number)
        guard let first = text.first, text.dropFirst().first?.isUppercase != true else { return text }
        return first.lowercased() + text.dropFirst()
    }

    /// The same in every language; rare errors keep the system's own words.
    package static func cause(_ number: Int32) -> Phrase {
        // For us it is a fifo or a device where a file should be; the system says "Invalid argument".
        .system(number == EINVAL ? "Not a regular file" : text(number), kind(number))
    }

    static func kind(_ number: Int32) -> Phrase.DiskTrouble? {
        switch number {
        case ENOSPC: .full
        case EDQUOT: .quota
        case EIO: .damaged
        case EACCES, EPERM: .forbidden
        case EROFS: .readOnly
        case EMFILE, ENFILE: .tooManyFiles
        case ELOOP: .link
        case ENAMETOOLONG: .tooDeep
        case ENOTDIR: .fileForFolder
        case EISDIR: .folderForFile
        case ENOENT: .missing
        case EFBIG: .tooLarge
        case EINVAL: .wrongKind
        case EPIPE: .nobodyReads
        case EBADF: .closed
        case ETIMEDOUT: .timedOut
        default: nil
        }
    }
}
