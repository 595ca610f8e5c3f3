import Foyer
import FoyerPlatformCore

/// A screen kept as text with exact colours, for a run's file and for reports.
package struct KeptScreen: Equatable, Sendable {
    /// Its moment: `error`, `ready`, `80×24`.
    package let name: String
    /// Whether its moment is a key, which it does not show the effect of.
    var isOfKey: Bool { name.hasPrefix("key ") }
    package let size: CellSize
    /// The colour of cells that no run covers.
    let ground: UInt32
    let runs: [Run]

    /// Text in one style.
    struct Run: Equatable, Sendable {
        let column: Int
        let row: Int
        let text: String
        let foreground: UInt32
        let background: UInt32
        let attributes: UInt8
    }

    /// The largest size that is read back.
    static let largest = 1000

    init(_ screen: Buffer, name: String, theme: Theme) {
        self.name = name
        size = screen.size
        ground = theme.palette[.ground]
        var runs: [Run] = []
        for row in 0..<screen.size.rows { runs += Self.runs(screen.row(row), row: row, theme, ground) }
        self.runs = runs
    }

    private static func runs(_ cells: ArraySlice<Cell>, row: Int, _ theme: Theme, _ ground: UInt32) -> [Run] {
        var runs: [Run] = []
        for (column, cell) in cells.enumerated() where cell.width > 0 {
            let style = theme.resolve(cell)
            let text = String(String.UnicodeScalarView(cell.glyph.scalars))
            let run = Run(
                column: column, row: row, text: text,
                foreground: TerminalPalette.exact(style.foreground, else: theme.palette[.text]),
                background: TerminalPalette.exact(style.background, else: ground),
                attributes: style.attributes.rawValue)
            if let last = runs.last, last.isInStyle(of: run) {
                runs[runs.count - 1] = last.longer(by: text)
            } else {
                runs.append(run)
            }
        }
        return runs.filter { $0.background != ground || $0.text.contains { $0 != " " } || $0.attributes != 0 }
    }

    /// Rebuilds the screen. The text is sanitised again, since anybody may have changed the file.
    var buffer: Buffer {
        var canvas = Canvas(size: size)
        canvas.fill(.hex(ground))
        for run in runs {
            canvas.text(
                SafeText(run.text), column: run.column, row: run.row,
                style: TextStyle(
                    .hex(run.foreground), on: .hex(run.background),
                    attributes: CellAttributes(rawValue: run.attributes)))
        }
        return canvas.buffer
    }

    /// As a picture for a page.
    func svg(title: String) -> String {
        SVGPicture.draw(buffer, theme: Theme(), title: title)
    }
}

extension KeptScreen.Run {
    fileprivate func isInStyle(of other: Self) -> Bool {
        foreground == other.foreground && background == other.background && attributes == other.attributes
    }

    fileprivate func longer(by more: String) -> Self {
        Self(
            column: column, row: row, text: text + more, foreground: foreground, background: background,
            attributes: attributes)
    }
}

// MARK: - JSON

extension KeptScreen {
    var json: JSON {
        [
            "name": .string(name), "columns": .integer(Int64(size.columns)), "rows": .integer(Int64(size.rows)),
            "ground": .integer(Int64(ground)),
            "runs": .array(
                runs.map { run in
                    [
                        .integer(Int64(run.column)), .integer(Int64(run.row)), .string(run.text),
                        .integer(Int64(run.foreground)), .integer(Int64(run.background)),
                        .integer(Int64(run.attributes)),
                    ]
                }),
        ]
    }

    init(_ node: JSONNode) throws(JSONShapeError) {
        func color(_ node: JSONNode) throws(JSONShapeError) -> UInt32 {
            UInt32(try node.integer(in: 0...0xFF_FFFF))
        }
        name = try node.field("name").text()
        let most = Int64(Self.largest)
        size = CellSize(
            columns: Int(try node.field("columns").integer(in: 1...most)),
            rows: Int(try node.field("rows").integer(in: 1...most)))
        ground = try color(node.field("ground"))
        var runs: [Run] = []
        for element in try node.field("runs").elements() {
            let parts = try element.elements()
            guard parts.count == 6 else { throw element.shapeError(expected: "a list of six") }
            runs.append(
                Run(
                    column: Int(try parts[0].integer(in: 0...most)), row: Int(try parts[1].integer(in: 0...most)),
                    text: try parts[2].text(), foreground: try color(parts[3]), background: try color(parts[4]),
                    attributes: UInt8(try parts[5].integer(in: 0...15))))
        }
        self.runs = runs
    }
}
