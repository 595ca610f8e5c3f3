import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

@Suite("Banner: what is drawn")
struct BannerViewTests {
    @Test("At rest, in a slide, with the focus, stopped")
    func states() {
        var stage = BannerStage()
        expectGolden(stage.buffer, "rest")
        stage.send(.command(.next))
        stage.now += .milliseconds(80)
        expectGolden(stage.buffer, "slide")
        stage.rest()
        stage.focus()
        expectGolden(stage.buffer, "focus")
    }

    @Test("Every kind of indicator at every alignment and place", arguments: IndicatorStyle.Kind.allCases)
    func indicators(kind: IndicatorStyle.Kind) {
        var screens: [(name: String, screen: Buffer)] = []
        for place in IndicatorStyle.Place.allCases {
            for alignment in IndicatorStyle.Alignment.allCases {
                let indicator = IndicatorStyle(kind, alignment: alignment, place: place)
                var stage = BannerStage(style: BannerStyle(indicator: indicator), columns: 44, rows: 6, titles: [])
                stage.send(.command(.goTo(2)))
                stage.rest()
                screens.append(("\(place) \(alignment)", stage.buffer))
            }
        }
        expectGolden(sheet(screens), "indicator-\(kind)")
    }

    @Test("Marks of the host's own: glyphs, pictures, sizes, spacing, tints")
    func marks() {
        let lamp = BannerStage.picture(ScreenCell(Glyph("▀")), size: CellSize(columns: 3, rows: 2))
        let styles = [
            IndicatorStyle(currentMark: .glyph("🍵"), otherMark: .glyph("茶"), otherTint: .good),
            IndicatorStyle(currentMark: .picture(lamp), otherMark: .glyph("-"), spacing: 0),
            IndicatorStyle(
                currentSize: CellSize(columns: 5, rows: 3), otherSize: CellSize(columns: 3, rows: 1), spacing: 1),
            IndicatorStyle(.bar, currentTint: .bad, currentSize: CellSize(columns: 9, rows: 1)),
            IndicatorStyle(currentMark: .glyph(""), otherMark: .glyph("much too wide")),
        ]
        let pictures = styles.map { style in
            BannerStage(style: BannerStyle(indicator: style), rows: 9, titles: []).buffer
        }
        expectGolden(sheet(pictures.enumerated().map { ("\($0.offset + 1)", $0.element) }), "marks")
        #expect(pictures.allSatisfy(wideCharactersAreWhole))
    }

    @Test("A frame stands round the picture where there is room, shows the focus, and goes on small screens")
    func frame() {
        let style = BannerStyle(isFramed: true)
        var stage = BannerStage(style: style, columns: 60, rows: 12)
        #expect(stage.layout.picture == Rect(column: 1, row: 1, columns: 58, rows: 9))
        let plain = stage.buffer
        #expect(plain.text.hasPrefix("╭" + String(repeating: "─", count: 58) + "╮\n"))
        stage.focus()
        #expect(stage.buffer[0, 0].foreground == .accent && plain[0, 0].foreground == .faint)
        #expect(stage.buffer[1, 1] == plain[1, 1])
        for (columns, rows) in [(39, 12), (60, 8)] {
            let small = BannerStage(style: style, columns: columns, rows: rows)
            #expect(small.layout == BannerStage(columns: columns, rows: rows).layout)
        }
        #expect(stage.view.rows(columns: 60, atMost: 40) == 13)
    }

    @Test("Marks of two heights stand in one line, and the sign with them", arguments: 1...3)
    func heights(rows: Int) {
        let style = IndicatorStyle(
            .bar, currentSize: CellSize(columns: 8, rows: rows), otherSize: CellSize(columns: 4, rows: 1))
        let lines = BannerStage(style: BannerStyle(indicator: style), columns: 60, rows: 12, titles: []).buffer.text
            .split(separator: "\n")
        #expect(lines.contains { $0.contains("━━━━━━━━ ────") && $0.contains("space") }, "\(lines)")
    }

