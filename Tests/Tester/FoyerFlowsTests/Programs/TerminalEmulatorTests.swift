import Foyer
import FoyerEmulator
import Glibc
import Testing

@Suite struct TerminalEmulatorTests {
    private let terminal = TerminalEmulator(size: CellSize(columns: 12, rows: 3))

    @Test func textColoursAndAttributesAreRead() {
        terminal.feed(Array("\u{1B}[31mr\u{1B}[38;5;208mo\u{1B}[38;2;1;2;3;44;1mx\u{1B}[0;7m漢".utf8))
        let screen = terminal.screen
        #expect(screen.textLines == ["rox漢", "", ""])
        #expect(screen[0, 0].foreground == .rgb(0xCD, 0, 0))
        #expect(screen[0, 0].background == .ground)
        #expect(screen[1, 0].foreground == .rgb(255, 135, 0))
        #expect(screen[2, 0].foreground == .rgb(1, 2, 3))
        #expect(screen[2, 0].background == .rgb(0, 0, 0xEE))
        #expect(screen[2, 0].attributes == .bold)
        #expect(screen[3, 0].attributes == .reverse && screen[3, 0].width == 2 && screen[3, 0].foreground == .text)
    }

    /// libvterm's own table is older than they are.
    @Test func newerEmojiAreWide() {
        // However the bytes are cut.
        for byte in Array("a🧃b🫖\u{FE0F}c".utf8) { terminal.feed([byte]) }
        #expect(terminal.screen.textLines[0] == "a🧃b🫖\u{FE0F}c")
        #expect(terminal.screen[1, 0].width == 2 && terminal.screen[1, 0].glyph.scalars.map(\.value) == [0x1F9C3])
        #expect(
            terminal.screen[4, 0].width == 2 && terminal.screen[4, 0].glyph.scalars.map(\.value) == [0x1FAD6, 0xFE0F])
        #expect(terminal.cursor == CellPosition(column: 7, row: 0))
        // A character that is repeated; and the last column has no room.
        terminal.feed(Array("\u{1B}[2;1H🧃\u{1B}[2b\u{1B}[2;12H🪿y".utf8))
        #expect(terminal.screen.textLines == ["a🧃b🫖\u{FE0F}c", "🧃🧃🧃", "🪿y"])
        terminal.feed(Array("\r\n\u{1B}[1;5H\u{1B}[K".utf8))
        #expect(terminal.screen.textLines == ["🧃🧃", "🪿y", ""], "scrolled, and erased")
    }

    @Test func whatNoCharacterIsStandsForNone() {
        terminal.feed(Array("\u{3F9C3}\u{30000}\u{1F375}".utf8))
        #expect(terminal.screen.textLines[0] == "\u{FFFD}\u{30000}🍵")
    }

    private func link(_ address: String, _ text: String) -> [UInt8] {
        Array("\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\".utf8)
    }

    private var links: [String] {
        terminal.links.map { "\($0.row):\($0.columns.lowerBound)-\($0.columns.upperBound - 1) \($0.address)" }
    }

    @Test func linksAreKnownByTheirCells() {
        #expect(links == [])
        terminal.feed(Array("a ".utf8) + link("http://a/", "一b") + link("http://b/", "c") + Array(" d".utf8))
        #expect(links == ["0:2-4 http://a/", "0:5-5 http://b/"])
        terminal.feed(Array("\u{1B}[1;5Hx".utf8))
        #expect(links == ["0:2-3 http://a/", "0:5-5 http://b/"], "what is written over it is no link")
        terminal.feed(Array("\u{1B}[1;1H\u{1B}[K".utf8) + Array("\u{1B}]8;;http://a/\u{7}\u{1B}[2;1H\u{1B}[Ky".utf8))
        #expect(links == ["1:0-0 http://a/"], "erasing links nothing")
    }

    @Test func linksMoveWithTheirText() {
        terminal.feed(Array("\r\n\r\n".utf8) + link("http://a/", "last") + Array("\r\n".utf8))
        #expect(links == ["1:0-3 http://a/"])
        terminal.feed(Array("\u{1B}[2;1H\u{1B}[2@".utf8))
        #expect(links == ["1:2-5 http://a/"])
        terminal.resize(to: CellSize(columns: 20, rows: 5))
        #expect(links == [])
        terminal.feed(link("http://c/", "z"))
        #expect(links.count == 1)
        terminal.restart(size: CellSize(columns: 12, rows: 3))
        #expect(links == [])
    }

    @Test func aFloodOfLinksIsBounded() {
        for number in 0..<5000 { terminal.feed(link("http://a/\(number)", "x") + [0x0D]) }
        #expect(terminal.failure == nil)
        #expect(links == [], "beyond the most that it keeps")
        terminal.feed(link("http://a/17", "x"))
        #expect(links == ["0:0-0 http://a/17"])
    }

    @Test func aSequenceMayBeCutAnywhere() {
        for byte in Array("\u{1B}[2;3Hé\u{1B}[?25l".utf8) { terminal.feed([byte]) }
        #expect(terminal.screen.textLines == ["", "  é", ""])
        #expect(terminal.cursor == nil)
    }

    @Test func whatWouldHarmAnotherTerminalIsASpace() {
        terminal.feed(Array("a\u{202E}b\u{9B}c".utf8))
        let scalars = terminal.screen.cells.flatMap { $0.glyph.scalars }
        #expect(!scalars.contains("\u{202E}") && !scalars.contains { (0x80..<0xA0).contains($0.value) })
    }

    @Test func keysAreSentAsTheProgramAsksForThem() {
        terminal.press(.up)
        terminal.feed(Array("\u{1B}[?1h".utf8))
        terminal.press(.up)
        for key: KeyEvent in [.character("é"), .control("i"), .alt("x"), .backTab, .function(5), .enter] {
            terminal.press(key)
        }
        #expect(
            String(decoding: terminal.takeAnswers(), as: UTF8.self)
                == "\u{1B}[A\u{1B}OAé\t\u{1B}x\u{1B}[Z\u{1B}[15~\r")
        #expect(terminal.takeAnswers().isEmpty)
    }

    @Test func theMouseIsSentToWhoWantsIt() {
        terminal.move(MouseEvent(.press, column: 2, row: 1))
        #expect(terminal.takeAnswers().isEmpty && !terminal.hearsMouse)
        terminal.feed(Array("\u{1B}[?1000;1006h".utf8))
        #expect(terminal.hearsMouse)
        terminal.move(MouseEvent(.press, column: 2, row: 1))
        terminal.move(MouseEvent(.release, column: 2, row: 1))
        terminal.move(MouseEvent(.wheelDown, column: 2, row: 1))
        #expect(
            String(decoding: terminal.takeAnswers(), as: UTF8.self)
                == "\u{1B}[<0;3;2M\u{1B}[<0;3;2m\u{1B}[<65;3;2M")
    }

    @Test func questionsAreAnswered() {
        terminal.feed(Array("ab\u{1B}[6n".utf8))
        #expect(terminal.takeAnswers() == Array("\u{1B}[1;3R".utf8))
    }

    @Test func aNewSizeKeepsWhatIsThere() {
        terminal.feed(Array("ab".utf8))
        terminal.resize(to: CellSize(columns: 4, rows: 2))
        #expect(terminal.screen.size == CellSize(columns: 4, rows: 2))
        #expect(terminal.screen.textLines.first == "ab")
    }

    /// Each of these once ended the process that fed them to libvterm.
    @Test(arguments: [
        "\u{1B}[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17m", "\u{1B}[" + String(repeating: "9;", count: 5000) + "H",
        "\u{1B}[2;3r\u{1B}[3;1H\n\n\n", "\u{1B}[?69h\u{1B}[12;12s\n\n", "\u{1B}#6\u{1B}[99C\u{1B}[5@",
        "\u{1B}[99999999999999999999B\u{1B}[99999999999999999999L", "か\u{3099}\u{3099}\u{3099}\u{3099}\u{3099}\u{3099}",
        "\u{85}\u{85}\u{85}x", "\u{1B}[5b", "漢\u{1B}[12Ca\u{1B}[99b",
        "\u{1B}]2;" + String(repeating: "t", count: 1 << 20),
    ]) func nothingThatIsFedEndsIt(_ text: String) {
        for columns in [12, 2, 1] {
            terminal.restart(size: CellSize(columns: columns, rows: 3))
            terminal.feed(text.utf8)
            for rows in [1, 5, 2] {
                terminal.resize(to: CellSize(columns: columns, rows: rows))
                terminal.feed("漢a\n\u{1B}8\u{1B}M\n".utf8)
            }
            terminal.feed("\u{1B}cok".utf8)
            #expect(terminal.screen.textLines.joined().trimmed == "ok")
            #expect(terminal.failure == nil)
        }
    }

    @Test func megabytesInOneEventAreTaken() {
        terminal.feed(Array(String(repeating: "漢a\u{301}x", count: 600_000).utf8) + "\r\nend".utf8)
        #expect(terminal.screen.textLines.last == "end" && terminal.failure == nil)
    }

    @Test func coloursBehindSixteenParametersAreRead() {
        terminal.feed("\u{1B}[1;3;4;58;2;9;9;9;38;2;1;2;3;48;2;4;5;6;7mx\u{1B}[0;4:3;38:2::7:8:9;48:5:208my".utf8)
        let cells = terminal.screen.row(0)
        #expect(cells[0].foreground == .rgb(1, 2, 3) && cells[0].background == .rgb(4, 5, 6))
        #expect(cells[0].attributes == [.bold, .italic, .underline, .reverse])
        #expect(cells[1].foreground == .rgb(7, 8, 9) && cells[1].background == .rgb(255, 135, 0))
        #expect(cells[1].attributes == .underline)
    }

    @Test(
        arguments: [
            ("\u{1B}[2mx", [.faint]), ("\u{1B}[1;2mx", [.bold, .faint]), ("\u{1B}[2;22mx", []),
            ("\u{1B}[5mx", [.blink]),
            ("\u{1B}[8mx", [.concealed]), ("\u{1B}[8;28mx", []), ("\u{1B}[9mx", [.struckOut]),
            ("\u{1B}[53mx", [.overlined]), ("\u{1B}[2;8;53mx", [.faint, .concealed, .overlined]),
            ("\u{1B}[2;53;0mx", []),
            // Fonts are no attributes.
            ("\u{1B}[11mx", []), ("\u{1B}[2;13mx", [.faint]),
            // Saved with the cursor, and restored.
            ("\u{1B}[2m\u{1B}7\u{1B}[0m\u{1B}8x", [.faint]), ("\u{1B}7\u{1B}[2m\u{1B}8x", []),
            ("\u{1B}[2m\u{1B}[?1049h\u{1B}[0m\u{1B}[?1049l\u{1B}[Hx", [.faint]), ("\u{1B}[2m\u{1B}cx", []),
        ] as [(String, ScreenCell.Attributes)])
    func everyAttributeIsRead(output: String, attributes: ScreenCell.Attributes) {
        terminal.feed(output.utf8)
        #expect(terminal.screen[0, 0].attributes == attributes)
    }

    @Test func theEndOfItsProcessIsAFailureAndNoMore() throws {
        terminal.feed("before".utf8)
        let screen = terminal.screen
        kill(try #require(terminal.processID), SIGSEGV)
        terminal.feed("after".utf8)
        let failure = try #require(terminal.failure)
        #expect(failure.cause.english.contains("SEGV"), "\(failure.cause.english)")
        terminal.resize(to: CellSize(columns: 20, rows: 4))
        terminal.press(.up)
        #expect(terminal.screen.textLines.first == screen.textLines.first && terminal.processID == nil)
    }

    @Test func itsProcessEndsWithIt() throws {
        var id: Int32?
        do {
            let other = TerminalEmulator(size: CellSize(columns: 2, rows: 2))
            id = other.processID
        }
        #expect(kill(try #require(id), 0) < 0)
    }

    /// In kitty's protocol, keys that are one byte otherwise have a sequence of their own.
    @Test func `keys follow the keyboard protocol that a program asks for`() {
        let terminal = TerminalEmulator(
            size: CellSize(columns: 9, rows: 2), identity: TerminalIdentity(text: 0xFFFFFF, ground: 0))
        func sent(_ keys: KeyEvent...) -> String {
            for key in keys { terminal.press(key) }
            return String(decoding: terminal.takeAnswers(), as: UTF8.self).replacing("\u{1B}", with: "^")
        }
        #expect(sent(.escape, .control("c"), .alt("x"), .character("A")) == "^\u{3}^xA")
        terminal.feed("\u{1B}[>1u".utf8)
        #expect(sent(.escape, .control("c"), .alt("x"), .backTab) == "^[27u^[99;5u^[120;3u^[9;2u")
        #expect(sent(.character("A"), .enter, .up) == "A\r^[A")
        terminal.feed("\u{1B}[=8;1u".utf8)
        #expect(sent(.character("A"), .character("b"), .enter) == "^[97;2u^[98u^[13u")
        terminal.feed("\u{1B}[<u".utf8)
        #expect(sent(.escape) == "^")
    }
}
