import Glibc
import Testing

/// From the first frame to the program's page, and out again.
@Suite(.serialized, .ownThreads) struct StartTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    @Test func theSplashIsOnTheTerminalBeforeAnythingIsAskedFor() throws {
        let platform = try LoopbackListener()
        let session = try bench.foyer(
            ["launch", "com.example.tea", "--server", "http://127.0.0.1:\(platform.port)"], isFull: true)
        // The terminal is taken, and the first frame is on its way into a terminal that does not read.
        let deadline = ContinuousClock.now + TerminalSession.patience
        while session.settings == session.settingsAtStart, ContinuousClock.now < deadline {
            session.run(for: .milliseconds(5))
        }
        session.run(for: .milliseconds(300))
        #expect(!platform.hasCaller)

        session.isReading = true
        try session.wait(forText: preparingText)
        while !platform.hasCaller, ContinuousClock.now < deadline { session.run(for: .milliseconds(5)) }
        #expect(platform.hasCaller)
        session.send("q")
        #expect(try session.waitForEnd() == .status(3))
        #expect(session.isAsFound)
    }

    @Test func theSplashStaysWhileThePlatformIsSilent() throws {
        try bench.stage.fail("metadata", #""kind":"hang""#)
        let session = try bench.launch()
        try session.wait(forText: preparingText)
        try bench.stage.wait(forRequest: "metadata")
        #expect(session.terminal.isAlternateScreen && !session.terminal.isCursorVisible)
        #expect(session.footer.contains("q Close") && session.footer.contains("com.example.tea"))
        #expect(session.settings != session.settingsAtStart)
    }

    @Test func aProgramIsLaunchedReadAndLeft() throws {
        let session = try bench.launch()
        try session.wait(forText: pageText)
        #expect(session.text.contains("Tea House"))
        #expect(session.footer.contains("q Close") && session.footer.contains("? Keys"))
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound, "\(session.picture)")
        let files = bench.household.files
        #expect(files.contains { $0.hasSuffix("/pages/index.md") && $0.contains("apps/com.example.tea/1.2.0-") })
        #expect(bench.household.staged == [])
    }

    @Test func theNameTheSloganAndTheIconComeWithTheMetadata() throws {
        try bench.stage.fail("package", #""kind":"hang""#)
        let session = try bench.launch()
        try session.wait(for: "name and slogan") {
            $0.text.contains("Tea House") && $0.text.contains("A cup in five minutes")
        }
        #expect(!session.text.contains(preparingText))
        let colours = { (session: TerminalSession) in
            Set((34..<46).flatMap { x in (2..<12).map { session.cell(column: x, row: $0).background } }).count
        }
        try session.wait(for: "the icon") { colours($0) > 6 }
    }

    @Test func aSecondLaunchFetchesThePackageNoMore() throws {
        for round in 0..<2 {
            let session = try bench.launch()
            try session.wait(forText: pageText)
            session.send(.escape)
            #expect(try session.waitForEnd() == .status(0))
            #expect(try bench.stage.requests().count { $0.hasPrefix("package") } == 1, "round \(round)")
        }
        #expect(try bench.stage.requests().count { $0.hasPrefix("metadata") } == 2)
    }

    /// The page gets the key too, and has no use for this one.
    @Test func anyKeySkipsTheFade() throws {
        // What is seen for a second fades for a second.
        try bench.stage.fail("package", #""kind":"delay","seconds":1"#, app: "com.example.museum")
        let session = try bench.launch("museum", environment: ["FOYER_REDUCE_MOTION": nil])
        try session.wait(for: "the fade") { $0.text.contains("100 %") || $0.find(museumText) != nil }
        // Where the machine is too busy to show one, there is none.
        guard session.text.contains("100 %") else { return }
        session.send("x")
        try session.wait(for: "the page in its full colours") { session in
            guard let place = session.find(museumText) else { return false }
            return session.cell(column: place.column, row: place.row).foreground == .indexed(255)
        }
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func theFadeEndsByItself() throws {
        let session = try bench.launch("museum", environment: ["FOYER_REDUCE_MOTION": nil])
        try session.wait(for: "the page in its full colours") { session in
            guard let place = session.find(museumText) else { return false }
            return session.cell(column: place.column, row: place.row).foreground == .indexed(255)
        }
    }

    @Test func aPageCanBeAskedFor() throws {
        let session = try bench.launch("tea", ["--page", "pages/visit"])
        try session.wait(forText: "Ring twice for a table")
    }
}
