import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

@Suite struct TerminalInputTests {
    private func decode(_ batches: [RawInput]...) -> [InputEvent] {
        var decoder = InputDecoder()
        return batches.flatMap { decoder.decode($0) }
    }

    private func raw(_ text: String) -> [RawInput] { text.unicodeScalars.map { .scalar($0) } }

    private func keys(_ events: [InputEvent]) -> [KeyEvent] {
        events.compactMap { if case .key(let key) = $0 { key } else { nil } }
    }

    @Test func charactersAndControls() {
        #expect(
            keys(decode(raw("q茶é \t\r\n\u{8}\u{7F}\u{C}\u{1}\u{0}\u{85}"))) == [
                .character("q"), .character("茶"), .character("é"), .character(" "), .tab, .enter, .enter, .backspace,
                .backspace, .control("l"), .control("a"),
            ])
    }

    @Test func anEscapeAloneIsEsc() {
        #expect(keys(decode(raw("\u{1B}"))) == [.escape])
        #expect(keys(decode(raw("\u{1B}\u{1B}"))) == [.escape, .escape])
        #expect(keys(decode(raw("\u{1B}"), raw("q"))) == [.escape, .character("q")])
        #expect(keys(decode(raw("\u{1B}") + [.key(.up)])) == [.escape, .up])
    }

    @Test func altIsNotEsc() {
        #expect(keys(decode(raw("\u{1B}d"))) == [.alt("d")])
    }

    @Test(arguments: [
        "\u{1B}[1;9A", "\u{1B}[?1;2c", "\u{1B}OZ", "\u{1B}]10;rgb:0/0/0\u{7}", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[200",
    ])
    func whatNobodyKnowsIsSwallowedWhole(sequence: String) {
        #expect(decode(raw(sequence)).isEmpty)
        #expect(keys(decode(raw(sequence), raw("q"))) == [.character("q")])
    }

    @Test func pastedTextIsOneEvent() {
        let inputs: [RawInput] = [.pasteBegan] + raw("a\u{1B}q\r") + [.key(.enter), .key(.up)] + raw("b")
        #expect(decode(inputs + [.pasteEnded]) == [.paste("a\u{1B}q\n\nb")])
        #expect(
            decode(inputs, raw("c") + [.pasteEnded] + raw("x")) == [.paste("a\u{1B}q\n\nbc"), .key(.character("x"))])
        #expect(decode([.pasteEnded]).isEmpty)
    }

    @Test func pastedTextHasALimit() {
        var decoder = InputDecoder()
        let much = Array(repeating: RawInput.scalar("a"), count: InputDecoder.pasteLimit + 10)
        #expect(decoder.decode([.pasteBegan] + much) == [])
        #expect(decoder.decode([.pasteEnded]) == [.paste(String(repeating: "a", count: InputDecoder.pasteLimit))])
    }

    @Test func aClickIsAPressAndAReleaseAtOnePlace() {
        func kinds(_ inputs: RawInput...) -> [MouseEvent.Kind] {
            decode(inputs).compactMap { if case .mouse(let mouse) = $0 { mouse.kind } else { nil } }
        }
        #expect(
            kinds(.mouse(.pressed, column: 1, row: 2), .mouse(.released, column: 1, row: 2))
                == [.press, .release, .click])
        #expect(kinds(.mouse(.clicked, column: 1, row: 2)) == [.press, .release, .click])
        #expect(
            kinds(
                .mouse(.pressed, column: 1, row: 2), .mouse(.moved, column: 2, row: 2),
                .mouse(.released, column: 2, row: 2)) == [.press, .drag, .release])
        #expect(kinds(.mouse(.moved, column: 2, row: 2), .mouse(.released, column: 2, row: 2)) == [.move, .release])
        #expect(
            kinds(.mouse(.wheelUp, column: 0, row: 0), .mouse(.wheelDown, column: 0, row: 0)) == [.wheelUp, .wheelDown])
    }

    /// Whatever comes, in whatever pieces: nothing traps, and what follows a pause is read afresh.
    @Test func stormsLeaveTheDecoderUsable() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<500 {
            var decoder = InputDecoder()
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let batch = (0..<Int.random(in: 0...12, using: &random)).map { _ in Self.any(using: &random) }
                for event in decoder.decode(batch) {
                    if case .key(.character(let scalar)) = event {
                        #expect(scalar.value >= 0x20 && scalar.value != 0x7F)
                    }
                }
            }
            _ = decoder.decode([.pasteEnded])
            _ = decoder.decode([])
            #expect(decoder.decode([.scalar("q")]) == [.key(.character("q"))])
        }
    }

    private static func any(using random: inout SplitMix64) -> RawInput {
        let scalars: [Unicode.Scalar] = ["\u{1B}", "[", "]", "O", "P", "\\", "\u{7}", "A", "q", "1", ";", "\u{0}", "茶"]
        return switch Int.random(in: 0..<20, using: &random) {
        case 0: .pasteBegan
        case 1: .pasteEnded
        case 2: .key(.up)
        case 3: .mouse(.pressed, column: 1, row: 1)
        case 4: .mouse(.released, column: 1, row: 1)
        default: .scalar(scalars[Int.random(in: 0..<scalars.count, using: &random)])
        }
    }
}

@Suite struct CursesKeysTests {
    private func input(_ code: Int32, _ name: String = "") -> RawInput? {
        CursesKeys.input(code: code, name: { name })
    }

    @Test func keysHaveOurNumbersOrCursesNames() {
        #expect(input(CursesKeys.firstCode) == .key(.up))
        #expect(input(CursesKeys.firstCode + Int32(CursesKeys.unlisted.count) - 1) == .pasteEnded)
        #expect(input(CursesKeys.firstCode + Int32(CursesKeys.unlisted.count)) == nil)
        #expect(input(260, "KEY_LEFT") == .key(.left))
        #expect(input(265, "KEY_F(1)") == .key(.function(1)))
        #expect(input(276, "KEY_F(12)") == .key(.function(12)))
        #expect(input(277, "KEY_F(13)") == nil)
        #expect(input(410, "KEY_RESIZE") == nil)
    }
}
