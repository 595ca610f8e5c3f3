import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

private let footer = Footer(
    keys: [KeyHint("q", "Close"), KeyHint("d", "Details"), KeyHint("?", "Keys")], note: "com.example.tea")
private let later = Instant.zero + .milliseconds(1300)

private func loadingPage(_ progress: Double = 0.563) -> LoadingPage {
    LoadingPage(
        name: "Tea House", slogan: "A cup in five minutes", description: "Order ahead, sit down when it is ready",
        step: "Downloading", progress: Glide(progress),
        percent: Int(progress * 100),
        transfer: TransferText(leading: "1.2 of 2.1 MB · 3.4 MB/s", brief: "1.2 of 2.1 MB", trailing: "1 s left"),
        footer: footer)
}

private let errorPage = ErrorPage(
    title: "Tea House", code: "10009", message: "Mini program download failed",
    advice: "The package could not be downloaded. Check the network, then reload.",
    buttons: ButtonRow([Button(key: "r", label: "Reload"), Button(key: "q", label: "Close")]), footer: footer)

private let closeOnly = ErrorPage(
    code: "1001", message: "Mini Program has been removed", advice: "It is no longer offered.",
    buttons: ButtonRow([Button(key: "q", label: "Close")]), footer: footer)

private let commandPage: LoadingPage = {
    var page = LoadingPage(
        name: "docker-compose", slogan: "docker-compose -f 'my file.yaml' up", step: "Waiting until it is ready",
        progress: Glide(0.42), percent: 42, transfer: TransferText(leading: "Pulling web", trailing: "6 s"),
        footer: Footer(keys: [KeyHint(named: "Ctrl-C", "Stop")]))
    (page.hasPicture, page.isPictureDue) = (false, false)
    return page
}()

private let commandError = ErrorPage(
    title: "docker-compose", code: "10000", message: "docker-compose could not be started",
    advice: "It ended with status 1.", lines: (1...5).map { SafeText("line \($0) of its output") },
    buttons: ButtonRow([Button(key: "q", label: "Close"), Button(key: "r", label: "Reload")]), footer: footer)

private let detailsPage = DetailsPage(
    steps: [
        StepDetail(label: "Metadata", state: .done, start: .milliseconds(10), end: .milliseconds(210)),
        StepDetail(label: "Package", state: .failed, start: .milliseconds(215), end: .milliseconds(2230)),
        StepDetail(label: "Remote resources", state: .running, start: .milliseconds(250)),
        StepDetail(label: "Unpack", state: .waiting),
        StepDetail(label: "Icon", state: .stopped, start: .milliseconds(215), end: .milliseconds(2240)),
    ], elapsed: .milliseconds(2240), cause: "The connection was reset after 61,440 of 183,201 bytes.",
    log: (0..<12).map { LogLine(time: .milliseconds(Int64($0) * 180), text: SafeText("event number \($0)")) },
    footer: Footer(keys: [KeyHint("d", "Back"), KeyHint([.up, .down], "Scroll")]))

private let keyHelp = KeyHelp(
    title: "Keys",
    groups: [
        .init(
            "",
            [
                KeyHint(named: "q  Esc", "Close"), KeyHint("r", "Reload"), KeyHint("d", "Details"),
                KeyHint([.up, .down], "Scroll"),
                KeyHint(.tab, "Next"), KeyHint(named: "Ctrl-L", "Repaint"),
            ])
    ])

@Suite struct PagesLaunchTests {
    @Test(arguments: snapshotSizes) func loading(size: CellSize) {
        expectGolden(screen(size) { loadingPage().render(into: &$0, at: later) }, "loading")
    }

    @Test(arguments: snapshotSizes) func beforeInfo(size: CellSize) {
        let page = LoadingPage(step: "Looking it up", progress: Glide(0.03), percent: 3, footer: footer)
        expectGolden(screen(size) { page.render(into: &$0, at: later) }, "before-info")
    }

