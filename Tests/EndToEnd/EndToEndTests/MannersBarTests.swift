import Glibc
import Testing

/// What a short command leaves on a terminal, and when a long one has a splash.
@Suite(.serialized, .ownThreads) struct SplashMannersTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench
    private let folder = ScratchFolder()

    init() throws { bench = try Bench(Self.stage) }

    /// As anybody types it: with no limit of time, which would keep Foyer beside the command.
    private func run(_ command: [String], _ options: [String] = []) throws -> TerminalSession {
        try TerminalSession(Products.foyer, ["run"] + options + ["--"] + command, environment: bench.environment)
    }

    @Test(arguments: [["true"], ["echo", "hi"], ["sleep", "0.1"]])
    func aHundredShortCommandsAreAsWithoutFoyer(_ command: [String]) throws {
        let bare = try TerminalSession("/usr/bin/env", command, environment: bench.environment)
        let end = try bare.waitForEnd()
        for _ in 0..<100 {
            let session = try run(command)
            #expect(try session.waitForEnd() == end)
            #expect(session.bytes == bare.bytes, "\(String(decoding: session.bytes, as: UTF8.self))")
            #expect(session.isAsFound)
        }
    }

    /// Before, it comes 300 ms after the command has begun; then the command begins behind it. On a busy machine either may be
    /// seen late, so there are three of each.
    @Test func afterThreeRunsTheSplashIsThereAtOnce() throws {
        let began = folder.path("began")
        let waits = try (1...6).map { _ in
            let session = try run(["sh", "-c", "date +%s%N >'\(began)'; sleep 1.1"])
            try session.wait(for: "the first byte") { !$0.bytes.isEmpty }
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            try session.wait(for: "the splash") { $0.terminal.isAlternateScreen }
            #expect(try session.waitForEnd() == .status(0))
            let text = CellFolder.read(began).map { String(decoding: $0.dropLast(), as: UTF8.self) }
            let start = try #require(text.flatMap { Int($0) })
            return Duration.nanoseconds(now.tv_sec * 1_000_000_000 + now.tv_nsec - start)
        }
        #expect(waits[..<3].max() ?? .zero > .milliseconds(200), "\(waits)")
        #expect(waits[3...].min() ?? .zero < .milliseconds(150), "\(waits)")
    }

    @Test func aSecondIsWorthASplashAfter300MillisecondsAndNotBefore() throws {
        let start = ContinuousClock.now
        let session = try run(["sleep", "1"])
        try session.wait(for: "the first byte") { !$0.bytes.isEmpty }
        #expect(ContinuousClock.now - start >= .milliseconds(300))
        try session.wait(for: "the splash") { $0.terminal.isAlternateScreen }
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    /// Two seconds pass in silence, then standard error says what goes on; the terminal is left alone.
    @Test func withoutASplashLinesComeAfterTwoSecondsAndNothingBefore() throws {
        try bench.stage.fail("package", #""kind":"hang""#)
        let errors = folder.path("errors")
        let start = ContinuousClock.now
        let session = try TerminalSession(
            "/bin/bash",
            [
                "-c", #"exec "$0" "$@" 2>"$ERRORS""#, Products.foyer, "launch", Bench.id("tea"), "--no-splash",
                "--server", bench.stage.url,
            ] + Bench.noHurry, environment: bench.environment.merging(["ERRORS": errors]) { $1 })
        func isSilent() -> Bool {
            var status = stat()
            return stat(errors, &status) != 0 || status.st_size == 0
        }
        try session.wait(for: "a line on standard error") { _ in !isSilent() }
        #expect(ContinuousClock.now - start >= .seconds(2))
        #expect(session.bytes.isEmpty, "\(session.picture)")
        session.signal(SIGTERM)
        _ = try session.waitForEnd()
    }

    @Test func aProgramOfTheDemoHasNoSplashEither() throws {
        let session = try bench.foyer(["demo", "--no-splash", "--server", bench.stage.url])
        try session.wait(for: "the programs") { $0.text.contains("Tea House") }
        try session.waitUntilItRests()
        let before = session.bytes.count
        session.send(.enter)
        try session.wait(forText: pageText)
        let written = String(decoding: session.bytes[before...], as: UTF8.self)
        #expect(!written.contains("Downloading") && !written.contains("Asking for the program"))
        session.send("q")
        try session.wait(forText: "Tea House")
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func announcementsOffBringNoPopup() throws {
        let on = try bench.foyer(["demo", "--server", bench.stage.url], hasAllowedEvents: false)
        try bench.stage.wait(forRequest: "popup")
        on.send(.control("c"))
        _ = try on.waitForEnd()
        try bench.stage.reset()
        try bench.household.writeSettings("announcements: off\n")
        let off = try bench.foyer(["demo", "--server", bench.stage.url], hasAllowedEvents: false)
        try off.wait(for: "the programs") { $0.text.contains("Tea House") }
        try off.waitUntilItRests()
        off.send("qq")
        #expect(try off.waitForEnd() == .status(0))
        #expect(try !bench.stage.requests().contains { $0.hasPrefix("popup") })
    }
}

/// Who may be told what.
@Suite(.serialized, .ownThreads) struct EventMannersTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench
    private let person: Person

    init() throws {
        bench = try Bench(Self.stage)
        person = Person(bench: bench)
    }

    @Test(arguments: Flow.all) func nobodyIsToldWithoutAnAnswer(_ flow: Flow) throws {
        var hadNotice = false
        let said = try person.perform(flow) { if Person.hasNotice($0.text) { hadNotice = true } }
        // In lines the input ends before a card has been seen, and a banner that failed has none: there is nothing to ask about.
        #expect(hadNotice == (flow.tells && flow.hasCard && flow.shown != nil))
        #expect(!Person.hasNotice(said), "\(said)")
        #expect(try !person.isTold)
        #expect(person.eventFiles.isEmpty)
    }

    @Test func whatWaitsStaysWhileEventsAreOff() throws {
        _ = try bench.piped(["events", "on"]).waitForEnd()
        try bench.stage.fail("events", #""kind":"status","code":503"#)
        try person.perform(Flow.all[0])
        let waiting = person.eventFiles
        #expect(!waiting.isEmpty)
        try bench.stage.reset()
        try person.perform(Flow.all[0], environment: ["DO_NOT_TRACK": "1"])
        #expect(try !person.isTold)
        #expect(person.eventFiles == waiting)
        try person.perform(Flow.all[0])
        #expect(try person.isTold)
    }

    @Test(arguments: ["foyer", "cloudevents"]) func whatIsListedIsWhatACollectorGets(_ format: String) throws {
        func collect(at port: UInt16) throws {
            try bench.household.writeSettings("events: { format: \(format), url: \"http://127.0.0.1:\(port)/in\" }\n")
        }
        _ = try bench.piped(["events", "on"]).waitForEnd()
        // Nobody is there yet.
        try collect(at: LoopbackListener().port)
        try person.perform(Flow.all[0])
        let list = try bench.piped(["events", "list"])
        _ = try list.waitForEnd()
        #expect(String(decoding: list.output, as: UTF8.self).contains("impression"))
        let collector = try LoopbackListener()
        try collect(at: collector.port)
        // A card that is not due is told to nobody; what waits is sent when it ends.
        let sender = try bench.piped(["popup", "past", "--json", "--server", bench.stage.url])
        let body = try collector.takeRequest()
        _ = try sender.waitForEnd()
        #expect(body + [UInt8(ascii: "\n")] == list.output)
    }
}

/// Everything that people do, where they have said no. Each way to say it has a stage and a home of its own.
@Suite(.ownThreads) struct EventRefusalTests {
    @Test(arguments: Refusal.allCases) func whoSaysNoIsHeard(_ refusal: Refusal) throws {
        let bench = try Bench(Result { try StageUnderTest() })
        let person = Person(bench: bench)
        switch refusal {
        case .setting: try bench.household.writeSettings("events: off\n")
        case .command: _ = try bench.piped(["events", "off"]).waitForEnd()
        case .option, .buildService, .agent, .doNotTrack: break
        }
        for flow in Flow.all {
            var hadNotice = false
            let said = try person.perform(flow, refusal.options(for: flow), environment: refusal.environment) {
                if Person.hasNotice($0.text) { hadNotice = true }
            }
            #expect(!hadNotice && !Person.hasNotice(said), "\(flow): there is nothing to give notice of")
            #expect(try !person.isTold, "\(flow)")
            #expect(person.eventFiles.isEmpty, "\(flow)")
        }
    }
}

/// Something that people do.
struct Flow: CustomTestStringConvertible, Sendable {
    let words: [String]
    /// What is on the screen once it is there; `nil` for one that needs no terminal.
    let shown: String?
    /// What is then typed, before `q`.
    var keys = ""
    /// Whether somebody is told of it.
    var tells = true
    /// A card can be seen.
    var hasCard = true
    /// Whether it talks to a platform.
    var asks = true

    var testDescription: String {
        words.joined(separator: " ") + (shown == nil ? " in lines" : keys.isEmpty ? "" : ", \(keys.debugDescription)")
    }

    private static let banner = ["banner", "home"]
    private static let popup = ["popup", "always"]
    private static let tea = ["launch", "com.example.tea"]

    static let all = [
        Flow(words: banner, shown: bannerTitles[0]),
        Flow(words: banner, shown: bannerTitles[0], keys: "lll"),
        Flow(words: banner, shown: bannerTitles[0], keys: "\r"),
        Flow(words: ["banner", "single"], shown: "The keeper"),
        Flow(words: ["banner", "down"], shown: "-994", hasCard: false),
        Flow(words: banner + ["--json"], shown: nil),
        Flow(words: banner + ["--plain"], shown: nil),
        Flow(words: banner + ["--accessible"], shown: nil),
        Flow(words: popup, shown: "On the web"),
        Flow(words: popup, shown: "On the web", keys: "\r"),
        Flow(words: popup, shown: "On the web", keys: "\u{1B}"),
        Flow(words: ["popup", "evening"], shown: "Order ahead"),
        Flow(words: popup + ["--plain"], shown: nil),
        Flow(words: popup + ["--json"], shown: nil),
        Flow(words: tea, shown: pageText, tells: false),
        Flow(words: tea + ["--plain"], shown: nil, tells: false),
        Flow(words: ["config"], shown: nil, tells: false),
        Flow(words: ["run", "--", "sleep", "0.5"], shown: nil, tells: false, asks: false),
        Flow(words: ["demo"], shown: "Tea House"),
        Flow(words: ["demo"], shown: "Tea House", keys: "\r"),
    ]
}

/// A way to say no.
enum Refusal: CaseIterable, Sendable {
    case doNotTrack, buildService, agent, setting, option, command

    var environment: [String: String] {
        switch self {
        case .doNotTrack: ["DO_NOT_TRACK": "1"]
        case .buildService: ["CI": "true"]
        case .agent: ["CLAUDECODE": "1"]
        case .setting, .option, .command: [:]
        }
    }

    /// What has to be said on the command line.
    func options(for flow: Flow) -> [String] {
        switch self {
        case .option: flow.tells ? ["--no-events"] : []
        // A screen is shown to them all the same, where that is wished.
        case .buildService, .agent: flow.shown == nil ? [] : ["--screen"]
        case .doNotTrack, .setting, .command: []
        }
    }
}

/// Somebody who goes through a flow.
struct Person {
    let bench: Bench

    /// Whether the platform has been told anything.
    var isTold: Bool {
        get throws { try bench.stage.requests().contains { $0.hasPrefix("events") } }
    }

    var eventFiles: [String] { bench.household.files.filter { $0.contains("/events/") } }

    static func hasNotice(_ text: String) -> Bool {
        text.filter { !$0.isWhitespace }.contains("foyereventson|off")
    }

    /// Goes through it; `look` is called again and again while it is shown.
    ///
    /// - Returns: all that it wrote to pipes.
    @discardableResult func perform(
        _ flow: Flow, _ options: [String] = [], environment: [String: String] = [:],
        look: (TerminalSession) throws -> Void = { _ in }
    ) throws -> String {
        let server = flow.asks ? ["--server", bench.stage.url] : []
        let words = [flow.words[0]] + server + options + flow.words.dropFirst()
        guard let shown = flow.shown else {
            let program = try bench.piped(words, environment: environment)
            _ = try program.waitForEnd()
            return String(decoding: program.output + program.errors, as: UTF8.self)
        }
        let session = try bench.foyer(words, environment: environment.mapValues { $0 }, hasAllowedEvents: false)
        try session.wait(for: shown) {
            try? look($0)
            return $0.text.contains(shown)
        }
        func watch() throws {
            let end = ContinuousClock.now + .milliseconds(400)
            while ContinuousClock.now < end, session.end == nil {
                session.pump(within: .milliseconds(10))
                try look(session)
            }
        }
        // A card takes no keys in its first moments.
        try watch()
        session.send(flow.keys)
        for _ in 0..<20 where session.end == nil {
            if !flow.keys.isEmpty { try watch() }
            session.send("q")
            session.run(for: .milliseconds(200))
        }
        _ = try session.waitForEnd()
        return ""
    }
}
