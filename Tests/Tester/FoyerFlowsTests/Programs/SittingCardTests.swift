import Foyer
import FoyerEmulator
import Testing

@testable import FoyerChecklist
@testable import FoyerFlows

/// The card over a program that has the terminal to itself: what lies beneath is back as it was.
@Suite struct SittingCardTests {
    private static let size = CellSize(columns: 60, rows: 16)

    private func card(language: Language = .english) throws -> SittingCard {
        let deeds = (1...20).map { "Step \($0)." }.joined(separator: ", ")
        let text = "title: L\nitems:\n  - { id: a, title: First, do: [\(deeds)], see: It is red., run: [sh] }"
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        let card = ChecklistCard(run: ChecklistRun(list), language: language)
        return SittingCard(language: language, theme: DisplayTheme()) { card.drawPlan(over: &$0, from: $1) }
    }

    /// On both screens of a terminal: cells and colours, the cursor, and the pen with which the program goes on.
    @Test(arguments: ["", "\u{1B}[?1049h"], ["", "\u{1B}[?25l"])
    func theProgramHasItsScreenBack(start: String, mode: String) throws {
        var card = try card()
        // What the program has written, and what stands on the user's terminal.
        let (program, terminal) = (TerminalEmulator(size: Self.size), TerminalEmulator(size: Self.size))
        let written = "first\r\n\(start)\(mode)\u{1B}[3;5H\u{1B}[1;31mred\u{1B}[48;5;19m茶 on blue\u{1B}[38;2;1;2;3m"
        for either in [program, terminal] { either.feed(Array(written.utf8)) }
        #expect(!card.isShown)
        terminal.feed(card.show(over: program))
        #expect(card.isShown && terminal.cursor == nil)
        for part in ["First", "Step 1.", "^] End the program", "Back"] {
            #expect(terminal.screen.text.contains(part), "\(part)\n\(terminal.screen.text)")
        }
        let stay = [InputEvent.key(.pageDown), .key("x")].map { card.press($0) }
        terminal.feed(card.show(over: program))
        #expect(!terminal.screen.text.contains("Step 1.") && terminal.screen.text.contains("Step 9."))
        let leave = [InputEvent.key(.enter), .key(.escape), .key("q")].map { card.press($0) }
        #expect(stay == [false, false] && leave == [true, true, true])
        terminal.feed(card.hide())
        let nothing = card.hide()
        #expect(!card.isShown && nothing.isEmpty)
        for more in ["", " pen", "\r\nnext", "\u{1B}[H\u{1B}[0mtop"] {
            for either in [program, terminal] { either.feed(Array(more.utf8)) }
            #expect(terminal.screen == program.screen, "\(more)\n\(terminal.screen.text)")
            #expect(terminal.cursor == program.cursor && terminal.isAlternate == program.isAlternate)
        }
    }

    @Test(arguments: Language.allCases) func itSpeaksTheTestersLanguage(language: Language) throws {
        var card = try card(language: language)
        let (program, terminal) = (TerminalEmulator(size: Self.size), TerminalEmulator(size: Self.size))
        terminal.feed(card.show(over: program))
        let words = [language[.whatToDo], language[.back], language[.scroll]].map(\.string)
        #expect(words.allSatisfy(terminal.screen.text.contains), "\(terminal.screen.text)")
    }
}