    @Test func `the bar is never more than five points behind the figure`() {
        var page = LoadingPage(step: "Opening", percent: 98, footer: footer)
        page.progress.aim(at: 0.98, now: later)
        var resting = page
        resting.progress = Glide(0.93)
        let (moving, expected) = (page, resting)
        let size = CellSize(columns: 80, rows: 24)
        #expect(
            screen(size) { moving.render(into: &$0, at: later) }
                == screen(size) { expected.render(into: &$0, at: later) })
    }

    @Test(arguments: snapshotSizes) func error(size: CellSize) {
        expectGolden(screen(size) { errorPage.render(into: &$0) }, "error")
        expectGolden(screen(size) { closeOnly.render(into: &$0) }, "error-close-only")
    }

    @Test(arguments: snapshotSizes) func errorGrownOutOfTheSplash(size: CellSize) {
        var page = errorPage
        page.splash = loadingPage()
        expectGolden(screen(size) { page.render(into: &$0) }, "error-grown")
    }

    @Test(arguments: snapshotSizes) func command(size: CellSize) {
        expectGolden(screen(size) { commandPage.render(into: &$0, at: later) }, "command")
        var page = commandError
        page.splash = commandPage
        expectGolden(screen(size) { page.render(into: &$0) }, "command-error")
    }

    @Test(arguments: snapshotSizes) func alert(size: CellSize) {
        let alert = ErrorAlert(over: loadingPage(), message: "The tea house service could not be reached.")
        expectGolden(screen(size) { alert.render(into: &$0, at: later) }, "alert")
    }

    @Test(arguments: snapshotSizes) func details(size: CellSize) {
        let buffer = screen(size) { canvas in
            loadingPage().render(into: &canvas, at: later)
            detailsPage.render(into: &canvas, at: later)
        }
        expectGolden(buffer, "details")
    }

    /// A key without what it does says nothing.
    @Test func helpSaysWhatEachKeyDoesAtEverySize() {
        let help = KeyHelp(
            title: "Keys", groups: Language.english.keyHelp)
        for (columns, rows) in [(80, 24), (60, 16), (40, 12), (20, 6), (24, 8)] {
            let size = CellSize(columns: columns, rows: rows)
            var seen = ""
            for offset in 0...help.maximumOffset(in: size) {
                var part = help
                part.offset = offset
                seen += screen(size) { part.render(into: &$0) }.text
            }
            for key in help.keys {
                for word in (key.text(.unicode).string + " " + key.label.string).split(separator: " ") {
                    #expect(seen.contains(word), "\(word) at \(size.name)")
                }
            }
        }
    }

    @Test func `all keys stand in three groups and fit into 80 by 24`() throws {
        for language in Language.allCases {
            let help = KeyHelp(title: language[.keys], groups: language.keyHelp)
            let usual = CellSize(columns: 80, rows: 24)
            #expect(help.groups.map(\.title) == [.keysOfPage, .keysOfBanner, .keysOfAll].map { language[$0] })
            #expect(help.maximumOffset(in: usual) == 0, "\(language)")
            let large = screen(80, 40) { help.render(into: &$0) }.textLines
            for group in help.groups.dropFirst() {
                let line = try #require(
                    large.firstIndex { $0.split(separator: " ") == group.title.string.split(separator: " ") })
                #expect(large[line - 1].allSatisfy { $0 == " " }, "\(language): no air above \(group.title)")
            }
        }
        #expect(Language.english.launchKeyHelp.map(\.title) == ["This page", "Everywhere"])
    }

    @Test(arguments: snapshotSizes) func help(size: CellSize) {
        expectGolden(screen(size) { keyHelp.render(into: &$0) }, "key-help")
    }

    @Test func stylesAndDepths() {
        let size = CellSize(columns: 60, rows: 16)
        expectGolden(screen(size) { errorPage.render(into: &$0) }, "error")
        let plain = DisplayTheme(depth: .mono, isASCII: true)
        let loading = screen(size, theme: plain) { loadingPage().render(into: &$0, at: later) }
        expectGolden(loading, "loading-ascii", theme: plain)
        let buffer = screen(size, theme: plain) { detailsPage.render(into: &$0, at: later) }
        expectGolden(buffer, "details-ascii", theme: plain)
    }
}

