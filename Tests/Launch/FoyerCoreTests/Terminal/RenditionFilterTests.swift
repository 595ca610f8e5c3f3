import Testing

@testable import FoyerCore

/// A rendition is sent only when something is drawn with it, and only the difference.
@Suite struct RenditionFilterTests {
    private var filter = RenditionFilter()

    init() { _ = sent("^(B^[m ") }

    /// The bytes sent, with `^` for ESC.
    private mutating func sent(_ text: String) -> String {
        let bytes = filter.filter(Array(text.replacing("^", with: "\u{1B}").utf8))
        return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    @Test mutating func whatIsSetAlreadyIsNotSaidAgain() {
        #expect(sent("^[31mred^[m") == "^[31mred")
        #expect(sent("^[31mred^[m") == "red")
        #expect(sent("^[31;1mbold^[m") == "^[1mbold")
        #expect(sent("plain") == "^[mplain")
    }

    @Test mutating func colours() {
        #expect(
            sent("^[38;5;214m^[48;5;233mHello^(B^[m^[38;5;255m^[48;5;233m.") == "^[38;5;214;48;5;233mHello^[38;5;255m.")
        #expect(sent("^[38;2;1;2;3m.^[48:2::4:5:6m.^[38:5:7m.") == "^[38;2;1;2;3m.^[48:2::4:5:6m.^[38:5:7m.")
        #expect(sent("^[39m^[49m.") == "^[m.")
        #expect(sent("^[91m.^[101m.^[0;91;101m.") == "^[91m.^[101m..")
    }

    @Test mutating func oneAttributeCannotBeTakenAway() {
        #expect(sent("^[1m^[31mbold^[22mred") == "^[1;31mbold^[0;31mred")
        #expect(sent("^[4;7m!^[m") == "^[4;7m!")
        #expect(sent("^[24m!") == "^[m!", "off again before anything was drawn")
    }

    @Test mutating func whatClearsIsDrawnWithTheGround() {
        #expect(sent("^[44m^[K^[m") == "^[44m^[K")
        #expect(sent("^[3;4H^[?25l\r") == "^[3;4H^[?25l\r", "the cursor has no colour")
        #expect(sent("\n") == "^[m\n")
    }

    @Test mutating func charactersOfAnotherSet() {
        #expect(sent("^(0q^(B^(0q^(B") == "^(0qq")
        #expect(sent("x") == "^(Bx")
    }

    @Test mutating func aReportIsOfTheRenditionThatWasSet() {
        let question = "^[48;2;1;2;3m^P$qm^\\^[0m^P+q524742^\\"
        #expect(sent(question) == question.replacing("^[0m", with: "^[m"))
    }

    @Test mutating func whatWasSavedIsNotKnown() {
        #expect(sent("^[31mx^[m^7") == "^[31mx^[m^7", "saved as the sender thinks")
        #expect(sent("^[1;1H^[32my^8z") == "^[1;1H^[32my^8z")
        #expect(sent("^[32m.^[32m.^[m.^[m.") == "^[32m.^[32m.^[m..", "known again from the first reset on")
        #expect(sent("^[?1049h^[?2026h.^[?2026l^[?1049l") == "^[?1049h^[?2026h.^[?2026l^[?1049l")
        #expect(sent("^[32m.") == "^[32m.")
    }

    @Test mutating func whatIsUnknownPasses() {
        _ = sent("^[31mx")
        #expect(sent("^[4:3mwavy^[1mbold") == "^[4:3mwavy^[1mbold", "from here on nothing is known")
        #expect(sent("^[0;31mred") == "^[0;31mred")
        #expect(sent("^[31m^[>4;1m.") == "^[>4;1m.")
        #expect(sent("^]8;;http://a^\\link^]8;;^\\") == "^]8;;http://a^\\link^]8;;^\\")
        #expect(sent("^[38;5;256m.") == "^[38;5;256m.")
    }

    @Test mutating func othersHaveWritten() {
        _ = sent("^[31mx^(B^[m")
        filter.forget()
        #expect(sent("x^[31mx") == "^(B^[mx^[31mx")
    }

    /// The bytes sent for bytes from elsewhere, with `^` for ESC.
    private mutating func passed(_ text: String) -> String {
        let bytes = filter.pass(Array(text.replacing("^", with: "\u{1B}").utf8))
        return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    @Test mutating func othersWriteAsTheSenderThinks() {
        _ = sent("^[31mx^[m")
        #expect(passed("").isEmpty)
        #expect(passed("^[c") == "^[m^[c")
        #expect(sent("x^[31mx") == "^(B^[mx^[31mx", "a recording lacks what others wrote")
    }

    @Test mutating func nothingComesBetweenThePiecesOfAPicture() {
        _ = sent("^[31mx^[m")
        #expect(passed("^P0;1q#0;2") == "^[m^P0;1q#0;2")
        #expect(passed(";8;7;6~^") == ";8;7;6~^")
        #expect(passed("\\^[H") == "\\^[H")
        #expect(sent("x") == "^(B^[mx")
        #expect(passed("^P") == "^P")
    }

    @Test mutating func whatHasNoRenditionsGetsNone() {
        filter = RenditionFilter()
        #expect(sent("x\r\ny") == "x\r\ny")
        filter.forget()
        #expect(sent("x") == "x")
        #expect(sent("^[31mx^[1my^[mz^[31mx") == "^[31mx^[1my^[mz^[31mx", "known from the first reset on")
    }

    @Test mutating func cutOffSequencesPass() {
        for text in ["^", "^[", "^[38;5", "^]0;title", "^(", "^P"] {
            self = Self()
            #expect(sent(text) == text)
        }
    }
}
