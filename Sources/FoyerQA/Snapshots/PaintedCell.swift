import Foyer

/// A cell as a picture shows it: exact colours, and shapes if its glyph is one.
struct PaintedCell {
    let text: String
    let width: Int
    private(set) var foreground: UInt32
    private(set) var background: UInt32
    private let attributes: CellAttributes
    /// The inked parts of the cell; `nil` if the glyph is text.
    let parts: [BlockGlyph.Part]?

    init(_ cell: Cell, theme: Theme) {
        let style = theme.resolve(cell)
        text = String(String.UnicodeScalarView(cell.glyph.scalars))
        width = Int(cell.width)
        attributes = style.attributes
        foreground = TerminalPalette.exact(style.foreground, else: theme.palette[.text])
        background = TerminalPalette.exact(style.background, else: theme.palette[.ground])
        parts = cell.glyph.scalars.count == 1 ? cell.glyph.scalars.first.flatMap(BlockGlyph.parts) : nil
        if attributes.contains(.reverse) { swap(&foreground, &background) }
    }

    var isText: Bool { width > 0 && parts == nil && text != " " }

    /// Whether the cell belongs to the text that began with `first`; spaces do, wide characters are separate.
    func continues(_ first: PaintedCell, isStart: Bool) -> Bool {
        if isStart { return true }
        return parts == nil && width == 1 && first.width == 1 && attributes == first.attributes
            && (foreground == first.foreground || text == " ")
    }

    var fontAttributes: String {
        (attributes.contains(.bold) ? " font-weight=\"700\"" : "")
            + (attributes.contains(.italic) ? " font-style=\"italic\"" : "")
            + (attributes.contains(.underline) ? " text-decoration=\"underline\"" : "")
    }
}

/// The colours of a terminal's palette.
enum TerminalPalette {
    private static let sixteen: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    static func exact(_ color: TerminalColor, else fallback: UInt32) -> UInt32 {
        switch color {
        case .default: return fallback
        case .direct(let value): return value
        case .indexed(let index) where index < 16: return sixteen[Int(index)]
        case .indexed(let index) where index >= 232:
            let level = UInt32(8 + (Int(index) - 232) * 10)
            return level << 16 | level << 8 | level
        case .indexed(let index):
            func level(_ step: Int) -> UInt32 { step == 0 ? 0 : UInt32(55 + step * 40) }
            let cube = Int(index) - 16
            return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
        }
    }
}
