import Glibc
import Testing

/// `foyer run` as a shell job: stopped, in the background, in the foreground, and ended from outside.
@Suite(.serialized, .ownThreads) struct RunJobTests {
    private let folder = ScratchFolder()

    private func shell() throws -> TerminalSession {
        let shell = try TerminalSession(
            "/bin/bash", ["--norc", "--noediting", "-i"],
            environment: folder.environment.merging(["PS1": "ready> ", "HISTFILE": ""]) { $1 })
        try shell.wait(forText: "ready>")
        return shell
    }

    private static func prompts(_ shell: TerminalSession) -> Int {
        shell.text.split(separator: "\n").count { $0.hasPrefix("ready>") }
    }

    @Test(arguments: ["", "--plain"]) func controlZStopsTheCommandAndFgGoesOn(_ option: String) throws {
        let shell = try shell()
        // Nothing that forks: a process that waits for its child's exec is not seen to stop.
        let rest = option == "" ? "while read x; do echo got $x; done" : "exec sleep 100"
        let script = "echo $$ > \(folder.path("pid")); echo open; \(rest)"
        shell.send("\(BuiltPrograms.foyer) run --timeout 600 \(option) --ready-text open -- sh -c '\(script)'\r")
        try shell.wait(for: "the hand-over") {
            !$0.terminal.isAlternateScreen && $0.text.contains("\nopen\n")
                && (option == "" || $0.text.contains("Ready"))
        }
        shell.send(.control("z"))
        try shell.wait(forText: "Stopped")
        try shell.wait(for: "the command's stop") { _ in folder.state("pid") == "T" }
        shell.send("echo at $((6 * 7))\r")
        try shell.wait(forText: "at 42")
        shell.send("fg\r")
        try shell.wait(for: "the command's going on") { _ in folder.state("pid") == "S" }
        if option == "" {
            shell.send("hello\r")
            try shell.wait(forText: "got hello")
        }
        let prompts = Self.prompts(shell)
        shell.send(.control("c"))
        try shell.wait(for: "the prompt") { Self.prompts($0) > prompts }
        shell.send("echo \"[$?]\"\r")
        try shell.wait(forText: "[130]")
        try folder.waitUntilGone("pid")
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    /// SIGSTOP comes without warning: the shell has had the terminal meanwhile, and a command that takes no note of being
    /// continued finds the shell's settings in bash and zsh, with an echo.
    @Test func afterAStopWithoutAWordTheCommandFindsTheTerminalAsTheShellLeftIt() throws {
        let shell = try shell()
        let script = "stty -echo; echo $$ > \(folder.path("pid")); echo open; while read x; do echo got $x; done"
        shell.send("\(BuiltPrograms.foyer) run --ready-text open -- sh -c '\(script)'\r")
        try shell.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("\nopen\n") }
        shell.send("one\r")
        try shell.wait(forText: "got one")
        kill(shell.foreground, SIGSTOP)
        try shell.wait(forText: "Stopped")
        shell.send("fg\r")
        // The prompt has no echo either, but signal keys.
        try shell.wait(for: "the terminal as bytes") { $0.settings?.hasSignalKeys == false }
        shell.send("two\r")
        try shell.wait(forText: "got two")
        #expect(shell.text.split(separator: "\n").count { $0 == "one" || $0 == "two" } == 1, "\(shell.picture)")
        #expect(shell.text.contains("\ntwo\ngot two"), "\(shell.picture)")
        shell.send(.control("c"))
        try folder.waitUntilGone("pid")
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    @Test func aStopOnTheSplashIsForgottenAtTheHandOver() throws {
        let shell = try shell()
        let script =
            "echo $$ > \(folder.path("pid")); while [ ! -e \(folder.path("go")) ]; do sleep 0.05; done; "
            + "echo open; while read x; do echo got $x; done"
        shell.send("\(BuiltPrograms.foyer) run --title Slow --ready-text open -- sh -c '\(script)'\r")
        try shell.wait(for: "the splash") { $0.terminal.isAlternateScreen && $0.text.contains("Ctrl-C Stop") }
        shell.send(.control("z"))
        try shell.wait(forText: "Stopped")
        shell.send("fg\r")
        try shell.wait(for: "the splash again") { $0.terminal.isAlternateScreen && $0.text.contains("Ctrl-C Stop") }
        folder.write("", to: "go")
        try shell.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("\nopen\n") }
        shell.send("hello\r")
        try shell.wait(forText: "got hello")
        let prompts = Self.prompts(shell)
        shell.send(.control("c"))
        try shell.wait(for: "the prompt") { Self.prompts($0) > prompts }
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    /// As without Foyer: what nobody has read stays in the terminal.
    @Test(arguments: [
        "sleep 0.2; echo open; sleep 1", "echo open; sleep 1.5; stty -icanon -echo; sleep 0.5; stty sane",
    ])
    func whatTheCommandDoesNotReadIsTheShells(_ script: String) throws {
        let shell = try shell()
        shell.send("\(BuiltPrograms.foyer) run --ready-text open -- sh -c '\(script)'\r")
        try shell.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("\nopen\n") }
        shell.run(for: .milliseconds(200))
        let before = shell.bytes.count
        shell.send("echo at $((6 * 7)); tty >/dev/null && echo a terminal\rec")
        try shell.wait(forText: "at 42\na terminal")
        shell.send("ho and $((6 * 8))\r")
        // Behind a prompt, if the line was typed before it.
        try shell.wait(forText: "and 48")
        let written = String(decoding: shell.bytes[before...], as: UTF8.self)
        #expect(written.ranges(of: "echo at $((6").count <= 2, "shown once as typed, and once by the shell: \(written)")
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    @Test func whatIsTypedAtTheSplashOfACommandThatReadsNothingIsTheShells() throws {
        let shell = try shell()
        shell.send("\(BuiltPrograms.foyer) run --title Slow -- sleep 1.5\r")
        try shell.wait(for: "the splash") { $0.terminal.isAlternateScreen && $0.text.contains("Ctrl-C Stop") }
        shell.send("hello\r")
        try shell.wait(forText: "hello: command not found")
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    /// Nobody waits for a prompt: what follows Ctrl-Z is the shell's, and what follows `fg` the command's.
    @Test(arguments: ["/bin/bash", "/bin/dash"]) func whatFollowsControlZIsTheShells(_ path: String) throws {
        let arguments = path.hasSuffix("bash") ? ["--norc", "--noediting", "-i"] : ["-i"]
        let shell = try TerminalSession(
            path, arguments, environment: folder.environment.merging(["PS1": "ready> ", "ENV": nil]) { $1 })
        try shell.wait(forText: "ready>")
        let script = "echo $$ > \(folder.path("pid")); echo open; while read x; do echo got $x; done"
        shell.send("\(BuiltPrograms.foyer) run --ready-text open -- sh -c '\(script)'\r")
        try shell.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("\nopen\n") }
        shell.run(for: .milliseconds(200))
        for word in ["one", "two", "three"] {
            shell.send("\u{1A}")
            // It would take the next key while it stops.
            while folder.state("pid") != "T" { shell.pump(within: .zero) }
            shell.send("echo \(word) $((6 * 7))\rfg\r\(word)\r")
            try shell.wait(forText: "\(word) 42")
            try shell.wait(forText: "got \(word)")
        }
        let prompts = Self.prompts(shell)
        shell.send(.control("d"))
        try shell.wait(for: "the prompt") { Self.prompts($0) > prompts }
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    @Test func controlZOnTheSplashStopsTheCommandToo() throws {
        let shell = try shell()
        let script = "echo $$ > \(folder.path("pid")); exec sleep 100"
        shell.send("\(BuiltPrograms.foyer) run --timeout 600 --title Slow --ready-text never -- sh -c '\(script)'\r")
        try shell.wait(for: "the splash") { $0.terminal.isAlternateScreen && $0.text.contains("Ctrl-C Stop") }
        try shell.wait(for: "the command") { _ in folder.state("pid") == "S" }
        shell.send(.control("z"))
        try shell.wait(for: "the stop") { $0.text.contains("Stopped") && folder.state("pid") == "T" }
        shell.send("fg\r")
        try shell.wait(for: "the splash again") {
            $0.terminal.isAlternateScreen && $0.text.contains("Ctrl-C Stop") && folder.state("pid") == "S"
        }
        shell.send(.control("c"))
        try shell.wait(for: "the prompt") { !$0.terminal.isAlternateScreen }
        shell.send("echo \"[$?]\"\r")
        try shell.wait(forText: "[130]")
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    /// At the splash, too: the shell gets its terminal, and `fg` lets both go on.
    @Test(arguments: [SIGSTOP, SIGTSTP]) func aCommandThatStopsItselfAtTheSplashStopsUs(_ number: Int32) throws {
        for program in ["", "\(BuiltPrograms.foyer) run --title Slow --"] {
            let shell = try shell()
            let (pid, go) = (folder.path("pid"), folder.path("go"))
            remove(pid)
            remove(go)
            let script =
                "echo $$ > \(pid); until [ -e \(go) ]; do sleep 0.05; done; kill -\(number) $$; echo on; read x; echo got $x"
            shell.send("\(program) sh -c '\(script)'\r")
            if program == "" {
                try shell.wait(for: "the command") { _ in folder.isRunning("pid") }
            } else {
                try shell.wait(for: "the splash") { $0.terminal.isAlternateScreen && $0.text.contains("Ctrl-C Stop") }
            }
            folder.write("", to: "go")
            try shell.wait(for: "the stop") { !$0.terminal.isAlternateScreen && $0.text.contains("Stopped") }
            #expect(folder.state("pid") == "T")
            shell.send("echo at $((6 * 7))\r")
            try shell.wait(forText: "at 42")
            shell.send("fg\r")
            try shell.wait(forText: "\non")
            shell.send("hello\r")
            try shell.wait(forText: "got hello")
            shell.send("exit\r")
            _ = try shell.waitForEnd()
        }
    }

    @Test func inTheBackgroundTheDemoStopsBeforeItDraws() throws {
        let shell = try shell()
        let marked = shell.bytes.count
        shell.send("\(BuiltPrograms.foyer) demo &\r")
        shell.send("while [ \"$(jobs -r)\" ]; do :; done; jobs\r")
        try shell.wait(forText: "Stopped")
        #expect(!shell.bytes[marked...].contains(0x07) && !shell.terminal.isAlternateScreen)
        #expect(!String(decoding: shell.bytes[marked...], as: UTF8.self).contains("\u{1B}[?1049h"))
        try shell.wait(for: "the prompt") { $0.text.split(separator: "\n").last?.hasPrefix("ready>") == true }
        let prompts = Self.prompts(shell)
        shell.send("fg\r")
        try shell.wait(for: "the demo") { $0.terminal.isAlternateScreen }
        shell.send(.control("c"))
        try shell.wait(for: "the prompt") { !$0.terminal.isAlternateScreen && Self.prompts($0) > prompts }
        shell.send("\recho at $((6 * 7)); exit\r")
        try shell.wait(forText: "at 42")
        _ = try shell.waitForEnd()
    }

    /// Nobody looks at a splash of a job in the background, so it has none and runs on; whoever reads stops, as ever.
    @Test func inTheBackgroundACommandRunsAsWithoutUs() throws {
        let shell = try shell()
        shell.send("\(BuiltPrograms.foyer) run -- sh -c 'sleep 0.5; echo on; read x; echo got $x' &\r")
        try shell.wait(for: "its words") { $0.text.contains("> on\n") }
        #expect(!shell.terminal.isAlternateScreen)
        shell.send("while [ \"$(jobs -r)\" ]; do :; done; jobs\r")
        try shell.wait(forText: "Stopped")
        shell.send("fg\r")
        shell.send("hello\r")
        try shell.wait(forText: "got hello")
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    /// One that draws itself stops by its own signal, and leaves with its own status.
    @Test func aFullScreenProgramStopsItselfAndGoesOn() throws {
        folder.write((1...200).map { "line \($0)\n" }.joined(), to: "text")
        let shell = try shell()
        shell.send("\(BuiltPrograms.foyer) run --timeout 600 -- less \(folder.path("text"))\r")
        try shell.wait(for: "less") { $0.text.contains("line 9") }
        shell.send(.control("z"))
        try shell.wait(forText: "Stopped")
        shell.send("fg\r")
        try shell.wait(for: "less again") { $0.text.contains("line 9") && !$0.text.contains("Stopped") }
        shell.send("q")
        try shell.wait(for: "the prompt") { $0.text.split(separator: "\n").last?.hasPrefix("ready>") == true }
        shell.send("echo at $((6 * 7)) $?; exit\r")
        try shell.wait(forText: "at 42 0")
        _ = try shell.waitForEnd()
    }

    /// As without Foyer: its terminal goes, and it hears so, but nobody kills it.
    @Test(arguments: [SIGHUP, SIGKILL]) func oneThatDoesNotListenOutlivesTheSplash(_ number: Int32) throws {
        let session = try TerminalSession(
            BuiltPrograms.foyer,
            [
                "run", "--ready-text", "never", "--", "/bin/sh", "-c",
                "trap '' TERM HUP INT; echo $$ > '\(folder.path("pid"))'; while :; do sleep 0.1; done",
            ], environment: folder.environment)
        try session.wait(for: "the splash") { $0.terminal.isAlternateScreen && folder.isRunning("pid") }
        session.signal(number)
        #expect(try session.waitForEnd() == .signal(number))
        #expect(folder.isRunning("pid"))
        #expect(number == SIGKILL || session.isAsFound)
        if let text = folder.read(folder.path("pid")), let process = pid_t(text.prefix { $0 != "\n" }) {
            kill(process, SIGKILL)
        }
    }
}

extension ScratchFolder {
    /// The letter that the kernel has for what the process in the file does.
    func state(_ name: String) -> Character? {
        guard let text = read(path(name)), let process = Int(text.split(separator: "\n").first ?? ""),
            let status = read("/proc/\(process)/stat"), let end = status.lastIndex(of: ")")
        else { return nil }
        return status[end...].dropFirst(2).first
    }

    fileprivate func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
