import Foundation
import Testing

/// A mini program's pages: links, back, scrolling, addresses outside.
@Suite(.serialized, .ownThreads) struct MiniProgramTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    @Test func aLinkIsFollowedAndLeftAgain() throws {
        let session = try bench.launch("museum")
        try session.wait(forText: museumText)
        session.send(.tab)
        try session.wait(for: "the first link's focus, in view") {
            $0.footer.contains("↵ Open") && $0.text.contains("when screens were rolls")
        }
        session.send(.enter)
        try session.wait(forText: "Room 1 — Paper")
        #expect(session.footer.contains("q Back"))
        session.send("q")
        try session.wait(forText: "when screens were rolls")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func theLogSaysReadyWhileTheProgramIsShown() throws {
        let session = try bench.launch()
        try session.wait(forText: pageText)
        let path = bench.household.path + "/state/foyer/foyer.log"
        func isSaid() -> Bool { (try? String(contentsOfFile: path, encoding: .utf8))?.contains("ready") == true }
        for _ in 0..<100 where !isSaid() { session.run(for: .milliseconds(50)) }
        #expect(isSaid() && session.end == nil)
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func aLinkIsClicked() throws {
        let session = try bench.launch()
        try session.wait(forText: pageText)
        session.send(.pageDown)
        try session.wait(forText: "How we brew")
        let place = try session.place(of: "How we brew")
        session.click(column: place.column + 1, row: place.row)
        try session.wait(forText: "not boiling water on young leaves")
        session.send(.escape)
        try session.wait(forText: "How we brew")
    }

    @Test func aLongPageIsScrolled() throws {
        let session = try bench.launch("tea", ["--page", "pages/menu"])
        try session.wait(forText: "Dragon Well")
        #expect(!session.text.contains("Sesame brittle"))
        session.send(.end)
        try session.wait(forText: "Sesame brittle")
        #expect(!session.text.contains("Dragon Well") && session.footer.contains("100 %"))
        session.send(.home)
        // The footer is a frame's last row: with it all of the frame has been read.
        try session.wait(for: "the beginning") { $0.text.contains("Dragon Well") && !$0.footer.contains("100 %") }
        let first = session.screen
        session.send(.down)
        try session.wait(for: "a line further") { $0.screen != first }
        session.send(.up)
        try session.wait(for: "the line back") { $0.screen == first }
        session.wheel(2, column: 10, row: 10)
        try session.wait(for: "the wheel") { $0.screen != first }
    }

    @Test func anAddressOutsideIsShownBeforeItIsOpened() throws {
        let session = try bench.launch("tea", ["--page", "pages/visit"])
        try session.wait(forText: "City Bikes")
        session.send(.tab, .enter)
        try session.wait(forText: "https://example.com/bikes")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func aPageThatIsNotThereGivesTheStartPageWithANotice() throws {
        let session = try bench.launch("tea", ["--page", "pages/nowhere"])
        try session.wait(for: "the notice") {
            $0.text.contains("There is no page pages/nowhere") && $0.text.contains("Tea House")
        }
    }

    @Test func otherScriptsAreSetAsTheyAre() throws {
        let session = try bench.launch("noodles", columns: 100, rows: 40)
        try session.wait(for: "the noodle street") { $0.text.contains("面") && $0.text.contains(pageText) }
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func theListOfKeysOpensAndCloses() throws {
        let session = try bench.launch()
        try session.wait(forText: pageText)
        session.send("?")
        try session.wait(forText: "leave at once")
        session.send("?")
        try session.wait(for: "the page") { !$0.text.contains("leave at once") && $0.text.contains(pageText) }
    }
}
