import Foyer
import Testing

@testable import FoyerDemo

private func rows(_ columns: Int, _ limit: Int) -> Int {
    BannerView().rows(columns: columns, atMost: limit)
}

@Suite struct HomeLayoutTests {
    @Test func theUsualScreenHasABannerAndTwoRowsOfPrograms() {
        let layout = HomeLayout(CellSize(columns: 80, rows: 24), bannerRows: rows)
        #expect(layout.header == Rect(column: 2, row: 1, columns: 76, rows: 1))
        #expect(layout.banner == Rect(column: 2, row: 3, columns: 76, rows: 10))
        #expect(layout.grid == Rect(column: 2, row: 14, columns: 76, rows: 7))
        #expect(layout.footer.row == 23)
    }

    @Test func withoutABannerTheProgramsTakeItsRoom() {
        let layout = HomeLayout(CellSize(columns: 80, rows: 24)) { _, _ in 0 }
        #expect(layout.banner.isEmpty)
        #expect(layout.grid == Rect(column: 2, row: 3, columns: 76, rows: 18))
    }

    @Test func atAnySizeNothingOverlapsOrLeavesTheScreen() {
        for columns in [1, 2, 5, 11, 12, 20, 39, 40, 59, 60, 80, 160, 200, 1000] {
            for rowCount in 1...60 {
                let size = CellSize(columns: columns, rows: rowCount)
                let layout = HomeLayout(size, bannerRows: rows)
                let parts = [layout.header, layout.banner, layout.grid, layout.footer].filter { !$0.isEmpty }
                for (index, part) in parts.enumerated() {
                    #expect(part.intersection(Rect(size)) == part, "\(size)")
                    for other in parts[(index + 1)...] {
                        #expect(part.intersection(other).isEmpty, "\(size): \(part) and \(other)")
                    }
                }
                #expect(!layout.grid.isEmpty, "\(size)")
                #expect(layout.banner.isEmpty || layout.grid.rows >= HomeGrid.tileRows - 1, "\(size)")
                #expect(layout.banner.isEmpty || layout.banner.endRow < layout.grid.row, "\(size): air between them")
            }
        }
    }
}

@Suite struct HomeTabsTests {
    private let header = Rect(column: 2, row: 1, columns: 76, rows: 1)

    @Test(arguments: Language.allCases) func everyTabCanBeClickedOn(language: Language) {
        let tabs = HomeTabs()
        let places = tabs.places(in: header, language)
        #expect(places.map(\.target) == [.tab(.home), .tab(.apps), .tab(.inbox), .keys])
        for (target, rect) in places {
            #expect(tabs.target(atColumn: rect.column, row: 1, in: header, language) == target)
            #expect(tabs.target(atColumn: rect.column, row: 2, in: header, language) == nil)
        }
        #expect(places.last?.rect.endColumn == header.endColumn)
    }

    @Test func onNarrowScreensTheCurrentTabStandsAloneOrNotAtAll() {
        let tabs = HomeTabs(current: .inbox)
        let narrow = Rect(column: 0, row: 0, columns: 20, rows: 1)
        #expect(tabs.places(in: narrow, .english).map(\.target) == [.tab(.inbox)])
        #expect(tabs.places(in: Rect(column: 0, row: 0, columns: 8, rows: 1), .english).isEmpty)
    }

    @Test func stepsStopAtTheEnds() {
        var tabs = HomeTabs()
        tabs.step(by: -1)
        #expect(tabs.current == .home)
        for _ in 0..<5 { tabs.step(by: 1) }
        #expect(tabs.current == .inbox)
    }
}
