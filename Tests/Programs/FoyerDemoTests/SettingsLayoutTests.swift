import Foyer
import FoyerPlatform
import Testing

@testable import FoyerDemo

/// Every setting and every choice can be seen and clicked at every size that has room for it.
@Suite struct SettingsLayoutTests {
    /// Foyer's, and one that somebody adds.
    private static let lines = SettingLine.all([
        Demo.AddedSetting(
            word: Phrase("Network", [.simplifiedChinese: "网络", .traditionalChinese: "網路"]),
            detail: Phrase("How fast.", [.simplifiedChinese: "快慢。", .traditionalChinese: "快慢。"]),
            choices: [
                Phrase("Home", [.simplifiedChinese: "家庭", .traditionalChinese: "家庭"]),
                Phrase("No delay", [.simplifiedChinese: "无延迟", .traditionalChinese: "無延遲"]),
            ], shown: { 1 }, choose: { _ in },
            keep: { (_) throws(SettingsFailure) in })
    ])

    @Test(arguments: DisplaySettings.Row.allCases) func everyChoiceHasAName(_ row: DisplaySettings.Row) {
        for language in Language.allCases { #expect(row.choices.count == row.choiceNames(in: language).count) }
    }

    @Test(arguments: [(80, 24), (160, 45), (200, 50), (60, 20), (40, 10), (20, 6), (20, 4), (1, 1)])
    func theRowInFocusIsSeen(_ columns: Int, _ rows: Int) throws {
        let size = CellSize(columns: columns, rows: rows)
        for language in Language.allCases {
            for focus in Self.lines.indices {
                let layout = SettingsLayout(Self.lines, size, language, focus: focus)
                let places = layout.lines.map(\.rect) + [layout.detail, layout.preview, layout.header, layout.footer]
                for rect in places where !rect.isEmpty {
                    #expect(rect.column >= 0 && rect.endColumn <= columns)
                    #expect(rect.row >= 0 && rect.endRow <= rows)
                }
                for (index, rect) in places.enumerated() where !rect.isEmpty {
                    for other in places[(index + 1)...] { #expect(rect.intersection(other).isEmpty) }
                }
                if rows >= 4, columns >= 20 {
                    let place = try #require(layout.lines.first { $0.index == focus }?.rect)
                    #expect(layout.target(atColumn: place.column, row: place.row)?.line == focus)
                }
            }
        }
    }

    @Test(arguments: [(80, 24), (160, 45)], Language.allCases)
    func everyChoiceHasAPlaceOfItsOwn(_ size: (Int, Int), _ language: Language) {
        let layout = SettingsLayout(Self.lines, CellSize(columns: size.0, rows: size.1), language, focus: 0)
        #expect(layout.choices.count == Self.lines.reduce(0) { $0 + $1.choiceNames(in: language).count })
        for choice in layout.choices {
            #expect(choice.rect.endColumn <= size.0 - 2)
            let target = layout.target(atColumn: choice.rect.column, row: choice.rect.row)
            #expect(target?.line == choice.line && target?.choice == choice.index)
        }
        #expect(layout.preview.rows >= 6)
    }
}
