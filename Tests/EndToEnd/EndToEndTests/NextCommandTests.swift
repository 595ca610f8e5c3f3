import Glibc
import TestSupport
import Testing

/// The next command that somebody types at the shell while the one before it starts under Foyer, or fails.
@Suite(.ownThreads) struct NextCommandTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let line: String
        let isOneLine: Bool
        /// Between two keys, in milliseconds.
        let pause: Int
        /// From the command's start to the first key; the command fails after 1000.
        let begin: Int
        var testDescription: String { "\(line), \(isOneLine ? "line" : "splash"), \(pause) ms, from \(begin) ms" }
    }

    private static let lines = [
        "docker ps >f", "ls r >f", "rm -f zz; date >f", "echo quiet >f", "sqlite3 --version >f", "echo d; date >f",
        "printf 'qqrrdd?y' >f",
    ]

    /// Before the failure, across it, at it, and while the error page stands that reads nothing yet.
    static let rows: [Row] = (0..<40).map { number in
        Row(
            line: lines[number % lines.count], isOneLine: number % 4 == 3, pause: [60, 120, 250][number % 3],
            begin: [100, 500, 950, 1050, 1700][number % 5])
    }

    @Test(arguments: rows) func theNextCommandReachesTheShellWholeAndNothingRunsTwice(_ row: Row) throws {
        let folder = ScratchFolder()
        let shell = try TerminalSession(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: folder.environment.merging(["PS1": "ready> "]) { $1 }, folder: folder.path("."))
        try shell.wait(forText: "ready>")
        let option = row.isOneLine ? "--line" : "--reduce-motion"
        let began = ContinuousClock.now
        shell.send("\(BuiltPrograms.foyer) run \(option) -- sh -c 'echo run >>runs; sleep 1; exit 1'\r")
        try shell.wait(for: "the command") { _ in TestFile.text(folder.path("runs")) != nil }
        shell.run(for: .milliseconds(row.begin) - (ContinuousClock.now - began))
        for letter in row.line + "\r" {
            shell.send(String(letter))
            shell.run(for: .milliseconds(row.pause))
        }
        try shell.wait(for: "the shell's next prompt") {
            !$0.terminal.isAlternateScreen && TestFile.text(folder.path("f")) != nil
        }
        #expect(TestFile.text(folder.path("runs")) == "run\n")
        // The shell's own history has it letter by letter.
        shell.send("history | grep -c -F \"\(row.line)\" >count; echo $((6 * 7))\r")
        try shell.wait(forText: "42")
        #expect((TestFile.text(folder.path("count")) ?? "0\n") != "0\n", "\(shell.picture)")
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    /// A status that is an answer stops no script, and says nothing that its output says already.
    @Test(arguments: [
        "if foyer run -- sh -c 'sleep 0.6; grep -q nosuch /etc/passwd'; then echo yes; else echo no $?; fi",
        "foyer run -- sh -c 'sleep 0.6; diff a b'; echo no $?", "foyer run -- timeout 0.6 sleep 3; echo no $?",
        "printf 'all:\\n\\t@foyer run -- sh -c \"sleep 0.6; exit 1\"\\n' >Makefile; make; echo no $?",
        "foyer run --line -- sh -c 'sleep 0.6; exit 1'; echo no $?",
    ]) func aStatusThatIsAnAnswerStopsNoScript(_ script: String) throws {
        let folder = ScratchFolder()
        folder.write("1\n", to: "a")
        folder.write("2\n", to: "b")
        folder.write(script.replacing("foyer", with: BuiltPrograms.foyer), to: "script")
        let session = try TerminalSession(
            "/bin/sh", ["script"], environment: folder.environment, folder: folder.path("."))
        #expect(try session.waitForEnd(within: .seconds(10)) == .status(0))
        #expect(session.text.contains("no "), "\(session.picture)")
        #expect(!session.text.contains("status 1 before") || !session.text.contains("> 2"), "\(session.picture)")
        #expect(session.isAsFound)
    }

    /// Half a word is something typed, though the kernel calls the terminal readable only after a whole line.
    @Test func halfAWordKeepsTheErrorPageAway() throws {
        let folder = ScratchFolder()
        let shell = try TerminalSession(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: folder.environment.merging(["PS1": "ready> "]) { $1 }, folder: folder.path("."))
        try shell.wait(forText: "ready>")
        shell.send("\(BuiltPrograms.foyer) run --reduce-motion -- sh -c 'sleep 1; exit 1'\r")
        try shell.wait(for: "the splash") { $0.terminal.isAlternateScreen }
        shell.send("ech")
        var hasPage = false
        shell.looked = { hasPage = hasPage || $0.text.contains("Reload") }
        try shell.wait(for: "the prompt") { !$0.terminal.isAlternateScreen && $0.text.contains("ready> ech") }
        shell.send("o $((6 * 7))\r")
        try shell.wait(forText: "\n42")
        #expect(!hasPage)
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    @Test func enterClosesTheErrorPageAndReloadRunsItAgain() throws {
        let folder = ScratchFolder()
        let session = try TerminalSession(
            BuiltPrograms.foyer, ["run", "--reduce-motion", "--", "sh", "-c", "echo run >>runs; sleep 0.6; exit 4"],
            environment: folder.environment, folder: folder.path("."))
        try session.wait(forText: "10000")
        try session.waitUntilThePageReadsKeys()
        session.send("r")
        try session.wait(for: "the second page") { _ in TestFile.text(folder.path("runs")) == "run\nrun\n" }
        try session.wait(forText: "10000")
        try session.waitUntilThePageReadsKeys()
        session.send("\t\r")
        #expect(try session.waitForEnd() == .status(4))
        #expect(TestFile.text(folder.path("runs")) == "run\nrun\n")
        #expect(session.isAsFound)
    }

    /// As pinentry-tty does for an agent that was started elsewhere: it opens the user's terminal by name.
    @Test(arguments: ["--ready-text never", "--ready-text up", "--line --ready-text never", "--line --ready-text up"])
    func aPassphraseForAnotherProgramIsNeitherReadNorShown(_ options: String) throws {
        let folder = ScratchFolder()
        let session = try TerminalSession(
            "/bin/bash",
            [
                "-c",
                "exec \(BuiltPrograms.foyer) run --reduce-motion \(options) -- sh -c 'sleep 0.8; echo up; sleep 4; exit 7'",
            ],
            environment: folder.environment, folder: folder.path("."))
        let path = try #require(session.terminalPath)
        session.run(for: .milliseconds(1200))
        let pinentry = try PipedProgram(
            "/bin/bash",
            [
                "-c",
                #"t=\#(path); old=$(stty -g <$t); stty -echo -echoe -echok -echonl <$t; printf 'Passphrase: ' >$t; "#
                    + #"IFS= read -r x <$t; stty "$old" <$t; printf '%s' "$x""#,
            ], environment: ["PATH": "/usr/bin:/bin"])
        session.run(for: .milliseconds(400))
        for letter in RunTypedTests.phrase {
            session.send(String(letter))
            session.run(for: .milliseconds(15))
        }
        session.send("\r")
        #expect(try pinentry.waitForEnd() == .status(0))
        #expect(String(decoding: pinentry.output, as: UTF8.self) == RunTypedTests.phrase)
        for word in ["horse", "battery", "staple"] {
            #expect(!String(decoding: session.bytes, as: UTF8.self).contains(word), "\(session.picture)")
        }
        if options == "--ready-text never" {
            try session.wait(forText: "10000")
            session.send("\r")
        }
        #expect(try session.waitForEnd() == .status(7))
        #expect(session.isAsFound)
    }
}
