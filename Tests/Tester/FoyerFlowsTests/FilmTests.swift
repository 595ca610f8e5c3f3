import Foyer
import FoyerEmulator
import FoyerPlatform
import Glibc
import TestSupport
import Testing

@testable import FoyerCore
@testable import FoyerFlows
@testable import FoyerTUI

@Suite struct FilmTests {
    private static let size = CellSize(columns: 12, rows: 2)

    private static func screen(_ text: String, _ color: CellColor = .text) -> Buffer {
        var screen = Buffer(size: size)
        for (column, scalar) in text.unicodeScalars.enumerated() {
            screen[column, 0] = ScreenCell(Glyph(scalar), foreground: color)
        }
        return screen
    }

    private func texts(_ film: Film) -> [String] {
        film.scenes.map { $0.screen.textLines[0].trimmed + " " + "\(Int(($0.time.inSeconds * 1000).rounded()))" }
    }

    @Test func aLongTitleStaysInItsWindow() {
        let title = "At 20 by 6 the card has its title and its buttons"
        let svg = SVGPicture.draw(Buffer(size: CellSize(columns: 20, rows: 3)), theme: DisplayTheme(), title: title)
        #expect(svg.contains("<title>\(title)</title>") && svg.contains(">At 20 by…</text>"))
        let wide = SVGPicture.draw(Buffer(size: CellSize(columns: 80, rows: 3)), theme: DisplayTheme(), title: title)
        #expect(wide.contains(">\(title)</text>"))
    }

    @Test func aSceneIsTheLastScreenOfItsFrame() {
        var film = Film()
        let began = Instant(nanoseconds: 12_345)
        for (time, text) in [(0, "a"), (49, "b"), (50, "c"), (120, "d"), (190, "d"), (7000, "e")] {
            film.take(Self.screen(text), theme: DisplayTheme(), at: began + .milliseconds(time))
        }
        // What does not change is one scene, nobody waits long, and the end stays.
        #expect(texts(film) == ["b 50", "c 50", "d 3000", "e 2500"])
    }

    @Test func aScreenThatComesBackWithinAFrameIsNoNewScene() {
        var film = Film()
        for (time, text) in [(0, "a"), (60, "b"), (70, "a"), (200, "c")] {
            film.take(Self.screen(text), theme: DisplayTheme(), at: .zero + .milliseconds(time))
        }
        #expect(texts(film) == ["a 200", "c 2500"])
    }

    @Test func nothingShownIsNoPicture() {
        #expect(throws: PictureFailure.self) { try MovingPicture.draw(Film(), title: "T") }
    }

    /// Those that are kept, and those that are painted again.
    @Test(arguments: [0, 300, 1 << 30]) func changesComeAgainHoweverManyAreKept(bytes: Int) throws {
        var film = Film()
        for (number, text) in ["█", "██", "█ █", "", "█"].enumerated() {
            film.take(Self.screen(text), theme: DisplayTheme(), at: .zero + .milliseconds(number * 100))
        }
        let room = SVGPicture.room(for: Self.size)
        let window = try #require(
            Pixels(
                width: Int(room.width), height: Int(room.height),
                bytes: Array(repeating: 9, count: Int(room.width) * Int(room.height) * 4)))
        let painter = ScenePainter(
            size: Self.size, zoom: 1, depth: 8, exact: [], sheet: try GlyphSheet([], zoom: 1)
        ) { _ in window }
        let scenes = film.scenes
        var plain = painter
        let wanted = try scenes.map { try plain.paint($0)?.pixels }
        #expect(scenes.count == 5 && wanted.allSatisfy { $0 != nil })
        var changes = SceneChanges(of: scenes, painter, keeping: bytes)
        for count in [2, 5, 3, 5] {
            changes.rewind()
            for index in 0..<count { #expect(try changes.change()?.pixels == wanted[index], "\(index)") }
        }
    }

