import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerFlows

/// Which flows `--failed` plays.
@Suite struct LastRunTests {
    private let folder = TestFolder()
    private var kept: LastRun { LastRun(folder.places) }

    private func report(_ verdicts: [(String, FlowVerdict)]) -> RunReport {
        let outcomes = verdicts.map { file, verdict in
            var outcome = FlowOutcome(Scenario(title: file, file: file))
            outcome.verdict = verdict
            return outcome
        }
        return RunReport(outcomes, in: .zero, RunRules())
    }

    private func failed(_ files: String...) -> [String]? { kept.failed(of: files)?.sorted() }

    @Test func whereNothingWasPlayedNothingIsKnown() throws {
        #expect(failed("/a") == nil)
        try kept.keep(report([("/a", .passed)]))
        #expect(failed("/a") == [])
    }

    @Test func aRunSaysNothingOfFlowsThatItDidNotPlay() throws {
        try kept.keep(report([("/p1/a", .failed), ("/p1/b", .passed), ("/p1/c", .flaky)]))
        try kept.keep(report([("/p2/a", .failed), ("/p2/b", .passed)]))
        #expect(failed("/p1/a", "/p1/b", "/p1/c") == ["/p1/a", "/p1/c"])
        try kept.keep(report([("/p1/a", .passed), ("/p1/c", .notRun)]))
        #expect(failed("/p1/a", "/p1/c", "/p2/a") == ["/p1/c", "/p2/a"], "what was not run is as it was")
    }

    /// One of its sizes may pass.
    @Test func aFlowHasPassedOnceAllOfItHas() throws {
        try kept.keep(report([("/a", .passed), ("/a", .failed)]))
        #expect(failed("/a") == ["/a"])
        try kept.keep(report([("/a", .passed), ("/a", .notRun)]))
        #expect(failed("/a") == ["/a"])
        try kept.keep(report([("/a", .passed), ("/a", .passed)]))
        #expect(failed("/a") == [])
    }

    /// Each as a process of its own has it.
    @Test func runsAtOnceForgetNothingOfEachOther() async throws {
        let reports = (0..<8).map { report([("/p/\($0)", .failed), ("/p/all", .failed), ("/p/good\($0)", .passed)]) }
        let places = folder.places
        await withTaskGroup(of: Void.self) { group in
            for report in reports {
                group.addTask {
                    await BlockingWork.threads.run {
                        for _ in 0..<5 { #expect(throws: Never.self) { try LastRun(places).keep(report) } }
                    }
                }
            }
        }
        let files = (0..<8).flatMap { ["/p/\($0)", "/p/good\($0)"] } + ["/p/all"]
        #expect(kept.failed(of: files) == Set((0..<8).map { "/p/\($0)" } + ["/p/all"]))
        #expect(TestFile.names(in: places.state + "/scenarios").filter { $0.hasPrefix(Folder.temporaryPrefix) } == [])
    }

    @Test func whatCannotBeKeptSaysSoUnlessThereIsNothingToKeep() throws {
        try folder.write("", to: ".local")
        try kept.keep(report([("/a", .passed)]))
        #expect(throws: LocalizedFailure.self) { try kept.keep(report([("/a", .failed)])) }
    }

    @Test(arguments: [DiskChange.Kind.createFile, .write, .rename])
    func whereTheDiskFailsTheRunBeforeIsKnown(_ kind: DiskChange.Kind) throws {
        try kept.keep(report([("/a", .failed)]))
        let stopped = LastRun(folder.places, disk: Disk { $0.kind == kind ? .fail(ENOSPC) : .none })
        let failure = #expect(throws: LocalizedFailure.self) { try stopped.keep(report([("/b", .failed)])) }
        #expect(failure?.description.contains("/scenarios/failed cannot be written: No space left on device.") == true)
        #expect(failed("/a", "/b") == ["/a"])
    }
}
