import FoyerCore
import TestSupport
import Testing

@Suite struct AnswerReaderTests {
    private struct Read: Equatable {
        var answers: [TerminalAnswer] = []
        var keys: [UInt8] = []
    }

    private func read(_ text: String) -> Read { read(Array(text.utf8)) }

    private func read(_ bytes: [UInt8]) -> Read {
        var (reader, read) = (AnswerReader(), Read())
        for byte in bytes {
            switch reader.take(byte) {
            case .held: break
            case .answer(let answer): read.answers.append(answer)
            case .refused(let bytes): read.keys += bytes
            }
        }
        read.keys += reader.giveUp()
        return read
    }

    @Test(
        arguments: [
            ("\u{1B}P>|XTerm(379)\u{1B}\\", .name("XTerm(379)")),
            ("\u{1B}P>|tmux 3.3a\u{1B}\\", .name("tmux 3.3a")),
            ("\u{1B}P>|b\u{8}\u{1B}\\", nil),
            ("\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\", .exactColors(true)),
            ("\u{1B}P1$r48:2:1:2:3m\u{1B}\\", .exactColors(true)),
            ("\u{1B}P1$r0;48;2;1;2;3m\u{1B}\\", .exactColors(true)),
            ("\u{1B}P1$r0;48:5:16m\u{1B}\\", .indexedColors), ("\u{1B}P1$r0;48;5;16m\u{1B}\\", .indexedColors),
            ("\u{1B}P1$r48;5;999m\u{1B}\\", .exactColors(false)), ("\u{1B}P1$r5;16m\u{1B}\\", .exactColors(false)),
            ("\u{1B}P1$r0m\u{1B}\\", .exactColors(false)),
            ("\u{1B}P0$r\u{1B}\\", .nothing),
            ("\u{1B}P1$r4 q\u{1B}\\", .cursorShape(4)), ("\u{1B}P1$rx q\u{1B}\\", .nothing),
            ("\u{1B}P1+r524742=38\u{1B}\\", .exactColors(true)),
            ("\u{1B}P1+r5463\u{1B}\\", .exactColors(true)),
            ("\u{1B}P0+r524742\u{1B}\\", .nothing),
            ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", .ground(0xFF8000)),
            ("\u{1B}]11;rgb:f/8/0\u{7}", .ground(0xFF8800)),
            ("\u{1B}]11;rgba:1111/1111/1111/ffff\u{1B}\\", .ground(0x111111)),
            ("\u{1B}]10;#102030\u{7}", .text(0x102030)),
            ("\u{1B}]11;rgb:+f/-8/0\u{7}", .nothing),
            ("\u{1B}]11;rgb:12345/0/0\u{7}", .nothing),
            ("\u{1B}[?2026;2$y", .mode(2026, isKnown: true)),
            ("\u{1B}[?2026;0$y", .mode(2026, isKnown: false)),
            ("\u{1B}[?2026;4$y", .mode(2026, isKnown: false)),
            ("\u{1B}[6;20;9t", .cell(.init(width: 9, height: 20))),
            ("\u{1B}[6;0;9t", .nothing),
            ("\u{1B}[6;99999999999999999999;9t", .nothing),
            ("\u{1B}_Gi=31;OK\u{1B}\\", .kittyGraphics(true)),
            ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\", .kittyGraphics(false)),
            ("\u{1B}_Gi=7;OK\u{1B}\\", .nothing),
            ("\u{1B}[?1;0;1024S", .sixelRegisters(1024)),
            ("\u{1B}[?1;3;0S", .nothing),
            ("\u{1B}[?2;0;1190;688S", .sixelMaximum(.init(width: 1190, height: 688))),
            ("\u{1B}[?62;4;22c", .attributes(hasSixel: true)),
            ("\u{1B}[?4;6c", .attributes(hasSixel: false)),
            ("\u{1B}[?62;52c", .attributes(hasSixel: false, hasClipboard: true)),
            ("\u{1B}[?52;4c", .attributes(hasSixel: true)),
            ("\u{1B}[?62;c", .attributes(hasSixel: false)),
            ("\u{1B}[?997;1n", .scheme(isLight: false)),
            ("\u{1B}[?997;2n", .scheme(isLight: true)),
        ] as [(String, TerminalAnswer?)])
    func answersAreRead(bytes: String, answer: TerminalAnswer?) {
        guard let answer else { return #expect(read(bytes).answers.isEmpty) }
        #expect(read(bytes) == Read(answers: [answer]))
    }

    @Test(arguments: [
        "q", "\u{1B}", "\u{1B}q", "\u{1B}[A", "\u{1B}[1;5D", "\u{1B}[5~", "\u{1B}OP", "\u{1B}\u{1B}[A", "\u{1B}P",
        "\u{1B}Pq",
        "\u{1B}]", "\u{1B}_x", "\u{1B}[", "\u{1B}[<0;3;4M", "\u{1B}]52;c;\u{7}", "\u{1B}[200~", "\u{1B}P1x",
    ])
    func whatIsNoAnswerIsHandedBack(bytes: String) {
        #expect(read(bytes) == Read(keys: Array(bytes.utf8)))
    }

    @Test func keysBetweenAnswersStay() {
        let bytes = "a\u{1B}[?62;4cb\u{1B}[A\u{1B}]11;rgb:0/0/0\u{7}\u{1B}x\u{1B}[?2026;2$y"
        let read = read(bytes)
        #expect(read.answers == [.attributes(hasSixel: true), .ground(0), .mode(2026, isKnown: true)])
        #expect(read.keys == Array("ab\u{1B}[A\u{1B}x".utf8))
    }

    @Test func anEndlessAnswerIsSwallowedAndSaysNothing() {
        var bytes = Array("\u{1B}P>|".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        #expect(read(bytes) == Read())
        bytes += Array("\u{1B}\\q".utf8)
        #expect(read(bytes) == Read(answers: [.nothing], keys: Array("q".utf8)))
    }

    @Test func aKeyInsideOfAnAnswerThatIsCutIsAKey() {
        #expect(read("\u{1B}]11;rgb:\rq") == Read(keys: Array("\rq".utf8)))
        #expect(read("\u{1B}]11;rgb:\u{1B}[?62;4c") == Read(answers: [.attributes(hasSixel: true)]))
        #expect(read("\u{1B}]11;rgb:\u{18}q") == Read(keys: Array("q".utf8)))
    }

    /// Answers, keys, pieces of both and garbage: it never exceeds its bounds, and returns only bytes that it received.
    @Test(arguments: 0..<200) func storms(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "\u{1B}[?62;4c", "\u{1B}P>|foot(1.13.1)\u{1B}\\", "\u{1B}]11;rgb:1/2/3\u{7}", "\u{1B}_Gi=31;OK\u{1B}\\",
            "\u{1B}[A",
            "\u{1B}", "q", "\u{1B}P", "\u{1B}]1", "\u{1B}[?", "\u{7}", "\u{1B}\\", "\r", "\u{1B}[6;1;1t", "9;",
        ].map { Array($0.utf8) }
        var (bytes, reader, back) = ([UInt8](), AnswerReader(), 0)
        for _ in 0..<300 {
            var piece = pieces.randomElement(using: &random) ?? []
            if Int.random(in: 0..<4, using: &random) == 0 {
                piece = piece.map { _ in .random(in: 0...255, using: &random) }
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                piece = Array(piece.dropLast(.random(in: 0...2, using: &random)))
            }
            bytes += piece
        }
        for byte in bytes {
            if case .refused(let bytes) = reader.take(byte) { back += bytes.count }
        }
        #expect(back + reader.giveUp().count <= bytes.count)
        #expect(!reader.isHolding)
    }
}

@Suite struct TerminalInquiryTests {
    private let start = Instant.zero

    @Test func theLastAnswerSettles() {
        var inquiry = TerminalInquiry(at: start)
        #expect(inquiry.isOpen(at: start))
        #expect(inquiry.take(.exactColors(true)) == false)
        #expect(inquiry.take(.sixelRegisters(256)) == false)
        #expect(inquiry.take(.sixelMaximum(.init(width: 800, height: 480))) == false)
        #expect(inquiry.take(.attributes(hasSixel: true)) == true)
        #expect(inquiry.answers.sixel == .init(registers: 256, maximum: .init(width: 800, height: 480)))
        #expect(inquiry.answers.hasExactColors && inquiry.answers.isComplete)
        #expect(!inquiry.isOpen(at: start) && inquiry.deadline == nil)
        // Anything after it is ignored.
        for late in [TerminalAnswer.exactColors(false), .name("x"), .attributes(hasSixel: false)] {
            #expect(inquiry.take(late) == false)
        }
        #expect(inquiry.answers.sixel != nil && inquiry.answers.name == nil)
    }

    /// The question goes out with the first frame, and may find our own bar.
    @Test(arguments: [(0, nil), (1, 1), (2, 2), (5, 5), (6, nil), (99, nil)])
    func theCursorsShapeIsKeptUnlessItIsOurs(_ shape: Int, _ kept: Int?) {
        var inquiry = TerminalInquiry(at: start)
        _ = inquiry.take(.name("XTerm(379)"))
        _ = inquiry.take(.cursorShape(shape))
        #expect(inquiry.answers.cursorShape == kept)
        var known = KnownTerminals()
        known["x"] = inquiry.answers
        #expect(KnownTerminals(text: known.text)["x"]?.cursorShape == kept)
    }

    /// Its owner may have switched it off since.
    @Test func aClipboardIsOpenOnlyWhereTheLastAnswerSaysSo() {
        var known = TerminalAnswers()
        known.clipboard = true
        for isOpen in [true, false] {
            var inquiry = TerminalInquiry(at: start, asking: .ground, knowing: known)
            _ = inquiry.take(.attributes(hasSixel: false, hasClipboard: isOpen))
            #expect(inquiry.answers.clipboard == isOpen)
            var kept = KnownTerminals()
            kept["x"] = inquiry.answers
            #expect(KnownTerminals(text: kept.text)["x"]?.clipboard == isOpen)
        }
    }

    @Test func withoutSixelAmongTheAttributesThereIsNone() {
        var inquiry = TerminalInquiry(at: start)
        _ = inquiry.take(.sixelRegisters(256))
        _ = inquiry.take(.attributes(hasSixel: false))
        #expect(inquiry.answers.sixel == nil)
    }

    @Test func aSecondWithoutTheLastAnswerSettlesWhatThereIs() {
        var inquiry = TerminalInquiry(at: start)
        _ = inquiry.take(.ground(0xFFFFFF))
        #expect(inquiry.deadline == start + .seconds(1))
        #expect(inquiry.expire(at: start + .milliseconds(999)) == false)
        #expect(inquiry.expire(at: start + .seconds(1)) == true)
        #expect(inquiry.deadline == nil)
        // Later answers change nothing, so that the look does not flip back and forth.
        #expect(inquiry.take(.exactColors(true)) == false)
        #expect(inquiry.take(.attributes(hasSixel: true)) == false)
        #expect(inquiry.answers.isComplete && inquiry.answers.hasExactColors)
    }

    @Test func aTerminalThatAnswersNothingIsTakenAtItsEntrysWord() {
        var inquiry = TerminalInquiry(at: start)
        #expect(inquiry.expire(at: start + .seconds(1)) == true)
        #expect(inquiry.answers.isSilent)
        #expect(inquiry.deadline == nil)
        // All of it may still arrive on a slow line.
        #expect(inquiry.isOpen(at: start + .seconds(2)))
        #expect(inquiry.take(.attributes(hasSixel: false)) == true)
        #expect(!inquiry.isOpen(at: start + .seconds(2)) && !inquiry.answers.isSilent)
    }

    @Test func aKnownTerminalThatIsSilentOnceStaysKnown() {
        var known = TerminalAnswers()
        known.hasExactColors = true
        var inquiry = TerminalInquiry(at: start, asking: .ground, knowing: known)
        #expect(inquiry.expire(at: start + .seconds(1)) == false)
        #expect(!inquiry.answers.isSilent && inquiry.answers.hasExactColors)
    }

    @Test func whoLeavesWaitsForTheLastAnswerButNotForASilentTerminal() {
        var inquiry = TerminalInquiry(at: start)
        #expect(inquiry.isOwed(at: start + .milliseconds(1_999)) && !inquiry.isOwed(at: start + .seconds(2)))
        _ = inquiry.take(.ground(0))
        #expect(inquiry.isOwed(at: start + .seconds(9)) && !inquiry.isOwed(at: start + .seconds(10)))
        _ = inquiry.take(.attributes(hasSixel: false))
        #expect(!inquiry.isOwed(at: start))
    }

    @Test func aTerminalThatSaysItsNameIsAskedForKittysPicturesBehindTheFence() {
        var inquiry = TerminalInquiry(at: start, asking: .named)
        _ = inquiry.take(.name("XTerm(379)"))
        #expect(inquiry.take(.attributes(hasSixel: true)) == false)
        #expect(inquiry.takeFollowUp() == .kitty && inquiry.takeFollowUp() == nil)
        #expect(inquiry.take(.kittyGraphics(true)) == false)
        #expect(inquiry.take(.attributes(hasSixel: true)) == true)
        #expect(inquiry.answers.kittyGraphics && inquiry.answers.isComplete)
    }

    @Test(arguments: [nil, "tmux 3.3a"])
    func othersAreNotAskedForThem(name: String?) {
        var inquiry = TerminalInquiry(at: start, asking: .named)
        if let name { _ = inquiry.take(.name(name)) }
        #expect(inquiry.take(.attributes(hasSixel: false)) == true)
        #expect(inquiry.takeFollowUp() == nil)
    }

    @Test func nobodyWaitsForEver() {
        #expect(!TerminalInquiry(at: start).isOpen(at: start + .seconds(10)))
    }
}

@Suite struct KnownTerminalsTests {
    private var answers: TerminalAnswers {
        var answers = TerminalAnswers()
        answers.name = "foot(1.13.1)"
        (answers.hasExactColors, answers.schemeReports, answers.ground) = (true, true, 0x111111)
        answers.hasIndexedColors = true
        answers.cell = .init(width: 7, height: 16)
        answers.sixel = .init(registers: 1024, maximum: .init(width: 1190, height: 688))
        return answers
    }

    @Test func whatIsKeptComesBack() {
        var known = KnownTerminals()
        known["foot,"] = answers
        var silent = TerminalAnswers()
        silent.isSilent = true
        known["silent"] = silent
        #expect(KnownTerminals(text: known.text)["silent"] == silent)
        known["other\twith\nmischief"] = TerminalAnswers()
        let read = KnownTerminals(text: known.text)
        #expect(read["foot,"] == answers && read["other\twith\nmischief"] == TerminalAnswers() && read["none"] == nil)
        #expect(read == known)
    }

    @Test func sixteenAreKeptTheLatestFirst() {
        var known = KnownTerminals()
        for number in 0..<20 { known["\(number)"] = answers }
        #expect(known["3"] == nil && known["4"] != nil && known.text.split(separator: "\n").count == 17)
    }

    @Test(arguments: 0..<100) func damageIsPassedOver(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var known = KnownTerminals()
        for number in 0..<4 { known["\(number)"] = answers }
        var bytes = Array(known.text.utf8)
        for _ in 0..<8 { bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }
        let read = KnownTerminals(text: String(decoding: bytes, as: UTF8.self))
        for number in 0..<4 {
            if let answers = read["\(number)"] {
                #expect((2...65_536).contains(answers.sixel?.registers ?? 2) && answers.ground ?? 0 <= 0xFF_FFFF)
            }
        }
    }
}
