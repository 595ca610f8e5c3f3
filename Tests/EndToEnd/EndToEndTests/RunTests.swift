import Glibc
import TestSupport
import Testing

/// `foyer run` in front of real commands, on a terminal of the tests' own and without one.
@Suite(.serialized, .ownThreads) struct RunTests {
    private let folder = ScratchFolder()

    // MARK: - On the screen

    @Test func theTerminalIsHandedOverWithItsHistoryAndTheStatusComesBack() throws {
        let session = try run(
            ["--ready-text", "^open", "--"], sh: #"echo first; echo open; read line; echo "got $line"; exit 7"#)
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("open") }
        #expect(session.text.contains("first"))
        session.send("hello\r")
        try session.wait(forText: "got hello")
        #expect(try session.waitForEnd() == .status(7))
        #expect(session.isAsFound)
    }

    /// A password's letters are no keys of the splash, and nobody sees them. `q` would close it.
    @Test(arguments: [[], ["--ready-text", "never"]]) func aPasswordGoesToTheCommand(_ options: [String]) throws {
        let session = try run(
            options + ["--"],
            sh: #"exec bash -c 'read -rsp "Password: " x; echo; echo "got ${#x}"; read -r y; echo "then $y"; exit 4'"#)
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("Password:") }
        session.send("quad\r")
        try session.wait(forText: "got 4")
        #expect(!session.text.contains("quad"))
        session.send("open\r")
        try session.wait(forText: "then open")
        #expect(try session.waitForEnd() == .status(4))
        #expect(session.isAsFound)
    }

    @Test func theCommandHearsOfKeysSizesAndCtrlC() throws {
        let session = try run(
            ["--ready-text", "ready", "--"],
            sh: #"trap 'stty size' WINCH; trap 'echo stopped; exit 9' INT; echo ready; while :; do sleep 0.05; done"#)
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("ready") }
        session.resize(columns: 61, rows: 17)
        try session.wait(forText: "17 61")
        session.send(.control("c"))
        try session.wait(forText: "stopped")
        #expect(try session.waitForEnd() == .status(9))
        #expect(session.isAsFound)
    }

