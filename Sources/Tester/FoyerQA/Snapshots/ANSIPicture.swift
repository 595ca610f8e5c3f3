import Foyer

/// A screen with the escape sequences that show it in a terminal, line by line; each line is independent.
enum ANSIPicture {
    static func draw(_ screen: Buffer, theme: DisplayTheme) -> String {
        (0..<screen.size.rows).map { row in line(screen.row(row)) { theme.resolve($0) } + "\n" }.joined()
    }

    /// A row's cells, from the first column on.
    static func line(_ cells: ArraySlice<ScreenCell>, _ resolve: (ScreenCell) -> TerminalStyle) -> String {
        var text = ""
        var style: TerminalStyle?
        for cell in cells where cell.width > 0 {
            let wanted = resolve(cell)
            if wanted != style {
                text += "\u{1B}[" + codes(wanted).joined(separator: ";") + "m"
                style = wanted
            }
            text += String(String.UnicodeScalarView(cell.glyph.scalars))
        }
        return text + "\u{1B}[0m"
    }

    private static func codes(_ style: TerminalStyle) -> [String] {
        var codes = ["0"]
        let names: [(ScreenCell.Attributes, String)] = [
            (.bold, "1"), (.faint, "2"), (.italic, "3"), (.underline, "4"), (.blink, "5"), (.reverse, "7"),
            (.concealed, "8"), (.struckOut, "9"), (.overlined, "53"),
        ]
        codes += names.filter { style.attributes.contains($0.0) }.map(\.1)
        return codes + color(style.foreground, base: 30) + color(style.background, base: 40)
    }

    /// `base`: 30 for the foreground, 40 for the background.
    private static func color(_ color: TerminalColor, base: Int) -> [String] {
        switch color {
        case .default: []
        case .indexed(let index) where index < 8: ["\(base + Int(index))"]
        case .indexed(let index) where index < 16: ["\(base + 60 + Int(index) - 8)"]
        case .indexed(let index): ["\(base + 8)", "5", "\(index)"]
        case .direct(let value): ["\(base + 8)", "2", "\(value >> 16 & 255)", "\(value >> 8 & 255)", "\(value & 255)"]
        }
    }
}
