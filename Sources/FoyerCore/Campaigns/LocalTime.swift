/// The user's local time, which a campaign's dates are compared with.
package struct LocalTime: Hashable, Sendable {
    /// Seconds since 1970-01-01 UTC.
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
}
