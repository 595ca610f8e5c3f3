import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Keeps a version in place while it is shown: nobody removes it before the lease is released, at the latest when its
/// process ends.
package final class AppLease: Sendable {
    package let app: InstalledApp
    let record: InstallRecord
    let folder: Folder

    /// The file name of a version's icon. The file begins with a digest, so it is no picture by itself.
    private static let iconName = "\(PackageLimits.reservedPrefix)-icon"
    private static let iconLimit = 16 << 20
    private static let digestLength = 64

    init(app: InstalledApp, record: InstallRecord, folder: Folder) {
        self.app = app
        self.record = record
        self.folder = folder
    }

    /// A file of the program by its path in the tree, at most `limit` bytes. Does not follow links or wait for pipes,
    /// and refuses files that have changed since they were installed.
    package func read(_ path: String, limit: Int) throws(PackageError) -> [UInt8] {
        do { try PackageTree.validate(path) } catch { throw .refused(error) }
        let bytes = try onDisk(folder.file(path).readAll(limit: limit))
        guard let file = record.allFiles.first(where: { $0.path == path }),
            file.checksum.matches(bytes)
        else { throw .damaged(entry: path, .changed) }
        return bytes
    }

    /// The kept icon as the server sent it; `nil` if there is none, it is damaged, or it was kept under other keys.
    ///
    /// - Parameter publicKeys: those that the host pins.
    package func icon(under publicKeys: [[UInt8]] = []) -> [UInt8]? {
        guard let file = try? folder.file(AppLease.iconName),
            let bytes = try? file.readAll(limit: AppLease.iconLimit + AppLease.digestLength)
        else { return nil }
        let icon = Array(bytes.dropFirst(AppLease.digestLength))
        let digest = String(decoding: bytes.prefix(AppLease.digestLength), as: UTF8.self)
        return digest == Self.digest(of: icon, publicKeys) ? icon : nil
    }

    /// The same icon has another digest under other keys.
    private static func digest(of icon: [UInt8], _ publicKeys: [[UInt8]]) -> String {
        SHA256.hexadecimal(of: (DocumentTrust.scope(publicKeys).map { Array($0.utf8) } ?? []) + icon)
    }

    /// Keeps an icon with the version. Needs the program's lock.
    package func keep(
        icon: [UInt8], under publicKeys: [[UInt8]] = [], lock: borrowing AppLock
    ) throws(PackageError) {
        guard icon.count <= AppLease.iconLimit, lock.appID == app.appID else { return }
        let bytes = Array(Self.digest(of: icon, publicKeys).utf8) + icon
        try onDisk(folder.replace(AppLease.iconName, with: bytes))
    }
}
