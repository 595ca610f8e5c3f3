import Glibc
import TestSupport
import Testing

/// Ctrl-C and signals to `foyer run` before the command is ready: each is the command's, as without Foyer.
@Suite(.serialized, .ownThreads) struct RunInterruptTests {
    enum Side: CaseIterable, Sendable { case bare, splash, unseen }

    private struct Seen: Equatable {
        let end: ProgramEnd
        let signals: String
        let hasLock: Bool
    }

    /// Tidies up for longer than the time before a splash, and tells each signal that it gets.
    private static let tidy = #"""
        : >"$SCRATCH/lock"
        trap 'echo INT >>"$SCRATCH/signals"; echo tidying; sleep 0.5; rm "$SCRATCH/lock"; echo tidy; exit 9' INT
        trap 'echo TERM >>"$SCRATCH/signals"; echo tidying; sleep 0.5; rm "$SCRATCH/lock"; echo tidy; exit 9' TERM
        trap 'echo HUP >>"$SCRATCH/signals"' HUP
        echo $$ >"$SCRATCH/pid"; while :; do sleep 0.05; done
        """#

    private func start(_ side: Side, _ script: String, in folder: ScratchFolder) throws -> TerminalSession {
        let command = ["/bin/sh", "-c", script]
        let environment = folder.environment.merging(["SCRATCH": folder.path(".")]) { $1 }
        let session = try TerminalSession(
            side == .bare ? command[0] : BuiltPrograms.foyer,
            side == .bare ? Array(command[1...]) : ["run", "--title", "Slow", "--"] + command,
            environment: environment)
        try session.wait(for: "the command") { _ in folder.isRunning("pid") }
        if side == .splash {
            try session.wait(for: "the splash") { $0.terminal.isAlternateScreen && $0.text.contains("Ctrl-C Stop") }
        }
        return session
    }

    /// Without the key's echo: a terminal signals before it echoes, so that the command may write first, bare as well.
    private static func said(_ session: TerminalSession) -> (text: String, echoes: Int) {
        (session.text.replacing("^C", with: ""), session.text.ranges(of: "^C").count)
    }

    /// - Parameter number: sent by hand; `nil` for the key.
    private func interrupt(_ side: Side, by number: Int32?) throws -> (Seen, TerminalSession) {
        let folder = ScratchFolder()
        let session = try start(side, Self.tidy, in: folder)
        if let number { session.signal(number) } else { session.send(.control("c")) }
        let end = try session.waitForEnd()
        let signals = TestFile.text(folder.path("signals")) ?? ""
        return (Seen(end: end, signals: signals, hasLock: access(folder.path("lock"), F_OK) == 0), session)
    }

    @Test(arguments: Side.allCases.filter { $0 != .bare }, [nil, SIGINT, SIGTERM])
    func theCommandTidiesUpAndIsSeenToDoSo(_ side: Side, _ number: Int32?) throws {
        let (bare, terminal) = try interrupt(.bare, by: number)
        let (ours, session) = try interrupt(side, by: number)
        #expect(ours == bare)
        #expect(bare.end == .status(9) && !bare.hasLock)
        #expect(session.isAsFound)
        // The shell says who has been ended around it: a signal to Foyer reaches the command's whole group.
        if number != SIGTERM { #expect(Self.said(session) == Self.said(terminal)) }
        #expect(Self.said(session).text.contains("tidying\ntidy\n"), "\(session.picture)")
        if side == .unseen { #expect(!String(decoding: session.bytes, as: UTF8.self).contains("\u{1B}[?1049h")) }
    }

    @Test(arguments: [Side.bare, .splash, .unseen]) func aSecondOneReachesItToo(_ side: Side) throws {
        let folder = ScratchFolder()
        let script = #"""
            trap 'n=1$n; echo heard $n; [ $n != 11 ] || exit 5' INT
            echo $$ >"$SCRATCH/pid"; while :; do sleep 0.05; done
            """#
        let session = try start(side, script, in: folder)
        session.send(.control("c"))
        try session.wait(for: "the terminal") { !$0.terminal.isAlternateScreen && $0.text.contains("heard 1") }
        session.send(.control("c"))
        #expect(try session.waitForEnd() == .status(5))
        #expect(session.text.contains("heard 11"))
    }

    /// Who does not listen goes on, with the terminal: whoever waits is where they are without Foyer.
    @Test(arguments: [Side.bare, .splash, .unseen]) func whoDoesNotListenGoesOn(_ side: Side) throws {
        let folder = ScratchFolder()
        let script = #"""
            trap '' INT TERM; echo $$ >"$SCRATCH/pid"; until [ -e "$SCRATCH/go" ]; do sleep 0.05; done; echo over; exit 7
            """#
        let session = try start(side, script, in: folder)
        session.signal(SIGTERM)
        session.send(.control("c"))
        try session.wait(for: "the terminal") { !$0.terminal.isAlternateScreen && $0.text.contains("^C") }
        #expect(folder.isRunning("pid"))
        folder.write("", to: "go")
        #expect(try session.waitForEnd() == .status(7))
        #expect(session.text.contains("over"))
    }

    /// As soon as the command runs, whatever Foyer is still about to do.
    @Test func aSignalAtItsFirstMomentIsTheCommands() throws {
        for _ in 1...12 {
            let folder = ScratchFolder()
            let script = #"trap '' TERM; echo $$ >"$SCRATCH/pid"; sleep 0.2; exit 7"#
            let session = try TerminalSession(
                BuiltPrograms.foyer, ["run", "--", "/bin/sh", "-c", script],
                environment: folder.environment.merging(["SCRATCH": folder.path(".")]) { $1 })
            while !folder.isRunning("pid"), session.end == nil { session.run(for: .milliseconds(1)) }
            session.signal(SIGTERM)
            #expect(try session.waitForEnd() == .status(7))
        }
    }

    /// What dies of it is no failure that needs a page.
    @Test(arguments: [Side.bare, .splash, .unseen], [SIGINT, SIGQUIT])
    func whatDiesOfItIsNoFailure(_ side: Side, _ number: Int32) throws {
        let folder = ScratchFolder()
        let session = try start(side, #"echo $$ >"$SCRATCH/pid"; ulimit -c 0; exec sleep 100"#, in: folder)
        session.send(.control(number == SIGINT ? "c" : "\\"))
        #expect(try session.waitForEnd() == .signal(number))
        #expect(session.isAsFound)
        #expect(!session.text.contains("signal"), "\(session.picture)")
    }

    /// The splash has asked the terminal, whose answer comes once the command has died.
    @Test func noAnswerIsLeftForTheShell() throws {
        let folder = ScratchFolder()
        // Until it is known to take a while, an unknown terminal is asked nothing.
        for _ in 1...3 {
            let session = try TerminalSession(
                BuiltPrograms.foyer, ["run", "--", "sleep", "1.5"],
                environment: folder.environment.merging(["TERM": "xterm"]) { $1 })
            #expect(try session.waitForEnd() == .status(0))
        }
        let script = "trap : INT; \(BuiltPrograms.foyer) run -- sleep 1.5; echo 'the shell' again; exec cat"
        let session = try TerminalSession(
            "/bin/sh", ["-c", script], environment: folder.environment.merging(["TERM": "xterm"]) { $1 })
        session.answers = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?64;1;2c"
        session.answersAfter = .milliseconds(200)
        try session.wait(forBytes: "\u{1B}[c")
        session.send(.control("c"))
        try session.wait(forText: "the shell again")
        try session.wait(for: "all answers") { $0.hasAnswered }
        session.send("hello\n")
        try session.wait(forText: "hello\nhello")
        for piece in ["64;1;2c", "rgb:", "P>|"] { #expect(!session.text.contains(piece), "\(session.picture)") }
    }

    /// A start that was broken off says nothing about how long the command takes.
    @Test func nothingIsLearnedFromIt() throws {
        let folder = ScratchFolder()
        for _ in 1...3 {
            let session = try start(.unseen, #"echo $$ >"$SCRATCH/pid"; exec sleep 100"#, in: folder)
            session.send(.control("c"))
            #expect(try session.waitForEnd() == .signal(SIGINT))
            try folder.waitUntilGone("pid")
        }
        let session = try start(.splash, #"echo $$ >"$SCRATCH/pid"; exec sleep 100"#, in: folder)
        session.send(.control("c"))
        #expect(try session.waitForEnd() == .signal(SIGINT))
    }
}
