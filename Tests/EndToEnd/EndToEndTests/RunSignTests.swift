import Glibc
import Testing

/// The second time Foyer knows: what a command did after its hand-over is waited for at its next start.
@Suite(.serialized, .ownThreads, .timeLimit(.minutes(3))) struct RunSignTests {
    private let folder = ScratchFolder()

    /// Runs it to its end, and returns what is on the screen then.
    private func run(_ script: String, typing keys: String? = nil, _ options: String...) throws -> String {
        let session = try TerminalSession(
            BuiltPrograms.foyer, ["run", "--explain", "--reduce-motion"] + options + ["--", "/bin/sh", "-c", script],
            environment: folder.environment.merging(["SCRATCH": folder.path(".")]) { $1 })
        if let keys {
            try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("building") }
            session.send(keys)
        }
        _ = try session.waitForEnd(within: .seconds(40))
        #expect(session.isAsFound)
        return session.text
    }

    /// Listens on a port for a second and a half.
    private static func listening(_ port: String) -> String {
        "exec python3 -c \"import socket,time; s=socket.create_server(('127.0.0.1',\(port))); time.sleep(1.5)\""
    }

    /// A bundler: says a line at once, works on, and opens a port, each time another one.
    @Test func aPortIsWaitedForWhereverItHasMoved() throws {
        let script = "echo building; sleep 1.6; " + Self.listening("0")
        let first = try run(script)
        #expect(first.contains("fell silent") && first.contains("The next start waits for that."), "\(first)")
        for _ in 0..<2 {
            let next = try run(script)
            #expect(next.contains("it listens on port") && next.contains("Waited for port"), "\(next)")
            #expect(next.contains("as last time; this time it is port"), "\(next)")
            #expect(!next.contains("The next start"), "\(next)")
        }
    }

    /// There the command has the terminal from the beginning.
    @Test func aSignIsLearnedInOneLineToo() throws {
        let script = "echo building; sleep 1.6; " + Self.listening("0")
        let first = try run(script, "--line")
        #expect(first.contains("fell silent") && first.contains("The next start waits for that."), "\(first)")
        let next = try run(script, "--line")
        #expect(next.contains("it listens on port") && next.contains("Waited for port"), "\(next)")
        let asking = try run("echo building; sleep 1.4; read name; " + Self.listening("0"), typing: "me\r", "--line")
        #expect(!asking.contains("The next start"), "\(asking)")
    }

    @Test func theServerOfPython() throws {
        let script = "echo building; sleep 1.5; exec timeout -s INT 3 python3 -u -m http.server 0"
        #expect(try run(script).contains("The next start waits for that."))
        #expect(try run(script).contains("it listens on port"))
    }

    /// Like compose: the port is another process's, and only its address is printed.
    @Test func anAddressIsWaitedFor() throws {
        let script = """
            echo building db; echo building web; sleep 1.6; printf 'web  \\033[1mhttp://localhost:\\033[32m8080\\033[0m/\\n'
            sleep 1.5
            """
        let first = try run(script)
        #expect(first.contains("the address that it prints. The next start"), "\(first)")
        let second = try run(script)
        #expect(second.contains("it printed its address") && second.contains("as last time."), "\(second)")
    }

    @Test func theEndOfABarIsWaitedFor() throws {
        let script =
            "echo building; sleep 1.5; printf '\\033]9;4;1;50\\007'; sleep 0.3; printf '\\033]9;4;0\\007'; sleep 1.2"
        #expect(try run(script).contains("the end of its progress bar. The next start"))
        #expect(try run(script).contains("its progress bar ended"))
    }

    @Test func whatFailsToComeTwiceIsForgotten() throws {
        let script = """
            echo building; [ -e "$SCRATCH/quiet" ] && exec sleep 7; sleep 1.2; \(Self.listening("0"))
            """
        #expect(try run(script).contains("The next start waits for that."))
        folder.write("", to: "quiet")
        #expect(try run(script).contains("as last time; it did not come."))
        #expect(try run(script).contains("as last time; it did not come again, and is forgotten."))
        let last = try run(script)
        #expect(last.contains("fell silent") && !last.contains("as last time"), "\(last)")
    }

    @Test func nothingIsLearnedFromOneThatAsks() throws {
        let script = "echo building; sleep 1.4; read name; " + Self.listening("0")
        let first = try run(script, typing: "me\r")
        #expect(first.contains("fell silent") && !first.contains("The next start"), "\(first)")
        #expect(try !run(script, typing: "me\r").contains("as last time"))
    }
}
