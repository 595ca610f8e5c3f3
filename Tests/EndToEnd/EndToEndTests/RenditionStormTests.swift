import FoyerCore
import TestSupport
import Testing

/// An independent terminal shows the same without what the filter leaves out.
@Suite(.ownThreads) struct RenditionStormTests {
    @Test(arguments: 0..<60) func theScreenIsTheSame(_ seed: Int) {
        var storm = RenditionStorm(seed: UInt64(seed))
        let (plain, filtered) = (VirtualTerminal(columns: 20, rows: 6), VirtualTerminal(columns: 20, rows: 6))
        var filter = RenditionFilter()
        var (all, sent) = (0, 0)
        for frame in 0..<40 {
            let bytes = storm.frame()
            let fewer = filter.filter(bytes)
            plain.feed(bytes)
            filtered.feed(fewer)
            (all, sent) = (all + bytes.count, sent + fewer.count)
            for row in 0..<6 {
                for column in 0..<20 {
                    let (wanted, found) = (
                        plain.cell(column: column, row: row), filtered.cell(column: column, row: row)
                    )
                    #expect(wanted == found, "seed \(seed), frame \(frame), \(column)·\(row)")
                    if wanted != found { return }
                }
            }
            #expect(plain.cursor == filtered.cursor)
        }
        #expect(sent < all)
    }
}

/// Frames as curses writes them, and as others might.
private struct RenditionStorm {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    private mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    mutating func frame() -> [UInt8] {
        var text = next(9) == 0 ? "\u{1B}[?2026h" : ""
        for _ in 0..<next(25) { text += piece() }
        return Array((text + (next(3) == 0 ? "\u{1B}(B\u{1B}[m" : "")).utf8)
    }

    private mutating func piece() -> String {
        let escape = "\u{1B}"
        switch next(16) {
        case 0...4: return "\(escape)[\(rendition())m"
        case 5: return "\(escape)[\(rendition());\(rendition())m"
        case 6: return "\(escape)(B\(escape)[m"
        case 7: return "\(escape)[\(next(6) + 1);\(next(20) + 1)H"
        case 8: return "\(escape)[" + ["J", "K", "1K", "3X", "2@", "2P", "1L", "1M"][next(8)]
        case 9: return ["\r", "\n", "\t", "\u{08}"][next(4)]
        case 10: return ["\(escape)7", "\(escape)8", "\(escape)[?25l", "\(escape)[?1049h", "\(escape)[?1049l"][next(5)]
        case 11: return "\(escape)]8;;http://a/\(next(9))\(escape)\\"
        default: return ["a", "bc", "茶", "é", " ", "▀"][next(6)]
        }
    }

    private mutating func rendition() -> String {
        switch next(12) {
        case 0: ""
        case 1: "0"
        case 2, 3: "\([1, 3, 4, 7][next(4)])"
        case 4: "\([22, 23, 24, 27, 39, 49][next(6)])"
        case 5: "\(30 + next(8) + (next(2) == 0 ? 60 : 0))"
        case 6: "\(40 + next(8))"
        case 7: "38;5;\(next(256))"
        case 8: "48;5;\(next(256))"
        case 9: "38;2;\(next(256));\(next(256));\(next(256))"
        case 10: "48:2::\(next(256)):7:8"
        default: "48:2:\(next(256)):\(next(256)):\(next(256))"
        }
    }
}
