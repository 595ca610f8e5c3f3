import FoyerCore
import Testing

@testable import FoyerTUI

/// More input than anybody types.
@Suite struct InputFloodTests {
    private func events(
        _ text: String, piece: Int = 4095, decoder: inout InputDecoder
    ) -> [InputEvent] {
        var rest = Array(text.utf8)[...]
        return decoder.decodeFlood {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
    }

    private func events(_ text: String, piece: Int = 4095) -> [InputEvent] {
        var decoder = InputDecoder()
        return events(text, piece: piece, decoder: &decoder)
    }

    @Test(arguments: ["q", "茶"]) func onlyTheLastKeyCounts(key: Unicode.Scalar) {
        let text = String(repeating: "x茶\u{1B}[A", count: 3000)
        #expect(events(text + String(key)) == [.key(.character(key))])
        #expect(events(String(repeating: "x", count: 9000) + "\u{1B}") == [.key(.escape)])
    }

    @Test func anUnfinishedSequenceSwallowsNoKey() {
        for begin in ["\u{1B}P0$r", "\u{1B}[", "\u{1B}]11;", "\u{1B}_G"] {
            let flood = begin + String(repeating: "1", count: 9000)
            #expect(events(flood + "q") == [.key(.character("q"))], "\(begin)")
        }
    }

    @Test func theEndOfASequenceIsNoKey() {
        let text = String(repeating: "x", count: 9000)
        for end in ["\u{1B}[A", "\u{1B}[<0;10;5m", "\u{1B}OA", "\u{1B}[1;"] {
            #expect(events(text + end).isEmpty, "\(end.debugDescription)")
        }
    }

    @Test(arguments: [1, 2, 5, 4095]) func pastedTextComesUpToItsLimit(piece: Int) {
        let text = String(repeating: "ab", count: 4000)
        #expect(events("x\u{1B}[200~\(text)\u{1B}[201~q", piece: piece) == [.paste(text), .key(.character("q"))])
    }

    @Test func aHugePasteIsCut() throws {
        let text = String(repeating: "é", count: 200_000)
        let events = events("\u{1B}[200~\(text)\u{1B}[201~q")
        #expect(events.count == 2 && events.last == .key(.character("q")))
        guard case .paste(let pasted) = try #require(events.first) else { throw Missing() }
        #expect(pasted.unicodeScalars.count == InputDecoder.pasteLimit)
    }

    @Test func aPasteThatBeganBeforeGoesOn() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\u{1B}[200~a".utf8)).isEmpty)
        #expect(events("b\u{1B}[A", decoder: &decoder).isEmpty, "and goes on after it")
        #expect(events("c\u{1B}[201~", decoder: &decoder) == [.paste("ab\u{1B}[Ac")])
    }

    private struct Missing: Error {}
}