    @Test("Without colours the current page is told by the kind's own signs, not by pictures")
    func picturesWithoutColours() {
        let lamp = IndicatorStyle.Mark.picture(
            BannerStage.picture(ScreenCell(Glyph("▀")), size: .init(columns: 3, rows: 2)))
        let style = BannerStyle(indicator: IndicatorStyle(currentMark: lamp, otherMark: lamp))
        let text = BannerStage(style: style, rows: 9, theme: DisplayTheme(depth: .mono), titles: []).buffer.text
        #expect(text.contains("●") && text.count { $0 == "○" } == 4 && !text.contains("▀"), "\(text)")
    }

    @Test("What a title darkens fades out above it where there are colours in between, and ends there where not")
    func fadeOut() {
        for depth in [CellColor.Depth.direct, .indexed256] {
            let stage = BannerStage(columns: 60, rows: 16, theme: DisplayTheme(depth: depth))
            let (title, buffer) = (stage.layout.title.row, stage.buffer)
            let plain = buffer[0, 0].background
            #expect(buffer[0, title].background != plain)
            #expect((buffer[0, title - 1].background == plain) == (depth == .indexed256))
        }
    }

    @Test("Waiting, broken, error image, blank, hidden")
    func phases() {
        var stage = BannerStage()
        var screens: [(name: String, screen: Buffer)] = []
        func show(_ name: String) { screens.append((name, stage.buffer)) }
        stage.view.content = .waiting
        show("waiting")
        stage.view.content = .pages([BannerPage(title: "One", picture: .failed), BannerPage(title: "Two")])
        show("broken")
        stage.view.errorImage = BannerStage.picture(ScreenCell(Glyph("E")), size: stage.layout.pictureSize)
        show("broken, with an error image")
        stage.view.content = .errorImage
        show("error image")
        stage.view.content = .blank
        show("blank")
        stage.view.content = .hidden
        show("hidden")
        stage.view.content = .waiting
        stage.view.placeholder = BannerStage.picture(ScreenCell(Glyph("P")), size: CellSize(columns: 20, rows: 4))
        show("placeholder image")
        expectGolden(sheet(screens), "phases")
    }

    @Test("A single picture has no indicator and no sign; its room stays the same")
    func single() {
        let one = BannerStage(1)
        #expect(one.layout == BannerStage(5).layout)
        #expect(one.buffer.row(8).allSatisfy { $0.glyph == .space })
    }

    @Test("Every size from 1×1", arguments: [(1, 1), (2, 2), (3, 3), (8, 4), (20, 6), (80, 13)])
    func sizes(columns: Int, rows: Int) {
        var stage = BannerStage(columns: columns, rows: rows)
        stage.focus()
        expectGolden(stage.buffer, "size")
    }

    @Test("Mono, ASCII and sixteen colours")
    func plainTerminals() {
        for (name, theme) in [
            ("mono", DisplayTheme(depth: .mono)), ("ascii", DisplayTheme(depth: .mono, isASCII: true)),
            ("sixteen", DisplayTheme(depth: .ansi16)),
        ] {
            var screens: [(name: String, screen: Buffer)] = []
            for isFocused in [false, true] {
                var stage = BannerStage(9, columns: 40, rows: 7, theme: theme)
                stage.send(.command(.next))
                stage.rest()
                stage.focus(isFocused)
                screens.append((isFocused ? "focused" : "", stage.buffer))
                if theme.glyphs.isASCII { #expect(stage.buffer.text.utf8.allSatisfy { $0 < 0x80 }) }
            }
            expectGolden(sheet(screens), name, theme: theme)
        }
    }

    @Test("Two pages are in sight in a slide, as far as the carousel says")
    func slide() {
        var stage = BannerStage(columns: 20, rows: 8, titles: [])
        stage.send(.command(.next))
        var seen: Set<String> = []
        for _ in 0..<40 {
            let offset = stage.carousel.visiblePages(at: stage.now).last?.offset ?? 0
            let isResting = stage.carousel.visiblePages(at: stage.now).count == 1
            let left = isResting ? 0 : offset
            let line = String(repeating: "A", count: left) + String(repeating: "B", count: 20 - left)
            #expect(stage.pictureRow() == line)
            seen.insert(line)
            stage.now += .milliseconds(10)
        }
        #expect(seen.count > 15)
    }

    @Test("The title and the mark are the new page's from the slide's start")
    func changeAtStart() {
        var stage = BannerStage(columns: 40, rows: 9)
        stage.send(.command(.goTo(2)))
        let text = stage.buffer.text
        #expect(stage.pictureRow().allSatisfy { $0 == "A" })
        #expect(text.contains("Keeper for a night") && text.contains("○  ○  ●  ○  ○"))
    }

    @Test("A resize in a slide settles it; the old pictures stay until new ones come")
    func resize() {
        var stage = BannerStage(columns: 40, rows: 9, titles: [])
        stage.send(.command(.next))
        stage.now += .milliseconds(100)
        stage.resize(columns: 60, rows: 12)
        let line = stage.pictureRow(5)
        #expect(
            line == String(repeating: " ", count: 10) + String(repeating: "B", count: 40)
                + String(repeating: " ", count: 10))
        // The host draws before it has told the carousel.
        stage.send(.resized(width: 33))
        #expect(stage.pictureRow(5) == line)
    }

