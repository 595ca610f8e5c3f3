import FoyerCore
import TestSupport
import Testing

struct OutputLinesTests {
    private func lines(_ text: String) -> [String] {
        var output = OutputLines()
        return (output.take(Array(text.utf8)) + output.finish()).map(\.string)
    }

    @Test func plainLinesStayAsTheyAre() {
        #expect(lines("one\ntwo\r\nthree") == ["one", "two", "three"])
        #expect(lines("\n\n") == ["", ""])
        #expect(lines("茶\t🍵  \n") == ["茶 🍵"])
    }

    @Test(arguments: [
        ("a\u{1B}[1;31mred\u{1B}[0mb", ["aredb"]),
        ("a\u{1B}]0;title\u{7}b", ["ab"]),
        ("a\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", ["alink"]),
        ("a\u{1B}Pq#0;2\u{1B}\\b", ["ab"]),
        ("a\u{1B}(Bb\u{1B}=c", ["abc"]),
        ("one\u{1B}[5;1Htwo", ["one", "two"]),
        ("one\u{1B}[3Ctwo", ["one two"]),
        ("10 %\r20 %\r30 %\n", ["30 %"]),
        ("abc\u{8}\u{8}d\n", ["ad"]),
        ("ä\u{8}b\n", ["b"]),
        ("a\u{1B}[12\u{18}b", ["ab"]),
        ("ab\u{1B}[3\u{8}1mc", ["ac"]),
        ("ding\u{7}\0", ["ding"]),
        ("\u{1B}[", []),
    ])
    func sequencesAreTakenOut(_ written: String, _ expected: [String]) {
        #expect(lines(written) == expected)
    }

    @Test func aLongPictureHasNoLines() {
        let picture = "\u{1B}Pq" + String(repeating: "~~~\r\n", count: 4000)
        #expect(lines("a\r\n" + picture + "\u{1B}\\b") == ["a", "b"])
        #expect(lines("a\r\n" + picture + "\u{1B}[mb") == ["a", "b"])
    }

    @Test func whatHasNotEndedIsKnown() {
        var output = OutputLines()
        #expect(output.take(Array("Name: ".utf8)).isEmpty)
        #expect(output.unfinished.string == "Name:")
        #expect(output.take(Array("x\n".utf8)).map(\.string) == ["Name: x"])
        #expect(output.unfinished.isEmpty)
    }

    @Test func aLineWithoutAnEndIsBroken() {
        var output = OutputLines()
        let broken = output.take([UInt8](repeating: UInt8(ascii: "x"), count: OutputLines.longestLine * 2 + 1))
        #expect(broken.map(\.string.count) == [OutputLines.longestLine, OutputLines.longestLine])
        #expect(output.unfinished.string == "x")
    }

    /// The lines are the same however the bytes are split, and none of them can act on a terminal.
    @Test(arguments: 0..<50)
    func piecesAndNoiseDoNoHarm(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet: [UInt8] = [
            0x1B, 0x5B, 0x5D, 0x50, 0x07, 0x18, 0x0A, 0x0D, 0x08, 0x41, 0x6D, 0x48, 0xC3, 0xA4, 0x9B,
        ]
        let bytes = (0..<400).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
        var whole = OutputLines()
        let expected = whole.take(bytes)
        var pieces = OutputLines()
        var found: [SafeText] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = min(rest.count, Int(random.next() % 7) + 1)
            found += pieces.take(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(found == expected)
        #expect(pieces.unfinished == whole.unfinished)
        #expect(
            found.allSatisfy { line in line.string.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{9B}" } })
    }
}

struct CommandTests {
    @Test func endsAreToldApart() {
        #expect(CommandEnd(waitStatus: 0x0300) == .status(3))
        #expect(CommandEnd(waitStatus: 0x000F) == .signal(15))
        // With a core dump.
        #expect(CommandEnd(waitStatus: 0x008B) == .signal(11))
        #expect(CommandEnd.signal(9).exitStatus == 137)
        #expect(CommandEnd.signal(15).description == "was ended by signal 15 (TERM)")
        #expect(CommandEnd.status(3).description == "ended with status 3")
    }

    @Test func theNameOfACommandIsAPlainName() {
        let id = CommandID.make(
            words: (["/usr/bin/npm", "run", "dev"] as [String]).map { Array($0.utf8) }, folder: "/shop")
        #expect(id.hasPrefix("run.npm."))
        for arguments in [[], [""], ["/"], ["茶 house/…"], [String(repeating: "x", count: 500)]] {
            let text = CommandID.make(words: (arguments as [String]).map { Array($0.utf8) }, folder: "")
            #expect(PlainName.isValid(text))
        }
    }

    @Test func otherWordsAndOtherFoldersAreOtherCommands() {
        let ids = [
            CommandID.make(words: (["a", "b"] as [String]).map { Array($0.utf8) }, folder: "/x"),
            CommandID.make(words: (["a", "b"] as [String]).map { Array($0.utf8) }, folder: "/y"),
            CommandID.make(words: (["a", "b c"] as [String]).map { Array($0.utf8) }, folder: "/x"),
            CommandID.make(words: (["a b"] as [String]).map { Array($0.utf8) }, folder: "/x"),
            CommandID.make(words: (["a", "b", ""] as [String]).map { Array($0.utf8) }, folder: "/x"),
        ]
        #expect(Set(ids).count == ids.count)
        #expect(CommandID.make(words: (["a", "b"] as [String]).map { Array($0.utf8) }, folder: "/x") == ids[0])
    }
}
