/// Time of day for log lines, without Foundation.
enum LogTime {
    /// RFC 3339 in UTC with milliseconds: `2026-11-21T04:00:17.123Z`.
    static func text(seconds: Int64, milliseconds: Int64) -> String {
        let (days, rest) = floorDivide(seconds, by: 86_400)
        let (year, month, day) = date(days)
        let clock = "\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock).\(padded(milliseconds, 3))Z"
    }

    /// The Gregorian date of a day counted from 1970-01-01. Every era of 400 years, beginning in March, follows the
    /// same rules.
    static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func floorDivide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let rest = ((number % divisor) + divisor) % divisor
        return ((number - rest) / divisor, rest)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
