/// One character cell's content: a base scalar and at most four zero-width scalars, which is what
/// curses' `cchar_t` holds (`CCHARW_MAX` 5). Plain memory, so that a screen of them compares fast.
package struct Glyph: Hashable, Sendable {
    package var base: UInt32
    package var mark0: UInt32 = 0
    package var mark1: UInt32 = 0
    package var mark2: UInt32 = 0
    package var mark3: UInt32 = 0

    /// A glyph without marks.
    package init(_ scalar: Unicode.Scalar) {
        base = scalar.value
    }

    /// A base with its marks; anything beyond the fourth mark is dropped.
    package init(base: Unicode.Scalar, marks: [Unicode.Scalar]) {
        self.base = base.value
        if marks.count > 0 { mark0 = marks[0].value }
        if marks.count > 1 { mark1 = marks[1].value }
        if marks.count > 2 { mark2 = marks[2].value }
        if marks.count > 3 { mark3 = marks[3].value }
    }

    package static let space = Glyph(" ")
    package static let slash = Glyph("/")

    /// The scalars in order, for printing and for curses.
    package var scalars: [Unicode.Scalar] {
        // Nearly always one.
        if mark0 == 0 { return Unicode.Scalar(base).map { [$0] } ?? [] }
        return [base, mark0, mark1, mark2, mark3].enumerated().compactMap { index, value in
            index > 0 && value == 0 ? nil : Unicode.Scalar(value)
        }
    }
}

extension ScreenCell {
    /// How a cell's text is emphasised besides its colours.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit an attribute.
        public let rawValue: UInt16
        /// Attributes by their bits.
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Heavier strokes.
        public static let bold = ScreenCell.Attributes(rawValue: 1)
        /// Slanted.
        public static let italic = ScreenCell.Attributes(rawValue: 2)
        /// With a line beneath.
        public static let underline = ScreenCell.Attributes(rawValue: 4)
        /// Foreground and background change places.
        public static let reverse = ScreenCell.Attributes(rawValue: 8)

        // What other programs show. Bit 128 is a trace's own.
        package static let faint = ScreenCell.Attributes(rawValue: 16)
        package static let blink = ScreenCell.Attributes(rawValue: 32)
        package static let concealed = ScreenCell.Attributes(rawValue: 64)
        package static let struckOut = ScreenCell.Attributes(rawValue: 256)
        package static let overlined = ScreenCell.Attributes(rawValue: 512)
    }
}

/// One cell of the screen.
///
/// A wide character takes two cells: the first has `width` 2, the second, its continuation, `width` 0.
public struct ScreenCell: Hashable, Sendable {
    package var glyph: Glyph
    /// The glyph's colour.
    public var foreground: CellColor
    /// The colour behind the glyph.
    public var background: CellColor
    /// Bold, italic, underlined, reversed.
    public var attributes: ScreenCell.Attributes
    /// Columns that the glyph takes: 1, 2, or 0 for the right half of a wide one.
    public var width: UInt8
    /// Fills the cell up to 32 bytes, so that none of them is undefined.
    private let rest: UInt8 = 0

    package init(
        _ glyph: Glyph = .space, foreground: CellColor = .text, background: CellColor = .ground,
        attributes: ScreenCell.Attributes = [], width: UInt8 = 1
    ) {
        self.glyph = glyph
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        self.width = width
    }

    /// A space on the ground.
    public static let blank = ScreenCell()

    /// Cells are equal if their memory is; every frame compares whole screens this way. It saves 26 instructions a cell: a
    /// fiftieth of a frame of a fade.
    @inlinable public static func == (left: ScreenCell, right: ScreenCell) -> Bool {
        typealias Words = (UInt64, UInt64, UInt64, UInt64)
        return unsafe unsafeBitCast(left, to: Words.self) == unsafeBitCast(right, to: Words.self)
    }
}

extension CellColor {
    /// The number of available colours, and how much of Unicode.
    public enum Depth: Int, Comparable, CaseIterable, Sendable {
        /// Bold, underlined and reversed text alone.
        case mono = 1
        /// The eight colours of the terminal.
        case ansi8 = 8
        /// The same eight, each also bright.
        case ansi16 = 16
        /// xterm's cube and greys.
        case indexed256 = 256
        /// 24 bits.
        case direct = 16_777_216

        /// Orders from the least to the greatest.
        public static func < (left: CellColor.Depth, right: CellColor.Depth) -> Bool { left.rawValue < right.rawValue }
    }
}

/// A rectangle's width and height in cells; never negative.
public struct CellSize: Hashable, Sendable {
    /// The width in cells.
    public var columns: Int
    /// The height in cells.
    public var rows: Int

    /// A size in cells.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// A place on the screen, counted from 0 at the upper left.
public struct CellPosition: Hashable, Sendable {
    /// From the left.
    public var column: Int
    /// From the top.
    public var row: Int

    /// The place of a cell; it may lie outside the screen.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}
