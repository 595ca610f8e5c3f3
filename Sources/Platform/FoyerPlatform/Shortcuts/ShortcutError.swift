import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Why a shortcut was not added, listed, removed or served.
public enum ShortcutError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing was written: the title or the link is not valid.
    case refused(ShortcutRefusal)
    /// Nothing was written: the icon's file is no picture, or cannot be read.
    case icon(file: String, Phrase)
    /// Nothing was written: the standard icon, or the host's own, cannot be encoded.
    case iconNotDrawn
    /// Nothing was written: the program's path cannot be written in a desktop entry.
    case entry(DesktopEntryError)
    /// A file could not be read, written or removed.
    case disk(DiskError)
    /// Another process has been changing the shortcuts for too long.
    case busy(folder: String)
    /// No shortcut has that name, title or link.
    case unknown(String)
    /// Several shortcuts have that title; their names tell them apart.
    case ambiguous(String, names: [String])
    /// Another program already listens on the port.
    case portTaken(Int)
    /// The port cannot be opened; `reason` has the system's words.
    case cannotListen(port: Int, reason: String)

    /// The sentence in every language; the system's own words stay as they are.
    public var cause: Phrase {
        switch self {
        case .refused(let refusal): refusal.cause
        case .icon(let file, let cause): .of(file: file, cause)
        case .iconNotDrawn: .iconNotDrawn
        case .entry(let error): .entryNotWritten(error)
        case .disk(let error): error.cause
        case .busy(let folder): .shortcutsBusy(folder: folder)
        case .unknown(let name): .shortcutUnknown(name)
        case .ambiguous(let title, let names): .shortcutAmbiguous(title, names: names)
        case .portTaken(let port): .guidePortTaken(port)
        case .cannotListen(let port, let reason): .cannotListen(port: port, reason)
        }
    }

    /// For people, in English.
    public var description: String { cause.english }
}
