import TestSupport
import Testing

@testable import FoyerCore

/// A program's output as text and whole sequences.
@Suite struct OutputParserTests {
    private func pieces(_ text: String, limit: Int = OutputParser.longest) -> [OutputParser.Piece] {
        var parser = OutputParser(limit: limit)
        return text.utf8.compactMap { parser.take($0) }
    }

    private func text(_ text: String) -> [OutputParser.Piece] { text.utf8.map { .byte($0) } }

    @Test func `sequences come whole, and text byte by byte`() {
        #expect(
            pieces("a\u{1B}[1;2Hé\u{1B}(B\u{1B}7\u{1B}]0;t\u{7}\u{1B}P$qm\u{1B}\\z")
                == text("a") + [.control(Array("1;2".utf8), final: 0x48)] + text("é")
                + [.escape([0x28], final: 0x42), .escape([], final: 0x37)]
                + [.string(0x5D, Array("0;t".utf8)), .string(0x50, Array("$qm".utf8))] + text("z"))
    }

    @Test func `controls within a sequence are carried out at once`() {
        #expect(pieces("\u{1B}[1\n;2H") == [.byte(0x0A), .control(Array("1;2".utf8), final: 0x48)])
        #expect(pieces("\u{1B}\n(B") == [.byte(0x0A), .escape([0x28], final: 0x42)])
        #expect(pieces("\u{1B}[1\u{7F}H") == [.byte(0x7F), .control([0x31], final: 0x48)])
    }

    @Test func `a sequence ends early at CAN, SUB and another escape`() {
        #expect(
            pieces("\u{1B}[1\u{18}a\u{1B}]0;t\u{1A}b\u{1B}]0;t\u{1B}[mc") == text("ab") + [.control([], final: 0x6D)]
                + text("c"))
    }

    @Test func `a character within a control sequence does not end it`() {
        #expect(pieces("\u{1B}[é1Ha") == [.control(Array("é1".utf8), final: 0x48)] + text("a"))
    }

    @Test func `what is kept of a sequence is bounded`() {
        let long = String(repeating: "1", count: 20)
        #expect(pieces("\u{1B}]\(long)\u{7}a", limit: 8) == [.string(0x5D, Array(long.utf8.prefix(8)))] + text("a"))
        #expect(pieces("\u{1B}[\(long)ma", limit: 8).suffix(2) == text("ma")[...])
    }

    @Test func `what is meant for tmux's terminal ends with it`() {
        #expect(
            pieces("\u{1B}Ptmux;\u{1B}\u{1B}]0;t\u{7}\u{1B}\\a")
                == [.string(0x50, Array("tmux;\u{1B}]0;t\u{7}".utf8))] + text("a"))
    }
}
