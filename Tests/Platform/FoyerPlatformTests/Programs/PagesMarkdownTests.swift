import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@testable import FoyerPlatform
@testable import FoyerTUI

private let document = MarkdownDocument(blocks: [
    .heading(level: 1, [.text("Welcome to the Tea House")]),
    .paragraph([
        .text("Order ahead and sit down when it is ready. Our kettles are on from "),
        .strong([.text("seven in the morning")]), .text(" until the last guest has left. Read "),
        .link(destination: "pages/menu", [.text("today's menu")]), .text(" or ask for "), .code("house blend"),
        .text("."),
    ]),
    .paragraph([.image(source: "hero.png", alternative: "A kettle")]),
    .heading(level: 2, [.text("How it works")]),
    .list(
        start: 9, isTight: true,
        items: [
            [.paragraph([.text("Choose a tea.")])],
            [
                .paragraph([.text("Say when you come; we start the water five minutes before, no sooner and no later.")]
                ),
                .list(
                    start: nil, isTight: true,
                    items: [[.paragraph([.text("green")])], [.paragraph([.text("black")])]]),
            ],
        ]),
    .quote([.paragraph([.text("一碗喉吻潤，二碗破孤悶。")])]),
    .code("foyer launch com.example.tea \\\n\t--page pages/menu\n"),
    .rule,
    .paragraph([.text("Ask for "), .link(destination: "https://example.com", [.text("the way to us")]), .text(".")]),
])

private func page(_ size: CellSize, pictures: [String: MarkdownPicture] = [:]) -> MarkdownPage {
    MarkdownPage(
        title: "Welcome", program: "Tea House", document: document, pictures: pictures,
        footer: Footer(keys: [KeyHint("q", "Back"), KeyHint(.tab, "Next link")], note: "1.2.0"), size: size)
}

@Suite struct PagesMarkdownTests {
    @Test(arguments: snapshotSizes) func pages(size: CellSize) {
        expectGolden(screen(size) { page(size).render(into: &$0) }, "markdown")
    }

    @Test func styles() {
        let size = CellSize(columns: 50, rows: 40)
        var page = page(size)
        page.focus(0)
        expectGolden(screen(size) { page.render(into: &$0) }, "focused-link")
    }

    @Test func linesKeepTheMeasure() {
        for width in 1...90 {
            let layout = MarkdownLayout(document, width: width)
            let buffer = screen(width + 1, layout.lineCount) { canvas in
                layout.render(into: &canvas, in: canvas.bounds, offset: 0)
            }
            #expect(width < 2 || (0..<layout.lineCount).allSatisfy { buffer[width, $0].glyph == .space })
            #expect(wideCharactersAreWhole(buffer))
            #expect(layout.links.map(\.destination) == ["pages/menu", "https://example.com"])
        }
        #expect(MarkdownPage.textRect(in: CellSize(columns: 200, rows: 50)).columns == MarkdownLayout.measure)
    }

    @Test func linksAreFoundWhereTheyAreDrawn() {
        for columns in [20, 33, 80, 200] {
            let size = CellSize(columns: columns, rows: 24)
            var page = page(size)
            for id in 0...1 {
                page.focus(id)
                #expect(page.focusedLink == id)
                let buffer = screen(size) { page.render(into: &$0) }
                var seen = 0
                for row in 0..<24 {
                    for column in 0..<columns {
                        let isFocused = buffer[column, row].background == .link
                        if isFocused { seen += 1 }
                        let place = CellPosition(column: column, row: row)
                        #expect((page.hitTest(at: place, in: Rect(size)) == id) == isFocused)
                    }
                }
                #expect(seen >= 11)
            }
            #expect(page.hitTest(at: CellPosition(column: 0, row: 0), in: Rect(size)) == nil)
        }
    }

    @Test func scrollingStaysWithinTheText() {
        var page = page(CellSize(columns: 40, rows: 10))
        page.scroll(by: .max)
        #expect(page.offset == page.maximumOffset && page.offset > 0)
        page.scroll(by: -1000)
        #expect(page.offset == 0)
        page.scroll(by: .max)
        page.resize(to: CellSize(columns: 200, rows: 50))
        #expect(page.offset == 0 && page.maximumOffset == 0)
    }

    @Test func picturesStandInTheMiddleAndTheirRoomIsKept() throws {
        let size = CellSize(columns: 80, rows: 50)
        let reserved = page(size, pictures: ["hero.png": .reserved(CellSize(columns: 20, rows: 5))])
        let cells = Array(repeating: ScreenCell(Glyph("#")), count: 100)
        let picture = try #require(CellPicture(size: CellSize(columns: 20, rows: 5), cells: cells))
        let ready = page(size, pictures: ["hero.png": .ready(picture)])
        #expect(reserved.layout.lineCount == ready.layout.lineCount)
        let drawn = screen(size) { ready.render(into: &$0) }.text.split(separator: "\n")
        let rows = drawn.filter { $0.contains("####") }
        #expect(rows.count == 5 && rows.allSatisfy { $0.prefix { $0 == " " }.count == 30 })
        #expect(screen(size) { page(size).render(into: &$0) }.text.contains("[A kettle]"))
    }

