import Glibc
import TestSupport
import Testing

/// `foyer run --line`: one line below what the command writes, and in the end the terminal is as without it.
@Suite(.serialized, .ownThreads) struct RunLineTests {
    private static let stage = Result { try StageUnderTest() }
    private let folder = ScratchFolder()
    /// What only our line has.
    private static let mark = "▓"
    private static let never = ["--ready-text", "never"]

    private func start(
        _ options: [String]?, sh script: String, environment: [String: String?] = [:], columns: Int = 80, rows: Int = 24
    ) throws -> TerminalSession {
        let words = ["/bin/bash", "-c", script]
        let all = (options.map { [BuiltPrograms.foyer, "run", "--line"] + $0 + ["--"] } ?? []) + words
        return try TerminalSession(
            all[0], Array(all.dropFirst()),
            environment: folder.environment.merging(["SCRATCH": folder.path(".")]) { $1 }.merging(environment) { $1 },
            columns: columns, rows: rows, folder: folder.path("."))
    }

    private func state(_ session: TerminalSession) -> String {
        let terminal = session.terminal
        return session.screen.joined(separator: "\n")
            + "\n\(terminal.cursor), \(terminal.scrollback), \(terminal.isAlternateScreen), \(session.isAsFound)"
    }

    /// Runs it bare and under Foyer, and compares what is left.
    private func expectAsWithout(
        _ options: [String] = [], _ script: String, _ use: (TerminalSession) throws -> Void = { _ in }
    ) throws {
        var states: [String] = []
        for options in [nil, options] {
            let session = try start(options, sh: script)
            var hasShown = false
            session.looked = { hasShown = hasShown || $0.text.contains(Self.mark) }
            try use(session)
            _ = try session.waitForEnd()
            #expect(hasShown == (options != nil), "\(script)")
            states.append(state(session))
        }
        #expect(states[0] == states[1], "\(script)")
    }

    @Test func itStandsBelowWhatIsWrittenAndIsGoneOnceTheCommandIsReady() throws {
        let session = try start(
            ["--ready-text", "^open"], sh: "echo first; sleep 1; echo second; sleep 0.5; echo open; read x; echo got $x"
        )
        try session.wait(for: "the line") {
            $0.text.contains("first\nbash  " + Self.mark) || $0.text.contains(Self.mark)
        }
        #expect(session.screen[0] == "first" && session.screen[1].contains(Self.mark))
        #expect(session.screen[1].count <= 39)
        try session.wait(for: "the next line") { $0.screen[1] == "second" && $0.screen[2].contains(Self.mark) }
        try session.wait(forText: "open")
        try session.wait(for: "it to go") { !$0.text.contains(Self.mark) }
        // It may be put back once more between the output and the moment at which that is read.
        session.run(for: .milliseconds(300))
        let written = session.bytes.count
        session.run(for: .milliseconds(700))
        #expect(session.bytes.count == written)
        session.send("x\r")
        #expect(try session.waitForEnd() == .status(0))
        #expect(Array(session.screen.prefix(5)) == ["first", "second", "open", "x", "got x"])
        #expect(session.isAsFound)
        let text = String(decoding: session.bytes, as: UTF8.self)
        // No screen, no question, no region, no place of a cell; only colours, and the line's own end is erased.
        for sequence in text.split(separator: "\u{1B}").dropFirst() {
            #expect(sequence.prefixMatch(of: /\[(K|[0-9;]*m)/) != nil, "\(sequence)")
        }
    }

    private static let slow = "pause() { sleep 0.35; }; "

    @Test(arguments: [
        "for i in 1 2 3 4 5; do echo line $i; pause; done", "pause; pause; echo late",
        "pause; printf 'half'; pause; printf ' of it'; pause; echo; pause; echo whole",
        "echo; for i in 1 2 3 4; do printf '%d0 %%\\r' $i; pause; done; echo done; pause; echo",
        #"pause; printf '\033[31mred\n'; pause; pause; printf 'still\033[0m\n'; pause; echo plain"#,
        #"echo; pause; printf '\033[1Aup\n'; pause; pause; echo down"#,
        #"pause; printf '\033]0;title\007'; pause; printf '\033]9;4;1;50\007'; pause; echo said"#,
        "seq 100; pause; seq 100; pause; echo end",
        #"echo a; pause; printf '\033[2J\033[H'; echo b; pause; pause; echo c"#,
        "pause; printf 'raw\\n\\n'; pause; echo more; pause; stty -onlcr; printf 'a\\nb'; pause; stty onlcr; echo",
        #"echo x; pause; printf '\033[3;10r'; pause; seq 12; printf '\033[r'; pause; echo y"#,
    ]) func whatIsLeftIsAsWithout(script: String) throws {
        try expectAsWithout(Self.never, Self.slow + "pause; pause; " + script)
    }

