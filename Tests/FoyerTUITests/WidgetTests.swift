import FoyerCore
import Testing

@testable import FoyerTUI

/// What holds for every widget, wherever it is drawn.
@Suite struct WidgetTests {
    private static let size = CellSize(columns: 44, rows: 14)
    private static let now = Instant.zero + .milliseconds(700)

    private static let keys = [KeyHint("q", "Quit"), KeyHint("r", "Reload"), KeyHint("?", "Keys")]
    private static let buttons = ButtonRow([Button(key: "r", label: "Reload"), Button(key: "q", label: "Close")])

    static let all: [(name: String, widget: any Widget & Sendable)] = [
        ("bar", ProgressBar(fraction: 0.4)), ("icon", IconPlaceholder()), ("initial", IconPlaceholder(name: "Tea")),
        ("footer", Footer(keys: keys, note: "a note")),
        ("list", ListView(items: (0..<9).map { ListItem(title: "Item \($0)", detail: "More") }, focus: 1)),
        ("scroll", ScrollIndicator(first: 2, visible: 3, total: 9)), ("buttons", buttons), ("plate", Plate()),
        ("alert", AlertDialog(title: "Error", message: "It could not be opened.", buttons: buttons)),
        ("notice", Notice("It is kept.", tone: .good)), ("help", KeyHelp(title: "Keys", keys: keys)),
        ("words", Words("A line that is longer than most rectangles are wide", wraps: true)), ("line", Words("A line")),
        ("loading", LoadingPage(name: "Tea", step: "Fetching", footer: Footer(keys: keys))),
        (
            "error",
            ErrorPage(title: "Tea", code: "10001", message: "No answer", advice: "Try again.", buttons: buttons)
        ),
        ("details", DetailsPage(steps: [StepDetail(label: "Fetch", state: .running)], elapsed: .seconds(2))),
        ("popup", PopupView(popup, hasPicture: false, startedAt: .zero)), ("banner", BannerView()),
    ]

    private static var stack: PageStack<Int> {
        PageStack<Int>([.init(0, Words("First"), rank: 0, rows: 1), .init(1, buttons, rank: 1, rows: 1, gap: 1)])
    }

    private static func widget(_ name: String) -> (any Widget)? {
        name == "stack" ? stack : all.first { $0.name == name }?.widget
    }

    private static var names: [String] { all.map(\.name) + ["stack"] }

    private static let popup = PopupData(
        popupKey: "p", id: "1", title: "A card", text: "With words", buttons: [PopupButton(label: "Go", openURL: "")])

    /// Drawn over letters, so that a cell that it leaves alone can be told.
    private static func drawn(_ widget: any Widget, in rect: Rect, on size: CellSize) -> Buffer {
        var canvas = Canvas(size: size)
        for row in 0..<size.rows {
            for column in 0..<size.columns { canvas.put("x", column: column, row: row, style: .text) }
        }
        widget.render(into: &canvas, in: rect, at: now)
        return canvas.buffer
    }

    @Test(arguments: names) func aWidgetDrawsTheSameAnywhereAndNothingOutside(name: String) throws {
        let widget = try #require(Self.widget(name))
        let blank = Self.drawn(Words(""), in: Rect(CellSize(columns: 0, rows: 0)), on: Self.size)
        for inner in [Self.size, CellSize(columns: 20, rows: 6), CellSize(columns: 7, rows: 1)] {
            let alone = Self.drawn(widget, in: Rect(inner), on: inner)
            let rect = Rect(column: 3, row: 2, columns: inner.columns, rows: inner.rows)
            let screen = CellSize(columns: inner.columns + 6, rows: inner.rows + 5)
            let moved = Self.drawn(widget, in: rect, on: screen)
            for row in 0..<screen.rows {
                for column in 0..<screen.columns {
                    let isInside = rect.contains(column: column, row: row)
                    let expected = isInside ? alone[column - 3, row - 2] : blank[0, 0]
                    #expect(moved[column, row] == expected, "\(inner) at \(column), \(row)")
                }
            }
        }
        for rect in [Rect(column: 3, row: 2, columns: 0, rows: 4), Rect(column: 3, row: 2, columns: 9, rows: 0)] {
            #expect(Self.drawn(widget, in: rect, on: Self.size) == blank, "an empty rectangle shows nothing")
        }
    }

    @Test(arguments: names) func whatIsHitMovesAlong(name: String) throws {
        func hits(_ widget: some Widget, in rect: Rect) -> [String] {
            (0..<rect.rows).flatMap { row in
                (0..<rect.columns).map { column in
                    let place = CellPosition(column: rect.column + column, row: rect.row + row)
                    return widget.hitTest(at: place, in: rect).map { "\($0)" } ?? ""
                }
            }
        }
        let widget = try #require(Self.widget(name))
        let here = hits(widget, in: Rect(Self.size))
        #expect(
            here == hits(widget, in: Rect(column: 5, row: 3, columns: Self.size.columns, rows: Self.size.rows)))
        let isHit = ["list", "buttons", "alert", "error", "popup", "stack"].contains(name)
        #expect(here.contains { !$0.isEmpty } == isHit)
    }

    @Test func aStackMovesWhenAPartDoes() {
        let stack = PageStack<Int>([
            .init(0, Words("Still"), rank: 0, rows: 1), .init(1, ProgressBar(fraction: 0.5), rank: 1, rows: 1),
        ])
        #expect(stack.nextChange(after: .zero, theme: Theme()) == Motion.nextFrame(from: .zero, after: .zero))
        #expect(stack.nextChange(after: .zero, theme: Theme(reducesMotion: true)) == nil)
    }
}
