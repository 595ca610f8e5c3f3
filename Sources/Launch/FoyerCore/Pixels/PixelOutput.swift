extension DisplaySettings {
    /// How the user wants pictures to be sent.
    public enum PixelMode: String, CaseIterable, Hashable, Sendable {
        /// As the terminal answers.
        case auto
        /// By this protocol, whatever the terminal answers.
        case kitty, sixel, iterm
        /// In cells.
        case off
    }
}

/// How to send pictures in pixels to a terminal.
package struct PixelOutput: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        case kitty
        case sixel(TerminalAnswers.SixelLimits)
        case iterm
    }

    package let form: Form
    package let cell: TerminalAnswers.PixelSize

    /// The plausible widths and heights of a cell.
    private static let sides = 2...200

    /// Fails if the size is not plausible.
    package init?(_ form: Form, cell: TerminalAnswers.PixelSize) {
        guard Self.sides.contains(cell.width), Self.sides.contains(cell.height) else { return nil }
        (self.form, self.cell) = (form, cell)
    }

    /// The output for the user's wish and the terminal's answers; `nil` for cells.
    ///
    /// A particular form is used even if the terminal has not said that it supports it.
    package static func choose(_ wish: DisplaySettings.PixelMode, answers: TerminalAnswers) -> PixelOutput? {
        guard let cell = answers.cell else { return nil }
        let form: Form? =
            switch wish {
            case .off: nil
            case .kitty: .kitty
            case .sixel: .sixel(answers.sixel ?? TerminalAnswers.SixelLimits(registers: 256))
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

    /// The wish for exactly this form.
    package var wish: DisplaySettings.PixelMode {
        switch form {
        case .kitty: .kitty
        case .sixel: .sixel
        case .iterm: .iterm
        }
    }

    /// Cleans up the screen when the process ends, even in the middle of a picture. Kitty drops its pictures; other
    /// terminals lose theirs when the screen is cleared.
    package var undo: [UInt8] {
        switch form {
        case .kitty: Sixel.end + KittyGraphics.abort + KittyGraphics.removeAll
        case .sixel, .iterm: Sixel.end + Array("\u{1B}[2J".utf8)
        }
    }
}
