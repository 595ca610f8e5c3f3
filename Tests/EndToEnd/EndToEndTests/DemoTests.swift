import Glibc
import Testing

/// The demo: a home that opens programs, with a stage of its own.
@Suite(.serialized, .ownThreads) struct DemoTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    @Test func itHasAStageOfItsOwnThatEndsWithIt() throws {
        let session = try bench.foyer(["demo"], columns: 180)
        try session.wait(for: "the programs") { $0.text.contains("Tea House") && $0.text.contains("City Bikes") }
        let footer = session.footer
        let address = try #require(footer.range(of: "127.0.0.1:"))
        let port = try #require(UInt16(footer[address.upperBound...].prefix { $0.isNumber }))
        let request = "GET /stage HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
        #expect(try LoopbackExchange.perform(port: port, request: request).status == 200)
        session.send(.enter)
        try session.wait(forText: "Good evening.")
        session.send("q")
        try session.wait(forText: "City Bikes")
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        #expect(throws: SessionFailure.self) { try LoopbackExchange.perform(port: port, request: request) }
    }

    @Test func arrowsAndEnterOpenAProgramAndLeavingItComesHome() throws {
        let session = try home()
        session.send(.right)
        session.send(.enter)
        try session.wait(for: "their page") {
            $0.text.contains("412 bikes at 38 racks") && $0.text.contains(pageText)
        }
        session.send("q")
        try session.wait(forText: "Night Market")
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func aClickOpensAProgram() throws {
        let session = try home()
        try session.click("Night Market")
        try session.wait(forText: pageText)
        session.send(.escape)
        try session.wait(forText: "City Bikes")
    }

    /// What the list of all keys covers is not pressed; on a low screen it is scrolled.
    @Test func aClickOnTheListOfKeysOnlyClosesIt() throws {
        let session = try home()
        session.send("?")
        try session.wait(forText: "next, previous tab")
        session.wheel(1, column: 40, row: 6)
        session.click(column: 40, row: 6)
        try session.wait(for: "home") { !$0.text.contains("next, previous tab") }
        try session.waitUntilItRests()
        #expect(!session.text.contains(pageText) && session.text.contains(bannerTitles[0]))
        session.resize(columns: 60, rows: 12)
        session.send("?")
        try session.wait(forText: "close: a launch")
        session.send(.end)
        try session.wait(forText: "leave at once")
        session.send("?")
        try session.wait(forText: "Tea House")
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
    }

    /// With any focus, the footer says how to leave and where the other keys are.
    @Test func theFooterAlwaysSaysHowToLeave() throws {
        let session = try home()
        session.resize(columns: 72, rows: 24)
        try session.waitUntilItRests()
        for _ in 0..<4 {
            #expect(session.footer.contains("q Quit") && session.footer.contains("? Keys"), "\(session.picture)")
            session.send(.tab)
            try session.waitUntilItRests()
        }
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func aProgramThatFailsLeadsHomeAgain() throws {
        let session = try home()
        session.send(.pageDown, .pageDown, .pageDown)
        session.send(.right, .right, .enter)
        try session.wait(forText: "✕  10000")
        session.send("q")
        try session.wait(for: "home") { $0.screen[1].contains("Home") && !$0.text.contains("10000") }
        session.send(.pageUp, .pageUp, .pageUp)
        session.send(.left, .left, .enter)
        try session.wait(forText: pageText)
    }

    @Test func aSizeThatChangedMeanwhileIsHomesToo() throws {
        let session = try home()
        session.send(.enter)
        try session.wait(forText: pageText)
        session.resize(columns: 130, rows: 40)
        try session.wait(for: "the page at the new size") { $0.screen[39].contains(pageText) }
        session.send("q")
        try session.wait(forText: "City Bikes")
        let other = try Bench(Self.stage)
        _ = try other.piped(["events", "on"]).waitForEnd()
        let new = try other.foyer(["demo", "--server", bench.stage.url], columns: 130, rows: 40)
        try new.wait(forText: "City Bikes")
        try new.waitUntilItRests()
        try session.wait(untilItShows: new)
    }

    @Test func aLaunchThatIsClosedLeadsHomeAgain() throws {
        try bench.stage.fail("package", #""kind":"hang""#)
        let session = try home()
        session.send(.enter)
        try session.wait(forText: "Downloading")
        session.send(.escape)
        try session.wait(forText: "Night Market")
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
        #expect(bench.household.staged == [])
    }

    @Test func theInboxIsReadByKeyAndByMouse() throws {
        let session = try bench.foyer(["demo"])
        try session.wait(forText: "Inbox")
        session.send("tt")
        try session.wait(forText: "Dawn at ten past six")
        session.send(.down, .enter)
        try session.wait(forText: "The first of four views")
        session.send("q")
        try session.wait(for: "the list has the keys") {
            $0.text.contains("The kettle is on") && $0.footer.contains("↵")
        }
        session.send(.up, .up)
        try session.wait(forText: "← → Tabs")
        session.send(.down)
        try session.click("The lamps go on at eight")
        try session.wait(forText: "The third of four views")
        session.send("q")
        try session.wait(forText: "The kettle is on")
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func theFirstScreenFollowsTheConfig() throws {
        let session = try bench.foyer(["demo"])
        try session.wait(for: "V2") { $0.screen[1].contains("Inbox") && $0.text.contains("City Bikes") }
        session.send("fi")
        try session.wait(for: "V1") { $0.screen[1].contains("Apps") && !$0.screen[1].contains("Inbox") }
        session.send("fj")
        try session.wait(for: "V2 again") { $0.screen[1].contains("Inbox") }
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
    }

    private func home() throws -> TerminalSession {
        let session = try bench.foyer(["demo", "--server", bench.stage.url])
        try session.wait(for: "the programs") { $0.text.contains("Tea House") && $0.text.contains("Night Market") }
        return session
    }
}