    /// Whoever wants the terminal has it, and all of it.
    @Test func whatTheCommandShowsOnAScreenOfItsOwnIsAsWithout() throws {
        try expectAsWithout(
            [],
            Self.slow
                + #"echo first; pause; pause; printf '\033[?1049h\033[Hfull'; read -rsn1; printf '\033[?1049l'; echo last"#
        ) { session in
            try session.wait(for: "the screen") { $0.terminal.isAlternateScreen && $0.screen[0] == "full" }
            session.run(for: .milliseconds(500))
            #expect(!session.text.contains(Self.mark))
            session.send("k")
        }
    }

    @Test func whatIsTypedIsTheCommands() throws {
        try expectAsWithout(Self.never, Self.slow + "pause; pause; read x; echo got $x; pause; read -s y; echo and $y")
        {
            session in
            session.run(for: .milliseconds(1200))
            session.send("one\r")
            try session.wait(forText: "got one")
            session.run(for: .milliseconds(500))
            session.send("two\r")
        }
    }

    @Test func twentyResizesLeaveNothing() throws {
        let script = """
            n=0; trap 'n=$((n+1)); echo "size $n: $(stty size)"' WINCH
            for i in $(seq 60); do echo line $i; done; sleep 1; echo begin
            while [ $n -lt 20 ]; do sleep 0.05; done; echo end
            """
        let sizes = [(60, 20), (100, 30), (44, 10), (80, 24), (120, 12), (50, 40)]
        try expectAsWithout(Self.never, script) { session in
            try session.wait(forText: "begin")
            for number in 1...20 {
                session.run(for: .milliseconds(250))
                let (columns, rows) = sizes[number % sizes.count]
                session.resize(columns: columns, rows: rows)
                try session.wait(for: "size \(number)") { $0.text.contains("size \(number):") }
            }
        }
    }

    @Test func aKillLeavesALineAtMost() throws {
        let session = try TerminalSession(
            "/bin/sh",
            [
                "-c",
                "\(BuiltPrograms.foyer) run --line --ready-text never -- sh -c 'echo $$ >pid; echo one; exec sleep 100'; echo after; exec cat",
            ], environment: folder.environment, folder: folder.path("."))
        try session.wait(for: "the line") { $0.text.contains(Self.mark) }
        let children = TestFile.text("/proc/\(session.process)/task/\(session.process)/children") ?? ""
        let foyer = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
        kill(foyer, SIGKILL)
        try session.wait(forText: "after")
        #expect(session.screen.count { $0.contains(Self.mark) } <= 1)
        #expect(session.screen[0] == "one" && session.screen.count { !$0.isEmpty } <= 4, "\(session.picture)")
        try folder.waitUntilGone("pid")
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func whoEndsItEndsTheLine(signal: Int32) throws {
        let session = try start(Self.never, sh: "echo one; exec sleep 100")
        try session.wait(for: "the line") { $0.text.contains(Self.mark) }
        session.signal(signal)
        #expect(try session.waitForEnd() == .signal(signal))
        #expect(!session.text.contains(Self.mark) && session.isAsFound, "\(session.picture)")
    }

    /// What was written before the line is heard once: its silence is as long as behind a splash.
    @Test func itIsReadyWhenItWouldBeBehindASplash() throws {
        let session = try start([], sh: "echo one; sleep 1.2; echo two; exit 7")
        try session.wait(for: "the line") { $0.text.contains(Self.mark) }
        #expect(try session.waitForEnd() == .status(7))
        #expect(Array(session.screen.prefix(3)) == ["one", "two", ""])
    }

    // MARK: - A failure

    @Test func aFailureIsALineAndTheCommandsStatus() throws {
        let session = try start(Self.never, sh: "echo one; sleep 0.8; echo broken; exit 7")
        #expect(try session.waitForEnd() == .status(7))
        #expect(Array(session.screen.prefix(2)) == ["one", "broken"] && session.isAsFound)
        #expect(session.screen[2].hasPrefix("error 10000") && !session.text.contains(Self.mark), "\(session.picture)")
        // That line is longer than the terminal is wide.
        #expect(session.screen.count { !$0.isEmpty } <= 4, "\(session.picture)")
    }

    /// Nobody is told of an end that somebody has asked for.
    @Test func aKeyThatEndsItIsNoFailure() throws {
        try expectAsWithout(Self.never, "echo one; exec sleep 100") { session in
            try session.wait(forText: "one")
            session.run(for: .milliseconds(900))
            session.send("\u{3}")
        }
    }

    /// What the command has written stays, though its line has no end.
    @Test func aFailureStandsBelowHalfALine() throws {
        let session = try start([], sh: "sleep 0.6; printf half; exit 3")
        #expect(try session.waitForEnd() == .status(3))
        let lines = session.text.split(separator: "\n")
        #expect(
            lines.first == "half" && lines.dropFirst().first?.hasPrefix("error 10000") == true, "\(session.picture)")
    }

