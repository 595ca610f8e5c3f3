import Testing

@testable import FoyerCore

@Suite struct KittyPlacementTests {
    private static let size = CellSize(columns: 10, rows: 3)
    private static let cell = TerminalAnswers.PixelSize(width: 10, height: 20)

    private static func source() throws -> PixelSource {
        let pixels = try #require(Pixels(width: 1, height: 1, bytes: [1, 2, 3, 255]))
        return PixelSource(
            pixels, size: size, contentMode: .scaleToFill, cellAspect: 2, background: .rgb(0, 0, 0))
    }

    /// Two pages that have moved so many columns to the left in a view at column 4, row 2.
    private static func pages(_ left: PixelSource, _ right: PixelSource, offset: Int) -> [(ShownPicture, UInt32)] {
        let width = size.columns
        let pages = [(left, UInt32(1), 0, offset..<width), (right, 2, width, 0..<offset)]
        return pages.compactMap { source, image, place, seen in
            if seen.isEmpty { return nil }
            let part = CellArea(column: seen.lowerBound, row: 0, columns: seen.count, rows: size.rows)
            return (ShownPicture(source: source, column: 4 + place - offset, row: 2, parts: [part]), image)
        }
    }

    private static func text(_ command: KittyPlacement.Command) -> String {
        switch command {
        case .place(let placement):
            let part = placement.part
            return "\(placement.image).\(placement.number) at \(placement.column),\(placement.row):"
                + " columns \(part.column)..<\(part.column + part.columns)"
        case .remove(let image, let number): return "remove \(image).\(number)"
        }
    }

    @Test func aSlideOfTenFramesReplacesTwoPlacements() throws {
        let (left, right) = (try Self.source(), try Self.source())
        var next: UInt32 = 1
        var placements: [KittyPlacement] = []
        let frames = (0...10).map { offset in
            let change = KittyPlacement.replace(
                placements, by: Self.pages(left, right, offset: offset), next: &next)
            placements = change.placements.flatMap(\.self)
            return change.commands.map(Self.text).joined(separator: "; ")
        }
        #expect(
            frames == [
                "1.1 at 4,2: columns 0..<10",
                "1.1 at 4,2: columns 1..<10; 2.2 at 13,2: columns 0..<1",
                "1.1 at 4,2: columns 2..<10; 2.2 at 12,2: columns 0..<2",
                "1.1 at 4,2: columns 3..<10; 2.2 at 11,2: columns 0..<3",
                "1.1 at 4,2: columns 4..<10; 2.2 at 10,2: columns 0..<4",
                "1.1 at 4,2: columns 5..<10; 2.2 at 9,2: columns 0..<5",
                "1.1 at 4,2: columns 6..<10; 2.2 at 8,2: columns 0..<6",
                "1.1 at 4,2: columns 7..<10; 2.2 at 7,2: columns 0..<7",
                "1.1 at 4,2: columns 8..<10; 2.2 at 6,2: columns 0..<8",
                "1.1 at 4,2: columns 9..<10; 2.2 at 5,2: columns 0..<9",
                "2.2 at 4,2: columns 0..<10; remove 1.1",
            ])
        #expect(next == 3)
    }

    @Test func aCropIsCutAtCellBorders() throws {
        let (left, right) = (try Self.source(), try Self.source())
        var next: UInt32 = 7
        let change = KittyPlacement.replace([], by: Self.pages(left, right, offset: 4), next: &next)
        let bytes = change.commands.map { String(decoding: $0.bytes(cell: Self.cell), as: UTF8.self) }
        #expect(
            bytes == [
                "\u{1B}[3;5H\u{1B}_Ga=p,i=1,p=7,x=40,y=0,w=60,h=60,c=6,r=3,C=1,q=2\u{1B}\\",
                "\u{1B}[3;11H\u{1B}_Ga=p,i=2,p=8,x=0,y=0,w=40,h=60,c=4,r=3,C=1,q=2\u{1B}\\",
            ])
    }

    @Test func whatStaysInPlaceIsNotSentAgain() throws {
        let (left, right) = (try Self.source(), try Self.source())
        var next: UInt32 = 1
        let pages = Self.pages(left, right, offset: 4)
        let placements = KittyPlacement.replace([], by: pages, next: &next).placements.flatMap(\.self)
        let again = KittyPlacement.replace(placements, by: pages, next: &next)
        #expect(again.commands.isEmpty && again.placements.flatMap(\.self) == placements)
        let none = KittyPlacement.replace(placements, by: [], next: &next)
        #expect(none.commands == [.remove(image: 1, number: 1), .remove(image: 2, number: 2)])
    }

    @Test func onePictureOnTwoPagesHasTwoPlacements() throws {
        let source = try Self.source()
        var next: UInt32 = 1
        let pages = Self.pages(source, source, offset: 4).map { ($0.0, UInt32(1)) }
        let placements = KittyPlacement.replace([], by: pages, next: &next).placements
        #expect(placements.map { $0.map(\.number) } == [[1], [2]])
    }

    @Test func aVeilOverAllThatIsSeenCoversTheWholePicture() {
        let shade = { PixelShade(area: $0, strength: 0.5, color: .rgb(0, 0, 0)) }
        func extended(_ area: CellArea, seen: CellArea) -> CellArea {
            shade(area).extended(beyond: seen, to: Self.size).area
        }
        let bottom = CellArea(column: 0, row: 2, columns: 10, rows: 1)
        for offset in 0..<10 {
            let left = CellArea(column: offset, row: 0, columns: 10 - offset, rows: 3)
            #expect(extended(CellArea(column: offset, row: 2, columns: 10 - offset, rows: 1), seen: left) == bottom)
            let right = CellArea(column: 0, row: 0, columns: offset + 1, rows: 3)
            #expect(extended(CellArea(column: 0, row: 2, columns: offset + 1, rows: 1), seen: right) == bottom)
        }
        let part = CellArea(column: 2, row: 1, columns: 3, rows: 1)
        #expect(extended(part, seen: CellArea(column: 1, row: 0, columns: 6, rows: 3)) == part)
    }
}
