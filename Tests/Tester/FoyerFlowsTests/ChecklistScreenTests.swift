import Foyer
import FoyerPlatform
import FoyerSystem
import TestSupport
import Testing

@testable import FoyerChecklist
@testable import FoyerFlows

/// What a tester's keys do on a checklist's own pages.
@Suite struct ChecklistScreenTests {
    private static let size = CellSize(columns: 80, rows: 24)
    private let folder = TemporaryFolder()
    private let context = ScreenContext(now: .zero, size: size, theme: DisplayTheme(), language: .english) { _ in }

    private func context(_ size: CellSize) -> ScreenContext {
        ScreenContext(now: .zero, size: size, theme: DisplayTheme(), language: .english) { _ in }
    }

    private func journal() throws -> RunJournal { try RunJournal(path: folder.path + "/run.jsonl") }

    private func screen(_ journal: RunJournal, _ before: [RunEntry] = []) throws -> ChecklistScreen {
        let text = """
            title: L
            items:
              - { id: a, title: First, do: D, see: [It is red., It is round., It rolls.], launch: x }
              - { id: b, title: Second, do: D, see: S, launch: x }
            """
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        let session = RunEntry.session(RunSession(time: "2026-11-21T08:00:00Z", facts: []))
        return ChecklistScreen(
            ChecklistRun(list, entries: [session] + before), journal: journal,
            flows: ChecklistFlows(sites: [:], language: .english, folder: folder.path),
            reporter: ReportWriter(to: folder.path + "/out", journal: journal.path, language: .english, work: .inPlace),
            handOver: ProgramHandOver())
    }

    @discardableResult private func press(_ screen: ChecklistScreen, _ keys: KeyEvent...) -> ScreenCommand? {
        keys.map { screen.handle(.input(.key($0)), context: context) }.last
    }

    private func type(_ screen: ChecklistScreen, _ text: String) {
        for scalar in text.unicodeScalars { press(screen, .character(scalar)) }
        press(screen, .enter)
    }

    private func lines(_ screen: ChecklistScreen) -> [String] {
        var canvas = Canvas(size: Self.size)
        screen.draw(in: &canvas, context: context)
        return canvas.buffer.textLines
    }

    private func text(_ screen: ChecklistScreen) -> String { lines(screen).joined(separator: "\n") }

    /// Who passes the whole does not take back what was wrong with a part, and is told so.
    @Test func theWholeIsNoBetterThanItsSentences() throws {
        let screen = try screen(try journal())
        press(screen, "v", .down, "p", "f", .enter, "p")
        press(screen, .left, "v", "p")
        #expect(screen.run.item.id == "a" && screen.mode == .verdict)
        #expect(text(screen).contains("Sentence 2 is failed: press ↓ to change that first."))
        press(screen, .down, .down, "p")
        press(screen, .left, "v", "p")
        #expect(screen.run.count(.passed) == 1 && screen.run.item.id == "b")
    }

    /// Sentence after sentence; the item has the worst of their verdicts, and all of it is on the disk.
    @Test func eachSentenceIsJudgedOnItsOwn() throws {
        let journal = try journal()
        let screen = try screen(journal)
        press(screen, "v", .down)
        #expect(text(screen).contains("Is sentence 1 of 3 true?"))
        press(screen, "p")
        #expect(text(screen).contains("Is sentence 2 of 3 true?"))
        press(screen, "f")
        type(screen, "It is square.")
        #expect(text(screen).contains("Is sentence 3 of 3 true?") && text(screen).contains("It is square."))
        press(screen, "d")
        type(screen, "https://bugs.example.com/7")
        press(screen, "p")
        #expect(text(screen).contains("2 of 2"), "the next item")
        let run = ChecklistRun(screen.run.checklist, entries: try RunJournal.entries(path: journal.path))
        let record = try #require(run.record(of: run.checklist.items[0]))
        #expect(record.verdict == .failed && record.defect == "https://bugs.example.com/7" && record.note.isEmpty)
        #expect(record.sentences == [0: .init(.passed), 1: .init(.failed, note: "It is square."), 2: .init(.passed)])
        #expect(run.record(of: run.checklist.items[1]) == nil)
    }

