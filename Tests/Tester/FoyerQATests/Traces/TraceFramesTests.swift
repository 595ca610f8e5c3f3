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
        let seen = try packed.screens(at: times)
        #expect(seen.screens == read.screens(at: times))
        #expect(seen.sizes == [first.size, large.size, first.size])
        #expect(try packed.screens(at: [times[3]]).sizes == [first.size])
        #expect(seen.screens.map { $0 == nil } == [true] + Array(repeating: false, count: 7))
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

    /// A picture of many colours, which only blocks of another one resemble.
    private func picture(_ seed: Int, _ title: String, size: CellSize) -> Buffer {
        screen(size) { canvas in
            canvas.fill(.ground)
            for row in 2..<size.rows - 4 {
                for column in 3..<size.columns - 3 {
                    func channel(_ factor: Int) -> UInt32 {
                        UInt32((column * factor + row * 7 * factor + seed * 31) % 256)
                    }
                    let (text, ground) = (channel(5) << 16 | channel(3) << 8, channel(2) << 8 | channel(7))
                    let block = Unicode.Scalar(UInt32(0x2580 + (column * seed + row) % 32)) ?? "▀"
                    canvas.put(block, column: column, row: row, style: TextStyle(.hex(text), on: .hex(ground)))
                }
            }
            canvas.text(SafeText(title), column: 4, row: size.rows - 2, style: TextStyle(.accent, attributes: .bold))
        }
    }

    private func roundTrip(_ track: ScreenTrack) throws -> String {
        let packed = TraceFrames(track, since: .zero).packed
        let read = try TraceFrames(packed: packed).track()
        #expect(read.count == track.count)
        for (scene, back) in zip(track, read) {
            #expect(back.time == scene.time)
            #expect(cells(back.screen, DisplayTheme(depth: .direct)) == cells(scene.screen, scene.theme))
        }
        return packed
    }

    /// Each of its frames has colours of its own in every cell, which both ends of the fade tell.
    @Test func aFadeTakesLittleMoreThanItsEnds() throws {
        let (size, theme) = (CellSize(columns: 60, rows: 20), DisplayTheme(depth: .direct))
        let from = picture(1, "The 茶 House opens", size: size)
        var to = picture(2, "Autumn 秋 at the Tea House", size: size)
        for column in 5..<15 { to[column, 5] = ScreenCell(Glyph("x"), foreground: .bad) }
        var ends = ScreenTrack()
        ends.take(from, theme: theme, at: .zero)
        ends.take(to, theme: theme, at: .zero + .seconds(2))
        var track = ScreenTrack()
        track.take(from, theme: theme, at: .zero)
        for step in 1...40 {
            var shown = Transition.render(from: from, to: to, fraction: Double(step) / 40, theme: theme)
            // Something else moves meanwhile.
            for column in 0..<step { shown[column, 0] = ScreenCell(Glyph("━"), foreground: .accent) }
            track.take(shown, theme: theme, at: .zero + .milliseconds(1000 + step * 25))
        }
        let (packed, least) = (try roundTrip(track), try roundTrip(ends))
        #expect(
            track.count == 41 && packed.utf8.count < least.utf8.count * 3 / 2,
            "\(packed.utf8.count), \(least.utf8.count)")
    }

    /// What slides or scrolls is told by how far.
    @Test func whatMovesTakesLittle() throws {
        let (size, theme) = (CellSize(columns: 60, rows: 20), DisplayTheme(depth: .direct))
        let (one, two) = (picture(1, "One", size: size), picture(3, "Two 茶茶", size: size))
        func slid(_ by: Int) -> Buffer {
            var shown = one
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    shown[column, row] =
                        column + by < size.columns ? one[column + by, row] : two[column + by - size.columns, row]
                }
            }
            return shown
        }
        func scrolled(_ by: Int) -> Buffer {
            var shown = two
            for row in 0..<size.rows - by {
                for column in 0..<size.columns { shown[column, row] = two[column, row + by] }
            }
            return shown
        }
        var (track, ends) = (ScreenTrack(), ScreenTrack())
        for (number, by) in [0, 2, 9, 20, 33, 44, 52, 57, 59, 60].enumerated() {
            track.take(slid(by), theme: theme, at: .zero + .milliseconds(number * 20))
            if by % 60 == 0 { ends.take(slid(by), theme: theme, at: .zero + .milliseconds(number * 20)) }
        }
        for by in 1...6 { track.take(scrolled(by), theme: theme, at: .zero + .milliseconds(400 + by * 20)) }
        let (packed, least) = (try roundTrip(track), try roundTrip(ends))
        #expect(packed.utf8.count < least.utf8.count * 5 / 4, "\(packed.utf8.count), \(least.utf8.count)")
    }

    /// Frames that anybody may have changed; the one fade begins after the first.
    private func screens(_ frames: String) throws -> [String] {
        let head = #"{"styles":[[16777215,2,0]],"besides":[[-1,-1,"",[]]],"goals":[[0,[1,99],[0,0,0,"y"]]],"frames":"#
        let packed = Base64.encode(Deflate.smallZlib(Array("\(head)\(frames)}".utf8)) ?? [])
        return try TraceFrames(packed: packed).track().map(\.screen.text)
    }

    @Test func aBeginningSaysWhatFramesStandOn() throws {
        #expect(try screens(#"[[0,0,[4,2,0],[0,0,0,"x"]],[1,0,[0,98]],[2,0,[0,99]]]"#) == ["x\n", "x\n", "y\n"])
        #expect(try screens(#"[[0,0,[4,2,0],[0,0,0,"x"]],[1,0,[0,0,2,4,1,2]]]"#) == ["x\n", "x\n  x"])
    }

    @Test(arguments: [
        "[[0,0,[0,9]]]", "[[0,0,[4,2,0]],[1,0,[1,9]]]", "[[0,0,[4,2,0]],[1,0,[0,257]]]",
        "[[0,0,[4,2,0]],[1,0,[5,2,0]],[2,0,[0,9]]]", "[[0,0,[4,2,0]],[1,0,[0,0,3,4,0,1]]]",
        "[[0,0,[4,2,0]],[1,0,[0,0,2,4,0]]]",
    ])
    func wrongBeginningsAreRefused(frames: String) {
        #expect(throws: LocalizedFailure.self) { try screens(frames) }
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
        #expect(throws: LocalizedFailure.self) { try TraceFrames(packed: packed).track() }
    }

    @Test func aPageGivesItsScreensBack() throws {
        let shown = screen { $0.text("sent by mail", column: 1, row: 1) }
        var trace = Trace(title: "T")
        trace.tries = [
            Trace.Try(frames: TraceFrames(track([(shown, DisplayTheme(), .init())]), since: .zero), took: .seconds(1))
        ]
        let tracks = try TracePage.tracks(in: Array(TracePage(trace, language: .english).html.utf8))
        #expect(tracks.count == 1 && tracks[0].map(\.screen.text) == [shown.text])
        #expect(throws: LocalizedFailure.self) { try TracePage.tracks(in: Array("<html>".utf8)) }
    }
}
