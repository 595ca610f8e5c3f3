import FoyerCore

/// Why there is no screen.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The terminal cannot be opened, read or set; `errno` tells why.
    case unusable(doing: String, errno: Int32)
    /// Curses does not take this kind of terminal.
    case unknownType(String)
    case noThread(errno: Int32)

    public var description: String {
        switch self {
        case .unusable(let doing, let errno):
            "The terminal cannot be used: \(doing) failed (errno \(errno)). Use --plain for plain lines."
        case .unknownType(let type):
            "This machine does not know terminals of the type “\(type)”. Set TERM, or use --plain for plain lines."
        case .noThread(let errno):
            "The screen's thread cannot be started (errno \(errno)). Close some programs and try again."
        }
    }
}
