import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization

@testable import FoyerPlatform

/// How long a test waits for a lock that is free: a child that another test starts has the descriptors of all, for a
/// moment, and with them the locks.
let patience = Duration.seconds(600)

/// A published version with everything that is needed to install it.
struct Published {
    let files: [ZipWriter.File]
    let archive: [UInt8]
    let version: PackageVersion
    var resourceBytes: [[UInt8]] = []

    init(code: Int, text: String = "", resources: [(String, String)] = []) {
        files = [
            ZipWriter.File(name: "manifest.json", bytes: Array("{\"version\":\(code)}".utf8)),
            ZipWriter.File(name: "pages/index.md", bytes: Array("# Version \(code)\n\(text)\n".utf8)),
            ZipWriter.File(name: "common/a/long.txt", bytes: (0..<2000).map { UInt8($0 & 31) }),
            ZipWriter.File(name: "pages/left.md", bytes: Array("# Left \(code)".utf8)),
            ZipWriter.File(name: "pages/right.md", bytes: Array("#Right \(code)".utf8)),
        ]
        archive = (try? ZipWriter.encode(files, deflate: Deflate.pack)) ?? []
        resourceBytes = resources.map { Array($0.1.utf8) }
        version = PackageVersion(
            code: code, name: "1.\(code)", digest: SHA256.hexadecimal(of: archive),
            resources: resources.map {
                .init(path: $0.0, size: $0.1.utf8.count, digest: SHA256.hexadecimal(of: Array($0.1.utf8)))
            })
    }

    /// The whole way, as the pipeline goes it.
    @discardableResult
    func install(_ appID: String = "com.example.tea", in store: AppStore) throws(PackageError) -> AppLease {
        let staging = try store.stage()
        try onDisk(try staging.folder.create("package").write(archive))
        for (index, bytes) in resourceBytes.enumerated() {
            try onDisk(try staging.folder.create("resource-\(index)").write(bytes))
        }
        try PackageCheck(size: archive.count, digest: version.digest).validate(path: staging.packagePath)
        try staging.unpack()
        for (index, resource) in version.resources.enumerated() {
            try staging.place(resource, from: staging.resourcePath(index))
        }
        let lock = try store.lock(appID, timeout: patience)
        return try store.commit(staging, as: version, lock: lock)
    }

    /// Whether the lease gives exactly these files.
    func matches(_ lease: AppLease) -> Bool {
        guard lease.app.version == version else { return false }
        return files.allSatisfy { (try? lease.read($0.name, limit: 1 << 20)) == $0.bytes }
    }
}

/// Counts changes, and stops everything from a chosen one on, as a kill does.
final class DiskStop: Sendable {
    private struct State {
        var changes: [DiskChange] = []
        var stopsAt: Int?
        var tears = false
        var only = false
        var code = EIO
    }

    private let state = Mutex(State())

    /// - Parameter only: this one change fails, and the disk is well again.
    init(stopsAt: Int? = nil, tears: Bool = false, only: Bool = false, code: Int32 = EIO) {
        state.withLock { ($0.stopsAt, $0.tears, $0.only, $0.code) = (stopsAt, tears, only, code) }
    }

    var changes: [DiskChange] { state.withLock { $0.changes } }

    var disk: Disk {
        Disk { [self] change in
            state.withLock { state in
                let number = state.changes.count
                state.changes.append(change)
                guard let stop = state.stopsAt, state.only ? number == stop : number >= stop else { return .none }
                return state.tears && number == stop ? .tear(state.code) : .fail(state.code)
            }
        }
    }
}
