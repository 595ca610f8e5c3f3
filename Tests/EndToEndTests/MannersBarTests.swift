import Glibc
import Testing

/// What a short command leaves on a terminal, and when a long one has a splash.
@Suite(.serialized) struct SplashMannersTests {
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
        session.send("q")
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
        off.send("q")
        #expect(try off.waitForEnd() == .status(0))
        #expect(try !bench.stage.requests().contains { $0.hasPrefix("popup") })
    }
}

/// Who may be told what, over all flows that show cards.
@Suite(.serialized) struct EventMannersTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    /// Something that people do.
    struct Flow: CustomTestStringConvertible, Sendable {
        let words: [String]
        /// What is on the screen once it is there; `nil` for one that needs no terminal.
        let shown: String?
        /// Whether somebody is told of it.
        var tells = true

        var testDescription: String { words.joined(separator: " ") + (shown == nil ? " in lines" : "") }

        static let all = [
            Flow(words: ["banner", "home"], shown: bannerTitles[0]),
            Flow(words: ["banner", "home", "--json"], shown: nil),
            Flow(words: ["popup", "always"], shown: "On the web"),
            Flow(words: ["popup", "always", "--plain"], shown: nil),
            Flow(words: ["launch", "com.example.tea"], shown: pageText, tells: false),
            Flow(words: ["demo"], shown: "Tea House"),
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
    }

    private var told: Bool {
        get throws { try bench.stage.requests().contains { $0.hasPrefix("events") } }
    }

    private var eventFiles: [String] { bench.household.files.filter { $0.contains("/events/") } }

    private static func hasNotice(_ text: String) -> Bool {
        text.filter { !$0.isWhitespace }.contains("foyereventsoff")
    }

    /// Goes through it; `look` is called again and again while it is shown.
    ///
    /// - Returns: all that it wrote to pipes.
    @discardableResult private func perform(
        _ flow: Flow, _ options: [String] = [], environment: [String: String] = [:],
        look: (TerminalSession) throws -> Void = { _ in }
    ) throws -> String {
        let words = flow.words + ["--server", bench.stage.url] + options
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
        let end = ContinuousClock.now + .milliseconds(500)
        while ContinuousClock.now < end {
            session.pump(within: .milliseconds(10))
            try look(session)
        }
        session.send("q")
        if flow.words[0] == "demo" || session.end == nil { session.send("q") }
        _ = try session.waitForEnd()
        return ""
    }

    @Test(arguments: Refusal.allCases, Flow.all)
    func whoSaysNoIsHeard(_ refusal: Refusal, _ flow: Flow) throws {
        var options: [String] = []
        switch refusal {
        case .setting: try bench.household.writeSettings("events: off\n")
        case .command: _ = try bench.piped(["events", "off"]).waitForEnd()
        case .option: options = ["--no-events"]
        case .buildService, .agent: if flow.shown != nil { options = ["--screen"] }
        case .doNotTrack: break
        }
        var hadNotice = false
        let said = try perform(flow, options, environment: refusal.environment) {
            if Self.hasNotice($0.text) { hadNotice = true }
        }
        #expect(!hadNotice && !Self.hasNotice(said), "there is nothing to give notice of")
        #expect(try !told)
        #expect(eventFiles.isEmpty)
    }

    @Test(arguments: Flow.all) func nobodyIsToldBeforeTheNoticeWasThere(_ flow: Flow) throws {
        var (hadNotice, wasTooEarly) = (false, false)
        let said = try perform(flow) { session in
            // What was written before the request can be read by now.
            let told = try told
            session.pump(within: .zero)
            if Self.hasNotice(session.text) { hadNotice = true }
            if told, !hadNotice { wasTooEarly = true }
        }
        #expect(!wasTooEarly)
        #expect((hadNotice || Self.hasNotice(said)) == flow.tells)
        if !flow.tells { #expect(try !told) }
    }

    @Test func whatWaitsStaysWhileEventsAreOff() throws {
        _ = try bench.piped(["events", "on"]).waitForEnd()
        try bench.stage.fail("events", #""kind":"status","code":503"#)
        try perform(Flow.all[0])
        let waiting = eventFiles
        #expect(!waiting.isEmpty)
        try bench.stage.reset()
        try perform(Flow.all[0], environment: ["DO_NOT_TRACK": "1"])
        #expect(try !told)
        #expect(eventFiles == waiting)
        try perform(Flow.all[0])
        #expect(try told)
    }

    @Test(arguments: ["foyer", "cloudevents"]) func whatIsListedIsWhatACollectorGets(_ format: String) throws {
        func collect(at port: UInt16) throws {
            try bench.household.writeSettings("events: { format: \(format), url: \"http://127.0.0.1:\(port)/in\" }\n")
        }
        _ = try bench.piped(["events", "on"]).waitForEnd()
        // Nobody is there yet.
        try collect(at: LoopbackListener().port)
        try perform(Flow.all[0])
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
