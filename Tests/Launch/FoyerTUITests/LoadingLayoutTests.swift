import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

/// The loading page's arrangements.
struct LoadingLayoutTests {
    @Test(arguments: SplashDesign.Layout.allCases) func partsAreOnTheScreenAndApart(_ arrangement: SplashDesign.Layout)
    {
        for columns in [1, 5, 12, 20, 40, 59, 60, 80, 119, 200] {
            for rows in 1...60 {
                let size = CellSize(columns: columns, rows: rows)
                let layout = LoadingLayout(size, arrangement)
                let parts = [
                    layout.icon, layout.name, layout.slogan, layout.description, layout.bar, layout.status,
                    layout.transfer,
                    layout.footer,
                ].filter { !$0.isEmpty }
                for (index, part) in parts.enumerated() {
                    #expect(part.intersection(Rect(size)) == part, "\(size) \(part)")
                    for other in parts[..<index] {
                        #expect(part.intersection(other).isEmpty, "\(size) \(part) \(other)")
                    }
                }
                #expect(!layout.bar.isEmpty, "\(size)")
            }
        }
    }

    @Test func eachIsWhatItIsCalled() {
        let size = CellSize(columns: 80, rows: 24)
        let poster = LoadingLayout(size, .poster)
        #expect(poster.icon == Rect(column: 0, row: 0, columns: 80, rows: 13))
        #expect(poster.name.row > 13 && poster.name.column == 4 && poster.bar.columns == 72)
        let corner = LoadingLayout(size, .corner)
        #expect(corner.icon.column == 4 && corner.name.column == 4 && corner.icon.row > 5)
        #expect(corner.transfer.endRow == PageLayout.split(size).body.endRow)
    }
}
