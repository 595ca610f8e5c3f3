import Foyer
import Testing

@testable import FoyerQA

/// What a report says, and what it never does: act, or ask anybody for anything.
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
