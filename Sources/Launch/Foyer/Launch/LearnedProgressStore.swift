import FoyerCore
import FoyerSystem
import Glibc

/// Remembers for each program when its steps ended in earlier launches, as fractions of a launch's time.
package struct LearnedProgressStore: Sendable {
    /// `$XDG_STATE_HOME/foyer/progress`.
    package var path: String { records.path }
    private let records: Records

    /// Commands are as many as what people type.
    static let mostCommands = 200
    // Nothing follows the closing brace, so a file that was cut is not JSON.
    private static let policy = Records.Policy(
        largest: 64 << 10, bound: .init(count: mostCommands) { $0.hasPrefix(CommandID.prefix) })

    package init(path: String, disk: Disk = .real) {
        records = Records(Self.policy, path: path, depth: 2, disk: disk)
    }

    /// The fractions, 0…1, by step id; empty if nothing was learned or the file is damaged.
    package func read(_ appID: String) -> [String: Double] {
        guard PlainName.isValid(appID), let bytes = records.read(appID),
            case .object(let members) = try? JSON.parse(bytes)
        else { return [:] }
        var fractions: [String: Double] = [:]
        for member in members {
            guard case .number(let fraction) = member.value, 0...1 ~= fraction else { return [:] }
            fractions[member.name] = fraction
        }
        return fractions
    }

    /// Writes the fractions, except those outside 0…1.
    package func write(_ fractions: [String: Double], for appID: String) throws(DiskError) {
        guard PlainName.isValid(appID) else { throw DiskError(.create, path + "/" + appID, EINVAL) }
        let members = fractions.filter { 0...1 ~= $0.value }.sorted { $0.key < $1.key }
            .map { JSON.Member($0.key, .number($0.value)) }
        try records.write(Array(JSON.object(members).jsonText.utf8), to: appID)
    }
}

extension LearnedProgressStore {
    /// The total's key; a step cannot have this id, since ids are not empty.
    private static let durationKey = ""
    /// No step's id of ours begins with a space.
    private static let runsKey = " runs"
    private static let kindKey = " kind "

    /// How old it may be if something that is shown every day is to be left out because of it.
    private static let recent: Int64 = 86_400

    /// The same, if it was learned within a day.
    package func recallRecent(_ appID: String) -> LearnedProgress? {
        guard let status = UserFile.status(path + "/" + appID),
            Int64(status.st_mtim.tv_sec) > WallClock.now.seconds - Self.recent
        else { return nil }
        return recall(appID)
    }

    /// What was learned about a program; `nil` if there is nothing, or it is damaged.
    package func recall(_ appID: String) -> LearnedProgress? {
        var values = read(appID)
        guard let share = values.removeValue(forKey: Self.durationKey) else { return nil }
        let runs = values.removeValue(forKey: Self.runsKey) ?? 0
        let kind = values.keys.first { $0.hasPrefix(Self.kindKey) }
        if let kind { values[kind] = nil }
        return LearnedProgress(
            duration: share * LearnedProgress.longest, ends: values,
            kind: kind.map { String($0.dropFirst(Self.kindKey.count)) } ?? "",
            runs: Int((runs * Double(LearnedProgress.mostRuns)).rounded()))
    }

    /// Stores what a launch has taught, on a thread of its own. If the disk refuses, the next launch just knows less.
    package func keep(_ lesson: LearnedProgress, for appID: String) async {
        await keep(lesson, for: appID, on: .threads)
    }

    func keep(_ lesson: LearnedProgress, for appID: String, on work: BlockingWork) async {
        var values = lesson.ends
        values[Self.durationKey] = lesson.duration / LearnedProgress.longest
        values[Self.runsKey] = Double(lesson.runs) / Double(LearnedProgress.mostRuns)
        if !lesson.kind.isEmpty { values[Self.kindKey + lesson.kind] = 1 }
        let kept = values
        await work.run { try? write(kept, for: appID) }
    }
}

/// Recalls what earlier launches of one program taught, and keeps what this one teaches.
package struct ProgressMemory: Sendable {
    /// Reads the disk.
    let recall: @Sendable () -> LearnedProgress?
    /// The same, if it is no day old.
    let recallRecent: @Sendable () -> LearnedProgress?
    /// The screen does not wait for the disk; await the task before the process ends.
    let keep: @Sendable (LearnedProgress) -> Task<Void, Never>

    init(
        recall: @escaping @Sendable () -> LearnedProgress?,
        keep: @escaping @Sendable (LearnedProgress) -> Task<Void, Never>
    ) {
        self.recall = recall
        recallRecent = recall
        self.keep = keep
    }

    /// In the user's state folder.
    package init(appID: String, places: Places, work: BlockingWork = .threads) {
        let store = LearnedProgressStore(path: places.state + "/progress")
        recall = { store.recall(appID) }
        recallRecent = { store.recallRecent(appID) }
        keep = { lesson in Task { await store.keep(lesson, for: appID, on: work) } }
    }
}
