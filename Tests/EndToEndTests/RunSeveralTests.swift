import Glibc
import Testing

/// `foyer run NAME` with commands that it needs.
@Suite(.serialized, .ownThreads) struct RunSeveralTests {
    private let folder = ScratchFolder()

    /// - Parameter commands: YAML lines of the table `commands`.
    private func configure(_ commands: [String]) {
        let path = folder.path("config/foyer")
        mkdir(folder.path("config"), 0o700)
        mkdir(path, 0o700)
        folder.write(
            (["commands:"] + commands.map { "  " + $0 }).joined(separator: "\n") + "\n", to: "config/foyer/config.yaml")
    }

    private var environment: [String: String?] {
        folder.environment.merging(["XDG_CONFIG_HOME": folder.path("config"), "SCRATCH": folder.path(".")]) { $1 }
    }

    private func run(_ options: [String] = [], _ name: String = "web") throws -> TerminalSession {
        try TerminalSession(BuiltPrograms.foyer, ["run"] + options + [name], environment: environment)
    }

    private func piped(_ line: String) throws -> PipedProgram {
        let variables = environment.compactMapValues { $0 }.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
        let script = "foyer() { \(BuiltPrograms.foyer) \"$@\"; }; \(line)"
        return try PipedProgram("/bin/bash", ["-c", script], environment: variables)
    }

    /// A command that writes its process number, is ready after some seconds, and goes on.
    private func service(_ name: String, after seconds: Double, needs: [String] = []) -> String {
        let script = "echo $$ > \"$SCRATCH/\(name)\"; sleep \(seconds); echo \(name) is up; exec sleep 1000"
        return
            "\(name): {run: [/bin/sh, -c, '\(script)'], ready-text: is up, needs: [\(needs.joined(separator: ", "))]}"
    }

    /// Returns once these have ended, and whoever was started beside them: not even Foyer's own small processes stay.
    private func waitUntilGone(_ names: [String]) throws {
        for name in names { try folder.waitUntilGone(name) }
        let deadline = ContinuousClock.now + .seconds(10)
        var left: [pid_t] = []
        repeat {
            left = MarkedProcesses.numbers(mark: folder.path("state"), of: "XDG_STATE_HOME")
                .filter { MarkedProcesses.name($0) != nil }
        } while !left.isEmpty && ContinuousClock.now < deadline
        #expect(left.isEmpty, "\(left.map { MarkedProcesses.name($0) ?? "" })")
    }

    // MARK: - Their order

