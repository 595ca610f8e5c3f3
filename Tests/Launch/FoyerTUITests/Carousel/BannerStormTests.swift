import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

@Suite("Banner: storms and the long run")
struct BannerStormTests {
    @Test("Whatever happens, nothing is drawn outside the room, and what is shown agrees at rest", arguments: 0..<150)
    func storm(seed: UInt64) {
        var storm = BannerStorm(seed: seed)
        for _ in 0..<40 { storm.step() }
        #expect(storm.problems.isEmpty)
    }

    /// A loop that draws sixty times a second for ten minutes, as late as real ones are. What is on screen is read
    /// back from the cells.
    @Test("Ten minutes at sixty frames a second: every page in its turn, once an interval")
    func tenMinutes() {
        let count = 5
        var stage = BannerStage(count, columns: 24, rows: 5, titles: [])
        var generator = SplitMix64(seed: 10)
        var rested: [Int] = [0]
        var reported = [0]
        var slideFrames: [Int] = []
        var lastColumn = 0
        var wrong: [Int] = []
        for frame in 1...36_000 {
            let late = Duration.microseconds(Int64.random(in: 0..<9_000, using: &generator))
            stage.now = Instant.zero + .nanoseconds(Int64(frame) * 1_000_000_000 / 60) + late
            for case .reportShown(let page) in stage.carousel.handle(.deadlineReached, at: stage.now) {
                reported.append(page)
            }
            // The mark changes with the tick, and the tick never drifts: the page follows from the time alone.
            let due = Int(stage.now.nanoseconds / 3_000_000_000) % count
            if stage.marks.firstIndex(of: Glyph("●")) != due { wrong.append(frame) }
            let line = Array(stage.pictureRow())
            let goal = Character(BannerStage.letter(stage.carousel.page ?? -1))
            if line.allSatisfy({ $0 == goal }) {
                let page = Int(goal.asciiValue ?? 0) - 0x41
                if page != rested.last {
                    rested.append(page)
                    slideFrames.append(0)
                }
                lastColumn = 24
            } else {
                // The new page comes from the right and never goes back.
                let column = line.firstIndex(of: goal) ?? 24
                if column > lastColumn { wrong.append(frame) }
                lastColumn = column
                slideFrames.append((slideFrames.popLast() ?? 0) + 1)
            }
        }
        // The first tick after 3 s; the last, at 600 s, has its first frame alone.
        #expect(rested == (0...199).map { $0 % count })
        #expect(reported == rested)
        #expect(wrong.isEmpty)
        // A frame may fall on the slide's first or last cells, which look like rest.
        #expect(slideFrames.dropLast().allSatisfy { (12...25).contains($0) })
    }
}

