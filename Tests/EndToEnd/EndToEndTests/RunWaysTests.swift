import Glibc
import TestSupport
import Testing

/// `foyer run` where its surroundings are narrow, and what it leaves behind however it ends.
@Suite(.serialized, .ownThreads) struct RunWaysTests {
    private let folder = ScratchFolder()

    private var environment: [String: String?] {
        folder.environment.merging(["SCRATCH": folder.path(".")]) { $1 }
    }

    private func run(_ options: [String], sh script: String, _ changes: [String: String?] = [:]) throws
        -> TerminalSession
    {
        try TerminalSession(
            BuiltPrograms.foyer, ["run"] + options + ["--", "/bin/sh", "-c", script],
            environment: environment.merging(changes) { $1 })
    }

    /// A line of a shell without a terminal.
    private func piped(_ line: String) throws -> PipedProgram {
        let variables = environment.compactMapValues { $0 }.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
        return try PipedProgram(
            "/bin/bash", ["-c", "foyer() { \(BuiltPrograms.foyer) \"$@\"; }; \(line)"], environment: variables)
    }

    private func configure(_ commands: [String]) {
        for part in ["config", "config/foyer"] { mkdir(folder.path(part), 0o700) }
        folder.write(
            (["commands:"] + commands.map { "  " + $0 }).joined(separator: "\n") + "\n", to: "config/foyer/config.yaml")
    }

    // MARK: - A terminal that nobody here knows

    @Test(arguments: [[], ["--ready-text", "never"]])
    func onATerminalThatIsUnknownNothingIsSaid(_ options: [String]) throws {
        let session = try run(options, sh: "sleep 2.3; echo here; exit 4", ["TERM": "no-such-terminal"])
        #expect(try session.waitForEnd() == .status(4))
        #expect(String(decoding: session.bytes, as: UTF8.self) == "here\r\n")
        #expect(session.isAsFound)
    }

    // MARK: - Nobody at the input

