import Glibc
import Testing

/// The banner on the demo's home.
@Suite(.serialized, .ownThreads) struct HomeBannerTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func home(moves: Bool = false, columns: Int = 80, rows: Int = 24) throws -> TerminalSession {
        let session = try bench.foyer(
            ["demo", "--server", bench.stage.url], environment: moves ? ["FOYER_REDUCE_MOTION": nil] : [:],
            columns: columns, rows: rows)
        try session.wait(forText: "City Bikes")
        return session
    }

    @Test func thePagesMoveWhileTheProgramsHaveTheKeys() throws {
        let session = try home(moves: true)
        for title in bannerTitles.prefix(3) { try session.wait(forText: title) }
        session.send(.right, .enter)
        try session.wait(forText: pageText)
        session.run(for: .milliseconds(3_600))
        session.send("q")
        try session.wait(forText: "City Bikes")
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
        let impressions = try bench.stage.events().filter { $0.hasPrefix("impression") }
        #expect(Set(impressions).isSubset(of: (0...2).map { "impression home \($0)" }), "nothing is shown meanwhile")
        #expect(impressions.count >= 2)
    }

    @Test func theFocusPausesItAndGivesItTheArrows() throws {
        let session = try home(moves: true)
        try session.wait(forText: bannerTitles[0])
        session.send(.up)
        try session.wait(forText: "▶  space")
        try session.wait(forText: "← → Banner")
        session.send(.left)
        try session.wait(forText: bannerTitles[4])
        session.send(.enter)
        try session.wait(forText: pageText)
        // A key within the fade only ends it.
        try session.waitUntilItRests()
        session.send("q")
        try session.wait(forText: bannerTitles[4])
        session.send(.down)
        try session.wait(forText: "❚❚ space")
    }

    @Test func withoutACampaignTheProgramsTakeItsRoom() throws {
        try bench.stage.fail("banner", #""kind":"status","code":404"#, app: "home")
        let session = try home()
        try session.wait(for: "more programs") { $0.find("Tea House")?.row == 3 && $0.text.contains("Slow Boat") }
        session.send(.tab)
        try session.wait(forText: "← → Tabs")
        session.send(.right)
        try session.wait(for: "the page of all programs") { $0.text.contains("Slow Boat") }
    }

    @Test func aFailedCampaignHasItsPictureAndComesBack() throws {
        try bench.stage.fail("banner", #""kind":"status","code":501"#, app: "home")
        let session = try home()
        try session.wait(forText: "The banner could not be loaded.")
        try session.wait(forText: "r Reload")
        try bench.stage.reset()
        session.send(.up)
        session.send(.enter)
        try session.wait(forText: bannerTitles[0])
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func aDeadPlatformOffersReload() throws {
        let session = try bench.foyer(["demo", "--server", "http://127.0.0.1:9"])
        try session.wait(forText: "r Reload")
        try session.waitUntilItRests()
        #expect(!session.text.contains("Open"), "there is nothing to be opened")
        session.send("qq")
        let end = try session.waitForEnd()
        #expect(end == .status(0))
    }

    @Test func tabsAndTheFooterCanBeClickedOn() throws {
        let session = try home()
        try session.wait(forText: bannerTitles[0])
        for (word, wanted) in [
            ("Apps", "Slow Boat"), ("Home", bannerTitles[0]), ("Keys", "reload, where the page offers it"),
        ] {
            // A frame is read in parts, and the footer comes last.
            try session.waitUntilItRests()
            try session.click(word)
            try session.wait(forText: wanted)
        }
    }

    @Test(.enabled(if: Products.hasTerminfo)) func thePointerOverItPausesIt() throws {
        let session = try home(moves: true)
        try session.wait(forText: bannerTitles[0])
        session.point(column: 30, row: 6)
        try session.wait(forText: "▶  space")
        session.point(column: 30, row: 20)
        try session.wait(forText: "❚❚ space")
    }
}
