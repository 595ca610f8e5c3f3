import CTerminal
import FoyerCore
import Glibc
import TestSupport
import Testing

@testable import FoyerTUI

/// What a terminal shows after the bytes of frame upon frame: each time just the frame, whatever came before it.
@Suite(.serialized, .ownThreads) struct DrawingTests {
    private static let size = CellSize(columns: 60, rows: 8)

    /// Pictures of cells, texts, wide characters; changed here and there, moved to the side, replaced as a whole.
    private struct Storm {
        var random: SplitMix64
        private(set) var canvas = Buffer(size: DrawingTests.size)

        init(seed: UInt64) { random = SplitMix64(seed: seed) }

        mutating func next() {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: for row in 0..<canvas.size.rows { fill(row, 0..<canvas.size.columns) }
            case 1...2: for _ in 0..<6 { scatter() }
            case 3: canvas = Buffer(size: canvas.size)
            default: slide()
            }
        }

        private mutating func cell(isPicture: Bool) -> ScreenCell {
            func color() -> CellColor { .rgb(UInt8.random(in: 0..<6, using: &random), 0, 0) }
            if Int.random(in: 0..<60, using: &random) == 0 {
                return ScreenCell(Glyph("茶"), foreground: color(), width: 2)
            }
            let letter = Unicode.Scalar(UInt8.random(in: 97...122, using: &random))
            return ScreenCell(
                Glyph(isPicture ? "▀" : letter), foreground: color(), background: isPicture ? color() : .ground)
        }

        private mutating func fill(_ row: Int, _ columns: Range<Int>) {
            let isPicture = Bool.random(using: &random)
            for column in columns { canvas[column, row] = cell(isPicture: isPicture) }
        }

        private mutating func scatter() {
            let (column, row) = (Int.random(in: 0..<60, using: &random), Int.random(in: 0..<8, using: &random))
            canvas[column, row] = cell(isPicture: false)
        }

        /// As a carousel's pages go by, in some rows and between two columns.
        private mutating func slide() {
            let columns = Int.random(in: 0..<15, using: &random)..<Int.random(in: 40...60, using: &random)
            let rows = Int.random(in: 0..<3, using: &random)..<Int.random(in: 4...8, using: &random)
            var distance = 0
            while distance == 0 { distance = Int.random(in: -20...20, using: &random) }
            let former = canvas
            for row in rows {
                for column in columns {
                    let source = column + distance
                    canvas[column, row] =
                        columns.contains(source) && former[source, row].width == 1
                        ? former[source, row] : cell(isPicture: true)
                }
            }
        }
    }

    private static func plan(_ type: String) -> TerminalPlan {
        TerminalPlan(
            capabilities: TerminalCapabilities(depth: .indexed256, unicode: true), type: type, isOwn: false,
            hasSize: true)
    }

    /// Colours beyond the sixteen, which no attribute changes.
    private static func resolve(_ color: CellColor) -> TerminalColor {
        color == .ground ? .default : .indexed(UInt8(100 + color.bits % 100))
    }

    private static func color(_ color: CellColor) -> ScreenColor {
        switch resolve(color) {
        case .indexed(let index): .indexed(index)
        default: .default
        }
    }

    private static let types = ["xterm-256color", "tmux-256color", "screen-256color"]

    /// Draws frames on a terminal of a type; `check` has the bytes of each, and what is shown after them.
    private static func draw(
        _ type: String, frames: Int, next: (Int) -> Buffer, check: (Int, [UInt8], VirtualTerminal) throws -> Void
    ) throws {
        foyer_use_locale(true)
        let screen = try CursesScreen(plan: plan(type), resolve: resolve)
        screen.resize(to: size)
        let terminal = VirtualTerminal(columns: size.columns, rows: size.rows)
        for step in 0..<frames {
            let bytes = screen.draw(Frame(size: size, cells: next(step).cells), settles: step % 7 == 6)
            terminal.feed(bytes)
            try check(step, bytes, terminal)
        }
    }

    @Test(arguments: types) func theTerminalShowsEachFrame(type: String) throws {
        var storm = Storm(seed: 5)
        try Self.draw(type, frames: 600) { _ in
            storm.next()
            return storm.canvas
        } check: { step, _, terminal in
            try #require(Self.differences(terminal, storm.canvas).isEmpty, "step \(step)")
        }
    }

    @Test(arguments: types) func whatWentSidewaysIsMovedByTheTerminal(type: String) throws {
        var repaint = 0
        try Self.draw(type, frames: 6) { step in
            Self.slanted(by: step < 4 ? step * 3 : 12 - step)
        } check: { step, bytes, _ in
            if step == 0 { repaint = bytes.count } else { #expect(bytes.count * 5 < repaint, "step \(step)") }
        }
    }

    private static func slanted(by shift: Int) -> Buffer {
        var canvas = Buffer(size: Self.size)
        for row in 0..<8 {
            for column in 4..<56 {
                let level = UInt8(((column + shift) * 7 + row * 5) % 100)
                canvas[column, row] = ScreenCell(Glyph("▀"), foreground: .rgb(level, 0, 0), background: .rgb(99, 0, 0))
            }
        }
        return canvas
    }

    private static func differences(_ terminal: VirtualTerminal, _ wanted: Buffer) -> [String] {
        var found: [String] = []
        for row in 0..<wanted.size.rows {
            for column in 0..<wanted.size.columns where wanted[column, row].width > 0 {
                let (cell, shown) = (wanted[column, row], terminal.cell(column: column, row: row))
                let text = String(String.UnicodeScalarView(cell.glyph.scalars))
                // The colour of nothing is not seen.
                let isSame =
                    shown.text == text && shown.background == color(cell.background)
                    && (text == " " || shown.foreground == color(cell.foreground))
                if !isSame { found.append("\(column),\(row): \(shown) for \(text)") }
            }
        }
        return found
    }
}
