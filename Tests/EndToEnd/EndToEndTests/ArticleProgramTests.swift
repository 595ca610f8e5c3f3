import FoyerSystem
import Glibc
import Testing

/// Four articles' programs run as they are printed, with what any program sees of Foyer, two of them against
/// sites as the articles publish them.
@Suite(.serialized, .ownThreads) struct ArticleProgramTests {
    private let household: Household
    private let path: String

    init() throws {
        household = try Household()
        path = household.path
    }

    @Test func ownBannerShowsTheCampaignAndBindsItsItems() throws {
        let program = try build("OwnBanner")
        let (site, address) = try serve("sources")
        defer { kill(site.process, SIGTERM) }
        let session = try TerminalSession(
            program, [address], environment: household.environment.merging(["FOYER_REDUCE_MOTION": "1"]) { $1 })
        // One page has neither a number nor a dot.
        try session.waitUntilItRests()
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("The first opens foyer://app/com.example.hello."), "\(session.text)")
        try clean()
    }

    @Test func ownWidgetIsClickedAndMoves() throws {
        let program = try build("OwnWidget")
        try run("'\(program)' --test")
        let session = try TerminalSession(program, [], environment: household.environment)
        try session.wait(forText: "How was the tea? 0 of 5")
        session.click(column: 39, row: 11)
        try session.wait(forText: "How was the tea? 3 of 5")
        try session.wait(forText: "29 s left")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        try clean()
    }

    @Test func anyRendererDrawsAfterTheSplash() throws {
        let program = try build("AnyRenderer")
        let session = try TerminalSession(
            program, [], environment: household.environment.merging(["NO_ZONES": "1"]) { $1 })
        try session.wait(forText: "10003")
        session.send("r")
        try session.wait(forText: "It is noon. q leaves.")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        let piped = try PipedProgram(program, [], environment: household.environment)
        #expect(try piped.waitForEnd() == .status(0))
        #expect(piped.lines == ["It is noon."], "\(piped.lines)")
        try clean()
    }

    @Test func rootAndLinksShowsTheNewShopAndTheItemOnTopOfIt() throws {
        let program = try build("RootAndLinks")
        let (site, address) = try serve("shop", more: "echo 'home: new' >> shop/config.yaml")
        defer { kill(site.process, SIGTERM) }
        let session = try TerminalSession(
            program, [address], environment: household.environment.merging(["FOYER_REDUCE_MOTION": "1"]) { $1 })
        try session.wait(forText: "Item 7")
        // A second start hands its link to the first, and ends.
        let second = try PipedProgram(program, [address, "shop://item/8"], environment: household.environment)
        try session.wait(forText: "You are about to enter")
        #expect(try second.waitForEnd() == .status(0))
        #expect(second.lines == ["The running shop has it: /item/8"], "\(second.lines)")
        session.send(.enter)
        try session.wait(forText: "Item 8")
        session.send("q")
        try session.wait(forText: "Item 7")
        session.send("q")
        try session.wait(forText: "The new shop")
        session.send("d")
        try session.wait(forText: "Why this root?")
        session.send("d")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        try clean()
    }

    @Test func pinnedKeysBelievesTheKeyAndNoOther() throws {
        let program = try build("PinnedKeys")
        let sign = "'\(Products.foyer)' key new sources/site.key >key.txt && echo 'key: site.key' >>sources/site.yaml"
        let (site, address) = try serve("sources", more: sign)
        defer { kill(site.process, SIGTERM) }
        let printed = String(decoding: try UserFile.read(path + "/key.txt", limit: 1_000), as: UTF8.self)
        let key = try #require(printed.firstMatch(of: /[A-Za-z0-9+\/]{43}=/)?.0, "\(printed)")
        func lines(_ key: String) throws -> [String] {
            let host = try PipedProgram(program, [address, key], environment: household.environment)
            #expect(try host.waitForEnd() == .status(0))
            return host.lines.filter { $0.hasPrefix("program:") || $0.hasPrefix("banner:") || $0.hasPrefix("config:") }
        }
        #expect(try lines(String(key)) == ["program: completed", "banner: Welcome", "config: fetched"])
        let other = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let refused = try lines(other)
        #expect(refused.first?.contains("10003") == true && refused.contains("banner: refused"), "\(refused)")
        try clean()
    }

    @Test func ownCollectorCounts() throws {
        let program = try build("OwnCollector")
        let (site, address) = try serve("sources")
        defer { kill(site.process, SIGTERM) }
        let host = try PipedProgram(program, [address], environment: household.environment)
        #expect(try host.waitForEnd() == .status(0))
        #expect(host.lines == ["1 × impression home", "1 × load home"])
        try clean()
    }

    @Test func accessibleHostIsHeardAndAnswered() throws {
        let program = try build("AccessibleHost")
        let kettle = try PipedProgram(
            "/bin/bash", ["-c", #"printf 'heat\nblack\nq\n' | ACCESSIBLE=1 FOYER_SCREEN= "$0""#, program],
            environment: household.environment)
        #expect(try kettle.waitForEnd() == .status(0))
        let said = kettle.lines
        #expect(said.first == "Accessible mode is on (ACCESSIBLE is set); FOYER_SCREEN=full turns it off.")
        for line in ["The kettle.", "It has 40 degrees.", "It has 60 degrees.", "You poured Black tea."] {
            #expect(said.contains(line), "\(line): \(said)")
        }
        try clean()
    }

    @Test func screensAndWidgetsFindsWhatIsTyped() throws {
        let program = try build("ScreensAndWidgets")
        let session = try TerminalSession(program, [], environment: household.environment)
        try session.wait(forText: "3 found")
        session.send("q boat")
        try session.wait(forText: "0 found")
        session.send(.control("u"))
        session.send("boat")
        try session.wait(forText: "1 found")
        #expect(session.text.contains("Boat hire") && !session.text.contains("City bikes"))
        session.send(.down)
        session.send(.enter)
        try session.wait(forText: "hire is open.")
        session.send(.control("u"))
        session.send("b")
        try session.wait(forText: "2 found")
        session.send(.escape)
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        let talk = try TerminalSession(
            program, [], environment: household.environment.merging(["ACCESSIBLE": "1"]) { $1 })
        try talk.wait(forText: "3 City bikes.")
        talk.send("boat\n")
        try talk.wait(forText: "1 Boat hire.")
        talk.send("\n1\n")
        try talk.wait(forText: "hire is open.")
        talk.send("q\n")
        #expect(try talk.waitForEnd() == .status(0))
        try clean()
    }

    @Test func ownCarouselTurnsAndIsChosenFrom() throws {
        let program = try build("OwnCarousel")
        let session = try TerminalSession(program, [], environment: household.environment)
        try session.wait(forText: "Find your files")
        session.send("2")
        try session.wait(forText: "All keys")
        session.send("\t\r")
        try session.wait(forText: "Tip 2 is open.")
        session.send("a")
        try session.wait(forText: "Find your files")
        #expect(!session.text.contains("is open") && session.text.contains("q leaves"))
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        try clean()
    }

    @Test func `the shortcut program reports what it cannot do`() throws {
        let program = try build("OwnShortcuts")
        for (words, said) in [
            (["shortcut", "remove", "nothing"], "There is no shortcut \"nothing\"."),
            (["open", "reader://nowhere"], "this program has no pages under the host nowhere"),
        ] {
            let refused = try PipedProgram(program, words, environment: household.environment)
            #expect(try refused.waitForEnd() == .status(1))
            #expect(refused.lines == [said], "\(refused.lines)")
        }
        let piped = try PipedProgram(program, ["open", "reader://article/7"], environment: household.environment)
        #expect(try piped.waitForEnd() == .status(0))
        #expect(piped.lines.first?.hasPrefix("reader://article/7 was not opened. ") == true, "\(piped.lines)")
        let session = try TerminalSession(program, ["open", "reader://article/7"], environment: household.environment)
        try session.wait(forText: "Article 7")
        session.send("s")
        try session.wait(forText: "In a browser")
        session.send("b")
        try session.wait(forText: "https://reader.example/guides/7.html")
        session.send("q")
        try session.waitUntilItRests()
        session.send("q")
        try session.wait(forText: "All articles")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        try clean()
    }

    @Test func `an error page over a whole host keeps a diagnosis`() throws {
        let program = try build("WholeHost")
        let bench = try StageUnderTest()
        try bench.fail("metadata", #""kind":"status","code":404"#)
        let session = try TerminalSession(
            program, [bench.url], environment: household.environment.merging(["FOYER_REDUCE_MOTION": "1"]) { $1 })
        try session.wait(forText: "Forty stalls")
        try session.waitUntilItRests()
        // A card that has just appeared takes no key.
        for _ in 0..<5 where session.text.contains("Forty stalls") {
            session.send("q")
            try session.waitUntilItRests()
        }
        try session.wait(forText: "t opens the Tea House")
        session.send("t")
        try session.wait(forText: "y Diagnosis")
        session.send("y")
        try session.wait(forText: "diagnosis.txt")
        for _ in 0..<3 { session.send("q") }
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        try clean()
    }

    // MARK: - Making and serving

    private func build(_ article: String) throws -> String { try ArticleProgram.build(article, in: household) }

    private func serve(_ folder: String, more: String = "true") throws -> (PipedProgram, String) {
        try run("cd '\(path)' && '\(Products.foyer)' publish --init \(folder) && \(more)")
        let served = try PipedProgram(
            Products.foyer, ["publish", path + "/" + folder, "--serve"], environment: household.environment)
        try served.wait { $0.hasPrefix("Serving ") }
        let line = try #require(served.lines.last { $0.hasPrefix("Serving ") })
        return (served, String(try #require(line.split(separator: " ").dropFirst().first)))
    }

    private func clean() throws { try run("rm -rf '\(path)'/*") }

    private func run(_ script: String) throws { try ArticleProgram.run(script, household) }
}
