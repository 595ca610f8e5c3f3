import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@testable import FoyerPlatform
@testable import FoyerTUI

/// One card at every size and on every terminal.
@Suite struct PopupViewTests {
    private static let data = PopupData(
        popupKey: "k", id: "i", title: "Autumn at the Tea House", text: "A pot for two on the terrace, until six.",
        buttons: [PopupButton(label: "Order ahead", openURL: "x"), PopupButton(label: "Not now", openURL: "")])

    @Test func aCardIsAWidgetLikeAnyOther() {
        let (size, view) = (CellSize(columns: 60, rows: 16), PopupView(Self.data, hasPicture: false, startedAt: .zero))
        expectDrawsTheSameAnywhere(view, size: size, at: .zero + .seconds(1))
        expectHitsMoveAlong(view, size: size, isHit: true)
    }

    @Test func everyPartHasItsOwnRoomAtEverySize() {
        for columns in [20, 21, 23, 24, 30, 40, 80, 132, 200] {
            for rows in [6, 7, 8, 9, 10, 12, 16, 24, 50] {
                for hasPicture in [false, true] {
                    let size = CellSize(columns: columns, rows: rows)
                    let view = PopupView(Self.data, hasPicture: hasPicture, startedAt: .zero)
                    let layout = view.layout(in: size)
                    let parts = [layout.picture, layout.title, layout.text, layout.buttons].filter { !$0.isEmpty }
                    #expect(!layout.title.isEmpty && !layout.buttons.isEmpty, "\(size)")
                    for (index, part) in parts.enumerated() {
                        #expect(layout.card.intersection(part) == part, "\(size)")
                        for other in parts[..<index] { #expect(part.intersection(other).isEmpty, "\(size)") }
                    }
                    #expect(Rect(size).intersection(layout.card) == layout.card, "\(size)")
                    if !layout.picture.isEmpty {
                        #expect((0...1).contains(layout.title.row - layout.picture.endRow), "\(size)")
                    }
                    let (column, row) = layout.cross
                    let cross = Rect(column: column - 1, row: row, columns: 3, rows: 1)
                    #expect(layout.title.intersection(cross).isEmpty, "✕ has air at \(size)")
                }
            }
        }
    }

    /// The footer says how to close it.
    @Test(arguments: [20, 24, 30, 40]) func aPictureLeavesThePagesHeadAndFooterFree(rows: Int) {
        let view = PopupView(Self.data, hasPicture: true, startedAt: .zero)
        let layout = view.layout(in: CellSize(columns: 80, rows: rows))
        #expect(!layout.picture.isEmpty && layout.card.row >= 2 && layout.card.endRow <= rows - 2, "\(layout.card)")
    }

    @Test(arguments: 20...30) func everyButtonCanBeSeen(columns: Int) {
        for rows in [6, 8, 12, 24] {
            let size = CellSize(columns: columns, rows: rows)
            for focus in 0..<2 {
                var (canvas, view) = (Canvas(size: size), PopupView(Self.data, hasPicture: true, startedAt: .zero))
                view.focus = focus
                view.render(into: &canvas, at: .zero + .seconds(1))
                let text = canvas.buffer.text
                #expect(text.contains("Order ahead") && text.contains("Not now"), "\(size)")
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                let row = lines.firstIndex { $0.contains("Not now") } ?? 0
                let column = (0..<columns).first { canvas.buffer[$0, row].glyph == Glyph("w") } ?? 0
                let click = InputEvent.mouse(MouseEvent(.click, column: column, row: row))
                #expect(view.command(for: click, in: size) == .press(1), "\(size)")
            }
        }
    }

    @Test func belowTwentyBySixThereIsNone() {
        for size in [CellSize(columns: 19, rows: 24), CellSize(columns: 80, rows: 5)] {
            var canvas = Canvas(size: size)
            PopupView(Self.data, hasPicture: false, startedAt: .zero).render(into: &canvas, at: .zero)
            #expect(canvas.buffer == Canvas(size: size).buffer)
        }
    }

    @Test(arguments: [CellColor.Depth.mono, .ansi8, .indexed256, .direct]) func itFadesInUnlessMotionIsReduced(
        depth: CellColor.Depth
    ) {
        let size = CellSize(columns: 80, rows: 24)
        let view = PopupView(Self.data, hasPicture: false, startedAt: .zero)
        func drawn(_ reduces: Bool, at now: Instant) -> Buffer {
            var canvas = Canvas(size: size, theme: DisplayTheme(depth: depth, reducesMotion: reduces))
            canvas.fill(.ground)
            canvas.text("beneath", column: 1, row: 1)
            view.render(into: &canvas, at: now)
            return canvas.buffer
        }
        let whole = drawn(true, at: .zero)
        #expect(drawn(false, at: .zero) != whole)
        #expect(drawn(false, at: .zero + .seconds(1)) == whole)
        #expect(view.nextChange(after: .zero, theme: DisplayTheme(reducesMotion: true)) == nil)
        // What lies beneath is where it was.
        #expect(whole[1, 1].glyph == Glyph("b"))
    }

    @Test func clicksFindTheButtonsAndTheCross() {
        let size = CellSize(columns: 80, rows: 24)
        let view = PopupView(Self.data, hasPicture: false, startedAt: .zero)
        let layout = view.layout(in: size)
        func click(_ column: Int, _ row: Int) -> PopupCommand? {
            view.command(for: .mouse(MouseEvent(.click, column: column, row: row)), in: size)
        }
        #expect(click(layout.cross.column, layout.cross.row) == .close)
        #expect(click(0, 0) == nil)
        let middle = layout.buttons.column + layout.buttons.columns / 2
        #expect(click(middle - 4, layout.buttons.row) == .press(0))
        #expect(click(middle + 8, layout.buttons.row) == .press(1))
    }
}
