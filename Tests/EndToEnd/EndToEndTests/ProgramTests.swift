import FoyerCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

/// Checklists and scenarios of programs that are not ours: three of Debian's, and a host of our own.
@Suite(.serialized, .ownThreads) struct ProgramTests {
    private static let stage = Result { try StageUnderTest() }
    private static let programs = Checkout.root + "/Tests/EndToEnd/Programs"
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    /// The host is found where it was built.
    private static var path: [String: String] {
        let own = getenv("FOYER_OUTSIDE_HOST").map { String(cString: $0).split(separator: "/") }
        let folder = own.map { $0.dropLast().reduce("") { $0 + "/" + $1 } } ?? Products.folder
        return ["PATH": folder + ":/usr/bin:/bin", "LANG": "C.UTF-8"]
    }

    private static func has(_ program: String) -> Bool {
        program == "host" || access("/usr/bin/" + program, X_OK) == 0
    }

    private func list(_ name: String) -> String { Checkout.root + "/Tests/Tester/Checklists/\(name).yaml" }
    private var out: String { bench.household.path + "/out" }

    private func qa(_ file: String, columns: Int = 80) throws -> TerminalSession {
        try bench.foyer(["qa", file, "--report", out], environment: Self.path.mapValues { $0 }, columns: columns)
    }

    private func text(_ file: String) throws -> String {
        String(decoding: try UserFile.read(file, limit: 16 << 20), as: UTF8.self)
    }

    /// Starts the present item, does something, and passes it.
    private func pass(_ session: TerminalSession, _ body: () throws -> Void, isEnded: Bool = true) throws {
        try session.wait(forText: "What to do")
        try session.wait(forText: "Ctrl-] shows this card")
        session.send(.enter)
        try body()
        try session.wait(forText: "Press Enter for the verdict.")
        session.send(.enter)
        try session.wait(forText: "What did you see?")
        session.send("p")
    }

