import Testing

/// A system that has no more files to open for us.
@Suite(.serialized) struct DescriptorTests {
    private static let stage = Result { try StageUnderTest() }

    /// With each number there is another step that cannot open what it needs.
    @Test func withHoweverFewALaunchEndsInItsTimeAndLeavesNothing() throws {
        for most in 13...34 {
            let bench = try Bench(Self.stage)
            let program = try PipedProgram(
                "/bin/sh",
                [
                    "-c", #"ulimit -n \#(most); exec "$@""#, "sh", Products.foyer, "launch", Bench.id("tea"),
                    "--server", bench.stage.url, "--json", "--timeout", "10",
                ], environment: bench.household.environment)
            let end = try program.waitForEnd()
            // Where even the name of the failure could not be found out, it is that of the fetch.
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
