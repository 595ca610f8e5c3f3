import Testing

@testable import FoyerCore

@Suite struct SpokenLineTests {
    @Test(arguments: [
        ("Tea House · A cup in five minutes", "Tea House, A cup in five minutes."),
        ("  ✕  10009   failed ", "10009 failed."),
        ("● ○ ○", ""), ("▐ r  Reload ▌", "r Reload."), ("⠿ Loading…", "Loading…"), ("wheel ×3 → down", "wheel 3 down."),
        ("It is 20 °C, really?", "It is 20 °C, really?"), ("🫖 Tea 👩‍🍳", "Tea."), ("50 % of $3 (#1)", "50 % of $3 (#1)."),
        ("a | b ~ c", "a | b ~ c."),
    ])
    func decorationIsNotSaid(text: String, said: String) {
        #expect(SpokenLine.sentence(SafeText(text), .english) == said)
    }

    @Test func aSentenceEndsAsItsLanguageDoes() {
        #expect(SpokenLine.sentence("正在下载", .simplifiedChinese) == "正在下载。")
        #expect(SpokenLine.sentence("要開啟嗎？", .traditionalChinese) == "要開啟嗎？")
    }

    @Test func linesAreBrokenAtWords() {
        let text = Array(repeating: "word", count: 40).joined(separator: " ")
        let lines = SpokenLine.wrapped(text)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.count <= 78 && !$0.hasPrefix(" ") && !$0.hasSuffix(" ") })
        #expect(lines.joined(separator: " ") == text)
    }

    @Test func ideographsTakeTwoColumns() {
        let text = String(repeating: "茶", count: 100) + "。"
        let lines = SpokenLine.wrapped(text)
        #expect(lines.map(\.count) == [39, 39, 23])
        #expect(lines.joined() == text)
    }

    @Test func noLineBeginsWithAStop() {
        let lines = SpokenLine.wrapped(String(repeating: "茶", count: 39) + "。")
        #expect(lines.map(\.count) == [38, 2])
    }

    @Test func aWordLongerThanALineIsCut() {
        let lines = SpokenLine.wrapped("See https://" + String(repeating: "a", count: 150))
        #expect(lines.allSatisfy { $0.count <= 78 })
        #expect(lines.joined().filter { $0 == "a" }.count == 150)
    }

    @Test func anEmptyTextHasNoLines() { #expect(SpokenLine.wrapped("").isEmpty) }
}
