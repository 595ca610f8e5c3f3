import FoyerEmulator
import TestSupport
import Testing

/// What libvterm is given of what a program writes.
@Suite struct OutputFilterTests {
    private func filtered(_ text: String, columns: Int = 80, rows: Int = 24) -> String {
        filtered(Array(text.utf8), columns: columns, rows: rows)
    }

    private func filtered(_ bytes: [UInt8], columns: Int = 80, rows: Int = 24) -> String {
        var filter = OutputFilter(columns: columns, rows: rows)
        let text = String(decoding: filter.filter(bytes).flatMap(\.bytes), as: UTF8.self)
        return text.replacing("\u{1B}", with: "^").replacing("\u{7}", with: "$")
    }

    @Test(arguments: [
        ("plain é 漢 e\u{301}\r\n\t", "plain é 漢 e\u{301}\r\n\t"),
        ("\u{1B}[2;3H\u{1B}[K\u{1B}[?25l\u{1B}7\u{1B}(0q\u{1B}(B", "^[2;3H^[K^[?25l^7^(0q^(B"),
        ("\u{1B}8\u{1B}[u", "^8^[0n^8^[0n"), ("\u{1B}[s", "^7"),
        ("\u{1B}[?1006;1000h", "^[?1006h^[?1000h"), ("\u{1B}[4;20l", "^[4l^[20l"),
        ("\u{1B}[m", "^[0m"), ("\u{1B}[1;31m", "^[1m^[31m"), ("\u{1B}[38;5;208;4:0m", "^[38;5;208m^[24m"),
        ("\u{1B}[38:2::1:2:3;48;2;4;5;6m", "^[38;2;1;2;3m^[48;2;4;5;6m"), ("\u{1B}[58;2;1;2;3;58:5:9m", ""),
        ("\u{1B}[38;5;256m\u{1B}[38m\u{1B}[38;2;1m\u{1B}[999m", ""),
        ("\u{1B}[99999999999A\u{1B}[1;2;3;4H", "^[9999A^[1;2H"), ("\u{1B}[1:2H\u{1B}[=1A\u{1B}[1?A\u{1B}[1 2q", ""),
        ("\u{1B}[r\u{1B}[5r\u{1B}[;7r\u{1B}[99r\u{1B}[7;5r", "^[1;24r^[5;24r^[1;7r"),
        ("\u{1B}[?69h\u{1B}[5;9s\u{1B}[9;5s\u{1B}[?69l", "^[?69h^[5;9s^[s^[?69l"),
        ("ab\u{1B}[3b漢\u{1B}[b", "abbbb漢漢"), ("\u{1B}[3b", ""), ("x\u{1B}[9999b", String(repeating: "x", count: 81)),
        ("\u{1B}]0;t\u{1B}\\\u{1B}]2;u\u{7}", "^]0;t$^]2;u$"), ("\u{1B}P$qm\u{1B}\\\u{1B}P+q544e\u{1B}\\", "^P$qm^\\"),
        ("\u{1B}_Gi=1;AAAA\u{1B}\\\u{1B}^p\u{1B}\\\u{1B}Xs\u{1B}\\x", "x"),
        ("\u{1B}]2;a\u{18}b\u{1B}]2;c\u{1B}[1Ad", "b^[1Ad"),
        ("\u{1B}#6\u{1B}#8\u{1B}%G\u{1B}[5;6;7t\u{1B}[>1u\u{1B}[!p", "^#8"), ("\u{1B}c", "^[?1047l^c"),
        ("\u{85}\u{9B}31m\u{3099}\u{302A}", "31m"),
        ("a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}b", "a\u{301}\u{302}\u{303}\u{304}\u{305}b"),
        ("\u{1B}[3\n1mx\u{1B}\u{1B}[1mé", "\n^[31mx^[1mé"), ("a\0b\u{7F}c", "abc"),
    ]) func isWhatItCanHold(_ text: String, _ expected: String) { #expect(filtered(text) == expected) }

    @Test(
        arguments: [
            ([0xC3], ""), ([0xC3, 0x28], "\u{FFFD}("), ([0xE2, 0x82, 0x0A], "\u{FFFD}\n"),
            ([0xFF, 0x80, 0xC0, 0xAF], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}"), ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}"), ([0xEF, 0xBF, 0xBF], "\u{FFFD}"),
            ([0xE0, 0x80, 0x80], "\u{FFFD}"), ([0xF0, 0x9F, 0x91, 0x8D], "\u{3F44D}"),
        ] as [([UInt8], String)]) func bytesThatAreNoCharactersAreSaid(_ bytes: [UInt8], _ expected: String)
    {
        #expect(filtered(bytes) == expected)
    }

