import Testing

@testable import FoyerCore

@Suite struct PicturesAtRestTests {
    private static func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    private static func picture(column: Int = 0, parts: [CellArea]? = nil) throws -> ShownPicture {
        ShownPicture(
            source: try source(), column: column, row: 0,
            parts: parts ?? [CellArea(column: 0, row: 0, columns: 4, rows: 2)])
    }

    static func source() throws -> PixelSource {
        let pixels = try #require(Pixels(width: 1, height: 1, bytes: [1, 2, 3, 255]))
        return PixelSource(
            pixels, size: CellSize(columns: 4, rows: 2), contentMode: .scaleToFill, cellAspect: 2,
            background: .rgb(0, 0, 0))
    }

    @Test func aPictureGetsItsPixelsAfterItHasRested() throws {
        var rest = PicturesAtRest()
        let picture = try Self.picture()
        #expect(rest.show([picture], at: Self.at(10)).isEmpty)
        #expect(rest.nextDeadline == Self.at(160))
        #expect(rest.due(at: Self.at(159)).isEmpty)
        // Frames in between in which it stays make no difference.
        #expect(rest.show([picture], at: Self.at(100)).isEmpty)
        #expect(rest.due(at: Self.at(160)) == [picture])
        #expect(rest.nextDeadline == nil)
        #expect(rest.isDue(picture))
    }

    @Test func oneThatMovesIsTakenAwayWithThatFrame() throws {
        var rest = PicturesAtRest()
        let picture = try Self.picture()
        _ = rest.show([picture], at: Self.at(0))
        _ = rest.due(at: Self.at(150))
        let moved = ShownPicture(source: picture.source, column: 1, row: 0, parts: picture.parts)
        #expect(rest.show([moved], at: Self.at(200)) == [picture])
        #expect(!rest.isDue(picture))
        #expect(rest.nextDeadline == Self.at(350))
    }

    @Test func oneThatNeverRestsNeverIsDue() throws {
        var rest = PicturesAtRest()
        let source = try Self.source()
        for step in 0..<100 {
            let picture = ShownPicture(
                source: source, column: step, row: 0, parts: [CellArea(column: 0, row: 0, columns: 4, rows: 2)])
            #expect(rest.show([picture], at: Self.at(step * 16)).isEmpty)
            #expect(rest.due(at: Self.at(step * 16)).isEmpty)
        }
    }

    @Test func coveredPicturesAreForgotten() throws {
        var rest = PicturesAtRest()
        let picture = try Self.picture()
        _ = rest.show([picture], at: Self.at(0))
        _ = rest.due(at: Self.at(150))
        let covered = ShownPicture(source: picture.source, column: 0, row: 0, parts: [])
        #expect(rest.show([covered], at: Self.at(200)) == [picture])
        #expect(rest.nextDeadline == nil)
    }

    @Test func areasCoverWhatIsFreeOnce() {
        let text = [
            "..........",
            "..........",
            ".##....#..",
            "..........",
        ].map(Array.init)
        let size = CellSize(columns: 10, rows: 4)
        let areas = CellArea.covering(size) { text[$1][$0] == "." }
        #expect(
            areas == [
                CellArea(column: 0, row: 0, columns: 10, rows: 2), CellArea(column: 3, row: 2, columns: 4, rows: 1),
                CellArea(column: 8, row: 2, columns: 2, rows: 1),
                CellArea(column: 0, row: 3, columns: 10, rows: 1),
            ])
        #expect(CellArea.covering(size) { _, _ in false }.isEmpty)
    }

    @Test func areasAreSplitToALimit() {
        let area = CellArea(column: 2, row: 3, columns: 10, rows: 5)
        let parts = area.split(columns: 4, rows: 3)
        #expect(parts.count == 6)
        #expect(parts.reduce(0) { $0 + $1.columns * $1.rows } == 50)
        #expect(area.split(columns: .max, rows: .max) == [area])
    }

    @Test func theAnswersChooseTheForm() throws {
        var answers = TerminalAnswers()
        #expect(PixelOutput.choose(.auto, answers: answers) == nil)
        answers.cell = .init(width: 10, height: 20)
        #expect(PixelOutput.choose(.auto, answers: answers) == nil)
        answers.name = "Konsole 22.12.3"
        #expect(PixelOutput.choose(.auto, answers: answers) == nil)
        answers.name = "WezTerm 2024"
        #expect(PixelOutput.choose(.auto, answers: answers)?.form == .iterm)
        answers.sixel = .init(registers: 1024)
        #expect(PixelOutput.choose(.auto, answers: answers)?.form == .sixel(.init(registers: 1024)))
        answers.kittyGraphics = true
        #expect(PixelOutput.choose(.auto, answers: answers)?.form == .kitty)
        #expect(PixelOutput.choose(.off, answers: answers) == nil)
        #expect(PixelOutput.choose(.iterm, answers: answers)?.form == .iterm)
        answers.cell = .init(width: 0, height: 20)
        #expect(PixelOutput.choose(.kitty, answers: answers) == nil)
    }
}