    /// The three in the middle are ready only once all three run, and say so if they were started too early.
    @Test func aDiamondIsStartedInOrderOfNeedAndSideBySide() throws {
        let middle = ["api", "cache", "worker"]
        let together = middle.map { "[ -e \"$SCRATCH/\($0)\" ]" }.joined(separator: " && ")
        configure(
            [
                #"db: {run: [/bin/sh, -c, 'echo $$ > "$SCRATCH/db"; sleep 0.3; : > "$SCRATCH/ready"; echo db is up; exec sleep 1000'], ready-text: is up}"#
            ]
                + middle.map { name in
                    let script =
                        "[ -e \"$SCRATCH/ready\" ] || : > \"$SCRATCH/early\"; echo $$ > \"$SCRATCH/\(name)\"; "
                        + "until \(together); do sleep 0.02; done; sleep 0.7; echo \(name) is up; exec sleep 1000"
                    return "\(name): {run: [/bin/sh, -c, '\(script)'], ready-text: is up, needs: [db]}"
                } + [
                    "web: {run: [/bin/sh, -c, 'sleep 0.2; echo here; read x; exit 5'], ready-text: here, title: Shop, needs: [\(middle.joined(separator: ", "))]}"
                ])
        let session = try run(["--reduce-motion"])
        try session.wait(for: "the splash") { $0.text.contains("Shop") && $0.text.contains("Starting") }
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("here") }
        #expect(access(folder.path("early"), F_OK) != 0, "what needs db waits for it")
        #expect(!session.text.contains("is up"), "they are not on the user's terminal")
        #expect(folder.isRunning("db") && folder.isRunning("api"))
        session.send("\r")
        #expect(try session.waitForEnd() == .status(5))
        #expect(session.isAsFound)
        try waitUntilGone(["db"] + middle)
    }

    /// As with `q`; and the shell learns of the signal.
    @Test(arguments: ["\u{3}", "\u{1C}"]) func whoseStartIsInterruptedIsGivenTimeToEnd(key: String) throws {
        configure([
            #"db: {run: [/bin/bash, -c, 'trap \"sleep 0.7; : > $SCRATCH/closed; exit\" TERM; while :; do sleep 0.05; done'], ready-text: never}"#,
            "web: {run: [cat], needs: [db]}",
        ])
        let session = try run(["--reduce-motion"])
        try session.wait(forText: "Starting db")
        session.send(key)
        #expect(try session.waitForEnd() == .signal(key == "\u{3}" ? SIGINT : SIGQUIT))
        #expect(access(folder.path("closed"), F_OK) == 0, "the next start finds what it has left")
        #expect(session.isAsFound)
    }

    /// Nobody waits for one that does not obey.
    @Test func aSecondInterruptEndsThemAtOnce() throws {
        configure([
            #"db: {run: [/bin/bash, -c, 'echo $$ > "$SCRATCH/db"; trap "" TERM; while :; do sleep 0.05; done'], ready-text: never}"#,
            "web: {run: [cat], needs: [db]}",
        ])
        let session = try run(["--reduce-motion"])
        try session.wait(forText: "Starting db")
        session.send("\u{3}")
        try session.wait(for: "the shell's screen") { !$0.terminal.isAlternateScreen }
        session.send("\u{3}")
        #expect(try session.waitForEnd() == .signal(SIGINT))
        try folder.waitUntilGone("db")
    }

    @Test func nothingIsShownOfWhatIsReadyAtOnce() throws {
        configure(["build: {run: ['true']}", "web: {run: [/bin/echo, plain], needs: [build]}"])
        let session = try run()
        #expect(try session.waitForEnd() == .status(0))
        #expect(!session.bytes.contains(0x1B), "\(session.text)")
        #expect(session.text.contains("plain"))
    }

    // MARK: - Failures

    @Test func theFailedOneIsNamedWithItsLastLinesAndReloadStartsAllAgain() throws {
        configure([
            service("db", after: 0.1),
            #"api: {run: [/bin/sh, -c, '[ -e "$SCRATCH/again" ] && exec sleep 1000; : > "$SCRATCH/again"; sleep 0.6; echo no such table; exit 3'], ready-command: 'sleep 1', needs: [db]}"#,
            "noise: {run: [/bin/sh, -c, 'while :; do echo hum; sleep 0.02; done'], ready-text: hum}",
            "web: {run: [/bin/sh, -c, 'echo here; read x'], ready-text: here, needs: [api, noise]}",
        ])
        let session = try run(["--reduce-motion"])
        try session.wait(forText: "api failed")
        try session.wait(forText: "api ended with status 3")
        try session.wait(forText: "api | no such table")
        let lines = session.text.split(separator: "\n").filter { $0.contains(" | ") }
        #expect(lines.last?.contains("api | no such table") == true)
        try folder.waitUntilGone("db")
        session.send("r")
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("here") }
        session.send("\r")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        try waitUntilGone(["db"])
    }

    @Test func thePageNamesThoseThatAreWaitedFor() throws {
        configure([
            service("db", after: 1.5), service("api", after: 4),
            "web: {run: [/bin/sh, -c, 'echo here; read x'], ready-text: here, needs: [db, api]}",
        ])
        let session = try run(["--reduce-motion"])
        try session.wait(forText: "Starting db, api")
        try session.wait(for: "the slower one") { $0.text.contains("Starting api") && !$0.text.contains("db") }
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("here") }
        session.send("\r")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func aFailureIsOnTheScreenAtOnceEvenOfOneThatWasReady() throws {
        configure([
            #"db: {run: [/bin/bash, -c, 'echo up; sleep 1; echo $EPOCHREALTIME > "$SCRATCH/end"; exit 9'], ready-text: up}"#,
            // It does not listen to the request to end, and keeps the page waiting for nothing.
            "api: {run: [/bin/bash, -c, 'trap \"\" TERM; sleep 1000'], ready-text: never, needs: [db]}",
            "web: {run: [cat], needs: [api]}",
        ])
        let session = try run(["--reduce-motion"])
        try session.wait(forText: "db was ready, and then ended with status 9")
        var now = timeval()
        gettimeofday(&now, nil)
        let ended = try #require(Double(folder.text(of: "end")))
        let time = Double(now.tv_sec) + Double(now.tv_usec) / 1e6 - ended
        #expect(time < 0.4, "\(time) s")
        session.send("q")
        #expect(try session.waitForEnd() == .status(20))
    }

    /// As without a splash, where it is on standard error from the beginning.
    @Test(arguments: [false, true]) func whatTheFailedOneWroteStandsOnTheTerminal(isHeard: Bool) throws {
        configure([
            #"db: {run: [/bin/sh, -c, 'seq 1 20; sleep 0.6; echo no room >&2; exit 3'], ready-text: never}"#,
            "web: {run: [cat], needs: [db]}",
        ])
        let session = try TerminalSession(
            BuiltPrograms.foyer, ["run", "--reduce-motion", "web"],
            environment: environment.merging(isHeard ? ["ACCESSIBLE": "1"] : [:]) { $1 })
        if !isHeard {
            try session.wait(forText: "10000")
            session.send("q")
        }
        #expect(try session.waitForEnd() == .status(20))
        let lines = session.text.split(separator: "\n").map(String.init)
        let expected = (1...20).map { "db | \($0)" } + ["db | no room"]
        let first = try #require(lines.firstIndex(of: expected[0]), "\(session.picture)")
        #expect(Array(lines[first...].prefix(21)) == expected)
        #expect(lines[first...].dropFirst(21).first?.hasPrefix("error 10000: db failed") == true)
    }

    @Test func oneThatCannotBeStartedIsSaid() throws {
        configure(["db: {run: [/no/such/db]}", "web: {run: [cat], needs: [db]}"])
        let program = try piped("foyer run web </dev/null; echo $?")
        #expect(try program.waitForEnd() == .status(0))
        #expect(String(decoding: program.output, as: UTF8.self) == "20\n")
        #expect(String(decoding: program.errors, as: UTF8.self).contains("/no/such/db could not be started"))
    }

    // MARK: - Their ends

    @Test func howeverItEndsNothingIsLeft() throws {
        for (signal, isReady) in [
            (SIGINT, false), (SIGTERM, false), (SIGKILL, false), (SIGTERM, true), (SIGKILL, true),
        ] {
            let scratch = RunSeveralTests()
            try scratch.endBy(signal, isReady: isReady)
        }
    }

    private func endBy(_ signal: Int32, isReady: Bool) throws {
        configure([
            service("db", after: 0),
            // Deaf to all but KILL, with a child of its own.
            #"api: {run: [/bin/bash, -c, 'trap "" TERM HUP INT; sleep 1000 & echo $! > "$SCRATCH/child"; echo $$ > "$SCRATCH/api"; echo is up; while :; do sleep 1; done'], ready-text: is up, needs: [db]}"#,
            #"web: {run: [/bin/sh, -c, 'echo $$ > "$SCRATCH/web"; \#(isReady ? "echo here" : ":"); exec sleep 1000'], ready-text: here, needs: [api]}"#,
        ])
        let session = try run(["--reduce-motion"])
        try session.wait(for: "the start") { _ in self.folder.isRunning("web") }
        try session.wait(forText: isReady ? "here" : "Getting ready")
        session.signal(signal)
        #expect(try session.waitForEnd() == .signal(signal), "\(signal) \(isReady)")
        if signal != SIGKILL { #expect(session.isAsFound) }
        try waitUntilGone(["web", "db", "api", "child"])
    }

    @Test func ctrlCEndsTheLastAndSoTheOthers() throws {
        configure([
            service("db", after: 0),
            "web: {run: [/bin/sh, -c, 'trap \"exit 4\" INT; echo here; while :; do sleep 0.05; done'], ready-text: here, needs: [db]}",
        ])
        let session = try run(["--reduce-motion"])
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("here") }
        session.send(.control("c"))
        #expect(try session.waitForEnd() == .status(4))
        #expect(session.isAsFound)
        try waitUntilGone(["db"])
    }

    @Test func controlZStopsAllAndFgGoesOn() throws {
        configure([
            service("db", after: 0),
            "web: {run: [/bin/sh, -c, 'echo here; read x; echo got $x'], ready-text: here, needs: [db]}",
        ])
        let shell = try TerminalSession(
            "/bin/bash", ["--norc", "--noediting", "-i"],
            environment: environment.merging(["PS1": "ready> ", "HISTFILE": ""]) { $1 })
        try shell.wait(forText: "ready>")
        shell.send("\(BuiltPrograms.foyer) run web\r")
        try shell.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("here") }
        shell.send(.control("z"))
        try shell.wait(forText: "Stopped")
        try shell.wait(for: "the stop") { _ in self.isStopped("db") }
        shell.send("fg\r")
        try shell.wait(for: "it to go on") { _ in !self.isStopped("db") }
        shell.send("x\r")
        try shell.wait(forText: "got x")
        try folder.waitUntilGone("db")
    }

    private func isStopped(_ name: String) -> Bool {
        guard let file = fopen("/proc/\(folder.text(of: name))/stat", "r") else { return false }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self).contains(") T ")
    }

    // MARK: - Without a screen

    @Test func inAPipeTheirLinesAreOnStandardErrorWithTheirNames() throws {
        configure([
            "db: {run: [/bin/sh, -c, 'echo out; echo err >&2; cat; exec sleep 1000'], ready-text: err}",
            "web: {run: [cat], needs: [db]}",
        ])
        let program = try piped("echo in | foyer run web 2>\"$SCRATCH/errors\"; cat \"$SCRATCH/errors\"")
        #expect(try program.waitForEnd() == .status(0))
        #expect(String(decoding: program.output, as: UTF8.self) == "in\ndb | out\ndb | err\n")
        try waitUntilGone([])
    }

    @Test func jsonNamesWhoWrote() throws {
        configure([
            "db: {run: [/bin/sh, -c, 'echo up; exec sleep 1000'], ready-text: up}",
            "web: {run: [echo, it], needs: [db]}",
        ])
        let program = try piped("foyer run --json web")
        #expect(try program.waitForEnd() == .status(0))
        let output = String(decoding: program.output, as: UTF8.self)
        #expect(output.contains(#"{"event":"output","command":"db","text":"up"}"#))
        #expect(output.contains(#"{"event":"output","text":"it"}"#))
        try waitUntilGone([])
    }

    @Test func wrongNeedsAreNamedWithTheirPlace() throws {
        configure([
            "a: {run: [x], needs: [b]}", "b: {run: [x], needs: [a]}", "web: {run: [cat], needs: [dbb]}",
            "db: {run: [x]}",
        ])
        let program = try piped("foyer run web; true")
        #expect(try program.waitForEnd() == .status(0))
        let said = String(decoding: program.errors, as: UTF8.self)
        #expect(said.contains("config.yaml:2:25: A command cannot need itself: a -> b -> a."), "\(said)")
        #expect(said.contains("config.yaml:4:29: There is no command \"dbb\"; did you mean \"db\"?"), "\(said)")
        #expect(said.contains("names no command \"web\""), "\(said)")
    }
}

extension ScratchFolder {
    /// The first line of a file.
    fileprivate func text(of name: String) -> String {
        guard let file = fopen(path(name), "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
    }
}
