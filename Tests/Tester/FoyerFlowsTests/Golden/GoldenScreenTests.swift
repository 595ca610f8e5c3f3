import Foyer
import FoyerEmulator
import TestSupport
import Testing

@testable import FoyerFlows
@testable import FoyerGolden

/// The golden file's text: what it holds, how it reads, and what differs.
@Suite struct GoldenScreenTests {
    private func screen(_ output: String, columns: Int = 20, rows: Int = 4) -> GoldenScreen {
        let terminal = TerminalEmulator(size: CellSize(columns: columns, rows: rows))
        terminal.feed(Array(output.utf8))
        return GoldenScreen(terminal.screen, cursor: terminal.cursor)
    }

    private func text(_ screen: GoldenScreen) -> String { String(decoding: GoldenText.print(screen), as: UTF8.self) }

    @Test func aPersonCanReadIt() {
        var screen = screen("Tea \u{1B}[1;31mHouse\u{1B}[0m\r\n \u{1B}[7m茶 Sencha\u{1B}[0m")
        screen.title = "Menu"
        for column in 5...6 { screen[column, 1].link = "https://example.com/" }
        #expect(
            text(screen) == """
                foyer golden screen 1: 20x4
                title: Menu
                cursor: row 2, column 11
                plain: default on default
                ────────────────────
                Tea House
                 茶 Sencha


                ────────────────────
                row 1, columns 5-9: #cd0000 on default bold
                row 2, columns 2-10: default on default reverse
                row 2, columns 6-7: link https://example.com/

                """)
    }

    @Test func itIsReadBackAsItWas() throws {
        let outputs = [
            "plain", "wide 茶\u{1F37A}x", "e\u{301}a\u{300}\u{323}\u{302} nö", "\u{1B}[44m    \u{1B}[0m  \u{1B}[7m   ",
            "\u{1B}[3;4mitalic under\u{1B}[0m\u{1B}[?25l", "\u{2708}\u{FE0F} ok", "row\r\n\r\n\r\n────────────────────",
            "foyer golden screen 1\r\nrow 1, column 2: x\r\n░░", "茶茶茶茶茶茶茶茶茶茶茶茶",
            "\u{1B}[38;2;1;2;3m\u{1B}[48;5;250mx y",
            "\u{1B}[2mfaint\u{1B}[22;5mblink\u{1B}[0;8mhidden\u{1B}[28;9mstruck\u{1B}[29;53mover\u{1B}[55m plain",
        ]
        for output in outputs {
            let screen = screen(output)
            let bytes = GoldenText.print(screen)
            let read = try GoldenText.parse(bytes)
            #expect(read == screen, "\(output.debugDescription)")
            #expect(GoldenText.print(read) == bytes)
            // As Git writes it on other machines, and as an editor that trims does.
            #expect(try GoldenText.parse(Array(text(screen).replacing("\n", with: "\r\n").utf8)) == screen)
        }
    }

    /// Widths that this terminal and our table see differently, and characters that would join what is beside them.
    @Test func cellsThatLinesCannotShowAreNamed() throws {
        var screen = GoldenScreen(size: CellSize(columns: 6, rows: 1))
        screen[0, 0].glyph = Glyph("a")
        screen[1, 0].glyph = Glyph("\u{301}")
        screen[2, 0].glyph = Glyph("茶")
        screen[3, 0].glyph = Glyph("é")
        screen[3, 0].width = 2
        screen[4, 0].width = 0
        screen[5, 0].glyph = Glyph("z")
        let text = text(screen)
        #expect(text.contains("\na��� z\n"), "\(text)")
        #expect(text.contains("row 1, column 2: U+0301, 1 wide\nrow 1, column 3: U+8336, 1 wide\n"), "\(text)")
        #expect(text.contains("row 1, column 4: U+00E9, 2 wide\n"))
        #expect(try GoldenText.parse(Array(text.utf8)) == screen)
    }

    @Test func randomScreensAreReadBack() throws {
        var random = SplitMix64(seed: 39)
        let glyphs = Array("ab░─茶ｱé \u{FFFD}".unicodeScalars)
        for _ in 0..<200 {
            var output = ""
            for _ in 0..<60 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0: output += "\u{1B}[3\(Int.random(in: 0..<8, using: &random))m"
                case 1: output += "\u{1B}[4\(Int.random(in: 0..<8, using: &random))m"
                case 2: output += "\u{1B}[\([0, 1, 3, 4, 7].randomElement(using: &random) ?? 0)m"
                case 3:
                    let (row, column) = (
                        Int.random(in: 1...4, using: &random), Int.random(in: 1...20, using: &random)
                    )
                    output += "\u{1B}[\(row);\(column)H"
                case 4: output += "\u{1B}[K"
                default: output.unicodeScalars.append(glyphs.randomElement(using: &random) ?? " ")
                }
            }
            let screen = screen(output)
            #expect(try GoldenText.parse(GoldenText.print(screen)) == screen, "\(output.debugDescription)")
        }
    }

    @Test func whatIsWrongIsNamedWithItsLine() {
        func problem(_ text: String) -> String? {
            do throws(GoldenText.Problem) {
                _ = try GoldenText.parse(Array(text.utf8))
                return nil
            } catch {
                return "\(error.line): \(error.reason.phrase.english)"
            }
        }
        let head = "foyer golden screen 1: 3x1\ncursor: hidden\nplain: default on default\n───\n"
        #expect(problem(head + "abc\n───\n") == nil)
        #expect(problem("") == "1: no golden screen; expected \"foyer golden screen 1\".")
        #expect(problem("foyer golden screen 2: 3x1\n") == "1: the golden screen is of a newer Foyer.")
        #expect(problem("foyer golden screen 1: 0x1\n") == "1: no golden screen; expected \"80x24\".")
        #expect(problem(head + "abcd\n───\n") == "5: the line is wider than the screen.")
        #expect(problem(head + "abc\n") == "6: no golden screen; expected \"───\".")
        #expect(problem(head + "abc\n───\nrow 9, column 1: #000000 on default\n")?.hasPrefix("7: ") == true)
        #expect(problem(head + "abc\n───\nrow 1, column 1: red on default\n")?.hasPrefix("7: ") == true)
        #expect(problem(head.replacing("hidden", with: "3,4") + "abc\n───\n")?.hasPrefix("2: ") == true)
    }

    /// A file may be as large as it may be, and cost no more than a screen does.
    @Test func aLargeFileIsRefusedAtOnce() {
        let head = "foyer golden screen 1: 1000x1000\ncursor: hidden\nplain: default on default\n───\n"
        let empty = head + String(repeating: "\n", count: 1000) + "───\n"
        let all = "rows 1-1000, columns 1-1000: #000000 on default\n"
        let link = "row 1, column 1: link " + String(repeating: "a", count: GoldenScreen.longestLink + 1) + "\n"
        #expect(throws: Never.self) { try GoldenText.parse(Array((empty + all + all).utf8)) }
        for text in [
            String(repeating: "\n", count: GoldenText.largest), empty + String(repeating: all, count: 4), empty + link,
        ] {
            #expect(throws: GoldenText.Problem.self) { try GoldenText.parse(Array(text.utf8)) }
        }
    }

    /// A golden file may come from anybody.
    @Test func controlsInAFileAreNoCells() throws {
        let file =
            "foyer golden screen 1: 9x1\ncursor: hidden\nplain: default on default\n───\n\u{1B}[2Jx\u{202E}\n───\n"
        let screen = try GoldenText.parse(Array(file.utf8))
        #expect(!screen.places.contains { $0.glyph.scalars.contains { $0.value < 0x20 || $0.value == 0x202E } })
    }

    // MARK: - Differences

    private func sentences(_ old: String, _ new: String, _ masks: [GoldenMask] = []) -> [String] {
        GoldenDifference(from: screen(old), to: screen(new), masks)?.sentences.map(\.english) ?? []
    }

    @Test func eachCellIsNamedWithBothValues() {
        #expect(sentences("abc", "abc") == [])
        #expect(sentences("abc", "axc") == ["The cell in column 2 of row 1 shows \"x\", not \"b\"."])
        #expect(
            sentences("\u{1B}[31mabc", "\u{1B}[31ma\u{1B}[32mb\u{1B}[31mc") == [
                "The cell in column 2 of row 1 shows \"b\" #00cd00, not \"b\" #cd0000."
            ])
        #expect(
            sentences("a", "\u{1B}[1;44ma\u{1B}[0m") == [
                "The cell in column 1 of row 1 shows \"a\" on #0000ee bold, not \"a\" on default plain."
            ])
        #expect(sentences("abc", "abc\u{1B}[1D") == ["The cursor: row 1, column 3, not row 1, column 4."])
        #expect(sentences("abc", "abc\u{1B}[?25l") == ["The cursor: hidden, not row 1, column 4."])
        let colours = (16..<31).map { "\u{1B}[38;5;\($0)ma" }.joined()
        let many = sentences("aaaaaaaaaaaaaaa", colours + "\u{1B}[0m")
        #expect(many.count == 11 && many.last == "5 more cells differ.")
    }

    /// What is said of many cells is said once, and of a text before a colour.
    @Test func cellsThatDifferInTheSameWayAreOneRun() {
        #expect(
            sentences(
                "\u{1B}[32mMenu 1\u{1B}[0m\r\nNew customer", "\u{1B}[31mMenu 1\u{1B}[0m\r\nNew client\r\u{1B}[12C")
                == [
                    "The cells in columns 6 to 12 of row 2 show \"lient  \", not \"ustomer\".",
                    "The cells in columns 1 to 6 of row 1 show \"Menu 1\" #cd0000, not \"Menu 1\" #00cd00.",
                ])
        // Between those of one colour stands another, which is as it was.
        #expect(
            sentences("abc", "\u{1B}[31ma\u{1B}[0mb\u{1B}[31mc\u{1B}[0m") == [
                "The cell in column 1 of row 1 shows \"a\" #cd0000, not \"a\" default.",
                "The cell in column 3 of row 1 shows \"c\" #cd0000, not \"c\" default.",
            ])
        // Another text in another colour; wide characters.
        #expect(
            sentences("\u{1B}[32m茶a\u{1B}[0m", "\u{1B}[31mtea\u{1B}[0m") == [
                "The cells in columns 1 to 3 of row 1 show \"tea\" #cd0000, not \"茶a\" #00cd00."
            ])
    }

    @Test func aWidthIsNamedWhereTheTextIsTheSame() throws {
        let new = screen("🧃")
        var old = new
        old[0, 0].width = 1
        old[1, 0].width = 1
        let difference = try #require(GoldenDifference(from: old, to: new))
        #expect(
            difference.sentences.map(\.english).first
                == "The cell in column 1 of row 1 shows \"🧃\" 2 columns wide, not \"🧃\" 1 column wide.")
    }

    /// A blank has no letter whose colour could differ.
    @Test func whatNobodySeesOfABlankIsNotCompared() {
        #expect(sentences("a b", "a\u{1B}[1;31m \u{1B}[0mb") == [])
        #expect(sentences("a b", "a\u{1B}[41m \u{1B}[0mb").count == 1)
        #expect(sentences("a b", "a\u{1B}[4m \u{1B}[0mb").count == 1)
        #expect(text(screen("a b\u{1B}[K")) == text(screen("a\u{1B}[1;31m \u{1B}[0mb\u{1B}[35m\u{1B}[K\u{1B}[0m")))
    }

    @Test func bothScreensStandBesideEachOther() throws {
        let difference = try #require(
            GoldenDifference(from: screen("one\r\n茶two", rows: 2), to: screen("one\r\n茶twO", rows: 2)))
        #expect(
            difference.lines(columns: nil, .english).map(\.string) == [
                "Golden file            Screen now", "────────────────────   ────────────────────",
                "one                    one", "茶two                  茶twO",
                "    ^                      ^", "────────────────────   ────────────────────",
            ])
        // Where there is no room for both, the part that differs.
        let narrow = difference.lines(columns: 19, .english).map(\.string)
        #expect(
            narrow.allSatisfy { $0.unicodeScalars.count <= 19 } && narrow.contains { $0.contains("^") }, "\(narrow)")
        // Two files of somebody's.
        let named = difference.lines(columns: nil, .english, names: ("a.cast", "runs/of/yesterday/b.cast"))
        #expect(named.first?.string == "a.cast                 …of/yesterday/b.cast")
    }

    // MARK: - Masks

    @Test func whatIsMaskedNeverDiffers() throws {
        let clock = GoldenMask.pattern("[0-9]+:[0-9]+")
        #expect(sentences("at 11:59 ok", "at 10:42 ok", [clock]) == [])
        let masked = MaskedScreen(screen("at 10:42 ok"), [clock]).screen
        #expect(text(masked).contains("\nat ░░░░░ ok\n"))
        #expect(GoldenDifference(from: masked, to: screen("at 23:59 ok"), [clock]) == nil)
        #expect(GoldenDifference(from: masked, to: screen("at \u{1B}[31m23:59\u{1B}[0m ok"), [clock]) == nil)
        #expect(GoldenDifference(from: masked, to: screen("at noon! ok"), [clock])?.count == 5)
        #expect(GoldenDifference(from: masked, to: screen("at       ok"), [clock])?.count == 5)
        #expect(
            sentences("at 10:42 ok", "at 10:43 ok", [.pattern("[0-9]+h")]).last
                == "The mask [0-9]+h matches nothing on this screen.")
        // That of the whole flow need not match on each of its screens.
        let everywhere = MaskedScreen(screen("at noon! ok"), [], others: [clock])
        #expect(GoldenDifference(from: masked, to: everywhere)?.sentences.count == 1)
        // As long as it is now, and as it was then.
        let last = MaskedScreen(screen("at 10:42"), [clock]).screen
        #expect(GoldenDifference(from: last, to: screen("at 9:59"), [clock])?.changes.isEmpty ?? true)
        #expect(GoldenDifference(from: last, to: screen("at 100:00"), [clock])?.changes.isEmpty ?? true)
        #expect(GoldenDifference(from: last, to: screen("at"), [clock])?.count == 5)
    }

    @Test func aRectangleCoversWideCharactersWhole() {
        let area = GoldenMask.area(Rect(column: 1, row: 0, columns: 2, rows: 1))
        #expect(text(MaskedScreen(screen("茶茶茶"), [area]).screen).contains("\n░░░░茶\n"))
        #expect(sentences("茶茶茶", "aa茶茶", [area]).isEmpty == false)
        let beyond = GoldenMask.area(Rect(column: 15, row: 3, columns: 50, rows: 9))
        #expect(text(MaskedScreen(screen("a"), [beyond]).screen).contains("               ░░░░░\n"))
    }
}
