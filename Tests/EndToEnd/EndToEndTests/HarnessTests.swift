import Glibc
import Testing

/// The harness itself, proved on ordinary programs.
@Suite(.serialized, .ownThreads) struct HarnessTests {
    @Test func catEchoesAndEndsWithItsInput() throws {
        let session = try TerminalSession("/bin/cat")
        session.send("hello\r")
        try session.wait(for: "two lines") { $0.screen.prefix(2) == ["hello", "hello"] }
        session.send(.control("d"))
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func anExitStatusAndASignalAreToldApart() throws {
        #expect(try TerminalSession("/bin/sh", ["-c", "exit 7"]).waitForEnd() == .status(7))
        let session = try TerminalSession("/bin/cat")
        session.signal(SIGTERM)
        #expect(try session.waitForEnd() == .signal(SIGTERM))
    }

    @Test func keysThatAreSignalsReachTheProgram() throws {
        let session = try TerminalSession("/bin/cat")
        session.send("x\r")
        try session.wait(forText: "x")
        session.send(.control("c"))
        #expect(try session.waitForEnd() == .signal(SIGINT))
    }

    @Test func coloursAttributesAndWideCharactersAreSeen() throws {
        let session = try sh(#"printf '\033[1;38;2;1;2;3;48;5;9mA\033[0m茶B'"#)
        #expect(try session.waitForEnd() == .status(0))
        let cell = session.cell(column: 0, row: 0)
        #expect(cell.text == "A" && cell.isBold)
        #expect(cell.foreground == .rgb(1, 2, 3) && cell.background == .indexed(9))
        #expect(session.cell(column: 1, row: 0).width == 2)
        #expect(session.cell(column: 2, row: 0).width == 0)
        #expect(session.cell(column: 3, row: 0).text == "B")
        #expect(session.cell(column: 3, row: 0).foreground == .default)
        #expect(session.find("茶B").map { [$0.column, $0.row] } == [1, 0])
        #expect(session.screen[0] == "A茶B")
    }

    @Test func modesThatAreLeftOnAreNoticed() throws {
        for sequence in ["?1049h", "?25l", "?1000h", "?2004h"] {
            let session = try sh("printf '\\033[\(sequence)'")
            #expect(try session.waitForEnd() == .status(0))
            #expect(!session.isAsFound, "\(sequence)")
        }
        let session = try sh("stty -echo")
        #expect(try session.waitForEnd() == .status(0))
        #expect(!session.isAsFound)
        #expect(session.settings?.echoes == false)
    }

    @Test func aNewSizeIsToldToTheProgram() throws {
        let session = try sh("trap 'stty size; exit 0' WINCH; echo ready; while :; do sleep 0.01; done", columns: 40)
        try session.wait(forText: "ready")
        session.resize(columns: 33, rows: 11)
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("11 33"))
    }

    @Test func queriesAreAnswered() throws {
        let session = try sh(#"stty raw -echo; printf '\033[6n'; dd bs=1 count=6 2>/dev/null | od -c | head -1"#)
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("033   [   1   ;   1   R"))
    }

    @Test func pastedTextAndClicksAreSentOnlyAsAskedFor() throws {
        let session = try sh(#"stty -echo; printf '\033[?2004h\033[?1000;1006hready'; exec cat -v"#)
        try session.wait(forText: "ready")
        session.paste("a b")
        session.click(column: 4, row: 2)
        session.send("\r")
        try session.wait(forText: "^[[200~a b^[[201~^[[<0;5;3M^[[<0;5;3m")
    }

    @Test func theEnvironmentIsTheTests() throws {
        let session = try sh("echo \"[$TERM|${LANG-none}|$MINE]\"", environment: ["LANG": nil, "MINE": "1"])
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.screen[0] == "[xterm-256color|none|1]")
    }

    @Test func aHangUpEndsTheProgram() throws {
        let session = try TerminalSession("/bin/cat")
        session.send("x\r")
        try session.wait(forText: "x")
        session.hangUp()
        #expect(try session.waitForEnd() == .signal(SIGHUP))
    }

    @Test func aWaitInVainShowsTheScreen() throws {
        let session = try TerminalSession("/bin/cat", columns: 20, rows: 2)
        session.send("here\r")
        try session.wait(forText: "here")
        let failure = #expect(throws: SessionFailure.self) {
            try session.wait(forText: "elsewhere", within: .milliseconds(20))
        }
        #expect(failure?.description.contains("|here") == true)
    }

    private func sh(
        _ script: String, environment: [String: String?] = [:], columns: Int = 80
    ) throws -> TerminalSession {
        try TerminalSession("/bin/sh", ["-c", script], environment: environment, columns: columns)
    }
}
