import FoyerCore
import TestSupport
import Testing

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
