import Glibc
import TestSupport
import Testing

/// Text on the middle page, on the first of the demo's own pages, and on the home screen.
private let middleText = "You are about to enter"
private let dawnText = "Before anybody is up"
private let homeText = "City Bikes"
private let link = "foyer://page/view1"

/// Links that reach the host while it runs, while it starts, and when it is not there.
@Suite(.serialized, .ownThreads) struct LinkTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func demo() throws -> TerminalSession { try bench.foyer(["demo", "--server", bench.stage.url]) }

    private func home() throws -> TerminalSession {
        let session = try demo()
        try session.wait(forText: homeText)
        return session
    }

    /// What `foyer open` says from a place without a terminal.
    private func open(_ link: String, _ options: String...) throws -> (end: ProgramEnd, lines: [String]) {
        let program = try bench.piped(["open", link] + options)
        return (try program.waitForEnd(), program.lines)
    }

    // MARK: Running

    @Test func aSecondTerminalsOpenLeadsTheFirstToThePageAndSaysSo() throws {
        let session = try home()
        let opened = try open(link)
        #expect(opened.end == .status(0) && opened.lines == ["The running Foyer has received /page/view1"])
        try session.wait(forText: middleText)
        #expect(session.text.contains("The link comes from the desktop") && session.text.contains(link))
        session.send(.enter)
        try session.wait(forText: dawnText)
        let again = try open(link, "--json")
        #expect(again.lines == [#"{"event":"result","status":"delivered","route":"/page/view1"}"#])
        try session.waitUntilItRests()
        #expect(session.text.contains(dawnText))
        session.send("q")
        try session.wait(forText: homeText)
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func aRefusedLinkChangesNothingAndIsShownInBothPlaces() throws {
        let session = try home()
        for link in ["foyer://page/nothing", "other://page/view1", "foyer://miniapp/.x", "foyer://page/view1\u{1B}[2J"]
        {
            let refused = try open(link, "--json")
            #expect(refused.end == .status(4))
            #expect(refused.lines.last?.hasPrefix(#"{"event":"result","status":"refused","reason":""#) == true)
            try session.wait(forText: "was not understood")
            #expect(session.text.contains("Tea House") && !session.text.contains(middleText))
            session.send(.right)
            try session.wait(for: "the notice's end") { !$0.text.contains("was not understood") }
        }
    }

    @Test func aLinkLaunchesAMiniProgramAtThatPage() throws {
        let session = try home()
        #expect(try open("foyer://miniapp/com.example.tea/pages/menu").end == .status(0))
        try session.wait(for: "its name") { $0.text.contains(middleText) && $0.text.contains("Tea House") }
        session.send(.enter)
        try session.wait(forText: "The menu")
        #expect(bench.household.files.contains { $0.hasPrefix("data/foyer/apps/com.example.tea") })
        session.send("q")
        try session.wait(forText: homeText)
    }

    @Test func aTabOfTheRootIsShownThere() throws {
        let session = try home()
        #expect(try open("foyer://apps").end == .status(0))
        try session.wait(forText: middleText)
        session.send(.enter)
        try session.wait(for: "the programs alone") {
            $0.text.contains("Night Market") && !$0.text.contains(middleText)
        }
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func aSecondStartShowsTheFirst() throws {
        let session = try home()
        let second = try demo()
        #expect(try second.waitForEnd() == .status(0))
        #expect(second.text.contains("Foyer is already running in another terminal."))
        #expect(second.text.contains("foyer open LINK") && second.text.contains("--new"))
        try session.wait(forText: "This program is already running here")
        #expect(second.isAsFound)
    }

    @Test func oneMoreRunsWhereItIsAskedFor() throws {
        let first = try home()
        let second = try bench.foyer(["demo", "--new", "--server", bench.stage.url])
        try second.wait(forText: homeText)
        // Links still go to the first.
        #expect(try open(link).end == .status(0))
        try first.wait(forText: middleText)
        second.send("qq")
        #expect(try second.waitForEnd() == .status(0))
        #expect(second.isAsFound)
    }

    // MARK: Starting, or not there

    @Test func aLinkAtAnyMomentOfTheStartIsSeenOnce() throws {
        var random = SplitMix64(seed: 17)
        for _ in 0..<Storm.count(usual: 5) {
            let first = try demo()
            first.run(for: .milliseconds(Int.random(in: 0...900, using: &random)))
            let second = try bench.foyer(["open", link, "--server", bench.stage.url])
            // The first process stays the instance.
            var host = first
            for _ in 0..<300 where first.end == nil && second.end == nil {
                first.run(for: .milliseconds(50))
                second.run(for: .milliseconds(50))
            }
            if first.end != nil { host = second }
            #expect((first.end ?? second.end) == .status(0), "\(first.picture)\n\(second.picture)")
            try host.wait(forText: middleText)
            host.send(.enter)
            try host.wait(forText: dawnText)
            try host.waitUntilItRests()
            host.send("q")
            try host.wait(forText: homeText)
            host.send("qq")
            #expect(try host.waitForEnd() == .status(0))
        }
    }

    @Test func withNoneRunningALinkStartsOne() throws {
        let session = try bench.foyer(["open", "foyer://page/view2", "--server", bench.stage.url])
        try session.wait(forText: middleText)
        session.send(.enter)
        try session.wait(forText: "Everything has its own colour")
        session.send("q")
        try session.wait(forText: homeText)
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound && !bench.household.files.contains { $0.hasSuffix(".sock") })
    }

    @Test func twentyStartsAtOnceGiveOnePrimaryAndNineteenThatWereServed() throws {
        let sessions = try (0..<20).map { _ in try bench.foyer(["open", link, "--server", bench.stage.url]) }
        for _ in 0..<600 where sessions.count(where: { $0.end == nil }) > 1 {
            for session in sessions where session.end == nil { session.run(for: .milliseconds(5)) }
        }
        let running = sessions.filter { $0.end == nil }
        #expect(running.count == 1)
        for session in sessions where session.end != nil {
            #expect(session.end == .status(0) && session.text.contains("received /page/view1"), "\(session.picture)")
        }
        let host = try #require(running.first)
        try host.wait(forText: middleText)
        host.send(.enter)
        try host.wait(forText: dawnText)
        host.send("q")
        try host.wait(forText: homeText)
    }

    @Test func aKilledInstanceIsInNobodysWay() throws {
        let first = try home()
        first.signal(SIGKILL)
        #expect(try first.waitForEnd() == .signal(SIGKILL))
        let second = try bench.foyer(["open", link, "--server", bench.stage.url])
        try second.wait(forText: middleText)
        #expect(try open(link).end == .status(0))
    }

    @Test func withoutATerminalOrADisplayItSaysSo() throws {
        let opened = try open(link)
        #expect(opened.end == .status(69) && opened.lines.isEmpty)
        let told = try open(link, "--json")
        #expect(told.end == .status(69) && told.lines.count == 1)
        #expect(told.lines.last?.hasPrefix(#"{"event":"result","status":"refused","reason":""#) == true)
        #expect(try open("foyer://page/nothing").end == .status(4))
    }
}

