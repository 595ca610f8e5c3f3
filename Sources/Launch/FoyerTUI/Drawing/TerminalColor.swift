import FoyerCore

/// A colour as a terminal knows it, after a theme has resolved its role.
package enum TerminalColor: Hashable, Sendable {
    /// The terminal's default colour.
    case `default`
    /// An entry of the terminal's palette: 0…15 if it has sixteen colours, 0…255 if it has 256.
    case indexed(UInt8)
    /// An exact colour, `0xRRGGBB`.
    case direct(UInt32)
}

/// Everything the terminal needs to know before it draws a cell's glyph.
package struct TerminalStyle: Hashable, Sendable {
    package var foreground: TerminalColor
    package var background: TerminalColor
    package var attributes: ScreenCell.Attributes

    package init(
        foreground: TerminalColor = .default, background: TerminalColor = .default,
        attributes: ScreenCell.Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
