import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// The folder that a web server serves, and that this process alone publishes to while it holds the lock.
///
/// Ours are the folders `v1`, `packages`, `pictures` and `resources`, and a mark that says so; anything else is left
/// alone. New files are first written to a staging folder beside them, then renamed into place.
final class SiteFolder {
    let root: Folder
    /// The real path, from which the notes get their name.
    let path: String
    /// Files that are staged but not in place yet.
    private var staged: [(name: String, path: String)] = []
    private var staging: Folder?
    private var folders: [String: Folder] = [:]
    /// Folders whose entries have changed since they were last synced.
    private var changed: Set<String> = []

    static let markName = ".foyer-site"
    private static let mark = Array("foyer-site 1\n".utf8)
    private static let stagingName = ".foyer-new"
    /// The folders that are ours.
    private static let folders = ["v1", "packages", "pictures", "resources"]
    /// How deep they are: `v1/signatures/apps`.
    private static let depth = 2
    /// Before the user's mask.
    private static let folderMode: mode_t = 0o775
    /// With this many files or more, the whole file system is synced at once.
    private static let many = 32

    private init(_ root: Folder) {
        self.root = root
        path = UserFile.realPath(root.path) ?? root.path
    }

    /// Opens the site at a path without changing or locking it; `nil` if there is none yet.
    static func look(_ path: String, disk: Disk) throws(PublishError) -> SiteFolder? {
        guard UserFile.exists(path) else { return nil }
        let site = SiteFolder(
            try onSite(Folder.open(path: path, makes: false, disk: disk)))
        return try site.isOurs() ? site : nil
    }

    /// Opens a site, or creates it, and takes its lock. Waits for the lock at most `patience`.
    ///
    /// - Parameter waits: called once if another publication holds the lock.
    static func open(
        _ path: String, disk: Disk, patience: Duration, waits: () -> Void
    ) throws(PublishError) -> SiteFolder {
        let site = SiteFolder(
            try onSite(Folder.open(path: path, makes: true, mode: folderMode, disk: disk)))
        try site.checkOwner(site.root)
        let end = MonotonicClock.now + patience
        var hasSaid = false
        while !(try onSite(site.root.tryLock(exclusive: true))) {
            if !hasSaid { waits() }
            hasSaid = true
            guard MonotonicClock.now < end else { throw .busy(path: path) }
            MonotonicClock.sleep(.milliseconds(20))
        }
        if !(try site.isOurs()) {
            try onSite(UserFile.replace(path + "/" + markName, with: mark, disk: disk))
        }
        // Left by a publication that was killed.
        try onSite(site.root.removeTree(stagingName))
        return site
    }

    /// Whether the mark is there; a folder without it must be empty.
    private func isOurs() throws(PublishError) -> Bool {
        let names = try onSite(root.entries(limit: .max).map(\.name))
        if names.contains(Self.markName) {
            let bytes = try? root.file(Self.markName).readAll(limit: 64)
            guard bytes == Self.mark else { throw .notASite(path: root.path) }
            return true
        }
        // A publication may have been killed while it wrote the mark.
        guard names.allSatisfy({ $0 == "lost+found" || $0.hasPrefix(Folder.temporaryPrefix) }) else {
            throw .notASite(path: root.path)
        }
        return false
    }

    private func checkOwner(_ folder: Folder) throws(PublishError) {
        guard let status = folder.status, status.st_uid == geteuid(), status.st_mode & 0o002 == 0 else {
            throw .unsafe(path: folder.path)
        }
    }

    // MARK: - Reading

    /// Whether a file has exactly these bytes.
    func holds(_ bytes: [UInt8], at path: String) -> Bool {
        guard let status = root.status(of: path), status.st_size == bytes.count else { return false }
        return read(path, limit: bytes.count) == bytes
    }

    func read(_ path: String, limit: Int) -> [UInt8]? {
        try? root.file(path).readAll(limit: limit)
    }

    /// The names of the files in a folder of the site.
    func files(in folder: String) throws(DiskError) -> [String] {
        let found: Folder
        do { found = try root.folder(at: folder) } catch {
            if error.code == ENOENT { return [] }
            throw error
        }
        return try found.entries(limit: .max).filter { $0.kind == .file }.map(\.name)
    }

    /// The paths of all documents that the site serves.
    func documents() throws(DiskError) -> [String] {
        var paths = ["v1/config", "v1/catalogue"].filter { root.hasFile($0) }
        for kind in ["v1/apps", "v1/banners", "v1/popups"] {
            paths += try files(in: kind).filter { AppID($0) != nil }.map { "\(kind)/\($0)" }
        }
        return paths
    }

    // MARK: - Changing

    /// Writes a file that `putStaged` will put in place at `path`, with the mode and the owner of the one that is there.
    func stage(_ bytes: [UInt8], for path: String) throws(DiskError) {
        let folder = try stagingFolder()
        let name = path.replacing("/", with: "+")
        let file = try folder.create(name, mode: 0o664)
        try file.write(bytes)
        if let old = root.status(of: path), old.st_mode & S_IFMT == S_IFREG { _ = file.take(old) }
        staged.append((name, path))
    }

    /// Leaves out what was staged and has no place after all.
    func unstage(_ isUnwanted: (_ path: String) -> Bool) {
        staged.removeAll { isUnwanted($0.path) }
    }

    /// Puts all staged files in place, in the order in which they were staged. Syncs the files before that, and their
    /// folders after it.
    func putStaged() throws(PublishError) {
        guard !staged.isEmpty else { return }
        let staging = try onSite(stagingFolder())
        if staged.count >= Self.many {
            try onSite(staging.syncFileSystem())
        } else {
            for file in staged { try onSite(staging.file(file.name).sync()) }
        }
        for file in staged {
            let (folder, name) = PathParts(file.path).both
            let place = try self.folder(folder)
            try onSite(stagingFolder().rename(file.name, to: place, as: name))
            changed.insert(folder)
        }
        staged = []
        try syncFolders()
    }

    func remove(_ path: String) throws(PublishError) {
        guard root.hasFile(path) else { return }
        let (folder, name) = PathParts(path).both
        let place = try self.folder(folder)
        try onSite(place.remove(name))
        changed.insert(folder)
    }

    func syncFolders() throws(PublishError) {
        for name in changed.sorted() {
            let folder = try folder(name)
            try onSite(folder.sync())
        }
        changed = []
    }

    /// Removes staged files that are not wanted.
    func discard() {
        staging = nil
        staged = []
        try? root.removeTree(Self.stagingName)
    }

    private func stagingFolder() throws(DiskError) -> Folder {
        if let staging { return staging }
        try root.removeTree(Self.stagingName)
        try root.makeNewFolder(Self.stagingName)
        let made = try root.folder(Self.stagingName)
        staging = made
        return made
    }

    /// A folder of the site, made if it is missing; a link in its place is refused.
    private func folder(_ path: String) throws(PublishError) -> Folder {
        if path == "." { return root }
        if let known = folders[path] { return known }
        let (parent, name) = PathParts(path).both
        let above = try folder(parent)
        let folder: Folder
        do { folder = try above.folder(name) } catch {
            guard error.code == ENOENT else { throw .disk(error) }
            try onSite(above.makeNewFolder(name, mode: Self.folderMode))
            try onSite(above.sync())
            folder = try onSite(above.folder(name))
        }
        try checkOwner(folder)
        folders[path] = folder
        return folder
    }
}

/// Turns a failure of the disk into a `PublishError`.
func onSite<Value>(_ body: @autoclosure () throws(DiskError) -> Value) throws(PublishError) -> Value {
    do { return try body() } catch { throw .disk(error) }
}
