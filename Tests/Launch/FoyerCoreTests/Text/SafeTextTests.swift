import FoyerCore
import TestSupport
import Testing

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("Tea\u{1B}[31mHouse", "Tea\u{FFFD}[31mHouse"), ("a\u{0}b\u{7F}c\u{9B}d", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d"),
        ("a\tb\nc\r\nd\u{85}e\u{2028}f\u{2029}g", "a b c d e f g"), ("pay\u{200B}pal\u{2060}\u{FEFF}", "paypal"),
        ("exe\u{202E}gpj\u{2066}x\u{2069}\u{200F}\u{61C}", "exegpjx"), ("soft\u{AD}hyphen", "softhyphen"),
        ("pay\u{200C}pal \u{200D}", "paypal "), ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"),
        ("\u{3164}\u{115F}x\u{FFA0}", "x"),
        ("\u{E000}\u{FFFF}\u{378}\u{10FFFF}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\u{FE0F}b\u{FE0E}", "ab"),
        ("a\u{E0100}\u{E0101}", "a"), ("葛\u{E0100}\u{E0101}城", "葛\u{E0100}城"), ("\u{200D}👩", "👩"), ("👩\u{200D}a", "👩a"),
        ("1\u{FE0F}2", "12"),
    ])
    func mischiefIsReplacedOrGoes(raw: String, safe: String) {
        #expect(Array(SafeText(raw).string.unicodeScalars) == Array(safe.unicodeScalars))
    }

    @Test(arguments: [
        "Tea House", "Crème brûlée", "Tie\u{302}\u{301}ng Vie\u{323}\u{302}t", "مقهى الشاي", "می\u{200C}خواهم",
        "ه\u{200D}", "בֵּית הַתֵּה",
        "क्\u{200D}ष", "क्\u{200C}ष", "শ্রী", "ක්\u{200D}ර", "മലയാളം ന്\u{200D}", "ร้านน้ำชา", "བོད་ཇ་ཁང་", "ကော်ဖီဆိုင်", "ហាងតែ",
        "찻집", "\u{110E}\u{1161}\u{11BA}\u{110C}\u{1175}\u{11B8}", "茶馆", "茶館", "ティーハウス", "か\u{3099}", "ᠮᠣᠩᠭᠣᠯ",
        "ᠠ\u{180E}ᠠ\u{180B}", "ሻይ ቤት",
        "Чайная", "Τεϊοποτείο", "թեյարան", "ჩაის სახლი", "👩\u{200D}👩\u{200D}👧\u{200D}👦", "❤\u{FE0F}\u{200D}🔥", "👍🏽",
        "🏳\u{FE0F}\u{200D}🌈", "1\u{FE0F}\u{20E3}", "🇩🇪🇹🇼", "☎\u{FE0E}", "👩🏽\u{200D}🚀", "ߒߞߏ", "𞤀𞤣𞤤𞤢𞤥", "\u{600}١٢",
        "\u{3000}全角",
    ])
    func livingScriptsStayAsTheyAre(text: String) {
        #expect(Array(SafeText(text).string.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func atMostEightMarksStayOnACell() {
        let piled = SafeText("Z" + String(repeating: "\u{301}", count: 50) + "a\u{301}")
        #expect(piled.string.unicodeScalars.count == 1 + SafeText.maxMarks + 2)
        let jamo = SafeText("각" + String(repeating: "\u{1161}", count: 50))
        #expect(jamo.string.unicodeScalars.count == 1 + SafeText.maxMarks)
    }

    @Test func aSeamIsJudgedAnew() {
        let marks = SafeText(String(repeating: "\u{301}", count: 8))
        #expect((SafeText("a") + marks + marks).string.unicodeScalars.count == 9)
        var text: SafeText = "a"
        text += "b"
        #expect("\(text) and \(3)" as SafeText == "ab and 3")
    }

    @Test(
        arguments: [
            ("", []), ("a", ["a"]), ("a\nb\r\nc\rd\u{85}e\u{2028}f", ["a", "b", "c", "d", "e", "f"]), ("a\n", ["a"]),
            ("\n\na", ["", "", "a"]), ("a\tb", ["a b"]), ("a\r\r\nb", ["a", "", "b"]),
        ] as [(String, [String])])
    func linesAreSplit(raw: String, lines: [String]) {
        #expect(SafeText.lines(of: raw).map(\.string) == lines)
    }

    @Test func noScalarOfAnyCategoryActsOrHides() {
        let joiners: Set<UInt32> = [0x200C, 0x200D]
        // Every scalar of the planes in use; of the unassigned and private rest, every 97th.
        let values =
            Array(UInt32(0)...0x33FFF) + stride(from: 0x34000, through: 0xDFFFF, by: 97)
            + Array(0xE0000...0xE0FFF) + stride(from: 0xE1000, through: 0x10FFFF, by: 97) + [0x10FFFE, 0x10FFFF]
        for value in values {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // Behind a letter, a pictograph, and alone.
            for raw in ["a\(scalar)b", "\(scalar)", "👩\(scalar)"] {
                let safe = SafeText(raw)
                guard SafeText(safe.string) == safe else {
                    Issue.record("not idempotent: U+\(String(value, radix: 16))")
                    return
                }
                for kept in safe.string.unicodeScalars where isForbidden(kept) || joiners.contains(kept.value) {
                    Issue.record("U+\(String(kept.value, radix: 16)) came through from U+\(String(value, radix: 16))")
                    return
                }
            }
            if scalar.properties.isAlphabetic, !scalar.properties.isDefaultIgnorableCodePoint {
                guard SafeText("\(scalar)").string.unicodeScalars.first == scalar else {
                    Issue.record("a letter was changed: U+\(String(value, radix: 16))")
                    return
                }
            }
        }
    }

    @Test(arguments: UInt64(1)...8) func stormsStaySafe(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<1_000 {
            let raw = hostileText(from: &random)
            let safe = SafeText(raw)
            #expect(SafeText(safe.string) == safe)
            #expect(!safe.string.unicodeScalars.contains(where: isForbidden))
            #expect(longestPile(in: safe.string) <= SafeText.maxMarks)
        }
    }
}

func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value == 0x200C || scalar.value == 0x200D || scalar.value == 0x180E { return false }
    if scalar.properties.isVariationSelector || scalar.properties.isBidiControl {
        return scalar.properties.isBidiControl
    }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint
    }
}

private func longestPile(in text: String) -> Int {
    var longest = 0
    var pile = 0
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: pile += 1
        default: pile = 0
        }
        longest = max(longest, pile)
    }
    return longest
}

/// Text with many of the characters that matter to the sanitiser.
func hostileText(from random: inout SplitMix64) -> String {
    let spice: [ClosedRange<UInt32>] = [
        0x00...0x7F, 0x80...0xFF, 0x300...0x36F, 0x590...0x6FF, 0x900...0x97F, 0x1100...0x11FF, 0x1800...0x18AF,
        0x2000...0x206F, 0x3040...0x30FF, 0x4E00...0x4EFF, 0xFE00...0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3F0...0x1F480,
        0xE0000...0xE01EF, 0x0...0x10FFFF, 0x200C...0x200D, 0xFE0E...0xFE0F, 0x1F3FB...0x1F3FF,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...24, using: &random) {
        let range = spice[Int.random(in: 0..<spice.count, using: &random)]
        if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
    }
    return String(text)
}
