import FoyerCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

/// What stays on the disk when a process dies, or the disk refuses, at each single change.
struct PackagesFaultTests {
    private let id = "com.example.tea"
    private let old = Published(code: 1)
    private let new = Published(code: 2, text: "newer", resources: [("menu.json", "[]")])

    /// Update and first launch, as the pipeline goes it, and the changes that this takes.
    private func update(_ store: AppStore) throws(PackageError) {
        store.sweep()
        let lease = try new.install(in: store)
        try store.markLaunched(lease, lock: try store.lock(id, timeout: patience))
    }

    private func prepared() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        _ = try old.install(in: AppStore(path: folder.path))
        return folder
    }

    private func trace() throws -> [DiskChange] {
        let folder = try prepared()
        let fault = DiskStop()
        try update(AppStore(path: folder.path, disk: fault.disk))
        return fault.changes
    }

    @Test(arguments: [false, true])
    func killedAtEachChange(tears: Bool) throws {
        let count = try trace().count
        #expect(count > 40)
        for stop in 0..<count {
            let folder = try prepared()
            let fault = DiskStop(stopsAt: stop, tears: tears)
            try? update(AppStore(path: folder.path, disk: fault.disk))
            let store = AppStore(path: folder.path)
            let staging = try sweep(store)
            do {
                let lease = try #require(try store.open(id), "nothing left after \(stop)")
                #expect(old.matches(lease) || new.matches(lease), "half after \(stop)")
            }
            #expect(staging.isEmpty, "staging after \(stop)")
            try update(store)
            let lease = try #require(try store.open(id))
            #expect(new.matches(lease))
            let left = try Folder.open(path: "\(folder.path)/\(id)", makes: false, disk: .real).entries().map(\.name)
            #expect(left.filter { !$0.hasPrefix(".") }.count == 1)
            #expect(left.filter { $0.hasPrefix(".foyer-new") }.isEmpty)
        }
    }

    /// Sweeps, and tells what is left in staging. A process that another test starts at this moment has copies of our
    /// locks until it has become another program: then once more.
    private func sweep(_ store: AppStore) throws -> [String] {
        let staging = "\(store.path)/.staging"
        var left: [String] = []
        for _ in 0..<5 {
            store.sweep()
            left = try Folder.open(path: staging, makes: false, disk: .real).entries().map(\.name)
            if left.isEmpty { break }
            for name in left { LockedFile.waitUntilFree("\(staging)/\(name)") }
        }
        return left
    }

    /// Killed while it kept the icon of a version that is in place.
    @Test func whatIsHalfWrittenInsideAVersionGoesToo() throws {
        let folder = try prepared()
        let store = AppStore(path: folder.path)
        let path = try #require(try store.open(id)).app.path
        mkdir("\(path)/.foyer-new-.foyer-icon", 0o700)
        store.sweep()
        #expect(access("\(path)/.foyer-new-.foyer-icon", F_OK) != 0)
        #expect(try store.open(id).map { old.matches($0) } == true)
    }

    @Test(arguments: [ENOSPC, EDQUOT, EIO, EACCES, EROFS, EMFILE])
    func refusedAtEachChange(code: Int32) throws {
        for stop in 0..<(try trace().count) {
            let folder = try prepared()
            let fault = DiskStop(stopsAt: stop, only: code != ENOSPC, code: code)
            do throws(PackageError) { try update(AppStore(path: folder.path, disk: fault.disk)) } catch {
                let failure = try #require(error.failure)
                #expect(failure.code == .unknown, "\(failure)")
                #expect(failure.cause.contains(folder.path))
                #expect(!failure.cause.contains("errno"))
            }
            let lease = try #require(try AppStore(path: folder.path).open(id))
            #expect(old.matches(lease) || new.matches(lease))
        }
    }

    @Test func whatCannotBeRemovedIsTriedAgain() throws {
        let fault = DiskStop()
        let trial = TemporaryFolder()
        _ = try AppStore(path: trial.path, disk: fault.disk).stage()
        // The first change after all that staging takes; its removal at the end of its life is not part of that.
        let made = try #require(fault.changes.firstIndex { $0.kind == .remove })
        let folder = TemporaryFolder()
        let store = AppStore(path: folder.path, disk: DiskStop(stopsAt: made, only: true, code: EMFILE).disk)
        let staging = try store.stage()
        staging.discard()
        #expect(access(staging.path, F_OK) == 0)
        staging.discard()
        #expect(access(staging.path, F_OK) != 0)
    }

    @Test func filesAreSyncedBeforeTheRenameAndTheFolderAfter() throws {
        let changes = try trace()
        let rename = try #require(changes.firstIndex { $0.kind == .rename && $0.path.contains("/1.2-") })
        let before = changes[..<rename]
        for created in before where created.kind == .createFile && created.path.contains("/content/") {
            let synced = before.lastIndex { $0.kind == .sync && $0.path == created.path }
            let written = before.lastIndex { $0.kind == .write && $0.path == created.path }
            #expect(try #require(synced) > (written ?? -1), "\(created.path)")
        }
        for made in before where made.kind == .makeFolder && made.path.contains("/content") {
            #expect(before.contains { $0.kind == .sync && $0.path == made.path }, "\(made.path)")
        }
        #expect(changes[rename + 1].kind == .sync)
        #expect(changes[rename + 1].path.hasSuffix(id))
    }

    @Test func sentencesNameCauseAndPlace() {
        let full = PackageError.disk(DiskError(.write, "/data/x", ENOSPC)).failure
        #expect(full == LaunchFailure(.unknown, cause: "Could not write /data/x: the disk is full."))
        #expect(PackageError.cancelled.failure == nil)
    }
}

