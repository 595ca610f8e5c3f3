/// The user's local time, which a campaign's dates are compared with.
package struct LocalTime: Hashable, Sendable {
    /// Since 1970-01-01 UTC.
    package let seconds: Int64
    /// The user's time zone, in seconds east of UTC.
    package let offset: Int64

    package init(seconds: Int64, offset: Int64 = 0) {
        (self.seconds, self.offset) = (seconds, offset)
    }

    /// The user's calendar day, counted from 1970-01-01.
    package var day: Int64 {
        let (local, isBeyond) = seconds.addingReportingOverflow(offset)
        guard !isBeyond else { return seconds / 86_400 }
        return local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
    }

    /// Reads an instant in RFC 3339: `2026-11-21T18:00:00+08:00`. Fractions of a second are dropped.
    ///
    /// - Returns: seconds since 1970-01-01 UTC; `nil` for anything else, such as a day that the month does not have.
    package static func seconds(rfc3339 text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let year = number(bytes, 0..<4), let month = number(bytes, 5..<7),
            let day = number(bytes, 8..<10), let hour = number(bytes, 11..<13), let minute = number(bytes, 14..<16),
            let second = number(bytes, 17..<19), bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74,
            bytes[13] == 0x3A, bytes[16] == 0x3A, (1...12).contains(month), hour < 24, minute < 60, second <= 60,
            (1...length(of: month, in: year)).contains(day), let shift = zone(bytes[19...])
        else { return nil }
        return days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - shift
    }

    /// The rest after the seconds: an optional fraction, then `Z` or an offset from UTC, in seconds.
    private static func zone(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var rest = bytes
        if rest.first == 0x2E {
            let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(1 + fraction.count)
        }
        let zone = Array(rest)
        if zone == [0x5A] || zone == [0x7A] { return 0 }
        guard zone.count == 6, zone[3] == 0x3A, zone[0] == 0x2B || zone[0] == 0x2D, let hours = number(zone, 1..<3),
            let minutes = number(zone, 4..<6), hours < 24, minutes < 60
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (zone[0] == 0x2D ? -1 : 1)
    }

    private static func number(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
        var value: Int64 = 0
        for byte in bytes[range] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }

    private static func length(of month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// Days since 1970-01-01 in the Gregorian calendar; years begin in March, so that leap days come last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
