import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// An installed version of a program.
package struct InstalledApp: Equatable, Sendable {
    package let appID: String
    package let version: PackageVersion
    /// The version's folder, with the package's files and the resources at their paths.
    package let path: String
}

/// The installed programs: `<apps>/<appId>/<version>-<digest>/`, each put in place as a whole by one rename.
///
/// Any number of processes may share the folder. Changing a program takes its `AppLock`, showing one takes an
/// `AppLease`; both end with their process. Every function but the asynchronous `lock` blocks on the disk.
package struct AppStore: Sendable {
    /// `$XDG_DATA_HOME/foyer/apps`.
    package let path: String
    private let disk: Disk
    package var system = SystemServices.live
    /// The number of trailing path components that are Foyer's own folders.
    private let depth: Int

    static let stagingName = ".staging"
    private static let highestName = "\(PackageLimits.reservedPrefix)-highest"

    /// - Parameter path: Foyer's folder; the user may choose where it lies.
    package init(path: String, disk: Disk = .real) {
        self.init(path: path, depth: 1, disk: disk)
    }

    /// The user's own store.
    package init(_ places: Places, disk: Disk = .real) {
        self.init(path: places.apps, depth: 2, disk: disk)
    }

    private init(path: String, depth: Int, disk: Disk) {
        self.path = path
        self.depth = depth
        self.disk = disk
    }

    // MARK: Asking

    /// The current version of each installed program, by app id; unverified, so suitable only for listing.
    package func list() throws(PackageError) -> [InstalledApp] {
        guard let apps = try existingApps() else { return [] }
        var found: [InstalledApp] = []
        for entry in try onDisk(apps.entries())
        where entry.kind == .folder && AppID(entry.name) != nil {
            guard let app = try? apps.folder(entry.name), let first = candidates(of: entry.name, in: app).first else {
                continue
            }
            found.append(first.app(in: app))
        }
        return found.sorted { $0.appID < $1.appID }
    }

    /// Whether any version is installed, as far as a glance tells: none is verified.
    package func mayHave(_ appID: String) -> Bool {
        guard AppID(appID) != nil, let apps = try? existingApps(), let app = try? apps.folder(appID) else {
            return false
        }
        return !candidates(of: appID, in: app).isEmpty
    }

    /// The newest intact version, kept in place while the lease is held; `nil` if there is none.
    ///
    /// Verifies each file's checksum first. A damaged version counts as not installed.
    /// - Parameters:
    ///   - version: the name of a version to prefer over newer ones, if it is installed.
    ///   - publicKeys: the pinned keys, if any: a version signed by none of them counts as not installed.
    package func open(
        _ appID: String, preferring version: String? = nil, signedBy publicKeys: [[UInt8]] = [],
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(PackageError) -> AppLease? {
        guard AppID(appID) != nil else { throw .invalidAppID }
        guard let apps = try existingApps(), let app = try? apps.folder(appID) else { return nil }
        var known = candidates(of: appID, in: app)
        if !publicKeys.isEmpty {
            let signers = publicKeys.map { Hexadecimal.encode($0) }
            known.removeAll { $0.record.signer.map { !signers.contains($0) } ?? true }
        }
        let preferred = version.map { name in known.filter { $0.record.version.isNamed(name) } } ?? []
        for candidate in preferred + known {
            guard let lease = try? candidate.lease(in: app) else { continue }
            let check = ContentCheck(record: candidate.record, work: system.work, isCancelled: isCancelled)
            if try check.isWhole(lease.folder) { return lease }
        }
        return nil
    }

    /// The highest version code that was ever installed here, as far as records remain.
    ///
    /// - Parameter publicKeys: the pinned keys, if any: only versions that they signed count, so that nobody else can
    ///   lock a program's own versions out.
    package func highestCode(of appID: String, signedBy publicKeys: [[UInt8]] = []) -> Int? {
        guard AppID(appID) != nil, let apps = try? existingApps(), let app = try? apps.folder(appID) else {
            return nil
        }
        return highestCodes(in: app, candidates(of: appID, in: app)).highest(signedBy: publicKeys)
    }

    // MARK: Within the package

    private func existingApps() throws(PackageError) -> Folder? {
        do { return try Folder.openOwn(path: path, depth: depth, makes: false, disk: disk) } catch {
            if error.code == ENOENT { return nil }
            throw .disk(error)
        }
    }

    private func makeApps() throws(PackageError) -> Folder {
        try onDisk(Folder.openOwn(path: path, depth: depth, makes: true, disk: disk))
    }

    /// Versions with a valid record, newest first. Unreadable ones are left out.
    private func candidates(of appID: String, in app: Folder) -> [InstalledVersion] {
        let entries = (try? app.entries()) ?? []
        return entries.filter { $0.kind == .folder }.compactMap { entry in
            guard let folder = try? app.folder(entry.name), let record = AppStore.record(in: folder),
                record.appID == appID
            else { return nil }
            return InstalledVersion(folderName: entry.name, record: record)
        }.sorted { $0.record.sequence > $1.record.sequence }
    }

    private static func record(in folder: Folder) -> InstallRecord? {
        guard let file = try? folder.file(InstallRecord.fileName),
            let bytes = try? file.readAll(limit: InstallRecord.sizeLimit)
        else { return nil }
        return InstallRecord(bytes)
    }

    private func highestCodes(in app: Folder, _ candidates: [InstalledVersion]) -> HighestCodes {
        var codes = highest(in: app).read(AppStore.highestName) ?? HighestCodes()
        for candidate in candidates {
            codes = codes.adding(candidate.record.version.code, signer: candidate.record.signer)
        }
        return codes
    }

    /// Forgets the highest version code. The caller holds the program's lock.
    private func forgetHighestCode(in app: Folder) throws(DiskError) {
        try app.removeTree(AppStore.highestName)
    }

    /// The caller holds the program's lock.
    private func remember(_ codes: HighestCodes, in app: Folder) throws(DiskError) {
        guard !codes.isEmpty else { return }
        try highest(in: app).write(codes, to: AppStore.highestName)
    }

    private func highest(in app: Folder) -> HeldStore<HighestCodes> {
        let format = StoreFormat.lines("foyer-highest 1").map(\.lines, HighestCodes.init(lines:))
        // Several keys that were pinned one after the other fit.
        return Store(app.path, depth: 0, format, largest: 4_096).held(in: app)
    }
}

/// The highest version code of a program that was ever installed, in all and of those that each key has signed.
struct HighestCodes: Equatable {
    private(set) var all: Int?
    /// By the key, 64 hexadecimal digits.
    private var signed: [String: Int] = [:]
    /// The keys that are remembered; of more, those with the lowest codes are forgotten.
    private static let maxKeys = 16

    init() {}

    /// Whatever cannot be read counts as never installed.
    init(lines: [String]) {
        all = lines.first.flatMap { Int($0) }
        for line in lines.dropFirst() {
            let parts = line.split(separator: " ")
            if parts.count == 2, let code = Int(parts[0]) { signed[String(parts[1])] = code }
        }
    }

    var lines: [String] {
        let kept = signed.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.maxKeys)
        return ["\(all ?? 0)"] + kept.map { "\($0.value) \($0.key)" }
    }

    var isEmpty: Bool { all == nil }

    /// - Parameter publicKeys: only versions that one of them signed count; if there are none, all do.
    func highest(signedBy publicKeys: [[UInt8]]) -> Int? {
        publicKeys.isEmpty ? all : publicKeys.compactMap { signed[Hexadecimal.encode($0)] }.max()
    }

    func adding(_ code: Int, signer: String?) -> HighestCodes {
        var codes = self
        codes.all = max(all ?? code, code)
        if let signer { codes.signed[signer] = max(signed[signer] ?? code, code) }
        return codes
    }
}

