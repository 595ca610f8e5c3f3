import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerFlows
@testable import FoyerTrace

/// What a trace's page says, and that it loads nothing and runs nothing but its own.
@Suite struct TracePageTests {
    private static let hostile = "</script></td><img src=x onerror=alert(1)>\u{1B}[31m\"'&\u{202E}"

    private func hostilePage(_ language: Language = .english) -> String {
        let hostile = Self.hostile
        var track = ScreenTrack()
        var canvas = Canvas(size: CellSize(columns: 60, rows: 2))
        canvas.text(SafeText(hostile), column: 0, row: 0)
        track.take(canvas.buffer, .init(title: hostile, modes: [hostile]), at: .zero)
        var attempt = Trace.Try(frames: TraceFrames(track, since: .zero), took: .seconds(1))
        attempt.screen = [hostile]
        attempt.steps = [.init(hostile, line: 3, from: .zero, to: .seconds(1), state: .failed)]
        attempt.events = [
            TraceEvent(.request, at: .zero, hostile, isFailure: true),
            TraceEvent(.step, at: .zero, until: .seconds(1), hostile),
        ]
        attempt.reasons = [Phrase(asIs: hostile)]
        attempt.ending = hostile
        var trace = Trace(title: hostile)
        trace.file = hostile
        trace.facts = [.init(Phrase(asIs: hostile), hostile)]
        trace.tries = [attempt, attempt]
        return TracePage(trace, language: language).html
    }

