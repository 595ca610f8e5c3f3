import Testing

/// Close while loading, in each step and in each way.
@Suite(.serialized, .ownThreads) struct CloseTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    enum Step: String, CaseIterable, Sendable { case metadata, package, resource }
    enum Way: CaseIterable, Sendable { case q, escape }

    @Test(arguments: Step.allCases, Way.allCases) func endsALaunchAtOnce(_ step: Step, _ way: Way) throws {
        try bench.stage.fail(step.rawValue, step == .package ? #""kind":"stall","at":2000"# : #""kind":"hang""#)
        let session = try bench.launch()
        try session.wait(forText: step == .metadata ? preparingText : "A cup in five minutes")
        try bench.stage.wait(forRequest: step.rawValue)
        let requests = try bench.stage.requests().filter { !$0.hasPrefix("icon") }
        switch way {
        case .q: session.send("q")
        case .escape: session.send(.escape)
        }
        #expect(try session.waitForEnd() == .status(3))
        #expect(session.isAsFound)
        #expect(bench.household.staged == [])
        #expect(!bench.household.files.contains { $0.hasSuffix("index.md") })
        let after = try bench.stage.requests().filter { !$0.hasPrefix("icon") }
        // What had not begun at that moment may have, but nothing is asked for twice.
        #expect(Set(after).count == after.count && after.count <= max(requests.count, 3))
    }

    @Test func theDetailsCloseFirst() throws {
        try bench.stage.fail("metadata", #""kind":"hang""#)
        let session = try bench.launch()
        try session.wait(forText: preparingText)
        session.send("d")
        try session.wait(forText: "Log")
        session.send(.escape)
        try session.wait(for: "the details' end") { !$0.text.contains("Log") }
        session.send(.escape)
        #expect(try session.waitForEnd() == .status(3))
    }

    /// The mouse works without any key.
    @Test func theFootersKeysAreClicked() throws {
        try bench.stage.fail("metadata", #""kind":"hang""#)
        let session = try bench.launch()
        try session.wait(forText: preparingText)
        func click(_ text: String) throws {
            try session.click(text)
        }
        try click("d Details")
        try session.wait(forText: "Log")
        try click("d Close")
        try session.wait(for: "the details' end") { !$0.text.contains("Log") }
        try click("q Close")
        #expect(try session.waitForEnd() == .status(3))
    }

    @Test func aLaunchThatWasClosedCanBeTakenUpAgain() throws {
        try bench.stage.fail("package", #""kind":"stall","at":2000"#)
        let first = try bench.launch()
        try first.wait(forText: "A cup in five minutes")
        try bench.stage.wait(forRequest: "package")
        first.send("q")
        #expect(try first.waitForEnd() == .status(3))
        try bench.stage.reset()
        let second = try bench.launch()
        try second.wait(forText: pageText)
    }
}
