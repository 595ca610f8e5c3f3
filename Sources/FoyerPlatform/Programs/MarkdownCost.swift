/// What the parser would do with a page, before it does it.
///
/// It needs time by lines × nesting, and by the square of the opening brackets: half a minute for a page of
/// 1 MiB that is made for it. No page that somebody wrote comes near these bounds.
enum MarkdownCost {
    /// Under a second each.
    private static let nestedLines = 20_000_000
    private static let brackets = 20_000

    static func isBearable(_ bytes: [UInt8]) -> Bool {
        var lines = 1
        var brackets = 0
        var deepest = 1
        var nesting = 0
        var isLeading = true
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                lines += 1
                nesting = 0
                isLeading = true
                continue
            case UInt8(ascii: "["): brackets += 1
            default: break
            }
            guard isLeading else { continue }
            // Each level takes at least a marker, or two columns of indentation.
            switch byte {
            case UInt8(ascii: " "): nesting += 1
            case UInt8(ascii: "\t"): nesting += 4
            case UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "+"): nesting += 2
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ")"): nesting += 1
            default: isLeading = false
            }
            deepest = max(deepest, nesting / 2)
        }
        return brackets <= MarkdownCost.brackets && lines <= nestedLines / deepest
    }
}
