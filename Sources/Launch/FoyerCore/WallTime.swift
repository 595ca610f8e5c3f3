/// Calendar time in whole seconds since 1970. It may jump, and differs between machines.
package struct WallTime: Comparable, Hashable, Sendable {
    package let seconds: Int64

    package init(seconds: Int64) {
        self.seconds = seconds
    }

    package static func < (left: WallTime, right: WallTime) -> Bool { left.seconds < right.seconds }

    /// The time since `earlier`; `nil` if that lies ahead, because a clock was set back in between.
    package func age(since earlier: WallTime) -> Duration? {
        let (seconds, overflow) = self.seconds.subtractingReportingOverflow(earlier.seconds)
        return overflow || seconds < 0 ? nil : .seconds(seconds)
    }
}

extension WallTime {
    /// `2026-11-22T04:14:00Z`.
    package var rfc3339: String {
        let days = seconds.quotientAndRemainder(roundingDownBy: 86_400)
        let date = Self.date(ofDay: days.quotient)
        let (hour, minute, second) = (days.remainder / 3_600, days.remainder / 60 % 60, days.remainder % 60)
        return Self.padded(date.year, 4) + "-" + Self.padded(date.month, 2) + "-" + Self.padded(date.day, 2)
            + "T" + Self.padded(hour, 2) + ":" + Self.padded(minute, 2) + ":" + Self.padded(second, 2) + "Z"
    }

    /// Reads `2026-11-22T04:14:00Z`, with a fraction (which is dropped) or an offset such as `+08:00` as well; `nil` for
    /// anything else.
    package init?(rfc3339 text: String) {
        var rest = Array(text.utf8)[...]
        func number(_ digits: Int, in range: ClosedRange<Int64>, then sign: Character? = nil) -> Int64? {
            guard rest.count >= digits, rest.prefix(digits).allSatisfy(\.isASCIIDigit) else {
                return nil
            }
            let value = rest.prefix(digits).reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
            rest = rest.dropFirst(digits)
            if let sign {
                guard let byte = rest.popFirst(), [sign.asciiValue, lower(sign)].contains(byte) else { return nil }
            }
            return range.contains(value) ? value : nil
        }
        func lower(_ sign: Character) -> UInt8? { sign.asciiValue.map { $0 | 0x20 } }
        guard let year = number(4, in: 0...9_999, then: "-"), let month = number(2, in: 1...12, then: "-"),
            let day = number(2, in: 1...31, then: "T"), let hour = number(2, in: 0...23, then: ":"),
            let minute = number(2, in: 0...59, then: ":"), let second = number(2, in: 0...60)
        else { return nil }
        if rest.first == 0x2E {
            rest = rest.dropFirst()
            let digits = rest.prefix(while: \.isASCIIDigit).count
            guard digits > 0 else { return nil }
            rest = rest.dropFirst(digits)
        }
        var offset: Int64 = 0
        switch rest.popFirst() {
        case 0x5A, 0x7A: break
        case let sign? where sign == 0x2B || sign == 0x2D:
            guard let hours = number(2, in: 0...23, then: ":"), let minutes = number(2, in: 0...59) else { return nil }
            offset = (hours * 3_600 + minutes * 60) * (sign == 0x2B ? 1 : -1)
        default: return nil
        }
        let days = Self.day(year: year, month: month, day: day)
        guard rest.isEmpty, Self.date(ofDay: days).day == day else { return nil }
        self.init(seconds: days * 86_400 + hour * 3_600 + minute * 60 + second - offset)
    }

    /// The Gregorian date of a day counted from 1970-01-01; eras of 400 years begin in March, so that a leap day comes
    /// last.
    private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, day) = (days + 719_468).quotientAndRemainder(roundingDownBy: 146_097)
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (year + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// The day of a Gregorian date, counted from 1970-01-01.
    package static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (era, year) = (month <= 2 ? year - 1 : year).quotientAndRemainder(roundingDownBy: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + year * 365 + year / 4 - year / 100 + dayOfYear - 719_468
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    fileprivate func quotientAndRemainder(roundingDownBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let rest = ((self % divisor) + divisor) % divisor
        return ((self - rest) / divisor, rest)
    }
}
