import Glibc
import TestSupport
import Testing

/// Ends at any moment of a launch: before the screen, on it, while it fades, over the page.
@Suite(.serialized, .ownThreads) struct StormTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    /// The early moments matter most: there the terminal is taken over.
    private func moments(seed: UInt64) -> [Duration] {
        var random = SplitMix64(seed: seed)
        return (0..<Storm.count(usual: 8)).map { _ in
            let fraction = Double.random(in: 0...1, using: &random)
            return .microseconds(Int(fraction * fraction * 1_500_000))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func signalsAtAnyMoment(_ number: Int32) throws {
        try bench.stage.fail("package", #""kind":"delay","seconds":0.3"#)
        for moment in moments(seed: UInt64(number)) {
            let began = ContinuousClock.now
            let session = try bench.launch(environment: ["FOYER_REDUCE_MOTION": nil])
            session.run(until: began + moment)
            session.signal(number)
            #expect(try session.waitForEnd() == .signal(number), "\(moment)")
            #expect(session.isAsFound, "\(moment) \(session.picture)")
            #expect(session.isKeypadAndColorAsFound, "\(moment)")
        }
    }

    @Test func trapsInSwiftCodeAtAnyMoment() throws {
        for moment in moments(seed: 99) {
            let microseconds = moment.components.attoseconds / 1_000_000_000_000 + moment.components.seconds * 1_000_000
            let session = try TerminalSession(
                Products.folder + "/TrapHost",
                environment: bench.household.environment.merging(["TRAP_AFTER": "\(microseconds)"]) { $1 })
            #expect(try session.waitForEnd() == .signal(SIGILL), "\(moment)")
            #expect(session.isAsFound, "\(moment) \(session.picture)")
            #expect(session.isKeypadAndColorAsFound, "\(moment)")
        }
    }

    @Test func aThousandSizesAndTheLastOneIsDrawn() throws {
        let session = try bench.launch("museum")
        try session.wait(forText: museumText)
        let fresh = try bench.launch("museum", columns: 90, rows: 30)
        try fresh.wait(for: "the picture") { $0.text.contains("▆▆▆") }
        try fresh.waitUntilItRests()
        var random = SplitMix64(seed: 3)
        let extremes = [0, 1, 2, 1000, 1001, 32_767, 32_768, 65_535]
        for number in 0..<1000 {
            let isExtreme = number % 10 == 0
            session.resize(
                columns: isExtreme ? extremes.randomElement(using: &random) ?? 0 : .random(in: 0...250, using: &random),
                rows: isExtreme ? extremes.randomElement(using: &random) ?? 0 : .random(in: 0...80, using: &random))
            if number % 4 == 0 { session.run(for: .milliseconds(1)) }
        }
        #expect(session.end == nil)
        let began = ContinuousClock.now
        session.resize(columns: 90, rows: 30)
        do {
            try session.wait(for: "the page at 90×30") { $0.screen == fresh.screen }
        } catch {
            throw SessionFailure(description: "\(error)\nbut a new one shows\n\(fresh.picture)")
        }
        let passed = ContinuousClock.now - began
        if Storm.isFull { print("redrawn \(passed) after 1,000 sizes") }
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    /// What is kept for each cell of a large terminal goes when it is small again.
    @Test func largeTerminalsCostNothingAfterwards() throws {
        let session = try bench.launch("museum")
        try session.wait(forText: museumText)
        let before = session.memory
        for side in [1000, 400, 1000, 700, 1000] {
            session.resize(columns: side, rows: side)
            try session.waitUntilItRests()
        }
        session.resize(columns: 80, rows: 24)
        try session.wait(forText: museumText)
        try session.waitUntilItRests()
        let grown = session.memory - before
        #expect(grown < 64 << 20, "\(grown >> 20) MB more than before")
    }

    /// A terminal that has stopped reading, while the bar moves all the time.
    @Test func aTerminalThatStopsReadingCostsNothingAndTermEndsIt() throws {
        try bench.stage.fail("package", #""kind":"stall","at":2000"#, app: "com.example.tea")
        let session = try bench.launch(environment: ["FOYER_REDUCE_MOTION": nil])
        try session.wait(forText: "A cup in five minutes")
        session.isReading = false
        let before = ProcessUse.processorTime(session.process)
        session.run(for: .seconds(2))
        let used = ProcessUse.processorTime(session.process) - before
        if Storm.isFull { print("\(used) of processor time in 2 s on a terminal that does not read") }
        #expect(used < .seconds(1))
        session.signal(SIGTERM)
        #expect(try session.waitForEnd() == .signal(SIGTERM))
        #expect(session.settings == session.settingsAtStart)
    }
}
