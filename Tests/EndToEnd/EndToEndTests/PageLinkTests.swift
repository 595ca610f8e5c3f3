import Glibc
import TestSupport
import Testing

private let homeText = "City Bikes"
private let middleText = "You are about to enter"
private let dawnText = "Before anybody is up"
private let guideText = "An icon of its own"

/// Links, tiles and banners that lead to the same pages, and what the pages do with the host's keys.
@Suite(.serialized, .ownThreads) struct PageLinkTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func home(_ server: String? = nil) throws -> TerminalSession {
        let session = try bench.foyer(["demo", "--server", server ?? bench.stage.url])
        try session.wait(forText: homeText)
        return session
    }

    /// Hands a link over and answers what is said.
    @discardableResult
    private func open(_ link: String, _ options: String...) throws -> String {
        let program = try bench.piped(["open", link] + options)
        #expect(try program.waitForEnd() == .status(0))
        return program.lines.last ?? ""
    }

    // MARK: - Versions

    @Test func aLinkMayNameTheVersion() throws {
        let session = try home()
        try open("foyer://miniapp/com.example.tea;version=1.2.0/pages/menu")
        try session.wait(forText: middleText)
        session.send(.enter)
        try session.wait(forText: "The menu")
        session.send("q")
        try session.wait(forText: homeText)
        try open("foyer://miniapp/com.example.tea;version=9.9")
        try session.wait(forText: middleText)
        session.send(.enter)
        try session.wait(forText: "asks for version 9.9, but only")
        #expect(session.text.contains("10001"))
        session.send("d")
        try session.wait(forText: "The platform has version 1.2.0, not 9.9")
        session.send("d")
        try session.wait(for: "the error alone") { !$0.text.contains("the platform has") }
        session.send(.enter)
        try session.wait(forText: homeText)
    }

    // MARK: - One page, however it is reached

    @Test func aProgramThatATileHasOpenedIsNotPutOnTopOfItself() throws {
        let session = try home()
        session.send(.enter)
        try session.wait(forText: pageText)
        for link in ["foyer://app/com.example.tea", "foyer://miniapp/com.example.tea/pages/index"] {
            #expect(try open(link).contains("/miniapp/com.example.tea"))
        }
        try session.waitUntilItRests()
        #expect(session.text.contains(pageText) && !session.text.contains(middleText), "\(session.picture)")
        // Within the program the user goes on, and links follow.
        session.send(.tab, .enter)
        try session.wait(forText: "The menu")
        try open("foyer://miniapp/com.example.tea/pages/menu")
        try session.waitUntilItRests()
        #expect(session.text.contains("The menu") && !session.text.contains(middleText))
        try open("foyer://app/com.example.tea")
        try session.wait(forText: middleText)
        session.send("q")
        try session.wait(forText: "The menu")
        session.send("qq")
        try session.wait(forText: homeText)
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
    }

    // MARK: - The host's keys

    @Test func theHostsKeysWorkInsideAMiniProgram() throws {
        let session = try home()
        session.send(.enter)
        try session.wait(forText: pageText)
        session.send(.tab, .enter)
        try session.wait(forText: "The menu")
        session.send("s")
        try session.wait(for: "the guide, with the program's name") {
            $0.text.contains(guideText) && $0.text.contains("Tea House")
        }
        session.send(.enter)
        try session.wait(forText: "is among your programs now")
        session.send(.enter)
        try session.wait(forText: "The menu")
        let list = try bench.piped(["shortcut", "list"])
        #expect(try list.waitForEnd() == .status(0))
        #expect(list.lines.last?.hasSuffix("foyer://miniapp/com.example.tea/pages/menu") == true, "\(list.lines)")
        session.send("d")
        try session.wait(for: "how the launch went") { $0.text.contains("Details") && $0.text.contains("Unpacking") }
        session.send("q")
        try session.wait(for: "the page again") { $0.text.contains("The menu") && !$0.text.contains("Unpacking") }
        // The list of keys takes the next key, whichever it is.
        session.send("?")
        try session.wait(forText: "add to desktop")
        session.send("s")
        try session.wait(for: "the page again") { !$0.text.contains("add to desktop") }
        #expect(!session.text.contains(guideText))
    }

    // MARK: - Banners

    /// The demo's assets with another campaign.
    private func stage(linkingTo links: [String]) throws -> StageUnderTest {
        let source = Checkout.root + "/Assets"
        let folder = bench.household.path + "/assets"
        mkdir(folder, 0o700)
        // Links in sources are refused.
        let names = ["programs", "images", "site.yaml", "config.yaml"].map { "\(source)/\($0)" }
        _ = try PipedProgram("/bin/cp", ["-R"] + names + [folder], environment: [:]).waitForEnd()
        mkdir(folder + "/banners", 0o700)
        let items = links.map { "  - { title: \"To \($0)\", image: autumn.jpg, link: \"\($0)\" }\n" }
        for (name, text) in [("banners/home.yaml", "name: n\nitems:\n" + items.joined()), ("stage.json", "{}")] {
            TestFile.write(text, to: folder + "/" + name)
        }
        return try StageUnderTest(assets: folder)
    }

    @Test func aBannerLeadsToAPageOfTheHost() throws {
        let stage = try stage(linkingTo: ["foyer://page/view1"])
        let session = try home(stage.url)
        try session.wait(forText: "To foyer://page/view1")
        session.send(.up, .enter)
        try session.wait(forText: dawnText)
        session.send("q")
        try session.wait(forText: homeText)
    }

    @Test(arguments: ["foyer://page/gone", "foyer://miniapp/.x"])
    func aBannersLinkThatIsRefusedIsShownWithTheReason(link: String) throws {
        let stage = try stage(linkingTo: [link])
        let session = try home(stage.url)
        try session.wait(forText: "To \(link)")
        session.send(.up, .enter)
        try session.wait(forText: "was not understood")
        #expect(session.text.contains(homeText))
    }
}