@Suite struct PagesLaunchRuleTests {
    @Test func onANarrowScreenStepsAreToldApart() {
        var page = DetailsPage(
            steps: ["正在取得小程式資訊", "正在取得圖示"].map {
                StepDetail(label: $0, state: .done, start: .zero, end: .seconds(1))
            }, elapsed: .seconds(2), log: [LogLine(time: .seconds(1), text: "正在取得圖示：完成")])
        var seen = ""
        for offset in 0...page.maximumOffset(in: CellSize(columns: 20, rows: 6)) {
            page.offset = offset
            seen += screen(20, 6) { page.render(into: &$0, at: later) }.text
        }
        for text in ["正在取得小程", "正在取得圖示", "1.00 s 正", "完成"] { #expect(seen.contains(text), "\(text)") }
    }

    @Test func onANarrowScreenKeysSayAllThatTheyDo() {
        var help = KeyHelp(
            title: "Keys",
            groups: [
                .init(
                    "",
                    [
                        KeyHint([.up, .down, .pageUp, .pageDown], "scroll the page"),
                        KeyHint(named: "q  Esc", "leave the program from the root"),
                    ])
            ])
        for columns in 16...50 {
            let size = CellSize(columns: columns, rows: 6)
            var seen = ""
            for offset in 0...help.maximumOffset(in: size) {
                help.offset = offset
                seen += screen(size) { help.render(into: &$0) }.text
            }
            for word in ["scroll", "page", "leave", "program", "root"] {
                #expect(seen.contains(word), "\(word) at \(columns) columns")
            }
            #expect(!seen.contains("…") || columns < 20)
        }
    }

    @Test func nothingMovesWhenNumbersGrow() {
        let columns = [0.0, 0.07, 0.563, 1.0].map { progress in
            screen(80, 24) { loadingPage(progress).render(into: &$0, at: later) }.text
                .split(separator: "\n", omittingEmptySubsequences: false).first { $0.contains("%") }
        }
        #expect(Set(columns.map { $0?.count }).count == 1)
    }

    @Test func nothingMovesWhenTheNameComes() {
        for size in snapshotSizes {
            let before = screen(size) { LoadingPage(step: "S", percent: 0).render(into: &$0, at: later) }
            let after = screen(size) { page in
                var loading = loadingPage(0)
                loading.step = "S"
                loading.render(into: &page, at: later)
            }
            func row(_ buffer: Buffer) -> Int? {
                (0..<size.rows).first { row in buffer.row(row).contains { $0.glyph == Glyph("%") } }
            }
            #expect(row(before) == row(after))
        }
    }

    @Test func everyPageDrawsAtEverySize() {
        var generator = SplitMix64(seed: 11)
        var wide = loadingPage()
        wide.name = "茶館茶館茶館茶館茶館茶館茶館茶館茶館茶館"
        for _ in 0..<150 {
            let size = CellSize(
                columns: .random(in: 0...90, using: &generator), rows: .random(in: 0...30, using: &generator))
            let theme = DisplayTheme(depth: CellColor.Depth.allCases.randomElement(using: &generator) ?? .direct)
            let buffer = screen(size, theme: theme) { canvas in
                wide.render(into: &canvas, at: later)
                ErrorAlert(over: wide, message: "無法連線").render(into: &canvas, at: later)
                detailsPage.render(into: &canvas, at: .zero + .milliseconds(90))
                keyHelp.render(into: &canvas)
                errorPage.render(into: &canvas)
                PageNotice("好").render(into: &canvas)
                PageNotice("無法連線，請檢查網路後再試一次。https://example.com/market", tone: .bad).render(into: &canvas)
            }
            #expect(wideCharactersAreWhole(buffer))
        }
    }

    @Test func aLongNoticeTakesMoreRowsAndIsWhole() {
        let notice = PageNotice("Opened in the browser; if no page appears: https://example.com/market/stalls")
        let size = CellSize(columns: 44, rows: 12)
        let text = screen(size) { notice.render(into: &$0) }.text
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
        #expect(rows.joined().joined(separator: " ").contains("no page appears: https://example.com/market/stalls"))
        #expect(notice.places(ofEnd: "https://example.com/market/stalls", in: size).count == 1)
        let narrow = PageNotice("Opened: https://example.com/market/stalls")
            .places(ofEnd: "https://example.com/market/stalls", in: CellSize(columns: 26, rows: 12))
        #expect(narrow.count == 2 && narrow.reduce(0) { $0 + $1.columns } == 33, "\(narrow)")
        #expect(screen(CellSize(columns: 20, rows: 1)) { notice.render(into: &$0) }.text.contains("…"))
    }

    @Test func `picture and name of the splash stay where they are on the error page`() {
        for size in [CellSize(columns: 80, rows: 24), CellSize(columns: 100, rows: 30)] {
            for loading in [loadingPage(), commandPage] {
                var error = errorPage
                error.splash = loading
                let layout = loading.layout(in: size, theme: DisplayTheme())
                let (before, after) = (
                    screen(size) { loading.render(into: &$0, at: later) }, screen(size) { error.render(into: &$0) }
                )
                for row in 0..<layout.name.endRow { #expect(before.row(row) == after.row(row), "\(size.name): \(row)") }
            }
        }
    }

    @Test func `an error without room below the name has a page of its own`() {
        let size = CellSize(columns: 20, rows: 6)
        var error = errorPage
        error.splash = loadingPage()
        #expect(screen(size) { error.render(into: &$0) } == screen(size) { errorPage.render(into: &$0) })
    }

    @Test func `neither picture nor large name touches the edge of the screen`() {
        for rows in 10...40 {
            let size = CellSize(columns: 60, rows: rows)
            let icon = loadingPage().layout(in: size, theme: DisplayTheme()).icon
            #expect(icon.isEmpty || icon.row > 0, "\(rows) rows")
            let name = commandPage.layout(in: size, theme: DisplayTheme()).name
            #expect(name.rows < 2 || name.row > 0, "\(rows) rows")
        }
    }

    @Test func `the alert leaves picture and name free`() {
        let size = CellSize(columns: 80, rows: 24)
        let page = loadingPage()
        let alert = ErrorAlert(over: page, message: "The tea house service could not be reached.")
        let (free, covered) = (
            screen(size) { page.render(into: &$0, at: later) }, screen(size) { alert.render(into: &$0, at: later) }
        )
        let end = page.layout(in: size, theme: DisplayTheme()).name.endRow
        #expect(free.textLines.prefix(end) == covered.textLines.prefix(end))
    }

    @Test func theIconHasItsPlace() {
        let size = CellSize(columns: 80, rows: 24)
        let icon = LoadingPage.iconSize(in: size)
        #expect(icon == CellSize(columns: 12, rows: 6))
        var page = loadingPage()
        let cells = Array(repeating: ScreenCell(Glyph("#")), count: 72)
        page.icon = CellPicture(size: icon, cells: cells)
        #expect(page.icon != nil)
        let text = screen(size) { page.render(into: &$0, at: later) }.text
        #expect(text.split(separator: "\n").filter { $0.contains("############") }.count == 6)
        #expect(LoadingPage.iconSize(in: CellSize(columns: 20, rows: 6)).rows == 0)
    }

    @Test func thePageIsAliveAndWithReducedMotionStill() {
        let page = loadingPage()
        #expect(page.nextChange(after: later, theme: DisplayTheme()) != nil)
        #expect(page.nextChange(after: later, theme: DisplayTheme(reducesMotion: true)) == nil)
        let frames = [0, 400, 800].map { time in
            screen(80, 24) { page.render(into: &$0, at: .zero + .milliseconds(time)) }
        }
        #expect(Set(frames.map(\.styledText)).count == 3)
    }

    @Test func theSheetSlidesInAndScrolls() {
        let size = CellSize(columns: 80, rows: 16)
        func firstRow(_ time: Int) -> Int? {
            let buffer = screen(size) { detailsPage.render(into: &$0, at: .zero + .milliseconds(time)) }
            return (0..<16).first { buffer[40, $0].background == .raised }
        }
        let rows = [0, 40, 80, 120, 260].map { firstRow($0) ?? 16 }
        #expect(rows == rows.sorted(by: >) && rows[0] == 16 && rows[4] < 6)
        #expect(detailsPage.nextChange(after: .zero + .seconds(1), theme: DisplayTheme()) == nil)
        var page = detailsPage
        page.offset = .max
        let end = screen(size) { page.render(into: &$0, at: later) }.text
        #expect(page.maximumOffset(in: size) > 0 && end.contains("event number 11"))
    }

    @Test func errorButtonsCanBeClicked() {
        let size = CellSize(columns: 80, rows: 24)
        let rows = screen(size) { errorPage.render(into: &$0) }.text.split(
            separator: "\n", omittingEmptySubsequences: false)
        let row = rows.firstIndex { $0.contains("r  Reload") } ?? 0
        let place = errorPage.buttonRow(in: size, theme: DisplayTheme())
        let hits = (0..<80).compactMap {
            errorPage.buttons.hitTest(at: CellPosition(column: $0, row: row), in: place)
        }
        #expect(hits == hits.sorted() && Set(hits) == [0, 1])
    }
}
