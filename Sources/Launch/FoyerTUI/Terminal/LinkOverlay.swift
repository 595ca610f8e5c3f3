import CTerminal
import FoyerCore

/// Draws the cells of hyperlinks again between OSC 8 marks, since curses does not support links. Afterwards the cursor
/// is where the frame has it and attributes are off, as curses left them, so that its assumptions stay true. (Not by
/// saving and restoring the cursor: some terminals have only one slot for that, which the main screen needs.)
struct LinkOverlay {
    let resolve: (CellColor) -> TerminalColor
    let fit: GlyphFit
    private var drawn: [FrameLink] = []
    private var previous: [ScreenCell] = []

    init(resolve: @escaping (CellColor) -> TerminalColor, fit: GlyphFit) {
        self.resolve = resolve
        self.fit = fit
    }

    init(_ plan: TerminalPlan, resolve: @escaping (CellColor) -> TerminalColor) {
        self.init(
            resolve: resolve, fit: GlyphFit(width: foyer_character_width, unicode: plan.capabilities.unicode))
    }

    /// Draws all of them with the next frame.
    mutating func invalidate() {
        previous = []
    }

    /// False if there will be no `bytes`.
    func isNeeded(for frame: Frame) -> Bool { !frame.links.isEmpty || !drawn.isEmpty }

    /// The bytes to send after a frame's own. A link is sent again whenever its row has changed.
    mutating func bytes(for frame: Frame, size: CellSize) -> [UInt8] {
        defer {
            drawn = frame.links
            previous = frame.cells
        }
        guard isNeeded(for: frame) else { return [] }
        var output = ""
        let links = frame.links.filter { Self.isSafe($0.address) }
        for link in drawn where !links.contains(link) {
            draw(link, address: "", frame: frame, size: size, to: &output)
        }
        for link in links where !drawn.contains(link) || rowChanged(link.row, in: frame) {
            draw(link, address: link.address, frame: frame, size: size, to: &output)
        }
        if output.isEmpty { return [] }
        let rest = frame.restingPlace(in: size)
        return Array((output + "\u{1B}[m\u{1B}[\(rest.row + 1);\(rest.column + 1)H").utf8)
    }

    /// Printable ASCII alone can neither end the sequence nor start another.
    static func isSafe(_ address: String) -> Bool {
        !address.isEmpty && address.utf8.count <= 2048 && address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private func rowChanged(_ row: Int, in frame: Frame) -> Bool {
        let range = row * frame.size.columns..<(row + 1) * frame.size.columns
        guard row >= 0, range.upperBound <= previous.count, range.upperBound <= frame.cells.count else { return true }
        return previous[range] != frame.cells[range]
    }

    private func draw(_ link: FrameLink, address: String, frame: Frame, size: CellSize, to output: inout String) {
        let width = min(size.columns, frame.size.columns)
        let columns = link.columns.clamped(to: 0..<width)
        let start = link.row * frame.size.columns
        guard link.row >= 0, link.row < min(size.rows, frame.size.rows), !columns.isEmpty else { return }
        guard start + width <= frame.cells.count else { return }
        let row = frame.cells[start..<start + width]
        output += "\u{1B}[\(link.row + 1);\(columns.lowerBound + 1)H\u{1B}]8;;\(address)\u{1B}\\"
        for column in columns {
            let cell = row[start + column]
            let hasTail = column + 1 < columns.upperBound && row[start + column + 1].width == 0
            let isLed = column > columns.lowerBound && row[start + column - 1].width == 2
            guard let fitted = fit.fit(cell, isLed: isLed, hasTail: hasTail) else { continue }
            output += style(cell)
            for scalar in fitted.glyph.scalars { output.unicodeScalars.append(scalar) }
        }
        output += "\u{1B}]8;;\u{1B}\\"
    }

    private func style(_ cell: ScreenCell) -> String {
        var codes = "0"
        if cell.attributes.contains(.bold) { codes += ";1" }
        if cell.attributes.contains(.italic) { codes += ";3" }
        if cell.attributes.contains(.underline) { codes += ";4" }
        if cell.attributes.contains(.reverse) { codes += ";7" }
        codes += color(resolve(cell.foreground), base: 30) + color(resolve(cell.background), base: 40)
        return "\u{1B}[\(codes)m"
    }

    private func color(_ color: TerminalColor, base: Int) -> String {
        switch color {
        case .default: ""
        case .indexed(let index) where index < 8: ";\(base + Int(index))"
        case .indexed(let index): ";\(base + 8);5;\(index)"
        case .direct(let value): ";\(base + 8);2;\(value >> 16 & 255);\(value >> 8 & 255);\(value & 255)"
        }
    }
}
