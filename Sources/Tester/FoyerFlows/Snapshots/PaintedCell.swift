import Foyer

/// A cell as a picture shows it: exact colours, and shapes if its glyph is one.
struct PaintedCell {
    let text: String
    let width: Int
    private(set) var foreground: UInt32
    private(set) var background: UInt32
    private let attributes: ScreenCell.Attributes
    /// The inked parts of the cell; `nil` if the glyph is text.
    let parts: [BlockGlyph.Part]?

    init(_ cell: ScreenCell, theme: DisplayTheme) {
        let style = theme.resolve(cell)
        text = String(String.UnicodeScalarView(cell.glyph.scalars))
        width = Int(cell.width)
        attributes = style.attributes
        foreground = TerminalPalette.exact(style.foreground, else: theme.palette[.text])
        background = TerminalPalette.exact(style.background, else: theme.palette[.ground])
        parts = cell.glyph.scalars.count == 1 ? cell.glyph.scalars.first.flatMap(BlockGlyph.parts) : nil
        if attributes.contains(.reverse) { swap(&foreground, &background) }
        if attributes.contains(.faint) { foreground = Self.mixed(foreground, background) }
        if attributes.contains(.concealed) { foreground = background }
    }

    /// The letters of faint text: as terminals draw them, two parts of ink and one of ground.
    private static func mixed(_ ink: UInt32, _ ground: UInt32) -> UInt32 {
        [16, 8, 0].reduce(0) { $0 | ((ink >> $1 & 255) * 2 + (ground >> $1 & 255)) / 3 << $1 }
    }

    var isUnderlined: Bool { attributes.contains(.underline) }
    var isStruckOut: Bool { attributes.contains(.struckOut) }
    var isOverlined: Bool { attributes.contains(.overlined) }

    /// What a font has to draw; `nil` if nothing.
    var glyph: GlyphSheet.Key? {
        guard isText else { return nil }
        return GlyphSheet.Key(
            text: text, isBold: attributes.contains(.bold), isItalic: attributes.contains(.italic), width: width)
    }

    var isText: Bool { width > 0 && parts == nil && text != " " }

    /// Whether the cell belongs to the text that began with `first`; spaces do, wide characters are separate.
    func continues(_ first: PaintedCell, isStart: Bool) -> Bool {
        if isStart { return true }
        return parts == nil && width == 1 && first.width == 1 && attributes == first.attributes
            && (foreground == first.foreground || text == " ")
    }

    private var decoration: String {
        [(isUnderlined, "underline"), (isOverlined, "overline"), (isStruckOut, "line-through")]
            .filter(\.0).map(\.1).joined(separator: " ")
    }

    var fontAttributes: String {
        (attributes.contains(.bold) ? " font-weight=\"700\"" : "")
            + (attributes.contains(.italic) ? " font-style=\"italic\"" : "")
            + (decoration.isEmpty ? "" : " text-decoration=\"\(decoration)\"")
    }
}
