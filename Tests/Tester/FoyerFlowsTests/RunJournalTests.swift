import Foundation
import Foyer
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerChecklist
@testable import FoyerFlows
@testable import FoyerTrace

/// A run's file: nothing is lost, and a damaged file never crashes the run.
@Suite struct RunJournalTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/run.jsonl" }

    init() { folder = TemporaryFolder() }

    private static func screen() -> Buffer {
        var canvas = Canvas(size: CellSize(columns: 20, rows: 4))
        canvas.fill(.ground)
        canvas.fill(.accent, in: Rect(column: 2, row: 1, columns: 5, rows: 2))
        canvas.text("茶屋 Tea & <b>", column: 1, row: 1, style: .bad)
        return canvas.buffer
    }

    private static func verdict(_ note: String = "n") -> RunEntry {
        var evidence = ItemEvidence()
        evidence.took = .seconds(1.5)
        evidence.events = [
            TraceEvent(.input, at: .seconds(0.25), "key q"),
            TraceEvent(.request, at: .seconds(0.5), "GET /x", isFailure: true),
        ]
        evidence.outcome = "failed 10009"
        evidence.version = "tea 1.0"
        var track = ScreenTrack()
        track.take(screen(), theme: DisplayTheme(), at: .zero)
        evidence.frames = TraceFrames(track, since: .zero).packed
        evidence.events += [
            TraceEvent(.step, at: .seconds(0.125), until: .seconds(0.625), "download"),
            TraceEvent(.step, at: .seconds(0.625), until: .seconds(1.375), "verify", isFailure: true),
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
        let failure = #expect(throws: LocalizedFailure.self) { try journal.append(Self.verdict()) }
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
        #expect(throws: LocalizedFailure.self) { try place.putAside(at: "2026-11-21T08:00:00Z", disk: disk) }
        #expect(try RunJournal.entries(path: place.journal) == [Self.session])
    }

    @Test func whatIsAppendedIsThereAgain() throws {
        let tried = ItemRecord(verdict: nil, note: "", time: "2026-11-21T08:00:00Z", session: 1, evidence: nil)
        let entries = [
            Self.session, Self.verdict(), .note(item: "10009", text: "später"), .trial(item: "10009", tried),
            .sentence(item: "10009", number: 2, .init(.blocked, note: "n")), .defect(item: "10009", text: "#7"),
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

    /// As a child process has between its birth and its program's start.
    @Test func `a run is free again although another descriptor of its file is open`() throws {
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        do {
            let journal = try RunJournal(path: path)
            try journal.append(Self.session)
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            for descriptor in descriptors.compactMap({ Int32($0) })
            where (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) == path {
                copies.append(dup(descriptor))
            }
        }
        #expect(!copies.isEmpty)
        #expect(try RunJournal(path: path).entries == [Self.session])
    }

    @Test func `a verdict that 0_4_0 wrote is read`() throws {
        let old = """
            {"entry":"verdict","item":"a","verdict":"failed","note":"n","time":"2026-11-27T08:00:00Z","session":1,\
            "evidence":{"took":2,"events":[[0.25,"key q","input"],[1,"gone","event",true]],"outcome":null,"frames":"",\
            "attempts":[{"app":"tea","began":0,"took":1.5,"steps":[{"label":"Downloading","state":"done","began":0.25,"took":1},\
            {"label":"verify","state":"failed","began":1.25,"took":0.25}]}],\
            "version":"1.0","interpreter":null}}
            """
        let entries = try RunJournal.entries(Array((old + "\n").utf8), path: "x").entries
        guard case .verdict(_, let record)? = entries.first, let evidence = record.evidence else {
            Issue.record("no verdict in \(entries)")
            return
        }
        #expect(
            evidence.events == [
                TraceEvent(.input, at: .seconds(0.25), "key q"),
                TraceEvent(.event, at: .seconds(1), "gone", isFailure: true),
                TraceEvent(.step, at: .seconds(0.25), until: .seconds(1.25), "Downloading"),
                TraceEvent(.step, at: .seconds(1.25), until: .seconds(1.5), "verify", isFailure: true),
            ])
        #expect(evidence.version == "1.0" && evidence.frames.isEmpty)
    }

    /// For a comparison, which needs no screens.
    @Test func aRunIsReadWithoutItsScreens() throws {
        let bytes = Array((Self.session.json.jsonText + "\n" + Self.verdict().json.jsonText + "\n").utf8)
        TestFile.write(bytes + Array("{\"entry\"".utf8), to: path)
        #expect(try RunJournal.entries(named: path) == [Self.session, Self.verdict()])
        guard case .verdict(_, let record)? = try RunJournal.entries(named: path, keepsFrames: false).last else {
            Issue.record("no verdict")
            return
        }
        #expect(record.evidence?.frames == "" && record.evidence?.took == .seconds(1.5) && record.note == "n")
    }

    @Test func `a run that is too large without its screens is refused`() throws {
        let note = RunEntry.note(item: "a", text: String(repeating: "n", count: 1 << 20)).json.jsonText + "\n"
        TestFile.write(Array(String(repeating: note, count: 17).utf8), to: path)
        let failure = #expect(throws: LocalizedFailure.self) {
            try RunJournal.entries(named: path, keepsFrames: false)
        }
        #expect(failure?.description.contains("File too large") == true, "\(failure?.description ?? "")")
        var evidence = ItemEvidence()
        evidence.frames = String(repeating: "AAAA", count: 1 << 18)
        let record = ItemRecord(verdict: .failed, time: "2026-11-21T08:00:00Z", session: 1, evidence: evidence)
        let verdict = RunEntry.verdict(item: "a", record).json.jsonText + "\n"
        TestFile.write(Array(String(repeating: verdict, count: 17).utf8), to: path)
        #expect(try RunJournal.entries(named: path, keepsFrames: false).count == 17)
        #expect(truncate(path, off_t(RunJournal.largestNamed) + 1) == 0)
        #expect(throws: LocalizedFailure.self) { try RunJournal.entries(named: path) }
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
            let failure = #expect(throws: LocalizedFailure.self) { try RunJournal(path: path) }
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
            for case .verdict(_, let record) in entries {
                _ = record.evidence.map { EvidenceScreens().sight(of: $0, after: $0.steps(start: "")) }
            }
        }
    }

    @Test func onlyOneMayWorkOnARun() throws {
        let journal = try RunJournal(path: path)
        let failure = #expect(throws: LocalizedFailure.self) { try RunJournal(path: path) }
        #expect(failure?.description.contains("in use") == true)
        try journal.append(Self.session)
    }

    @Test func whatIsNoFileIsRefused() throws {
        mkdir(path, 0o700)
        #expect(throws: LocalizedFailure.self) { try RunJournal(path: path) }
        rmdir(path)
        mkfifo(path, 0o600)
        #expect(throws: LocalizedFailure.self) { try RunJournal(path: path) }
    }
}
