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
    /// The cursor's shape, 1…5 (DECSCUSR); `nil` for a bar, which is ours.
    package var cursorShape: Int?
    /// The background colour, as `0xRRGGBB`.
    package var ground: UInt32?
    /// The text colour, as `0xRRGGBB`.
    package var text: UInt32?
    /// It holds a frame back until it is complete (mode 2026).
    package var synchronizedOutput = false
    /// It reports when the user switches between light and dark (mode 2031).
    package var schemeReports = false
    /// It reports the mouse in pixels (mode 1016).
    package var pixelMouse = false
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

/// Answers of terminals in earlier runs, so that the next start begins with them.
///
/// Kept as text, a line for each terminal, the latest first. Damaged lines are skipped.
package struct KnownTerminals: Equatable, Sendable {
    /// The number of terminals to keep.
    package static let limit = 16
    /// A file of more bytes is not ours.
    package static let sizeLimit = 16_384

    private static let title = "foyer-terminals 1"
    private var lines: [(key: String, answers: TerminalAnswers)] = []

    package init() {}

    /// Reads what ``text`` writes.
    package init(text: String) {
        var rest = text.split(separator: "\n")[...]
        guard rest.popFirst().map(String.init) == Self.title else { return }
        lines = rest.prefix(Self.limit).compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 8, let answers = TerminalAnswers(fields: Array(fields.dropFirst())) else {
                return nil
            }
            return (fields[0], answers)
        }
    }

    package var text: String {
        ([Self.title] + lines.map { ([$0.key] + $0.answers.fields).joined(separator: "\t") })
            .map { $0 + "\n" }.joined()
    }

    /// A terminal's answers, by the key of its environment.
    package subscript(key: String) -> TerminalAnswers? {
        get { lines.first { $0.key == Self.clean(key) }?.answers }
        set {
            let key = Self.clean(key)
            lines.removeAll { $0.key == key }
            if let newValue { lines.insert((key, newValue), at: 0) }
            lines = Array(lines.prefix(Self.limit))
        }
    }

    private static func clean(_ key: String) -> String {
        String(
            String.UnicodeScalarView(key.unicodeScalars.prefix(200).map { (0x20...0x7E).contains($0.value) ? $0 : "?" })
        )
    }

    package static func == (left: KnownTerminals, right: KnownTerminals) -> Bool { left.text == right.text }
}

extension TerminalAnswers {
    /// The shapes of a cursor that are not ours.
    static let shapes = 1...5

    /// Whether the kept part of both is equal.
    package func isKept(like other: TerminalAnswers) -> Bool { fields == other.fields }

    /// The kept part: name, flags, background, text colour, cell, registers and largest picture.
    fileprivate var fields: [String] {
        let flags: [(Bool, Character)] = [
            (hasExactColors, "c"), (hasIndexedColors, "i"), (synchronizedOutput, "s"), (schemeReports, "r"),
            (pixelMouse, "m"), (kittyGraphics, "k"), (sixel != nil, "x"),
            (clipboard, "b"), (isSilent, "n"),
        ]
        func hex(_ color: UInt32?) -> String { color.map { String($0, radix: 16) } ?? "" }
        func size(_ size: PixelSize?) -> String { size.map { "\($0.width)x\($0.height)" } ?? "" }
        return [
            name ?? "", String(flags.filter(\.0).map(\.1)) + (cursorShape.map { "\($0)" } ?? ""), hex(ground),
            hex(text), size(cell),
            sixel.map { "\($0.registers)" } ?? "", size(sixel?.maximum),
        ]
    }

    fileprivate init?(fields: [String]) {
        func color(_ text: String) -> UInt32? { UInt32(text, radix: 16).flatMap { $0 <= 0xFF_FFFF ? $0 : nil } }
        func size(_ text: String, limit: Int) -> PixelSize? {
            let parts = text.split(separator: "x").compactMap { Int($0) }
            guard parts.count == 2, parts.allSatisfy({ (1...limit).contains($0) }) else { return nil }
            return PixelSize(width: parts[0], height: parts[1])
        }
        guard fields.count == 7, fields[0].utf8.count <= 64, fields[0].utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        self.init()
        name = fields[0].isEmpty ? nil : fields[0]
        let flags = fields[1]
        hasExactColors = flags.contains("c")
        hasIndexedColors = flags.contains("i")
        synchronizedOutput = flags.contains("s")
        schemeReports = flags.contains("r")
        pixelMouse = flags.contains("m")
        kittyGraphics = flags.contains("k")
        clipboard = flags.contains("b")
        isSilent = flags.contains("n")
        cursorShape = flags.compactMap(\.wholeNumberValue).first.flatMap { Self.shapes.contains($0) ? $0 : nil }
        ground = color(fields[2])
        text = color(fields[3])
        cell = size(fields[4], limit: 500)
        if flags.contains("x") {
            sixel = SixelLimits(
                registers: min(max(Int(fields[5]) ?? 16, 2), 65_536), maximum: size(fields[6], limit: 65_535))
        }
    }
}
