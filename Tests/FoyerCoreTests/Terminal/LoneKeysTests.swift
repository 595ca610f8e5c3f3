import FoyerCore
import TestSupport
import Testing

@Suite struct LoneKeysTests {
    private let start = Instant.zero + .seconds(1)

    private func part(_ part: LoneKeys.Part) -> String {
        switch part {
        case .key(let bytes): "key " + String(decoding: bytes, as: UTF8.self)
        case .typed(let bytes): "typed " + String(decoding: bytes, as: UTF8.self)
        case .mouse(let bytes): "mouse " + String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Pieces come with so many milliseconds before each; then nothing.
    private func sorted(_ pieces: [(Int, String)]) -> [String] {
        var keys = LoneKeys(reportsMouse: true)
        var now = start
        var parts: [LoneKeys.Part] = []
        for (pause, piece) in pieces {
            now = now + .milliseconds(Int64(pause))
            parts += keys.take(Array(piece.utf8), at: now)
        }
        if let due = keys.nextDeadline { parts += keys.expire(at: due) }
        #expect(keys.finish().isEmpty)
        return parts.map(part)
    }

    @Test func aCharacterAloneIsAKey() {
        #expect(sorted([(0, "q")]) == ["key q"])
        #expect(sorted([(0, "\u{1B}")]) == ["key \u{1B}"])
        #expect(sorted([(0, "d"), (50, "d")]) == ["key d", "key d"])
        #expect(sorted([(0, "é")]) == ["key é"])
    }

    @Test func whatComesTogetherIsTyped() {
        #expect(sorted([(0, "q"), (49, "\r")]).joined(separator: "+") == "typed q\r")
        #expect(sorted([(0, "quit\r")]) == ["typed quit\r"])
        #expect(sorted([(0, "\u{1B}q")]) == ["key \u{1B}q"])
        #expect(sorted([(0, "ab"), (60, "q")]) == ["typed ab", "key q"])
    }

    @Test func arrowsNeedNotWait() {
        #expect(sorted([(0, "\u{1B}[B\u{1B}[B")]) == ["key \u{1B}[B", "key \u{1B}[B"])
        #expect(sorted([(0, "a\u{1B}[B")]) == ["typed a\u{1B}[B"])
    }

    @Test func aPasteIsTypedWhateverItsPauses() {
        #expect(
            sorted([(0, "\u{1B}[200~q"), (500, "d"), (500, "\u{1B}[201~"), (60, "q")]).joined(separator: "+")
                == "typed \u{1B}[200~q+typed d+typed \u{1B}[201~+key q")
    }

    @Test func theMouseIsTheScreens() {
        #expect(sorted([(0, "\u{1B}[<0;1;2M")]) == ["mouse \u{1B}[<0;1;2M"])
    }

    /// Whatever comes, however it is cut: all of it goes out again, in its order. The mouse alone may overtake a key.
    @Test(arguments: 0..<200 as Range<UInt64>) func nothingIsLostOrMoved(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let words: [[UInt8]] = [
            [0x71], [0x1B], [0x1B, 0x5B], [0x41], [0xC3], [0xA9], [0xFF], [0], Array("\u{1B}[200~".utf8),
            Array("\u{1B}[201~".utf8), Array("\u{1B}[1;5C".utf8), Array("\u{1B}OP".utf8),
        ]
        var keys = LoneKeys(reportsMouse: true)
        var now = start
        var sent: [UInt8] = []
        var parts: [LoneKeys.Part] = []
        for _ in 0..<40 {
            let piece = words.randomElement(using: &random) ?? []
            now = now + .milliseconds(Int64.random(in: 0...70, using: &random))
            sent += piece
            parts += keys.take(piece, at: now)
        }
        var gone: [UInt8] = []
        for part in parts {
            switch part {
            case .key(let bytes), .typed(let bytes), .mouse(let bytes): gone += bytes
            }
        }
        #expect(gone + keys.finish() == sent)
    }
}
