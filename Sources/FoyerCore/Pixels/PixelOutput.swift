/// What the user wishes pictures to be sent as.
public enum PixelMode: String, CaseIterable, Hashable, Sendable {
    case auto, kitty, sixel, iterm, off
}

/// How a terminal is sent pictures in pixels.
package struct PixelOutput: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        case kitty
        case sixel(TerminalAnswers.Sixel)
        case iterm
    }

    package let form: Form
    /// The size of a cell.
    package let cell: TerminalAnswers.PixelSize

    /// Cells of other sizes are no cells.
    private static let sides = 2...200

    /// Fails where a cell cannot have that size.
    package init?(_ form: Form, cell: TerminalAnswers.PixelSize) {
        guard Self.sides.contains(cell.width), Self.sides.contains(cell.height) else { return nil }
        (self.form, self.cell) = (form, cell)
    }

    /// What fits the user's wish and the terminal's answers; `nil` for cells.
    ///
    /// A wish for one form is followed even where the terminal did not say that it knows it.
    package static func choose(_ wish: PixelMode, answers: TerminalAnswers) -> PixelOutput? {
        guard let cell = answers.cell else { return nil }
        let form: Form? =
            switch wish {
            case .off: nil
            case .kitty: .kitty
            case .sixel: .sixel(answers.sixel ?? TerminalAnswers.Sixel(registers: 256))
            case .iterm: .iterm
            case .auto:
                if answers.kittyGraphics {
                    .kitty
                } else {
                    answers.sixel.map { .sixel($0) } ?? (answers.iterm2 ? .iterm : nil)
                }
            }
        return form.flatMap { PixelOutput($0, cell: cell) }
    }

    /// The wish for just that.
    package var wish: PixelMode {
        switch form {
        case .kitty: .kitty
        case .sixel: .sixel
        case .iterm: .iterm
        }
    }

    /// What puts the screen right where a picture was cut or the process ends. Kitty forgets its pictures; others lose
    /// theirs with the screen's cells.
    package var undo: [UInt8] {
        switch form {
        case .kitty: Sixel.end + KittyGraphics.abort + KittyGraphics.removeAll
        case .sixel, .iterm: Sixel.end + Array("\u{1B}[2J".utf8)
        }
    }
}
