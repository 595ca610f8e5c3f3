import Foyer
import FoyerPlatform
import FoyerSystem
import Testing

@testable import FoyerFlows
@testable import FoyerTrace

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
            #expect(scene.surroundings == beside && back.surroundings == beside && back.time == scene.time)
            #expect(back.screen == scene.screen)
            #expect(cells(back.screen, DisplayTheme(depth: .direct)) == cells(screen, theme))
        }
        let times = [-1, 0, 39, 40, 41, 100, 160, 900].map { Instant.zero + .milliseconds($0) }
        let seen = read.screens(at: times)
        #expect(seen.screens == track.screens(at: times).screens)
        #expect(seen.sizes == [first.size, large.size, first.size])
        #expect(read.screens(at: [times[3]]).sizes == [first.size])
        #expect(seen.screens.map { $0 == nil } == [true] + Array(repeating: false, count: 7))
    }

    @Test func whatStandsStillIsKeptOnce() {
        let still = screen { $0.text("still", column: 0, row: 0) }
        let track = track([
            (still, DisplayTheme(), .init()), (still, DisplayTheme(), .init()),
            (still, DisplayTheme(), .init(title: "T")),
        ])
        #expect(track.count == 2 && track.frames.last?.rows == [])
    }

    @Test func `a row that changes is all that is kept`() {
        let (one, two) = (screen { $0.text("abc", column: 2, row: 1) }, screen { $0.text("aXc", column: 2, row: 1) })
        let track = track([(one, DisplayTheme(), .init()), (two, DisplayTheme(), .init())])
        #expect(track.frames.last?.rows == [1])
        #expect(track.cells == 3 + 1 + 2)
    }

    @Test func `a role without a colour of its own on this terminal is no difference to see`() {
        let theme = DisplayTheme(depth: .mono)
        let (one, two) = (
            screen { $0.text("a", column: 0, row: 0, style: .quiet) },
            screen { $0.text("a", column: 0, row: 0, style: .text) }
        )
        let track = track([(one, theme, .init()), (two, theme, .init())])
        #expect(track.count == 2 && track.frames.last?.rows == [])
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
            #expect(back.time == scene.time && back.screen == scene.screen)
        }
        return packed
    }

    @Test func `frames of a fade take a third of what their colours take`() throws {
        let (size, theme) = (CellSize(columns: 60, rows: 20), DisplayTheme(depth: .direct))
        let from = picture(1, "The 茶 House opens", size: size)
        var to = picture(2, "Autumn 秋 at the Tea House", size: size)
        for column in 5..<15 { to[column, 5] = ScreenCell(Glyph("x"), foreground: .bad) }
        var track = ScreenTrack()
        track.take(from, theme: theme, at: .zero)
        for step in 1...40 {
            var shown = Transition.render(from: from, to: to, fraction: Double(step) / 40, theme: theme)
            // Something else moves meanwhile.
            for column in 0..<step { shown[column, 0] = ScreenCell(Glyph("━"), foreground: .accent) }
            track.take(shown, theme: theme, at: .zero + .milliseconds(1000 + step * 25))
        }
        // Two bytes of Base64 for a cell, which has six bytes of colours.
        let length = try roundTrip(track).utf8.count
        #expect(track.count == 41 && length < 41 * size.columns * size.rows * 2, "\(length)")
    }

    @Test func `what slides or scrolls takes half a byte for a cell`() throws {
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
        var track = ScreenTrack()
        for (number, by) in [0, 2, 9, 20, 33, 44, 52, 57, 59, 60].enumerated() {
            track.take(slid(by), theme: theme, at: .zero + .milliseconds(number * 20))
        }
        for by in 1...6 { track.take(scrolled(by), theme: theme, at: .zero + .milliseconds(400 + by * 20)) }
        let length = try roundTrip(track).utf8.count
        #expect(track.count == 16 && length < 16 * size.columns * size.rows / 2, "\(length)")
    }

    /// So many that the first of them are compressed while others come.
    @Test func `many different frames come back`() throws {
        let size = CellSize(columns: 40, rows: 10)
        var track = ScreenTrack()
        for number in 0..<300 {
            var shown = screen(size) { canvas in
                for row in 0..<size.rows { canvas.text("\(number * (row + 3)) 茶 e\u{301}", column: row, row: row) }
            }
            let color = UInt32(number) * 4099 & 0xFF_FFFF
            for column in 0..<size.columns {
                shown[column, number % 10] = ScreenCell(Glyph("▚"), foreground: .hex(color))
            }
            track.take(shown, at: .zero + .milliseconds(number * 7))
        }
        #expect(track.blocks.count > 1)
        _ = try roundTrip(track)
    }

    /// Each of three frames as 0.4.0 wrote them: a screen, one row of the next, and another size.
    @Test func `frames of 0_4_0 are read, and packed anew for a page`() throws {
        let old = """
            {"styles":[[16777215,2,0],[255,65280,5]],"besides":[[-1,-1,"",[]],[3,1,"Tea",["mouse"]]],"frames":[\
            [0,0,[6,2,0],[0,0,1,"ab",1,["茶",2]]],[40000,1,0,[1,2,0,["e\u{301}",1],1,"x"]],[80000,1,[3,1,1],[0,1,0,"z"]]]}
            """
        let frames = TraceFrames(packed: Base64.encode(Deflate.smallZlib(Array(old.utf8)) ?? []))
        let track = try frames.track()
        #expect(track.map(\.screen.text) == ["ab茶\n", "ab茶\n  e\u{301}x", " z"])
        #expect(track.map(\.time) == [0, 40, 80].map { .zero + .milliseconds($0) })
        #expect(track.map(\.surroundings.title) == ["", "Tea", "Tea"])
        let scenes = Array(track)
        #expect(
            scenes[1].screen[3, 1]
                == ScreenCell(
                    Glyph("x"), foreground: .hex(255), background: .hex(65280), attributes: [.bold, .underline]))
        #expect(scenes[2].screen[0, 0].background == .hex(65280) && scenes[2].ground.background == .hex(65280))
        let anew = try TraceFrames(packed: frames.packed).track()
        #expect(!FramesOf04.wrote(frames.packed) && anew.map(\.screen) == track.map(\.screen))
        #expect(anew.map(\.ground) == track.map(\.ground))
    }

    @Test(arguments: [
        "[[0,0,[0,9,0]]]", "[[0,0,[4,2,1]]]", "[[0,1,[4,2,0]]]", "[[0,0,[4,2]]]", "[[0,0]]",
        "[[0,0,[4,2,0],[0,0,7,\"x\"]]]",
    ])
    func `damaged frames of 0_4_0 are refused`(frames: String) {
        let text = #"{"styles":[[16777215,2,0]],"besides":[[-1,-1,"",[]]],"frames":\#(frames)}"#
        let packed = Base64.encode(Deflate.smallZlib(Array(text.utf8)) ?? [])
        #expect(throws: LocalizedFailure.self) { try TraceFrames(packed: packed).track() }
        #expect(TraceFrames(packed: packed).packed == "")
    }

    /// Frames that anybody may have changed: a screen of two cells, and the bytes of its planes.
    private func packed(_ blocks: String, planes: [UInt8]) -> String {
        let head = #"{"glyphs":[],"besides":[[-1,-1,"",[]]],"blocks":\#(blocks)}"#
        let parts = [Array(head.utf8), planes].map { Deflate.smallZlib($0) ?? [] }
        return Base64.encode(parts.flatMap { [0, 0, UInt8($0.count >> 8), UInt8($0.count & 255)] + $0 })
    }

    private static let cells: [UInt8] = Array("ab".utf8) + Array(repeating: 0, count: 20)

    @Test func `a file's glyphs are made safe`() throws {
        let block = "[[2,1,[0,0,0],[[0,0,0,0]]]]"
        #expect(try TraceFrames(packed: packed(block, planes: Self.cells)).track().map(\.screen.text) == ["ab"])
        let hostile = [0x1B, 0x61] + Self.cells.dropFirst(2)
        #expect(try TraceFrames(packed: packed(block, planes: hostile)).track().map(\.screen.text) == ["\u{FFFD}a"])
        let unknown = [1, 97, 0, 0, 0x11, 0] + Self.cells.dropFirst(6)
        #expect(try TraceFrames(packed: packed(block, planes: unknown)).track().map(\.screen.text) == [" a"])
        let halves = [0, 0] + Self.cells.dropFirst(2)
        #expect(try TraceFrames(packed: packed(block, planes: halves)).track().map(\.screen.text) == [""])
    }

    @Test(arguments: [
        "[[0,1,[0,0,0],[[0,0,0,0]]]]", "[[2,1,[0,0],[[0,0,0,0]]]]", "[[2,1,[0,0,0],[[0,1,0,0]]]]",
        "[[2,1,[0,0,0],[[0,0,3,0]]]]", "[[2,1,[0,0,0],[[0,0,0,1]]]]", "[[2,1,[0,0,0],[[0,0,0,0,0]]]]",
        "[[2,1,[0,0,0],[[0,0,0,0]]],[2,1,[0,0,0],[[0,0,0,0]]]]", "[]", "7",
    ])
    func `wrong blocks are refused`(blocks: String) {
        #expect(throws: LocalizedFailure.self) {
            try TraceFrames(packed: packed(blocks, planes: Self.cells)).track()
        }
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
