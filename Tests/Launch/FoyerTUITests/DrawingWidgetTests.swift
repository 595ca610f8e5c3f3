import FoyerCore
import FoyerTUI
import TestSupport
import Testing

@Suite struct DrawingProgressBarTests {
    private let still = DisplayTheme(reducesMotion: true)

    private func bar(_ fraction: Double, columns: Int = 4, theme: DisplayTheme, at now: Instant = .zero) -> Buffer {
        screen(columns, 1, theme: theme) { canvas in
            ProgressBar(fraction: fraction).render(into: &canvas, in: canvas.bounds, at: now)
        }
    }

    @Test func itIsPreciseToAnEighthOfACell() {
        for (fraction, expected) in [
            (0, ""), (1.0 / 32, "▏"), (0.25, "█"), (0.5 + 5.0 / 32, "██▋"), (31.9 / 32, "███▉"), (1, "████"),
            (7, "████"),
            (-1, ""), (Double.nan, ""),
        ] {
            #expect(bar(fraction, theme: still).text == expected)
        }
    }

    @Test func itNeverGoesBackAsTheFractionGrows() {
        let eighths = (0...1000).map { ProgressBar(fraction: Double($0) / 1000).eighths(columns: 37) }
        #expect(eighths == eighths.sorted())
        #expect(eighths.last == 37 * 8 && eighths.dropLast().allSatisfy { $0 < 37 * 8 })
    }

    @Test func itRunsFromAccentDeepToAccent() {
        let buffer = bar(1, theme: still)
        #expect(buffer[0, 0].foreground == .accentDeep)
        #expect(buffer[3, 0].foreground == .accent)
    }

    @Test func aBarWithoutAMeasureMovesAndNeverFills() {
        for theme in [
            DisplayTheme(), DisplayTheme(depth: .indexed256), DisplayTheme(depth: .ansi16),
            DisplayTheme(depth: .mono, isASCII: true),
        ] {
            let busy = ProgressBar(fraction: 0.25, isMeasured: false)
            let resting = screen(24, 1, theme: theme) {
                ProgressBar(fraction: 0.25).render(into: &$0, in: $0.bounds, at: .zero)
            }
            var (now, seen, places) = (Instant.zero, Set<[ScreenCell]>(), Set<Int>())
            while let next = busy.nextChange(after: now, theme: theme), next < .zero + .seconds(2) {
                now = next
                let drawn = screen(24, 1, theme: theme) { busy.render(into: &$0, in: $0.bounds, at: now) }
                seen.insert((0..<24).map { drawn[$0, 0] })
                for column in 0..<24 where drawn[column, 0] != resting[column, 0] { places.insert(column) }
            }
            #expect(seen.count > 15 && places == Set(6..<24), "\(theme.depth): \(seen.count) \(places.sorted())")
        }
    }

    @Test func withReducedMotionABarWithoutAMeasureLooksBusyAndStands() {
        for theme in [
            still, DisplayTheme(depth: .ansi16, reducesMotion: true),
            DisplayTheme(depth: .mono, isASCII: true, reducesMotion: true),
        ] {
            let bar = ProgressBar(fraction: 0, isMeasured: false)
            func drawn(_ bar: ProgressBar, _ at: Instant) -> Buffer {
                screen(8, 1, theme: theme) { bar.render(into: &$0, in: $0.bounds, at: at) }
            }
            #expect(bar.nextChange(after: .zero, theme: theme) == nil)
            #expect(drawn(bar, .zero) == drawn(bar, .zero + .milliseconds(900)))
            #expect(drawn(bar, .zero) != drawn(ProgressBar(fraction: 0), .zero))
        }
    }

    /// A light that is paler than the bar looks like a hole in it.
    @Test func `on a light ground the light is never as pale as the ground`() {
        let theme = DisplayTheme(palette: .light)
        let ground = theme.rgb(.ground)
        for step in 0..<80 {
            let bar = screen(40, 1, theme: theme) {
                ProgressBar(fraction: 0.5).render(into: &$0, in: $0.bounds, at: .zero + .milliseconds(Int64(step) * 33))
            }
            for column in 0..<40 {
                let color = theme.rgb(column < 20 ? bar[column, 0].foreground : bar[column, 0].background)
                // Blue, which paper has and no warm light.
                let distance = Int(ground & 0xFF) - Int(color & 0xFF)
                let least = column < 20 ? 0x60 : 0x17
                #expect(distance >= least, "column \(column) at step \(step)")
            }
        }
    }

