import FoyerSystem
import Glibc
import TestSupport
import Testing

/// Everything with lines alone: on a terminal and through two pipes, in three languages.
@Suite(.ownThreads) struct AccessibleTests {
    /// No test sets faults on it, or reads its events.
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench
    private let folder = ScratchFolder()

    init() throws {
        bench = try Bench(Self.stage)
        // A question about events would take an answer that is meant for another.
        try bench.household.allowEvents()
    }

    /// Where the lines go and the answers come from.
    enum Way: CaseIterable, Sendable {
        case terminal, pipes
    }

    static let languages = ["en", "zh-Hans", "zh-Hant"]

    /// What was written, and how it ended.
    struct Talk {
        let bytes: [UInt8]
        let end: ProgramEnd
        var lines: [String] { String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init) }

        func has(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
    }

    /// Runs `foyer` with all answers typed ahead.
    private func talk(_ words: [String], _ answers: [String], on way: Way, in language: String = "en") throws -> Talk {
        let file = folder.path("answers")
        try write(answers.map { $0 + "\n" }.joined(), to: file)
        let options = words + ["--accessible", "--language", language]
        let talk: Talk
        switch way {
        case .pipes:
            var environment = bench.household.environment
            environment["PATH"] = "/usr/bin:/bin"
            environment["LANG"] = "C.UTF-8"
            let program = try PipedProgram(
                "/bin/bash",
                ["-c", #"cat "$0" | "$@" | cat; exit "${PIPESTATUS[1]}""#, file, Products.foyer] + options,
                environment: environment)
            let end = try program.waitForEnd()
            talk = Talk(bytes: program.output, end: end)
        case .terminal:
            // What is typed is not shown, and no line end is changed on its way: every byte is ours.
            let environment = bench.environment.merging(["FOYER_TESTER": "Somebody"]) { $1 }
            let session = try TerminalSession(Products.foyer, options, environment: environment) { terminal in
                var settings = termios()
                tcgetattr(terminal, &settings)
                settings.c_oflag &= ~UInt32(OPOST)
                settings.c_lflag &= ~UInt32(ECHO)
                tcsetattr(terminal, TCSANOW, &settings)
            }
            session.send(answers.map { $0 + "\n" }.joined() + "\u{4}")
            let end = try session.waitForEnd()
            talk = Talk(bytes: session.bytes, end: end)
        }
        check(talk)
        return talk
    }

    private func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw SessionFailure(description: "\(path): errno \(errno)") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw SessionFailure(description: "\(path): errno \(errno)")
        }
    }

    /// Neither escape sequences nor carriage returns, no box, block or braille character, no line too long.
    private func check(_ talk: Talk) {
        for byte in talk.bytes { #expect(byte >= 0x20 && byte != 0x7F || byte == 0x0A, "\(byte)") }
        for line in talk.lines {
            for scalar in line.unicodeScalars {
                #expect(!(0x80...0x9F ~= scalar.value) && !(0x2500...0x259F ~= scalar.value), "\(line)")
                #expect(!(0x2800...0x28FF ~= scalar.value) && scalar != "×" && scalar != "●", "\(line)")
            }
            let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
            #expect(columns <= 80, "\(line)")
        }
    }

    private func launch(_ app: String, from stage: StageUnderTest? = nil) -> [String] {
        ["launch", Bench.id(app), "--server", (stage ?? bench.stage).url]
    }

    // MARK: - Launches

    @Test(arguments: Way.allCases, languages) func aLaunchThatSucceedsIsShort(way: Way, language: String) throws {
        let talk = try talk(launch("tea"), ["close"], on: way, in: language)
        #expect(talk.end == .status(0))
        let heading = talk.lines.firstIndex { $0.contains("Heading:") || $0.contains("标题：") || $0.contains("標題：") }
        #expect(try #require(heading) <= 8, "\(talk.lines)")
    }

    @Test(arguments: Way.allCases, languages) func aLaunchThatFailedCanBeReloaded(way: Way, language: String) throws {
        // The platform's own retries fail as well.
        let stage = try StageUnderTest()
        try stage.fail("package", #""kind":"status","code":404"#, times: 1)
        let talk = try talk(launch("tea", from: stage), ["3", "", "1", "close"], on: way, in: language)
        #expect(talk.end == .status(0), "\(talk.lines)")
        #expect(talk.has("10009") && talk.has("Tea House"))
    }

    @Test func theFailuresStatusRemains() throws {
        #expect(try talk(launch("box"), ["close"], on: .pipes).end == .status(22))
        #expect(try talk(launch("gone"), [], on: .terminal).end == .status(11))
    }

    @Test func aLinkOfAPageIsFollowedAndTheWayBack() throws {
        let talk = try talk(launch("tea"), ["1", "", "3", "close"], on: .pipes)
        #expect(talk.end == .status(0))
        #expect(talk.has("Heading: The menu.") && talk.lines.count { $0 == "Heading: Tea House." } == 2)
    }

    /// The link comes before there is a screen; its page comes after the one that asks.
    @Test(arguments: Way.allCases, languages) func aLinkThatWaitedIsAskedAboutAndOpened(
        way: Way, language: String
    ) throws {
        let talk = try talk(
            ["open", "foyer://page/view1", "--server", bench.stage.url], ["", "q", "q", "q"], on: way, in: language)
        #expect(talk.end == .status(0), "\(talk.lines)")
        let asked = try #require(
            talk.lines.firstIndex { $0.contains("foyer://page/view1") }, "\(talk.lines.joined(separator: "\n"))")
        let lines = talk.lines[asked...]
        #expect(lines.contains { $0.contains("Dawn") || $0.contains("黎明") }, "\(talk.lines.joined(separator: "\n"))")
    }

    // MARK: - Lists

    @Test(arguments: Way.allCases, languages) func programsAndShortcutsAreListedInSentences(
        way: Way, language: String
    ) throws {
        _ = try talk(launch("tea"), ["close"], on: .pipes)
        let apps = try talk(["apps", "list"], [], on: way, in: language)
        #expect(apps.end == .status(0) && apps.lines.count >= 3, "\(apps.lines)")
        #expect(apps.has("com.example.tea"))
        #expect(apps.lines.allSatisfy { !$0.contains("  ") }, "\(apps.lines)")
        let title = ["--title", "Dawn", "--link", "foyer://page/view1"]
        let added = try bench.piped(["shortcut", "add"] + title)
        #expect(try added.waitForEnd() == .status(0), "\(added.lines)")
        let shortcuts = try talk(["shortcut", "list"], [], on: way, in: language)
        #expect(shortcuts.end == .status(0) && shortcuts.has("Dawn"), "\(shortcuts.lines)")
        #expect(shortcuts.has("foyer://page/view1"))
    }

    // MARK: - Campaigns

    @Test(arguments: Way.allCases, languages) func aBannerIsTurnedAndChosen(way: Way, language: String) throws {
        let talk = try talk(
            ["banner", "home", "--server", bench.stage.url], ["n", "p", "1", "", "close", "close"], on: way,
            in: language)
        #expect(talk.end == .status(0), "\(talk.lines)")
        #expect(talk.has("2: ") || talk.has("2：") || talk.has("2: The Night Market"))
        #expect(talk.has("Tea House"))
    }

    @Test(arguments: Way.allCases, languages) func aPopupsButtonIsChosen(way: Way, language: String) throws {
        let talk = try talk(
            ["popup", "always", "--server", bench.stage.url], ["1", "close"], on: way, in: language)
        #expect(talk.end == .status(0), "\(talk.lines)")
        #expect(talk.has("The Night Market opens at dusk"))
    }

    /// The event is told only after the line.
    @Test func anImpressionCountsWhenItsLineHasBeenWritten() throws {
        try bench.household.allowEvents()
        let stage = try StageUnderTest()
        _ = try talk(["banner", "home", "--server", stage.url], ["n", "close"], on: .pipes)
        let events = try stage.events()
        #expect(events.count { $0.contains("impression") } == 2, "\(events)")
    }

    // MARK: - The demo

    @Test(arguments: Way.allCases, languages) func nineErrorsAreMetInTheDemo(way: Way, language: String) throws {
        let answers = ["f", "list"] + (1...9).flatMap { ["\($0)", "q"] } + ["q", "q"]
        let talk = try talk(["demo", "--timeout", "4"], answers, on: way, in: language)
        #expect(talk.end == .status(0), "\(talk.lines)")
        for code in [1001, 1002, 10000, 10001, 10002, 10003, 10009, 10010, 10030] {
            #expect(talk.lines.count { $0.contains("\(code)") } >= 2, "\(code): \(talk.lines)")
        }
    }

    @Test(arguments: Way.allCases, languages) func theGuideAndTheSettingsAreDone(way: Way, language: String) throws {
        // Home; the guide of the home page and back; the settings: the language, English; and out.
        let talk = try talk(["demo"], ["s", "q", "o", "6", "2", "q", "q"], on: way, in: language)
        #expect(talk.end == .status(0), "\(talk.lines)")
        #expect(talk.lines.count > 20)
    }

    /// At 175 words a minute.
    @Test func homeIsHeardInFifteenSeconds() throws {
        let talk = try talk(["demo"], ["list", "q"], on: .pipes)
        let question = try #require(talk.lines.firstIndex { $0.hasPrefix("Your answer") })
        let words = talk.lines[...(question + 1)].flatMap { $0.split(separator: " ") }.count
        #expect(words <= 175 / 4, "\(talk.lines[...(question + 1)])")
        #expect(talk.has("15 programs.") && talk.has("Banner, 5 pictures."))
        #expect(!talk.lines[...question].contains { $0.hasPrefix("1 Tea House") })
        #expect(talk.lines[question...].contains { $0.hasPrefix("1 Tea House") }, "list says all")
    }

    @Test func nothingIsLeftOfATerminalsSettings() throws {
        let session = try bench.foyer(["demo", "--accessible"])
        try session.wait(forText: "Your answer")
        session.send("q\n")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    // MARK: - The checklist

    private func list(_ program: String) throws -> String {
        let file = folder.path("list.yaml")
        let items = ["first", "second"].map {
            "  - { id: \($0), title: \($0), run: [\(program)], do: Wait., see: It ends. }"
        }
        try write("title: L\nitems:\n" + items.joined(separator: "\n") + "\n", to: file)
        return file
    }

    /// Through pipes a program cannot be used: a sentence says so each time, nothing else is written, no line of the
    /// answers is lost, and the item can be judged.
    @Test(arguments: languages) func aProgramThatNeedsATerminalIsNotStartedThroughPipes(language: String) throws {
        let words = ["qa", try list("sh, -c, echo here"), "--tester", "Lis", "--report", folder.path("report")]
        let talk = try talk(words, ["1", "1", "v", "b", "No terminal here.", "q"], on: .pipes, in: language)
        #expect(talk.end == .status(0), "\(talk.lines)")
        let terminal = ["en": "needs a terminal", "zh-Hans": "需要终端", "zh-Hant": "需要終端機"]
        #expect(talk.lines.count { $0.contains(terminal[language] ?? "-") } == 2, "\(talk.lines)")
        #expect(!talk.lines.contains("here"), "it was started")
        let junit = String(
            decoding: try UserFile.read(folder.path("report") + "/junit.xml", limit: 1 << 20), as: UTF8.self)
        #expect(junit.contains("No terminal here."))
    }

    /// On a terminal Foyer adds lines to what stands there, before the program and after it.
    @Test(arguments: ["sh, -c, echo here", "no-such-program-x"]) func aProgramIsStartedBelowWhatWasSaid(
        program: String
    ) throws {
        let session = try bench.foyer(["qa", try list(program), "--accessible", "--tester", "Lis"])
        try session.wait(forText: "Enter alone: Start.")
        session.send("start\n")
        if program.hasPrefix("sh") {
            try session.wait(forText: "Press Enter for the verdict.")
            session.send("\n")
        }
        try session.wait(forText: "What happened?")
        session.send("q\n")
        try session.waitUntilItRests()
        session.send("q\n")
        #expect(try session.waitForEnd() == .status(0))
        #expect(!session.bytes.contains(0x1B) && session.isAsFound)
        let text = String(decoding: session.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        #expect(!text.contains("\n\n\n"), "\(text)")
        let said = program.hasPrefix("sh") ? "\nhere\nThe program has ended" : "no-such-program-x"
        #expect(text.contains(said), "\(text)")
    }

    /// What a program has left on is taken back all the same.
    @Test func whatAProgramLeavesOnIsTakenBack() throws {
        let modes = #"\\033[?1049h\\033[?1000h\\033[?25l\\033[?2004h\\033[5;10r\\033[31m"#
        let program = #"sh, -c, "printf '"# + modes + #"red'; kill -9 $$""#
        let session = try bench.foyer(["qa", try list(program), "--accessible", "--tester", "Lis"])
        try session.wait(forText: "Enter alone: Start.")
        session.send("start\n")
        try session.wait(forText: "Press Enter for the verdict.")
        #expect(!session.terminal.isAlternateScreen && session.terminal.mouse == .off)
        #expect(session.terminal.isCursorVisible && !session.terminal.isPasteBracketed)
        session.send("\n")
        try session.wait(forText: "What happened?")
        session.send("q\nq\n")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test(arguments: Way.allCases, languages) func theWholeChecklistIsDoneToItsReport(way: Way, language: String) throws
    {
        let reports = folder.path("report")
        // Each item: skipped or judged without being tried, the first one tried.
        let verdict = ["en": "verdict", "zh-Hans": "结论", "zh-Hant": "結論"]
        var answers = ["1", verdict[language] ?? "", "p"]
        answers += Array(repeating: ["v", "p"], count: 3).flatMap { $0 }
        answers += ["v", "f", "It was too quiet."]
        answers += Array(repeating: "s", count: 60) + ["q", "q", "q"]
        let talk = try talk(["qa", "--report", reports], answers, on: way, in: language)
        #expect(talk.end == .status(1), "an item failed: \(talk.lines.suffix(5))")
        let first = ["en": "Accessible mode is on", "zh-Hans": "无障碍文本行已开启", "zh-Hant": "無障礙文字行已開啟"]
        #expect(talk.lines.first?.hasPrefix(first[language] ?? "-") == true, "\(talk.lines.prefix(3))")
        #expect(talk.lines.count { $0.hasPrefix(first[language] ?? "-") } == 1)
        for name in ["report.html", "junit.xml"] {
            #expect(access(reports + "/" + name, R_OK) == 0, "\(name)")
        }
    }
}
