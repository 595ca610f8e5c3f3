import CNcurses
import CTerminal
import FoyerCore
import Glibc

/// Terminfo's description of the terminal set up last, by `newterm` or below; empty for missing capabilities. Touches
/// no screen.
enum Terminfo {
    /// A string of the terminal's entry.
    static func string(_ name: String) -> [UInt8] { bytes(foyer_capability(name)) }

    /// A string of the terminal's entry with its numbers filled in.
    static func filled(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
        bytes(foyer_capability(name).flatMap { foyer_fill($0, Int32(first), Int32(second)) })
    }

    private static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8] {
        text.map { ScreenModes.withoutPadding(Array(String(cString: $0).utf8)) } ?? []
    }
}

extension TerminalType {
    /// Asks terminfo; prints nothing and changes nothing. Nil if it does not know the type.
    init?(_ name: String) {
        var result: Int32 = 0
        // The entry's own size, not the terminal's.
        use_env(false)
        guard setupterm(name, STDOUT_FILENO, &result) == OK, result == 1 else { return nil }
        colors = Int(tigetnum("colors"))
        hasSize = tigetnum("lines") > 0 && tigetnum("cols") > 0
        canAddressCursor = !Terminfo.string("cup").isEmpty
        foyer_forget_description()
    }
}