    @Test func theLightMovesAtMostThirtyTimesASecond() {
        let theme = DisplayTheme()
        let progress = ProgressBar(fraction: 0.5)
        var now = Instant.zero
        var frames = 0
        while let next = progress.nextChange(after: now, theme: theme), next <= .zero + .seconds(1) {
            #expect(next - now >= Motion.frame)
            now = next
            frames += 1
        }
        #expect(frames > 20 && frames <= 30)
    }

    @Test func betweenTwoChangesNothingChanges() {
        var generator = SplitMix64(seed: 3)
        let progress = ProgressBar(fraction: 0.6, startedAt: .zero + .milliseconds(17))
        for theme in [DisplayTheme(), DisplayTheme(depth: .ansi16), DisplayTheme(depth: .mono, isASCII: true)] {
            for _ in 0..<200 {
                let now = Instant.zero + .milliseconds(Int64.random(in: 20...9000, using: &generator))
                guard let next = progress.nextChange(after: now, theme: theme) else {
                    Issue.record("the light stands still")
                    return
                }
                #expect(next > now)
                let before = Instant(nanoseconds: next.nanoseconds - 1)
                let drawn = [now, before].map { now in
                    screen(20, 1, theme: theme) { progress.render(into: &$0, in: $0.bounds, at: now) }
                }
                #expect(drawn[0] == drawn[1])
            }
        }
    }

    @Test func withReducedMotionNothingMoves() {
        #expect(ProgressBar(fraction: 0.5).nextChange(after: .zero, theme: still) == nil)
        #expect(bar(0.5, theme: still) == bar(0.5, theme: still, at: .zero + .milliseconds(900)))
    }

    @Test func glidesRiseAndArrive() {
        var glide = Glide()
        glide.aim(at: 0.5, now: .zero)
        glide.aim(at: .nan, now: .zero)
        glide.aim(at: 0.2, now: .zero)
        var now = Instant.zero
        var values = [glide.value(at: now)]
        while let next = glide.nextChange(after: now) {
            now = next
            values.append(glide.value(at: now))
        }
        #expect(values == values.sorted() && values.first == 0 && values.last == 0.5)
        glide.aim(at: 5, now: now)
        #expect(glide.value(at: now + .seconds(1)) == 1)
    }
}

@Suite struct DrawingWidgetTests {
    private let footer = Footer(
        keys: [KeyHint("q", "Close"), KeyHint("d", "Details"), KeyHint("?", "Keys")], note: "com.example.tea")

    /// The list of all keys leads to those that were dropped, so it stays beside the first.
    @Test func theFooterDropsTheNoteFirstThenTheLastKeys() {
        for (columns, expected) in [
            (60, "  q Close   d Details   ? Keys             com.example.tea"), (40, " q Close   d Details   ? Keys"),
            (24, " q Close   ? Keys"), (12, " q Close"), (5, "q"), (1, "q"),
        ] {
            #expect(screen(columns, 1) { footer.render(into: &$0, in: $0.bounds) }.text == expected)
        }
    }

    @Test func `the footer has a ground of its own and its keys the accent`() {
        let line = screen(60, 2) { footer.render(into: &$0, in: $0.bounds.line(1)) }
        for column in 0..<60 {
            #expect(line[column, 1].background == .raised, "column \(column)")
            #expect(line[column, 0].background != .raised, "column \(column)")
        }
        #expect(line[2, 1].foreground == .accent && line[2, 1].attributes == .bold)
        #expect(line[4, 1].foreground == .quiet && line[57, 1].foreground == .quiet)
    }

    @Test(arguments: [(80, 24), (80, 16), (40, 12), (20, 6), (20, 4)]) func `the footer is the last line of the screen`(
        columns: Int, rows: Int
    ) {
        let (body, footer) = PageLayout.split(CellSize(columns: columns, rows: rows))
        #expect(footer == Rect(column: 0, row: rows - 1, columns: columns, rows: 1))
        #expect(body.endRow <= rows - 1)
    }

