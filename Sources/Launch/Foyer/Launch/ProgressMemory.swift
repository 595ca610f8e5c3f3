import FoyerCore
import FoyerSystem
import Glibc

/// Recalls what earlier launches of one program taught, and keeps what this one teaches.
package struct ProgressMemory: Sendable {
    /// Reads the disk.
    let recall: @Sendable () -> LearnedProgress?
    /// The same, if it is no day old.
    let recallRecent: @Sendable () -> LearnedProgress?
    /// The screen does not wait for the disk; await the task before the process ends.
    let keep: @Sendable (LearnedProgress) -> Task<Void, Never>

    /// In seconds. Something that is shown once a day is left out only because of a younger lesson.
    private static let recent: Int64 = 86_400

    init(
        recall: @escaping @Sendable () -> LearnedProgress?,
        keep: @escaping @Sendable (LearnedProgress) -> Task<Void, Never>
    ) {
        self.recall = recall
        recallRecent = recall
        self.keep = keep
    }

    /// In the user's state folder. If the disk refuses, the next launch just knows less.
    package init(appID: String, places: Places, work: BlockingWork = .threads) {
        let store = Store(learnedProgress: places.state + "/progress")
        recall = { store.read(appID) }
        recallRecent = {
            guard let status = UserFile.status(store.path + "/" + appID),
                Int64(status.st_mtim.tv_sec) > WallClock.now.seconds - Self.recent
            else { return nil }
            return store.read(appID)
        }
        keep = { lesson in
            Task { await work.run { () -> Void in try? store.write(lesson, to: appID) } }
        }
    }
}

extension Store<LearnedProgress> {
    /// A file for each program, `$XDG_STATE_HOME/foyer/progress/APP`.
    package init(learnedProgress path: String, disk: Disk = .real) {
        self.init(
            path, depth: 2, StoreFormat.json.map(\.json, LearnedProgress.init), largest: 64 << 10, bound: .commands,
            disk: disk)
    }
}

extension StoreBound {
    /// Commands are as many as what people type.
    static let commands = StoreBound(count: 200) { $0.hasPrefix(CommandID.prefix) }
}

extension LearnedProgress {
    /// The duration's key; a step cannot have this id, since ids are not empty.
    private static let durationKey = ""
    /// No step's id of ours begins with a space.
    private static let runsKey = " runs"
    private static let kindKey = " kind "

    /// Fractions, 0…1: the end of each step by its id, the duration of the longest launch, the most launches; and a key
    /// that names the kind.
    fileprivate var json: JSON {
        var values = ends
        values[Self.durationKey] = duration / Self.longest
        values[Self.runsKey] = Double(runs) / Double(Self.mostRuns)
        if !kind.isEmpty { values[Self.kindKey + kind] = 1 }
        return .object(values.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .number($0.value)) })
    }

    fileprivate init?(_ json: JSON) {
        guard case .object(let members) = json else { return nil }
        var values: [String: Double] = [:]
        for member in members {
            guard case .number(let fraction) = member.value, 0...1 ~= fraction else { return nil }
            values[member.name] = fraction
        }
        guard let share = values.removeValue(forKey: Self.durationKey) else { return nil }
        let runs = values.removeValue(forKey: Self.runsKey) ?? 0
        let kind = values.keys.first { $0.hasPrefix(Self.kindKey) }
        if let kind { values[kind] = nil }
        self.init(
            duration: share * Self.longest, ends: values,
            kind: kind.map { String($0.dropFirst(Self.kindKey.count)) } ?? "",
            runs: Int((runs * Double(Self.mostRuns)).rounded()))
    }
}