/// Any damage to a stored file: no crash, no hang, no write through a link, and nothing damaged counts as "ok".
struct PackagesDamageTests {
    private let id = "com.example.tea"
    private static let victim = "do not touch"

    enum Damage: CaseIterable {
        case emptied, cut, scrambled, flipped, grown, deleted, folder, fullFolder, link, fifo
    }

    private func apply(_ damage: Damage, to path: String, outside: String) {
        switch damage {
        case .emptied: truncate(path, 0)
        case .cut:
            var status = stat()
            stat(path, &status)
            truncate(path, status.st_size - 1)
        case .scrambled, .grown:
            let descriptor = open(path, damage == .grown ? O_WRONLY | O_APPEND : O_WRONLY)
            write(descriptor, "\u{1}", 1)
            close(descriptor)
        case .flipped:
            let descriptor = open(path, O_RDWR)
            var byte: UInt8 = 0
            let end = lseek(descriptor, 0, SEEK_END) - 1
            pread(descriptor, &byte, 1, end)
            byte ^= 1
            pwrite(descriptor, &byte, 1, end)
            close(descriptor)
        case .deleted: unlink(path)
        case .folder, .fullFolder:
            unlink(path)
            mkdir(path, 0o700)
            if damage == .fullFolder { mkdir("\(path)/sub", 0o700) }
        case .link:
            unlink(path)
            symlink(outside, path)
        case .fifo:
            unlink(path)
            mkfifo(path, 0o600)
        }
    }

    @Test(arguments: Damage.allCases)
    func eachKeptFile(damage: Damage) throws {
        let files = [
            ".foyer-record", ".foyer-icon", "manifest.json", "pages/index.md", "common/a/long.txt", "menu.json",
            "../.foyer-highest",
        ]
        for file in files {
            let folder = TemporaryFolder()
            folder.write(Array(PackagesDamageTests.victim.utf8), to: "victim")
            let store = AppStore(path: "\(folder.path)/apps")
            let tea = Published(code: 3, resources: [("menu.json", "[]")])
            let path: String
            do {
                let lease = try tea.install(in: store)
                try lease.keep(icon: [1], lock: try store.lock(id, timeout: patience))
                path = lease.app.path
            }
            apply(damage, to: "\(path)/\(file)", outside: "\(folder.path)/victim")
            store.sweep()
            let opened = try store.open(id)
            switch file {
            case ".foyer-icon":
                #expect(opened.map { tea.matches($0) } == true)
                #expect(opened?.icon() == nil)
            case "../.foyer-highest": #expect(opened.map { tea.matches($0) } == true)
            default: #expect(opened == nil, "\(damage) \(file)")
            }
            // The next installation heals it.
            let next = Published(code: 4)
            let lease = try next.install(in: store)
            try lease.keep(icon: [2], lock: try store.lock(id, timeout: patience))
            try store.markLaunched(lease, lock: try store.lock(id, timeout: patience))
            #expect(try store.open(id).map { next.matches($0) } == true)
            #expect(store.highestCode(of: id) == 4)
            let outside = try OpenFile.reading("\(folder.path)/victim").readAll(limit: 100)
            #expect(outside == Array(PackagesDamageTests.victim.utf8))
        }
    }

    @Test(arguments: Damage.allCases)
    func sameVersionHeals(damage: Damage) throws {
        let folder = TemporaryFolder()
        folder.write([1], to: "victim")
        let store = AppStore(path: folder.path)
        let tea = Published(code: 3)
        let path = try tea.install(in: store).app.path
        apply(damage, to: "\(path)/pages/index.md", outside: "\(folder.path)/victim")
        #expect(try store.open(id) == nil)
        #expect(tea.matches(try tea.install(in: store)))
        #expect(try store.open(id).map { tea.matches($0) } == true)
    }

