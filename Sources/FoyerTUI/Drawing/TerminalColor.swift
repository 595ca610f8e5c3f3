import FoyerCore

/// A colour as a terminal knows it, after a theme has resolved what it is for.
package enum TerminalColor: Hashable, Sendable {
    /// What the user's terminal draws with where nothing was asked for.
    case `default`
    /// An entry of the terminal's palette: 0…15 where it has sixteen colours, 0…255 where it has 256.
    case indexed(UInt8)
    /// An exact colour, `0xRRGGBB`.
    case direct(UInt32)
}

/// All that a terminal has to be told before it draws one cell's glyph.
package struct TerminalStyle: Hashable, Sendable {
    package var foreground: TerminalColor
    package var background: TerminalColor
    package var attributes: CellAttributes

    package init(
        foreground: TerminalColor = .default, background: TerminalColor = .default, attributes: CellAttributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
