import FoyerCore
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
    let disk: Disk
    package var surroundings = Surroundings.live
    /// The number of trailing path components that are Foyer's own folders.
    private let depth: Int

    static let stagingName = ".staging"
    private static let highestName = "\(PackageLimits.reservedPrefix)-highest"
    private static let highestTitle = "foyer-highest 1"
    /// Several keys that were pinned one after the other fit.
    private static let highestLimit = 4_096

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
        for entry in try onDisk({ () throws(DiskError) in try apps.entries() })
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
            let check = ContentCheck(record: candidate.record, work: surroundings.work, isCancelled: isCancelled)
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

    func existingApps() throws(PackageError) -> Folder? {
        do { return try Folder.openOwn(path: path, depth: depth, makes: false, disk: disk) } catch {
            if error.code == ENOENT { return nil }
            throw .disk(error)
        }
    }

    func makeApps() throws(PackageError) -> Folder {
        try onDisk { () throws(DiskError) in
            try Folder.openOwn(path: path, depth: depth, makes: true, disk: disk)
        }
    }

    /// Versions with a valid record, newest first. Unreadable ones are left out.
    func candidates(of appID: String, in app: Folder) -> [InstalledVersion] {
        let entries = (try? app.entries()) ?? []
        return entries.filter { $0.kind == .folder }.compactMap { entry in
            guard let folder = try? app.folder(entry.name), let record = AppStore.record(in: folder),
                record.appID == appID
            else { return nil }
            return InstalledVersion(folderName: entry.name, record: record)
        }.sorted { $0.record.sequence > $1.record.sequence }
    }

    static func record(in folder: Folder) -> InstallRecord? {
        guard let file = try? folder.file(InstallRecord.fileName),
            let bytes = try? file.readAll(limit: InstallRecord.sizeLimit)
        else { return nil }
        return InstallRecord(bytes)
    }

    func highestCodes(in app: Folder, _ candidates: [InstalledVersion]) -> HighestCodes {
        var codes = HighestCodes()
        if let file = try? app.file(AppStore.highestName),
            let bytes = try? file.readAll(limit: AppStore.highestLimit),
            let lines = ChecksummedText.open(title: AppStore.highestTitle, bytes)
        {
            codes = HighestCodes(lines: lines)
        }
        for candidate in candidates {
            codes = codes.adding(candidate.record.version.code, signer: candidate.record.signer)
        }
        return codes
    }

    /// Forgets the highest version code. The caller holds the program's lock.
    func forgetHighestCode(in app: Folder) throws(DiskError) {
        try app.removeTree(AppStore.highestName)
    }

    /// The caller holds the program's lock.
    func remember(_ codes: HighestCodes, in app: Folder) throws(DiskError) {
        guard !codes.isEmpty else { return }
        try app.replace(AppStore.highestName, with: ChecksummedText.seal(title: AppStore.highestTitle, codes.lines))
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
