import FoyerCore
import FoyerPlatform
import Glibc
import TestSupport
import Testing

/// The five pages of the banner `home`.
let bannerTitles = [
    "Autumn at the Tea House", "The Night Market opens at dusk", "First light, first ride",
    "The keeper's log, this week", "Look up: a guide to clouds",
]

/// One banner on a real terminal, from a real server.
@Suite(.serialized, .ownThreads) struct BannerTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func banner(
        _ key: String = "home", _ options: [String] = [], moves: Bool = false, columns: Int = 80, rows: Int = 24
    ) throws -> TerminalSession {
        try bench.foyer(
            ["banner", key, "--server", bench.stage.url] + options,
            environment: moves ? ["FOYER_REDUCE_MOTION": nil] : [:], columns: columns, rows: rows)
    }

    private func json(_ key: String, _ options: String...) throws -> (result: JSONNode, end: ProgramEnd) {
        let program = try bench.piped(["banner", key, "--server", bench.stage.url, "--json"] + options)
        let end = try program.waitForEnd()
        return (JSONNode(try JSON.parse(Array((program.lines.last ?? "").utf8))), end)
    }

    private func pictures(_ result: JSONNode) throws -> [String] {
        try result.field("items").elements().map { try $0.field("image").text() }
    }

    // MARK: - Moving

    @Test func itMovesByItselfAndTheKeyStopsIt() throws {
        let session = try banner(moves: true)
        for title in bannerTitles.prefix(3) { try session.wait(forText: title) }
        session.send(" ")
        try session.wait(forText: "▶  space")
        try session.waitUntilItRests()
        let still = session.text
        session.run(for: .milliseconds(3_600))
        #expect(session.text == still)
        session.send(" ")
        try session.wait(forText: "❚❚ space")
        try session.wait(forText: bannerTitles[3])
    }

    @Test func keysPageIt() throws {
        let session = try banner()
        try session.wait(forText: bannerTitles[0])
        session.send("l")
        try session.wait(forText: bannerTitles[1])
        session.send("hh")
        try session.wait(forText: bannerTitles[4])
        session.send("3")
        try session.wait(forText: bannerTitles[2])
        session.send(.end)
        try session.wait(forText: bannerTitles[4])
        session.send(.home)
        try session.wait(forText: bannerTitles[0])
        session.send(.right)
        try session.wait(forText: bannerTitles[1])
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    /// There was something to see.
    @Test func leavingDuringAReloadIsNoFailure() throws {
        let session = try banner()
        try session.wait(forText: bannerTitles[0])
        try bench.stage.fail("banner", #""kind":"hang""#)
        session.send("r")
        session.run(for: .milliseconds(200))
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func theMousePagesIt() throws {
        let session = try banner()
        try session.wait(forText: bannerTitles[0])
        // What waits for a picture has dots, too: the indicator's stand beside the sign.
        let sign = try session.place(of: "space")
        let dot = try #require((0..<80).first { session.cell(column: $0, row: sign.row).text == "●" })
        session.click(column: dot + 6, row: sign.row)
        try session.wait(forText: bannerTitles[2])
        session.wheel(1, column: 30, row: 8)
        try session.wait(forText: bannerTitles[3])
        session.drag(from: (60, 8), to: (10, 8))
        try session.wait(forText: bannerTitles[4])
        session.drag(from: (10, 8), to: (60, 8))
        try session.wait(forText: bannerTitles[3])
        session.drag(from: (30, 8), to: (32, 8))
        try session.waitUntilItRests()
        #expect(session.text.contains(bannerTitles[3]), "it snaps back")
        session.click(column: sign.column, row: sign.row)
        try session.wait(forText: "❚❚ space")
    }

    @Test func aResizeInTheMiddleOfASlideLeavesOnePage() throws {
        let session = try banner(moves: true)
        try session.wait(forText: bannerTitles[1])
        session.resize(columns: 130, rows: 40)
        session.send(" ")
        try session.wait(forText: "▶  space")
        try session.waitUntilItRests()
        #expect(bannerTitles.count { session.text.contains($0) } == 1)
        #expect(session.find("space")?.column ?? 0 > 100)
    }

    @Test(arguments: [(1, 1), (20, 6), (200, 50), (12, 3)]) func itFitsAnyScreen(columns: Int, rows: Int) throws {
        let session = try banner(columns: columns, rows: rows)
        // The smallest screens show nothing of it.
        try bench.stage.wait(forRequest: "banner")
        try session.waitUntilItRests()
        session.send("q")
        let end = try session.waitForEnd()
        #expect(end == .status(0))
        #expect(session.isAsFound)
    }

    // MARK: - Choosing

    @Test func aChosenPageOpensItsProgramAndComesBack() throws {
        let session = try banner()
        try session.wait(forText: bannerTitles[0])
        session.click(column: 30, row: 8)
        try session.wait(forText: pageText)
        session.send("q")
        try session.wait(forText: bannerTitles[0])
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(try bench.stage.events() == ["impression home 0", "click home 0", "impression home 0"])
    }

    /// Without a usable opener, the address is shown for the user to read.
    @Test func aLinkOutIsNotSaidToBeOpenedWhereThereIsNoDesktop() throws {
        let session = try bench.foyer(
            ["banner", "web", "--server", bench.stage.url],
            environment: ["PATH": getenv("PATH").map { String(cString: $0) }, "DISPLAY": nil, "WAYLAND_DISPLAY": nil])
        try session.wait(forText: "Clouds, on the web")
        session.send(.enter)
        try session.wait(forText: "https://example.com/clouds")
        #expect(!session.text.contains("Opened"))
    }

    @Test func aLinkOutIsShownAndIsALinkWhereTheTerminalHasThem() throws {
        let session = try bench.foyer(
            ["banner", "web", "--server", bench.stage.url],
            environment: ["TERM_PROGRAM": "iTerm.app", "PATH": "/nonexistent"])
        try session.wait(forText: "Clouds, on the web")
        session.send(.enter)
        try session.wait(forText: "https://example.com/clouds")
        try session.wait(forBytes: "\u{1B}]8;;https://example.com/clouds\u{1B}\\")
        let plain = try bench.foyer(
            ["banner", "web", "--server", bench.stage.url], environment: ["PATH": "/nonexistent"])
        try plain.wait(forText: "Clouds, on the web")
        plain.send(.enter)
        try plain.wait(forText: "https://example.com/clouds")
        try plain.waitUntilItRests()
        #expect(!String(decoding: plain.bytes, as: UTF8.self).contains("\u{1B}]8;"))
    }

    // MARK: - When things go wrong

    @Test func jsonTellsEveryState() throws {
        let ok = try json("home")
        #expect(ok.end == .status(0))
        #expect(try ok.result.field("status").text() == "ok")
        let shown = try ok.result.field("items").elements().map { try $0.field("title").text() }
        #expect(shown == bannerTitles)
        #expect(try pictures(ok.result) == Array(repeating: "ok", count: 5))

        let broken = try json("broken")
        #expect(broken.end == .status(0))
        #expect(try pictures(broken.result) == ["ok", "failed", "ok"])

        let slow = try json("slow", "--timeout", "1")
        #expect(slow.end == .status(0))
        #expect(try pictures(slow.result) == Array(repeating: "placeholder", count: 3))

        try bench.stage.fail("banner", #""kind":"status","code":503"#)
        let cached = try json("home", "--timeout", "1")
        #expect(cached.end == .status(0))
        #expect(try cached.result.field("status").text() == "cached")
        #expect(try cached.result.field("items").elements().count == 5)

        let blank = try json("down", "--timeout", "1")
        #expect(blank.end == .status(5))
        #expect(try blank.result.field("status").text() == "blank")
        #expect(try blank.result.field("error").field("code").integer(in: -1_000...0) == -994)
        #expect(try blank.result.field("error").field("message").text() == "Can not get banner data for key!")

        let image = try json("down", "--timeout", "1", "--error-image", Self.errorImage)
        #expect(image.end == .status(0))
        #expect(try image.result.field("status").text() == "error-image")

        let keyless = try json("")
        #expect(keyless.end == .status(5))
        #expect(try keyless.result.field("status").text() == "blank")
        #expect(try keyless.result.field("error").field("code").integer(in: -1_000...0) == -989)
        #expect(try keyless.result.field("error").field("message").text() == "The bannerKey is NULL!")

        try bench.stage.reset()
        for key in ["nope", "empty"] {
            let hidden = try json(key)
            #expect(hidden.end == .status(5))
            #expect(try hidden.result.field("status").text() == "hidden")
        }
    }

    @Test func aDeadServerShowsWhatWasThereLast() throws {
        #expect(try json("home").end == .status(0))
        try bench.stage.fail("banner", #""kind":"status","code":503"#)
        try bench.stage.fail("picture", #""kind":"status","code":503"#)
        let session = try banner("home", ["--timeout", "1"])
        try session.wait(forText: bannerTitles[0])
        session.send("l")
        try session.wait(forText: bannerTitles[1])
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    private static let errorImage = Checkout.root + "/Assets/images/away.jpg"

    @Test func theErrorImageSaysWhatItIsAndAsksAgain() throws {
        try bench.stage.fail("banner", #""kind":"status","code":503"#)
        let session = try banner("home", ["--timeout", "1", "--error-image", Self.errorImage])
        try session.wait(forText: "The banner could not be loaded.")
        try session.waitUntilItRests()
        #expect((5..<15).contains { session.cell(column: 40, row: $0).background != .default }, "the picture is there")
        try bench.stage.reset()
        session.send(.enter)
        try session.wait(forText: bannerTitles[0])
        #expect(!session.text.contains("could not be loaded"))
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func aBrokenPictureKeepsItsPageAndHasTheErrorImage() throws {
        let session = try banner("broken", ["--error-image", Self.errorImage])
        try session.wait(forText: "Autumn at the Tea House")
        session.send("l")
        try session.wait(forText: bannerTitles[1])
        try session.waitUntilItRests()
        #expect(!session.text.contains("could not be loaded"), "the page has its own words")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func withoutACampaignTheScreenSaysSoAndTheStatusToo() throws {
        let session = try banner("nope")
        try session.wait(forText: "There is no campaign here at the moment.")
        session.send("q")
        #expect(try session.waitForEnd() == .status(5))
        #expect(session.isAsFound)
    }

    @Test func closingBeforeItIsKnownIsClosed() throws {
        try bench.stage.fail("banner", #""kind":"hang""#)
        let session = try banner()
        try bench.stage.wait(forRequest: "banner")
        session.send("q")
        #expect(try session.waitForEnd() == .status(3))
        #expect(session.isAsFound)
    }

    // MARK: - Events for the owner

    @Test func impressionsArriveExactlyAsShown() throws {
        let session = try banner()
        try session.wait(forText: bannerTitles[0])
        for (key, page) in [("l", 1), ("l", 2), ("h", 1), ("5", 4)] {
            session.send(key)
            try session.wait(forText: bannerTitles[page])
        }
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(try bench.stage.events() == [0, 1, 2, 1, 4].map { "impression home \($0)" })
    }

    @Test func whatAKilledProgramHasShownIsDeliveredByTheNext() throws {
        try bench.stage.fail("events", #""kind":"status","code":503"#)
        let session = try banner()
        for title in bannerTitles.prefix(3) {
            try session.wait(forText: title)
            session.send("l")
        }
        try session.wait(forText: bannerTitles[3])
        // The frame comes first, then the word of it.
        try session.waitUntilItRests()
        session.signal(SIGKILL)
        #expect(try session.waitForEnd() == .signal(SIGKILL))
        #expect(try bench.stage.events().isEmpty)
        try bench.stage.reset()
        #expect(try json("single").end == .status(0))
        let events = try bench.stage.wait(forEvents: 4)
        #expect(events == (0...3).map { "impression home \($0)" })
    }
}