    /// Drawn row by row, it would stay in cells.
    @Test func aPictureIsWholeForATerminalThatShowsPixels() throws {
        let size = CellSize(columns: 80, rows: 50)
        let pixels = try #require(
            Pixels(width: 4, height: 4, bytes: (UInt8(0)..<16).flatMap { [$0 &* 15, $0, 99, 255] }))
        let picture = PictureMapping.cells(
            for: pixels, size: CellSize(columns: 20, rows: 5), contentMode: .aspectFit, palette: .direct,
            background: .rgb(0, 0, 0), pixelCell: TerminalAnswers.PixelSize(width: 8, height: 16))
        var page = page(size, pictures: ["hero.png": .ready(picture)])
        func shown(_ page: MarkdownPage) -> ShownPicture? {
            var canvas = Canvas(size: size)
            page.render(into: &canvas)
            #expect(canvas.pictures.count <= 1)
            return canvas.pictures.first?.shown(in: canvas.buffer.cells, size: size)
        }
        let whole = try #require(shown(page))
        #expect(whole.parts == [CellArea(column: 0, row: 0, columns: 20, rows: 5)] && whole.column == 30)
        // With its first rows scrolled away there is none.
        page.resize(to: CellSize(columns: 80, rows: 12))
        page.scroll(to: whole.row)
        var canvas = Canvas(size: CellSize(columns: 80, rows: 12))
        page.render(into: &canvas)
        #expect(canvas.pictures.isEmpty)
    }

    @Test func picturesAreShrunkNeverStretched() {
        #expect(
            MarkdownLayout.pictureSize(pixelWidth: 1600, pixelHeight: 400, width: 76) == CellSize(columns: 76, rows: 10)
        )
        #expect(
            MarkdownLayout.pictureSize(pixelWidth: 80, pixelHeight: 32, width: 76) == CellSize(columns: 10, rows: 2))
        #expect(MarkdownLayout.pictureSize(pixelWidth: 100, pixelHeight: 4000, width: 76).rows == 20)
        // The rows would leave 75 columns: as wide as the text is better than a step at its end.
        #expect(
            MarkdownLayout.pictureSize(pixelWidth: 1200, pixelHeight: 640, width: 76) == CellSize(columns: 76, rows: 20)
        )
        #expect(
            MarkdownLayout.pictureSize(pixelWidth: 1160, pixelHeight: 640, width: 76) == CellSize(columns: 73, rows: 20)
        )
        // Its own size is no accident.
        #expect(
            MarkdownLayout.pictureSize(pixelWidth: 600, pixelHeight: 160, width: 76) == CellSize(columns: 75, rows: 10))
        #expect(MarkdownLayout.pictureSize(pixelWidth: 0, pixelHeight: 4, width: 76).columns == 0)
        for rows in [4, 12, 24, 50, 200] {
            let size = CellSize(columns: 80, rows: rows)
            let picture = MarkdownPage.pictureRows(in: size)
            #expect((3...20).contains(picture))
            #expect(rows < 12 || picture * 10 <= MarkdownPage.textRect(in: size).rows * 6)
        }
    }

    @Test func deepNestingStaysReadable() {
        var block = MarkdownBlock.paragraph([.text("word word word")])
        for _ in 0..<60 { block = .list(start: nil, isTight: true, items: [[.quote([block])]]) }
        let layout = MarkdownLayout(MarkdownDocument(blocks: [block]), width: 40)
        let buffer = screen(40, layout.lineCount) { layout.render(into: &$0, in: $0.bounds, offset: 0) }
        #expect(buffer.text.contains("word word"))
    }

    @Test func textFromOutsideIsSanitised() {
        let hostile = MarkdownDocument(blocks: [
            .paragraph([.text("a\u{1B}[31mb"), .link(destination: "x", [.text("\u{7}c")])]),
            .code("d\u{1B}]0;e\u{7}\u{7F}"),
            .paragraph([.image(source: "f", alternative: "\u{1B}g")]),
        ])
        let layout = MarkdownLayout(hostile, width: 40)
        let buffer = screen(40, layout.lineCount) { layout.render(into: &$0, in: $0.bounds, offset: 0) }
        #expect(buffer.cells.allSatisfy { $0.glyph.base >= 0x20 && $0.glyph.base != 0x7F })
    }
}
