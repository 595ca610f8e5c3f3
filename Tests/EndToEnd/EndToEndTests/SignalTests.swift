import Glibc
import Testing

/// Whatever ends or stops the program, the terminal is restored.
@Suite(.serialized, .ownThreads) struct SignalTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    enum Page: CaseIterable, Sendable { case loading, error, program }

    private func session(on page: Page) throws -> TerminalSession {
        switch page {
        case .loading:
            try bench.stage.fail("package", #""kind":"stall","at":2000"#, app: "com.example.tea")
            let session = try bench.launch()
            try session.wait(forText: "A cup in five minutes")
            return session
        case .error:
            let session = try bench.launch("gone")
            try session.wait(forText: "✕  1001")
            return session
        case .program:
            let session = try bench.launch("museum")
            try session.wait(forText: museumText)
            return session
        }
    }

    @Test(arguments: Page.allCases, [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGILL, SIGUSR1])
    func endsItByThatSignalAndTheTerminalIsAsFound(_ page: Page, _ number: Int32) throws {
        let session = try session(on: page)
        session.signal(number)
        #expect(try session.waitForEnd() == .signal(number))
        #expect(session.isAsFound, "\(session.picture)")
        #expect(session.settings == session.settingsAtStart)
    }

    /// Where something has the focus, the cursor has a shape of ours.
    private func home() throws -> TerminalSession {
        let session = try bench.foyer(["demo", "--server", bench.stage.url])
        try session.wait(for: "the focus") { $0.terminal.isCursorVisible && $0.terminal.cursorShape == .bar }
        return session
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV]) func theCursorHasItsShapeAgain(_ number: Int32) throws
    {
        let session = try home()
        session.signal(number)
        #expect(try session.waitForEnd() == .signal(number))
        #expect(session.isAsFound, "\(session.terminal.cursorShape)")
    }

    /// Without a screen there is nothing to restore, and no reason to wait.
    @Test(arguments: [SIGINT, SIGTERM, SIGQUIT, SIGSEGV, SIGILL]) func endsPlainLinesAtOnce(_ number: Int32) throws {
        try bench.stage.fail("metadata", #""kind":"hang""#)
        let session = try bench.launch("tea", ["--plain"])
        try session.wait(forText: "Asking for the program")
        session.signal(number)
        #expect(try session.waitForEnd() == .signal(number))
        #expect(session.isAsFound)
    }

    @Test func controlCAndControlBackslashAreSignals() throws {
        for (key, number) in [(Unicode.Scalar("c"), SIGINT), ("\\", SIGQUIT)] {
            let session = try session(on: .program)
            session.send(.control(key))
            #expect(try session.waitForEnd() == .signal(number))
            #expect(session.isAsFound)
        }
    }

    /// A killed launch leaves nothing that disturbs the next one.
    @Test func aKilledLaunchIsFollowedByAGoodOne() throws {
        let first = try session(on: .loading)
        first.signal(SIGKILL)
        #expect(try first.waitForEnd() == .signal(SIGKILL))
        try bench.stage.reset()
        let second = try bench.launch()
        try second.wait(forText: pageText)
        second.send("q")
        #expect(try second.waitForEnd() == .status(0))
        #expect(bench.household.staged == [])
    }

    @Test func controlZGivesTheShellItsCursorAndFgTheBarAgain() throws {
        let shell = try TerminalSession(
            "/bin/dash", ["-i"], environment: bench.environment.merging(["PS1": "ready> ", "ENV": nil]) { $1 })
        try shell.wait(forText: "ready>")
        shell.send("\(Products.foyer) demo --server \(bench.stage.url)\r")
        try shell.wait(for: "the focus") { $0.terminal.isCursorVisible && $0.terminal.cursorShape == .bar }
        try shell.waitUntilItRests()
        #expect(shell.terminal.isPasteBracketed, "otherwise what is pasted would be keys")
        shell.send(.control("z"))
        try shell.wait(for: "the shell's prompt") { !$0.terminal.isAlternateScreen && $0.text.contains("Stopped") }
        #expect(shell.isAsFound, "\(shell.picture)")
        shell.send("fg\r")
        try shell.wait(for: "the focus again") { $0.terminal.isAlternateScreen && $0.terminal.cursorShape == .bar }
        #expect(shell.terminal.isPasteBracketed)
        // Whoever forgets it (a reset of the terminal) gets it back with the page.
        shell.terminal.feed(Array("\u{1B}[2 q".utf8))
        shell.send(.control("l"))
        try shell.wait(for: "the bar again") { $0.terminal.cursorShape == .bar }
        shell.send("qq")
        try shell.wait(for: "the shell again") { !$0.terminal.isAlternateScreen }
        #expect(shell.isAsFound)
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    /// In a shell with jobs, as a user does it.
    @Test(arguments: [Page.loading, .program]) func controlZGivesTheShellItsTerminalAndFgTheSamePage(_ page: Page)
        throws
    {
        if page == .loading { try bench.stage.fail("metadata", #""kind":"hang""#) }
        let shell = try TerminalSession(
            "/bin/dash", ["-i"], environment: bench.environment.merging(["PS1": "ready> ", "ENV": nil]) { $1 })
        try shell.wait(forText: "ready>")
        let words = ["launch", "com.example.tea", "--server", bench.stage.url]
        shell.send("\(Products.foyer) \(Bench.unhurried(words).joined(separator: " ")); echo \"[$?]\"\r")
        if page == .loading { try shell.waitForWholeSplash() } else { try shell.wait(forText: pageText) }
        try shell.waitUntilItRests()
        let before = shell.stillLines

        shell.send(.control("z"))
        try shell.wait(for: "the shell's prompt") {
            !$0.terminal.isAlternateScreen && $0.text.contains("Stopped") && $0.text.contains("ready>")
        }
        #expect(shell.isAsFound, "\(shell.picture)")
        shell.send("fg\r")
        try shell.wait(untilStillLinesAre: before)
        #expect(shell.terminal.isAlternateScreen && !shell.terminal.isCursorVisible)
        shell.send("q")
        try shell.wait(for: "the shell again") { !$0.terminal.isAlternateScreen && $0.text.contains("ready>") }
        #expect(shell.isAsFound)
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    /// SIGSTOP comes without warning, and another program may have used the terminal meanwhile.
    @Test func aStopWithoutAWordIsFollowedByARepaint() throws {
        let session = try session(on: .program)
        try session.waitUntilItRests()
        let before = session.screen
        session.signal(SIGSTOP)
        session.terminal.feed(Array("\u{1B}[2J\u{1B}[3;3Hrubbish".utf8))
        #expect(session.screen != before)
        session.signal(SIGCONT)
        try session.wait(for: "the page as it was") { $0.screen == before }
    }

    @Test func controlLRepaints() throws {
        let session = try session(on: .program)
        try session.waitUntilItRests()
        let before = session.screen
        session.terminal.feed(Array("\u{1B}[2J\u{1B}[3;3Hrubbish".utf8))
        session.send(.control("l"))
        try session.wait(for: "the page as it was") { $0.screen == before }
    }
}
