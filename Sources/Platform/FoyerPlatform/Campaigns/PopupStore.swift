import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// Remembers which pop-ups were shown, and on which days: one small file per id in `$XDG_STATE_HOME/foyer/popups`.
///
/// Everything blocks on the disk. A damaged record counts as one of today: a card too few is better than one too many.
struct PopupStore: Sendable {
    /// The number of ids to remember; those shown longest ago are forgotten first.
    static let maxRecords = 500

    private let store: Store<PopupShowings>

    init(places: Places, disk: Disk = .real) {
        store = Store(
            places.state + "/popups", depth: 2, PopupShowings.format, largest: 4_096,
            bound: .digests(count: Self.maxRecords), disk: disk)
    }

    enum Answer: Equatable, Sendable {
        /// The showing is recorded; the days are those before.
        case recorded(before: [Int64])
        /// It was shown before, and is not due now.
        case refused
    }

    /// Records that a pop-up is shown now, unless its frequency says that it was shown often enough.
    func recordShown(_ data: PopupData, now: LocalTime) throws(DiskError) -> Answer {
        let name = SHA256.name(data.id)
        return try store.change { (held) throws(DiskError) in
            let found = held.find(name)
            let before = Self.days(of: found, today: now.day)
            let isDue = data.mayCome(shownOn: before, now: now)
            // A damaged record is mended, whatever it held.
            if isDue || found.isDamaged {
                try held.write(PopupShowings(id: data.id, days: before + (isDue ? [now.day] : [])), to: name)
            }
            return isDue ? .recorded(before: before) : .refused
        }
    }

    /// The days on which a pop-up was shown, as far as they are remembered.
    func days(of id: String, now: LocalTime) throws(DiskError) -> [Int64] {
        Self.days(of: try store.find(SHA256.name(id)), today: now.day)
    }

    /// Undoes a record of a day: the pop-up was not shown after all. What others have recorded since stays.
    func takeBack(_ day: Int64, of id: String) throws(DiskError) {
        let name = SHA256.name(id)
        try store.change { (held) throws(DiskError) in
            guard var days = held.read(name)?.days, let last = days.lastIndex(of: day) else { return }
            days.remove(at: last)
            if days.isEmpty {
                try held.remove(name)
            } else {
                try held.write(PopupShowings(id: id, days: days), to: name)
            }
        }
    }

    private static func days(of found: StoredValue<PopupShowings>, today: Int64) -> [Int64] {
        found.isDamaged ? Array(repeating: today, count: PopupShowings.most) : found.value?.days ?? []
    }
}

/// The days on which a pop-up was shown.
private struct PopupShowings {
    let id: String
    let days: [Int64]

    /// The latest days that are remembered.
    static let most = PopupLimit.timesRange.upperBound

    static let format = StoreFormat.lines("foyer-popup 1").map { (showings: PopupShowings) in
        [LineText.escape(showings.id), showings.days.suffix(most).map { "\($0)" }.joined(separator: " ")]
    } _: { lines in
        guard lines.count == 2, let id = LineText.unescape(lines[0]) else { return nil }
        let words = lines[1].split(separator: " ")
        let days = words.compactMap { Int64($0) }
        return days.isEmpty || days.count != words.count ? nil : PopupShowings(id: id, days: days)
    }
}

extension LocalTime {
    /// The system's time of day, in the user's time zone.
    package static var now: LocalTime {
        var seconds = time(nil)
        var local = tm()
        let isKnown = localtime_r(&seconds, &local) != nil
        return LocalTime(seconds: Int64(seconds), offset: isKnown ? Int64(local.tm_gmtoff) : 0)
    }
}
