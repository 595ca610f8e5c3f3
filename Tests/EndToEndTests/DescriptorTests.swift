import Glibc
import Testing

/// A system that has no more files to open for us, or no more threads.
@Suite(.serialized) struct DescriptorTests {
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
