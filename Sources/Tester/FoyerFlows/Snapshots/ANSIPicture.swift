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
                text += "\u{1B}[" + wanted.renditionParameters + "m"
                style = wanted
            }
            text += String(String.UnicodeScalarView(cell.glyph.scalars))
        }
        return text + "\u{1B}[0m"
    }
}
