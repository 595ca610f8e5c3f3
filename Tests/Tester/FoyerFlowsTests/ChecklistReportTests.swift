import Foyer
import FoyerPlatform
import Glibc
import TestSupport
import Testing

@testable import FoyerChecklist
@testable import FoyerFlows
@testable import FoyerTrace

/// What a report says, and that it runs nothing but its own script and loads nothing.
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
        evidence.took = .seconds(2.25)
        var track = ScreenTrack()
        track.take(canvas.buffer, at: .zero)
        evidence.frames = TraceFrames(track, since: .zero).packed
        evidence.version = Self.hostile
        evidence.events = [
            TraceEvent(.event, at: .seconds(0.125), Self.hostile), TraceEvent(.input, at: .seconds(0.5), "key q"),
        ]
        evidence.outcome = Self.hostile
        evidence.events += [
            TraceEvent(.step, at: .seconds(0.25), until: .seconds(0.75), Self.hostile),
            TraceEvent(.step, at: .seconds(0.75), until: .seconds(2.25), "metadata", isFailure: true),
            TraceEvent(.step, at: .seconds(1e9), until: .seconds(2e9), "late"),
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
                .session(session), entry("a", .passed), entry("b", .failed, evidence),
                .sentence(item: "b", number: 0, .init(.failed, note: Self.hostile)),
                .defect(item: "b", text: Self.hostile), entry("c", .blocked), entry("d", .skipped),
            ])
    }

    private func count(_ part: String, in text: String) -> Int {
        text.split(separator: part, omittingEmptySubsequences: false).count - 1
    }

    @Test(arguments: [DiskChange.Kind.createFile, .write, .sync, .rename])
    func whereTheDiskFailsTheReportBeforeStays(_ kind: DiskChange.Kind) throws {
        let folder = TestFolder()
        let journal = folder.path + "/run.jsonl"
        let page = try ChecklistReport(try run(), language: .english).write(to: folder.path, journal: journal)
        let before = try UserFile.read(page, limit: 1 << 20)
        let disk = Disk { $0.kind == kind ? .fail(ENOSPC) : .none }
        let failure = #expect(throws: LocalizedFailure.self) {
            try ChecklistReport(try run(), language: .traditionalChinese)
                .write(to: folder.path, journal: journal, disk: disk)
        }
        #expect(failure?.description == "\(page) cannot be written: No space left on device.")
        #expect(try UserFile.read(page, limit: 1 << 20) == before)
    }

    @Test func aClosedItemSaysThatThereIsMoreToRead() throws {
        let page = ChecklistPage([.init(try run())], language: .english).html
        let heads = page.split(separator: "<summary><span class=\"number\">").dropFirst()
            .map { $0.prefix { $0 != "\n" } }
        #expect(heads.map { $0.contains("said\">Note</span>") } == [false, true, true, true, false])
        #expect(heads.map { $0.contains("said\">Note · Defect</span>") } == [true, false, false, false, false])
    }

    @Test func aSentencesNoteCountsAsOne() throws {
        let text = "title: T\nitems: [{ id: a, title: First, do: one, see: it, launch: x }]"
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        func page(_ note: String) -> String {
            let entries: [RunEntry] = [
                .verdict(item: "a", ItemRecord(verdict: .passed, note: "", time: "", session: 1)),
                .sentence(item: "a", number: 0, .init(.passed, note: note)),
            ]
            return ChecklistPage([.init(ChecklistRun(list, entries: entries))], language: .english).html
        }
        #expect(page("dim").contains("said\">Note</span>") && !page("").contains("said\">"))
    }

    @Test func whatHappenedStandsInOrderOfTime() throws {
        let page = ChecklistPage([.init(try run())], language: .english).html
        let list = try #require(page.split(separator: "class=\"marks\">").dropFirst().first)
        let times = list.split(separator: "</ol>")[0].matches(of: #/class="at">([0-9.]+)</#).map { String($0.1) }
        #expect(times == times.sorted { Double($0) ?? 0 < Double($1) ?? 0 } && times.count == 5, "\(times)")
    }

    /// Frames of somebody's run are embedded as they are: other characters than Base64's make no page, and the run is refused.
    @Test func framesThatAreNoBase64ReachNoPage() throws {
        let attack = "eJw</script><meta http-equiv=\"refresh\" content=\"0;url=http://127.0.0.1/\">"
        var trace = Trace(title: "T")
        trace.tries = [Trace.Try(frames: TraceFrames(packed: attack), took: .zero)]
        #expect(!TracePage(trace, language: .english).html.contains("http-equiv=\"refresh\""))
        var evidence = ItemEvidence()
        evidence.frames = attack
        let record = ItemRecord(verdict: .failed, time: "2026-11-21T08:00:00Z", session: 1, evidence: evidence)
        let line = Array((RunEntry.verdict(item: "a", record).json.jsonText + "\n").utf8)
        let failure = #expect(throws: LocalizedFailure.self) { try RunJournal.entries(line, path: "run.jsonl") }
        #expect(failure?.description.contains("line 1") == true, "\(failure?.description ?? "")")
    }

    /// Nobody knows whose file it is that a link in a shared folder leads to.
    @Test(arguments: ["report.html", "junit.xml", "run.jsonl"]) func aReportIsNotWrittenThroughALink(_ name: String)
        throws
    {
        let folder = TestFolder()
        let (reports, target) = (folder.path + "/reports", folder.path + "/precious")
        let journal = folder.path + "/own.jsonl"
        try UserFile.write(Array("journal".utf8), to: journal)
        try UserFile.write(Array("precious".utf8), to: target)
        #expect(mkdir(reports, 0o755) == 0 && symlink(target, reports + "/" + name) == 0)
        let report = ChecklistReport(try run(), language: .english)
        let failure = Result { () throws(LocalizedFailure) in try report.write(to: reports, journal: journal) }
        #expect(try UserFile.read(target, limit: 100) == Array("precious".utf8))
        if name != "run.jsonl" {
            #expect(throws: LocalizedFailure(.fileNotWritten(reports + "/" + name, .isLink))) { try failure.get() }
        }
    }

    /// What the user names is as the user's mask says; Foyer's own is private.
    @Test func theMaskDecidesTheModeOfAFolderThatTheUserNames() throws {
        let folder = TestFolder()
        let places = Places { ["HOME": folder.path + "/home"][$0] }
        for path in [folder.path + "/named/deep", places.state + "/traces"] { try places.makeNamed(path) }
        func mode(_ path: String) -> mode_t { (UserFile.status(path)?.st_mode ?? 0) & 0o777 }
        let mask = umask(0)
        umask(mask)
        #expect(mode(folder.path + "/named/deep") == 0o777 & ~mask && mode(folder.path + "/named") == 0o777 & ~mask)
        #expect(mode(places.state + "/traces") == 0o700)
    }

    @Test func theVariableNamesTheTesterThoughANameWasKept() {
        #expect(TesterName.known(given: nil, variable: "Bob", kept: "Ada\n") == "Bob")
        #expect(TesterName.known(given: "Eve", variable: "Bob", kept: "Ada\n") == "Eve")
        #expect(TesterName.known(given: nil, variable: " ", kept: "Ada\n") == "Ada")
        #expect(TesterName.known(given: nil, variable: nil, kept: nil) == nil)
    }

    @Test(arguments: Language.allCases) func nothingInThePageActs(language: Language) throws {
        let html = ChecklistReport(try run(), language: language).html
        #expect(count("<script", in: html) == 2, "the frames of one item, and the page's own")
        #expect(!html.contains("<i>Second"))
        #expect(!html.contains("\u{1B}") && !html.contains("\u{202E}"))
        for outside in ["src=", "url(", "@import", "<link", "<img", "<iframe", "xlink", "style=\"", "href="] {
            #expect(!html.contains(outside), "\(outside)")
        }
        #expect(!html.contains(" onload=") && !html.contains(" onclick=") && !html.contains("javascript:"))
        #expect(html.contains("default-src 'none'") && !html.contains("unsafe-inline"))
    }

    @Test func thePageHasEverythingOfEachItem() throws {
        let html = ChecklistReport(try run(), language: .english).html
        for text in ["First", "Second", "passed", "failed", "blocked", "skipped", "10009", "2.250 s"] {
            #expect(html.contains(text), "\(text)")
        }
        #expect(count("<details class=\"item\"", in: html) == 5)
        #expect(count("class=\"trace\"", in: html) == 1)
    }

    /// What went wrong or could not be tried stands first and is open; the rest follows by its sections.
    @Test func failuresComeFirst() throws {
        let html = ChecklistReport(try run(), language: .english).html
        let order = html.matches(of: /id="item-(\d)" data-verdict="(\w+)"( open)?/)
        #expect(order.map { $0.1 } == ["2", "3", "1", "4", "5"])
        #expect(order.map { $0.2 } == ["failed", "blocked", "passed", "skipped", "open"])
        #expect(order.map { $0.3 != nil } == [true, true, false, false, false])
        #expect(html.contains("value=\"failed\"") && html.contains("type=\"search\""))
    }

    /// The item has the worst of its sentences, and each says its own.
    @Test func sentencesHaveVerdictsOfTheirOwn() throws {
        let text = "title: L\nitems:\n  - { id: a, title: First, do: D, see: [one, two, three], launch: x }"
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        #expect([Verdict.passed, .blocked, .failed, .skipped].worst == .failed)
        #expect([Verdict.passed, .skipped].worst == .skipped && [Verdict]().worst == nil)
        let record = ItemRecord(verdict: nil, time: "2026-11-21T08:00:00Z", session: 1, evidence: ItemEvidence())
        let run = ChecklistRun(
            list,
            entries: [
                .trial(item: "a", record), .sentence(item: "a", number: 1, .init(.failed, note: "too late")),
                .defect(item: "a", text: "https://bugs.example.com/7"),
                .verdict(item: "a", ItemRecord(verdict: .failed, time: "2026-11-21T08:00:00Z", session: 1)),
            ])
        let kept = try #require(run.record(of: list.items[0]))
        #expect(kept.verdict == .failed && kept.judgement(of: 1, among: 3)?.note == "too late")
        #expect(kept.judgement(of: 0, among: 3) == nil)
        let report = ChecklistReport(run, language: .english)
        #expect(report.html.contains("<li class=\"failed\">") && count("<li class=\"open\">", in: report.html) == 2)
        #expect(report.html.contains("<span class=\"note\">too late</span>"))
        #expect(report.html.contains("<a href=\"https://bugs.example.com/7\" rel=\"noreferrer noopener\">"))
        #expect(report.junit.contains("failed: two (too late)") && report.junit.contains("bugs.example.com/7"))
        #expect(report.junit.contains("<failure message=\"too late\"/>"))
    }

    /// Whoever judges an item of one sentence has judged the sentence.
    @Test(arguments: Verdict.allCases) func theOnlySentenceHasTheItemsVerdict(verdict: Verdict) throws {
        let text = "title: L\nitems:\n  - { id: a, title: First, do: D, see: only this, launch: x }"
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        let record = ItemRecord(verdict: verdict, time: "2026-11-21T08:00:00Z", session: 1)
        let html = ChecklistReport(
            ChecklistRun(list, entries: [.verdict(item: "a", record)]), language: .english
        ).html
        #expect(count("<li class=\"\(verdict.rawValue)\">", in: html) == 1)
        #expect(count("<li class=\"open\">", in: html) == 0)
    }

    // MARK: - Where an item opens

    /// A launch that draws itself, is looked at and left.
    private func evidence(_ deeds: [(at: Double, deed: String)], _ screens: [(at: Double, text: String)])
        -> ItemEvidence
    {
        var track = ScreenTrack()
        for (at, text) in screens {
            var canvas = Canvas(size: CellSize(columns: 40, rows: 4))
            canvas.text(SafeText(text), column: 0, row: 0)
            track.take(canvas.buffer, at: .zero + .seconds(at))
        }
        var evidence = ItemEvidence()
        (evidence.took, evidence.frames) = (.seconds(9), TraceFrames(track, since: .zero).packed)
        evidence.events = deeds.map { TraceEvent(.input, at: .seconds($0.at), $0.deed) }
        return evidence
    }

    private func html(_ verdict: Verdict, _ evidence: ItemEvidence) throws -> String {
        let text = "title: L\nitems:\n  - { id: a, title: First, do: D, see: S, launch: x }"
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        let record = ItemRecord(verdict: verdict, time: "2026-11-21T08:00:00Z", session: 1, evidence: evidence)
        return ChecklistReport(ChecklistRun(list, entries: [.verdict(item: "a", record)]), language: .english).html
    }

    /// What a verdict is about is not the key that leaves, nor the empty screen after it.
    @Test func itOpensWhereTheVerdictWasMade() throws {
        let evidence = evidence(
            [(2, "key enter"), (5, "key d"), (8.5, "key q"), (8.7, "key enter")],
            [(0, "$"), (1.5, "a page with all its words"), (3, "half of a page it is"), (6, "a wrong page"), (8.8, "")])
        let failed = try html(.failed, evidence)
        #expect(failed.contains("data-open=\"2\""))
        #expect(failed.contains("<pre class=\"cells\">a wrong page</pre>"))
        let passed = try html(.passed, evidence)
        #expect(passed.contains("data-open=\"0\""))
        #expect(passed.contains("<pre class=\"cells\">a page with all its words</pre>"))
    }

    @Test func aPromptAloneIsNoPicture() throws {
        let evidence = evidence(
            [(2, "key a"), (5, "key enter"), (8, "key enter")],
            [(0, "$"), (3, "$ a long command"), (6, "$ a long command and all that it has to say"), (8.5, "$")])
        #expect(try html(.passed, evidence).contains("data-open=\"2\""))
    }

    /// Whoever marks a screen wants it to be seen.
    @Test(arguments: [Verdict.passed, .failed]) func itOpensAtTheScreenThatWasKept(verdict: Verdict) throws {
        let evidence = evidence(
            [(2, "key a"), (3, ItemEvidence.keptScreen), (7, "key q")],
            [(0, "all of the words"), (2.5, "kept"), (4, "all of the words")])
        let html = try html(verdict, evidence)
        #expect(html.contains("data-open=\"1\"") && html.contains("<pre class=\"cells\">kept</pre>"))
    }

    /// A walk through many sizes says so.
    @Test func theSizesOfAnItemAreNamed() throws {
        var (track, evidence) = (ScreenTrack(), ItemEvidence())
        for (number, columns) in [40, 20, 10].enumerated() {
            track.take(Buffer(size: CellSize(columns: columns, rows: 4)), at: .zero + .seconds(number))
        }
        (evidence.took, evidence.frames) = (.seconds(9), TraceFrames(track, since: .zero).packed)
        #expect(try html(.passed, evidence).contains("<dt>Size</dt><dd>40×4 → 20×4 → 10×4</dd>"))
        let still = self.evidence([], [(0, "one"), (1, "two")])
        #expect(!(try html(.passed, still).contains("<dt>Size</dt>")))
    }

    /// Nobody's defect makes a link that does something else.
    @Test(arguments: ["javascript:alert(1)", "FOYER-7", "data:text/html,x", "//bugs.example.com"])
    func onlyAnAddressIsALink(defect: String) throws {
        let text = "title: L\nitems:\n  - { id: a, title: First, do: D, see: S, launch: x }"
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        let html = ChecklistReport(
            ChecklistRun(list, entries: [.defect(item: "a", text: defect)]), language: .english
        ).html
        #expect(html.contains(defect) && !html.contains("href="))
    }

    /// Times are those of the tester's clock.
    @Test func timesAreOfTheTestersZone() {
        func time(_ zone: String?) -> String {
            let facts = zone.map { [RunSession.Fact(RunSession.zoneName, $0)] } ?? []
            return ReportTime("2026-11-21T23:30:00Z", RunSession(time: "", facts: facts)).html
        }
        #expect(time(nil).contains(">2026-11-21 23:30 UTC<"))
        #expect(time("CET UTC+01:00").contains(">2026-11-22 00:30 UTC+01:00<"))
        #expect(time("NST UTC-03:30").contains(">2026-11-21 20:00 UTC-03:30<"))
        #expect(time("<b>").contains(">2026-11-21 23:30 UTC<"))
    }

    /// What one tester found wrong is wrong; what one left out another may have tried.
    @Test func severalTestersStandInOneMatrix() throws {
        let text = """
            title: L
            items:
              - { id: a, title: First, do: D, see: S, launch: x }
              - { id: b, title: Second, do: D, see: S, launch: x }
              - { id: c, title: Third, do: D, see: S, launch: x }
            """
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        func run(_ name: String, _ verdicts: [Verdict?]) -> ChecklistRun {
            let session = RunSession(time: "2026-11-21T08:00:00Z", facts: [.init(RunSession.testerName, name)])
            let entries = zip(list.items, verdicts).compactMap { item, verdict in
                verdict.map {
                    RunEntry.verdict(
                        item: item.id, ItemRecord(verdict: $0, note: "of \(name)", time: session.time, session: 1))
                }
            }
            return ChecklistRun(list, entries: [.session(session)] + entries)
        }
        let (ada, bob) = (run("Ada", [.passed, .skipped, .passed]), run("Bob", [.failed, .passed, nil]))
        let merged = MergedRuns([ada, bob])
        #expect((merged.count(.passed), merged.count(.failed), merged.count(nil)) == (2, 1, 0))
        let html = merged.html(.english)
        #expect(html.contains("<th scope=\"col\">Ada</th><th scope=\"col\">Bob</th>"))
        #expect(html.contains("of Ada") && html.contains("of Bob") && count("<tr><th scope=\"row\">", in: html) == 3)
        let comparison = RunComparison(ada, bob)
        #expect(comparison.changes.map(\.id) == ["a", "b", "c"] && comparison.same == 0)
        #expect(comparison.changes.map(\.isWorse) == [true, false, false])
        #expect(comparison.facts.map(\.name) == ["tester"])
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
        let parts = html.split(separator: "<details class=\"former\">")
        #expect(parts.count == 2)
        #expect(parts[0].contains("fine now") && !parts[0].contains("too dark"))
        #expect(parts[1].contains("too dark") && parts[1].contains("the outcome of too dark"))
        #expect(report.junit.contains("failures=\"0\"") && report.junit.contains("before: failed"))
    }

    /// Frames are unpacked once for page, build servers' file and the next report, those of former times as well.
    @Test func eachTrialIsUnpackedOnce() throws {
        func trial(_ text: SafeText) -> RunEntry {
            var canvas = Canvas(size: CellSize(columns: 12, rows: 2))
            canvas.text(text, column: 0, row: 0)
            var track = ScreenTrack()
            track.take(canvas.buffer, at: .zero)
            var evidence = ItemEvidence()
            (evidence.took, evidence.frames) = (.seconds(1), TraceFrames(track, since: .zero).packed)
            evidence.events = [TraceEvent(.input, at: .seconds(0.5), "key q")]
            return .trial(
                item: "a", ItemRecord(verdict: nil, time: "2026-11-21T08:00:00Z", session: 1, evidence: evidence))
        }
        let list = try Checklist.read(
            Array("title: L\nitems:\n  - { id: a, title: First, do: D, see: S, launch: x }".utf8), file: "t.yaml"
        ).get()
        let screens = EvidenceScreens()
        for _ in 0..<2 {
            let run = ChecklistRun(list, entries: [trial("before"), trial("now")])
            let report = ChecklistReport(run, language: .english, screens: screens)
            let html = report.html
            for text in ["now", "before"] { #expect(html.contains("<pre class=\"cells\">\(text)</pre>")) }
            #expect(report.junit.contains("[start]&#10;now") && screens.count == 2)
        }
    }

    /// A launch's steps are on the axis of the trace.
    @Test func stepsStandOnOneAxis() throws {
        let html = ChecklistReport(try run(), language: .english).html
        #expect(html.contains("data-span data-from=\"250\" data-to=\"750\""))
        #expect(html.contains("data-span data-from=\"750\" data-to=\"2250\" data-bad"))
        #expect(html.contains("1.500 s"))
    }

    @Test func `what the tester did is the steps, letters that follow one another as one`() {
        let recorder = EvidenceRecorder(theme: DisplayTheme(), at: .zero) { _ in }
        func press(_ key: KeyEvent, _ seconds: Double) { recorder.record(.key(key), at: .zero + .seconds(seconds)) }
        press(.character("a"), 1)
        press(.character("b"), 1.5)
        recorder.record("GET /x", .request, at: .zero + .seconds(2))
        press(.character(" "), 2.25)
        press(.character("c"), 2.5)
        press(.enter, 4)
        press(.character(" "), 4.5)
        press(.character("c"), 6)
        let evidence = recorder.finish(at: .zero + .seconds(9))
        let steps = evidence.steps(start: "Start")
        #expect(steps.map(\.title) == ["Start", "type ab c", "key enter", "key space", "key c"])
        #expect(steps.map(\.from) == [.zero, .seconds(1), .seconds(4), .seconds(4.5), .seconds(6)])
        #expect(
            steps.map(\.to) == [
                .milliseconds(999), .milliseconds(3999), .milliseconds(4499), .milliseconds(5999), .seconds(9),
            ])
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
        #expect(junit.contains("tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"3\" time=\"2.250\""))
        #expect(count("<testcase ", in: junit) == 5)
        #expect(count("<failure ", in: junit) == 1)
        #expect(count("<skipped ", in: junit) == 3 && count("<skipped message=\"blocked: ", in: junit) == 1)
        #expect(junit.contains("✕  10009"))
        #expect(!junit.contains("<script") && junit.contains("[start]"))
        #expect(!junit.contains("\u{1B}"))
    }
}