/// A cold start that has to open a window for itself.
@Suite(.serialized, .ownThreads) struct WindowLinkTests {
    private let bench: Bench
    private static let stage = Result { try StageUnderTest() }

    init() throws { bench = try Bench(Self.stage) }

    private var terminal: String { bench.household.path + "/terminal" }

    /// `foyer open` without a terminal, on a desktop whose terminal only notes what it is to run.
    private func start(
        _ arguments: [String], environment changes: [String: String] = [:]
    ) throws -> PipedProgram {
        if access(terminal, X_OK) != 0 {
            TestFile.write("#!/bin/sh\nprintf '%s\\n' \"$@\" >> '\(terminal).said'\n", to: terminal)
            chmod(terminal, 0o700)
        }
        var environment = bench.household.environment
        environment["PATH"] = "/usr/bin:/bin"
        environment["DISPLAY"] = ":99"
        environment["TERMINAL"] = terminal
        return try PipedProgram(
            Products.foyer, ["open", "foyer://page/view1"] + arguments, environment: environment.merging(changes) { $1 }
        )
    }

    /// What the terminal noted, word by word; `nil` while it was not asked for anything.
    private var noted: [String]? { TestFile.text(terminal + ".said")?.split(separator: "\n").map(String.init) }

    private func open(_ arguments: [String], environment changes: [String: String]) throws -> (ProgramEnd, [String]) {
        let program = try start(arguments, environment: changes)
        let end = try program.waitForEnd()
        return (end, noted ?? program.lines)
    }