    // MARK: - In lines

    private func said(_ screen: ChecklistScreen) -> [String] {
        guard let spoken = screen.spoken(context) else { return [] }
        return ([spoken.title] + spoken.text).map(\.string)
    }

    private func news(_ screen: ChecklistScreen) -> [String] { screen.spoken(context)?.news.map(\.string) ?? [] }

    /// What was said of a sentence is read with it, on the card and at its question, and each verdict once it is kept.
    @Test func whoeverListensHearsTheVerdicts() throws {
        let screen = try screen(try journal())
        press(screen, "v", .down, "p")
        #expect(news(screen) == ["Passed"])
        press(screen, "f")
        #expect(news(screen) == ["Passed", "Failed"] && screen.draft != nil, "before the note is asked for")
        type(screen, "It is square.")
        #expect(said(screen) == ["Is sentence 3 of 3 true?", "It rolls."])
        press(screen, .up)
        #expect(said(screen) == ["Is sentence 2 of 3 true?", "It is round. Failed: It is square."])
        press(screen, .down, "n")
        type(screen, "A little.")
        #expect(said(screen) == ["Is sentence 3 of 3 true?", "It rolls. Note: A little."])
        press(screen, .up, .up, .up)
        for sentence in ["It is red. Passed", "It is round. Failed: It is square.", "It rolls. Note: A little."] {
            #expect(said(screen).contains(sentence), "\(said(screen))")
        }
        press(screen, .down, .down, .down, "p")
        #expect(news(screen) == ["Passed", "Failed", "Passed", "Verdict: failed"])
        press(screen, .left)
        for sentence in ["It is red. Passed", "It is round. Failed: It is square.", "It rolls. Passed: A little."] {
            #expect(said(screen).contains(sentence), "\(said(screen))")
        }
        #expect(said(screen).contains("Verdict: failed"))
    }

    @Test func theVerdictOfAnItemIsConfirmedEachTime() throws {
        let screen = try screen(try journal())
        press(screen, "v", "p")
        #expect(news(screen) == ["Passed"])
        press(screen, "v", "b")
        #expect(news(screen) == ["Passed", "Blocked"])
        type(screen, "")
        press(screen, "q", "v", "p")
        #expect(news(screen) == ["Passed", "Blocked", "Passed"])
        press(screen, "q")
        _ = screen.handle(.chosen(ChecklistSpeech.skip), context: context)
        #expect(news(screen) == ["Passed", "Blocked", "Passed", "Skipped"])
        // One of its sentences was not as it should be.
        press(screen, "q", .left, "v", .down, "f")
        type(screen, "")
        press(screen, .up, .up, "p")
        #expect(news(screen).last == "Sentence 1 is failed: press ↓ to change that first.", "\(news(screen))")
    }

    /// Keys that are typed while the report is written are for nobody.
    @Test func leavingSaysThatTheReportIsWritten() throws {
        let screen = try screen(try journal())
        guard case .stay = press(screen, "q") else {
            Issue.record("it left without its report")
            return
        }
        #expect(text(screen).contains("Writing the report…"))
        press(screen, "r", "m", .enter)
        #expect(text(screen).contains("Writing the report…"))
        guard case .leave = screen.handle(.woken, context: context) else {
            Issue.record("it stayed with its report written")
            return
        }
        #expect(UserFile.exists(folder.path + "/out/report.html") && UserFile.exists(folder.path + "/out/run.jsonl"))
    }

