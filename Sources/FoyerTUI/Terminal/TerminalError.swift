import FoyerCore
import Glibc

/// Why there is no screen.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The terminal cannot be opened, read or set up; `errno` has the reason.
    case unusable(doing: String, errno: Int32)
    /// Curses does not support this kind of terminal.
    case unknownType(String)
    case noThread(errno: Int32)

    /// What happened and what helps, in every language.
    package var cause: Cause {
        switch self {
        case .unusable(_, let errno) where [EMFILE, ENFILE].contains(errno): .noDescriptors(errno: errno)
        case .unusable(let doing, let errno): .terminalUnusable(doing: doing, errno: errno)
        case .unknownType(let type): .terminalUnknown(type)
        case .noThread(let errno): .noThreads(errno: errno)
        }
    }

    /// For people, in English.
    public var description: String { cause.english }
}