    @Test func footerKeysCanBeClicked() {
        var canvas = Canvas(size: CellSize(columns: 60, rows: 6))
        footer.render(into: &canvas, in: Rect(column: 0, row: 5, columns: 60, rows: 1))
        #expect(canvas.key(atColumn: 2, row: 5) == .character("q"))
        #expect(canvas.key(atColumn: 8, row: 5) == .character("q"), "its label, too")
        #expect(canvas.key(atColumn: 12, row: 5) == .character("d"))
        #expect(canvas.key(atColumn: 10, row: 5) == nil)
        #expect(canvas.key(atColumn: 2, row: 4) == nil)
        canvas.scrim(0.5)
        #expect(canvas.key(atColumn: 2, row: 5) == nil, "beneath a sheet nothing is pressed")
    }

    @Test func enterIsAWordWhereItsSignCannotBeShown() {
        let footer = Footer(keys: [KeyHint(.enter, "Open")])
        let text = screen(30, 1, theme: DisplayTheme(isASCII: true)) { footer.render(into: &$0, in: $0.bounds) }.text
        #expect(text == " Enter Open")
    }

    @Test func eachSignOfAKeyIsAKeyOfItsOwn() {
        let footer = Footer(keys: [
            KeyHint([.left, .right, .up, .down], "Apps"), KeyHint(.enter, "Open"), KeyHint(.end, "Follow"),
            KeyHint(" ", "Stop"),
        ])
        var canvas = Canvas(size: CellSize(columns: 60, rows: 1))
        footer.render(into: &canvas, in: canvas.bounds)
        func key(_ column: Int) -> KeyEvent? { canvas.key(atColumn: column, row: 0) }
        #expect([2, 4, 6, 8].map(key) == [.left, .right, .up, .down])
        #expect(key(11) == .down, "the label is the last sign's")
        #expect(key(17) == .enter && key(26) == .end && key(40) == .character(" "))
    }

    @Test func keysAreShownByTheirNames() {
        let keys: [KeyEvent] = [
            "?", " ", .control("c"), .alt("x"), .enter, .escape, .backTab, .delete, .pageUp, .home, .function(2),
        ]
        let footer = Footer(keys: [KeyHint(keys, "Do"), KeyHint(named: "1…9", "Errors")])
        let text = screen(80, 1) { footer.render(into: &$0, in: $0.bounds) }.text
        #expect(text == "  ? Space ^C Alt-x ↵ Esc Shift-Tab Del PgUp Home F2 Do   1…9 Errors")
    }

    @Test func aHintThatOnlyNamesItsKeysCannotBeClicked() {
        var canvas = Canvas(size: CellSize(columns: 40, rows: 1))
        Footer(keys: [KeyHint(named: "1…9", "Errors")]).render(into: &canvas, in: canvas.bounds)
        #expect((0..<40).allSatisfy { canvas.key(atColumn: $0, row: 0) == nil })
    }

    @Test func theFocusedButtonIsFilledInEveryDepth() {
        let buttons = ButtonRow([Button(key: "r", label: "Reload"), Button(key: "q", label: "Close")], focus: 1)
        for depth in CellColor.Depth.allCases {
            let theme = DisplayTheme(depth: depth)
            let buffer = screen(40, 1, theme: theme) { buttons.render(into: &$0, in: $0.bounds) }
            for (index, place) in buttons.places(in: buffer.bounds) {
                let style = theme.resolve(buffer[place.column + 2, 0])
                let isFilled =
                    depth == .mono
                    ? style.attributes.contains(.reverse) : style.background == theme.resolve(CellColor.accent)
                #expect(isFilled == (index == 1), "\(depth)")
            }
        }
    }

    @Test func buttonsLoseTheirKeysThenEachOther() {
        let buttons = ButtonRow([Button(key: "r", label: "Reload"), Button(key: "q", label: "Close")])
        #expect(buttons.places(in: Rect(CellSize(columns: 30, rows: 1))).count == 2)
        #expect(buttons.places(in: Rect(CellSize(columns: 20, rows: 1))).count == 2)
        #expect(buttons.places(in: Rect(CellSize(columns: 12, rows: 1))).map(\.index) == [0])
        #expect(buttons.places(in: Rect(CellSize(columns: 3, rows: 1))).first?.rect.columns == 3)
    }