    // MARK: - How it is asked for

    @Test func settingsAndTheEnvironmentAskForIt() throws {
        for part in ["config", "config/foyer"] { mkdir(folder.path(part), 0o700) }
        func session(_ settings: String, _ words: [String], _ environment: [String: String?] = [:]) throws
            -> TerminalSession
        {
            folder.write(
                "commands:\n  slow: {run: [sh, -c, 'sleep 1.2; echo done']\(settings.hasPrefix(",") ? settings : "")}\n"
                    + (settings.hasPrefix(",") ? "" : settings + "\n"), to: "config/foyer/config.yaml")
            return try TerminalSession(
                BuiltPrograms.foyer, ["run"] + words, environment: folder.environment.merging(environment) { $1 })
        }
        for (settings, words, environment) in [
            (", screen: line", [], [:]), ("screen: line", [], [:]), ("", [], ["FOYER_SCREEN": "line"]),
            ("screen: full", ["--line"], [:]),
        ] as [(String, [String], [String: String?])] {
            let run = try session(settings, words + ["slow"], environment)
            try run.wait(for: "the line") { $0.text.contains(Self.mark) }
            #expect(!run.terminal.isAlternateScreen)
            #expect(try run.waitForEnd() == .status(0))
            #expect(run.screen.prefix(2) == ["done", ""] && run.isAsFound)
        }
        let full = try session("screen: line", ["--screen", "slow"])
        try full.wait(for: "the splash") { $0.terminal.isAlternateScreen }
        #expect(try full.waitForEnd() == .status(0))
    }

    /// A host's launch: the screen is only for what comes after it.
    @Test func aProgramsLaunchIsALineUntilItsPage() throws {
        let bench = try Bench(Self.stage)
        let slow = try bench.launch("boat", ["--line", "--timeout", "600"])
        try slow.wait(for: "the line") { $0.text.contains("░") }
        #expect(!slow.terminal.isAlternateScreen && slow.screen.count { !$0.isEmpty } == 1)
        slow.signal(SIGINT)
        #expect(try slow.waitForEnd() == .signal(SIGINT))
        #expect(!slow.text.contains("░") && slow.isAsFound)
        let tea = try bench.launch("tea", ["--line"])
        try tea.wait(for: "the page") { $0.terminal.isAlternateScreen && $0.text.contains(pageText) }
        tea.send("q")
        #expect(try tea.waitForEnd() == .status(0))
        let gone = try bench.launch("gone", ["--line"])
        #expect(try gone.waitForEnd() == .status(11))
        #expect(gone.text.contains("1001") && gone.isAsFound, "\(gone.picture)")
    }

    @Test func withoutATerminalNothingIsSaid() throws {
        let variables = folder.environment.compactMapValues { $0 }.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
        let program = try PipedProgram(
            BuiltPrograms.foyer, ["run", "--line", "--", "sh", "-c", "sleep 0.5; echo out; exit 4"],
            environment: variables)
        #expect(try program.waitForEnd() == .status(4))
        #expect(program.output == Array("out\n".utf8) && program.errors.isEmpty)
    }
}
