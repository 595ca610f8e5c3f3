/// A mouse action at a cell. A press and a release at one place are followed by a `click`.
public struct MouseEvent: Hashable, Sendable {
    /// What was done.
    public enum Kind: Hashable, Sendable {
        /// A button went down, went up, or both at one place; the pointer moved while it was down; the wheel turned.
        case press, release, click, drag, wheelUp, wheelDown
        /// The pointer moved with no button down. Few terminals report it.
        case move
    }

    /// What was done.
    public var kind: Kind
    /// From 0.
    public var column: Int
    /// From 0.
    public var row: Int

    /// The cell.
    public var position: CellPosition { CellPosition(column: column, row: row) }

    /// An event at a cell.
    public init(_ kind: Kind, column: Int, row: Int) {
        self.kind = kind
        self.column = column
        self.row = row
    }
}

/// Input from the terminal, in order.
public enum InputEvent: Hashable, Sendable {
    /// A key.
    case key(KeyEvent)
    /// The mouse, if the terminal reports it.
    case mouse(MouseEvent)
    /// Pasted text as it came, at most 65,536 scalars; sanitise it like any text from outside.
    case paste(String)
    /// Columns and rows, each 1…1000.
    case resized(CellSize)
    /// The process was stopped and continues; the screen is redrawn.
    case resumed
    /// The terminal has gone; nothing more will come.
    case endOfInput
}

extension InputEvent {
    /// Whether the user asked for something: a key, or a complete click. Pasted text asks for nothing.
    public var isKeyOrClick: Bool {
        switch self {
        case .key: true
        case .mouse(let mouse): mouse.kind == .click
        case .paste, .resized, .resumed, .endOfInput: false
        }
    }

    /// Whether it comes from the keyboard or the mouse.
    package var isOfUser: Bool {
        switch self {
        case .key, .mouse, .paste: true
        case .resized, .resumed, .endOfInput: false
        }
    }

    /// Whether the user pressed something, as opposed to moving the mouse or releasing a button.
    package var isPress: Bool {
        switch self {
        case .key: true
        case .mouse(let mouse): mouse.kind == .press || mouse.kind == .click
        case .paste, .resized, .resumed, .endOfInput: false
        }
    }
}
