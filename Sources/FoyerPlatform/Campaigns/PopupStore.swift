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
    private static let title = "foyer-popup 1"
    private static let maxBytes = 4_096
    /// How long to wait for other starts, and how long to pause between two attempts.
    private static let patience = Duration.seconds(2)
    private static let rest = Duration.milliseconds(5)

    private let path: String
    private let disk: Disk

    init(places: Places, disk: Disk = .real) {
        path = places.state + "/popups"
        self.disk = disk
    }

    enum Answer: Equatable, Sendable {
        /// The showing is recorded; give `restore` the former days to undo that.
        case recorded(before: [Int64])
        /// It was shown before, and is not due now.
        case refused
    }

    /// Records that a pop-up is shown now, unless its frequency says that it was shown often enough.
    func recordShown(_ data: PopupData, now: LocalTime) throws(DiskError) -> Answer {
        let folder = try Folder.openOwn(path: path, depth: 2, makes: true, disk: disk)
        try lock(folder)
        let name = Self.name(data.id)
        let record = try read(name, in: folder)
        let before = record.days(today: now.day)
        if record == .damaged { try write(before, of: data.id, to: name, in: folder) }
        guard data.mayCome(shownOn: before, now: now) else { return .refused }
        try write(before + [now.day], of: data.id, to: name, in: folder)
        try folder.trim(to: Self.maxRecords, keeping: name, digits: 64)
        return .recorded(before: before)
    }

    /// The days on which a pop-up was shown, as far as they are remembered.
    func days(of id: String, now: LocalTime) throws(DiskError) -> [Int64] {
        do throws(DiskError) {
            let folder = try Folder.openOwn(path: path, depth: 2, makes: false, disk: disk)
            return try read(Self.name(id), in: folder).days(today: now.day)
        } catch {
            if error.code == ENOENT { return [] }
            throw error
        }
    }

    /// Other starts hold the lock for as long as it takes to write their card's record.
    private func lock(_ folder: Folder) throws(DiskError) {
        let end = MonotonicClock.now + Self.patience
        while try !folder.tryLock(exclusive: true) {
            guard MonotonicClock.now < end else { throw DiskError(.lock, path, EWOULDBLOCK) }
            MonotonicClock.sleep(Self.rest)
        }
    }

    /// Undoes the last record: the pop-up was not shown after all.
    func restore(_ days: [Int64], of id: String) throws(DiskError) {
        let folder = try Folder.openOwn(path: path, depth: 2, makes: true, disk: disk)
        guard !days.isEmpty else { return try folder.remove(Self.name(id)) }
        try write(days, of: id, to: Self.name(id), in: folder)
    }

    private enum Record: Equatable {
        case none, damaged
        case shown([Int64])

        func days(today: Int64) -> [Int64] {
            switch self {
            case .none: []
            case .damaged: Array(repeating: today, count: PopupLimit.timesRange.upperBound)
            case .shown(let days): days
            }
        }
    }

    private func read(_ name: String, in folder: Folder) throws(DiskError) -> Record {
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try folder.file(name).readAll(limit: Self.maxBytes) } catch {
            if error.code == ENOENT { return .none }
            return .damaged
        }
        guard let lines = ChecksummedText.open(title: Self.title, bytes), lines.count == 2
        else { return .damaged }
        let words = lines[1].split(separator: " ")
        let days = words.compactMap { Int64($0) }
        return days.isEmpty || days.count != words.count ? .damaged : .shown(days)
    }

    private func write(_ days: [Int64], of id: String, to name: String, in folder: Folder) throws(DiskError) {
        let days = days.suffix(PopupLimit.timesRange.upperBound).map { "\($0)" }.joined(separator: " ")
        try folder.replace(name, with: ChecksummedText.seal(title: Self.title, [ChecksummedText.escape(id), days]))
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
