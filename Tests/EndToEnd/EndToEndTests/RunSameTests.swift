import Glibc
import Testing

/// A command under `foyer run` is what it is without.
@Suite(.serialized, .ownThreads) struct RunSameTests {
    private let folder = ScratchFolder()

    private var environment: [String: String] {
        folder.environment.compactMapValues { $0 }.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
    }

    /// What a line for bash prints into a pipe, with `foyer` for the program.
    private func piped(_ line: String, _ status: ProgramEnd = .status(0)) throws -> String {
        let script = "cd '\(folder.path("."))'; foyer() { \(BuiltPrograms.foyer) \"$@\"; }; \(line)"
        let program = try PipedProgram("/bin/bash", ["-c", script], environment: environment)
        #expect(try program.waitForEnd() == status, "\(line)")
        return String(decoding: program.output, as: UTF8.self)
    }

    private func onTerminal(_ line: String) throws -> TerminalSession {
        let script = "foyer() { \(BuiltPrograms.foyer) \"$@\"; }; \(line)"
        return try TerminalSession("/bin/bash", ["-c", script], environment: folder.environment)
    }

    /// What a line prints on a terminal, in bytes.
    private func shown(_ line: String, _ status: ProgramEnd = .status(0)) throws -> String {
        let session = try onTerminal(line)
        #expect(try session.waitForEnd() == status, "\(line)")
        return String(decoding: session.bytes, as: UTF8.self)
    }

    // MARK: - Nothing is in between

    @Test func inAPipeFoyerBecomesTheCommand() throws {
        #expect(try piped("foyer run --no-splash -- sh -c 'echo $$ $PPID' | (read a b; echo $((a - b)) ; cat)") != "")
        let own = try piped("exec \(BuiltPrograms.foyer) run -- sh -c 'echo $PPID'")
        #expect(own == "\(getpid())\n")
    }

    @Test func descriptorsStayAtTheirNumbers() throws {
        folder.write("third\n", to: "f")
        #expect(try piped("foyer run -- cat <(echo hi)") == "hi\n")
        #expect(try piped("foyer run -- sh -c 'cat <&3' 3<f") == "third\n")
        #expect(try piped("foyer run -- bash -c 'cat <&13' 13<f") == "third\n")
        #expect(try shown("cd '\(folder.path("."))'; foyer run -- sh -c 'cat <&3' 3<f") == "third\r\n")
        #expect(try piped("foyer run -- sh -c 'echo x' >&-; echo $?") == piped("sh -c 'echo x' >&-; echo $?"))
    }

    @Test func wordsAndVariablesAreBytes() throws {
        let files = #"touch $'caf\xe9.txt' $'caf\xef\xbf\xbd.txt'; "#
        #expect(
            try piped(files + #"foyer run -- rm -- $'caf\xe9.txt'; ls | od -An -c | tr -d ' \n'"#).contains("357277275")
        )
        #expect(try piped(#"V=$'\xe9' foyer run -- sh -c 'printf %s "$V"' | od -An -tx1"#) == " e9\n")
    }

    @Test func aPreloadedLibraryCannotTakeTheArgumentsAway() throws {
        folder.write(
            """
            #include <stdlib.h>
            __attribute__((constructor)) static void begin(void) {
                for (char name[] = "PRELOADED_A"; name[10] < 'Z'; name[10]++) setenv(name, "1", 1);
            }
            """, to: "p.c")
        let said = try piped(
            "cc -shared -fPIC -o p.so p.c && LD_PRELOAD=./p.so foyer --version; LD_PRELOAD=./p.so foyer run -- echo it")
        #expect(said.hasPrefix("foyer ") || said.contains("0."), "\(said)")
        #expect(said.hasSuffix("it\n"))
    }

