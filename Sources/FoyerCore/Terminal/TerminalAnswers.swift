/// A terminal's answers to the questions it was asked.
///
/// `nil` and `false` mean that it did not answer, which is not a denial: then the environment and terminfo decide.
package struct TerminalAnswers: Hashable, Sendable {
    /// A size in pixels, each 1 or more.
    package struct PixelSize: Hashable, Sendable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The limits of a terminal with sixel.
    package struct SixelLimits: Hashable, Sendable {
        /// The number of colours in a picture, 2…65,536. 16 if the terminal did not say.
        package var registers: Int
        /// The largest picture; `nil` if the terminal did not say.
        package var maximum: PixelSize?

        package init(registers: Int = 16, maximum: PixelSize? = nil) {
            self.registers = registers
            self.maximum = maximum
        }
    }

    /// Its name with its version, such as `kitty(0.26.5)`: printable ASCII, at most 64 characters.
    package var name: String?
    /// It shows 24-bit colours.
    package var hasExactColors = false
    /// It shows the nearest of 256 colours.
    package var hasIndexedColors = false
    /// The background colour, as `0xRRGGBB`.
    package var ground: UInt32?
    /// The text colour, as `0xRRGGBB`.
    package var text: UInt32?
    /// It holds a frame back until it is complete (mode 2026).
    package var synchronizedOutput = false
    /// It reports when the user switches between light and dark (mode 2031).
    package var schemeReports = false
    /// It reports a new size as input (mode 2048).
    package var resizeReports = false
    /// It reports the mouse in pixels (mode 1016).
    package var pixelMouse = false
    /// The size of one cell.
    package var cell: PixelSize?
    /// It shows pictures by kitty's graphics protocol.
    package var kittyGraphics = false
    /// It shows sixel pictures.
    package var sixel: SixelLimits?
    /// Programs may write to its clipboard (52 in DA1).
    package var clipboard = false
    /// It was asked everything and has answered nothing for a second.
    package var isSilent = false
    /// The last question was answered, so that no answer is outstanding.
    package var isComplete = false

    package init() {}

    /// It shows pictures by iTerm2's protocol. There is no question for it; these terminals are known to support it.
    /// Konsole is not one of them: it clears a column beside each picture, and shows kitty's.
    package var iterm2: Bool {
        guard let name = name?.lowercased() else { return false }
        return ["iterm2", "wezterm", "mintty", "rio", "warp", "tabby"].contains { name.hasPrefix($0) }
    }
}
