import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

@Suite struct TerminalInputTests {
    /// The events of a screen, for pieces with a pause behind each.
    private func decode(_ pieces: String...) -> [InputEvent] {
        var (decoder, events) = (InputDecoder(), [InputEvent]())
        for (index, piece) in pieces.enumerated() {
            events += decoder.decode(Array(piece.utf8), at: .zero + .seconds(10 * Int64(index)))
            if let deadline = decoder.deadline { events += decoder.expire(at: deadline) }
        }
        return events
    }

    private func keys(_ events: [InputEvent]) -> [KeyEvent] {
        events.compactMap { if case .key(let key) = $0 { key } else { nil } }
    }

    @Test func charactersAndControls() {
        #expect(
            keys(decode("q茶é \t\r\n\u{8}\u{7F}\u{C}\u{1}\u{0}\u{85}")) == [
                .character("q"), .character("茶"), .character("é"), .character(" "), .tab, .enter, .enter, .backspace,
                .backspace, .control("l"), .control("a"),
            ])
    }

    @Test func anEscapeAloneIsEsc() {
        #expect(keys(decode("\u{1B}")) == [.escape])
        #expect(keys(decode("\u{1B}\u{1B}")) == [.escape, .escape])
        #expect(keys(decode("\u{1B}", "q")) == [.escape, .character("q")])
        #expect(keys(decode("\u{1B}\u{1B}[A")) == [.escape, .up])
    }

    @Test(arguments: ["\u{1B}\r", "\u{1B}\n", "\u{1B}\t", "\u{1B}\u{7F}", "\u{1B} "])
    func `Alt is not Esc`(_ sequence: String) {
        #expect(keys(decode("\u{1B}d")) == [.alt("d")])
        #expect(decode(sequence).isEmpty)
    }

    @Test(arguments: [
        "\u{1B}[1;9A", "\u{1B}[?1;2c", "\u{1B}OZ", "\u{1B}]10;rgb:0/0/0\u{7}", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[200",
    ])
    func whatNobodyKnowsIsSwallowedWhole(sequence: String) {
        #expect(decode(sequence).isEmpty)
        #expect(keys(decode(sequence, "q")) == [.character("q")])
    }

    @Test func `terminfo's keys come before those that terminals share`() {
        var decoder = InputDecoder(keys: KeyTable([KeyTable.Entry(Array("\u{1B}Oq".utf8), .end)]))
        #expect(decoder.decode(Array("\u{1B}Oq\u{1B}Or".utf8)) == [.key(.end), .key("2")])
    }

    @Test func pastedTextIsOneEvent() {
        let begun = "\u{1B}[200~a\u{1B}q\r\u{1B}[A\r\nb"
        #expect(decode(begun + "\u{1B}[201~") == [.paste("a\u{1B}q\n\u{1B}[A\n\nb")])
        #expect(
            decode(begun, "c\u{1B}[201~x") == [.paste("a\u{1B}q\n\u{1B}[A\n\nbc"), .key(.character("x"))])
        #expect(decode("\u{1B}[201~").isEmpty)
    }

    @Test func pastedTextHasALimit() {
        var decoder = InputDecoder()
        let much = String(repeating: "é", count: InputDecoder.pasteLimit + 10)
        #expect(decoder.decode(Array(("\u{1B}[200~" + much).utf8)) == [])
        let pasted = decoder.decode(Array("\u{1B}[201~".utf8))
        #expect(pasted == [.paste(String(repeating: "é", count: InputDecoder.pasteLimit))])
    }

    @Test func aClickIsAPressAndAReleaseAtOnePlace() {
        func kinds(_ bytes: String) -> [MouseEvent.Kind] {
            decode(bytes).compactMap { if case .mouse(let mouse) = $0 { mouse.kind } else { nil } }
        }
        #expect(kinds("\u{1B}[<0;2;3M\u{1B}[<0;2;3m") == [.press, .release, .click])
        #expect(kinds("\u{1B}[M \"#\u{1B}[M#\"#") == [.press, .release, .click])
        #expect(kinds("\u{1B}[<0;2;3M\u{1B}[<32;3;3M\u{1B}[<0;3;3m") == [.press, .drag, .release])
        #expect(kinds("\u{1B}[<35;3;3M\u{1B}[<0;3;3m") == [.move, .release])
        #expect(kinds("\u{1B}[<64;1;1M\u{1B}[<65;1;1M") == [.wheelUp, .wheelDown])
    }
}
