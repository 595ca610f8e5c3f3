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
    private static let policy = Records.Policy(
        largest: 4_096, seal: .text("foyer-popup 1"), bound: .digests(64, count: maxRecords))

    private let records: Records

    init(places: Places, disk: Disk = .real) {
        records = Records(Self.policy, path: places.state + "/popups", depth: 2, disk: disk)
    }

    enum Answer: Equatable, Sendable {
        /// The showing is recorded; the days are those before.
        case recorded(before: [Int64])
        /// It was shown before, and is not due now.
        case refused
    }

    /// Records that a pop-up is shown now, unless its frequency says that it was shown often enough.
    func recordShown(_ data: PopupData, now: LocalTime) throws(DiskError) -> Answer {
        let name = Self.name(data.id)
        return try records.change { (held) throws(DiskError) in
            let found = held.find(name)
            let before = Self.days(of: found, today: now.day)
            let isDue = data.mayCome(shownOn: before, now: now)
            // A damaged record is mended, whatever it held.
            if isDue || Self.shown(found) == nil {
                try held.write(Self.record(of: data.id, before + (isDue ? [now.day] : [])), to: name)
            }
            return isDue ? .recorded(before: before) : .refused
        }
    }

    /// The days on which a pop-up was shown, as far as they are remembered.
    func days(of id: String, now: LocalTime) throws(DiskError) -> [Int64] {
        Self.days(of: try records.find(Self.name(id)), today: now.day)
    }

    /// Undoes a record of a day: the pop-up was not shown after all. What others have recorded since stays.
    func takeBack(_ day: Int64, of id: String) throws(DiskError) {
        let name = Self.name(id)
        try records.change { (held) throws(DiskError) in
            guard var days = Self.shown(held.find(name)), let last = days.lastIndex(of: day) else { return }
            days.remove(at: last)
            if days.isEmpty { try held.remove(name) } else { try held.write(Self.record(of: id, days), to: name) }
        }
    }

    /// `nil` if the record is damaged.
    private static func shown(_ found: Records.Found) -> [Int64]? {
        switch found {
        case .nothing: return []
        case .damaged: return nil
        case .whole(let bytes):
            guard let lines = ChecksummedText.lines(bytes), lines.count == 2 else { return nil }
            let words = lines[1].split(separator: " ")
            let days = words.compactMap { Int64($0) }
            return days.isEmpty || days.count != words.count ? nil : days
        }
    }

    private static func days(of found: Records.Found, today: Int64) -> [Int64] {
        shown(found) ?? Array(repeating: today, count: PopupLimit.timesRange.upperBound)
    }

    private static func record(of id: String, _ days: [Int64]) -> [UInt8] {
        let days = days.suffix(PopupLimit.timesRange.upperBound).map { "\($0)" }.joined(separator: " ")
        return ChecksummedText.text([ChecksummedText.escape(id), days])
    }

    /// An id may be any text; a file name may not.
    private static func name(_ id: String) -> String { SHA256.hexadecimal(of: Array(id.utf8)) }
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
