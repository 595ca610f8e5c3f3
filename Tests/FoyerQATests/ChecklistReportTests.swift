import Foyer
import FoyerPlatform
import Testing

@testable import FoyerQA

/// What a report says, and that it contains nothing active and loads nothing.
@Suite struct ChecklistReportTests {
    private static let hostile = "</td><script>alert(1)</script>\u{1B}[31m\"'&\u{202E}"

    private func run() throws -> ChecklistRun {
        let text = """
            title: L & M
            items:
              - { id: a, title: First, do: [one, two], see: it, launch: x }
              - { id: b, title: "<i>Second</i>", section: "<b>", do: one, see: it, launch: x }
              - { id: c, title: Third, do: one, see: it, launch: x }
              - { id: d, title: Fourth, do: one, see: it, launch: x }
              - { id: e, title: Fifth, do: one, see: it, launch: x }
            """
        var canvas = Canvas(size: CellSize(columns: 12, rows: 2))
        canvas.text("✕  10009", column: 1, row: 0, style: .bad)
        var evidence = ItemEvidence()
        evidence.took = 2.25
        evidence.screens = [KeptScreen(canvas.buffer, name: Self.hostile, theme: Theme())]
        evidence.events = [.init(at: 0.125, text: Self.hostile)]
        evidence.calls = ["create", Self.hostile]
        evidence.outcome = Self.hostile
        evidence.attempts = [
            .init(
                app: Self.hostile, began: 0.25, took: 2,
                steps: [
                    .init(label: Self.hostile, state: .done, began: 0, took: 0.5),
                    .init(label: "metadata", state: .failed, began: 0.5, took: 1.5),
                    .init(label: "late", state: .cancelled, began: 1e9, took: 1e9),
                ])
        ]
        func entry(_ item: String, _ verdict: Verdict, _ evidence: ItemEvidence? = nil) -> RunEntry {
            .verdict(
                item: item,
                ItemRecord(
                    verdict: verdict, note: Self.hostile, time: "2026-11-21T08:00:00Z", session: 1, evidence: evidence))
        }
        let session = RunSession(time: Self.hostile, facts: [.init(Self.hostile, Self.hostile)])
        return ChecklistRun(
            try Checklist.read(Array(text.utf8), file: "t.yaml").get(),
            entries: [
                .session(session), entry("a", .passed), entry("b", .failed, evidence), entry("c", .blocked),
                entry("d", .skipped),
            ])
    }

    private func count(_ part: String, in text: String) -> Int {
        text.split(separator: part, omittingEmptySubsequences: false).count - 1
    }

    @Test(arguments: Language.allCases) func nothingInThePageActs(language: Language) throws {
        let html = ChecklistReport(try run(), language: language).html
        #expect(!html.contains("<script"))
        #expect(!html.contains("<i>Second"))
        #expect(!html.contains("\u{1B}") && !html.contains("\u{202E}"))
        for outside in ["src=", "url(", "@import", "<link", "<img", "<iframe", "xlink"] {
            #expect(!html.contains(outside), "\(outside)")
        }
        #expect(count("href=", in: html) == count("href=\"#item-", in: html))
        #expect(!html.contains(" onload=") && !html.contains(" onclick=") && !html.contains("javascript:"))
        #expect(html.contains("default-src 'none'"))
    }

    @Test func thePageHasEverythingOfEachItem() throws {
        let html = ChecklistReport(try run(), language: .english).html
        for text in ["First", "Second", "passed", "failed", "blocked", "skipped", "No verdict yet", "10009", "2.250 s"]
        {
            #expect(html.contains(text), "\(text)")
        }
        #expect(count("<section id=\"item-", in: html) == 5)
        #expect(count("<svg ", in: html) == 1)
        #expect(html.contains("prefers-color-scheme: dark"))
    }

