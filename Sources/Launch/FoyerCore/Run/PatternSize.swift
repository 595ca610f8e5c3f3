/// How large an extended regular expression becomes once its repetitions are written out, which is what the C library does
/// when it compiles one: `((a{255}){255}){50}` has 19 characters, and three million parts.
package enum PatternSize {
    /// A part takes up to a hundred bytes and some ten microseconds: a megabyte, and a tenth of a second.
    package static let most = 10_000

    /// An upper bound of the number of parts; at most `Int.max`.
    package static func expanded(_ pattern: String) -> Int {
        let bytes = Array(pattern.utf8)
        /// The sizes of the open groups, the outermost first.
        var open = [0]
        /// The size of what a repetition would repeat.
        var last = 0
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "("):
                open.append(0)
                last = 0
                continue
            case UInt8(ascii: ")") where open.count > 1: last = open.removeLast()
            case UInt8(ascii: "\\"):
                place += 1
                last = 1
            case UInt8(ascii: "["):
                place = endOfSet(bytes, from: place)
                last = 1
            case UInt8(ascii: "{"):
                let (times, end) = repetition(bytes, from: place)
                place = end
                // It has been counted once.
                open[open.count - 1] = sum(open[open.count - 1], product(last, max(0, times - 1)))
                last = product(last, max(1, times))
                continue
            default: last = 1
            }
            open[open.count - 1] = sum(open[open.count - 1], last)
        }
        return open.reduce(0, sum)
    }

    /// The place behind a set such as `[^]a-z]`.
    private static func endOfSet(_ bytes: [UInt8], from start: Int) -> Int {
        var place = start
        if place < bytes.count, bytes[place] == UInt8(ascii: "^") { place += 1 }
        // A bracket that comes first is a member.
        if place < bytes.count, bytes[place] == UInt8(ascii: "]") { place += 1 }
        while place < bytes.count, bytes[place] != UInt8(ascii: "]") { place += 1 }
        return place + 1
    }

    /// The most times of `{2,5}`, after its bracket, and the place behind it.
    private static func repetition(_ bytes: [UInt8], from start: Int) -> (times: Int, end: Int) {
        var numbers = [0]
        for place in start..<bytes.count {
            switch bytes[place] {
            case let byte where byte.isASCIIDigit:
                numbers[numbers.count - 1] = min(1 << 20, numbers[numbers.count - 1] * 10 + Int(byte - 0x30))
            case UInt8(ascii: ","): numbers.append(0)
            case UInt8(ascii: "}"): return (max(1, numbers.max() ?? 1), place + 1)
            default: return (1, start)
            }
        }
        return (1, start)
    }

    private static func sum(_ one: Int, _ other: Int) -> Int {
        let (value, isTooLarge) = one.addingReportingOverflow(other)
        return isTooLarge ? .max : value
    }

    private static func product(_ one: Int, _ other: Int) -> Int {
        let (value, isTooLarge) = one.multipliedReportingOverflow(by: other)
        return isTooLarge ? .max : value
    }
}
