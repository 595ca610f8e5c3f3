import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// The sources of a site by their names; no file is read.
struct SourceList {
    static let folders = ["programs", "banners", "popups", "images"]
    static let configName = "config.yaml"

    /// The paths of the documents below `v1/`: `apps/com.example.tea`, `banners/home`, `config`; programs come first.
    private(set) var keys: [String] = []
    /// Files that cannot be published.
    private(set) var problems: [PublishProblem] = []
    /// What looks odd among the names.
    private(set) var notes: [PublishProblem] = []

    /// The keys of the programs.
    var programs: Set<String> { Set(keys.prefix { $0.hasPrefix("apps/") }) }

    /// - Parameter others: files that every document depends on: `site.yaml` and keys.
    init(_ root: Folder, others: [String]) throws(DiskError) {
        for entry in try Self.entries(of: "programs", in: root) {
            if entry.kind == .folder, AppID(entry.name) != nil {
                keys.append("apps/" + entry.name)
            } else {
                problems.append(PublishProblem("programs/\(entry.name)", .noProgramFolder))
            }
        }
        for folder in ["banners", "popups"] {
            for entry in try Self.entries(of: folder, in: root) {
                let name = entry.name.hasSuffix(".yaml") ? String(entry.name.dropLast(5)) : ""
                if AppID(name) != nil {
                    keys.append("\(folder)/\(name)")
                } else {
                    problems.append(PublishProblem("\(folder)/\(entry.name)", .noKeyFile))
                }
            }
        }
        if root.status(of: Self.configName) != nil { keys.append("config") }
        try noteMisspelt(root, others)
        keys.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Names that are nearly one that is read.
    private mutating func noteMisspelt(_ root: Folder, _ others: [String]) throws(DiskError) {
        let known = Self.folders + [Self.configName] + others
        for entry in try root.entries(limit: .max) where !entry.name.hasPrefix(".") && !known.contains(entry.name) {
            guard !entry.name.hasSuffix("~"), let meant = Suggestion.nearest(to: entry.name, among: known),
                Suggestion.distance(entry.name, meant) <= 2
            else { continue }
            notes.append(PublishProblem(entry.name, .fileNotRead(entry.name, meant: meant)))
        }
    }

    private static func entries(of name: String, in root: Folder) throws(DiskError) -> [Folder.Entry] {
        do { return try root.folder(name).entries(limit: .max).filter { !$0.name.hasPrefix(".") } } catch {
            if error.code == ENOENT { return [] }
            throw error
        }
    }
}

/// Differs once a source has been added, changed or removed: a sum over names, sizes, times and inodes. Nothing is read.
package struct SourceStamp: Equatable {
    private var sum = 0

    init(_ root: Folder) throws(DiskError) {
        let names = SourceList.folders + [SourceList.configName, Publisher.settingsName]
        try add(root, "", depth: PackageLimits.depth + 2) { names.contains($0) }
    }

    private mutating func add(
        _ folder: Folder, _ path: String, depth: Int, where isWanted: (String) -> Bool = { _ in true }
    ) throws(DiskError) {
        for entry in try folder.entries(limit: .max) where !entry.name.hasPrefix(".") && isWanted(entry.name) {
            let path = path + "/" + entry.name
            if entry.kind == .folder {
                // What lies too deep is refused when it is published.
                if depth > 0 { try add(folder.folder(entry.name), path, depth: depth - 1) }
                continue
            }
            guard let status = folder.status(of: entry.raw) else { continue }
            var hasher = Hasher()
            hasher.combine(path)
            for value in [
                Int(status.st_size), Int(truncatingIfNeeded: status.st_ino), status.st_mtim.tv_sec,
                status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ] { hasher.combine(value) }
            sum &+= hasher.finalize()
        }
    }
}
