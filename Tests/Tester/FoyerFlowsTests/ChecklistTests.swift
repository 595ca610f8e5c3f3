import Foyer
import FoyerPlatformCore
import Testing

@testable import FoyerChecklist
@testable import FoyerFlows
@testable import FoyerTrace

/// What the checker says about checklists, and how a run proceeds.
@Suite struct ChecklistTests {
    private func problems(_ lines: String...) -> [String] {
        switch Checklist.read(Array((lines.joined(separator: "\n") + "\n").utf8), file: "t.yaml") {
        case .success: []
        case .failure(let problems): problems.lines(.english).map { String($0.string.dropFirst("t.yaml:".count)) }
        }
    }

    private func list(_ ids: String...) throws -> Checklist {
        let items = ids.map { "  - { id: \($0), title: T, do: D, see: S, launch: a }" }
        let text = (["title: L", "items:"] + items).joined(separator: "\n")
        return try Checklist.read(Array(text.utf8), file: "t.yaml").get()
    }

    private func verdict(_ item: String, _ verdict: Verdict, note: String = "") -> RunEntry {
        .verdict(
            item: item,
            ItemRecord(verdict: verdict, note: note, time: "2026-11-21T08:00:00Z", session: 1, evidence: nil))
    }

    /// Copying the records for each entry would take minutes.
    @Test(.timeLimit(.minutes(1))) func `a run with very many trials of one item is read at once`() throws {
        let record = ItemRecord(verdict: nil, time: "2026-11-21T08:00:00Z", session: 1, evidence: ItemEvidence())
        let entries = [RunEntry](repeating: .trial(item: "a", record), count: 100_000)
        let run = ChecklistRun(try list("a"), entries: entries)
        #expect(run.former(of: run.checklist.items[0]).count == entries.count - 1)
    }