    @Test func listsShowTheFocusAndScrollToIt() {
        var list = ListView(
            items: (0..<9).map { ListItem(title: SafeText("Item \($0)")) }, focus: 8, showsDetails: false)
        list.revealFocus(rows: 3)
        let buffer = screen(16, 3) { list.render(into: &$0, in: $0.bounds) }
        #expect(list.offset == 6)
        #expect(buffer.text == "  Item 6\n  Item 7\n▌ Item 8       ▐")
        #expect(list.hitTest(at: CellPosition(column: 3, row: 1), in: buffer.bounds) == 7)
        list.focus = 2
        list.revealFocus(rows: 3)
        #expect(list.offset == 2)
    }

    @Test func anAlertStandsInTheMiddleAndItsButtonCanBeClicked() {
        let alert = AlertDialog(
            title: "Error connecting!", message: "The service could not be reached.",
            buttons: ButtonRow([Button(key: "", label: "OK")]))
        let size = CellSize(columns: 80, rows: 24)
        let buffer = screen(size) { alert.render(into: &$0) }
        let row = buffer.text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("OK") }
        #expect(row != nil)
        #expect(alert.hitTest(at: CellPosition(column: 40, row: row ?? 0), in: Rect(size)) == 0)
        #expect(alert.hitTest(at: CellPosition(column: 3, row: row ?? 0), in: Rect(size)) == nil)
    }
}

@Suite struct DrawingTransitionTests {
    private let from = screen(20, 4) { $0.text("茶 first screen 館", column: 0, row: 1, style: .strong) }
    private let to = screen(20, 4) { canvas in
        canvas.fill(.raised)
        canvas.text("a second 茶館 one", column: 1, row: 1)
    }

    @Test func theEndsAreTheScreens() {
        for depth in CellColor.Depth.allCases {
            let theme = DisplayTheme(depth: depth)
            #expect(Transition.render(from: from, to: to, fraction: 0, theme: theme) == from)
            #expect(Transition.render(from: from, to: to, fraction: 1, theme: theme) == to)
            #expect(Transition.render(from: from, to: to, fraction: .nan, theme: theme) == from)
        }
    }

    @Test func wideCharactersStayWholeOnTheWay() {
        for depth in CellColor.Depth.allCases {
            for step in 0...40 {
                let fraction = Double(step) / 40
                let buffer = Transition.render(
                    from: from, to: to, fraction: fraction, theme: DisplayTheme(depth: depth))
                #expect(wideCharactersAreWhole(buffer))
            }
        }
    }

    @Test(arguments: [
        ("q Close   d Details", "q Close   Tab Next   ? Keys"), ("t Tabs", "↵ Open   f Faults"),
        ("Order ahead, and your cup", "A short title"), ("茶館 d Details", "Tab 下一項"),
    ])
    func aLineIsThatOfOneScreenOrOfTheOther(old: String, new: String) {
        func row(_ text: String) -> Buffer { screen(30, 1) { $0.text(SafeText(text), column: 0, row: 0) } }
        for step in 1..<40 {
            let buffer = Transition.render(
                from: row(old), to: row(new), fraction: Double(step) / 40, theme: DisplayTheme())
            #expect([old, new].contains(buffer.textLines[0]), "\(buffer.textLines)")
        }
    }

    @Test func coloursGoMonotonouslyFromOneToTheOther() {
        let theme = DisplayTheme()
        let reds = (0...20).map { step in
            let buffer = Transition.render(from: from, to: to, fraction: Double(step) / 20, theme: theme)
            return theme.rgb(buffer[0, 3].background) >> 16
        }
        #expect(reds == reds.sorted())
        #expect(Set(reds).count > 5)
    }

    @Test(arguments: [CellColor.Depth.mono, .ansi8, .ansi16])
    func `with few colours the next screen is there at once`(depth: CellColor.Depth) {
        let theme = DisplayTheme(depth: depth)
        #expect(Transition.render(from: from, to: to, fraction: 0, theme: theme) == from)
        #expect(Transition.render(from: from, to: to, fraction: 0.01, theme: theme) == to)
    }

    @Test func aChangedSizeIsTheNewOne() {
        let large = Buffer(size: CellSize(columns: 30, rows: 9))
        for fraction in [0, 0.5, 1] {
            #expect(
                Transition.render(from: from, to: large, fraction: fraction, theme: DisplayTheme()).size == large.size)
        }
    }
}
