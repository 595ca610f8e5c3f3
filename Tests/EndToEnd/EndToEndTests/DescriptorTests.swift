import Glibc
import Testing

/// A system that has no more files to open for us, no more threads, no more memory, or no room in files.
@Suite(.serialized, .ownThreads) struct DescriptorTests {
    private static let stage = Result { try StageUnderTest() }

    /// The pool waits forever for a thread: a launch must notice before it waits for the pool.
    @Test(.enabled(if: geteuid() != 0, "for root there is no limit"), arguments: ["--json", "--plain"])
    func withoutThreadsALaunchEndsAndSaysSo(output: String) throws {
        let bench = try Bench(Self.stage)
        let program = try PipedProgram(
            "/bin/bash",
            [
                "-c", #"ulimit -u 1; exec "$@""#, "bash", Products.foyer, "launch", Bench.id("tea"),
                "--server", bench.stage.url, output, "--timeout", "10",
            ], environment: bench.household.environment)
        #expect(try program.waitForEnd() == .status(20))
        let said = String(decoding: output == "--json" ? program.output : program.errors, as: UTF8.self)
        #expect(said.contains("No more threads can be started") && said.contains("10000"), "\(said)")
    }

    /// What the last line names as the cause.
    @Test(arguments: [4, 5, 8, 12])
    func withoutDescriptorsTheCauseSaysSo(most: Int) throws {
        let bench = try Bench(Self.stage)
        let program = try PipedProgram(
            "/bin/bash",
            [
                "-c", #"ulimit -n \#(most); exec "$@""#, "bash", Products.foyer, "launch", Bench.id("tea"),
                "--server", bench.stage.url, "--json", "--timeout", "10",
            ], environment: bench.household.environment)
        #expect(try program.waitForEnd() == .status(20))
        let last = program.lines.last ?? ""
        #expect(last.contains(#""status":"failed""#) && last.contains("oo many"), "\(program.lines)")
    }

    /// Too little is noticed before something else fails for the lack of it; what is enough suffices.
    @Test(arguments: ["-v", "-d"])
    func withHoweverLittleMemoryALaunchEndsInItsTime(limit: String) throws {
        for megabytes in [70, 80, 100, 120, 150, 250, 300, 400, 500, 650, 800, 1000] {
            let bench = try Bench(Self.stage)
            let program = try PipedProgram(
                "/bin/bash",
                [
                    "-c", #"ulimit \#(limit) \#(megabytes * 1000); exec "$@""#, "bash", Products.foyer, "launch",
                    Bench.id("tea"), "--server", bench.stage.url, "--json", "--timeout", "60",
                ], environment: bench.household.environment)
            let end = try program.waitForEnd()
            if end == .status(0) { continue }
            let last = program.lines.last ?? ""
            #expect(end == .status(20) && last.contains("ulimit -v"), "\(megabytes): \(end) \(program.lines)")
            #expect(megabytes < 1000, "this is enough")
        }
    }

    @Test func withLittleMemoryACommandRunsStill() throws {
        let bench = try Bench(Self.stage)
        let program = try PipedProgram(
            "/bin/bash",
            ["-c", #"ulimit -v 250000; exec "$@""#, "bash", Products.foyer, "run", "--", "echo", "here"],
            environment: bench.household.environment)
        #expect(try program.waitForEnd() == .status(0))
        #expect(program.lines == ["here"], "\(program.lines)")
    }

    @Test func withoutRoomInFilesALaunchSaysSo() throws {
        let bench = try Bench(Self.stage)
        let program = try PipedProgram(
            "/bin/bash",
            [
                "-c", #"ulimit -f 0; exec "$@""#, "bash", Products.foyer, "launch", Bench.id("tea"), "--server",
                bench.stage.url, "--json", "--timeout", "60",
            ], environment: bench.household.environment)
        let end = try program.waitForEnd()
        #expect(end == .status(20), "\(end) \(program.lines)")
        #expect(program.lines.last?.contains("too large") == true, "\(program.lines)")
    }

    @Test func withoutRoomInAFileItsOutputIsMissed() throws {
        let bench = try Bench(Self.stage)
        let program = try PipedProgram(
            "/bin/bash",
            ["-c", #"ulimit -f 0; "$@" >"$HOME/out""#, "bash", Products.foyer, "scenario", "list"],
            environment: bench.household.environment)
        #expect(try program.waitForEnd() == .status(1))
        #expect(String(decoding: program.errors, as: UTF8.self).contains("too large"))
    }

    /// With each number there is another step that cannot open what it needs.
    @Test func withHoweverFewALaunchEndsInItsTimeAndLeavesNothing() throws {
        for most in 4...34 {
            let bench = try Bench(Self.stage)
            let program = try PipedProgram(
                "/bin/sh",
                [
                    "-c", #"ulimit -n \#(most); exec "$@""#, "sh", Products.foyer, "launch", Bench.id("tea"),
                    "--server", bench.stage.url, "--json", "--timeout", "10",
                ], environment: bench.household.environment)
            let end = try program.waitForEnd()
            // If even the kind of failure cannot be determined, it counts as a failed fetch.
            #expect([0, 20, 23, 29, 50].contains(end.status), "\(most): \(end) \(program.lines)")
            #expect(bench.household.staged.isEmpty, "\(most): \(bench.household.staged.count) are left")
        }
    }
}

extension ProgramEnd {
    /// −1 for a signal.
    fileprivate var status: Int32 {
        if case .status(let number) = self { number } else { -1 }
    }
}