/// A version as found on the disk.
struct InstalledVersion {
    let folderName: String
    let record: InstallRecord

    func app(in folder: Folder) -> InstalledApp {
        InstalledApp(appID: record.appID, version: record.version, path: "\(folder.path)/\(folderName)")
    }

    /// Throws if the version is being removed.
    func lease(in folder: Folder) throws(DiskError) -> AppLease {
        let opened = try folder.folder(folderName)
        guard try opened.tryLock(exclusive: false), opened.isStill(folderName, in: folder) else {
            throw DiskError(.lock, opened.path, EWOULDBLOCK)
        }
        return AppLease(app: app(in: folder), record: record, folder: opened)
    }
}

extension AppStore {
    /// A new staging folder for this process.
    package func stage() throws(PackageError) -> Staging {
        let apps = try makeApps()
        do {
            let parent = try apps.makeFolder(AppStore.stagingName)
            while true {
                let name = Staging.newName()
                try parent.makeNewFolder(name)
                // A process that clears leftovers may have seen the folder before it was locked: make another one.
                if let staging = try staging(name, in: parent) { return staging }
            }
        } catch {
            throw .disk(error)
        }
    }

    /// `nil` if another process is clearing the new folder; if the disk fails, the folder is removed again.
    private func staging(_ name: String, in parent: Folder) throws(DiskError) -> Staging? {
        do {
            let folder = try parent.folder(name)
            guard try folder.tryLock(exclusive: true), folder.isStill(name, in: parent) else { return nil }
            return try Staging(parent: parent, name: name, folder: folder, system: system)
        } catch {
            if error.code == ENOENT { return nil }
            // Without opening anything, since there may be no descriptor left.
            for path in ["\(name)/\(Staging.contentName)", name] { parent.removeEmptyFolder(path) }
            throw error
        }
    }