    @Test(arguments: Language.allCases) func textFromOutsideIsNoMarkup(language: Language) {
        let html = hostilePage(language)
        #expect(!html.contains("<img") && !html.contains("\u{1B}") && !html.contains("\u{202E}"))
        #expect(
            html.components(of: "</script>") == 3 && html.components(of: "<script") == 3, "two tries and the page's own"
        )
        #expect(html.contains("<html lang=\"\(language.rawValue)\">"))
    }

    @Test(arguments: Language.allCases) func `each attribute of a cell has one word`(language: Language) {
        #expect(language[.attributesOfCell].string.split(separator: " ").count == 10)
    }

    @Test func nothingIsLoaded() {
        let html = hostilePage()
        for outside in [
            "src=", "href=", "url(", "@import", "<link", "<iframe", "<object", "xlink", "http:", "https:", "fetch(",
            "XMLHttpRequest", "WebSocket", "EventSource", "importScripts", "import(", "sendBeacon", "localStorage",
            "eval(",
            "innerHTML", "style=\"", " onclick=",
        ] {
            // What the flow itself says is text.
            let own = html.replacing("&lt;img src=x", with: "")
            #expect(!own.contains(outside), "\(outside)")
        }
    }

    @Test func eachSizeOfTheScreenIsNamed() async throws {
        let steps = "steps:\n  - type: tea\n  - wait: tea\n  - resize: 100x30\n  - wait: tea\n"
        let text = "title: T\nsize: 80x24\nrun: [cat]\n" + steps
        let result = try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "t.yaml").get())
        #expect(result.failure == nil)
        #expect(Trace(result).facts.first?.value == "80×24 → 100×30")
    }

    @Test func ofVeryManySizesTheFirstAndTheLastAreNamed() {
        let sizes = (1...9).map { CellSize(columns: $0 * 10, rows: 24) }
        #expect(Trace.words(for: Array(sizes.prefix(1))) == "10×24")
        #expect(Trace.words(for: sizes) == "10×24 → 20×24 → 30×24 → 40×24 → … → 90×24")
    }

    /// A script or style that anybody puts into the page does not run.
    @Test func thePolicyNamesThePagesOwnScriptAndStyleByDigest() throws {
        let html = hostilePage()
        func digest(_ text: Substring) -> String {
            var hash = SHA256()
            hash.update(Array(text.utf8))
            return "'sha256-\(Base64.encode(hash.digest))'"
        }
        let style = try #require(html.firstRange(of: "<style>"))
        let css = html[style.upperBound...].prefix(upTo: try #require(html.firstRange(of: "</style>")).lowerBound)
        let script = try #require(html.ranges(of: "<script>").last)
        let code = html[script.upperBound...].prefix(upTo: try #require(html.ranges(of: "</script>").last).lowerBound)
        let policy = try #require(html.split(separator: "Content-Security-Policy\" content=\"").last)
        #expect(
            policy.hasPrefix(
                "default-src 'none'; script-src \(digest(code)); style-src \(digest(css)); base-uri 'none'; "
                    + "form-action 'none'\">"))
        #expect(!policy.prefix(300).contains("unsafe"))
    }

    @Test func aFailureIsNamedWithItsStepAndReason() async throws {
        let result = try await ScenarioRig.run(
            try ScenarioRig.scenario(
                "  - wait: { state: error }\n  - expect: { text: \"10003\" }\n  - press: q\n", app: "com.example.box"))
        let trace = Trace(result)
        let attempt = try #require(trace.tries.first)
        #expect(attempt.steps.map(\.state) == [.passed, .failed, .unplayed])
        #expect(attempt.events.contains { $0.lane == .request && $0.name.hasPrefix("GET ") })
        #expect(attempt.events.contains { $0.lane == .step && $0.isFailure })
        let html = TracePage(trace, language: .english).html
        #expect(html.contains("class=\"step failed\" data-state=\"failed\""))
        let why = try #require(
            html.split(separator: "<section class=\"why\"").last?.split(separator: "</section>").first)
        #expect(why.contains("Step 2, line 6") && why.contains("&quot;10003&quot; is not on the screen."))
        let last = try #require(Array(try attempt.frames.track()).last)
        #expect(last.screen.text.contains("Mini program unzip failed"), "the frames end with what the failure saw")
    }

    /// Digests of the program are facts, and stand behind what a reader looks for first.
    @Test func theReasonStandsBeforeTheFacts() throws {
        let html = hostilePage()
        let why = try #require(html.firstRange(of: "<section class=\"why\""))
        let facts = try #require(html.firstRange(of: "<dl class=\"facts\""))
        #expect(why.lowerBound < facts.lowerBound)
    }

    /// Whoever waits for a launch that shows an error reads which one, and why it came.
    @Test func aLaunchThatFailedSaysWithWhat() async throws {
        let result = try await ScenarioRig.run(
            try ScenarioRig.scenario("  - wait: { state: ready }\n", app: "com.example.box"))
        let sentence = try #require(result.failure?.sentence(.english).string)
        #expect(
            sentence.hasPrefix(
                "After 60 s: The state is error, not ready. The launch failed with 10002: The package is damaged"))
        let other = try await ScenarioRig.run(
            try ScenarioRig.scenario("  - wait: { state: error }\n  - expect: Nowhere\n", app: "com.example.box"))
        #expect(other.failure?.sentence(.english).string == "\"Nowhere\" is not on the screen.")
    }

    /// The step after it has not begun.
    @Test func aStepThatCannotBeDoneIsTheOneThatFailed() async throws {
        let result = try await ScenarioRig.run(
            try ScenarioRig.scenario("  - wait: { state: ready }\n  - click: Nowhere\n  - press: q\n"))
        #expect(result.failure?.step?.line == 6)
        #expect(Trace(result).tries.first?.steps.map(\.state) == [.passed, .failed, .unplayed])
    }

    /// What was agreed on stands beside what came; whoever reads the page's frames gets those of the flow alone.
    @Test func anExpectedScreenStandsBesideTheOther() throws {
        var (track, agreed) = (ScreenTrack(), ScreenTrack())
        var canvas = Canvas(size: CellSize(columns: 20, rows: 2))
        canvas.text("got", column: 0, row: 0)
        track.take(canvas.buffer, at: .zero)
        canvas.text("wanted", column: 0, row: 0)
        agreed.take(canvas.buffer, at: .zero)
        var trace = Trace(title: "t")
        var attempt = Trace.Try(frames: TraceFrames(track, since: .zero), took: .seconds(1))
        attempt.expected = [.init(TraceFrames(agreed, since: .zero), step: 0, frame: 0)]
        trace.tries = [attempt]
        let html = TracePage(trace, language: .english).html
        let mark = "class=\"expected\" data-step=\"0\" data-frame=\"0\">"
        let part = try #require(html.split(separator: mark).last?.prefix { $0 != "<" })
        let screen = try #require(Array(try TraceFrames(packed: String(part)).track()).first?.screen)
        #expect(screen.textLines[0].hasPrefix("wanted"))
        #expect(try TracePage.tracks(in: Array(html.utf8)).count == 1)
    }

    /// The name of a package is its digest, which would hide what was answered.
    @Test func longDigestsAreShortAndWholeInTheTooltip() {
        let digest = String(repeating: "0123456789abcdef", count: 4)
        var attempt = Trace.Try(frames: TraceFrames(ScreenTrack(), since: .zero), took: .seconds(1))
        attempt.events = [
            TraceEvent(.request, at: .zero, "GET /packages/\(digest).ma → 404", isFailure: true),
            TraceEvent(.request, at: .zero, "GET /apps/com.example.tea → 200"),
        ]
        var trace = Trace(title: "T")
        trace.tries = [attempt]
        let html = TracePage(trace, language: .english).html
        #expect(html.contains(">GET /packages/01234567….ma → 404</span>"))
        #expect(html.contains("title=\"GET /packages/\(digest).ma → 404\"") && html.components(of: "title=\"GET") == 1)
        #expect(html.contains(">GET /apps/com.example.tea → 200</span>"))
    }

    @Test func flowsOfOneNameHavePagesOfTheirOwn() {
        let files = [
            "a/flow.yaml", "b/flow.yaml", "flow.yaml", "a/other.yaml", "flow.a.yaml", "flow.b.yaml", "flow.yml",
        ]
        let names = files.map { TraceFolder.name(of: $0) }
        #expect(Set(names).count == names.count)
        #expect(TraceFolder.name(of: "index.yaml") != "index")
        #expect(TraceFolder.name(of: "/x/<flow>\u{202E}.yaml").allSatisfy { $0 != "/" })
    }

    /// What was played twice has failed twice, for other reasons.
    @Test func playsOfOneFlowHavePagesOfTheirOwn() async throws {
        let folder = TestFolder()
        let text = """
            title: T
            size: [60x12, 24x8]
            settings: { theme: [dark, light] }
            run: [sh, -c, 'exit 3']
            steps: [{ wait: { exit: 0 } }]
            """
        let flow = try Scenario.read(Array(text.utf8), file: "flow.yaml").get()
        let pages = TraceFolder(folder.path, language: .english)
        for variant in flow.variants { _ = try pages.write(try await ScenarioRig.run(variant)) }
        #expect(
            Folder.names(in: folder.path).filter { $0.hasSuffix(".html") }.sorted() == [
                "flow.24x8.dark.html", "flow.24x8.light.html", "flow.60x12.dark.html", "flow.60x12.light.html",
            ])
    }

    @Test func `a run's folder has an index, and beside each page its events as JSON`() async throws {
        let folder = TestFolder()
        let text = "title: <b>T</b>\nrun: [sh, -c, 'exit 3']\nsteps: [{ wait: { exit: 0 } }]"
        let flow = try Scenario.read(Array(text.utf8), file: "a #1.yaml").get()
        let pages = TraceFolder(folder.path, language: .english)
        let result = try await ScenarioRig.run(flow)
        let page = try #require(try pages.write(result))
        var failed = FlowOutcome(flow)
        (failed.verdict, failed.plays, failed.bad, failed.result) = (.failed, 1, 1, result)
        let report = RunReport([failed, FlowOutcome(flow)], in: .seconds(1), RunRules())
        try pages.writeIndex(report, [0: page])
        func file(_ name: String) throws -> [UInt8] { try UserFile.read("\(folder.path)/\(name)", limit: 1 << 20) }
        let index = String(decoding: try file("index.html"), as: UTF8.self)
        #expect(index.contains("<a href=\"a%20%231.html\">&lt;b&gt;T&lt;/b&gt;</a>") && !index.contains("<b>T"))
        #expect(
            index.contains("✗&#160;failed") && index.contains("·&#160;Not run.") && index.contains("<td>a #1.yaml</td>")
        )
        #expect(index.components(of: "<a href=") == 1)
        let trace = try TraceFile(try file("a #1.json"))
        #expect(trace.spans.map(\.name) == ["wait exit 0"])
    }

    @Test func whereTheDiskFailsThePageBeforeStays() async throws {
        let folder = TestFolder()
        let text = "title: T\nrun: [sh, -c, 'exit 3']\nsteps: [{ wait: { exit: 0 } }]"
        let result = try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "flow.yaml").get())
        let page = try #require(try TraceFolder(folder.path, language: .english).write(result))
        let before = try UserFile.read(page, limit: 1 << 24)
        for kind in [DiskChange.Kind.createFile, .write, .sync, .rename] {
            let disk = Disk { $0.kind == kind ? .fail(ENOSPC) : .none }
            let pages = TraceFolder(folder.path, language: .traditionalChinese, disk: disk)
            let failure = #expect(throws: LocalizedFailure.self) { try pages.write(result) }
            #expect(failure?.description == "\(page) cannot be written: No space left on device.")
            #expect(try UserFile.read(page, limit: 1 << 24) == before)
        }
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