    @Test(arguments: Damage.allCases)
    func foldersToo(damage: Damage) throws {
        let folder = TemporaryFolder()
        folder.write([1], to: "victim")
        let tea = Published(code: 3)
        for place in ["", "/\(id)", "/.staging"] where damage != .emptied && damage != .cut {
            let store = AppStore(path: "\(folder.path)/apps")
            if place != "" { _ = try tea.install(in: store) }
            let parent = try Folder.open(path: folder.path, makes: false, disk: .real)
            try parent.removeTree("apps\(place)")
            folder.write([1, 2], to: "apps\(place)")
            apply(damage, to: "\(folder.path)/apps\(place)", outside: "\(folder.path)/victim")
            store.sweep()
            _ = try? store.list()
            let opened = try? store.open(id)
            #expect(opened == nil || place == "/.staging")
            // A missing folder is made and our own is used; anything else may be the user's and is left alone.
            switch damage {
            case .deleted, .folder, .fullFolder: #expect(tea.matches(try tea.install(in: store)))
            default: #expect(throws: PackageError.self) { try tea.install(in: store) }
            }
            try parent.removeTree("apps")
        }
        #expect(try OpenFile.reading("\(folder.path)/victim").readAll(limit: 100) == [1])
    }

    @Test(arguments: Damage.allCases)
    func learnedProgress(damage: Damage) throws {
        let folder = TemporaryFolder()
        folder.write([1], to: "victim")
        let store = Store(learnedProgress: "\(folder.path)/state")
        #expect(store.read(id) == nil)
        let learned = LearnedProgress(duration: 2, ends: ["package": 0.5, "odd name%": 1], kind: "warm", runs: 3)
        try store.write(learned, to: id)
        #expect(store.read(id) == learned)
        apply(damage, to: "\(folder.path)/state/\(id)", outside: "\(folder.path)/victim")
        #expect(store.read(id) == nil)
        let next = LearnedProgress(duration: 1, ends: ["package": 0.25])
        try store.write(next, to: id)
        #expect(store.read(id) == next)
        #expect(try OpenFile.reading("\(folder.path)/victim").readAll(limit: 100) == [1])
    }

    /// Paths belong to the content: each file by itself is one that was installed.
    @Test func twoFilesThatChangedPlacesAreDamage() throws {
        let folder = TemporaryFolder()
        let store = AppStore(path: folder.path)
        let tea = Published(code: 3, resources: [("a.json", "[1]"), ("b.json", "[2]")])
        #expect(tea.files[3].bytes.count == tea.files[4].bytes.count)
        for (one, other) in [("pages/left.md", "pages/right.md"), ("a.json", "b.json")] {
            let lease = try tea.install(in: store)
            let path = lease.app.path
            rename("\(path)/\(one)", "\(path)/.foyer-aside")
            rename("\(path)/\(other)", "\(path)/\(one)")
            rename("\(path)/.foyer-aside", "\(path)/\(other)")
            #expect(try store.open(id) == nil)
            #expect(throws: PackageError.damaged(entry: one, .changed)) {
                try lease.read(one, limit: 100)
            }
        }
    }

    @Test func noFlippedBitIsOverlooked() throws {
        let folder = TemporaryFolder()
        let store = AppStore(path: folder.path)
        let lease = try Published(code: 3, resources: [("menu.json", "[]")]).install(in: store)
        for name in ["manifest.json", "pages/index.md", "menu.json"] {
            let path = "\(lease.app.path)/\(name)"
            let bytes = try OpenFile.reading(path).readAll(limit: 1 << 20)
            let descriptor = open(path, O_WRONLY)
            defer { close(descriptor) }
            for bit in 0..<(bytes.count * 8) {
                var byte = bytes[bit / 8] ^ 1 << UInt8(bit % 8)
                pwrite(descriptor, &byte, 1, off_t(bit / 8))
                #expect(throws: PackageError.self, "bit \(bit) of \(name)") { try lease.read(name, limit: 1 << 20) }
                byte = bytes[bit / 8]
                pwrite(descriptor, &byte, 1, off_t(bit / 8))
            }
            #expect(try lease.read(name, limit: 1 << 20) == bytes)
        }
    }

    @Test func whatWasAddedIsDamageToo() throws {
        let folder = TemporaryFolder()
        let store = AppStore(path: folder.path)
        let path = try Published(code: 3).install(in: store).app.path
        symlink("/etc/passwd", "\(path)/pages/x.md")
        #expect(try store.open(id) == nil)
        unlink("\(path)/pages/x.md")
        #expect(try store.open(id) != nil)
    }
}
