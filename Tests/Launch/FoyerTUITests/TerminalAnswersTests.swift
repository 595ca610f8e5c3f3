import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

/// Answers among keys, as the decoder meets them.
@Suite struct TerminalAnswersInputTests {
    private static let answers =
        "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
        + "\u{1B}[?2026;2$y\u{1B}[6;20;9t\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?1;0;1024S\u{1B}[?62;4c"
    private static let read: [TerminalAnswer] = [
        .name("XTerm(379)"), .exactColors(true), .ground(0xFFFFFF), .mode(2026, isKnown: true),
        .cell(.init(width: 9, height: 20)), .kittyGraphics(true), .sixelRegisters(1024), .attributes(hasSixel: true),
    ]

    @Test func answersAreNoKeysWhereverTheyAreSplit() {
        let bytes = Array(Self.answers.utf8)
        for split in 1..<bytes.count {
            var decoder = InputDecoder()
            var events = decoder.decode(Array(bytes[..<split]), at: .zero)
            events += decoder.expire(at: .zero + .milliseconds(49))
            events += decoder.decode(Array(bytes[split...]), at: .zero + .milliseconds(49))
            #expect(events.isEmpty, "split at \(split)")
            #expect(decoder.takeAnswers() == Self.read, "split at \(split)")
            #expect(decoder.deadline == nil)
        }
    }

    @Test func answersOfOneByteARead() {
        var decoder = InputDecoder()
        for (index, byte) in Self.answers.utf8.enumerated() {
            let now = Instant.zero + .milliseconds(40 * Int64(index))
            #expect(decoder.decode([byte], at: now).isEmpty)
        }
        #expect(decoder.takeAnswers() == Self.read)
    }

    @Test func keysBetweenThemAreKept() {
        var decoder = InputDecoder()
        let input = "q" + Self.answers + "\u{1B}[Ax\u{1B}d" + Self.answers + "茶"
        #expect(
            decoder.decode(Array(input.utf8)) == [
                .key(.character("q")), .key(.up), .key(.character("x")), .key(.alt("d")), .key(.character("茶")),
            ])
        #expect(decoder.takeAnswers() == Self.read + Self.read)
    }

    @Test func escStaysQuick() {
        var decoder = InputDecoder()
        // It may begin a sequence: a moment later.
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.deadline == .zero + .milliseconds(50))
        #expect(decoder.expire(at: .zero + .milliseconds(49)).isEmpty)
        #expect(decoder.expire(at: .zero + .milliseconds(50)) == [.key(.escape)] && decoder.deadline == nil)
        // Another key has come: it was Esc.
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.decode(Array("\u{1B}[A".utf8)) == [.key(.escape), .key(.up)])
        #expect(decoder.decode(Array("\u{1B}d".utf8)) == [.key(.alt("d"))])
    }

    @Test func aReportIsReadAtAnyTime() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\u{1B}[?997;".utf8)).isEmpty)
        #expect(decoder.decode(Array("2n".utf8), at: .zero + .milliseconds(900)).isEmpty)
        #expect(decoder.takeAnswers() == [.scheme(isLight: true)])
    }

    @Test func halfAnAnswerIsDroppedAfterASecond() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\u{1B}]11;rgb:ff".utf8)).isEmpty)
        #expect(decoder.expire(at: .zero + .seconds(1)).isEmpty)
        #expect(decoder.decode(Array("q".utf8)) == [.key(.character("q"))])
    }

    /// Answers split, cut and repeated among keys: no piece of a whole answer comes out as a key.
    @Test(arguments: 0..<100) func storms(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (decoder, keys, typed) = (InputDecoder(), [KeyEvent](), [KeyEvent]())
        var input: [UInt8] = []
        for _ in 0..<40 {
            if Bool.random(using: &random) {
                input += Self.answers.utf8
            } else {
                // No answer holds any of these.
                let scalar: Unicode.Scalar = ["Q", "Z", "茶"].randomElement(using: &random) ?? "Q"
                input += String(scalar).utf8
                typed.append(.character(scalar))
            }
        }
        while !input.isEmpty {
            let count = Int.random(in: 1...min(20, input.count), using: &random)
            for case .key(let key) in decoder.decode(Array(input.prefix(count))) { keys.append(key) }
            input.removeFirst(count)
        }
        #expect(keys == typed)
    }
}

