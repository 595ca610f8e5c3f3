import FoyerCore

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
    /// Whether the user asked for something: a key, or a complete click.
    public var isKeyOrClick: Bool {
        switch self {
        case .key, .paste: true
        case .mouse(let mouse): mouse.kind == .click
        case .resized, .resumed, .endOfInput: false
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
        case .key, .paste: true
        case .mouse(let mouse): mouse.kind == .press || mouse.kind == .click
        case .resized, .resumed, .endOfInput: false
        }
    }
}

extension InputEvent {
    /// What a terminal sends for it, for a program that is to get it later; empty for what is no key.
    package var bytes: [UInt8] {
        switch self {
        case .key(let key): key.bytes
        case .paste(let text): Array(text.utf8)
        case .mouse, .resized, .resumed, .endOfInput: []
        }
    }
}

extension KeyEvent {
    fileprivate var bytes: [UInt8] {
        switch self {
        case .character(let scalar): Array(String(scalar).utf8)
        case .control(let scalar): [UInt8(truncatingIfNeeded: scalar.value) & 0x1F]
        case .alt(let scalar): [0x1B] + Array(String(scalar).utf8)
        case .enter: [0x0D]
        case .escape: [0x1B]
        case .tab: [0x09]
        case .backspace: [0x7F]
        case .backTab: Self.sequence("Z")
        case .delete: Self.sequence("3~")
        case .insert: Self.sequence("2~")
        case .up: Self.sequence("A")
        case .down: Self.sequence("B")
        case .right: Self.sequence("C")
        case .left: Self.sequence("D")
        case .pageUp: Self.sequence("5~")
        case .pageDown: Self.sequence("6~")
        case .home: Self.sequence("H")
        case .end: Self.sequence("F")
        case .function(let number): Self.function(number)
        }
    }

    private static func sequence(_ end: String) -> [UInt8] { Array("\u{1B}[\(end)".utf8) }

    private static func function(_ number: Int) -> [UInt8] {
        let codes = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
        return codes.indices.contains(number - 1) ? sequence("\(codes[number - 1])~") : []
    }
}
