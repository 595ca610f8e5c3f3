import Foyer
import FoyerPlatform
import FoyerSystem
import Testing

@testable import FoyerQA

/// How frames are kept: as changes, which give back every cell.
@Suite struct TraceFramesTests {
    private func screen(_ size: CellSize = CellSize(columns: 20, rows: 4), _ draw: (inout Canvas) -> Void) -> Buffer {
        var canvas = Canvas(size: size)
        draw(&canvas)
        return canvas.buffer
    }

    /// What a cell shows, whatever the theme.
    private func cells(_ screen: Buffer, _ theme: DisplayTheme) -> [String] {
        screen.cells.map { cell in
            let painted = PaintedCell(cell, theme: theme)
            return
                "\(painted.text) \(painted.width) \(painted.foreground) \(painted.background) \(painted.fontAttributes)"
        }
    }

    private func track(_ screens: [(Buffer, DisplayTheme, ScreenTrack.TerminalState)]) -> ScreenTrack {
        var track = ScreenTrack()
        for (number, (screen, theme, beside)) in screens.enumerated() {
            track.take(screen, beside, theme: theme, at: .zero + .milliseconds(number * 40))
        }
        return track
    }

    @Test func everyFrameComesBackAsItWas() throws {
        let (dark, light) = (
            DisplayTheme(depth: .direct), DisplayTheme(depth: .direct, palette: .fitting(.light, ground: nil))
        )
        let beside = ScreenTrack.TerminalState(
            cursor: CellPosition(column: 3, row: 1), title: "Brewery", modes: ["alternate", "mouse"])
        let first = screen {
            $0.text("tea 茶 e\u{301} ▀", column: 0, row: 0, style: .bad)
            $0.text("bold", column: 15, row: 3, style: TextStyle(.hex(0x123456), attributes: [.bold, .underline]))
        }
        let second = screen {
            $0.text("tea 茶茶 e ▀", column: 0, row: 0, style: .bad)
            $0.text("bold", column: 15, row: 3, style: TextStyle(.hex(0x123456), attributes: [.reverse]))
        }
        let large = screen(CellSize(columns: 31, rows: 9)) { $0.text("larger", column: 25, row: 8, style: .accent) }
        let shown = [
            (first, dark, .init()), (second, dark, beside), (second, light, beside), (large, light, beside),
            (first, light, .init()),
        ]
        let track = track(shown)
        let read = try TraceFrames(packed: TraceFrames(track, since: .zero).packed).track()
        #expect(track.count == shown.count && read.count == shown.count)
        for ((scene, back), (screen, theme, beside)) in zip(zip(track, read), shown) {
            #expect(scene.screen == screen && scene.surroundings == beside)
            #expect(back.time == scene.time && back.surroundings == beside)
            #expect(cells(back.screen, DisplayTheme(depth: .direct)) == cells(screen, theme))
        }
        let times = [-1, 0, 39, 40, 41, 100, 160, 900].map { Instant.zero + .milliseconds($0) }
        let packed = TraceFrames(packed: TraceFrames(track, since: .zero).packed)
        #expect(try packed.screens(at: times) == read.screens(at: times))
        #expect(try packed.screens(at: times).map { $0 == nil } == [true] + Array(repeating: false, count: 7))
    }

    @Test func whatStandsStillIsKeptOnce() {
        let still = screen { $0.text("still", column: 0, row: 0) }
        let track = track([
            (still, DisplayTheme(), .init()), (still, DisplayTheme(), .init()),
            (still, DisplayTheme(), .init(title: "T")),
        ])
        #expect(track.count == 2)
        #expect(track.frames[1].parts.isEmpty)
    }

    @Test func aCellThatChangesIsAllThatIsKept() {
        let (one, two) = (screen { $0.text("abc", column: 2, row: 1) }, screen { $0.text("aXc", column: 2, row: 1) })
        let track = track([(one, DisplayTheme(), .init()), (two, DisplayTheme(), .init())])
        #expect(track.frames[1].parts.map(\.column) == [3] && track.frames[1].parts[0].cells.count == 1)
    }

    /// Every cell of it in colours, each line with words and figures of its own, thirty times a second: what few programs do.
    @Test func tenSecondsOfAProgramThatRepaintsItselfTakeFewKilobytes() throws {
        var track = ScreenTrack()
        var seed: UInt32 = 1
        func random(_ count: UInt32) -> UInt32 {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return (seed >> 8) % count
        }
        for number in 0..<300 {
            let frame = screen(CellSize(columns: 80, rows: 24)) { canvas in
                for row in 0..<24 {
                    let load = String(repeating: "|", count: Int(random(30)))
                    let line = "\(number * 24 + row)  worker-\(random(500))  \(load)  \(random(1000)) kB/s"
                    canvas.text(SafeText(line), column: 0, row: row, style: row % 3 == 0 ? .accent : .text)
                }
            }
            track.take(frame, at: .zero + .milliseconds(number * 33))
        }
        var trace = Trace(title: "Busy")
        trace.tries = [Trace.Try(frames: TraceFrames(track, since: .zero), took: .seconds(10))]
        let size = TracePage(trace, language: .english).html.utf8.count
        #expect(track.count == 300 && size <= 300_000, "\(size)")
    }

    @Test(arguments: ["", "AAAA", "eJwDAAAAAAE=", "x"]) func damagedFramesAreRefused(packed: String) {
        #expect(throws: TraceFrames.Damage.self) { try TraceFrames(packed: packed).track() }
    }

    @Test func aPageGivesItsScreensBack() throws {
        let shown = screen { $0.text("sent by mail", column: 1, row: 1) }
        var trace = Trace(title: "T")
        trace.tries = [
            Trace.Try(frames: TraceFrames(track([(shown, DisplayTheme(), .init())]), since: .zero), took: .seconds(1))
        ]
        let tracks = try TracePage.tracks(in: Array(TracePage(trace, language: .english).html.utf8))
        #expect(tracks.count == 1 && tracks[0].map(\.screen.text) == [shown.text])
        #expect(throws: TraceFrames.Damage.self) { try TracePage.tracks(in: Array("<html>".utf8)) }
    }
}
