/// What a terminal has answered to the questions that it was asked.
///
/// `nil` and `false` mean that it did not say so, which is not the same as a denial: where nothing was answered, the
/// environment and terminfo count.
public struct TerminalAnswers: Hashable, Sendable {
    /// A size in pixels, each 1 or more.
    public struct PixelSize: Hashable, Sendable {
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// What a terminal with sixel can take.
    package struct Sixel: Hashable, Sendable {
        /// How many colours a picture may have, 2…65,536. 16 where the terminal did not say.
        public var registers: Int
        /// The largest picture; `nil` where the terminal did not say.
        public var maximum: PixelSize?

        public init(registers: Int = 16, maximum: PixelSize? = nil) {
            self.registers = registers
            self.maximum = maximum
        }
    }

    /// What it calls itself, with its version, such as `kitty(0.26.5)`: printable ASCII, at most 64 characters.
    public var name: String?
    /// It shows 24-bit colours.
    public var hasExactColors = false
    /// The colour that it draws its background with, as `0xRRGGBB`.
    public var ground: UInt32?
    /// The colour that it draws text with, as `0xRRGGBB`.
    public var text: UInt32?
    /// It holds a frame back until all of it is there (mode 2026).
    public var synchronizedOutput = false
    /// It tells when the user changes between light and dark (mode 2031).
    public var schemeReports = false
    /// It tells of a new size as input (mode 2048).
    public var resizeReports = false
    /// It tells of the mouse in pixels (mode 1016).
    public var pixelMouse = false
    /// The size of one cell.
    public var cell: PixelSize?
    /// It shows pictures by kitty's graphics protocol.
    public var kittyGraphics = false
    /// It shows sixel pictures.
    package var sixel: Sixel?
    /// The last question was answered, so that no answer is still to come.
    public var isComplete = false

    public init() {}

    /// It shows pictures by iTerm2's protocol. There is no question for it; these terminals are known to.
    public var iterm2: Bool {
        guard let name = name?.lowercased() else { return false }
        return ["iterm2", "wezterm", "mintty", "konsole", "rio", "warp", "tabby"].contains { name.hasPrefix($0) }
    }
}
