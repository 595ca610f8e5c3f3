import FoyerCore

/// Time of day for log lines, without Foundation.
enum LogTime {
    /// RFC 3339 in UTC with milliseconds: `2026-11-21T04:00:17.123Z`.
    static func text(seconds: Int64, milliseconds: Int64) -> String {
        let digits = String(milliseconds)
        let fraction = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        return WallTime(seconds: seconds).rfc3339.dropLast() + "." + fraction + "Z"
    }
}
