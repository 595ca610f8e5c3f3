/// The most showings within some of the user's days, beside a pop-up's frequency.
package struct PopupLimit: Hashable, Sendable {
    package let times: Int
    package let days: Int

    package static let timesRange = 1...100
    package static let daysRange = 1...366

    package init(times: Int, days: Int) {
        (self.times, self.days) = (times, days)
    }

    /// Whether it may be shown once more, today included in the days. Setting a clock back forgets nothing.
    ///
    /// - Parameter shown: the `LocalTime.day` of each showing.
    package func allows(shownOn shown: [Int64], now: LocalTime) -> Bool {
        shown.count { $0 > now.day - Int64(days) } < times
    }
}

extension PopupData {
    /// Whether it may be shown once more.
    ///
    /// - Parameter shown: the `LocalTime.day` of each showing, as far as they are remembered.
    package func mayCome(shownOn shown: [Int64], now: LocalTime) -> Bool {
        frequency.allows(lastDay: shown.max(), now: now) && most?.allows(shownOn: shown, now: now) ?? true
    }

    /// Whether its showings must be remembered.
    var needsRecord: Bool { frequency != .always || most != nil }

    /// Why it does not come at this time; `nil` if it may.
    func absence(at now: LocalTime) -> PopupAbsence? {
        if let from, now.seconds < from { return .notYet }
        if let until, now.seconds >= until { return .over }
        return nil
    }
}
