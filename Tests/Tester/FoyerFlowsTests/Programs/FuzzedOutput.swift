import Foyer
import TestSupport

/// What a hostile or broken program may write.
enum FuzzedOutput {
    private static let finals = Array("@ABCDEFGHIJKLMPSTXZ`abcdefghijklmnpqrstuvwxyz{|}~".utf8)
    private static let numbers = [
        0, 1, 2, 3, 4, 5, 6, 7, 12, 20, 25, 38, 48, 58, 69, 255, 256, 1000, 1003, 1006, 1047, 1048, 1049, 9999,
        2_147_483_647, 2_147_483_648, 99_999_999_999,
    ]
    private static let escapes = [
        "7", "8", "c", "D", "E", "H", "M", "N", "O", "n", "o", "~", "}", "|", "#3", "#6", "#8", "(0", "(A", ")0", " G",
        "=",
    ]
    private static let texts = [
        "漢字", "é", "e\u{301}", "か\u{3099}", "👍🏽", "\u{301}", "\u{302A}", "🇩🇪", "\u{200D}", "\u{85}", "\u{FFFF}", "ﷺ",
    ]

    static func bytes(_ generator: inout SplitMix64) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...5, using: &generator) { bytes += part(&generator) }
        guard Int.random(in: 0..<5, using: &generator) == 0 else { return bytes }
        return Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
    }

    static func size(_ generator: inout SplitMix64) -> CellSize {
        let isTiny = Int.random(in: 0..<3, using: &generator) == 0
        return CellSize(
            columns: Int.random(in: 1...(isTiny ? 3 : 30), using: &generator),
            rows: Int.random(in: 1...(isTiny ? 3 : 12), using: &generator))
    }

    private static func part(_ generator: inout SplitMix64) -> [UInt8] {
        func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        func any<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
        switch below(11) {
        case 0...2: return sequence(&generator)
        case 3: return [0x1B] + any(escapes).utf8
        case 4: return Array(any(texts).utf8)
        case 5: return (0..<below(12)).map { _ in UInt8(below(256)) }
        case 6: return Array(repeating: 0x61, count: below(40))
        case 7: return [UInt8(below(0x20))]
        case 8: return Array("\u{1B}[\(below(14));\(below(14))\(any(["r", "H", "s"]))".utf8)
        case 9:
            return Array((any(["\u{1B}]2;", "\u{1B}P$q", "\u{1B}_G"]) + "m" + any(["\u{7}", "\u{1B}\\", ""])).utf8)
        default: return Array("\u{1B}[?69h".utf8)
        }
    }

    private static func sequence(_ generator: inout SplitMix64) -> [UInt8] {
        func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        var text = "\u{1B}[" + ["", "", "", "?", ">"][below(5)]
        for _ in 0..<(below(10) == 0 ? 10 + below(30) : below(4)) {
            text += "\(numbers[below(numbers.count)])" + [";", ";", ";", ":"][below(4)]
        }
        text += ["", "", "", "", " ", "$", "'"][below(7)]
        return Array(text.utf8) + [finals[below(finals.count)]]
    }
}