    /// A screen of words, then one of colours.
    @Test func aFilmShowsTheScenes() throws {
        var film = Film()
        film.take(Self.screen("Hello"), theme: DisplayTheme(), at: .zero)
        film.take(Self.screen("Hello ██", .accent), theme: DisplayTheme(), at: .zero + .milliseconds(300))
        var told: [String] = []
        let file = try MovingPicture.draw(film, title: "T") { told.append("\($0) of \($1)") }
        #expect(told == ["0 of 2", "1 of 2"])
        let read = try MovingPictureReader(file) { Deflate.unpack($0, limit: 1 << 26) }
        let room = SVGPicture.room(for: Self.size)
        #expect(read.width == Int(room.width) * 2 && read.height == Int(room.height) * 2)
        #expect(read.frames.map(\.time) == [30, 250])
        // Only what changes is in the second frame: eight cells of 36 × 72 pixels.
        #expect(read.frames[1].area <= 8 * 18 * 36 && read.frames[1].area > 2 * 18 * 36)
        let first = try PictureDecoder.decode(file)
        #expect((first.width, first.height) == (read.width, read.height))
        #expect(file.count < 20_000)
        for (pixel, other) in zip(first.words, read.frames[0].canvas) where pixel >> 24 == 0xFF {
            #expect(pixel == other)
            if pixel != other { break }
        }
        // The block is a rectangle of its cell, in the exact colour.
        let (x, y) = ((14 + 6 * 9) * 2, (14 + 30) * 2)
        let accent = Palette.dark[.accent]
        let word = accent >> 16 | accent & 0xFF00 | (accent & 0xFF) << 16 | 0xFF00_0000
        for corner in [(x, y), (x + 35, y + 35)] {
            #expect(read.frames[1].canvas[corner.1 * read.width + corner.0] == word)
            #expect(read.frames[0].canvas[corner.1 * read.width + corner.0] != word)
        }
    }

    /// The same program draws the text of a picture that moves and of one that does not.
    @Test func aStillOfAFilmIsTheStillPicture() throws {
        let screen = Self.screen("Tea ▄┌─ é", .accent)
        var film = Film()
        film.take(screen, theme: DisplayTheme(), at: .zero)
        let moving = try PictureDecoder.decode(try MovingPicture.draw(film, title: "T"))
        let still = try PictureDecoder.decode(
            try PNGPicture.draw(svg: SVGPicture.draw(screen, theme: DisplayTheme(), title: "T")))
        #expect((moving.width, moving.height) == (still.width, still.height))
        let far = zip(moving.bytes, still.bytes).filter { abs(Int($0) - Int($1)) > 48 }.count
        #expect(far < moving.bytes.count / 500, "\(far) of \(moving.bytes.count)")
    }

    @Test func aPictureIsInPixelsOnceItRests() async throws {
        let steps = "  - wait: { state: ready }\n  - advance: 1\n"
        var scenario = try ScenarioRig.scenario(steps)
        scenario.settings.pixelCell = PNGPicture.cell
        let results = await ScenarioSuite.runHeadless(
            [scenario], on: try ScenarioRig.shippedAssets(), isFilmed: true)
        let result = try #require(results.first)
        #expect(result.hasPassed)
        let scenes = try #require(result.film).scenes
        let last = try #require(scenes.last)
        #expect(!last.pictures.isEmpty && last.screen == result.screen)
        #expect(scenes.contains { $0.pictures.isEmpty && $0.screen == last.screen })
    }

    @Test func whatIsTooLongOrTooLargeIsRefusedInWords() {
        var film = Film()
        for second in 0..<121 {
            film.take(Self.screen("\(second)"), theme: DisplayTheme(), at: .zero + .seconds(second))
        }
        var wide = Film()
        wide.take(Buffer(size: CellSize(columns: 400, rows: 100)), theme: DisplayTheme(), at: .zero)
        for (film, words) in [(film, "lasts 120 s at most"), (wide, "at most 12000 cells")] {
            do {
                _ = try MovingPicture.draw(film, title: "T")
                Issue.record("drawn")
            } catch {
                #expect("\(error)".contains(words), "\(error)")
            }
        }
    }
}

/// What a recording shows.
@Suite struct RecordedScreenTests {
    private func run(_ lines: String, theme: String = "") throws -> RecordedRun {
        let head = "{\"version\":3,\"term\":{\"cols\":12,\"rows\":2\(theme)},\"title\":\"T\"}\n"
        return try RecordedRun(Array((head + lines).utf8))
    }

