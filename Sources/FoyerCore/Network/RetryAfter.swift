/// The `Retry-After` field (RFC 9110, section 10.2.3): seconds, or a date.
package enum RetryAfter {
    /// The limit of a wait; a launch ends long before.
    private static let longest = Duration.seconds(86_400 * 366)

    /// The wait in `value`; never negative. `nil` if it cannot be understood.
    ///
    /// - Parameter date: the same answer's `Date` field. A date in `value` is measured from it, so that this machine's
    ///   clock need not agree with the server's.
    package static func wait(_ value: String, date: String?) -> Duration? {
        let text = WebText.trimmed(value)
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) {
            guard let seconds = Int64(text) else { return longest }
            return min(.seconds(seconds), longest)
        }
        guard let then = secondsSinceEpoch(text), let now = date.flatMap({ secondsSinceEpoch(WebText.trimmed($0)) })
        else { return nil }
        return min(max(.zero, .seconds(then - now)), longest)
    }

    /// Reads the one date form that servers still send: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func secondsSinceEpoch(_ text: Substring) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
            let day = number(parts[1], digits: 2), let month = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], digits: 4), (1...31).contains(day)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], digits: 2), hour < 24,
            let minute = number(clock[1], digits: 2), minute < 60,
            let second = number(clock[2], digits: 2), second <= 60
        else { return nil }
        let days = WallTime.day(year: year, month: Int64(month) + 1, day: day)
        return days * 86_400 + hour * 3600 + minute * 60 + second
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func number(_ text: Substring, digits: Int) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int64(text)
    }
}