    @Test("Wide characters in pictures are never cut in half")
    func wide() {
        var stage = BannerStage(2, columns: 20, rows: 8, titles: [])
        let size = stage.layout.pictureSize
        var cells: [ScreenCell] = []
        for _ in 0..<size.rows * size.columns / 2 {
            cells.append(ScreenCell(Glyph("茶"), width: 2))
            cells.append(ScreenCell(width: 0))
        }
        let picture = CellPicture(size: size, cells: cells)
        stage.view.content = .pages(Array(repeating: BannerPage(picture: .ready, cells: picture), count: 2))
        stage.send(.command(.next))
        for _ in 0..<40 {
            #expect(wideCharactersAreWhole(stage.buffer))
            stage.now += .milliseconds(10)
        }
    }

    @Test("Reduced motion: pages change in one step, and nothing wants a frame")
    func reducedMotion() {
        var stage = BannerStage(theme: DisplayTheme(reducesMotion: true), titles: [])
        stage.send(.pauseBegan(.reducedMotion))
        #expect(stage.carousel.movement == .stopped)
        stage.send(.command(.next))
        #expect(stage.pictureRow().allSatisfy { $0 == "B" })
        stage.view.content = .waiting
        #expect(stage.view.nextChange(after: stage.now, theme: stage.theme) == nil)
    }

    @Test("Hidden: no rows, no drawing, no frames")
    func hidden() {
        var stage = BannerStage()
        #expect(stage.view.rows(columns: 76, atMost: 20) == 14)
        #expect(stage.view.rows(columns: 76, atMost: 5) == 5)
        stage.send(.command(.next))
        stage.view.content = .hidden
        #expect(stage.view.isHidden && stage.view.rows(columns: 76, atMost: 20) == 0)
        #expect(stage.buffer == Buffer(size: stage.rect.size))
        #expect(stage.view.nextChange(after: stage.now, theme: stage.theme) == nil)
    }

    @Test("Frames come sixty times a second in a slide, and none at rest")
    func frames() {
        var stage = BannerStage()
        #expect(stage.view.nextChange(after: stage.now, theme: stage.theme) == nil)
        stage.send(.command(.next))
        var frames = 0
        while let next = stage.view.nextChange(after: stage.now, theme: stage.theme) {
            #expect(next > stage.now && next - stage.now <= BannerView.frame)
            stage.now = next
            frames += 1
        }
        #expect(frames == 25)
    }

    @Test("What a campaign that bills asks: the page's own picture, and how much of it is on screen")
    func viewable() {
        var stage = BannerStage()
        #expect(stage.view.drawnPage() == 0)
        stage.view.content = .pages([BannerPage(picture: .failed), BannerPage(picture: .ready)])
        #expect(stage.view.drawnPage() == nil)
        let screen = CellSize(columns: 80, rows: 10)
        #expect(BannerView.visibleShare(of: Rect(column: 0, row: 5, columns: 80, rows: 10), onScreen: screen) == 0.5)
        #expect(BannerView.visibleShare(of: Rect(column: 0, row: 10, columns: 80, rows: 4), onScreen: screen) == 0)
    }
}
