import Foyer
import FoyerEmulator
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
}