    /// A script's background shares its process group with the script, which goes on talking to its user.
    @Test func inAScriptsBackgroundNobodysScreenIsTaken() throws {
        let server = "sh -c 'sleep 1; echo server up; until [ -e \"$SCRATCH/go\" ]; do sleep 0.05; done'"
        let script =
            "\(BuiltPrograms.foyer) run --explain -- \(server) & read -p 'Your name? ' n; "
            + "echo \"hello $n\"; : >\"$SCRATCH/go\"; wait; echo done"
        let session = try TerminalSession("/bin/bash", ["-c", script], environment: environment)
        try session.wait(forText: "server up")
        #expect(session.text.contains("Your name?"))
        session.send("Ann\r")
        try session.wait(forText: "hello Ann")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("row 4: input is /dev/null"), "\(session.picture)")
        #expect(!String(decoding: session.bytes, as: UTF8.self).contains("\u{1B}[?1049h"))
    }

    /// Who pipes something in sits at the terminal.
    @Test func aPipeAsInputHasASplash() throws {
        let script = "echo yes | \(BuiltPrograms.foyer) run --title Slow -- sh -c 'sleep 1.5; cat'"
        let session = try TerminalSession("/bin/bash", ["-c", script], environment: environment)
        try session.wait(for: "the splash") { $0.terminal.isAlternateScreen && $0.text.contains("Ctrl-C Stop") }
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("yes"))
    }

    // MARK: - What is said afterwards

    @Test(arguments: [
        (["--timeout", "0.5", "--ready-text", "never"], "sleep 100", "It was not ready in time, and was ended.", 30),
        (["--ready-text", "never"], "sleep 0.8; exit 3", "It exited before it was ready.", 3),
    ])
    func whyItWasNotReadyIsSaidAsItWas(_ options: [String], _ script: String, _ words: String, _ status: Int) throws {
        let session = try run(["--explain"] + options, sh: script)
        try session.wait(for: "the page") { $0.terminal.isAlternateScreen && $0.text.contains("q  Close") }
        session.send("q")
        #expect(try session.waitForEnd() == .status(Int32(status)))
        #expect(session.text.contains(words), "\(session.picture)")
    }

    @Test func whatWasNeverStartedDidNotExit() throws {
        let session = try TerminalSession(
            BuiltPrograms.foyer, ["run", "--explain", "--", "/no/such/command"], environment: environment)
        #expect(try session.waitForEnd() == .status(127))
        #expect(session.text.contains("It was not started."), "\(session.picture)")
    }

    // MARK: - Evidence

    @Test(arguments: ["--trace", "--record"], ["/no/such/folder/t.html", "/", "/no/such/t.json"])
    func evidenceThatCannotBeKeptIsRefusedBeforeTheStart(_ option: String, _ path: String) throws {
        let program = try piped("foyer run \(option) \(path) -- sh -c 'echo ran; exit 4'; echo $?")
        #expect(try program.waitForEnd() == .status(0))
        #expect(String(decoding: program.output, as: UTF8.self) == "65\n")
        #expect(String(decoding: program.errors, as: UTF8.self).contains(path))
    }

    // MARK: - Signs

    /// The line that is asked, which does not listen to TERM, and what it has started.
    private static let hanging =
        #"trap "" TERM; echo $$ >"$SCRATCH/line"; sleep 1000 & echo $! >"$SCRATCH/child"; while :; do wait; done"#

    enum Way: String, CaseIterable, Sendable {
        case end, late, interrupt, terminate, kill
    }

    @Test(arguments: Way.allCases, [true, false])
    func aReadyCommandThatHangsIsNotLeftBehind(_ way: Way, onScreen: Bool) throws {
        if way == .interrupt, !onScreen { return }
        let script =
            "echo begun; until [ -e \"$SCRATCH/child\" ]; do sleep 0.02; done; "
            + (way == .end ? "sleep 0.7; exit 3" : "exec sleep 1000")
        let options = (onScreen ? ["--reduce-motion"] : ["--plain"]) + (way == .late ? ["--timeout", "1.5"] : [])
        let session = try run(options + ["--ready-command", Self.hanging], sh: script)
        try session.wait(for: "the line") { _ in folder.isRunning("child") }
        switch way {
        case .end: break
        case .late: if onScreen { try session.wait(forText: "10010") }
        case .interrupt:
            try session.wait(for: "the splash") { $0.text.contains("begun") && $0.terminal.isAlternateScreen }
            session.send(.control("c"))
        case .terminate: session.signal(SIGTERM)
        case .kill: session.signal(SIGKILL)
        }
        if onScreen, way == .end { try session.wait(forText: "10000") }
        if onScreen, [.end, .late].contains(way) { session.send("q") }
        _ = try session.waitForEnd()
        try folder.waitUntilGone("line")
        try folder.waitUntilGone("child")
    }

    /// What it has started and not waited for goes with it, too, and a hand-over is no reason to go on asking.
    @Test func whatAReadyCommandStartsGoesWithIt() throws {
        let line = #"sleep 1000 & echo $! >"$SCRATCH/child"; test -e "$SCRATCH/up""#
        let session = try run(
            ["--ready-command", line], sh: #"sleep 0.6; : >"$SCRATCH/up"; echo up; read x; echo "got $x""#)
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("up") }
        try folder.waitUntilGone("child")
        session.send("x\r")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test(arguments: ["Content-Length: 5000000", "Transfer-Encoding: chunked"])
    func anAddressIsReadyOnceItsHeadHasCome(_ length: String) throws {
        let port = 12_000 + Int(getpid()) % 2_000
        let server = #"""
            my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1:$ENV{PORT}", Listen => 9, ReuseAddr => 1) or die;
            my $c = $s->accept; sysread $c, my $q, 4096; print $c "HTTP/1.1 200 OK\r\n$ENV{LENGTH}\r\n\r\n"; $c->flush; sleep 4; exit 7
            """#
        let began = ContinuousClock.now
        let session = try TerminalSession(
            BuiltPrograms.foyer,
            [
                "run", "--json", "--ready-url", "http://127.0.0.1:\(port)/", "--", "/usr/bin/perl",
                "-MIO::Socket::INET", "-e",
                server,
            ], environment: environment.merging(["PORT": "\(port)", "LENGTH": length]) { $1 })
        try session.wait(forText: #"{"event":"ready","by":"flag""#)
        #expect(ContinuousClock.now - began < .seconds(4), "the body is not awaited")
        #expect(try session.waitForEnd() == .status(7))
    }

    @Test(arguments: [
        ["--ready-text", "never"], ["--ready-port", "9"], ["--ready-file", "/no/such"], ["--ready-command", "false"],
        ["--ready-url", "http://127.0.0.1:9/"],
    ])
    func whoEndsWellBeforeTheSignHasSucceeded(_ options: [String]) throws {
        let session = try run(["--reduce-motion"] + options, sh: "echo first; sleep 0.8; echo last")
        #expect(try session.waitForEnd() == .status(0))
        #expect(!session.terminal.isAlternateScreen && session.isAsFound)
        #expect(session.text.contains("first\nlast"), "\(session.picture)")
        #expect(!String(decoding: session.bytes, as: UTF8.self).contains("10000"))
        let program = try piped(
            "foyer run --plain \(options.joined(separator: " ")) -- sh -c 'echo first; sleep 0.5; echo last'")
        #expect(try program.waitForEnd() == .status(0))
        #expect(String(decoding: program.output, as: UTF8.self) == "first\nlast\n")
        #expect(!String(decoding: program.errors, as: UTF8.self).contains("10000"))
    }

    // MARK: - Limits

    @Test(arguments: Array(4...12) + [16, 20, 32, 48, 64])
    func withFewFilesTheCommandRunsDirectly(_ most: Int) throws {
        for line in ["foyer run -- ", "foyer run web", "foyer run --ready-text x -- "] {
            configure(["web: {run: [/bin/sh, -c, 'ulimit -n; exit 5']}"])
            let words = line.contains("web") ? "" : "/bin/sh -c 'ulimit -n; exit 5'"
            let program = try piped("ulimit -n \(most); \(line)\(words)")
            #expect(try program.waitForEnd() == .status(5), "\(line)")
            #expect(String(decoding: program.output, as: UTF8.self) == "\(most)\n", "\(line)")
            #expect(program.errors.isEmpty, "\(String(decoding: program.errors, as: UTF8.self))")
        }
        let session = try TerminalSession(
            "/bin/bash",
            ["-c", "ulimit -n \(most); exec \(BuiltPrograms.foyer) run -- /bin/sh -c 'ulimit -n; exit 5'"],
            environment: environment)
        #expect(try session.waitForEnd() == .status(5))
        #expect(String(decoding: session.bytes, as: UTF8.self) == "\(most)\r\n")
    }

    // MARK: - Late answers

    private static let answers =
        "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?64;1;2c"

    /// A shell that runs a command, and then shows what it reads.
    private func shell(_ command: String) throws -> TerminalSession {
        try TerminalSession(
            "/bin/sh", ["-c", "\(BuiltPrograms.foyer) run -- \(command); echo 'the shell' again; exec cat"],
            environment: environment.merging(["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"]) { $1 })
    }

    @Test(arguments: [0, 400, 900, 1200, 2500, 4500])
    func anAnswerAfterTheEndDoesNotReachTheShell(_ delay: Int) throws {
        // One that has never answered is waited for for a second.
        if delay > 1000 {
            let first = try shell("sh -c 'sleep 1.5; echo done'")
            first.answers = Self.answers
            try first.wait(for: "what is kept") { _ in access(folder.path("state/foyer/terminals"), F_OK) == 0 }
            try first.wait(forText: "the shell again")
        }
        let session = try shell("sh -c 'sleep 0.5; echo done'")
        session.answers = Self.answers
        session.answersAfter = .milliseconds(delay)
        try session.wait(forText: "the shell again")
        try session.wait(for: "all answers") { $0.hasAnswered }
        session.send("hello\n")
        try session.wait(forText: "hello\nhello")
        for piece in ["rgb:", "P>|", "$r0", "64;1;2c"] { #expect(!session.text.contains(piece), "\(session.picture)") }
    }

    /// One that never answers is waited for, but not for long, and Ctrl-C ends that.
    @Test(arguments: [false, true]) func aSilentTerminalIsNotWaitedForLong(_ isInterrupted: Bool) throws {
        let session = try shell("sh -c 'sleep 0.5; echo done'")
        session.isAnswering = false
        try session.wait(for: "the end") { !$0.terminal.isAlternateScreen && $0.text.contains("done") }
        let began = ContinuousClock.now
        session.send(isInterrupted ? "ls\u{3}" : "typed\n")
        try session.wait(forText: "the shell again")
        #expect(ContinuousClock.now - began < .seconds(isInterrupted ? 2 : 7))
        if !isInterrupted { try session.wait(forText: "typed") }
    }

    @Test func whoHasAnsweredKeepsNobodyWaiting() throws {
        let session = try shell("sh -c 'sleep 0.5; echo done'")
        session.answers = Self.answers
        try session.wait(for: "the end") { !$0.terminal.isAlternateScreen && $0.text.contains("done") }
        let began = ContinuousClock.now
        try session.wait(forText: "the shell again")
        #expect(ContinuousClock.now - began < .seconds(1))
    }
}
