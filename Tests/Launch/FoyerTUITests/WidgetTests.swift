import FoyerCore
import TestSupport
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
        ("notice", PageNotice("It is kept.", tone: .good)), ("help", KeyHelp(title: "Keys", groups: [.init("", keys)])),
        ("words", Words("A line that is longer than most rectangles are wide", wraps: true)), ("line", Words("A line")),
        ("loading", LoadingPage(name: "Tea", step: "Fetching", footer: Footer(keys: keys))),
        (
            "error",
            ErrorPage(title: "Tea", code: "10001", message: "No answer", advice: "Try again.", buttons: buttons)
        ),
        ("details", DetailsPage(steps: [StepDetail(label: "Fetch", state: .running)], elapsed: .seconds(2))),
        ("banner", BannerView()),
    ]

    private static var stack: PageStack<Int> {
        PageStack<Int>([.init(0, Words("First"), rank: 0, rows: 1), .init(1, buttons, rank: 1, rows: 1, gap: 1)])
    }

    private static func widget(_ name: String) -> (any Widget)? {
        name == "stack" ? stack : all.first { $0.name == name }?.widget
    }

    private static var names: [String] { all.map(\.name) + ["stack"] }

    @Test(arguments: names) func aWidgetDrawsTheSameAnywhereAndNothingOutside(name: String) throws {
        expectDrawsTheSameAnywhere(try #require(Self.widget(name)), size: Self.size, at: Self.now)
    }

    @Test(arguments: names) func whatIsHitMovesAlong(name: String) throws {
        let isHit = ["list", "buttons", "alert", "stack"].contains(name)
        let widget = try #require(Self.widget(name))
        expectHitsMoveAlong(widget, size: Self.size, isHit: isHit)
    }

    @Test func aStackMovesWhenAPartDoes() {
        let stack = PageStack<Int>([
            .init(0, Words("Still"), rank: 0, rows: 1), .init(1, ProgressBar(fraction: 0.5), rank: 1, rows: 1),
        ])
        #expect(stack.nextChange(after: .zero, theme: DisplayTheme()) == Motion.nextFrame(from: .zero, after: .zero))
        #expect(stack.nextChange(after: .zero, theme: DisplayTheme(reducesMotion: true)) == nil)
    }
}
