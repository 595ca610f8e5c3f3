import CNcurses
import CTerminal
import Glibc

/// What terminfo says of the terminal that was set up last, by `newterm` or below. No screen is touched.
enum Terminfo {
    /// A string of the terminal's entry, without the marks of padding; empty where it has none.
    static func string(_ name: String) -> [UInt8] {
        // −1 as an address means “not a string”.
        guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return [] }
        return ScreenModes.withoutPadding(Array(String(cString: text).utf8))
    }

    /// A string of the terminal's entry with its numbers in place; empty where it has none.
    static func filled(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
        guard let format = tigetstr(name), Int(bitPattern: format) != -1,
            let text = foyer_fill(format, Int32(first), Int32(second))
        else { return [] }
        return ScreenModes.withoutPadding(Array(String(cString: text).utf8))
    }
}

extension TerminalType {
    /// Asks terminfo; prints nothing and changes nothing. Nil where it does not know the type.
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
