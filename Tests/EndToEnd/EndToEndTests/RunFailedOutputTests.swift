import Glibc
import TestSupport
import Testing

/// What a command wrote behind the splash stands on the terminal even if it was never ready.
@Suite(.serialized, .ownThreads) struct RunFailedOutputTests {
    private let folder = ScratchFolder()
    private static let leaving = "\u{1B}[?1049l"

    private func run(_ options: [String] = [], sh script: String) throws -> TerminalSession {
        try TerminalSession(
            BuiltPrograms.foyer, ["run", "--reduce-motion"] + options + ["--", "/bin/sh", "-c", script],
            environment: folder.environment.merging(["SCRATCH": folder.path(".")]) { $1 })
    }

    /// What a terminal gets without Foyer.
    private func bare(_ script: String) throws -> String {
        let session = try TerminalSession("/bin/sh", ["-c", script], environment: folder.environment)
        _ = try session.waitForEnd()
        return String(decoding: session.bytes, as: UTF8.self)
    }

    /// What came after the last screen was left.
    private func rest(_ session: TerminalSession) throws -> String {
        let all = String(decoding: session.bytes, as: UTF8.self)
        let left = try #require(all.ranges(of: Self.leaving).last, "\(session.picture)")
        return String(all[left.upperBound...])
    }

    @Test func aFailureLeavesTheOutputAsItCame() throws {
        let script = "seq 1 40; sleep 0.7; seq 41 3000; echo err >&2; exit 3"
        let session = try run(sh: script)
        try session.wait(forText: "10000")
        session.send("q")
        #expect(try session.waitForEnd() == .status(3))
        let (rest, bare) = (try rest(session), try bare(script))
        #expect(rest.ranges(of: bare).count == 1, "\(rest.suffix(300))")
        let message = try #require(rest.range(of: "error 10000"))
        #expect(try #require(rest.range(of: bare)).upperBound <= message.lowerBound)
        #expect(session.isAsFound)
    }

    @Test(arguments: [SIGTERM, SIGINT]) func soDoesOneThatIsStopped(_ number: Int32) throws {
        let session = try run(["--ready-text", "never"], sh: "seq 1 100; exec sleep 100")
        try session.wait(for: "the splash") { $0.terminal.isAlternateScreen && $0.text.contains("100") }
        session.signal(number)
        #expect(try session.waitForEnd() == .signal(number))
        #expect(try rest(session).ranges(of: try bare("seq 1 100")).count == 1)
        #expect(session.isAsFound)
    }

    @Test func soDoesOneThatIsLate() throws {
        let session = try run(["--timeout", "1", "--ready-text", "never"], sh: "seq 1 100; exec sleep 100")
        try session.wait(forText: "10010")
        session.send("q")
        #expect(try session.waitForEnd() == .status(30))
        #expect(try rest(session).ranges(of: try bare("seq 1 100")).count == 1)
    }

