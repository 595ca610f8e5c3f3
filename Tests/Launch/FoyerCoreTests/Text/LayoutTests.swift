import FoyerCore
import TestSupport
import Testing

@Suite struct LayoutTests {
    @Test(arguments: [
        ("Tea", 3), ("茶馆", 4), ("茶 x", 4), ("e\u{301}", 1), ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("👍🏽", 2),
        ("👩\u{200D}👧", 4), ("❤\u{FE0F}", 1), ("🇩🇪", 2), ("1\u{FE0F}\u{20E3}", 1), ("क्\u{200D}ष", 2), ("ร้าน", 3),
        ("می\u{200C}خواهم", 7), ("\u{301}", 1), ("", 0), ("…·✕●○━╸", 7), ("\u{3000}", 2), ("ｱ", 1), ("Ａ", 2),
        ("☎\u{FE0E}", 1),
        ("🏳\u{FE0F}\u{200D}🌈", 3), ("\u{600}١", 2),
    ])
    func columnsAreThoseOfATerminal(text: String, columns: Int) {
        #expect(SafeText(text).columns == columns)
    }

    @Test func glyphsHoldMarksAndLeaveOutWhatTerminalsDisputeOver() {
        #expect(SafeText("é").glyphs == [SizedGlyph(Glyph("é"), width: 1)])
        #expect(SafeText("e\u{301}").glyphs == [SizedGlyph(Glyph(base: "e", marks: ["\u{301}"]), width: 1)])
        #expect(SafeText("❤\u{FE0F}").glyphs == [SizedGlyph(Glyph("❤"), width: 1)])
        #expect(SafeText("👍🏽").glyphs == [SizedGlyph(Glyph("👍"), width: 2)])
        #expect(SafeText("👩\u{200D}👧").glyphs.map(\.glyph) == [Glyph("👩"), Glyph("👧")])
        #expect(SafeText("🇩🇪").glyphs.map(\.width) == [1, 1])
        #expect(SafeText("क्\u{200D}ष").glyphs.first?.glyph == Glyph(base: "क", marks: ["\u{94D}", "\u{200D}"]))
        #expect(SafeText("\u{301}a").glyphs.first?.glyph == Glyph(base: " ", marks: ["\u{301}"]))
    }

    @Test(arguments: [
        ("Tea House", 5, "Tea H", "Tea …"), ("茶馆茶馆", 5, "茶馆", "茶馆…"), ("茶馆", 4, "茶馆", "茶馆"), ("ab", 0, "", ""),
        ("ab", -1, "", ""), ("🇩🇪🇹🇼", 3, "🇩🇪", "🇩🇪…"), ("👩\u{200D}👧x", 3, "", "…"), ("ab", 1, "a", "…"),
        ("e\u{301}x", 1, "e\u{301}", "…"),
    ])
    func aCutNeverHalvesAGrapheme(text: String, columns: Int, bare: String, marked: String) {
        #expect(SafeText(text).prefix(columns: columns).string == bare)
        #expect(SafeText(text).prefix(columns: columns, ellipsis: .ellipsis).string == marked)
    }

    @Test(arguments: [" ", "x", "茶", "e", "\u{301}", "\u{200B}", "\u{202E}"] as [Unicode.Scalar], [0, 1, 40])
    func nothingOfATitleIsLookedAtThatCannotBeShown(scalar: Unicode.Scalar, columns: Int) {
        var taken = 0
        let title = sequence(state: 0) { _ -> Unicode.Scalar? in
            taken += 1
            return taken < 1_000_000 ? scalar : nil
        }
        let text = SafeText(title, columns: columns, ellipsis: .ellipsis)
        #expect(text.columns <= columns && taken < 1000)
    }

    @Test(arguments: UInt64(1)...8) func theBeginningOfALongTextIsThatOfTheWhole(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let raw = hostileText(from: &random)
            let limit = Int.random(in: 0...12, using: &random)
            let whole = SafeText(raw).prefix(columns: limit)
            let beginning = SafeText(raw, columns: limit)
            #expect(whole.string.hasPrefix(beginning.string) || whole == beginning)
            // Only what shows nothing at all can keep the rest away.
            #expect(whole == beginning || raw.unicodeScalars.count > 9 * (limit + 1))
            #expect(SafeText(raw).columns(atMost: limit) == min(limit, SafeText(raw).columns))
            let glyphs = SafeText(raw).glyphs(beyond: limit)
            #expect(SafeText(raw).glyphs.starts(with: glyphs))
            #expect(glyphs.reduce(0) { $0 + $1.width } > limit || glyphs == SafeText(raw).glyphs)
        }
    }

    @Test(arguments: UInt64(1)...8) func stormsKeepTheSums(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let text = SafeText(hostileText(from: &random))
            let glyphs = text.glyphs
            #expect(glyphs.reduce(0) { $0 + $1.width } == text.columns)
            #expect(glyphs.allSatisfy { $0.width == 1 || $0.width == 2 })
            let limit = Int.random(in: 0...20, using: &random)
            for ellipsis in [SafeText(""), .ellipsis] {
                let cut = text.prefix(columns: limit, ellipsis: ellipsis)
                #expect(cut.columns <= limit)
                #expect(text.columns > limit || cut == text)
                #expect(SafeText(cut.string) == cut)
            }
            #expect(text.padded(toColumns: limit).columns == max(limit, text.columns))
        }
    }

    /// The table was compared with glibc 2.36 over all of Unicode 14; these are the counts of that day. They change when
    /// the table does.
    @Test func theTableIsTheOneThatWasChecked() {
        var wide = 0
        var zero = 0
        for value in UInt32(0x20)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.age.map({ $0.major < 15 }) == true else {
                continue
            }
            let text = SafeText("a\(scalar)")
            guard text.string.unicodeScalars.last == scalar else { continue }
            switch text.columns {
            case 1: zero += 1
            case 3: wide += 1
            default: break
            }
        }
        #expect(wide == 117_260)
        #expect(zero == 1_700)
    }
}
