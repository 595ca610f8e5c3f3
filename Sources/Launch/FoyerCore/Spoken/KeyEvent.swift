/// A key as the terminal reported it; `"q"` is `.character("q")`.
public enum KeyEvent: Hashable, Sendable {
    /// A letter, digit or sign as typed, including Shift.
    case character(Unicode.Scalar)
    /// Ctrl and a letter, in lower case: Ctrl-L is `control("l")`. Ctrl-C, Ctrl-Z and Ctrl-\ are signals, not keys.
    case control(Unicode.Scalar)
    case alt(Unicode.Scalar)
    /// A key with a name; `backTab` is Shift-Tab.
    case enter, escape, tab, backTab, backspace, delete, insert
    /// A key that moves.
    case up, down, left, right, pageUp, pageDown, home, end
    /// F1…F12.
    case function(Int)
}

extension KeyEvent: ExpressibleByUnicodeScalarLiteral {
    /// A letter, digit or sign.
    public init(unicodeScalarLiteral sign: Unicode.Scalar) { self = .character(sign) }
}