    @Test(arguments: [true, false]) func eachAttemptsOutputStandsOnce(_ succeeds: Bool) throws {
        let script = #"""
            n=$(cat "$SCRATCH/n" 2>/dev/null || echo 0); n=$((n + 1)); echo $n >"$SCRATCH/n"
            echo "attempt-$n began"; sleep 0.6; [ -e "$SCRATCH/good" ] && [ $n = 2 ] && { echo open; exit 0; }; exit 4
            """#
        if succeeds { folder.write("", to: "good") }
        let session = try run(["--ready-text", "open"], sh: script)
        try session.wait(for: "the first page") { $0.text.contains("10000") && $0.text.contains("attempt-1") }
        try session.waitUntilThePageReadsKeys()
        session.send("r")
        if !succeeds {
            try session.wait(for: "the second page") { $0.text.contains("10000") && $0.text.contains("attempt-2") }
            session.send("q")
        }
        #expect(try session.waitForEnd() == .status(succeeds ? 0 : 4))
        let written = "attempt-1 began\r\nattempt-2 began\r\n" + (succeeds ? "open\r\n" : "")
        #expect(try rest(session).ranges(of: written).count == 1)
    }

    @Test func theErrorsLineStandsBelowHalfALine() throws {
        let session = try run(sh: "sleep 0.6; printf half; exit 5")
        try session.wait(forText: "10000")
        session.send("q")
        #expect(try session.waitForEnd() == .status(5))
        let lines = session.text.split(separator: "\n")
        #expect(lines.contains("half") && lines.contains { $0.contains("error 10000") && !$0.contains("half") })
    }

    // MARK: - A signal at the page

    enum Leaving: CaseIterable, Sendable {
        case interruptKey, quitKey, interrupt, termination

        var number: Int32 {
            switch self {
            case .interruptKey, .interrupt: SIGINT
            case .quitKey: SIGQUIT
            case .termination: SIGTERM
            }
        }

        func leave(_ session: TerminalSession) {
            switch self {
            case .interruptKey: session.send(.control("c"))
            case .quitKey: session.send(.control("\\"))
            case .interrupt, .termination: session.signal(number)
            }
        }
    }

    /// Fails once it is told to, and so never before there is a splash.
    private static let failing = #"seq 1 40; until [ -e "$SCRATCH/go" ]; do sleep 0.05; done; seq 41 100; exit 3"#

    private func waitForPage(_ session: TerminalSession) throws {
        try session.wait(for: "the splash") { $0.terminal.isAlternateScreen && !$0.text.contains("10000") }
        folder.write("", to: "go")
        try session.wait(forText: "10000")
    }

    private func runUntilPage(_ options: [String] = []) throws -> TerminalSession {
        let session = try run(["--ready-text", "never"] + options, sh: Self.failing)
        try waitForPage(session)
        return session
    }

    /// The same, started by a shell.
    private func runInShell(_ script: (_ foyer: String) -> String) throws -> TerminalSession {
        let foyer = "\(BuiltPrograms.foyer) run --ready-text never -- sh -c '\(Self.failing)'"
        let session = try TerminalSession(
            "/bin/sh", ["-c", script(foyer)],
            environment: folder.environment.merging(["SCRATCH": folder.path(".")]) { $1 })
        try waitForPage(session)
        return session
    }

    /// It leaves what `q` leaves, and then the process ends by it.
    @Test(arguments: Leaving.allCases, [false, true]) func aSignalLeavesThePageAsItsKeyDoes(
        _ leaving: Leaving, _ showsDetails: Bool
    ) throws {
        let session = try runUntilPage(["--explain", "--trace", folder.path("t.html")])
        if showsDetails {
            try session.waitUntilThePageReadsKeys()
            session.send("d")
            try session.wait(for: "the details") { !$0.text.contains("q  Close") }
        }
        leaving.leave(session)
        #expect(try session.waitForEnd() == .signal(leaving.number))
        let (rest, bare) = (try rest(session), try bare("seq 1 100"))
        #expect(rest.ranges(of: bare).count == 1, "\(rest.suffix(300))")
        let explained = try #require(rest.range(of: "It exited before it was ready."))
        let message = try #require(rest.range(of: "error 10000"))
        #expect(try #require(rest.range(of: bare)).upperBound <= explained.lowerBound)
        #expect(explained.upperBound <= message.lowerBound)
        #expect(TestFile.text(folder.path("t.html"))?.contains("10000") == true)
        #expect(session.isAsFound)
    }

    @Test func aSignalLeavesWhatEachAttemptWrote() throws {
        let session = try runUntilPage()
        unlink(folder.path("go"))
        try session.waitUntilThePageReadsKeys()
        session.send("r")
        try waitForPage(session)
        session.send(.control("c"))
        #expect(try session.waitForEnd() == .signal(SIGINT))
        #expect(try rest(session).ranges(of: try bare("seq 1 100")).count == 2)
    }

    /// Who started Foyer does not want the key to end it.
    @Test func aSignalThatIsIgnoredLeavesThePage() throws {
        let session = try runInShell { "trap '' INT; exec \($0)" }
        session.signal(SIGINT)
        try session.waitUntilThePageReadsKeys()
        session.send("d")
        try session.wait(for: "the details") { !$0.text.contains("q  Close") }
        session.send("q")
        try session.wait(for: "the page") { $0.text.contains("q  Close") }
        session.send("q")
        #expect(try session.waitForEnd() == .status(3))
    }
}