    @Test func bothStreamsKeepTheirOrder() throws {
        let script = "for i in 1 2 3; do echo out$i; echo err$i >&2; done"
        let expected = "out1\nerr1\nout2\nerr2\nout3\nerr3\n"
        #expect(try piped("foyer run -- sh -c '\(script)' >log 2>&1; cat log") == expected)
        #expect(
            try piped("foyer run --explain --ready-text never -- sh -c '\(script)' >log 2>&1; head -6 log") == expected)
    }

    @Test func lateWritersAreWaitedForByWhoReads() throws {
        let script = "exec > >(sed 's/^/log: /'); seq 20000"
        #expect(try piped("foyer run -- bash -c \"\(script)\" | wc -l") == "20000\n")
        #expect(
            try piped("foyer run --explain --ready-text x -- bash -c 'seq 1000 > >(sleep 0.5; cat)' | wc -l")
                == "1000\n")
    }

    @Test func nobodyReadsTheKeyboardForIt() throws {
        let session = try onTerminal("foyer run -- sh -c 'read x; echo got $x' | cat")
        session.send("hello\r")
        try session.wait(forText: "got hello")
        #expect(try session.waitForEnd() == .status(0))
    }

    // MARK: - For somebody who sees no screen

    private func heard(_ command: String, _ keys: String = "", _ options: String = "") throws -> String {
        let session = try onTerminal("ACCESSIBLE=1 foyer run \(options) -- \(command)")
        // A command that waits for keys is ready, however long it waits.
        if !keys.isEmpty { session.run(for: .milliseconds(2700)) }
        session.send(keys)
        #expect(try session.waitForEnd() == .status(0))
        #expect(!session.bytes.contains(0x1B), "\(session.text)")
        return session.text.split(separator: "\n").joined(separator: "\n")
    }

    @Test func aSentenceSaysThatItStillStarts() throws {
        #expect(try heard("sleep 3") == "sleep 3 is still starting, 2 seconds.")
        #expect(try heard("sh -c 'sleep 0.5; echo here'") == "here")
        let named = try heard("sh -c 'echo here; sleep 3'", "", "--title Shop")
        #expect(named == "here\nShop is still starting, 2 seconds.")
    }

    @Test func nothingIsSaidToWhoeverIsAsked() throws {
        #expect(try heard("bash -c 'read -p name? x; echo got $x'", "me\r") == "name?me\ngot me")
        #expect(try heard("bash -c 'read -n 1 -s x; echo got $x'", "k") == "got k")
    }

    @Test func intoAPipeNothingIsSaid() throws {
        #expect(try piped("ACCESSIBLE=1 foyer run -- sleep 2.3 2>&1") == "")
    }

    // MARK: - On a terminal of its own

    @Test func nothingOfOursIsSeenOfAQuickOne() throws {
        for _ in 0..<5 {
            #expect(try shown("foyer run -- echo hi") == "hi\r\n")
            #expect(try shown("foyer run -- sh -c 'echo x; exit 3'", .status(3)) == "x\r\n")
        }
    }

    @Test func settingsAndSizeAreTheUsers() throws {
        let change = "stty intr ^G -iutf8 ixoff; stty -a; "
        #expect(try shown(change) == shown("stty intr ^G -iutf8 ixoff; foyer run -- stty -a"))
        #expect(try shown("foyer run -- stty -echo; stty -a | grep -c -e ' -echo '") == "1\r\n", "what it sets stays")
    }

    @Test func whatIsNoTerminalStaysWhatItIs() throws {
        let line = "cd '\(folder.path("."))'; foyer run -- sh -c 'echo err >&2; echo out' 2>e; cat e"
        #expect(try shown(line) == "out\r\nerr\r\n")
        let session = try onTerminal("seq 3 | foyer run -- sh -c 'cat; read x </dev/tty; echo got $x'")
        try session.wait(forText: "3")
        session.send("hello\r")
        try session.wait(forText: "got hello")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func allIsPlayedHoweverMuch() throws {
        let session = try onTerminal("foyer run -- seq 1 300000")
        #expect(try session.waitForEnd() == .status(0))
        let text = String(decoding: session.bytes, as: UTF8.self)
        let expected = (1...300_000).map { "\($0)\r\n" }.joined()
        #expect(text.hasSuffix(expected))
    }

    @Test func aQuestionToTheTerminalIsAnsweredByIt() throws {
        let ask = #"stty raw -echo; printf "\033[c"; IFS= read -r -t 10 -d c x; stty sane; echo "got ${#x}""#
        let session = try onTerminal("foyer run -- bash -c '\(ask)'")
        try session.wait(for: "the question") { String(decoding: $0.bytes, as: UTF8.self).contains("\u{1B}[c") }
        session.send("\u{1B}[?1;2c")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("got 6"))
    }

    /// Nothing but the kernel knows that it waits for a line.
    @Test func whoReadsWithoutAWordGetsTheTerminal() throws {
        let session = try onTerminal("foyer run -- cat")
        session.send("hello\r")
        try session.wait(for: "the line and its copy") { $0.text.contains("hello\nhello") }
        session.send(.control("d"))
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func keysThatAreNotTheSplashsAreTheCommands() throws {
        let go = folder.path("go")
        let session = try onTerminal(
            "foyer run --ready-file '\(go)' -- sh -c 'while [ ! -e \(go) ]; do sleep 0.05; done; read x; echo got $x'")
        try session.wait(for: "the splash") { $0.terminal.isAlternateScreen }
        session.send("hello\r")
        session.pump(within: .milliseconds(200))
        folder.write("", to: "go")
        try session.wait(forText: "got hello")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func whatItLeavesBehindLivesOn() throws {
        for (index, start) in ["sleep 100 >/dev/null 2>&1 &", "sleep 100 &"].enumerated() {
            let name = "pid\(index)"
            // Asked before the shell ends: its terminal goes with it, and hangs up what is left, as without Foyer.
            let said = try shown(
                """
                foyer run -- sh -c '\(start) echo $! > \(folder.path(name)); echo started'
                sleep 0.5; kill -0 $(cat \(folder.path(name))) && echo alive
                """)
            #expect(said == "started\r\nalive\r\n")
            folder.signal(name, SIGKILL)
        }
        #expect(try shown("foyer run -- sh -c '(sleep 0.4; echo later) & echo now'; sleep 1") == "now\r\nlater\r\n")
    }

    @Test func whoIgnoresTheHangUpLivesOn() throws {
        let script = "trap \"\" HUP; echo $$ > \(folder.path("pid")); sleep 1; while :; do sleep 0.1; done"
        let session = try onTerminal("exec \(BuiltPrograms.foyer) run -- sh -c '\(script)'")
        try session.wait(for: "the start") { _ in folder.isRunning("pid") }
        session.hangUp()
        _ = try session.waitForEnd()
        #expect(folder.isRunning("pid"))
        folder.signal("pid", SIGKILL)
    }

    @Test func anOuterListenerHearsThatItIsReady() throws {
        let notify =
            "perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Type => SOCK_DGRAM, Peer => $ENV{NOTIFY_SOCKET})->send(\"READY=1\") or die; sleep 1'"
        let said = try piped("foyer run --json -- \(BuiltPrograms.foyer) run --plain -- \(notify)")
        #expect(said.contains(#""by":"notify""#), "\(said)")
    }

    @Test func addressesAndCommandsAreSigns() throws {
        let said = try piped(
            "foyer run --json --ready-command 'test -e \(folder.path("x"))' -- sh -c 'sleep 0.2; : > \(folder.path("x")); sleep 2.5'"
        )
        #expect(said.contains(#""by":"flag""#), "\(said)")
        #expect(try piped("foyer run --ready-url nonsense -- true; echo $?") == "64\n")
    }
}

extension ScratchFolder {
    fileprivate func signal(_ name: String, _ number: Int32) {
        guard let file = fopen(path(name), "r") else { return }
        defer { fclose(file) }
        var process: pid_t = 0
        withUnsafeMutablePointer(to: &process) { pointer in
            _ = withVaList([pointer]) { vfscanf(file, "%d", $0) }
        }
        if process > 1 { kill(process, number) }
    }
}