    /// The bottom line says it, and the list keeps its rows.
    @Test func whileTheReportIsWrittenTheBottomLineSaysSo() throws {
        let screen = try screen(try journal())
        press(screen, "o")
        let list = lines(screen)
        press(screen, "w")
        let writing = lines(screen)
        #expect(writing[23].contains("Writing the report…"), "\(writing)")
        #expect(writing[..<22] == list[..<22])
    }

    /// Where the report is, said above the footer, hides no item.
    @Test(arguments: [24, 12, 8]) func aNoticeHidesNoItem(rows: Int) throws {
        let screen = try screen(try journal())
        let size = CellSize(columns: 80, rows: rows)
        press(screen, "o", "w")
        _ = screen.handle(.woken, context: context)
        var canvas = Canvas(size: size)
        screen.draw(in: &canvas, context: context(size))
        let notice = try #require(screen.notice)
        #expect(notice.text.string.hasPrefix("Report: "))
        let row = try #require(canvas.buffer.textLines.firstIndex { $0.contains("Report: ") })
        #expect(!ChecklistLayout(size, hasNotice: true).list.contains(CellPosition(column: 10, row: row)))
        #expect(canvas.buffer.text.contains("First") && canvas.buffer.text.contains("Second"))
    }

    /// What is kept is in sight, and so is all of what is being typed.
    @Test func noteAndDefectAreShownWhole() throws {
        let screen = try screen(try journal())
        let words = (1...30).map { "word\($0)" }
        press(screen, "v", "n")
        for scalar in words.joined(separator: " ").unicodeScalars { press(screen, .character(scalar)) }
        #expect(words.allSatisfy(text(screen).contains), "\(text(screen))")
        press(screen, .enter)
        #expect(words.allSatisfy(text(screen).contains) && !lines(screen).contains { $0.hasPrefix("  Defect") })
        press(screen, "d")
        #expect(lines(screen).contains { $0.hasPrefix("  Defect") })
        type(screen, "https://bugs.example.com/7")
        let kept = lines(screen).filter { $0.hasPrefix("  Defect") }
        #expect(kept.count == 1 && kept[0].contains("https://bugs.example.com/7"), "\(text(screen))")
        let spoken = try #require(screen.spoken(context)).text.map(\.string)
        #expect(spoken.contains("Defect: https://bugs.example.com/7"))
        #expect(spoken.contains { $0.hasPrefix("Note: word1 word2") })
    }

