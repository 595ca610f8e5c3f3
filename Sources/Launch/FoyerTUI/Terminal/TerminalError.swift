import FoyerCore
import Glibc

/// Why there is no screen.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The terminal cannot be opened, read or set up; `errno` has the reason.
    case unusable(doing: String, errno: Int32)
    /// Curses does not support this kind of terminal.
    case unknownType(String)
    /// The thread that owns the screen could not be started.
    case noThread(errno: Int32)

    /// What happened and what helps, in every language.
    package var cause: Phrase {
        switch self {
        case .unusable(_, let errno) where [EMFILE, ENFILE].contains(errno): .noDescriptors(errno: errno)
        case .unusable(let doing, let errno): .terminalUnusable(doing: doing, errno: errno)
        case .unknownType(let type): .terminalUnknown(type)
        case .noThread(let errno): .noThreads(errno: errno)
        }
    }

    /// For people, in English.
    package var description: String { cause.english }
}

/// Why there is no terminal to draw on.
extension Phrase {
    package static func terminalUnusable(doing: String, errno: Int32) -> Phrase {
        Phrase("The terminal cannot be used: \(doing) failed (errno \(errno)). FOYER_SCREEN=plain gives plain lines.")
    }

    package static func terminalUnknown(_ type: String) -> Phrase {
        Phrase(
            """
            This machine does not know terminals of the type “\(type)”. Try TERM=xterm-256color, or \
            FOYER_SCREEN=plain for plain lines.
            """)
    }
}
