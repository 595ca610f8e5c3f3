import FoyerCore

/// Why a shortcut was not added, listed, removed or served.
public enum ShortcutError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing was written: the title or the link cannot be one.
    case refused(ShortcutRefusal)
    /// Nothing was written: the icon's file is no picture, or cannot be read.
    case icon(file: String, reason: String)
    /// Nothing was written: the program's path cannot stand in a desktop entry.
    case entry(DesktopEntryError)
    case disk(DiskError)
    /// Another process has been changing the shortcuts for longer than anybody waits.
    case busy(folder: String)
    /// No shortcut has that name, title or link.
    case unknown(String)
    /// Several shortcuts have that title; their names tell them apart.
    case ambiguous(String, names: [String])
    /// Somebody else listens on the port already.
    case portTaken(Int)
    case cannotListen(port: Int, reason: String)

    public var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .icon(let file, let reason): "\(SafeText(file)): \(reason)"
        case .entry(let error): error.description
        case .disk(let error): error.description
        case .busy(let folder): "another process is changing what is in \(folder); try again"
        case .unknown(let name): "there is no shortcut \"\(SafeText(name))\"; `foyer shortcut list` names them"
        case .ambiguous(let title, let names):
            "several shortcuts are called \"\(SafeText(title))\": \(names.joined(separator: ", "))"
        case .portTaken(let port): "port \(port) is taken; choose another, or none for any free one"
        case .cannotListen(let port, let reason): "cannot listen on port \(port): \(reason)"
        }
    }
}
