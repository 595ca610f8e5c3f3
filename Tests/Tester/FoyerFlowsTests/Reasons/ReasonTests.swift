import Foyer
import FoyerEmulator
import Testing

@testable import FoyerFlows

/// Why steps failed, by real programs.
@Suite struct ReasonTests {
    private func failure(_ script: String, _ steps: String) async throws -> String {
        let text = "title: T\nsize: 40x6\nrun: [sh, -c, '\(script)']\nsteps:\n\(steps)"
        let result = try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "t.yaml").get())
        return try #require(result.failure).sentence(.english).string
    }

    /// The program waits to be told before it goes on, however slow the machine is.
    private static func untilReady(_ first: String) -> String {
        "  - wait: { text: \(first), within: 60 }\n  - press: enter\n  - wait: { text: Ready, within: 60 }\n"
    }

    @Test func aTypoIsMarked() async throws {
        let said = try await failure(
            "echo green is ready.; sleep 99",
            "  - wait: { text: is ready., within: 60 }\n  - wait: { text: gren is ready., within: 0.2 }\n")
        #expect(
            said
                == "After 0.2 s: \"gren is ready.\" is not on the screen. Row 1 has \"gre[e]n is ready.\", not \"gre[]n is ready.\"."
        )
    }

    @Test func aTextThatWentAwaySaysWhen() async throws {
        let said = try await failure(
            "stty -echo; printf Loading; read x; printf \"\\rReady  \"; sleep 99",
            Self.untilReady("Loading") + "  - wait: { text: Loading, within: 0.1 }\n")
        #expect(said.contains(#/is not on the screen\. It was there from \d+\.\d to \d+\.\d s\./#), "\(said)")
    }

    /// What was meant had a typing error, and went away.
    @Test func whatWasNearAndWentAwaySaysWhen() async throws {
        let said = try await failure(
            "stty -echo; printf \"Not in the list\"; read x; printf \"\\rReady           \"; sleep 99",
            Self.untilReady("Not in the list") + "  - wait: { text: Not in the list., within: 0.1 }\n")
        #expect(said.contains(#/From \d+\.\d to \d+\.\d s, row 1 had "Not in the list/#), "\(said)")
    }

    @Test func anEndSaysHowAndTheLastLine() async throws {
        let said = try await failure("echo no kettle >&2; exit 3", "  - wait: { text: ready, within: 60 }\n")
        let how =
            #/^"ready" is not on the screen\. The program ended with 3 after \d+\.\d s; it wrote last: no kettle\.$/#
        #expect(said.contains(how), "\(said)")
    }

    /// A key is pressed too late, which is said once.
    @Test func anEndIsSaidOnce() async throws {
        let said = try await failure("echo hi; exit 5", "  - wait: { exit: 5 }\n  - press: enter\n")
        #expect(said.contains(#/^The program ended with 5 after \d+\.\d s; it wrote last: hi\.$/#), "\(said)")
    }

    /// As curses draws it.
    @Test func whatStoodInSeveralPlacesIsNoWord() {
        let drawn = "\u{1B}[H\u{1B}[2J Tea  House\u{1B}[1;73H21:30:04\u{1B}[3;4H\u{1B}[1mNew\u{1B}[m\u{1B}[8;1H"
        #expect(ProgramFacts.lastLine(of: Array(drawn.utf8)) == "Tea House / 21:30:04 / New")
    }

    @Test func whoReadsInSilenceIsNamed() async throws {
        let said = try await failure(
            "printf Name; read x", "  - wait: { text: Name, within: 60 }\n  - wait: { text: Welcome, within: 3.1 }\n")
        #expect(
            said.contains(#/Nothing has been written for \d+ s; the program waits for input\.$/#), "\(said)")
    }

    @Test func aQuestionThatTheTerminalDoesNotKnowIsNamed() async throws {
        let said = try await failure(
            "stty -icanon -echo; printf \"\\033[?uasked\"; dd bs=1 count=1 2>/dev/null",
            "  - answer: none\n  - wait: { text: asked, within: 60 }\n  - wait: { text: Hello, within: 0.5 }\n")
        #expect(
            said.hasSuffix("The program waits for an answer to CSI ? u (which keys of its keyboard it tells apart)."),
            "\(said)")
    }

    /// Each hang by what the kernel says of it.
    @Test(arguments: [
        ("printf ready; kill -STOP $$", "; the program is stopped."),
        ("mkfifo p; printf ready; cat p", "; the program is opening the pipe \"p\", which has no other end."),
        ("printf ready; sleep 99; echo", "; the program waits for its child \"sleep\"."),
    ]) func `a program that hangs is named`(script: String, reason: String) async throws {
        let within = script.contains("sleep") ? "3.2" : "0.8"
        let said = try await failure(
            script, "  - wait: { text: ready, within: 60 }\n  - wait: { text: Hello, within: \(within) }\n")
        #expect(said.contains("Nothing has been written for ") && said.hasSuffix(reason), "\(said)")
    }

    /// A character that cannot be told from a blank is named, and case is not blamed for it.
    @Test func `blanks and control characters are named`() throws {
        func reason(_ wanted: String, _ row: String) throws -> String {
            FailureReason.nearest(try #require(NearestText(to: wanted, in: [row]))).phrase.english
        }
        #expect(
            try reason("Tea House", "Tea\u{A0}House")
                == "Row 1 has \"Tea[U+00A0]House\", not \"Tea[ ]House\"; the row has U+00A0.")
        #expect(
            try reason("Tea\nHouse", "Tea House")
                == "Row 1 has \"Tea[ ]House\", not \"Tea[LF]House\"; the text of the step has LF.")
        #expect(
            try reason("tea House", "Tea\u{A0}House").hasSuffix("; upper and lower case differ; the row has U+00A0."))
        #expect(StepFailure.notOnScreen("a\tb").phrase.english == "\"a[TAB]b\" is not on the screen.")
        #expect(
            StepFailure.isNot(.clipboard, "42 ", wanted: "42").phrase.english == "The clipboard is \"42 \", not \"42\"."
        )
        #expect(
            StepFailure.isNot(.clipboard, "42\n", wanted: "42").phrase.english
                == "The clipboard is \"42[LF]\", not \"42\".")
    }

    @Test func `a text stands in one row and blanks are blanks`() {
        let screen = ScreenText(["Name:", "  two  words", "and a", "half"])
        #expect(screen.contains("Name: ") && screen.contains("two  words"))
        #expect(!screen.contains("two words") && !screen.contains("a half") && !screen.contains("Name: x"))
    }

    @Test func ourOwnScreensSayItToo() async throws {
        let result = try await ScenarioRig.run(
            try ScenarioRig.scenario("  - wait: { state: ready }\n  - expect: tea House\n"))
        let said = try #require(result.failure).sentence(.english).string
        #expect(said.contains("; upper and lower case differ."), "\(said)")
    }

    // MARK: - What a program tells its terminal

    @Test func modesTitlesAndBellsAreReadHoweverTheyAreCut() {
        var report = TerminalReport()
        for byte in Array(
            "\u{1B}[?1049;2004h\u{1B}]2;Tea\u{7}\u{7}\u{1B}[5 q\u{1B}[>1u\u{1B}]52;c;dGVh\u{1B}\\\u{1B}[?25l".utf8)
        {
            report.take([byte], answered: [])
        }
        #expect(report.title == "Tea" && report.bells == 1 && report.shape == .bar)
        #expect(report.clipboard.map { String(decoding: $0, as: UTF8.self) } == "tea")
        #expect(report.has(.alternate) && report.has(.paste) && report.has(.kitty) && !report.has(.mouse))
        #expect(!report.has(.cursor))
        report.take(Array("\u{1B}[?1049l\u{1B}[<u".utf8), answered: [])
        #expect(!report.has(.alternate) && !report.has(.kitty))
    }

    /// Each leaves something on that lines below it would suffer from; the second part takes it back.
    @Test(arguments: [
        ("\u{1B}[31m", "\u{1B}[39m"), ("\u{1B}[1;4;38;2;1;0;0m", "\u{1B}[m"), ("\u{1B}[7;48;5;0m", "\u{1B}[27;49m"),
        ("\u{1B}[97;2m", "\u{1B}[39;22m"), ("\u{1B}[5m", "\u{1B}[0m"), ("\u{1B}[?7l", "\u{1B}[?7h"),
        ("\u{1B}[?25l", "\u{1B}[?25h"), ("\u{1B}[5;10r", "\u{1B}[r"), ("\u{1B}[4h", "\u{1B}[4l"),
        ("\u{1B}[?2004h", "\u{1B}[?2004l"), ("\u{1B}[?1h", "\u{1B}c"), ("\u{1B}[31m\u{1B}[4h\u{1B}[5r", "\u{1B}c"),
    ]) func whatAProgramLeavesOnIsKnown(on: String, off: String) {
        var report = TerminalReport()
        #expect(report.isPlain)
        report.take(Array(on.utf8), answered: [])
        #expect(!report.isPlain)
        report.take(Array(off.utf8), answered: [])
        #expect(report.isPlain)
        report.take(Array("\u{1B}[?1034h\u{1B}[?2026h\u{1B}[>4;1m\u{1B}[2J\u{1B}[H".utf8), answered: [])
        #expect(report.isPlain, "nothing that lines suffer from")
    }

    /// As `foyer run` does it: the title of a command goes with the command.
    @Test func aTitleThatWasPutAsideComesBack() {
        var report = TerminalReport()
        func take(_ text: String) { report.take(Array(text.utf8), answered: []) }
        take("\u{1B}]2;shell\u{7}\u{1B}[22;2t\u{1B}]2;sleep 1\u{7}")
        #expect(report.title == "sleep 1")
        take("\u{1B}[23;2t")
        #expect(report.title == "shell")
        take("\u{1B}[23;2t\u{1B}[22;1t\u{1B}]2;other\u{7}\u{1B}[23;1t\u{1B}[23t")
        #expect(report.title == "other", "nothing is put aside, and an icon's name is no title")
        take("\u{1B}[22t\u{1B}c\u{1B}[23;0t")
        #expect(report.title.isEmpty, "a reset forgets those as well")
    }

    @Test func anAnswerEndsAllQuestionsBeforeIt() {
        var report = TerminalReport()
        report.take(Array("\u{1B}[?u\u{1B}[c".utf8), answered: [])
        #expect(report.questions.map(\.text) == ["CSI ? u", "CSI c"])
        report.take([], answered: Array("\u{1B}[?62c".utf8))
        #expect(report.questions.isEmpty)
        report.take(Array("\u{1B}[?2026$p\u{1B}P$qm\u{1B}\\".utf8), answered: [])
        #expect(report.questions.map(\.text) == ["CSI ? 2026 $ p", "DCS $ q"])
    }
}
