import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// A scan of a site's sources by names and times alone; no file is read.
struct SourceScan {
    /// The sources of one document.
    struct Unit {
        /// The document's path below `v1/`: `apps/com.example.tea`, `banners/home`, `config`.
        let key: String
        let stamp: TreeStamp
    }

    private(set) var units: [Unit] = []
    private(set) var programs: Set<String> = []
    /// The stamp of all units, and of everything they may share.
    private(set) var total = TreeStamp()
    private(set) var images = TreeStamp()
    private(set) var imageStamps: [(path: String, stamp: TreeStamp)] = []
    /// Files that cannot be published.
    private(set) var problems: [PublishProblem] = []
    /// What looks odd among the names.
    private(set) var notes: [PublishProblem] = []
    /// When the scan began, in nanoseconds since 1970.
    let start: Int64

    /// Nanoseconds since 1970, on the clock that gives files their times.
    static let clock: @Sendable () -> Int64 = { WallClock.nanoseconds }

    /// - Parameters:
    ///   - others: files that every document depends on: `site.yaml` and keys.
    ///   - start: the time now.
    init(_ root: Folder, others: [String], at start: Int64 = clock()) throws(DiskError) {
        self.start = start
        try scanPrograms(root)
        try scanFiles(root, "banners")
        try scanFiles(root, "popups")
        if let stamp = Self.stamp(of: "config.yaml", in: root) { add("config", stamp) }
        if let folder = try Self.folder("images", in: root) {
            try Self.walk(folder, "", Mixer.mix(7, 7), depth: PackageLimits.depth) { path, stamp in
                imageStamps.append((path, stamp))
                images.add(stamp, under: Mixer.mix(3, 3))
            }
        }
        total.add(images, under: 1)
        for name in others {
            guard let stamp = Self.stamp(of: name, in: root) else { continue }
            total.add(stamp, under: name.withCString { Mixer.name($0) })
        }
        try noteMisspelt(root, others)
        units.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private mutating func add(_ key: String, _ stamp: TreeStamp) {
        units.append(Unit(key: key, stamp: stamp))
        total.add(stamp, under: key.withCString { Mixer.name($0) })
    }

    /// Names that are nearly one that is read.
    private mutating func noteMisspelt(_ root: Folder, _ others: [String]) throws(DiskError) {
        let known = ["programs", "banners", "popups", "images", "config.yaml"] + others
        for entry in try root.entries(limit: .max) where !entry.name.hasPrefix(".") && !known.contains(entry.name) {
            guard !entry.name.hasSuffix("~"), let meant = Suggestion.nearest(to: entry.name, among: known),
                Suggestion.distance(entry.name, meant) <= 2
            else { continue }
            notes.append(PublishProblem(entry.name, .fileNotRead(entry.name, meant: meant)))
        }
    }

    private mutating func scanPrograms(_ root: Folder) throws(DiskError) {
        guard let programs = try Self.folder("programs", in: root) else { return }
        for entry in try programs.entries(limit: .max) where !entry.name.hasPrefix(".") {
            guard entry.kind == .folder, AppID(entry.name) != nil else {
                problems.append(
                    PublishProblem("programs/\(entry.name)", Phrase.noProgramFolder))
                continue
            }
            var stamp = TreeStamp()
            do {
                try programs.forEachFile(below: entry.raw, depth: PackageLimits.depth, key: Mixer.name) {
                    stamp.add($0, named: $1)
                }
            } catch {
                guard error.code == ENAMETOOLONG else { throw error }
                // What lies too deep is refused, with its path, when the package is built.
                stamp.add(stat(), named: 0)
            }
            self.programs.insert("apps/" + entry.name)
            add("apps/" + entry.name, stamp)
        }
    }

    private mutating func scanFiles(_ root: Folder, _ name: String) throws(DiskError) {
        guard let folder = try Self.folder(name, in: root) else { return }
        for entry in try folder.entries(limit: .max) where !entry.name.hasPrefix(".") {
            guard entry.name.hasSuffix(".yaml"), AppID(String(entry.name.dropLast(5))) != nil,
                let stamp = Self.stamp(of: entry.name, in: folder)
            else {
                problems.append(
                    PublishProblem(
                        "\(name)/\(entry.name)",
                        Phrase.noKeyFile))
                continue
            }
            add("\(name)/\(entry.name.dropLast(5))", stamp)
        }
    }

    // MARK: - Folders

    private static func folder(_ name: String, in root: Folder) throws(DiskError) -> Folder? {
        do { return try root.folder(name) } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    private static func stamp(of name: String, in folder: Folder) -> TreeStamp? {
        guard let status = folder.status(of: name) else { return nil }
        var stamp = TreeStamp()
        stamp.add(status, named: 0)
        return stamp
    }

    private static func walk(
        _ folder: Folder, _ prefix: String, _ seed: UInt64, depth: Int, _ body: (String, TreeStamp) -> Void
    ) throws(DiskError) {
        for entry in try folder.entries(limit: .max) where !entry.name.hasPrefix(".") {
            if entry.kind == .folder {
                guard depth > 1 else { throw DiskError(.read, folder.path, ENAMETOOLONG) }
                try walk(folder.folder(entry.name), prefix + entry.name + "/", seed, depth: depth - 1, body)
                continue
            }
            guard let status = folder.status(of: entry.raw) else { continue }
            var stamp = TreeStamp()
            let path = prefix + entry.name
            stamp.add(status, named: path.withCString { Mixer.name($0, under: seed) })
            body(path, stamp)
        }
    }
}
