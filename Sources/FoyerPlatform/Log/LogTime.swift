import FoyerCore
import FoyerSystem

/// Time of day for log lines: RFC 3339 in UTC with milliseconds, `2026-11-21T04:00:17.123Z`.
enum LogTime {
    static var now: String {
        let milliseconds = WallClock.nanoseconds / 1_000_000
        return text(seconds: milliseconds / 1_000, milliseconds: milliseconds % 1_000)
    }

    static func text(seconds: Int64, milliseconds: Int64) -> String {
        "\(WallTime(seconds: seconds).rfc3339.dropLast()).\(String(milliseconds + 1_000).dropFirst())Z"
    }
}