    @Test func inOneColumnNothingIsWide() { #expect(filtered("a漢é\u{301}b", columns: 1) == "a\u{FFFD}é\u{FFFD}b") }

    @Test func beforeANewSizeTheWholeScreenScrolls() {
        var filter = OutputFilter(columns: 80, rows: 24)
        func resize(_ rows: Int) -> String {
            let around = filter.resize(columns: 80, rows: rows, cursor: (column: 4, row: 2))
            return String(
                decoding: (around.before + [.output([UInt8(ascii: "|")])] + around.after).flatMap(\.bytes),
                as: UTF8.self
            )
            .replacing("\u{1B}", with: "^")
        }
        #expect(resize(20) == "|^[0n")
        _ = filter.filter("\u{1B}[3;9r".utf8)
        #expect(resize(5) == "^[r^[3;5H|^[0n" && resize(4) == "|^[0n")
        _ = filter.filter("\u{1B}[?69h\u{1B}[3;9s".utf8)
        #expect(resize(24) == "^[s^[r^[3;5H|^[0n")
    }

    @Test func itIsTheSameHoweverItIsCut() {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<500 {
            let bytes = FuzzedOutput.bytes(&generator)
            var (whole, cut) = (OutputFilter(columns: 9, rows: 4), OutputFilter(columns: 9, rows: 4))
            let one = whole.filter(bytes).flatMap(\.bytes)
            #expect(one == bytes.flatMap { cut.filter([$0]).flatMap(\.bytes) }, "\(bytes)")
        }
    }

    @Test func noPieceIsLongAndNoneEndsWithinACharacter() {
        var filter = OutputFilter(columns: 80, rows: 24)
        let pieces = filter.filter(String(repeating: "漢\u{1B}]2;title\u{7}\u{1B}[1;31m", count: 20_000).utf8)
        #expect(pieces.count > 50)
        #expect(pieces.allSatisfy { $0.bytes.count < 8192 && String(validating: $0.bytes, as: UTF8.self) != nil })
    }

    /// Each answer as xterm gives it, `^` for ESC and `$` for BEL, on a terminal of 80×24 whose ground is black.
    @Test(arguments: [
        ("\u{1B}]11;?\u{7}", "^]11;rgb:0000/0000/0000$"), ("\u{1B}]10;?\u{1B}\\", "^]10;rgb:e8e8/a3a3/3d3d^\\"),
        ("\u{1B}[?u", "^[?0u"), ("\u{1B}[>1u\u{1B}[?u\u{1B}[<u\u{1B}[?u", "^[?1u^[?0u"),
        ("\u{1B}[=5u\u{1B}[=2;2u\u{1B}[=1;3u\u{1B}[?u", "^[?6u"), ("\u{1B}[>q", "^P>|Foyer^\\"),
        ("\u{1B}[14t", "^[4;480;800t"), ("\u{1B}[18t", "^[8;24;80t"), ("\u{1B}[16t\u{1B}]12;?\u{7}", ""),
        ("\u{1B}P+q544e;436f\u{1B}\\", "^P1+r544e=787465726d2d323536636f6c6f72^\\^P1+r436f=323536^\\"),
        ("\u{1B}P+q524742;6b31\u{1B}\\", "^P1+r524742=382f382f38^\\^P0+r6b31^\\"),
        ("\u{1B}[?2026$p\u{1B}[?2026h\u{1B}[?2026$p\u{1B}[?9999$p", "^[?2026;2$y^[?2026;1$y^[?9999;0$y"),
        ("\u{1B}[?25$p\u{1B}c\u{1B}[4h\u{1B}[4$p", "^[?25;1$y^[4;1$y"),
    ]) func `a question to the terminal has an answer`(_ question: String, _ answer: String) {
        let identity = TerminalIdentity(text: 0xE8A33D, ground: 0)
        var filter = OutputFilter(columns: 80, rows: 24, identity: identity)
        var answers: [UInt8] = []
        for byte in question.utf8 {
            for case .answer(let bytes) in filter.filter([byte]) { answers += bytes }
        }
        let text = String(decoding: answers, as: UTF8.self)
        #expect(text.replacing("\u{1B}", with: "^").replacing("\u{7}", with: "$") == answer)
    }
}

extension OutputFilter.Piece {
    /// What libvterm is given.
    var bytes: [UInt8] { if case .output(let bytes) = self { bytes } else { [] } }
}