    @Test func theLastScreenIsThatBeforeTheProgramLeft() throws {
        let lines = #"""
            [0,"o","\u001b[?1049h\u001b[?25l\u001b[HHello"]
            [0.5,"m","there"]
            [0.5,"o","\u001b[2;1Hyou"]
            [1,"o","\u001b[?1049l"]
            [0.1,"x","0"]

            """#
        let run = try run(lines)
        let all = try run.shown(until: run.events.count, theme: nil, isFilmed: true)
        #expect(all.screen.textLines.map(\.trimmed) == ["Hello", "you"])
        #expect(all.film.scenes.map(\.time) == [.seconds(1), Film.end])
        #expect(all.film.scenes.last?.screen == all.screen)
        let bytes = try Snapshot.draw(run, named: "r.cast", at: "there", theme: nil, format: .text)
        #expect(String(decoding: bytes, as: UTF8.self).trimmed.hasPrefix("Hello"))
        #expect(run.end(at: "1") == run.end(at: "there") && run.end(at: "2") == nil && run.end(at: "0") == nil)
    }

    @Test func wordsAfterAProgramStay() throws {
        let run = try run("[0,\"o\",\"\\u001b[?1049hHello\\u001b[?1049l\\u001b[?25lbye\"]\n")
        let shown = try run.shown(until: run.events.count, theme: nil, isFilmed: true)
        #expect(shown.screen.textLines[0].trimmed == "bye")
    }

    /// A picture of the last screen needs none of those before it.
    @Test func withoutAFilmNoScreenIsKept() throws {
        let run = try run("[0.1,\"o\",\"a\"]\n[1,\"o\",\"\\u001b[?1049hb\"]\n[1,\"o\",\"\\u001b[?1049l\\u001b[2J\"]\n")
        let shown = try run.shown(until: run.events.count, theme: nil)
        #expect(shown.film.scenes.isEmpty)
        let filmed = try run.shown(until: run.events.count, theme: nil, isFilmed: true)
        #expect(shown.screen == filmed.screen)
    }

    @Test func `a terminal that ends while a recording is shown is a failure`() throws {
        let run = try run("[0.1,\"o\",\"before\"]\n[1,\"o\",\"after\"]\n")
        let terminal = TerminalEmulator(size: run.size)
        kill(try #require(terminal.processID), SIGSEGV)
        let failure = #expect(throws: LocalizedFailure.self) {
            try run.shown(until: run.events.count, theme: nil, on: terminal)
        }
        #expect(failure?.cause.english.contains("SEGV") == true)
    }

    @Test func coloursAndTheCursorAreTheTerminals() throws {
        let palette = (0..<8).map { "#0000\($0)0" }.joined(separator: ":")
        let theme = ",\"theme\":{\"fg\":\"#010203\",\"bg\":\"#fafbfc\",\"palette\":\"\(palette)\"}"
        let run = try run("[0,\"o\",\"\\u001b[33mx\"]\n", theme: theme)
        let shown = try run.shown(until: 1, theme: nil, isFilmed: true)
        #expect(shown.theme.palette[.text] == 0x010203 && shown.theme.palette[.ground] == 0xFAFBFC)
        #expect(shown.screen[0, 0].foreground == .hex(0x000030))
        #expect(shown.screen[1, 0].attributes == .reverse && shown.screen[2, 0].attributes == [])
    }
}

extension String {
    var trimmed: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Before any of its screens is kept: the size is in the first line.
    @Test func aFilmOfTooManyCellsIsRefusedBeforeItIsDrawn() throws {
        let head = #"{"version":3,"term":{"cols":1000,"rows":1000}}"#
        let frames = (0..<2000).map { "[0.05,\"o\",\"\($0)\"]" }.joined(separator: "\n")
        let run = try RecordedRun(Array((head + "\n" + frames + "\n").utf8))
        #expect(run.largestSize(until: run.events.count) == CellSize(columns: 1000, rows: 1000))
        let failure = #expect(throws: PictureFailure.self) {
            try Snapshot.draw(run, named: "x.cast", at: nil, theme: nil, format: .apng)
        }
        #expect(failure?.description.contains("1000000") == true)
    }
}
