import Foyer
import TestSupport
import Testing

@testable import FoyerCore
@testable import FoyerFlows

@Suite struct RecordingTests {
    private let folder = TemporaryFolder()

    /// Half a second of a program, written under a name.
    private func text(_ name: String) throws -> String {
        let size = CellSize(columns: 20, rows: 3)
        let recording = try Recording(
            path: folder.path + "/" + name, size: size, title: "a run", type: "xterm-256color", began: 1_504_467_315)
        let began = Instant(nanoseconds: 5_000_000_000)
        recording.take(Array("\u{1B}[31mred".utf8), size: size, at: began)
        // A character in two pieces, and an event that comes late.
        recording.take([0xC3], size: size, at: began + .microseconds(100_000))
        recording.take([0xA9], size: size, at: began + .nanoseconds(100_000_900))
        recording.mark("Ready", at: began + .milliseconds(50))
        recording.take(Array("!".utf8), size: CellSize(columns: 30, rows: 4), at: began + .microseconds(500_001))
        recording.end(status: 22, at: began + .milliseconds(501))
        #expect(recording.failure == nil)
        return String(decoding: try #require(folder.read(name)), as: UTF8.self)
    }

    @Test func timesAreIntervalsAndTheExitStatusComesLast() throws {
        #expect(
            try text("a.cast") == #"""
                {"version":3,"term":{"cols":20,"rows":3,"type":"xterm-256color"},"timestamp":1504467315,"title":"a run"}
                [0.0,"o","\u001b[31mred"]
                [0.1,"o","é"]
                [0.0,"m","Ready"]
                [0.400001,"r","30x4"]
                [0.0,"o","!"]
                [0.000999,"x","22"]

                """#)
    }

    @Test func anEndingAsksForTheFormerVersion() throws {
        #expect(
            try text("a.v2.cast") == #"""
                {"version":2,"width":20,"height":3,"timestamp":1504467315,"title":"a run","env":{"TERM":"xterm-256color"}}
                [0.0,"o","\u001b[31mred"]
                [0.1,"o","é"]
                [0.1,"m","Ready"]
                [0.500001,"r","30x4"]
                [0.500001,"o","!"]

                """#)
    }

    @Test func bothVersionsReadTheSame() throws {
        let now = try RecordedRun(Array(text("a.cast").utf8))
        let former = try RecordedRun(Array(text("a.v2.cast").utf8))
        #expect(now.title == "a run" && now.size == CellSize(columns: 20, rows: 3) && now.colors == nil)
        #expect(now.events.map(\.kind).dropLast() == former.events.map(\.kind)[...])
        #expect(now.events.last?.kind == .ended(22))
        for (one, other) in zip(now.events, former.events) {
            #expect(abs((one.time - other.time).inSeconds) < 0.000_001)
        }
    }

    @Test func whatOthersWriteIsRead() throws {
        let palette = (0..<8).map { "#00000\($0)" }.joined(separator: ":")
        let run = try RecordedRun(
            Array(
                #"""
                {"version": 3, "term": {"cols": 80, "rows": 24, "theme": {"fg": "#D0D0D0", "bg": "#212121", "palette": "\#(palette)"}}, "env": {"SHELL": "/bin/zsh"}}
                # a comment
                [0.5, "o", "a"]

                [1, "i", "typed"]
                [0.25, "z", "what may come"]
                [0.25, "o", "b"]
                [3, "o", "cut o
                """#.utf8))
        #expect(run.colors == .init(text: 0xD0D0D0, ground: 0x212121, palette: Array(0..<8)))
        #expect(
            run.events == [
                .init(time: .seconds(0.5), kind: .output("a")), .init(time: .seconds(2), kind: .output("b")),
            ])
    }

    @Test(arguments: [
        ("", "Line 1 is not valid asciicast: "),
        ("{\"version\":1,\"width\":80,\"height\":24}\n", "a whole number from 2 to 3"),
        ("{\"version\":3,\"term\":{\"cols\":0,\"rows\":24}}\n", "`term.cols` must be a whole number from 1 to 1000"),
        ("{\"version\":2,\"width\":80,\"height\":24}\n[0,\"o\"]\n", "Line 2 is not valid asciicast: "),
        ("{\"version\":2,\"width\":80,\"height\":24}\n[0,\"r\",\"8\"]\n", "a size, such as 80x24"),
        ("{\"version\":2,\"width\":80,\"height\":24}\n[-1,\"o\",\"\"]\n", "Line 2"),
        ("{\"version\":2,\"width\":80,\"height\":24}\nnoise\n[0,\"o\",\"\"]\n", "Line 2"),
    ])
    func whatIsNoRecordingIsRefusedWithItsLine(text: String, why: String) {
        do {
            _ = try RecordedRun(Array(text.utf8))
            Issue.record("taken: \(text)")
        } catch {
            #expect(error.cause.english.contains(why), "\(error.cause.english)")
        }
    }
}
