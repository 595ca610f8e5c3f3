import FoyerCore

/// A key as the terminal told it.
public enum KeyEvent: Hashable, Sendable {
    case character(Unicode.Scalar)
    /// Ctrl and a letter, in lower case: Ctrl-L is `control("l")`. Ctrl-C, Ctrl-Z and Ctrl-\ are signals, not keys.
    case control(Unicode.Scalar)
    /// Alt and a character.
    case alt(Unicode.Scalar)
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, pageUp, pageDown, home, end
    /// F1…F12.
    case function(Int)
}

/// What the mouse did at a cell. A press and a release at one place are followed by a `click`.
public struct MouseEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case press, release, click, drag, wheelUp, wheelDown
        /// The pointer moved with no button down. Few terminals tell.
        case move
    }

    public var kind: Kind
    public var column: Int
    public var row: Int

    public init(_ kind: Kind, column: Int, row: Int) {
        self.kind = kind
        self.column = column
        self.row = row
    }
}

/// What came from the terminal, in order.
public enum InputEvent: Hashable, Sendable {
    case key(KeyEvent)
    case mouse(MouseEvent)
    /// Pasted text as it came, at most 65,536 scalars; sanitise it like any text from outside.
    case paste(String)
    /// Columns and rows, each 1…1000.
    case resized(CellSize)
    /// The process had been stopped and goes on; the screen is drawn anew.
    case resumed
    /// The terminal has gone away; nothing more will come.
    case endOfInput
}
