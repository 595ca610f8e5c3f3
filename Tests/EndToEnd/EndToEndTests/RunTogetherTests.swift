import Glibc
import TestSupport
import Testing

/// Several `foyer run` on one terminal, and signals at any moment of a start.
@Suite(.serialized, .ownThreads) struct RunTogetherTests {
    private let folder = ScratchFolder()

    private func run(_ script: String) throws -> TerminalSession {
        try TerminalSession(
            "/bin/bash", ["-c", script.replacing("foyer", with: BuiltPrograms.foyer)], environment: folder.environment,
            rows: 40, folder: folder.path("."))
    }

    @Test(arguments: [
        "foyer run -- ./part 1 & foyer run -- ./part 2 </dev/tty & foyer run -- ./part 3 </dev/tty & wait",
        "printf 'all: 1 2 3\\n1 2 3:\\n\\t@foyer run -- ./part $@\\n' >Makefile; make -s -j3",
    ]) func severalAtOnceLoseNoOutput(_ script: String) throws {
        folder.write(
            "#!/bin/sh\necho begin $1; sleep 0.6; echo middle $1; sleep 1.2; echo end $1\n", to: "part")
        chmod(folder.path("part"), 0o755)
        let session = try run(script)
        #expect(try session.waitForEnd() == .status(0))
        for number in 1...3 {
            for word in ["begin", "middle", "end"] {
                #expect(session.screen.count { $0 == "\(word) \(number)" } == 1, "\(session.picture)")
            }
        }
        #expect(session.isAsFound)
    }

    @Test func oneAfterTheOtherEachHasItsSplash() throws {
        let session = try run("foyer run -- sleep 1; foyer run -- sleep 1")
        #expect(try session.waitForEnd() == .status(0))
        let text = String(decoding: session.bytes, as: UTF8.self)
        #expect(text.ranges(of: "\u{1B}[?1049h").count == 2)
    }

    /// TERM at each moment around the splash's first frame: the command gets it, and nobody waits for a key.
    @Test func aTerminationIsNeverDropped() throws {
        for offset in stride(from: 200, through: 420, by: 5) {
            let session = try TerminalSession(
                BuiltPrograms.foyer, ["run", "--screen", "--", "sh", "-c", "sleep 3"], environment: folder.environment)
            session.run(for: .milliseconds(offset))
            session.signal(SIGTERM)
            #expect(try session.waitForEnd(within: .seconds(10)) == .signal(SIGTERM), "after \(offset) ms")
            #expect(session.isAsFound)
        }
    }
}