    @Test(arguments: Language.allCases) func theShippedListIsWellWrittenAndHasEveryCode(language: Language) throws {
        let assets = try ScenarioRig.shippedAssets()
        let list = try Checklist.read(file: assets.checklist, in: language).get()
        let english = try Checklist.read(file: assets.checklist, in: .english).get()
        #expect(list.items.map(\.id) == english.items.map(\.id))
        for (item, other) in zip(list.items, english.items) {
            #expect(item.instructions.count == other.instructions.count)
            #expect(item.expectations.count == other.expectations.count)
            #expect(item.stage.faults == other.stage.faults)
            #expect("\(item.start)" == "\(other.start)")
            #expect(language == .english || item.title != other.title)
        }
        let ids = Set(list.items.map(\.id))
        for code in LaunchCode.allCases { #expect(ids.contains("\(code.rawValue)")) }
        for id in ["first-launch", "fade", "resize", "close-loading"] { #expect(ids.contains(id)) }
    }

    @Test func wrongListsAreNamedWithTheirPlaces() {
        #expect(problems("title: T", "items: []") == ["2:8: items is empty; expected at least one item."])
        #expect(
            problems("title: T", "itmes: []").last == "2:1: The checklist knows no \"itmes\"; did you mean \"items\"?")
        let item = "  - { id: a, title: T, do: D, see: S, launch: x }"
        #expect(
            problems("title: T", "items:", item, item)
                == ["4:5: \"a\" is already the id of an item above; ids must be unique."])
        #expect(
            problems("title: T", "items:", "  - { id: a, title: T, do: D, launch: x }")
                == ["3:5: The item lacks \"see\"."])
        #expect(
            problems("title: T", "items:", "  - { id: a, title: T, do: D, see: S }")
                == ["3:5: The item lacks \"launch\", \"demo\", \"banner\", \"open\" or \"run\"."])
        #expect(
            problems("title: T", "items:", "  - { id: a, title: T, do: [], see: [], launch: x }")
                == ["3:28: do is empty; expected a text.", "3:37: see is empty; expected a text."])
        #expect(
            problems("").first
                == "1:1: The checklist is empty; expected a mapping with title, serve, version, secrets or items.")
    }

    @Test func whatOnlyAScenarioCanSetIsRefused() {
        let item = "  - { id: a, title: T, do: D, see: S, launch: x, settings: { language: en } }"
        #expect(problems("title: T", "items:", item).first?.contains("settings knows no \"language\"") == true)
    }

    @Test func aRunGoesToTheNextOpenItemAndRound() throws {
        var run = ChecklistRun(try list("a", "b", "c"), entries: [verdict("b", .passed)])
        #expect(run.item.id == "a")
        run.move(to: 2)
        run.apply(verdict("c", .failed))
        run.moveToNextOpen()
        #expect(run.item.id == "a")
        run.step(by: -5)
        #expect(run.item.id == "a")
        run.apply(verdict("a", .skipped))
        #expect(run.isComplete)
        run.step(by: 99)
        #expect(run.item.id == "c")
    }

    @Test func theLastWordOnAnItemCounts() throws {
        let entries = [
            verdict("a", .failed, note: "one"), verdict("a", .passed, note: "two"), .note(item: "a", text: "three"),
            verdict("gone", .failed), .note(item: "never", text: "x"),
        ]
        let run = ChecklistRun(try list("a", "b"), entries: entries)
        #expect(run.record(of: run.checklist.items[0])?.verdict == .passed)
        #expect(run.record(of: run.checklist.items[0])?.note == "three")
        #expect(run.count(.failed) == 0)
        #expect(run.judged == 1)
        #expect(run.item.id == "b")
    }

    private func item(do deed: String = "D", see: String) throws -> Checklist {
        let text = "title: L\nitems:\n  - { id: a, title: T, do: \(deed), see: [\(see)], launch: a }"
        return try Checklist.read(Array(text.utf8), file: "t.yaml").get()
    }

    /// A verdict belongs to the words that were judged.
    @Test(arguments: [("D", "Two., One."), ("D", "One., Two., Three."), ("E", "One., Two.")])
    func anItemWhoseCardHasChangedIsOpenAgain(deed: String, see: String) throws {
        let old = try item(see: "One., Two.")
        var record = ItemRecord(verdict: .failed, note: "wrong", time: "2026-11-21T08:00:00Z", session: 1)
        record.card = old.items[0].card
        let before: [RunEntry] = [
            .sentence(item: "a", number: 0, .init(.failed, note: "not so"), record.card),
            .verdict(item: "a", record),
        ]
        let written = try before.map { try RunEntry(JSONNode(JSON.parse(Array($0.json.jsonText.utf8)))) }
        #expect(written == before)
        #expect(ChecklistRun(old, entries: before).record(of: old.items[0])?.sentences[0]?.verdict == .failed)
        let list = try item(do: deed, see: see)
        let now = list.items[0]
        var run = ChecklistRun(list, entries: before)
        #expect(run.record(of: now) == nil && run.judged == 0 && !run.isComplete)
        #expect(run.verdictBeforeChange(of: now) == .failed && run.former(of: now).map(\.note) == ["wrong"])
        #expect(ChecklistReport(run, language: .english).junit.contains("before: failed"))
        // What is judged now is not mixed with it.
        run.apply(.note(item: "a", text: "new", now.card))
        run.apply(.sentence(item: "a", number: 1, .init(.passed), now.card))
        #expect(run.record(of: now)?.note == "new" && run.record(of: now)?.sentences.keys.sorted() == [1])
        record = ItemRecord(verdict: .passed, time: "2026-11-21T09:00:00Z", session: 1)
        record.card = now.card
        run.apply(.verdict(item: "a", record))
        #expect(run.count(.passed) == 1 && run.former(of: now).map(\.verdict) == [.failed])
        #expect(RunComparison(ChecklistRun(old, entries: before), run).changes.map(\.isOfAnotherCard) == [true])
        let junit = ChecklistReport(run, language: .english).junit
        #expect(junit.contains("before: failed at 2026-11-21T08:00:00Z, of another card wrong"))
        let html = ChecklistReport(run, language: .english).html
        #expect(html.contains("The card was another one") && html.contains("not so"))
        // The card of then says what was wrong.
        #expect(html.contains(#/<li class="failed"><span [^>]*>✕<\/span><span>One\.<\/span>/#))
    }

    /// A run is continued in another language: its cards are the same.
    @Test func aCardIsTheSameInEveryLanguage() throws {
        let text = """
            title: L
            items:
              - { id: a, title: T, do: D, see: { en: Red., zh-Hans: 红色。, zh-Hant: 紅色。 }, launch: a }
            """
        let cards = try Language.allCases.map { language in
            try Checklist.read(Array(text.utf8), file: "t.yaml", in: language).get().items[0]
        }
        #expect(Set(cards.map { $0.expectations[0] }).count == 3 && cards.allSatisfy { $0.card == cards[0].card })
    }

    @Test func whatIsNoLongerInTheListIsNamed() throws {
        let list = try list("a")
        let before = ChecklistRun(list, entries: [verdict("a", .passed), verdict("gone", .failed, note: "broken")])
        #expect(before.gone.map(\.id) == ["gone"] && before.gone.first?.record.verdict == .failed)
        let html = ChecklistReport(before, language: .english).html
        #expect(html.contains("No longer in the list") && html.contains("broken"))
        let comparison = RunComparison(before, ChecklistRun(list))
        #expect(comparison.gone.map(\.id) == ["gone"] && comparison.same == 0 && comparison.open == 0)
        #expect(comparison.changes.map(\.id) == ["a"])
        #expect(RunComparison(ChecklistRun(list), ChecklistRun(list)).open == 1)
        #expect(!ChecklistReport(ChecklistRun(list), language: .english).html.contains("No longer in the list"))
    }

    private func sitting(_ tester: String) -> RunEntry {
        .session(RunSession(time: "2026-11-21T08:00:00Z", facts: [.init(RunSession.testerName, tester)]))
    }

    /// Whoever goes on with somebody's run is told, and the report says who judged what.
    @Test func everyTesterOfARunIsNamed() throws {
        let list = try list("a", "b")
        let record = ItemRecord(verdict: .passed, time: "2026-11-21T09:00:00Z", session: 2)
        var run = ChecklistRun(list, entries: [sitting("Ada"), verdict("a", .failed), sitting("Bob")])
        #expect(run.othersRun == "Ada" && run.testers == ["Ada", "Bob"])
        run.apply(.verdict(item: "b", record))
        let report = ChecklistReport(run, language: .english)
        #expect(report.html.contains("<dt>Tester</dt><dd>Ada, Bob</dd>"))
        for name in ["Ada", "Bob"] { #expect(report.html.contains("<dt>Tester</dt><dd>\(name)</dd>")) }
        #expect(report.junit.contains("tester: Bob") && report.junit.contains("value=\"Ada, Bob\""))
        #expect(ChecklistRun(list, entries: [sitting("Ada"), sitting("Bob")]).othersRun == nil, "nothing was judged")
        let alone = ChecklistRun(list, entries: [sitting("Ada"), verdict("a", .failed), sitting("Ada")])
        #expect(alone.othersRun == nil && alone.testers == ["Ada"])
    }

    private func trial(_ item: String, _ event: String) -> RunEntry {
        var evidence = ItemEvidence()
        evidence.events = [TraceEvent(.event, at: .zero, event)]
        return .trial(
            item: item,
            ItemRecord(verdict: nil, note: "", time: "2026-11-21T09:00:00Z", session: 1, evidence: evidence))
    }

    @Test func whatIsDoneAgainBeginsAgainAndKeepsTheFormer() throws {
        var run = ChecklistRun(try list("a"), entries: [trial("a", "one"), verdict("a", .failed, note: "bad")])
        let item = run.checklist.items[0]
        #expect(run.record(of: item)?.verdict == .failed && run.former(of: item).isEmpty)
        #expect(run.record(of: item)?.evidence?.events.first?.name == "one")
        run.apply(trial("a", "two"))
        #expect(run.record(of: item)?.verdict == nil && run.judged == 0 && !run.isComplete)
        run.apply(.note(item: "a", text: "better"))
        run.apply(verdict("a", .passed, note: "better"))
        let last = try #require(run.record(of: item))
        #expect(last.verdict == .passed && last.note == "better" && last.evidence?.events.first?.name == "two")
        #expect(run.former(of: item).map(\.note) == ["bad"])
        #expect(run.former(of: item).first?.evidence?.events.first?.name == "one")
        // Tried twice without a verdict between: neither is thrown away.
        run.apply(trial("a", "three"))
        run.apply(trial("a", "four"))
        #expect(run.former(of: item).map { $0.evidence?.events.first?.name } == ["three", "two", "one"])
    }

    @Test func aCorrectedVerdictIsOfTheSameTime() throws {
        var run = ChecklistRun(try list("a"), entries: [trial("a", "one"), verdict("a", .failed)])
        let item = run.checklist.items[0]
        var record = try #require(run.record(of: item))
        record.verdict = .passed
        run.apply(.verdict(item: "a", record))
        #expect(run.record(of: item)?.verdict == .passed && run.former(of: item).isEmpty)
    }
}