    /// - Returns: the report's page and its XML.
    private func leave(_ session: TerminalSession, items: Int) throws -> (html: String, junit: String) {
        try session.wait(forText: "Every item has a verdict.")
        session.send("q")
        try session.wait(forText: "What to do")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.settings == session.settingsAtStart && !session.terminal.isAlternateScreen)
        #expect(session.terminal.mouse == .off && !session.terminal.isPasteBracketed)
        let files = (html: try text(out + "/report.html"), junit: try text(out + "/junit.xml"))
        #expect(files.junit.contains("tests=\"\(items)\" failures=\"0\" errors=\"0\" skipped=\"0\""))
        return files
    }

    // MARK: - By hand

    @Test(.enabled(if: has("less"))) func lessIsWalked() throws {
        let session = try qa(list("less"))
        try pass(session) {
            try session.wait(forText: "the first line")
            session.send("/needle")
            session.send(.enter)
            try session.wait(for: "the needle at the top") { $0.screen.first == "the needle in the hay" }
            // A report shows a screen that stood for a thousandth of a second.
            try session.waitUntilItRests()
            session.send("q")
        }
        try session.wait(forText: "$ less no-such-file")
        try pass(session) { try session.wait(forText: "No such file") }
        let report = try leave(session, items: 2)
        // Who, when, which build, which terminal, and the counts; then the items.
        #expect(report.junit.firstMatch(of: /<testsuite [^>]* timestamp="\d{4}-\d\d-\d\dT/) != nil)
        let facts = report.junit.matches(of: /<property name="([^"]*)"/).prefix(2).map { String($0.1) }
        #expect(facts == ["tester", "Foyer"])
        let head = try #require(report.html.split(separator: "</header>").first)
        for fact in ["the tests", "class=\"when\"", "Foyer", "xterm-256color", "80×24", "class=\"tallies\""] {
            #expect(head.contains(fact), "\(fact)")
        }
        #expect(report.html.contains("<code>exit 0</code>") && report.html.contains("<code>exit 1</code>"))
        #expect(report.junit.contains("type /needle") && report.junit.contains("the needle in the hay"))
        #expect(report.junit.contains("no-such-file: No such file or directory"))
    }

    @Test(.enabled(if: has("dialog"))) func dialogIsWalked() throws {
        let session = try qa(list("dialog"))
        try pass(session) {
            // It throws away what is typed before it has drawn all.
            try session.wait(forText: "<Cancel>")
            try session.waitUntilItRests()
            session.send(.down, .enter)
        }
        let report = try leave(session, items: 1)
        #expect(report.junit.contains("key down") && report.junit.contains("What would you like?"))
        #expect(report.junit.contains("noodles&#10;[") == false && report.html.contains("class=\"frames\">"))
    }

    /// A program that has no end, and takes the mouse and the whole terminal, is ended, and nothing of it stays.
    @Test(.enabled(if: has("htop"))) func htopIsWalked() throws {
        let session = try qa(list("htop"), columns: 100)
        try pass(session) {
            try session.wait(forText: "PID")
            session.send(.function(1))
            try session.wait(forText: "Released under the GNU")
            // Long enough to count as looked at.
            session.run(for: .milliseconds(700))
            session.send(" ")
            try session.wait(forText: "PID")
            session.send("q")
        }
        try pass(session) {
            try session.wait(forText: "PID")
            #expect(session.terminal.mouse != .off)
            session.send(.control("]"))
            try session.wait(forText: "^] End the program")
            session.send(.control("]"))
        }
        let report = try leave(session, items: 2)
        #expect(report.junit.contains("Released under the GNU"))
        #expect(!session.text.contains("PID"))
    }

    @Test func aHostOfOnesOwnIsWalked() throws {
        let session = try qa(list("host"))
        try pass(session) {
            try session.wait(for: "the inbox") { $0.text.contains("Inbox") && !$0.text.contains("Fetching mail") }
            try session.waitUntilItRests()
            session.send("q")
        }
        #expect(try leave(session, items: 1).junit.contains("Inbox"))
    }

    @Test func aProgramThatIgnoresItsEndIsKilledAndItsTerminalCleared() throws {
        let file = try write(
            "stubborn.yaml",
            """
            title: Stubborn
            items:
              - id: a
                title: A
                run: [sh, -c, 'trap "" TERM HUP INT; printf "\\033[?1049h\\033[?1000;1006h\\033[?25l\\033[?2004hdeaf\\n"; stty raw -echo; while :; do sleep 1; done']
                do: Press Ctrl-] twice.
                see: It is gone.
            """)
        let session = try qa(file)
        try pass(session) {
            // The card says what it starts.
            try session.wait(for: "the program") { $0.screen.first == "deaf" }
            session.send("\u{1D}\u{1D}")
        }
        _ = try leave(session, items: 1)
    }

    /// The steps are read while the program runs, which has its screen and its keys back as they were.
    @Test(arguments: ["", "\\033[?1049h"]) func theCardLiesOverAProgram(screen: String) throws {
        let file = try write(
            "card.yaml",
            """
            title: Card
            items:
              - id: a
                title: A
                run: [sh, -c, 'printf "\(screen)\\033[1;31mred\\n"; i=0; while read x; do i=$((i + 1)); echo "$i got $x."; [ "$x" = end ] && exit 4; done']
                do: [Type one., Type end.]
                see: It answers.
            """)
        let session = try qa(file)
        try pass(session) {
            try session.wait(for: "the program") { $0.screen.first == "red" }
            session.send("on")
            try session.wait(for: "what was typed") { $0.screen.contains("on") }
            let before = session.screen
            for back in ["\r", "\u{1B}", "q"] {
                session.send("\u{1D}")
                try session.wait(forText: "^] End the program")
                #expect(session.text.contains("What to do") && session.text.contains("Type end."))
                session.resize(columns: 90, rows: 24)
                try session.wait(forText: "^] End the program")
                session.resize(columns: 80, rows: 24)
                try session.wait(forText: "^] End the program")
                session.send("x")
                session.send(back)
                try session.wait(for: "the program's screen") { $0.screen == before }
            }
            session.send("e\r")
            try session.wait(forText: "1 got one.")
            // It ends beneath the card, and its last words are there all the same.
            session.send("end\r\u{1D}")
            try session.wait(forText: "^] End the program")
            session.run(for: .milliseconds(500))
            session.send("\r")
        }
        let report = try leave(session, items: 1)
        #expect(report.html.contains("<code>exit 4</code>") && report.junit.contains("2 got end."))
    }

    /// What the program before has left is not what the next one begins with, not even for a moment.
    @Test func aProgramBeginsOnACleanScreen() throws {
        let file = try write(
            "two.yaml",
            """
            title: Two
            items:
              - { id: a, title: A, run: [sh, -c, "echo left-behind"], do: Wait., see: It ends. }
              - { id: b, title: B, run: [sh, -c, "sleep 0.3; echo hello"], do: Wait., see: It ends. }
            """)
        let session = try qa(file)
        try pass(session) { try session.wait(forText: "left-behind") }
        try session.wait(forText: "2 of 2")
        var isClean = true
        try pass(session) {
            try session.wait(for: "the program") { session in
                let text = session.text
                if text.contains("left-behind"), !text.contains("What to do") { isClean = false }
                return session.screen.first == "hello"
            }
        }
        #expect(isClean)
        _ = try leave(session, items: 2)
    }

    /// However Foyer ends, its terminal goes with it.
    @Test(.enabled(if: has("htop")), arguments: [SIGKILL, SIGTERM, SIGHUP, 0])
    func aProgramDoesNotOutliveItsTester(signal: Int32) throws {
        let session = try qa(list("htop"), columns: 100)
        try session.wait(forText: "What to do")
        session.send(.enter)
        try session.wait(forText: "PID")
        if signal == 0 { session.hangUp() } else { session.signal(signal) }
        _ = try session.waitForEnd()
        let limit = ContinuousClock.now + .seconds(20)
        func lives() -> Bool {
            MarkedProcesses.numbers(mark: bench.household.path, of: "HOME").contains {
                MarkedProcesses.name($0) == "htop"
            }
        }
        while ContinuousClock.now < limit, lives() {}
        #expect(!lives())
        if signal == SIGTERM { #expect(session.settings == session.settingsAtStart) }
    }

    /// The run goes on, and what is on the terminal is the card, and later the shell.
    @Test func whatCannotBeStartedIsSaidOnTheCard() throws {
        let file = try write(
            "none.yaml",
            "title: None\nitems:\n  - { id: a, title: A, run: no-such-program, do: Look., see: Nothing. }\n")
        let session = try qa(file)
        try session.wait(forText: "What to do")
        session.send(.enter)
        try session.wait(forText: "no-such-program could not be started: there is no such command.")
        // It was tried, and asks for a verdict.
        try session.wait(forText: "What did you see?")
        session.send("q")
        try session.wait(forText: "Start again")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.settings == session.settingsAtStart && !session.terminal.isAlternateScreen)
    }

    /// Nor does it get a locale that this machine may lack.
    @Test func aProgramOfTheTestersHasTheirOwnLocale() throws {
        let show = "env | grep -E '^(LANG|LC_)' | sort | tr '\\n' ' '; echo end"
        let item = "{ id: a, title: A, run: [sh, -c, \"\(show)\"], do: Look., see: Nothing. }"
        let file = try write("locale.yaml", "title: L\nitems:\n  - \(item)\n")
        for language in ["en", "zh-Hans"] {
            let session = try bench.foyer(
                ["qa", file, "--report", out, "--language", language],
                environment: Self.path.mapValues { $0 }.merging(["LC_ALL": nil, "LC_CTYPE": nil]) { $1 })
            try session.wait(forText: "Ctrl-]")
            session.send(.enter)
            try session.wait(for: "the locale") { $0.screen.first == "LANG=C.UTF-8 end" }
        }
    }

    /// Insert mode, no wrap at the edge, line drawing for letters, lines from the middle of a margin, a screen in reverse.
    @Test func whatAProgramLeavesOnSpoilsNoCard() throws {
        let modes = #"\033[4h\033[?7l\033)0\016\033(0\033[5;9r\033[?6h\033[?5h\033[?25l"#
        let file = try write(
            "left.yaml",
            """
            title: Left
            items:
              - { id: a, title: First, run: [sh, -c, "printf '\(modes.replacing(#"\"#, with: #"\\"#))'; sleep 1"], do: Look., see: Nothing. }
              - { id: b, title: Second, run: "true", do: Look., see: Nothing. }

            """)
        let fresh = try qa(file)
        try fresh.wait(forText: "What to do")
        try fresh.waitUntilItRests()
        fresh.send(.right)
        try fresh.wait(forText: "Second")
        try fresh.waitUntilItRests()
        let card = fresh.text
        fresh.send("q")
        _ = try fresh.waitForEnd()
        let session = try qa(file)
        try session.wait(forText: "What to do")
        session.send(.left)
        session.send(.enter)
        try session.wait(forText: "Press Enter for the verdict.")
        session.send(.enter)
        try session.wait(forText: "What did you see?")
        session.send("p")
        try session.wait(forText: "Second")
        try session.waitUntilItRests()
        // Two numbers of verdicts differ.
        let rows = zip(card.split(separator: "\n"), session.text.split(separator: "\n")).count { $0 != $1 }
        #expect(rows <= 2, "\(card)\n\(session.text)")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func sourcesThatAreNotThereAreNamed() throws {
        let file = try write(
            "served.yaml",
            "title: S\nserve: nowhere\nitems:\n  - { id: a, title: A, demo: home, do: Look., see: Nothing. }\n")
        let session = try qa(file, columns: 200)
        try session.wait(forText: "nowhere, as the checklist asks. Could not")
        #expect(try session.waitForEnd() == .status(65))
        #expect(session.isAsFound && !session.text.contains(".."))
    }

    /// All nine codes, on sources of one's own.
    @Test func onesOwnSourcesMisbehave() throws {
        let site = try PublishedSite()
        // Without resources, none could be missing.
        let program = site.path + "/sources/programs/com.example.hello"
        let about = try text(program + "/program.yaml")
        try site.write(about + "resources: [menu.json]", to: program + "/program.yaml")
        try site.write("{}", to: program + "/resources/menu.json")
        let codes = LaunchCode.allCases.map { "\($0.rawValue)" }
        let items = codes.map { code in
            """
              - id: e\(code)
                title: "\(code)"
                launch: { app: com.example.hello, timeout: 20 }
                stage: { faults: [\(code)] }
                do: Wait.
                see: The page.

            """
        }
        let file = site.path + "/list.yaml"
        try site.write("title: Mine\nserve: sources\nitems:\n" + items.joined(), to: file)
        let session = try qa(file)
        for (index, code) in codes.enumerated() {
            try session.wait(forText: "\(index + 1) of 9")
            try session.wait(forText: "What to do")
            session.send(.enter)
            try session.wait(forText: "✕  \(code)")
            session.send(.function(2))
            try session.wait(forText: "What did you see?")
            session.send("p")
        }
        let report = try leave(session, items: 9)
        for code in codes { #expect(report.html.contains("<code>failed \(code)</code>"), "\(code)") }
    }

    // MARK: - By itself

    @Test(arguments: ["less", "dialog", "htop", "host"].filter(has)) func aProgramsScenarioPasses(name: String) throws {
        let program = try bench.piped(
            ["scenario", "run", "--headless", "\(Self.programs)/\(name).yaml"], environment: Self.path)
        #expect(try program.waitForEnd() == .status(0), "\(program.lines.suffix(40))")
    }

    @Test(.enabled(if: has("less"))) func inTheTerminalItsScreensAreShown() throws {
        let session = try bench.foyer(
            ["scenario", "run", "--slow", "0.4", "\(Self.programs)/less.yaml"],
            environment: Self.path.mapValues { $0 })
        try session.wait(forText: "the needle in the hay")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("1 passed, 0 failed"))
        #expect(session.isAsFound)
    }

    @Test(.enabled(if: has("less"))) func aProgramsScreenIsDrawnAsAPicture() throws {
        let program = try bench.piped(
            ["snapshot", "\(Self.programs)/less.yaml", "--at", "end"], environment: Self.path)
        #expect(try program.waitForEnd() == .status(0))
        #expect(program.lines.contains("the last line") && program.lines.last == "(END)")
    }

    @Test func scenariosOfOnesOwnSourcesAndOfAPlatformPass() throws {
        let site = try PublishedSite()
        let own = "title: T\nserve: sources\nlaunch: com.example.hello\nstage: { faults: [10009] }\nsteps:\n"
        try site.write(own + "  - wait: \"10009\"\n", to: site.path + "/own.yaml")
        let steps = "steps:\n  - wait: { state: ready, within: 10 }\n  - expect: { outcome: completed }\n"
        try site.write("title: T\nlaunch: com.example.hello\n" + steps, to: site.path + "/any.yaml")
        func run(_ words: [String]) throws -> (ProgramEnd, [String]) {
            let program = try bench.piped(["scenario", "run", "--headless"] + words, environment: Self.path)
            return (try program.waitForEnd(), program.lines)
        }
        var end = try run([site.path + "/own.yaml"])
        #expect(end.0 == .status(0), "\(end.1)")
        // The demo's site has no such program.
        #expect(try run([site.path + "/any.yaml"]).0 == .status(1))
        let served = try PipedProgram(
            Products.foyer, ["publish", site.path + "/sources", "--serve"], environment: site.household.environment)
        try served.wait { $0.hasPrefix("Serving ") }
        defer { kill(served.process, SIGTERM) }
        let address = try #require(
            served.lines.last { $0.hasPrefix("Serving ") }?.split(separator: " ").dropFirst().first)
        let server = ["--server", String(address)]
        end = try run(server + ["--public-key", site.publicKey, site.path + "/any.yaml"])
        #expect(end.0 == .status(0), "\(end.1)")
        let other = "9Kza8WLQ+gY2jXDbPZ4bFl9Wk1bFKPXhmRTsZ8FMd6w="
        end = try run(server + ["--public-key", other, site.path + "/any.yaml"])
        #expect(end.0 == .status(1), "\(end.1)")
        // What only Foyer's own platform does.
        end = try run(server + [site.path + "/own.yaml"])
        #expect(end.0 == .status(1) && end.1.contains { $0.contains("--server does not.") }, "\(end.1)")
    }

    // MARK: - Recorded

    @Test(.enabled(if: has("less"))) func whatIsDoneIsWrittenEditedAndPlayed() throws {
        let file = bench.household.path + "/mine.yaml"
        let words = "\(Self.programs)/words.txt"
        let session = try bench.foyer(
            ["scenario", "record", file, "--", "less", "-S", words], environment: Self.path.mapValues { $0 })
        try session.wait(forText: "Press Enter to begin.")
        session.send(.enter)
        try session.wait(forText: "the first line")
        session.send("/needle")
        session.send(.enter)
        try session.wait(for: "the needle at the top") { $0.screen.first == "the needle in the hay" }
        session.send("g")
        try session.wait(forText: "the first line")
        session.send("q")
        if access(words, W_OK) == 0 {
            try session.wait(forText: "Run it? [y/N]")
            session.send("y")
            session.send(.enter)
        }
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("played them once"))
        #expect(session.isAsFound)
        var written = try text(file)
        let expected = [
            "title: \"less -S \(words)\"", "size: 80x24", "  - wait: \"the first line\"", "  - press: enter",
            "  - wait: \"the needle in the hay\"", "  - press: \"q\"", "  - wait: { exit: 0 }",
        ]
        for line in expected { #expect(written.contains(line + "\n"), "\(line) is not in \(written)") }
        written = written.replacing("  - press: \"q\"\n", with: "  - expect: line 2 of many\n  - press: q\n")
        _ = try write("mine.yaml", written)
        for _ in 1...3 {
            let program = try bench.piped(["scenario", "run", "--headless", file], environment: Self.path)
            #expect(try program.waitForEnd() == .status(0), "\(written) \(program.lines.suffix(40))")
        }
        let again = try bench.foyer(["scenario", "record", file, "--", "less", words])
        #expect(try again.waitForEnd() == .status(65))
        #expect(again.text.contains("exists already"))
    }

    @Test func `a recording is checked away from the folder it was made in`() throws {
        let home = bench.household.path + "/once"
        mkdir(home, 0o700)
        TestFile.write("old\n", to: home + "/old.txt")
        let script =
            "cd \(home); exec foyer scenario record mine.yaml -- "
            + "sh -c 'echo x >> count; rm -f old.txt; echo Gone.; read x; echo Bye.'"
        let own = [Products.folder, Self.path["PATH"] ?? ""].joined(separator: ":")
        let session = try TerminalSession(
            "/bin/sh", ["-c", script],
            environment: bench.environment.merging(["PATH": own, "LANG": "C.UTF-8"]) { $1 }, columns: 200, rows: 24)
        try session.wait(forText: "Press Enter to begin.")
        session.send(.enter)
        try session.wait(forText: "Gone.")
        TestFile.write("new\n", to: home + "/old.txt")
        session.send(.enter)
        #expect(try session.waitForEnd() == .status(0))
        #expect(try text(home + "/count") == "x\n")
        #expect(try text(home + "/old.txt") == "new\n")
        #expect(!(try text(home + "/mine.yaml")).contains("folder:"))
    }

    private func write(_ name: String, _ text: String) throws -> String {
        let path = bench.household.path + "/" + name
        TestFile.write(text, to: path)
        return path
    }
}
