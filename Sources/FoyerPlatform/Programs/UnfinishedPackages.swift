import FoyerCore
import FoyerSystem

// A package that a launch was fetching when it was killed stays in that launch's staging folder: the next launch of the
// same package continues it. A launch that ends in order leaves nothing.
extension AppStore {
    /// What an unfinished package is called in its folder.
    static let packageName = "package"
    /// Seconds after which nobody is expected to continue a package: a week.
    static let longestUnfinished: Int64 = 7 * 24 * 3600
    /// Of more unfinished packages, the oldest go.
    static let mostUnfinished = 4

    /// Moves what an earlier launch has fetched of a package into this one's folder.
    ///
    /// - Returns: whether there is something in the folder that the download may continue.
    func takeUnfinished(_ address: WebAddress, size: Int, into staging: Staging) -> Bool {
        if Self.unfinished(in: staging.folder) != nil { return true }
        // Looked at before they are locked: a folder that has just been made is about to be locked by its own launch.
        func isWanted(_ folder: Folder) -> Bool {
            Self.unfinished(in: folder).map { $0.address == address.text && $0.size == size } ?? false
        }
        for (folder, entry) in deadFolders(in: staging.parent, where: isWanted) where isWanted(folder) {
            // A process killed in between leaves bytes of unknown origin, which are fetched again.
            for name in [PartValidators.path(for: Self.packageName), Self.packageName] {
                guard (try? folder.rename(name, to: staging.folder, as: name)) != nil else { return false }
            }
            try? staging.parent.removeTree(entry.raw)
            return true
        }
        return false
    }

    /// What tells an unfinished package apart; `nil` where the folder has none that could be continued.
    static func unfinished(in folder: Folder) -> PartValidators? {
        let path = "\(folder.path)/\(packageName)"
        guard let validators = PartValidators.load(for: path), let size = try? OpenFile.reading(path).size(), size > 0
        else { return nil }
        return validators
    }

    /// Removes everything else from a folder with an unfinished package; `false` if it has none.
    private static func keepsUnfinished(_ folder: Folder) -> Bool {
        guard unfinished(in: folder) != nil else { return false }
        let kept = [packageName, PartValidators.path(for: packageName)]
        for entry in (try? folder.entries()) ?? [] where !kept.contains(entry.name) {
            try? folder.removeTree(entry.raw)
        }
        return true
    }

    /// Clears what killed launches staged, but the latest unfinished packages.
    func sweepStaging(_ staging: Folder) {
        var unfinished: [(age: Int64, folder: Folder, entry: Folder.Entry)] = []
        for (folder, entry) in deadFolders(in: staging) {
            let written = folder.modified(Self.packageName)
            let age = written.map { WallClock.now.seconds - $0 } ?? .max
            if age < Self.longestUnfinished, Self.keepsUnfinished(folder) {
                unfinished.append((age, folder, entry))
            } else {
                try? staging.removeTree(entry.raw)
            }
        }
        unfinished.sort { $0.age < $1.age }
        for (_, _, entry) in unfinished.dropFirst(Self.mostUnfinished) { try? staging.removeTree(entry.raw) }
    }

    /// Folders of launches that are no more, each locked for as long as it is held: who lives holds the lock.
    private func deadFolders(
        in staging: Folder, where isWanted: (Folder) -> Bool = { _ in true }
    ) -> [(Folder, Folder.Entry)] {
        ((try? staging.entries()) ?? []).compactMap { entry in
            guard entry.kind == .folder, Staging.isName(entry.name), let folder = try? staging.folder(entry.name),
                isWanted(folder), (try? folder.tryLock(exclusive: true)) == true
            else { return nil }
            return (folder, entry)
        }
    }
}