/// What follows from answers.
@Suite struct TerminalLearningTests {
    private func plan(
        _ environment: [String: String], colors: Int = 8, _ choices: DisplayChoices = .none(), asksAgain: Bool = false
    ) throws -> TerminalPlan {
        let decision = TerminalDecision.make(
            environment: TerminalEnvironment(environment), choices, asksAgain: asksAgain, isUTF8: true,
            describe: { name in
                TerminalType(
                    colors: name.hasSuffix("direct") ? 0x100_0000 : colors, canAddressCursor: true, hasSize: true)
            }, hasEntry: { _ in true })
        guard case .screen(let plan) = decision else { throw Missing() }
        return plan
    }

    private struct Missing: Error {}

    private var exact: TerminalAnswers {
        var answers = TerminalAnswers()
        answers.hasExactColors = true
        return answers
    }

    @Test func anAnswerBringsExactColours() throws {
        let plan = try plan(["TERM": "xterm"])
        #expect(plan.capabilities.depth == .ansi8 && plan.depthSource == .terminfo)
        let learned = plan.learning(exact)
        #expect(learned.capabilities.depth == .direct && learned.type == "foyer-direct")
        #expect(learned.depthSource == .answer && learned.isOwn && !learned.isDrawn(like: plan))
        #expect(learned.learning(exact) == learned)
    }

    @Test func anAnswerBrings256Colours() throws {
        var answers = TerminalAnswers()
        answers.hasIndexedColors = true
        let learned = try plan(["TERM": "mlterm"]).learning(answers)
        #expect(learned.capabilities.depth == .indexed256 && learned.type == "foyer-256color")
        #expect(learned.depthSource == .answer && learned.learning(answers) == learned)
        #expect(learned.learning(exact).type == "foyer-direct")
        for environment in [["TERM": "mlterm", "COLORTERM": "truecolor"], ["TERM": "mlterm", "NO_COLOR": "1"]] {
            let plan = try plan(environment)
            #expect(plan.learning(answers).isDrawn(like: plan), "more is known")
        }
        var plan = try plan(["TERM": "xterm-256color"], colors: 256)
        #expect(plan.learning(answers).depthSource == .terminfo)
        plan = try self.plan(["TERM": "tmux"])
        #expect(plan.learning(answers).isDrawn(like: plan))
    }

    @Test func itNeverGetsWorse() throws {
        let plan = try plan(["TERM": "xterm-kitty", "COLORTERM": "truecolor"])
        #expect(plan.capabilities.depth == .direct && plan.depthSource == .variable("COLORTERM"))
        #expect(plan.capabilities.synchronizedOutput)
        let learned = plan.learning(TerminalAnswers())
        #expect(learned.capabilities.depth == .direct && learned.capabilities.synchronizedOutput)
        #expect(learned.isDrawn(like: plan))
    }

    @Test func anotherFontHasAnotherCell() throws {
        func cell(_ width: Int, _ height: Int) -> TerminalAnswers.PixelSize { .init(width: width, height: height) }
        var answers = TerminalAnswers()
        answers.sixel = TerminalAnswers.SixelLimits(registers: 256)
        var plan = try plan(["TERM": "xterm"])
        plan.cell = cell(9, 18)
        plan = plan.learning(answers)
        var talk = TerminalTalk(plan)
        var unchanged = talk.measure(nil)
        #expect(unchanged == nil)
        unchanged = talk.measure(cell(9, 18))
        #expect(unchanged == nil)
        let larger = talk.measure(cell(12, 24))
        #expect(larger.map { plan.learning($0).capabilities.pixels?.cell } == cell(12, 24))
        unchanged = talk.measure(cell(12, 24))
        #expect(unchanged == nil)
        // Some say their cell in units of their own.
        answers.cell = cell(20, 40)
        talk = TerminalTalk(plan.learning(answers))
        let others = talk.measure(cell(18, 36))
        #expect(others?.cell == cell(40, 80))
    }

    @Test func settingsAndTheEnvironmentWin() throws {
        let wish = try plan(["TERM": "xterm"], colors: 256, .none { $0.depth = .indexed256 })
        #expect(wish.learning(exact).capabilities.depth == .indexed256 && wish.depthSource == .setting)
        let none = try plan(["TERM": "xterm", "NO_COLOR": "1"])
        #expect(none.learning(exact).capabilities.depth == .mono && none.questions == nil)
        #expect(none.depthSource == .variable("NO_COLOR"))
    }