struct BannerStorm {
    private var generator: SplitMix64
    private var stage: BannerStage
    private(set) var problems: [String] = []

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
        let themes = [
            DisplayTheme(), DisplayTheme(depth: .indexed256), DisplayTheme(depth: .ansi16), DisplayTheme(depth: .mono),
            DisplayTheme(depth: .mono, isASCII: true), DisplayTheme(isASCII: true), DisplayTheme(reducesMotion: true),
        ]
        var style = BannerStyle(
            loops: Bool.random(using: &generator),
            indicator: IndicatorStyle(
                IndicatorStyle.Kind.allCases.randomElement(using: &generator) ?? .dots,
                alignment: IndicatorStyle.Alignment.allCases.randomElement(using: &generator) ?? .centre,
                place: IndicatorStyle.Place.allCases.randomElement(using: &generator) ?? .below,
                currentSize: CellSize(columns: 2, rows: Int.random(in: 0...9, using: &generator))))
        if Bool.random(using: &generator) { style.indicator.currentSize = nil }
        if Int.random(in: 0..<4, using: &generator) == 0 { style.indicator.otherMark = .glyph("茶🍵") }
        stage = BannerStage(
            [0, 1, 2, 3, 5, 9, 26].randomElement(using: &generator) ?? 5, style: style,
            theme: themes.randomElement(using: &generator) ?? DisplayTheme())
    }

    mutating func step() {
        stage.now += .milliseconds(Int.random(in: 0...500, using: &generator))
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...2: resize()
        case 3: stage.focus(Bool.random(using: &generator))
        case 4...7: stage.input(.mouse(randomMouse()))
        case 8: stage.send(.command(.goTo(Int.random(in: -3...30, using: &generator))))
        case 9: stage.key(.character("l"))
        default: stage.send(.deadlineReached)
        }
        check(column: Int.random(in: -3...5, using: &generator), row: Int.random(in: -2...3, using: &generator))
    }

    private mutating func resize() {
        let columns = Int.random(in: 0...(Bool.random(using: &generator) ? 8 : 90), using: &generator)
        let rows = Int.random(in: 0...(Bool.random(using: &generator) ? 5 : 20), using: &generator)
        stage.resize(columns: columns, rows: rows)
        guard Bool.random(using: &generator), case .pages(let shown) = stage.view.content else { return }
        var pages = Array(shown)
        for page in pages.indices {
            pages[page].picture = PagePicture.allCases.randomElement(using: &generator) ?? .ready
            pages[page].cells = BannerStage.picture(page, size: stage.layout.pictureSize)
        }
        stage.view.content = .pages(pages)
    }

    private mutating func randomMouse() -> MouseEvent {
        let kinds: [MouseEvent.Kind] = [.press, .release, .click, .drag, .drag, .wheelUp, .wheelDown, .move]
        return MouseEvent(
            kinds.randomElement(using: &generator) ?? .press, column: Int.random(in: -2...95, using: &generator),
            row: Int.random(in: -2...22, using: &generator))
    }

    /// Draws in a room that lies anywhere on a screen full of `~`.
    private mutating func check(column: Int, row: Int) {
        let size = CellSize(columns: stage.rect.columns + 4, rows: stage.rect.rows + 3)
        let sentinel = ScreenCell(Glyph("~"))
        var canvas = Canvas(Buffer(size: size, filledWith: sentinel), theme: stage.theme)
        let room = Rect(column: column, row: row, columns: stage.rect.columns, rows: stage.rect.rows)
        stage.view.render(into: &canvas, in: room, at: stage.now)
        for y in 0..<size.rows {
            for x in 0..<size.columns where !room.contains(column: x, row: y) && canvas.buffer[x, y] != sentinel {
                problems.append("\(x), \(y) outside of \(room)")
            }
        }
        if !wideCharactersAreWhole(canvas.buffer) { problems.append("half a wide character in \(room)") }
        checkAgreement()
    }

    private mutating func checkAgreement() {
        guard stage.carousel.visiblePages(at: stage.now).count == 1, let page = stage.carousel.page else { return }
        let (buffer, layout) = (stage.buffer, stage.layout)
        let (x, y) = (layout.picture.columns / 2, 1)
        let shown = stage.view.content.pages[page]
        let isFramed = layout.picture.rows < 4 || layout.picture.columns < 8
        let isFitting = shown.picture == .ready && shown.cells?.size == layout.pictureSize
        let isClear = !layout.isInside && !layout.title.contains(column: x, row: y)
        if isFitting, !isFramed, isClear, buffer[x, y].glyph != Glyph(BannerStage.letter(page)) {
            problems.append("page \(page) is not the picture's")
        }
        let style = stage.view.style.indicator
        guard style.kind == .dots, style.currentSize == nil, style.otherMark == nil else { return }
        let marks = stage.marks
        let current = marks.indices.filter { marks[$0] == Glyph(stage.theme.glyphs.dot) }
        if marks.isEmpty { return }
        if current.count != 1 || marks.count == stage.carousel.items.count && current != [page] {
            problems.append("page \(page) has the marks \(current) of \(marks.count)")
        }
    }
}

extension BannerStage {
    /// The marks of the indicator as they are on screen, from left to right.
    var marks: [Glyph] {
        let room = layout.indicator
        guard !room.isEmpty else { return [] }
        let signs = [theme.glyphs.dot, theme.glyphs.emptyDot, theme.glyphs.smallDot].map { Glyph($0) }
        let row = buffer.row(room.row + room.rows / 2)
        return row.dropFirst(room.column).prefix(room.columns).map(\.glyph).filter(signs.contains)
    }
}
