import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization

/// A folder for one attempt, on the same file system as the installed programs, in which a version is assembled.
///
/// Download to `packagePath` and `resourcePath(_:)`; then call `unpack` (or `adopt`), `place` for each resource, and
/// `AppStore.commit`. If the process dies, the next start removes the folder.
package final class Staging: Sendable {
    package let path: String
    let folder: Folder
    let content: Folder
    let parent: Folder
    private let name: String
    private let system: SystemServices
    private let state = Mutex(State())

    private struct State {
        var packageFiles: [InstallRecord.File] = []
        var resources: [PackageVersion.Resource] = []
        var isDiscarded = false
    }

    static let contentName = "content"

    /// A unique name: the process's number and a random one.
    static func newName() -> String {
        "\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    }

    /// Whether a folder is named like a staging folder.
    static func isName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && (1...16).contains(parts[1].count)
            && parts[0].allSatisfy(\.isASCIIDigit) && parts[1].allSatisfy(Hexadecimal.isDigit)
    }

    init(parent: Folder, name: String, folder: Folder, system: SystemServices) throws(DiskError) {
        self.system = system
        self.parent = parent
        self.name = name
        self.folder = folder
        path = folder.path
        try folder.makeNewFolder(Staging.contentName)
        content = try folder.folder(Staging.contentName)
    }

    deinit { discard() }

    /// Where to download the package; the file does not exist at first.
    package var packagePath: String { "\(path)/\(AppStore.packageName)" }
    /// Where to download resource number `index` of the metadata.
    package func resourcePath(_ index: Int) -> String { "\(path)/resource-\(index)" }

    /// Validates a verified package and unpacks it.
    /// - Parameters:
    ///   - path: the package's file; `packagePath` by default.
    ///   - progress: 0…1, called on several threads.
    package func unpack(
        from path: String? = nil, progress: @escaping @Sendable (Double) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(PackageError) {
        let archive = try onDisk(OpenFile.reading(path ?? packagePath))
        let entries = try Staging.validate(archive)
        let inflater = Inflater(system: system, progress: progress, isCancelled: isCancelled)
        let files = try inflater.unpack(entries, from: archive, into: content)
        state.withLock { $0.packageFiles = files }
    }

    /// In place of `unpack`: copies the files of the same package from the installed version.
    package func adopt(from lease: AppLease) throws(PackageError) {
        for file in lease.record.packageFiles { try copy(file, from: lease) }
        state.withLock { $0.packageFiles = lease.record.packageFiles }
    }

    /// Takes a resource from the installed version; `false` if that does not have the same one.
    package func adopt(_ resource: PackageVersion.Resource, from lease: AppLease) throws(PackageError) -> Bool {
        guard lease.record.version.resources.contains(resource) else { return false }
        try validatePlace(resource)
        try copy(InstallRecord.File(resource), from: lease)
        state.withLock { $0.resources.append(resource) }
        return true
    }

    /// Puts a downloaded resource at its path in the tree, once its size and digest are verified.
    package func place(_ resource: PackageVersion.Resource, from path: String) throws(PackageError) {
        try validatePlace(resource)
        let file = try onDisk(OpenFile.reading(path))
        guard try onDisk(file.size()) == resource.size else {
            throw .resource(path: resource.path, .unannounced)
        }
        let bytes = try onDisk(file.readAll(limit: Staging.resourceLimit))
        guard SHA256.hexadecimal(of: bytes) == resource.digest.lowercased() else {
            throw .resource(path: resource.path, .unannounced)
        }
        try write(bytes, to: resource.path)
        state.withLock { $0.resources.append(resource) }
    }

    /// A file of the tree so far, such as the manifest; `nil` if it is missing.
    package func read(_ path: String, limit: Int) throws(PackageError) -> [UInt8]? {
        do { return try content.file(path).readAll(limit: limit) } catch {
            if error.code == ENOENT { return nil }
            throw .disk(error)
        }
    }

    /// The paths of all files so far, sorted.
    package var paths: [String] {
        let (files, resources) = state.withLock { ($0.packageFiles, $0.resources) }
        return (files.map(\.path) + resources.map(\.path)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Removes the folder and its contents; does nothing once they are gone. What failed, for want of a descriptor, is
    /// tried again when the launch closes.
    package func discard() {
        guard !state.withLock({ $0.isDiscarded }) else { return }
        do { try parent.removeTree(name) } catch { return }
        state.withLock { $0.isDiscarded = true }
    }

    private static func validate(_ archive: OpenFile) throws(PackageError) -> [ZipEntry] {
        var size = 0
        do { size = try archive.size() } catch { throw .disk(error) }
        var failure: DiskError?
        do {
            return try ZipDirectory.validate(fileSize: size) { offset, count in
                do throws(DiskError) { return try archive.readBytes(at: offset, count: count) } catch {
                    failure = error
                    return nil
                }
            }
        } catch {
            if let failure { throw .disk(failure) }
            throw .refused(error)
        }
    }

    // MARK: Within the package

    /// The largest size of a resource in bytes.
    private static let resourceLimit = 16 << 20

    var packageFiles: [InstallRecord.File] { state.withLock { $0.packageFiles } }
    var resources: [PackageVersion.Resource] { state.withLock { $0.resources } }

    private func validatePlace(_ resource: PackageVersion.Resource) throws(PackageError) {
        do { try PackageTree.validateTree(paths + [resource.path]) } catch {
            throw .resource(path: resource.path, .place(error.reason))
        }
    }

    private func copy(_ file: InstallRecord.File, from lease: AppLease) throws(PackageError) {
        let bytes = try onDisk(lease.folder.file(file.path).readAll(limit: PackageLimits.entrySize))
        guard file.checksum.matches(bytes) else {
            throw .damaged(entry: file.path, .changed)
        }
        try write(bytes, to: file.path)
    }

    private func write(_ bytes: [UInt8], to path: String) throws(PackageError) {
        do {
            try content.makeParents(of: path)
            let file = try content.create(path)
            try file.write(bytes)
            try file.sync()
            for (index, byte) in zip(path.utf8.indices, path.utf8) where byte == UInt8(ascii: "/") {
                try content.folder(String(path[..<index])).sync()
            }
        } catch {
            throw .disk(error)
        }
    }
}