    /// On a low screen the card keeps its rows, and the text that is typed stays in sight.
    @Test(arguments: [6, 9, 12, 16]) func onALowScreenTheTextStaysInSight(rows: Int) throws {
        let screen = try screen(try journal(), [.defect(item: "a", text: "#7")])
        press(screen, "v", "n")
        for scalar in String(repeating: "tea ", count: 100).unicodeScalars { press(screen, .character(scalar)) }
        for scalar in "end".unicodeScalars { press(screen, .character(scalar)) }
        let size = CellSize(columns: 40, rows: rows)
        var canvas = Canvas(size: size)
        screen.draw(in: &canvas, context: context(size))
        #expect(canvas.buffer.text.contains("end") && canvas.buffer.text.contains("What did you see?"))
        #expect(canvas.focus != nil)
        if rows >= 9 { #expect(canvas.buffer.text.contains("First")) }
    }

    /// Who writes it down before the verdict, looks at another sentence, or does the item again first, does not lose it.
    @Test func aNoteWaitsForItsVerdict() throws {
        let screen = try screen(try journal())
        press(screen, "v", .down, "n")
        type(screen, "It is pink.")
        press(screen, .down)
        #expect(!text(screen).contains("It is pink."))
        press(screen, .escape, "v", .down)
        #expect(text(screen).contains("It is pink."))
        press(screen, "p")
        let item = screen.run.checklist.items[0]
        #expect(screen.run.record(of: item)?.sentences == [0: .init(.passed, note: "It is pink.")])
    }

    @Test func aNoteBeforeTheVerdictIsOfTheTrialThatFollows() throws {
        let trial = ItemRecord(verdict: nil, time: "2026-11-21T08:00:00Z", session: 1, evidence: ItemEvidence())
        let (a, note) = ("a", RunEntry.note(item: "a", text: "Look twice."))
        let screen = try screen(try journal(), [note, .defect(item: a, text: "#7"), .trial(item: a, trial)])
        let item = screen.run.checklist.items[0]
        #expect(screen.run.record(of: item)?.note == "Look twice." && screen.run.record(of: item)?.defect == "#7")
        #expect(screen.run.former(of: item).isEmpty, "there was nothing before")
        let again = try self.screen(
            RunJournal(path: folder.path + "/again"), [.trial(item: a, trial), note, .trial(item: a, trial)])
        #expect(again.run.record(of: item)?.note == "Look twice.")
        #expect(again.run.former(of: item).map(\.note) == [""], "it is said once")
        press(again, "v", "p")
        #expect(again.run.record(of: item)?.note == "Look twice." && again.run.record(of: item)?.verdict == .passed)
    }

    /// The evidence of a trial is in the run's file once, however often its verdict changes.
    @Test func anotherVerdictKeepsNoteAndEvidence() throws {
        let journal = try journal()
        var evidence = ItemEvidence()
        evidence.outcome = "completed"
        let trial = RunEntry.trial(
            item: "a", ItemRecord(verdict: nil, time: "2026-11-21T08:00:00Z", session: 1, evidence: evidence))
        let screen = try screen(journal, [trial])
        press(screen, "v", "n")
        type(screen, "Fine.")
        press(screen, "p", .left, "v", "b", .enter)
        let entries = try RunJournal.entries(path: journal.path)
        let kept = entries.compactMap { if case .verdict(_, let record) = $0 { record } else { nil } }
        #expect(kept.map(\.verdict) == [.passed, .blocked] && kept.map(\.note) == ["Fine.", "Fine."])
        #expect(kept.allSatisfy { $0.evidence == nil })
        let run = ChecklistRun(screen.run.checklist, entries: [trial] + entries)
        let item = run.checklist.items[0]
        #expect(run.record(of: item)?.evidence == evidence && run.record(of: item)?.verdict == .blocked)
        #expect(run.former(of: item).isEmpty)
    }

    // MARK: - Back, and not out

    /// Only the key that is named for it ends the walk; on the card, there is nothing to go back to.
    @Test func escapeGoesBackAndNeverOut() throws {
        let screen = try screen(try journal())
        for _ in 0..<3 {
            press(screen, .escape)
            #expect(text(screen).contains("1 of 2") && text(screen).contains("To leave, press q"))
            #expect(!text(screen).contains("Writing the report…"), "it stays")
        }
        // Whoever asks again hears it again.
        let leaving = "To leave, press q; everything is kept."
        #expect(news(screen) == [leaving, leaving, leaving])
        press(screen, "v")
        #expect(text(screen).contains("What did you see?") && screen.notice == nil)
        press(screen, .escape)
        #expect(screen.mode == .card && screen.notice == nil)
        press(screen, "v", .down, .escape, .escape)
        #expect(screen.mode == .card && !text(screen).contains("Writing the report…"))
        press(screen, "q")
        #expect(text(screen).contains("Writing the report…"))
    }

    /// A card that was opened from the list goes back to it, and the list to the card that it came from.
    @Test func escapeGoesBackToTheList() throws {
        let screen = try screen(try journal())
        press(screen, "o", .down, .enter)
        #expect(screen.mode == .card && text(screen).contains("2 of 2"))
        press(screen, .escape)
        #expect(screen.mode == .overview)
        press(screen, .escape)
        #expect(screen.mode == .card && text(screen).contains("2 of 2"))
        press(screen, .escape)
        #expect(screen.mode == .card && text(screen).contains("To leave, press q"))
    }

}