    /// Makes the staged version the current one by a single rename, and returns a lease on it.
    ///
    /// `version.resources` must all have been placed. If the process is killed at any instant, either the old or the
    /// new version is complete. The former version stays until `markLaunched`.
    /// - Parameters:
    ///   - publicKey: the pinned key whose signature was verified; `nil` if none is pinned.
    ///   - pinned: all pinned keys; only versions that they signed can be too new for this one to be installed.
    package func commit(
        _ staging: Staging, as version: PackageVersion, signedBy publicKey: [UInt8]? = nil, pinned: [[UInt8]] = [],
        lock: AppLock
    ) throws(PackageError) -> AppLease {
        for resource in version.resources where !staging.resources.contains(resource) {
            throw .resource(path: resource.path, .missing)
        }
        let known = candidates(of: lock.appID, in: lock.folder)
        let signer = publicKey.map { Hexadecimal.encode($0) }
        let codes = highestCodes(in: lock.folder, known)
        if let highest = codes.highest(signedBy: pinned), version.code < highest {
            throw .rollback(offered: version.code, highest: highest)
        }
        if let current = known.first, current.record.version == version,
            let lease = try? current.lease(in: lock.folder),
            try ContentCheck(record: current.record, work: system.work, isCancelled: { false })
                .isWhole(lease.folder)
        {
            // Another process was faster, or the same bytes were installed before a key was pinned.
            staging.discard()
            return try sign(lease, by: signer, lock: lock)
        }
        let record = InstallRecord(
            appID: lock.appID, version: version, sequence: (known.first?.record.sequence ?? 0) + 1,
            packageFiles: staging.packageFiles, signer: signer)
        try makeRoom(for: record.folderName, in: lock)
        do {
            let file = try staging.content.create(InstallRecord.fileName)
            try file.write(record.encode())
            try file.sync()
            try staging.content.sync()
            try staging.folder.rename(Staging.contentName, to: lock.folder, as: record.folderName)
            try lock.folder.sync()
            // The new version's record holds the same number for as long as it exists.
            try? remember(codes.adding(version.code, signer: signer), in: lock.folder)
            staging.discard()
            return try InstalledVersion(folderName: record.folderName, record: record).lease(in: lock.folder)
        } catch {
            throw .disk(error)
        }
    }

    /// Records with an installed version that its package's signature has been verified.
    private func sign(_ lease: AppLease, by signer: String?, lock: AppLock) throws(PackageError) -> AppLease {
        guard let signer, lease.record.signer != signer else { return lease }
        var record = lease.record
        record.signer = signer
        try onDisk(lease.folder.replace(InstallRecord.fileName, with: record.encode()))
        return AppLease(app: lease.app, record: record, folder: lease.folder)
    }

    /// The version has been on screen: removes older ones unless another process shows them.
    package func markLaunched(_ lease: AppLease, lock: AppLock) throws(PackageError) {
        guard lock.appID == lease.app.appID else { return }
        let known = candidates(of: lock.appID, in: lock.folder)
        try onDisk(remember(highestCodes(in: lock.folder, known), in: lock.folder))
        for version in known where version.record.sequence < lease.record.sequence {
            _ = try onDisk(remove(version.folderName, in: lock))
        }
    }

    /// Removes all installed versions of a program, and nothing else in its folder; `.inUse` if a process shows one.
    ///
    /// - Parameter forgets: whether to forget the highest version code as well, so that any version may be installed
    ///   again.
    package func remove(
        _ appID: String, forgets: Bool = false, timeout: Duration = .seconds(5)
    ) throws(PackageError) {
        let lock = try lock(appID, timeout: timeout)
        let known = candidates(of: appID, in: lock.folder)
        try onDisk(remember(highestCodes(in: lock.folder, known), in: lock.folder))
        for entry in try onDisk(lock.folder.entries())
        where InstallRecord.isFolderName(entry.name) {
            guard try onDisk(remove(entry.name, in: lock)) else {
                throw .inUse(appID: appID)
            }
        }
        if forgets { try onDisk(forgetHighestCode(in: lock.folder)) }
    }

    /// Removes what killed processes left. Best effort: failures of the disk are not reported.
    package func sweep() {
        guard let apps = try? existingApps() else { return }
        if let staging = try? apps.folder(AppStore.stagingName) { sweepStaging(staging) }
        for entry in (try? apps.entries()) ?? [] where entry.kind == .folder && AppID(entry.name) != nil {
            guard let lock = try? tryLock(entry.name) else { continue }
            sweep(lock)
        }
    }

