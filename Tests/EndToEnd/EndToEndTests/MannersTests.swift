import Glibc
import Testing

/// Who is looking, is it worth a splash, may anything be told: on real terminals, with a server that counts.
@Suite(.serialized, .ownThreads) struct MannersTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private var server: [String] { ["--server", bench.stage.url] }

    // MARK: - Who is looking

    @Test(arguments: Surrounding.unattended) func withoutAPersonThereIsNoEscape(_ surrounding: Surrounding) throws {
        for arguments in [
            ["launch", Bench.id("tea")] + server, ["run", "--", "true"], ["banner", "home"] + server,
            ["popup", "evening"] + server, ["config"] + server, ["apps"],
        ] {
            if surrounding.isPiped {
                let program = try bench.piped(arguments, environment: surrounding.environment)
                _ = try program.waitForEnd()
                #expect(!(program.output + program.errors).contains(0x1B), "\(arguments)")
            } else {
                let session = try bench.foyer(arguments, environment: surrounding.environment)
                // Who hears the screen is asked; the end of input closes.
                if surrounding.name == "a reader" { session.send("\u{4}") }
                _ = try session.waitForEnd()
                #expect(!session.bytes.contains(0x1B), "\(arguments): \(session.text)")
                #expect(session.isAsFound)
            }
        }
    }

    /// Without a person nobody is asked for a name, and no terminal for its colours.
    @Test(arguments: Surrounding.unattended) func whatNeedsAPersonAsksNobody(_ surrounding: Surrounding) throws {
        for arguments in [["qa"], ["demo"], ["doctor"]] where surrounding.name != "a reader" || arguments == ["doctor"]
        {
            let (status, text, bytes): (ProgramEnd, String, [UInt8])
            if surrounding.isPiped {
                let program = try bench.piped(arguments, environment: surrounding.environment)
                (status, bytes) = (try program.waitForEnd(), program.output + program.errors)
                text = String(decoding: bytes, as: UTF8.self)
            } else {
                let session = try bench.foyer(arguments, environment: surrounding.environment)
                (status, bytes, text) = (try session.waitForEnd(), session.bytes, session.text)
                #expect(session.isAsFound)
            }
            #expect(!bytes.contains(0x1B), "\(arguments): \(text)")
            #expect(status == .status(arguments == ["doctor"] ? 0 : 69), "\(arguments): \(text)")
        }
    }

    @Test func aLogGetsALineAStepAndNoPerCents() throws {
        let session = try bench.launch(environment: ["CI": "true"])
        #expect(try session.waitForEnd() == .status(0))
        let lines = session.screen.filter { !$0.isEmpty }
        #expect(!session.text.contains("%"), "\(lines)")
        #expect(Set(lines).count == lines.count, "no line comes twice: \(lines)")
        #expect(lines.contains { $0.hasPrefix("com.example.tea 1.2.0 is ready") }, "\(lines)")
    }

    // MARK: - Is it worth a splash?

    @Test func aWarmLaunchShowsItsPageAndNothingAfterIt() throws {
        let first = try bench.launch(environment: ["FOYER_REDUCE_MOTION": nil])
        try first.wait(forText: pageText)
        // A key within the fade only ends it.
        try first.waitUntilItRests()
        first.send("q")
        _ = try first.waitForEnd()
        let warm = try bench.launch(environment: ["FOYER_REDUCE_MOTION": nil, "COLORTERM": "truecolor"])
        try warm.wait(forText: pageText)
        // On a busy machine the page's picture may come a moment after its text.
        var isStill = false
        for _ in 0..<4 where !isStill {
            let written = warm.bytes.count
            warm.run(for: .milliseconds(1_500))
            isStill = warm.bytes.count == written
        }
        #expect(isStill, "it goes on writing")
        let bytes = warm.bytes
        #expect(bytes.count <= 30_000, "\(bytes.count) bytes")
        #expect(!String(decoding: bytes, as: UTF8.self).contains(preparingText), "a splash was drawn")
        warm.send("q")
        #expect(try warm.waitForEnd() == .status(0))
    }

    @Test func keysTypedAheadAreForThePage() throws {
        let first = try bench.launch()
        try first.wait(forText: pageText)
        first.send("q")
        _ = try first.waitForEnd()
        let warm = try bench.launch()
        warm.send("q")
        #expect(try warm.waitForEnd() == .status(0), "q left the program once it was there")
        #expect(warm.isAsFound)
    }

    @Test func aSplashCanBeForbiddenAndDemanded() throws {
        let never = try bench.launch("tea", ["--no-splash"])
        try never.wait(forText: pageText)
        #expect(!String(decoding: never.bytes, as: UTF8.self).contains(preparingText))
        never.send("q")
        _ = try never.waitForEnd()
        let always = try bench.launch(environment: ["FOYER_SPLASH": "always"])
        try always.wait(forText: pageText)
        #expect(String(decoding: always.bytes, as: UTF8.self).contains(preparingText))
        always.send("q")
        _ = try always.waitForEnd()
    }

    // MARK: - May anything be told?

    private let noticeText = "foyer events on|off"

    private func watchBanner(_ options: [String] = [], environment: [String: String?] = [:]) throws -> TerminalSession {
        let session = try bench.foyer(
            ["banner", "home"] + server + options, environment: environment, hasAllowedEvents: false)
        try session.wait(forText: bannerTitles[0])
        return session
    }

    private var told: Bool {
        get throws { try bench.stage.requests().contains { $0.hasPrefix("events") } }
    }

    private var hasEventFiles: Bool { bench.household.files.contains { $0.contains("/events/") } }

    @Test(
        arguments: [
            (["--no-events"], [:], ""), ([], ["DO_NOT_TRACK": "1"], ""), (["--screen"], ["CI": "true"], ""),
            (["--screen"], ["CLAUDECODE": "1"], ""), ([], [:], "events: off\n"),
        ] as [([String], [String: String], String)])
    func offMeansNoRequestAndNoFile(options: [String], environment: [String: String], settings: String) throws {
        if !settings.isEmpty { try bench.household.writeSettings(settings) }
        let session = try watchBanner(options, environment: environment.mapValues { $0 })
        session.send("l")
        session.run(for: .milliseconds(300))
        #expect(!session.text.contains(noticeText), "there is nothing to give notice of")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(try !told && !hasEventFiles)
    }

    private func settle(_ session: TerminalSession) throws {
        session.send("q")
        _ = try session.waitForEnd()
    }

    @Test func withoutAnAnswerNothingIsToldAndTheNextStartAsksAgain() throws {
        for _ in 0..<2 {
            let session = try watchBanner()
            try session.wait(forText: noticeText)
            #expect(session.text.contains(bench.stage.url))
            session.run(for: .milliseconds(350))
            session.send("l")
            try session.wait(forText: bannerTitles[1])
            #expect(!session.text.contains(noticeText), "a key sets it aside")
            try settle(session)
            #expect(try !told && !hasEventFiles)
        }
    }

    @Test func aYesTellsAndIsKept() throws {
        let session = try watchBanner()
        try session.wait(forText: noticeText)
        session.run(for: .milliseconds(350))
        session.send("y")
        try session.wait(for: "the notice to go") { !$0.text.contains(noticeText) }
        try settle(session)
        #expect(try !bench.stage.events().isEmpty)
        #expect(try bench.stage.events().allSatisfy { !$0.hasPrefix("load") })
        let next = try watchBanner()
        try next.waitUntilItRests()
        #expect(!next.text.contains(noticeText))
        try settle(next)
    }

    @Test func aNoIsKeptUntilEventsAreTurnedOn() throws {
        let session = try watchBanner()
        try session.wait(forText: noticeText)
        session.run(for: .milliseconds(350))
        session.send("n")
        try session.wait(for: "the notice to go") { !$0.text.contains(noticeText) }
        try settle(session)
        let next = try watchBanner()
        try next.waitUntilItRests()
        #expect(!next.text.contains(noticeText))
        try settle(next)
        #expect(try !told)
        _ = try bench.piped(["events", "on"]).waitForEnd()
        try settle(try watchBanner())
        #expect(try told)
    }

    @Test(arguments: ["en", "zh-Hans", "zh-Hant"], [(80, 24), (40, 12)])
    func theNoticeFits(language: String, size: (Int, Int)) throws {
        let session = try bench.foyer(
            ["banner", "home", "--language", language] + server, columns: size.0, rows: size.1,
            hasAllowedEvents: false)
        // The command may be broken over two lines.
        try session.wait(for: "the notice") {
            $0.text.filter { !$0.isWhitespace }.contains("foyereventson|off")
        }
        try settle(session)
    }

    /// Nobody can answer there.
    @Test func inLinesNothingIsAskedAndNothingIsTold() throws {
        let program = try bench.piped(["banner", "home", "--json"] + server)
        #expect(try program.waitForEnd() == .status(0))
        #expect(program.errors.isEmpty)
        #expect(try !told && !hasEventFiles)
    }

    @Test func offStaysAndOnNeedsNoNotice() throws {
        _ = try bench.piped(["events", "off"]).waitForEnd()
        let off = try watchBanner()
        off.send("q")
        _ = try off.waitForEnd()
        #expect(try !told && !hasEventFiles)
        _ = try bench.piped(["events", "on"]).waitForEnd()
        let on = try watchBanner()
        try on.waitUntilItRests()
        #expect(!on.text.contains(noticeText))
        on.send("q")
        _ = try on.waitForEnd()
        #expect(try !bench.stage.events().isEmpty)
    }
}