/// The first screen, chosen by remote config.
@Suite(.serialized, .ownThreads) struct RootTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func start(columns: Int = 80) throws -> TerminalSession {
        try bench.foyer(["demo", "--server", bench.stage.url], columns: columns)
    }

    private func reason(_ session: TerminalSession) throws -> String {
        session.send("d")
        try session.wait(forText: "Why this root?")
        let index = session.screen.firstIndex { $0.contains("Why this root?") } ?? 0
        return session.screen[(index + 1)...(index + 2)].map { $0.trimmed }.joined(separator: " ")
    }

    /// The reason at home, of starts upon starts until it fits: a busy machine may not have the config within its 3 s.
    private func reasonGiven(_ fits: (String) -> Bool) throws -> String {
        var said = ""
        for _ in 0..<10 where !fits(said) {
            let session = try start()
            try session.wait(forText: homeText)
            said = try reason(session)
            session.send("qqq")
            #expect(try session.waitForEnd() == .status(0))
        }
        return said
    }

    @Test func theConfigPicksTheRootAndTheyDiffer() throws {
        let first = try start()
        try first.wait(forText: homeText)
        #expect(!first.text.contains("Inbox"))
        #expect(try reason(first).hasPrefix(#"v1, because version is "1" (remote); fetched in"#))
        first.send("qqq")
        #expect(try first.waitForEnd() == .status(0))
        try bench.stage.configure(#"{"version":"7"}"#)
        let second = try start()
        try second.wait(forText: homeText)
        #expect(second.text.contains("Inbox"))
        #expect(try reason(second).hasPrefix(#"v2, because version is "7" (remote)"#))
    }

    @Test(arguments: [
        (#""kind":"hang""#, "no answer within 3."), (#""kind":"garbage""#, "the fetch failed"),
        (#""kind":"status","code":500"#, "the fetch failed"), (#""kind":"trickle""#, "no answer within 3."),
        (#""kind":"corrupt""#, "the fetch failed"), (#""kind":"endless""#, "the fetch failed"),
        (#""kind":"refuse""#, "the fetch failed"),
    ])
    func aConfigServerThatFailsKeepsNobody(fault: String, reason why: String) throws {
        try bench.stage.fail("config", fault)
        let said = try reasonGiven { $0.contains(why) }
        #expect(said.hasPrefix(#"v2, because version is "2" (default); "#) && said.contains(why), "\(said)")
    }

    @Test func theLastGoodRootSurvivesARestart() throws {
        _ = try reasonGiven { $0.contains("(remote)") }
        try bench.stage.fail("config", #""kind":"hang""#)
        let second = try start()
        try second.wait(forText: homeText)
        #expect(try reason(second).hasPrefix(#"v1, because version is "1" (cached); no answer within"#))
    }

    @Test func notificationsThatAreTappedOnTheSplashWaitForTheRoot() throws {
        try bench.stage.fail("config", #""kind":"delay","seconds":2"#)
        let session = try start()
        try session.wait(forText: "Come in")
        session.run(for: .milliseconds(700))
        session.send("2")
        #expect(!session.text.contains(dawnText))
        try session.wait(forText: dawnText)
        session.send("q")
        try session.wait(forText: homeText)
    }

    @Test func aTappedMessageOfTheInboxOpensItsPage() throws {
        try bench.stage.configure(#"{"version":"2"}"#)
        let session = try start(columns: 120)
        try session.wait(forText: homeText)
        session.send("T")
        try session.wait(forText: "Dawn at ten past six")
        session.send(.down, .enter)
        try session.wait(forText: dawnText)
        session.send("q")
        try session.wait(forText: "Dawn at ten past six")
        session.send(.end, .enter)
        try session.wait(forText: "was not understood")
    }

    @Test func theCommandSaysTheSame() throws {
        let lines = try bench.piped(["config", "--server", bench.stage.url, "--json"])
        #expect(try lines.waitForEnd() == .status(0))
        let line = try #require(lines.lines.last)
        #expect(
            line.hasPrefix(#"{"event":"result","root":"v1","values":{"#)
                && line.contains(#""version":{"value":"1","source":"remote"}"#))
        try bench.stage.fail("config", #""kind":"hang""#)
        let plain = try bench.piped(["config", "version", "--server", bench.stage.url, "--timeout", "0.3"])
        #expect(try plain.waitForEnd() == .status(0))
        #expect(plain.lines.first == "version = 1  (cached)")
        #expect(
            plain.lines.last?.contains(
                /^Root: v1, because version is "1" \(cached\); no answer within \d+ ms/) == true)
        let none = try bench.piped(["config"])
        #expect(try none.waitForEnd() == .status(64))
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
