import FoyerCore
import FoyerSystem
import Glibc

/// What there is in a site's sources, by their names and times alone: nothing is read.
struct SourceScan {
    /// What one document is made of.
    struct Unit {
        /// The document's path below `v1/`: `apps/com.example.tea`, `banners/home`, `config`.
        let key: String
        let stamp: TreeStamp
    }

    private(set) var units: [Unit] = []
    /// All units, and everything that they may share.
    private(set) var total = TreeStamp()
    /// All pictures.
    private(set) var images = TreeStamp()
    private(set) var imageStamps: [(path: String, stamp: TreeStamp)] = []
    /// What lies there and is nothing that can be published.
    private(set) var problems: [PublishProblem] = []
    /// When it began, in nanoseconds since 1970.
    let start: Int64

    /// Nanoseconds since 1970, by the clock that files get their times from.
    static let clock: @Sendable () -> Int64 = {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

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
        units.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private mutating func add(_ key: String, _ stamp: TreeStamp) {
        units.append(Unit(key: key, stamp: stamp))
        total.add(stamp, under: key.withCString { Mixer.name($0) })
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
            try Self.stamp(programs, entry, 0, depth: PackageLimits.depth, &stamp)
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
        var status = stat()
        guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        var stamp = TreeStamp()
        stamp.add(status, named: 0)
        return stamp
    }

    /// All that lies below a folder, hidden names apart.
    private static func stamp(
        _ parent: Folder, _ entry: Folder.Entry, _ seed: UInt64, depth: Int, _ total: inout TreeStamp
    ) throws(DiskError) {
        let descriptor = openat(parent.descriptor, entry.raw, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw DiskError(.open, parent.path + "/" + entry.name) }
        guard let failure = list(descriptor, seed, depth, &total) else { return }
        throw DiskError(.read, parent.path + "/" + entry.name, failure)
    }

    /// Takes the descriptor over. Without names as strings, and without paths: there may be hundreds of thousands.
    private static func list(_ descriptor: Int32, _ seed: UInt64, _ depth: Int, _ total: inout TreeStamp) -> Int32? {
        guard let stream = fdopendir(descriptor) else {
            defer { close(descriptor) }
            return errno
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let failure: Int32? = withUnsafeMutablePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    if name.pointee == 0x2E { return nil }
                    let hash = Mixer.name(name, under: seed)
                    if entry.pointee.d_type == UInt8(DT_DIR) {
                        guard depth > 0 else { return ELOOP }
                        let below = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
                        guard below >= 0 else { return errno }
                        return list(below, hash, depth - 1, &total)
                    }
                    var status = stat()
                    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return errno }
                    total.add(status, named: hash)
                    return nil
                }
            }
            if let failure { return failure }
        }
        return nil
    }

    private static func walk(
        _ folder: Folder, _ prefix: String, _ seed: UInt64, depth: Int, _ body: (String, TreeStamp) -> Void
    ) throws(DiskError) {
        for entry in try folder.entries(limit: .max) where !entry.name.hasPrefix(".") {
            if entry.kind == .folder {
                guard depth > 1 else { throw DiskError(.read, folder.path, ELOOP) }
                try walk(folder.folder(entry.name), prefix + entry.name + "/", seed, depth: depth - 1, body)
                continue
            }
            var status = stat()
            guard fstatat(folder.descriptor, entry.raw, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            var stamp = TreeStamp()
            let path = prefix + entry.name
            stamp.add(status, named: path.withCString { Mixer.name($0, under: seed) })
            body(path, stamp)
        }
    }
}
