import Foyer
import FoyerEmulator

/// An item's card over a program that has the terminal to itself, and the program's screen again.
///
/// The program neither sees nor hears of it, and waits with what it writes. Its first screen is the terminal's to keep;
/// its second one, which no terminal keeps beside another, is drawn again as it was read.
package struct SittingCard: Sendable {
    private let language: Language
    private let theme: DisplayTheme
    /// Draws the card from its first visible row on, and returns that row.
    private let drawCard: @Sendable (inout Canvas, _ offset: Int) -> Int
    /// The first visible row.
    private var offset = 0
    /// What brings the program's screen back; empty while that is on the terminal.
    private var undo: [UInt8] = []

    package init(
        language: Language, theme: DisplayTheme, draw: @escaping @Sendable (inout Canvas, _ offset: Int) -> Int
    ) {
        (self.language, self.theme, drawCard) = (language, theme, draw)
    }

    var isShown: Bool { !undo.isEmpty }

    /// - Returns: what shows it, at the terminal's size.
    mutating func show(over terminal: TerminalEmulator) -> [UInt8] {
        let screen = terminal.screen
        var text = isShown ? "" : terminal.isAlternate ? "\u{1B}7" : "\u{1B}[?1049h"
        // Rows are counted from the top, and letters are letters.
        text += "\u{1B}[?25l\u{1B}[?6l\u{1B}[0m\u{0F}\u{1B}(B"
        var canvas = Canvas(size: screen.size, theme: theme)
        draw(in: &canvas, over: screen)
        text += Self.rows(canvas.buffer) { theme.resolve($0) }
        undo = back(terminal, screen)
        return Array(text.utf8)
    }

    /// - Returns: what brings the program's screen back, as it left it.
    mutating func hide() -> [UInt8] {
        defer { undo = [] }
        offset = 0
        return undo
    }

    /// - Returns: whether the key takes it away.
    mutating func press(_ input: InputEvent) -> Bool {
        switch input {
        case .key(.up): offset -= 1
        case .key(.down): offset += 1
        case .key(.pageUp): offset -= 8
        case .key(.pageDown): offset += 8
        case .mouse(let mouse) where mouse.kind == .wheelUp: offset -= 2
        case .mouse(let mouse) where mouse.kind == .wheelDown: offset += 2
        case .key(.enter), .key(.escape), .key(.character("q")): return true
        default: break
        }
        return false
    }

    // MARK: - Drawing

    private mutating func draw(in canvas: inout Canvas, over screen: Buffer) {
        if let picture = CellPicture(size: screen.size, cells: screen.cells) {
            canvas.picture(picture, column: 0, row: 0)
        }
        let (above, line) = canvas.bounds.splitBottom(canvas.rows >= 2 ? 1 : 0)
        canvas.within(above) { offset = drawCard(&$0, offset) }
        guard !line.isEmpty else { return }
        var footer = Footer(keys: [
            KeyHint(.enter, language[.back]), KeyHint(.control("]"), language[.endTheProgram]),
            KeyHint([.up, .down], language[.scroll]),
        ])
        footer.isOnRaised = true
        footer.render(into: &canvas, in: line)
    }

    private func back(_ terminal: TerminalEmulator, _ screen: Buffer) -> [UInt8] {
        let cursor = terminal.cursor == nil ? "" : "\u{1B}[?25h"
        guard terminal.isAlternate else { return Array(("\u{1B}[?1049l" + cursor).utf8) }
        return Array((Self.rows(screen, look) + "\u{1B}8" + cursor).utf8)
    }

    private static func rows(_ screen: Buffer, _ resolve: (ScreenCell) -> TerminalStyle) -> String {
        (0..<screen.size.rows).map { row in
            "\u{1B}[\(row + 1);1H" + ANSIPicture.line(screen.row(row), resolve)
        }.joined()
    }

    /// A cell of the program's in the terminal's own colours.
    private func look(of cell: ScreenCell) -> TerminalStyle {
        TerminalStyle(
            foreground: color(cell.foreground), background: color(cell.background), attributes: cell.attributes)
    }

    private func color(_ color: CellColor) -> TerminalColor {
        if color == .text || color == .ground { return .default }
        if let index = TerminalPalette.basic.firstIndex(where: { .hex($0) == color }) { return .indexed(UInt8(index)) }
        return theme.resolve(color)
    }
}

extension Phrase {
    fileprivate static let endTheProgram = Phrase("End the program")
}
