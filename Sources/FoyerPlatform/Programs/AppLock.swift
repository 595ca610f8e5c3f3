import FoyerCore
import FoyerSystem
import Glibc

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
    static let rest = Duration.milliseconds(10)
    /// How often to try a version's folder before it counts as shown by another process: a quarter of a second in all.
    static let tries = 25

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
        try await surroundings.work.run { (flag) throws(PackageError) in
            try lock(appID, timeout: timeout, isCancelled: { flag.isRaised })
        }
    }

    /// `nil` while another process holds the lock.
    func tryLock(_ appID: String) throws(PackageError) -> AppLock? {
        let apps = try makeApps()
        return try onDisk { () throws(DiskError) in
            let folder = try apps.makeFolder(appID)
            guard try folder.tryLock(exclusive: true), folder.isStill(appID, in: apps) else { return nil }
            try apps.sync()
            return AppLock(appID: appID, folder: folder)
        }
    }
}
