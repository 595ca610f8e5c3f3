import FoyerCore
import FoyerSystem
import Glibc

extension AppStore {
    /// A new staging folder for this process.
    package func stage() throws(PackageError) -> Staging {
        let apps = try makeApps()
        return try onDisk { () throws(DiskError) in
            let parent = try apps.makeFolder(AppStore.stagingName)
            while true {
                let name = Staging.newName()
                try parent.makeNewFolder(name)
                // A process that clears leftovers may have seen the folder before it was locked: make another one.
                if let staging = try staging(name, in: parent) { return staging }
            }
        }
    }

    /// `nil` if another process is clearing the new folder; if the disk fails, the folder is removed again.
    private func staging(_ name: String, in parent: Folder) throws(DiskError) -> Staging? {
        do throws(DiskError) {
            let folder = try parent.folder(name)
            guard try folder.tryLock(exclusive: true), folder.isStill(name, in: parent) else { return nil }
            return try Staging(parent: parent, name: name, folder: folder, surroundings: surroundings)
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
            try ContentCheck(record: current.record, work: surroundings.work, isCancelled: { false })
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
        return try onDisk { () throws(DiskError) in
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
        }
    }

    /// Records with an installed version that its package's signature has been verified.
    private func sign(_ lease: AppLease, by signer: String?, lock: AppLock) throws(PackageError) -> AppLease {
        guard let signer, lease.record.signer != signer else { return lease }
        var record = lease.record
        record.signer = signer
        try onDisk { () throws(DiskError) in try lease.folder.replace(InstallRecord.fileName, with: record.encode()) }
        return AppLease(app: lease.app, record: record, folder: lease.folder)
    }

    /// The version has been on screen: removes older ones unless another process shows them.
    package func markLaunched(_ lease: AppLease, lock: AppLock) throws(PackageError) {
        guard lock.appID == lease.app.appID else { return }
        let known = candidates(of: lock.appID, in: lock.folder)
        try onDisk { () throws(DiskError) in
            try remember(highestCodes(in: lock.folder, known), in: lock.folder)
            for version in known where version.record.sequence < lease.record.sequence {
                _ = try remove(version.folderName, in: lock)
            }
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
        try onDisk { () throws(DiskError) in
            try remember(highestCodes(in: lock.folder, known), in: lock.folder)
        }
        for entry in try onDisk({ () throws(DiskError) in try lock.folder.entries() })
        where InstallRecord.isFolderName(entry.name) {
            guard try onDisk({ () throws(DiskError) in try remove(entry.name, in: lock) }) else {
                throw .inUse(appID: appID)
            }
        }
        if forgets { try onDisk { () throws(DiskError) in try forgetHighestCode(in: lock.folder) } }
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
        guard try onDisk({ () throws(DiskError) in try remove(name, in: lock) }) else {
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
