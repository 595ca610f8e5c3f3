import Foyer
import TestSupport
import Testing

@testable import FoyerQA

/// The reader of keys that the recorder and the card of a checklist share.
@Suite struct TypedKeysTests {
    /// What is read of bytes that come in these pieces, with a pause behind the last.
    private func events(_ pieces: [[UInt8]]) -> [InputEvent] {
        var keys = TypedKeys()
        return pieces.flatMap { keys.read($0) } + keys.giveUp()
    }

    private func events(_ text: String) -> [InputEvent] { events([Array(text.utf8)]) }

    private func letters(_ text: String) -> [InputEvent] { text.unicodeScalars.map { .key(.character($0)) } }

    /// Each sequence whole, and what it means.
    private static let sequences: [(bytes: String, events: [InputEvent])] = [
        ("a", [.key("a")]), ("é", [.key("é")]), ("茶", [.key("茶")]), ("\u{1F375}", [.key("\u{1F375}")]),
        ("\r", [.key(.enter)]), ("\u{3}", [.key(.control("c"))]), ("\u{7F}", [.key(.backspace)]),
        ("\u{1B}[A", [.key(.up)]), ("\u{1B}OB", [.key(.down)]), ("\u{1B}[15~", [.key(.function(5))]),
        ("\u{1B}OP", [.key(.function(1))]), ("\u{1B}[[A", [.key(.function(1))]), ("\u{1B}[[E", [.key(.function(5))]),
        ("\u{1B}[Z", [.key(.backTab)]), ("\u{1B}x", [.key(.alt("x"))]), ("\u{1B}é", [.key(.alt("é"))]),
        ("\u{1B}Oq", [.key("1")]), ("\u{1B}OM", [.key(.enter)]), ("\u{1B}\r", [.key(.escape), .key(.enter)]),
        ("\u{1B}[27;5;97~", [.key(.control("a"))]), ("\u{1B}[97;3u", [.key(.alt("a"))]), ("\u{1B}[13u", [.key(.enter)]),
        ("\u{1B}[97;1:3u", []), ("\u{1B}[200~a\rb\u{1B}[20\u{1B}[201~", [.paste("a\rb\u{1B}[20")]),
        ("\u{1B}[<0;3;2M", [.mouse(MouseEvent(.press, column: 2, row: 1))]),
        ("\u{1B}[<0;3;2m", [.mouse(MouseEvent(.release, column: 2, row: 1))]),
        ("\u{1B}[<65;1;1M", [.mouse(MouseEvent(.wheelDown, column: 0, row: 0))]),
        ("\u{1B}[M !!", [.mouse(MouseEvent(.press, column: 0, row: 0))]),
        // Answers and reports of the terminal.
        ("\u{1B}[3;4R", []), ("\u{1B}[I", []), ("\u{1B}[?62;22c", []), ("\u{1B}P1$r0m\u{1B}\\", []),
        ("\u{1B}]11;rgb:0/0/0\u{7}", []), ("\u{1B}]52;c;\(String(repeating: "YWJj", count: 5_000))\u{1B}\\", []),
        ("\u{1B}_Gi=1;OK\u{1B}\\", []),
    ]

    @Test(arguments: sequences.indices) func aSequenceThatComesInTwoPiecesMeansTheSame(_ index: Int) {
        let (text, expected) = Self.sequences[index]
        let bytes = Array(text.utf8)
        #expect(events([bytes]) == expected)
        let places = Set(Array(0..<min(bytes.count, 200)) + Array(max(0, bytes.count - 200)..<bytes.count))
        for place in places {
            #expect(events([Array(bytes[..<place]), Array(bytes[place...])]) == expected, "cut at \(place)")
        }
        // And between other keys, each byte alone.
        #expect(
            events([[0x71]] + bytes.prefix(300).map { [$0] } + bytes.dropFirst(300).map { [$0] } + [[0x71]])
                == [.key("q")] + expected + [.key("q")])
    }

    @Test func mouseReportsWithControlBytesDoNotTrap() {
        for byte in UInt8.min...UInt8.max { _ = events([[0x1B, 0x5B, 0x4D, byte, byte, byte]]) }
        #expect(events("\u{1B}[M\u{3}!!").count <= 1)
        for text in ["\u{1B}[<0;-9223372036854775808;1M", "\u{1B}[<9223372036854775807;1;1M", "\u{1B}[<1;2M"] {
            #expect(events(text) == [])
        }
    }

    @Test(arguments: ["]", "P", "_", "[", "O"]) func keysBehindAltAndABracketAreRead(_ sign: Unicode.Scalar) {
        var keys = TypedKeys()
        #expect(keys.read([0x1B, UInt8(sign.value)]) == [])
        #expect(keys.patience == TypedKeys.keyPatience)
        #expect(keys.giveUp() == [.key(.alt(sign))])
        #expect(keys.read(Array("a1\r".utf8)) == [.key("a"), .key("1"), .key(.enter)] && keys.patience == nil)
    }

    @Test(arguments: ["]", "P", "_"]) func whatIsNoAnswerIsKeysThoughNoPauseComes(_ sign: Unicode.Scalar) {
        #expect(events("\u{1B}\(sign)hello") == [.key(.alt(sign))] + letters("hello"))
        #expect(events("\u{1B}\(sign)\u{1B}[A") == [.key(.alt(sign)), .key(.up)])
        #expect(events("\u{1B}\(sign)\r") == [.key(.alt(sign)), .key(.enter)])
    }

    @Test func anEscapeBeforeAPauseIsAKey() {
        #expect(events("\u{1B}") == [.key(.escape)])
        #expect(events("\u{1B}\u{1B}[A") == [.key(.escape), .key(.up)])
        #expect(events("\u{1B}[1;") == [.key(.alt("[")), .key("1"), .key(";")])
    }

    @Test func whatIsUnfinishedIsBounded() {
        var keys = TypedKeys()
        for start in ["\u{1B}]52;c;", "\u{1B}P1$r", "\u{1B}_G", "\u{1B}[200~"] {
            #expect(keys.read(Array(start.utf8)) == [])
            for _ in 0..<64 { #expect(keys.read([UInt8](repeating: 0x41, count: 1 << 14)) == []) }
            let ended = keys.read(Array("\u{1B}\\\u{1B}[201~q".utf8))
            #expect(ended.last == .key("q"))
            if case .paste(let text) = ended.first { #expect(text.utf8.count == TypedKeys.longestPaste) }
        }
        // A sequence of keys is never that long.
        let long = keys.read(Array("\u{1B}[".utf8) + [UInt8](repeating: 0x31, count: 1000) + Array("q".utf8))
        #expect(long.last == .key("q"))
    }

    /// Random bytes, most of them such that a sequence may begin, in random pieces: nothing traps, and what follows a pause is
    /// read again.
    @Test func randomBytesDoNotTrap() {
        var random = SplitMix64(seed: 6)
        let likely = Array("\u{1B}\u{1B}\u{1B}[[]PO_M<;0129~Rmu:$\u{7}\\a\r茶".utf8)
        for _ in 0..<20_000 {
            var keys = TypedKeys()
            for _ in 0..<Int.random(in: 0..<6, using: &random) {
                let bytes = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                    Int.random(in: 0..<4, using: &random) == 0
                        ? UInt8.random(in: .min ... .max, using: &random)
                        : likely[Int.random(in: likely.indices, using: &random)]
                }
                _ = keys.read(bytes)
            }
            _ = keys.giveUp()
            let last = keys.read(Array("\u{1B}[201~q".utf8)).last
            #expect(last == .key("q"))
        }
    }
}