    /// Removes half-written files, also those kept with a version, and versions without a valid record, recognised by
    /// their names. Anything else here is not ours.
    private func sweep(_ lock: AppLock) {
        let sound = Set(candidates(of: lock.appID, in: lock.folder).map(\.folderName))
        sweepTemporaries(of: lock.folder)
        for entry in (try? lock.folder.entries()) ?? []
        where entry.kind == .folder && InstallRecord.isFolderName(entry.name) {
            if !sound.contains(entry.name) {
                _ = try? remove(entry.name, in: lock)
            } else if let version = try? lock.folder.folder(entry.name) {
                sweepTemporaries(of: version)
            }
        }
    }

    private func sweepTemporaries(of folder: Folder) {
        for entry in (try? folder.entries()) ?? [] where entry.name.utf8.starts(with: Folder.temporaryPrefix.utf8) {
            try? folder.removeTree(entry.raw)
        }
    }

    /// A folder of this name is damaged, or holds the same content under another code.
    private func makeRoom(for name: String, in lock: AppLock) throws(PackageError) {
        guard try onDisk(remove(name, in: lock)) else {
            throw .inUse(appID: lock.appID)
        }
    }

    /// `false` if a process shows the contents of the folder. Without its record a version is not installed, so a
    /// process that dies here leaves garbage, not half a version.
    private func remove(_ name: String, in lock: AppLock) throws(DiskError) -> Bool {
        do {
            let folder = try lock.folder.folder(name)
            guard try lockPatiently(folder) else { return false }
            try folder.removeTree(InstallRecord.fileName)
            try lock.folder.removeTree(name)
        } catch {
            switch error.code {
            case ENOENT: break
            case ENOTDIR, ELOOP: try lock.folder.remove(name)
            default: throw error
            }
        }
        return true
    }

    /// A child that is being spawned holds copies of our locks until it runs its program: wait a moment.
    private func lockPatiently(_ folder: Folder) throws(DiskError) -> Bool {
        for _ in 0..<AppStore.tries {
            if try folder.tryLock(exclusive: true) { return true }
            MonotonicClock.sleep(AppStore.rest)
        }
        return false
    }
}

/// The right to change the installed versions of one program. It ends with the value, or with its process.
package final class AppLock: Sendable {
    package let appID: String
    let folder: Folder

    fileprivate init(appID: String, folder: Folder) {
        self.appID = appID
        self.folder = folder
    }
}

extension AppStore {
    /// How long to pause between two attempts to take a lock.
    private static let rest = Duration.milliseconds(10)
    /// How often to try a version's folder before it counts as shown by another process: a quarter of a second in all.
    private static let tries = 25

    /// Waits for the program's lock, at most `timeout`; throws `.locked` if another process holds it longer.
    package func lock(
        _ appID: String, timeout: Duration, isCancelled: @Sendable () -> Bool = { false }
    ) throws(PackageError) -> AppLock {
        guard AppID(appID) != nil else { throw .invalidAppID }
        let end = MonotonicClock.now + timeout
        while true {
            if let lock = try tryLock(appID) { return lock }
            if isCancelled() { throw .cancelled }
            guard MonotonicClock.now < end else { throw .locked(appID: appID) }
            MonotonicClock.sleep(AppStore.rest)
        }
    }

    /// The same on a thread of its own; `.cancelled` once the task is cancelled.
    package func lock(_ appID: String, timeout: Duration) async throws(PackageError) -> AppLock {
        try await system.work.run { (flag) throws(PackageError) in
            try lock(appID, timeout: timeout, isCancelled: { flag.isRaised })
        }
    }

    /// `nil` while another process holds the lock.
    func tryLock(_ appID: String) throws(PackageError) -> AppLock? {
        let apps = try makeApps()
        do {
            let folder = try apps.makeFolder(appID)
            guard try folder.tryLock(exclusive: true), folder.isStill(appID, in: apps) else { return nil }
            try apps.sync()
            return AppLock(appID: appID, folder: folder)
        } catch {
            throw .disk(error)
        }
    }
}

// A package that a launch was fetching when it was killed stays in that launch's staging folder: the next launch of the
// same package continues it. A launch that ends in order leaves nothing.
extension AppStore {
    /// What an unfinished package is called in its folder.
    static let packageName = "package"
    /// Seconds after which nobody is expected to continue a package: a week.
    private static let longestUnfinished: Int64 = 7 * 24 * 3600
    /// Of more unfinished packages, the oldest go.
    private static let mostUnfinished = 4

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
    private static func unfinished(in folder: Folder) -> PartValidators? {
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
    private func sweepStaging(_ staging: Folder) {
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
