import FoyerCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

/// What is kept of ours: each record is whole, whoever writes and wherever it stops.
@Suite struct StoreTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/ours/values" }

    private static let format = StoreFormat<[UInt8]>(
        encode: { $0 + [0xFF] }, decode: { $0.last == 0xFF ? Array($0.dropLast()) : nil })

    private func makeStore(
        _ bound: StoreBound? = nil, readingIsUse: Bool = false, disk: Disk = .real
    ) -> Store<[UInt8]> {
        Store(path, depth: 2, Self.format, largest: 100, bound: bound, readingIsUse: readingIsUse, disk: disk)
    }

    @Test func aRecordIsForTheUserAloneAndReadAsItWasWritten() throws {
        #expect(try makeStore().find("a") == .nothing && makeStore().read("a") == nil)
        #expect(!UserFile.exists(path), "reading makes nothing")
        try makeStore().write([1, 2], to: "a")
        #expect(makeStore().read("a") == [1, 2])
        #expect(UserFile.status(path + "/a").map { $0.st_mode & 0o7777 } == 0o600)
        #expect(UserFile.status(path).map { $0.st_mode & 0o7777 } == 0o700)
        try makeStore().remove("a")
        #expect(try makeStore().find("a") == .nothing)
    }

    @Test(arguments: ["empty", "cut", "large", "folder", "fifo", "link"])
    func aDamagedRecordIsToldFromNoneAndReplaced(_ kind: String) throws {
        let store = makeStore()
        try store.write([1], to: "a")
        let place = path + "/a"
        unlink(place)
        folder.write([7, 0xFF], to: "elsewhere")
        switch kind {
        case "empty": TestFile.write("", to: place)
        case "cut": TestFile.write([1], to: place)
        case "large": TestFile.write([UInt8](repeating: 0xFF, count: 101), to: place)
        case "folder":
            mkdir(place, 0o700)
            TestFile.write("x", to: place + "/x")
        case "fifo": mkfifo(place, 0o600)
        default: symlink(folder.path + "/elsewhere", place)
        }
        #expect(try store.find("a") == .damaged)
        try store.write([2], to: "a")
        #expect(store.read("a") == [2])
        #expect(folder.read("elsewhere") == [7, 0xFF])
    }

    @Test(arguments: ["", "..", "../a", "a/b", ".hidden"])
    func `a name that could lead out of the folder is refused`(_ name: String) throws {
        try makeStore().write([1], to: "a")
        #expect(throws: DiskError(.create, path + "/" + name, EINVAL)) { try makeStore().write([2], to: name) }
        #expect(try makeStore().find(name) == .nothing)
        try makeStore().remove(name)
        #expect(TestFile.names(in: path) == ["a"])
    }

    @Test func aFolderThatIsNotOursIsRefused() throws {
        try makeStore().write([1], to: "a")
        chmod(path, 0o777)
        #expect(throws: DiskError(.open, path, EPERM, .writableByOthers)) { try makeStore().write([2], to: "a") }
        #expect(throws: DiskError.self) { try makeStore().find("a") }
        #expect(makeStore().read("a") == nil)
    }

    private func age(_ name: String, by seconds: Int) {
        let then = timespec(tv_sec: 1_700_000_000 - seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, path + "/" + name, [then, then], 0)
    }

    @Test func ofMoreRecordsThoseUsedLongestAgoGo() throws {
        let store = makeStore(.init(count: 3) { $0.hasPrefix("r") }, readingIsUse: true)
        for (index, name) in ["r1", "r2", "r3", "other"].enumerated() {
            try store.write([1], to: name)
            age(name, by: 100 - index)
        }
        #expect(store.read("r1") == [1], "which is a use")
        try store.write([1], to: "r4")
        #expect(TestFile.names(in: path) == ["other", "r1", "r3", "r4"])
    }

    @Test func ofMoreBytesTheOldestRecordsGoAndWhatIsTooLargeIsNotKept() throws {
        let store = makeStore(.init(bytes: 10) { _ in true })
        for (index, name) in ["a", "b", "c"].enumerated() {
            try store.write([1, 2], to: name)
            age(name, by: 100 - index)
        }
        try store.write([1, 2, 3, 4], to: "d")
        #expect(TestFile.names(in: path) == ["c", "d"])
        try store.write([UInt8](repeating: 1, count: 10), to: "e")
        #expect(TestFile.names(in: path) == ["c", "d"])
    }

    @Test func theNextWriteRemovesWhatKilledProcessesLeft() throws {
        try makeStore().write([1], to: "a")
        for name in [Folder.temporaryName(for: "a"), ".foyer-new-b"] {
            TestFile.write("x", to: path + "/" + name)
        }
        try makeStore().write([2], to: "a")
        #expect(TestFile.names(in: path) == ["a"])
    }

    @Test(arguments: [false, true]) func whereverTheDiskStopsTheOldIsThereOrTheNew(_ tears: Bool) throws {
        var number = 0
        var isDone = false
        while !isDone {
            try makeStore().write([1], to: "a")
            let stop = number
            let count = Counter()
            let disk = Disk { _ in
                let index = count.next()
                return index < stop ? .none : tears && index == stop ? .tear(EIO) : .fail(EIO)
            }
            isDone = (try? makeStore(disk: disk).write([2], to: "a")) != nil
            let found = makeStore().read("a")
            #expect(found == [2] || (!isDone && found == [1]), "at change \(number)")
            number += 1
        }
        #expect(number > 4)
        try makeStore().write([3], to: "a")
        #expect(TestFile.names(in: path) == ["a"])
    }

    @Test func eightWritersLoseNoChange() async throws {
        let store = makeStore()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await BlockingWork.threads.run { () throws(DiskError) in
                        for _ in 0..<20 {
                            try store.change { (held) throws(DiskError) in
                                try held.write([(held.read("count")?.first ?? 0) + 1], to: "count")
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(store.read("count") == [160])
        #expect(TestFile.names(in: path) == ["count"])
    }

    @Test func whoHoldsTheLockForGoodIsNamed() throws {
        try makeStore().write([1], to: "a")
        let other = try Folder.open(path: path, makes: false, disk: .real)
        #expect(try other.tryLock(exclusive: true))
        let mine = try Folder.open(path: path, makes: false, disk: .real)
        #expect(throws: DiskError(.lock, path, EWOULDBLOCK)) { try mine.lock(patience: .milliseconds(1)) }
        other.unlock()
        try mine.lock(patience: .zero)
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
        value.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
