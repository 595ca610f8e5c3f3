import Foyer
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerQA

/// A run's file: nothing is lost, and a damaged file never crashes the run.
@Suite struct RunJournalTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/run.jsonl" }

    init() { folder = TemporaryFolder() }

    private static func screen() -> KeptScreen {
        var canvas = Canvas(size: CellSize(columns: 20, rows: 4))
        canvas.fill(.ground)
        canvas.fill(.accent, in: Rect(column: 2, row: 1, columns: 5, rows: 2))
        canvas.text("茶屋 Tea & <b>", column: 1, row: 1, style: .bad)
        return KeptScreen(canvas.buffer, name: "error", theme: Theme())
    }

    private static func verdict(_ note: String = "n") -> RunEntry {
        var evidence = ItemEvidence()
        evidence.took = 1.5
        evidence.events = [.init(at: 0.25, text: "key q")]
        evidence.calls = ["create", "exit"]
        evidence.outcome = "failed 10009"
        evidence.screens = [screen()]
        evidence.attempts = [
            .init(
                app: "com.example.tea", began: 0.125, took: 1.25,
                steps: [
                    .init(label: "download", state: .done, began: 0, took: 0.5),
                    .init(label: "verify", state: .cancelled, began: 0.5, took: 0.75),
                ])
        ]
        let record = ItemRecord(
            verdict: .failed, note: note, time: "2026-11-21T08:00:00Z", session: 1, evidence: evidence)
        return .verdict(item: "10009", record)
    }

    private static let session = RunEntry.session(
        RunSession(time: "2026-11-21T08:00:00Z", facts: [.init("TERM", "xterm"), .init("a", "\u{1B}\"\n")]))

    /// A verdict that could not be written is said to be lost, and the run before it is whole.
    @Test(arguments: [DiskChange.Kind.write, .sync], [DiskFault.fail(ENOSPC), .tear(EIO)])
    func aFullDiskIsSaidAndLosesNothingFromBefore(_ kind: DiskChange.Kind, _ fault: DiskFault) throws {
        let isFull = Mutex(false)
        let disk = Disk { change in change.kind == kind && isFull.withLock { $0 } ? fault : .none }
        let journal = try RunJournal(path: path, disk: disk)
        try journal.append(Self.session)
        isFull.withLock { $0 = true }
        let failure = #expect(throws: RunJournal.Failure.self) { try journal.append(Self.verdict()) }
        #expect(failure?.description.contains(path) == true)
        #expect(try RunJournal.entries(path: path) == [Self.session])
        isFull.withLock { $0 = false }
        try journal.append(Self.verdict())
        #expect(try RunJournal.entries(path: path) == [Self.session, Self.verdict()])
    }

    @Test func aRunThatCannotBePutAsideStays() throws {
        let place = RunFolder(
            of: folder.path + "/list.yaml", isShipped: false, places: Places { $0 == "HOME" ? folder.path : nil })
        try Places().make(place.path)
        try RunJournal(path: place.journal).append(Self.session)
        let disk = Disk { $0.kind == .rename ? .fail(EROFS) : .none }
        #expect(throws: RunJournal.Failure.self) { try place.putAside(at: "2026-11-21T08:00:00Z", disk: disk) }
        #expect(try RunJournal.entries(path: place.journal) == [Self.session])
    }

    @Test func whatIsAppendedIsThereAgain() throws {
        let tried = ItemRecord(verdict: nil, note: "", time: "2026-11-21T08:00:00Z", session: 1, evidence: nil)
        let entries = [
            Self.session, Self.verdict(), .note(item: "10009", text: "später"), .trial(item: "10009", tried),
            Self.verdict(""),
        ]
        do {
            let journal = try RunJournal(path: path)
            #expect(journal.entries.isEmpty)
            for entry in entries { try journal.append(entry) }
            #expect(try RunJournal.entries(path: path) == entries)
        }
        #expect(try RunJournal(path: path).entries == entries)
    }

    @Test func aRunOfAnEarlierVersionIsTakenUp() throws {
        let verdict = Self.verdict().json.jsonText
        let start = try #require(verdict.firstRange(of: ",\"attempts\":["))
        let end = try #require(verdict[start.upperBound...].firstRange(of: "]}]"))
        let old = String(verdict[..<start.lowerBound] + verdict[end.upperBound...])
        let entries = try RunJournal.entries(Array((old + "\n").utf8), path: "x").entries
        guard case .verdict(_, let record)? = entries.first else {
            Issue.record("no verdict in \(old)")
            return
        }
        #expect(record.evidence?.attempts.isEmpty == true && record.evidence?.screens.count == 1)
    }

    @Test func aLineThatWasBeingWrittenIsLeftOutAndWrittenOver() throws {
        let bytes = Array((Self.session.json.jsonText + "\n" + Self.verdict().json.jsonText + "\n").utf8)
        let first = try #require(bytes.firstIndex(of: 10)) + 1
        for length in stride(from: first, to: bytes.count, by: 97) {
            TestFile.write(Array(bytes[..<length]), to: path)
            do {
                let journal = try RunJournal(path: path)
                #expect(journal.entries == [Self.session])
                try journal.append(.note(item: "a", text: "b"))
            }
            #expect(try RunJournal.entries(path: path) == [Self.session, .note(item: "a", text: "b")])
        }
    }

    @Test func aDamagedLineIsNamedAndNothingIsChanged() throws {
        let good = Self.session.json.jsonText
        for bad in ["{", "", "null", #"{"entry":"verdict"}"#, #"{"entry":"?"}"#, "\u{0}"] {
            let bytes = Array((good + "\n" + bad + "\n" + good + "\n").utf8)
            TestFile.write(bytes, to: path)
            let failure = #expect(throws: RunJournal.Failure.self) { try RunJournal(path: path) }
            #expect(failure?.description.contains("damaged in line 2") == true)
            #expect((TestFile.bytes(path) ?? []) == bytes)
        }
    }

    @Test func noBytesBringItDown() throws {
        var random = SplitMix64(seed: 7)
        let good = Array((Self.session.json.jsonText + "\n" + Self.verdict().json.jsonText + "\n").utf8)
        for _ in 0..<400 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let entries = try? RunJournal.entries(bytes, path: "x").entries else { continue }
            for case .verdict(_, let record) in entries { _ = record.evidence?.screens.map(\.buffer) }
        }
    }

    @Test func onlyOneMayWorkOnARun() throws {
        let journal = try RunJournal(path: path)
        let failure = #expect(throws: RunJournal.Failure.self) { try RunJournal(path: path) }
        #expect(failure?.description.contains("in use") == true)
        try journal.append(Self.session)
    }

    @Test func whatIsNoFileIsRefused() throws {
        mkdir(path, 0o700)
        #expect(throws: RunJournal.Failure.self) { try RunJournal(path: path) }
        rmdir(path)
        mkfifo(path, 0o600)
        #expect(throws: RunJournal.Failure.self) { try RunJournal(path: path) }
    }

    @Test func aKeptScreenIsTheScreen() {
        var canvas = Canvas(size: CellSize(columns: 20, rows: 4))
        canvas.fill(.ground)
        canvas.text("茶屋 Tea & <b>", column: 1, row: 1, style: .bad)
        #expect(Self.screen().buffer.text == canvas.buffer.text)
        let cell = Self.screen().buffer[6, 2]
        #expect(cell.background == .hex(Palette.dark[.accent]))
    }
}