    /// Behind the splash, too.
    @Test func theCommandHearsOfTheSizeBeforeItIsReady() throws {
        let heard = folder.path("heard")
        let session = try run(
            ["--ready-text", "ready", "--"],
            sh: #"""
                trap 'stty size >>"\#(heard)"' WINCH; : >"\#(heard)"
                until [ -e "\#(folder.path("go"))" ]; do sleep 0.05; done; stty size; echo ready; read x
                """#)
        try session.wait(for: "the splash") { $0.terminal.isAlternateScreen && TestFile.text(heard) != nil }
        session.resize(columns: 61, rows: 17)
        try session.wait(for: "the news") { _ in TestFile.text(heard) == "17 61\n" }
        folder.write("", to: "go")
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("ready") }
        #expect(session.text.contains("17 61"))
        session.send("\r")
        #expect(try session.waitForEnd() == .status(0))
        #expect(TestFile.text(heard) == "17 61\n", "told once")
    }

    /// As without Foyer: the shell, or `reset`, sees to it.
    @Test func whatAKilledCommandLeavesOnStaysOn() throws {
        let session = try run(
            ["--ready-text", "ready", "--"],
            sh: #"printf '\033[?1049h\033[?25l\033[?1000h\033[?2004hready'; sleep 0.1; kill -9 $$"#)
        #expect(try session.waitForEnd() == .signal(SIGKILL))
        #expect(session.terminal.isAlternateScreen)
    }

    @Test func theSplashShowsTitleAndOutputHarmlesslyAndControlCStopsTheCommand() throws {
        let pid = folder.path("pid")
        let session = try run(
            ["--title", "Slow thing", "--ready-text", "never", "--"],
            sh: #"echo $$ > "\#(pid)"; printf 'a\033[31mred\033]0;title\007b\n'; sleep 100"#)
        try session.wait(for: "the title in large letters") { $0.text.contains("█▀ █   █▀█ █ █ █") }
        try session.wait(forText: "aredb")
        #expect(session.terminal.title == "")
        session.send(.control("c"))
        #expect(try session.waitForEnd() == .signal(SIGINT))
        #expect(session.isAsFound)
        #expect(!folder.isRunning("pid"))
    }

    @Test func aCommandThatFailsIsStartedAgainByReload() throws {
        let mark = folder.path("mark")
        let session = try run(
            ["--ready-text", "ready", "--"],
            sh:
                #"if [ -e "\#(mark)" ]; then echo ready; read x; exit 0; fi; : > "\#(mark)"; sleep 1; echo broken; exit 4"#
        )
        try session.wait(forText: "10000")
        try session.waitUntilThePageReadsKeys()
        session.send("d")
        try session.wait(forText: "ended with status 4 before it was ready")
        try session.wait(forText: "broken")
        session.send("d")
        session.send("r")
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("ready") }
        session.send("\r")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    /// The first 300 ms, before there is a splash, are part of it.
    @Test func theDetailsCountFromTheStartOfTheCommand() throws {
        let session = try run(["--ready-text", "ready", "--"], sh: "sleep 1; exit 4")
        try session.wait(forText: "10000")
        try session.waitUntilThePageReadsKeys()
        session.send("d")
        try session.wait(forText: "attempt 1")
        let times = session.text.matches(of: /([0-9]+\.[0-9]+)\ss\b/).compactMap { Double($0.1) }
        #expect((times.max() ?? 0) >= 1, "\(session.picture)")
        session.send("d")
        session.send("q")
        #expect(try session.waitForEnd() == .status(4))
    }

    @Test func oneThatMissesItsTimeIsStopped() throws {
        let session = try run(
            ["--timeout", "0.5", "--ready-text", "never", "--"], sh: "echo $$ > '\(folder.path("pid"))'; sleep 100")
        try session.wait(forText: "10010")
        session.send("q")
        #expect(try session.waitForEnd() == .status(30))
        #expect(!folder.isRunning("pid"))
        #expect(session.isAsFound)
    }

    @Test func whoIsToldToEndTakesTheCommandAlong() throws {
        for screen in [["--ready-text", "never"], ["--ready-text", "ready"]] {
            let scratch = ScratchFolder()
            let session = try run(
                screen + ["--"], sh: "echo $$ > '\(scratch.path("pid"))'; echo ready; exec sleep 100")
            try session.wait(for: "the start") { _ in scratch.isRunning("pid") }
            try session.wait(forText: "ready")
            session.signal(SIGTERM)
            #expect(try session.waitForEnd() == .signal(SIGTERM), "\(screen)")
            #expect(session.isAsFound)
            try scratch.waitUntilGone("pid")
        }
    }

    @Test func theKernelEndsWhatAKilledLauncherLeaves() throws {
        for mode in [[], ["--plain"]] {
            let scratch = ScratchFolder()
            let session = try run(
                mode + ["--ready-text", "never", "--"], sh: "echo $$ > '\(scratch.path("pid"))'; exec sleep 100")
            try session.wait(for: "the start") { _ in scratch.isRunning("pid") }
            session.signal(SIGKILL)
            #expect(try session.waitForEnd() == .signal(SIGKILL))
            try scratch.waitUntilGone("pid")
        }
    }

    // MARK: - Lines

    @Test func readyByPortAndByFile() throws {
        let file = folder.path("ready")
        folder.write("stale", to: "ready")
        let byFile = try run(
            ["--plain", "--ready-file", file, "--"], sh: "sleep 0.2; rm '\(file)'; : > '\(file)'; exit 3")
        #expect(try byFile.waitForEnd() == .status(3))
        // Below those that the system gives to clients (32,768 and more), and those of `RunOutputTests`.
        let port = 10_000 + Int(getpid()) % 2_000
        let byPort = try run(
            ["--plain", "--ready-port", "\(port)", "--"],
            sh:
                "exec perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(LocalAddr => \"127.0.0.1:\(port)\", Listen => 1) or die; my $c = $s->accept; exit 12'"
        )
        #expect(try byPort.waitForEnd() == .status(12))
        #expect(byPort.text.contains("Waiting for port \(port)"))
    }

    @Test func itsBytesGoThroughAsTheyAreBeforeItIsReadyAndAfterwards() throws {
        let session = try run(
            ["--plain", "--ready-text", "^go", "--"],
            sh: #"printf 'a\033[31mred\n'; sleep 0.1; echo go; sleep 0.3; printf '\033[1mraw\n'"#)
        #expect(try session.waitForEnd() == .status(0))
        let lines = String(decoding: session.bytes, as: UTF8.self).split(separator: "\r\n")
        let ready = try #require(lines.firstIndex { $0.contains("Ready") })
        #expect(lines[..<ready].contains("a\u{1B}[31mred"))
        #expect(lines[ready...].contains("\u{1B}[1mraw"))
    }

    @Test func jsonKeepsEveryLineAnObjectAndTheResultLast() throws {
        let session = try run(["--json", "--ready-text", "one", "--"], sh: "echo one; sleep 0.1; echo two; kill -9 $$")
        #expect(try session.waitForEnd() == .signal(SIGKILL))
        let lines = String(decoding: session.bytes, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        #expect(lines.contains(#"{"event":"output","text":"two"}"#))
        #expect(lines.contains { $0.hasPrefix(#"{"event":"ready","by":"flag","after":"#) })
        #expect(lines.last == #"{"event":"result","status":"ok","exit":137}"#)
    }

    @Test func wrongUsageIsSaid() throws {
        #expect(try run(["--ready-text", "(", "--"], sh: "").waitForEnd() == .status(64))
        #expect(try run(["--ready-port", "0", "--"], sh: "").waitForEnd() == .status(64))
        #expect(try run(["--ready-port", "1", "--ready-file", "x", "--"], sh: "").waitForEnd() == .status(64))
        #expect(try TerminalSession(BuiltPrograms.foyer, ["run"]).waitForEnd() == .status(64))
        #expect(try run(["--icon", "/no/such.png", "--"], sh: "").waitForEnd() == .status(65))
        let withdrawn = try run(["--log", "--"], sh: "")
        #expect(try withdrawn.waitForEnd() == .status(64))
        #expect(withdrawn.text.hasPrefix("--log was removed in 0.5: "))
        #expect(
            try TerminalSession(
                BuiltPrograms.foyer, ["run", "--plain", "--", "/no/such"], environment: folder.environment
            )
            .waitForEnd() == .status(127))
    }

    private func run(_ options: [String], sh script: String) throws -> TerminalSession {
        try TerminalSession(
            BuiltPrograms.foyer, Bench.unhurried(["run"] + options + ["/bin/sh", "-c", script]),
            environment: folder.environment)
    }
}
