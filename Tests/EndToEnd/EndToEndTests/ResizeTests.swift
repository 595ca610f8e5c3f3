import TestSupport
import Testing

/// A terminal that changes its size.
@Suite(.serialized, .ownThreads) struct ResizeTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    @Test func theSplashFitsEverySizeAndComesBackAsItWas() throws {
        try bench.stage.fail("metadata", #""kind":"hang""#)
        let session = try bench.launch()
        try session.waitForWholeSplash()
        let before = session.stillLines

        session.resize(columns: 20, rows: 6)
        try session.wait(for: "20×6") { $0.screen.last?.contains("q Close") == true && $0.text.contains("Preparing") }
        session.resize(columns: 200, rows: 50)
        try session.wait(for: "200×50") { session in
            guard let place = session.find(preparingText) else { return false }
            return abs(place.column - 88) < 4 && session.footer.contains("com.example.tea")
        }
        session.resize(columns: 1, rows: 1)
        let written = session.bytes.count
        try session.wait(for: "1×1") { $0.bytes.count > written }
        session.resize(columns: 80, rows: 24)
        try session.wait(untilStillLinesAre: before)
        session.send("q")
        #expect(try session.waitForEnd() == .status(3))
        #expect(session.isAsFound)
    }

    @Test func aTerminalMayTellItsPixelsLater() throws {
        let session = try bench.launch("museum")
        try session.wait(forText: pageText)
        session.resize(columns: 80, rows: 24, cell: (9, 18))
        session.resize(columns: 90, rows: 30, cell: (9, 18))
        try waitUntilAsIfNew(session, columns: 90, rows: 30)
    }

    @Test func aStormOfSizesWhileLoadingEndsOnTheRightPage() throws {
        try bench.stage.fail("package", #""kind":"delay","seconds":0.5"#)
        let session = try bench.launch("museum")
        try session.wait(forText: "Mind the cursor")
        storm(session, seed: 1)
        session.resize(columns: 90, rows: 30)
        try waitUntilAsIfNew(session, columns: 90, rows: 30)
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func aStormOfSizesOverAPageEndsOnThatPage() throws {
        let session = try bench.launch("museum")
        try session.wait(forText: pageText)
        storm(session, seed: 2)
        session.resize(columns: 61, rows: 19)
        try waitUntilAsIfNew(session, columns: 61, rows: 19)
    }

    @Test func aPageIsLaidOutForEverySize() throws {
        let session = try bench.launch("museum")
        try session.wait(forText: pageText)
        for (columns, rows) in [(120, 40), (40, 12), (80, 24)] {
            session.resize(columns: columns, rows: rows)
            try waitUntilAsIfNew(session, columns: columns, rows: rows)
        }
    }

    @Test func aSizeThatChangesWhileTheSplashFadesIsThePagesToo() throws {
        // What is seen for a second fades for a second, unless the machine is too busy.
        try bench.stage.fail("package", #""kind":"delay","seconds":1"#, app: "com.example.museum")
        let session = try bench.launch("museum", environment: ["FOYER_REDUCE_MOTION": nil])
        try session.wait(for: "the fade") { $0.text.contains("100 %") || $0.find(pageText) != nil }
        session.resize(columns: 100, rows: 30)
        try waitUntilAsIfNew(session, columns: 100, rows: 30)
    }

    /// Sizes that no terminal has are survived as well.
    private func storm(_ session: TerminalSession, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<100 {
            session.resize(
                columns: Int.random(in: 0...220, using: &random), rows: Int.random(in: 0...70, using: &random))
            session.run(for: .milliseconds(Int.random(in: 0...3, using: &random)))
        }
        session.resize(columns: 65_535, rows: 65_535)
        session.resize(columns: 0, rows: 0)
    }

    /// Waits until the screen is that of a terminal that never had another size.
    private func waitUntilAsIfNew(_ session: TerminalSession, columns: Int, rows: Int) throws {
        let new = try bench.launch("museum", columns: columns, rows: rows)
        try new.wait(forText: "You are standing")
        try new.waitUntilItRests()
        try session.wait(untilItShows: new)
    }
}
