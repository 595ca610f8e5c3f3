import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

struct PackagesStoreTests {
    private let folder = TemporaryFolder()
    private let id = "com.example.tea"
    private var store: AppStore { AppStore(path: "\(folder.path)/data/apps") }

    private func entries(_ path: String) -> [String] {
        let names = try? Folder.open(path: path, makes: false, disk: .real).entries().map(\.name)
        return (names ?? []).sorted()
    }

    private var versions: [String] { entries("\(store.path)/\(id)").filter { !$0.hasPrefix(".") } }

    @Test func installsAndOpens() throws {
        #expect(try store.open(id) == nil)
        #expect(try store.list().isEmpty)
        let tea = Published(code: 12, resources: [("common/menu.json", "{}")])
        let lease = try tea.install(in: store)
        #expect(tea.matches(lease))
        #expect(try lease.read("common/menu.json", limit: 10) == Array("{}".utf8))
        #expect(lease.app.path.hasPrefix("\(store.path)/\(id)/1.12-"))
        let again = try #require(try store.open(id))
        #expect(tea.matches(again))
        #expect(try store.list().map(\.version) == [tea.version])
        #expect(store.highestCode(of: id) == 12)
        #expect(entries("\(store.path)/.staging").isEmpty)
    }

    @Test func bitsArePrivate() throws {
        let lease = try Published(code: 1).install(in: store)
        var status = stat()
        for name in ["manifest.json", "pages/index.md", ".foyer-record"] {
            #expect(lstat("\(lease.app.path)/\(name)", &status) == 0)
            #expect(status.st_mode & 0o7777 == 0o600)
        }
        #expect(lstat("\(lease.app.path)/pages", &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o700)
    }

    @Test func previousVersionStaysUntilLaunched() throws {
        let (old, new) = (Published(code: 1), Published(code: 2))
        do { _ = try old.install(in: store) }
        let lease = try new.install(in: store)
        #expect(versions.count == 2)
        #expect(try store.open(id).map { new.matches($0) } == true)
        try store.markLaunched(lease, lock: try store.lock(id, timeout: patience))
        #expect(versions.count == 1)
        #expect(try store.open(id).map { new.matches($0) } == true)
    }

    @Test func aVersionOnScreenIsNotRemoved() throws {
        let shown = try Published(code: 1).install(in: store)
        let lease = try Published(code: 2).install(in: store)
        try store.markLaunched(lease, lock: try store.lock(id, timeout: patience))
        #expect(versions.count == 2)
        #expect(Published(code: 1).matches(shown))
        #expect(throws: PackageError.inUse(appID: id)) { try store.remove(id) }
    }

    @Test func rollbackIsRefusedEvenAfterRemoval() throws {
        do { _ = try Published(code: 7).install(in: store) }
        try store.remove(id)
        #expect(try store.open(id) == nil)
        #expect(versions.isEmpty)
        #expect(try store.list().isEmpty)
        #expect(store.highestCode(of: id) == 7)
        #expect(throws: PackageError.rollback(offered: 6, highest: 7)) { try Published(code: 6).install(in: store) }
        #expect(try Published(code: 7).install(in: store).app.version.code == 7)
    }