    @Test func whatWasKnownIsThereAtOnce() throws {
        let environment = ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"]
        let key = try #require(TerminalEnvironment(environment).fingerprint)
        var choices = DisplayChoices.none()
        choices.known[key] = exact
        #expect(try plan(environment, choices).type == "foyer-direct")
        // Another version, or another terminal within it, is another terminal.
        #expect(try plan(["TERM": "xterm", "XTERM_VERSION": "XTerm(1)"], choices).type == "xterm")
        #expect(try plan(["TERM": "xterm"], choices).type == "xterm")
    }

    @Test func onlyWhatIsNotKnownIsAsked() throws {
        let environment = ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"]
        let key = try #require(TerminalEnvironment(environment).fingerprint)
        var choices = DisplayChoices.none()
        #expect(try plan(environment, choices).questions == .named)
        choices.known[key] = exact
        #expect(try plan(environment, choices).questions == .ground)
        choices.theme = .dark
        #expect(try plan(environment, choices).questions == nil)
        // The size of a cell changes with the font.
        var pixels = exact
        (pixels.sixel, pixels.cell) = (.init(), .init(width: 9, height: 18))
        choices.known[key] = pixels
        #expect(try plan(environment, choices).questions == .cell)
        choices.theme = nil
        #expect(try plan(environment, choices).questions == .groundAndCell)
        var silent = TerminalAnswers()
        silent.isSilent = true
        choices.known[key] = silent
        #expect(try plan(environment, choices).questions == nil)
        #expect(try plan(environment, choices, asksAgain: true).questions == .named)
    }

    @Test func withThemeColoursAndPixelsGivenNothingIsAsked() throws {
        let direct = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        let given = DisplayChoices.none { ($0.pixels, $0.theme) = (.off, .dark) }
        #expect(try plan(direct, given).questions == nil)
        #expect(try plan(["TERM": "xterm"], given).questions == .named, "colours")
        #expect(try plan(direct, .none { $0.pixels = .off }).questions == .named, "theme")
        #expect(try plan(direct, .none { $0.theme = .dark }).questions == .named, "pixels")
        let all = DisplayChoices.none { ($0.depth, $0.pixels, $0.theme) = (.indexed256, .sixel, .dark) }
        #expect(try plan(["TERM": "xterm"], colors: 256, all).questions == nil)
    }

    @Test func namesTellOfLinks() throws {
        var answers = TerminalAnswers()
        answers.name = "kitty(0.26.5)"
        let plan = try plan(["TERM": "xterm-256color"])
        #expect(!plan.capabilities.hyperlinks && plan.learning(answers).capabilities.hyperlinks)
        answers.name = "tmux 3.3a"
        #expect(!plan.learning(answers).capabilities.hyperlinks)
    }

    @Test(
        arguments: [
            (["TERM": "xterm"], .named), (["TERM": "xterm-256color"], .named), (["TERM": "foot"], .named),
            (["TERM": "xterm-kitty"], .all), (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .all),
            (["TERM": "tmux-256color", "TMUX": "x"], .multiplexer), (["TERM": "xterm", "TMUX": "x"], .multiplexer),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .careful),
            (["TERM": "xterm", "NO_COLOR": "1"], nil), (["TERM": "screen", "STY": "x"], nil), (["TERM": "linux"], nil),
            (["TERM": "vt100"], nil), (["TERM": "eterm-color"], nil), ([:], nil),
        ] as [([String: String], TerminalQuestions?)])
    func onlyThoseAreAskedThatUnderstandIt(environment: [String: String], questions: TerminalQuestions?) {
        #expect(TerminalEnvironment(environment).questions == questions)
    }

    @Test func theGroundChoosesTheTheme() {
        #expect(Palette.fitting(nil, ground: nil) == .dark)
        #expect(Palette.fitting(nil, ground: 0xFFFFFF) == .light && Palette.fitting(nil, ground: 0x111111) == .dark)
        #expect(Palette.fitting(.dark, ground: 0xFFFFFF) == .dark && Palette.fitting(.light, ground: 0) == .light)
    }
}
