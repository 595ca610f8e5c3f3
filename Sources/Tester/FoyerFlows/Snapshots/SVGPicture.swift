import Foyer
import FoyerGolden
import FoyerPlatform
import FoyerTrace

/// A screen as an SVG picture: a window with the cells in it.
///
/// Block elements and lines are drawn as shapes, so that pictures and boxes have no gaps in any font; other text stays
/// in its column whatever the font's width.
enum SVGPicture {
    /// The size of a cell in pixels: a terminal's usual 1 to 2.
    static let cellWidth = 9.0
    static let cellHeight = 18.0
    private static let fontSize = 15.0
    /// From a cell's top to the baseline.
    private static let baseline = 13.5
    private static let padding = 14.0
    private static let bar = 30.0
    /// What a column of the title takes, in pixels.
    private static let titleColumn = 7.0
    private static let radius = 10.0
    private static let fonts =
        "ui-monospace, 'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace"

    /// - Parameter pictures: drawn in pixels over their cells.
    static func draw(_ screen: Buffer, theme: DisplayTheme, title: String, pictures: [ShownPicture] = []) -> String {
        let (width, height) = room(for: screen.size)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(number(width))\" height=\"\(number(height))\" "
                + "viewBox=\"0 0 \(number(width)) \(number(height))\" role=\"img\">",
            "<title>\(XMLText.escaped(SafeText(title).string))</title>",
        ]
        lines += window(width, height, theme, title)
        lines.append(
            "<g transform=\"translate(\(number(origin.x)) \(number(origin.y)))\" \(fontAttributes)>")
        for row in 0..<screen.size.rows {
            let cells = Array(screen.row(row)).map { PaintedCell($0, theme: theme) }
            lines += grounds(cells, row: row, theme: theme)
            lines += shapes(cells, row: row)
            lines += texts(cells, row: row)
        }
        lines += pictures.flatMap(images)
        return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
    }

    // MARK: - For moving pictures

    /// The first cell's place.
    static let origin = (x: padding, y: padding + bar)
    /// From a cell's top to the line beneath its text.
    static let underline = baseline + 1.5

    /// The size of the picture of a screen of this size.
    static func room(for size: CellSize) -> (width: Double, height: Double) {
        (Double(size.columns) * cellWidth + padding * 2, Double(size.rows) * cellHeight + padding * 2 + bar)
    }

    /// Glyphs in white on black, without a window.
    static func sheet(_ glyphs: [String], columns: Int, rows: Int) -> String {
        let (width, height) = (number(Double(columns) * cellWidth), number(Double(rows) * cellHeight))
        let head = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\">",
            "<rect width=\"\(width)\" height=\"\(height)\"/>", "<g fill=\"#fff\" \(fontAttributes)>",
        ]
        return (head + glyphs + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
    }

    static func glyph(_ key: GlyphSheet.Key, column: Int, row: Int) -> String {
        "<text x=\"\(number(Double(column) * cellWidth))\" y=\"\(number(Double(row) * cellHeight + baseline))\" "
            + "textLength=\"\(number(Double(key.width) * cellWidth))\" lengthAdjust=\"spacingAndGlyphs\""
            + "\(key.isBold ? " font-weight=\"700\"" : "")\(key.isItalic ? " font-style=\"italic\"" : "")>"
            + "\(XMLText.escaped(key.text))</text>"
    }

    private static var fontAttributes: String {
        "font-family=\"\(fonts)\" font-size=\"\(number(fontSize))\" xml:space=\"preserve\""
    }

    // MARK: - Parts

    private static func window(_ width: Double, _ height: Double, _ theme: DisplayTheme, _ title: String) -> [String] {
        let (ground, edge) = (hex(theme.palette[.ground]), hex(theme.palette[.faint]))
        var lines = [
            "<rect x=\"0.5\" y=\"0.5\" width=\"\(number(width - 1))\" height=\"\(number(height - 1))\" "
                + "rx=\"\(number(radius))\" fill=\"\(ground)\" stroke=\"\(edge)\"/>"
        ]
        for (index, role) in [CellColor.Role.bad, .accent, .good].enumerated() {
            let x = padding + 6 + Double(index) * 18
            lines.append(
                "<circle cx=\"\(number(x))\" cy=\"\(number(bar / 2 + 3))\" r=\"5\" fill=\"\(hex(theme.palette[role]))\"/>"
            )
        }
        lines.append(
            "<text x=\"\(number(width / 2))\" y=\"\(number(bar / 2 + 8))\" text-anchor=\"middle\" "
                + "font-family=\"ui-sans-serif, system-ui, sans-serif\" font-size=\"13\" "
                + "fill=\"\(hex(theme.palette[.quiet]))\">\(XMLText.escaped(fitting(title, in: width)))</text>")
        return lines
    }

    /// The title between the window's buttons and its edge, as far as there is room.
    private static func fitting(_ title: String, in width: Double) -> String {
        let room = max(1, Int((width - 2 * (padding + 56)) / titleColumn))
        let text = SafeText(title)
        guard text.columns > room else { return text.string }
        var kept = ""
        for character in text.string {
            guard SafeText(kept + String(character)).columns < room else { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// One rectangle for each run of cells with the same background.
    private static func grounds(_ cells: [PaintedCell], row: Int, theme: DisplayTheme) -> [String] {
        let ground = theme.palette[.ground]
        return runs(cells.map(\.background)).filter { $0.value != ground }.map { run in
            rect(
                x: Double(run.range.lowerBound) * cellWidth, y: Double(row) * cellHeight,
                width: Double(run.range.count) * cellWidth, height: cellHeight, fill: run.value, snaps: true)
        }
    }

    private static func shapes(_ cells: [PaintedCell], row: Int) -> [String] {
        var lines: [String] = []
        for (column, cell) in cells.enumerated() {
            for part in cell.parts ?? [] {
                lines.append(
                    rect(
                        x: (Double(column) + part.x) * cellWidth, y: (Double(row) + part.y) * cellHeight,
                        width: part.width * cellWidth, height: part.height * cellHeight, fill: cell.foreground,
                        snaps: true))
            }
        }
        return lines
    }

    /// A picture's visible parts.
    private static func images(_ picture: ShownPicture) -> [String] {
        guard let pixels = picture.pixels(cell: PNGPicture.cell) else { return [] }
        return picture.parts.compactMap { part in
            guard let cropped = pixels.cropped(to: part.pixels(cell: PNGPicture.cell)),
                let file = PNG.encode(cropped, compress: Deflate.zlib)
            else { return nil }
            var data: [UInt8] = []
            data.appendBase64(file[...])
            let (x, y) = (Double(picture.column + part.column), Double(picture.row + part.row))
            return "<image x=\"\(number(x * cellWidth))\" y=\"\(number(y * cellHeight))\" "
                + "width=\"\(number(Double(part.columns) * cellWidth))\" "
                + "height=\"\(number(Double(part.rows) * cellHeight))\" preserveAspectRatio=\"none\" "
                + "href=\"data:image/png;base64,\(String(decoding: data, as: UTF8.self))\"/>"
        }
    }

    /// Runs of text in one style; each stretched to its columns, so that nothing drifts.
    private static func texts(_ cells: [PaintedCell], row: Int) -> [String] {
        var lines: [String] = []
        var column = 0
        while column < cells.count {
            let first = cells[column]
            guard first.isText else {
                column += 1
                continue
            }
            var (text, end) = ("", column)
            // Viewers may collapse two spaces, and then the rest would drift.
            while end < cells.count, cells[end].continues(first, isStart: end == column), !text.hasSuffix("  ") {
                text += cells[end].text
                end += max(1, cells[end].width)
                if first.width != 1 { break }
            }
            lines.append(
                self.text(text, style: first, x: column, row: row, columns: end - column))
            column = max(end, column + 1)
        }
        return lines
    }

    private static func text(_ text: String, style: PaintedCell, x: Int, row: Int, columns: Int) -> String {
        let trimmed = text.reversed().drop { $0 == " " }
        let content = String(trimmed.reversed())
        let used = columns - (text.count - content.count)
        return "<text x=\"\(number(Double(x) * cellWidth))\" y=\"\(number(Double(row) * cellHeight + baseline))\" "
            + "textLength=\"\(number(Double(used) * cellWidth))\" lengthAdjust=\"spacingAndGlyphs\" "
            + "fill=\"\(hex(style.foreground))\"\(style.fontAttributes)>\(XMLText.escaped(content))</text>"
    }

    // MARK: - Writing

    private static func rect(
        x: Double, y: Double, width: Double, height: Double, fill: UInt32, snaps: Bool
    ) -> String {
        "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\" "
            + "fill=\"\(hex(fill))\"\(snaps ? " shape-rendering=\"crispEdges\"" : "")/>"
    }

    private static func runs(_ values: [UInt32]) -> [(value: UInt32, range: Range<Int>)] {
        var runs: [(value: UInt32, range: Range<Int>)] = []
        for (index, value) in values.enumerated() {
            if let last = runs.last, last.value == value {
                runs[runs.count - 1].range = last.range.lowerBound..<index + 1
            } else {
                runs.append((value, index..<index + 1))
            }
        }
        return runs
    }

    private static func hex(_ color: UInt32) -> String { GoldenText.name(color) }

    /// At most three decimals, without trailing zeros.
    static func number(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        if thousandths % 1000 == 0 { return "\(thousandths / 1000)" }
        return "\(Double(thousandths) / 1000)"
    }
}
