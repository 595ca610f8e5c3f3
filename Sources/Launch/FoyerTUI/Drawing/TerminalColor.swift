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

extension TerminalStyle {
    /// The parameters of "select graphic rendition" (`CSI … m`) that set this style from any other: `0;1;38;5;214`.
    package var renditionParameters: String {
        let names: [(ScreenCell.Attributes, String)] = [
            (.bold, "1"), (.faint, "2"), (.italic, "3"), (.underline, "4"), (.blink, "5"), (.reverse, "7"),
            (.concealed, "8"), (.struckOut, "9"), (.overlined, "53"),
        ]
        let set = names.filter { attributes.contains($0.0) }.map(\.1)
        let colors = foreground.renditionParameters(base: 30) + background.renditionParameters(base: 40)
        return (["0"] + set + colors).joined(separator: ";")
    }
}

extension TerminalColor {
    /// - Parameter base: 30 for the foreground, 40 for the background.
    fileprivate func renditionParameters(base: Int) -> [String] {
        switch self {
        case .default: []
        case .indexed(let index) where index < 8: ["\(base + Int(index))"]
        case .indexed(let index) where index < 16: ["\(base + 60 + Int(index) - 8)"]
        case .indexed(let index): ["\(base + 8)", "5", "\(index)"]
        case .direct(let value): ["\(base + 8)", "2", "\(value >> 16 & 255)", "\(value >> 8 & 255)", "\(value & 255)"]
        }
    }
}
