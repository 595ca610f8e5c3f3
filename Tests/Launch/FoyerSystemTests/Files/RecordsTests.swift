import FoyerCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

/// What is kept of ours: each record is whole, whoever writes and wherever it stops.
@Suite struct RecordsTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/ours/records" }

    private static let seal = Records.Seal(
        close: { $0 + [0xFF] }, open: { $0.last == 0xFF ? Array($0.dropLast()) : nil })

    private func records(
        largest: Int = 100, _ bound: Records.Bound? = nil, readingIsUse: Bool = false, disk: Disk = .real
    ) -> Records {
        Records(
            .init(largest: largest, seal: Self.seal, bound: bound, readingIsUse: readingIsUse), path: path, depth: 2,
            disk: disk)
    }

    @Test func aRecordIsForTheUserAloneAndReadAsItWasWritten() throws {
        #expect(try records().find("a") == .nothing && records().read("a") == nil)
        #expect(!UserFile.exists(path), "reading makes nothing")
        try records().write([1, 2], to: "a")
        #expect(records().read("a") == [1, 2])
        #expect(UserFile.status(path + "/a").map { $0.st_mode & 0o7777 } == 0o600)
        #expect(UserFile.status(path).map { $0.st_mode & 0o7777 } == 0o700)
        try records().remove("a")
        #expect(try records().find("a") == .nothing)
    }

    @Test(arguments: ["empty", "cut", "large", "folder", "fifo", "link"])
    func aDamagedRecordIsToldFromNoneAndReplaced(_ kind: String) throws {
        let records = records()
        try records.write([1], to: "a")
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
        #expect(try records.find("a") == .damaged)
        try records.write([2], to: "a")
        #expect(records.read("a") == [2])
        #expect(folder.read("elsewhere") == [7, 0xFF])
    }

    @Test func aFolderThatIsNotOursIsRefused() throws {
        try records().write([1], to: "a")
        chmod(path, 0o777)
        #expect(throws: DiskError(.open, path, EPERM, .writableByOthers)) { try records().write([2], to: "a") }
        #expect(throws: DiskError.self) { try records().find("a") }
        #expect(records().read("a") == nil)
    }

    private func age(_ name: String, by seconds: Int) {
        let then = timespec(tv_sec: 1_700_000_000 - seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, path + "/" + name, [then, then], 0)
    }

    @Test func ofMoreRecordsThoseUsedLongestAgoGo() throws {
        let records = records(.init(count: 3) { $0.hasPrefix("r") }, readingIsUse: true)
        for (index, name) in ["r1", "r2", "r3", "other"].enumerated() {
            try records.write([1], to: name)
            age(name, by: 100 - index)
        }
        #expect(records.read("r1") == [1], "which is a use")
        try records.write([1], to: "r4")
        #expect(TestFile.names(in: path) == ["other", "r1", "r3", "r4"])
    }

    @Test func ofMoreBytesTheOldestRecordsGoAndWhatIsTooLargeIsNotKept() throws {
        let records = records(.init(bytes: 10) { _ in true })
        for (index, name) in ["a", "b", "c"].enumerated() {
            try records.write([1, 2], to: name)
            age(name, by: 100 - index)
        }
        try records.write([1, 2, 3, 4], to: "d")
        #expect(TestFile.names(in: path) == ["c", "d"])
        try records.write([UInt8](repeating: 1, count: 10), to: "e")
        #expect(TestFile.names(in: path) == ["c", "d"])
    }

    @Test func theNextWriteRemovesWhatKilledProcessesLeft() throws {
        try records().write([1], to: "a")
        for name in [Folder.temporaryName(for: "a"), ".foyer-new-b"] {
            TestFile.write("x", to: path + "/" + name)
        }
        try records().write([2], to: "a")
        #expect(TestFile.names(in: path) == ["a"])
    }

    @Test(arguments: [false, true]) func whereverTheDiskStopsTheOldIsThereOrTheNew(_ tears: Bool) throws {
        var number = 0
        var isDone = false
        while !isDone {
            try records().write([1], to: "a")
            let stop = number
            let count = Counter()
            let disk = Disk { _ in
                let index = count.next()
                return index < stop ? .none : tears && index == stop ? .tear(EIO) : .fail(EIO)
            }
            isDone = (try? records(disk: disk).write([2], to: "a")) != nil
            let found = records().read("a")
            #expect(found == [2] || (!isDone && found == [1]), "at change \(number)")
            number += 1
        }
        #expect(number > 4)
        try records().write([3], to: "a")
        #expect(TestFile.names(in: path) == ["a"])
    }

    @Test func eightWritersLoseNoChange() async throws {
        let records = records()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await BlockingWork.threads.run { () throws(DiskError) in
                        for _ in 0..<20 {
                            try records.change { (held) throws(DiskError) in
                                try held.write([(held.read("count")?.first ?? 0) + 1], to: "count")
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(records.read("count") == [160])
        #expect(TestFile.names(in: path) == ["count"])
    }

    @Test func whoHoldsTheLockForGoodIsNamed() throws {
        try records().write([1], to: "a")
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