    @Test func itBeginsWithWhoAndWhatAndEndsWithTheItems() throws {
        let text = "title: L\nitems:\n  - { id: a, title: First, do: D, see: S, launch: x }"
        let facts = [("tester", "Ada"), ("Foyer", "9.9"), ("commit", "abcdef"), ("TERM", "xterm-kitty"), ("LANG", "C")]
        var entries: [RunEntry] = [
            .session(.init(time: "2026-11-21T08:00:00Z", facts: facts.map { .init($0.0, $0.1) }))
        ]
        for (verdict, note) in [(Verdict.failed, "too dark"), (.passed, "fine now")] {
            var evidence = ItemEvidence()
            evidence.outcome = "the outcome of \(note)"
            let record = ItemRecord(
                verdict: nil, note: "", time: "2026-11-21T08:00:00Z", session: 1, evidence: evidence)
            entries.append(.trial(item: "a", record))
            entries.append(
                .verdict(
                    item: "a",
                    ItemRecord(
                        verdict: verdict, note: note, time: "2026-11-21T08:01:00Z", session: 1, evidence: nil)))
        }
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        let report = ChecklistReport(ChecklistRun(list, entries: entries), language: .english)
        let html = report.html
        let head = try #require(html.split(separator: "</header>").first)
        for fact in ["Ada", "9.9", "abcdef", "xterm-kitty"] { #expect(head.contains(fact), "\(fact)") }
        // The former time lies beneath, with all that belongs to it.
        let parts = html.split(separator: "<details class=\"earlier\">")
        #expect(parts.count == 2)
        #expect(parts[0].contains("fine now") && !parts[0].contains("too dark"))
        #expect(parts[1].contains("too dark") && parts[1].contains("the outcome of too dark"))
        #expect(report.junit.contains("failures=\"0\"") && report.junit.contains("before: failed"))
    }

    @Test func stepsStandOnOneAxis() throws {
        let html = ChecklistReport(try run(), language: .english).html
        #expect(count("class=\"waterfall\"", in: html) == 1)
        #expect(html.contains("left:0%;width:25%"))
        #expect(html.contains("left:25%;width:75%"))
        // What a damaged file says draws no bar beyond its track.
        #expect(html.contains("left:100%;width:0%"))
        #expect(html.contains("1.500 s"))
    }

    /// A user's own platform takes no orders: the report says what could not be tried.
    @Test func whatAPlatformCannotBeToldIsMarked() throws {
        let text = """
            title: T
            items:
              - { id: a, title: A, do: D, see: S, launch: x }
              - { id: b, title: B, do: D, see: S, launch: x, stage: { faults: [{ route: package, fault: hang }] } }
              - { id: c, title: C, do: D, see: S, launch: x, stage: { config: { v: 1 } } }
            """
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        let here = RunSession(time: "2026-11-21T08:00:00Z", facts: [])
        let away = RunSession(
            time: here.time, facts: [.init(RunSession.serverName, "https://apps.example.com/")])
        let mark = "<p class=\"mark\">"
        #expect(count(mark, in: ChecklistReport(ChecklistRun(list), language: .english).html) == 0)
        #expect(count(mark, in: ChecklistReport(.init(list, entries: [.session(here)]), language: .english).html) == 0)
        let report = ChecklistReport(.init(list, entries: [.session(away)]), language: .english)
        #expect(count(mark, in: report.html) == 2)
        #expect(report.html.contains("https://apps.example.com/"))
        #expect(count(Phrase.ordersLacking.english, in: report.junit) == 2)
    }

    @Test func everyPlatformHasARunOfItsOwn() throws {
        let places = Places { $0 == "HOME" ? "/home/t" : nil }
        let servers = [nil, try WebAddress("https://a.example/"), try WebAddress("https://b.example/")]
        let folders = servers.map { RunFolder(of: "launch.yaml", isShipped: true, server: $0, places: places).path }
        #expect(Set(folders).count == 3)
    }

    @Test func buildServersCountTheSame() throws {
        let junit = ChecklistReport(try run(), language: .english).junit
        #expect(junit.contains("tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"2\" time=\"2.250\""))
        #expect(count("<testcase ", in: junit) == 5)
        #expect(count("<failure ", in: junit) == 1)
        #expect(count("<skipped ", in: junit) == 2)
        #expect(junit.contains("✕  10009"))
        #expect(!junit.contains("<script"))
        #expect(!junit.contains("\u{1B}"))
    }
}