    @Test func resourcesKeepToTheirPlace() throws {
        let bad = [
            "manifest.json", "Manifest.json", "pages", "manifest.json/x", "../up", "/etc/x", ".foyer-record", "a\\b",
            "",
        ]
        for path in bad {
            let tea = Published(code: 1, resources: [(path, "{}")])
            let error = #expect(throws: PackageError.self) { try tea.install(in: store) }
            #expect(error?.failure?.code == .resourcesFailed, "\(path)")
        }
        let staging = try store.stage()
        folder.write(Array("other".utf8), to: "r")
        let resource = PackageVersion.Resource(path: "r", size: 5, digest: SHA256.hexadecimal(of: []))
        #expect(throws: PackageError.resource(path: "r", .unannounced)) {
            try staging.place(resource, from: "\(folder.path)/r")
        }
        #expect(throws: PackageError.resource(path: "r", .missing)) {
            let version = PackageVersion(code: 1, name: "1", digest: "", resources: [resource])
            _ = try store.commit(staging, as: version, lock: try store.lock(id, timeout: patience))
        }
        #expect(try store.open(id) == nil)
    }

    @Test func adoptsWhatIsTheSame() throws {
        let first = Published(code: 1, resources: [("a.json", "A"), ("b.json", "B")])
        let lease = try first.install(in: store)
        let staging = try store.stage()
        try staging.adopt(from: lease)
        let changed = PackageVersion.Resource(path: "b.json", size: 1, digest: SHA256.hexadecimal(of: [67]))
        #expect(try staging.adopt(first.version.resources[0], from: lease))
        #expect(try !staging.adopt(changed, from: lease))
        folder.write([67], to: "c")
        try staging.place(changed, from: "\(folder.path)/c")
        let version = PackageVersion(
            code: 2, name: "2", digest: first.version.digest, resources: [first.version.resources[0], changed])
        let next = try store.commit(staging, as: version, lock: try store.lock(id, timeout: patience))
        #expect(try next.read("b.json", limit: 10) == [67])
        #expect(try store.open(id)?.app.version == version)
    }

    /// Records once had SHA-256 of every file.
    @Test func olderRecordsAreReadAsWell() throws {
        let tea = Published(code: 1, resources: [("menu.json", "[]")])
        let path: String
        do {
            let lease = try tea.install(in: store)
            path = lease.app.path
            let files = tea.files.map {
                InstallRecord.File(
                    path: $0.name, size: $0.bytes.count, checksum: .sha256(SHA256.hexadecimal(of: $0.bytes)))
            }
            let old = InstallRecord(
                appID: id, version: tea.version, sequence: lease.record.sequence,
                packageFiles: files.sorted { $0.path < $1.path })
            try lease.folder.replace(InstallRecord.fileName, with: old.encode())
        }
        let lease = try #require(try store.open(id))
        #expect(tea.matches(lease))
        #expect(lease.record.packageFiles.count == tea.files.count)
        // The installed version is as good as the offered one.
        #expect(try tea.install(in: store).record == lease.record)
        let next = PackageVersion(code: 2, name: "2", digest: tea.version.digest, resources: [])
        let staging = try store.stage()
        try staging.adopt(from: lease)
        let adopted = try store.commit(staging, as: next, lock: try store.lock(id, timeout: patience))
        #expect(try adopted.read("pages/index.md", limit: 100) == tea.files[1].bytes)
        truncate("\(adopted.app.path)/pages/index.md", 3)
        #expect(try store.open(id)?.app.version == tea.version)
        truncate("\(path)/pages/index.md", 3)
        #expect(try store.open(id) == nil)
    }

    @Test func recordsAreReadAsTheyWereWritten() throws {
        let lease = try Published(code: 1, resources: [("menu.json", "[]")]).install(in: store)
        let bytes = lease.record.encode()
        #expect(InstallRecord(bytes) == lease.record)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            #expect(InstallRecord(damaged) == nil)
        }
        for count in bytes.indices { #expect(InstallRecord(Array(bytes.prefix(count))) == nil) }
        for checksum in [Checksum.crc32(0), .crc32(0x00AB_CDEF), .crc32(.max), lease.record.allFiles[0].checksum] {
            #expect(Checksum(checksum.text) == checksum)
        }
        for text in ["", "0", "+1234567", "12345678 ", "123456789", "1234567g"] { #expect(Checksum(text) == nil) }
    }

    @Test func iconsAreKept() throws {
        let lease = try Published(code: 1).install(in: store)
        #expect(lease.icon() == nil)
        try lease.keep(icon: [1, 2, 3], lock: try store.lock(id, timeout: patience))
        #expect(try store.open(id)?.icon() == [1, 2, 3])
        truncate("\(lease.app.path)/.foyer-icon", 65)
        #expect(try #require(try store.open(id)).icon() == nil)
    }

    @Test func locksWaitAndEnd() throws {
        var lock: AppLock? = try store.lock(id, timeout: patience)
        #expect(throws: PackageError.locked(appID: id)) { try store.lock(id, timeout: .milliseconds(1)) }
        #expect(throws: PackageError.cancelled) { try store.lock(id, timeout: .seconds(9), isCancelled: { true }) }
        #expect(lock?.appID == id)
        lock = nil
        #expect(throws: Never.self) { try store.lock(id, timeout: patience) }
        #expect(throws: PackageError.invalidAppID) { try store.lock("../x", timeout: .zero) }
        #expect(throws: PackageError.invalidAppID) { try store.open(".hidden") }
    }

    @Test func cancelledWaitsEnd() async throws {
        let lock = try await store.lock(id, timeout: patience)
        let (store, id) = (store, id)
        let waiting = Task { try await store.lock(id, timeout: .seconds(600)) }
        waiting.cancel()
        await #expect(throws: PackageError.cancelled) { try await waiting.value }
        #expect(lock.appID == id)
        try Published(code: 1).install("com.example.other", in: store)
        let opening = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.system.work.run { (flag) throws(PackageError) in
                try store.open("com.example.other", isCancelled: { flag.isRaised })
            }
        }
        await #expect(throws: PackageError.cancelled) { try await opening.value }
    }

    @Test func sweepSparesTheLiving() throws {
        let living = try store.stage()
        mkdir("\(store.path)/.staging/1-dead", 0o700)
        mkdir("\(store.path)/.staging/1-dead/content", 0o700)
        symlink("/etc", "\(store.path)/.staging/link")
        store.sweep()
        let link = "link"
        let name = try #require(living.path.split(separator: "/").last.map(String.init))
        #expect(entries("\(store.path)/.staging").sorted() == [name, link].sorted())
        living.discard()
        #expect(entries("\(store.path)/.staging") == [link])
    }

    @Test func eightAtOnce() throws {
        let tea = Published(code: 5, text: String(repeating: "tea ", count: 20_000))
        let (path, id) = (store.path, id)
        let outcomes = Outcomes()
        BlockingThread.parallel(8) {
            do throws(PackageError) {
                let lease = try tea.install(in: AppStore(path: path))
                AppStore(path: path).sweep()
                outcomes.add(tea.matches(lease))
                try AppStore(path: path).markLaunched(
                    lease, lock: AppStore(path: path).lock(id, timeout: .seconds(600)))
            } catch {
                outcomes.add(false)
            }
        }
        #expect(outcomes.all == [Bool](repeating: true, count: 8))
        #expect(versions.count == 1)
        #expect(entries("\(path)/.staging").isEmpty)
    }

    private final class Outcomes: Sendable {
        private let list = Mutex<[Bool]>([])
        func add(_ value: Bool) { list.withLock { $0.append(value) } }
        var all: [Bool] { list.withLock { $0 } }
    }

    @Test func asynchronously() async throws {
        let tea = Published(code: 1)
        let staging = try store.stage()
        folder.write(tea.archive, to: "p")
        rename("\(folder.path)/p", staging.packagePath)
        try PackageCheck(size: tea.archive.count, digest: tea.version.digest).validate(path: staging.packagePath)
        try staging.unpack()
        let lock = try await store.lock(id, timeout: .seconds(600))
        let lease = try store.commit(staging, as: tea.version, lock: lock)
        #expect(tea.matches(lease))
        #expect(try store.open(id) != nil)
    }
}
