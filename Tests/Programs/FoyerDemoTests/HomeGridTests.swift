import Foyer
import TestSupport
import Testing

@testable import FoyerDemo

/// An area of 76 columns has three columns of tiles; each row of tiles takes four rows of the screen.
private func grid(_ count: Int, columns: Int = 76, rows: Int = 11, focus: Int = 0) -> HomeGrid {
    HomeGrid(count: count, area: Rect(column: 2, row: 3, columns: columns, rows: rows), focus: focus)
}

@Suite struct HomeGridTests {
    @Test func sidewaysGoesThroughAllAndStopsAtTheEnds() {
        var grid = grid(5)
        #expect(grid.columns == 3)
        grid.move(.left)
        #expect(grid.focus == 0)
        for expected in [1, 2, 3, 4, 4] {
            grid.move(.right)
            #expect(grid.focus == expected)
        }
    }

    /// Icons are fetched only for tiles in view and near it, however many programs there are.
    @Test func theTilesAroundThoseInSightAreFew() {
        #expect(grid(10_000).indices(around: 64) == 0..<73)
        #expect(grid(10_000, focus: 5_000).indices(around: 0) == 4_992..<5_001)
        #expect(grid(10_000, focus: 9_999).indices(around: 64) == 9_929..<10_000)
        #expect(grid(5).indices(around: 64) == 0..<5)
        #expect(grid(0).indices(around: 64).isEmpty)
    }

    @Test func upAndDownKeepTheColumn() {
        var grid = grid(9, focus: 1)
        grid.move(.down)
        #expect(grid.focus == 4)
        grid.move(.up)
        #expect(grid.focus == 1)
        grid.move(.up)
        #expect(grid.focus == 1)
    }

    @Test func downIntoAShortRowGoesToItsLast() {
        var grid = grid(4, focus: 2)
        grid.move(.down)
        #expect(grid.focus == 3)
        grid.move(.down)
        #expect(grid.focus == 3)
    }

    @Test func theFocusIsAlwaysSeen() {
        var grid = grid(30, rows: 11)
        #expect(grid.visibleRows == 3)
        grid.move(.last)
        #expect(grid.firstRow == 7)
        #expect(grid.places.contains { $0.index == 29 })
        grid.move(.first)
        #expect(grid.firstRow == 0)
    }

    /// The tile that Enter opens is always visible, so the focus moves with the page.
    @Test func pagesTakeTheFocusAlong() {
        var grid = grid(30, focus: 1)
        grid.move(.pageDown)
        #expect(grid.focus == 10)
        #expect(grid.places.contains { $0.index == 10 })
        grid.move(.pageUp)
        grid.move(.pageUp)
        #expect(grid.focus == 1)
        for _ in 0..<9 { grid.move(.pageDown) }
        #expect(grid.focus == 29)
    }

    @Test func scrollingStopsAtTheEnds() {
        var grid = grid(30)
        grid.scroll(by: -1)
        #expect(grid.firstRow == 0)
        grid.scroll(by: 100)
        #expect(grid.firstRow == 7)
    }

    @Test func aFocusThatIsNotThereIsBroughtIn() {
        #expect(grid(3, focus: 9).focus == 2)
        #expect(grid(0, focus: 4).focus == 0)
        #expect(grid(3, focus: -1).focus == 0)
    }

    @Test func withoutProgramsNothingMoves() {
        var grid = grid(0)
        for move in HomeGrid.Move.allCases { grid.move(move) }
        grid.scroll(by: 3)
        #expect(grid.focus == 0)
        #expect(grid.firstRow == 0)
        #expect(grid.places.isEmpty)
    }

    @Test func aClickFindsTheTileAndNotTheGap() {
        let grid = grid(9)
        for (index, rect) in grid.places {
            #expect(grid.index(atColumn: rect.column, row: rect.row) == index)
            #expect(grid.index(atColumn: rect.endColumn - 1, row: rect.endRow - 1) == index)
            #expect(grid.index(atColumn: rect.column, row: rect.endRow) != index)
        }
        #expect(grid.index(atColumn: 0, row: 0) == nil)
    }

    @Test func aSurplusMoveOfAClickIsIgnored() {
        var grid = grid(3)
        grid.moveFocus(to: 7)
        #expect(grid.focus == 0)
    }

    /// Whatever the size: the focus is a tile, it is on screen, no tile leaves the area's columns, none overlap.
    @Test(arguments: 1...40) func anySize(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let area = Rect(
            column: .random(in: 0...3, using: &random), row: 3, columns: .random(in: 0...160, using: &random),
            rows: .random(in: 0...40, using: &random))
        var grid = HomeGrid(count: .random(in: 1...40, using: &random), area: area)
        let moves = HomeGrid.Move.allCases
        for _ in 0..<60 {
            grid.move(moves[.random(in: 0..<moves.count, using: &random)])
            #expect((0..<grid.count).contains(grid.focus))
            let places = grid.places
            #expect(places.contains { $0.index == grid.focus })
            for (index, rect) in places {
                #expect(rect.column >= area.column && rect.endColumn <= max(area.endColumn, area.column))
                #expect(places.allSatisfy { $0.index == index || $0.rect.intersection(rect).isEmpty })
            }
        }
    }
}