    @Test func eightLinksAtOnceOpenOneWindow() throws {
        let programs = try (0..<8).map { _ in try start(["--json"]) }
        let deadline = ContinuousClock.now + TerminalSession.patience
        while noted == nil, ContinuousClock.now < deadline {}
        // What the terminal would run.
        let window = try bench.foyer(
            ["open", "foyer://page/view1", "--server", bench.stage.url],
            environment: ["FOYER_TERMINAL_OPENED": "desktop"])
        try window.wait(forText: "You are about to enter")
        for program in programs { #expect(try program.waitForEnd() == .status(0)) }
        let results = programs.flatMap(\.lines).sorted()
        let delivered = #"{"event":"result","status":"delivered","route":"/page/view1"}"#
        let started = #"{"event":"result","status":"started","route":"/page/view1"}"#
        #expect(results == Array(repeating: delivered, count: 7) + [started])
        #expect(noted?.count { $0 == Products.foyer } == 1)
    }

    @Test func theOptionsThatWereGivenReachIt() throws {
        let (end, words) = try open(
            [
                "--server", "http://127.0.0.1:9", "--timeout", "2", "--language", "zh-Hans", "--ascii",
                "--reduce-motion", "--cacert", "ca.pem", "--record", "/tmp/r.cast", "--json",
            ], environment: ["FOYER_SERVER": "http://127.0.0.1:8"])
        #expect(end == .status(0))
        let start = try #require(words.firstIndex(of: Products.foyer))
        #expect(words.contains("XDG_CONFIG_HOME=\(bench.household.path)/config"))
        #expect(words.contains("FOYER_SERVER=http://127.0.0.1:8"))
        let command = words[start...].dropFirst()
        #expect(command.first == "open" && command.last == "foyer://page/view1" && !command.contains("--json"))
        for pair in [
            ["--server", "http://127.0.0.1:9"], ["--timeout", "2.0"], ["--language", "zh-Hans"],
            ["--record", "/tmp/r.cast"],
        ] {
            let place = try #require(command.firstIndex(of: pair[0]), "\(words)")
            #expect(command[place...].dropFirst().first == pair[1])
        }
        let option = try #require(command.firstIndex(of: "--cacert"))
        let file = try #require(command[option...].dropFirst().first)
        #expect(file.hasPrefix("/") && file.hasSuffix("/ca.pem"))
        #expect(command.contains("--ascii") && command.contains("--reduce-motion"))
    }

    /// Not from the window's own terminal, which is what the new process has.
    @Test func theMiddlePageSaysWhereTheLinkCameFrom() throws {
        let (_, words) = try open([], environment: [:])
        #expect(words.contains("FOYER_TERMINAL_OPENED=desktop"))
        let session = try bench.foyer(
            ["open", "foyer://page/view1", "--server", bench.stage.url],
            environment: ["FOYER_TERMINAL_OPENED": "desktop"])
        try session.wait(forText: "The link comes from the desktop")
    }

    @Test func withoutOptionsThereIsTheLinkAlone() throws {
        let (end, words) = try open([], environment: [:])
        #expect(end == .status(0))
        #expect(words.suffix(3) == [Products.foyer, "open", "foyer://page/view1"])
    }

    @Test func whatIsWrongIsSaidBeforeThereIsAWindow() throws {
        let (end, lines) = try open(["--server", "nonsense"], environment: [:])
        #expect(end == .status(64) && lines.isEmpty)
    }

    @Test func thePlatformOfTheEnvironmentCountsForALinkToo() throws {
        let session = try bench.foyer(
            ["open", "foyer://apps"], environment: ["FOYER_SERVER": bench.stage.url])
        try session.wait(forText: "You are about to enter")
        try bench.stage.wait(forRequest: "config")
        session.send("qqq")
        _ = try session.waitForEnd()
    }

    @Test(arguments: ["en", "zh-Hans", "zh-Hant"])
    func withoutADisplayItIsSaidInTheUsersLanguage(language: String) throws {
        let program = try bench.piped(["open", "foyer://page/view1", "--language", language])
        #expect(try program.waitForEnd() == .status(69))
        let said = String(decoding: program.errors, as: UTF8.self)
        let word = ["en": "no display to open one on", "zh-Hans": "既没有终端", "zh-Hant": "既沒有終端機"][language] ?? ""
        #expect(said.contains(word), "\(said)")
    }
}
