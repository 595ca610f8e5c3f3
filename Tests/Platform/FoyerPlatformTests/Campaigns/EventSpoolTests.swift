import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

/// Lines that were meant for the log.
final class Notes: Sendable {
    private let list = Mutex<[String]>([])
    var lines: [String] { list.withLock { $0 } }
    func add(_ line: String) { list.withLock { $0.append(line) } }
}

/// What the next changes of the disk come to.
final class FaultPlan: Sendable {
    private let next = Mutex<(@Sendable (DiskChange) -> DiskFault)?>(nil)
    var disk: Disk { Disk { [self] change in next.withLock { $0 }?(change) ?? .none } }
    func set(_ fault: (@Sendable (DiskChange) -> DiskFault)?) { next.withLock { $0 = fault } }
}

@Suite("Events: waiting on the disk")
struct EventSpoolTests {
    private let folder = TemporaryFolder()
    private let notes = Notes()

    private var path: String { folder.path + "/events" }

    private func spool(_ limits: EventSpool.Limits = .init(), disk: Disk = .real) -> EventSpool {
        EventSpool(path: path, limits: limits, disk: disk, log: { [notes] in notes.add($0) })
    }

    private func event(_ number: Int) -> CampaignEvent {
        CampaignEvent(id: "\(number)", kind: .impression, key: "home", index: number, time: "t")
    }

    /// Events in a folder whose owner has died. A child that another test starts at this moment has a
    /// copy of every descriptor, and so of the lock, until it has become another program.
    ///
    /// - Parameter held: a file that the test itself has locked.
    private func takeLeft(
        _ spool: EventSpool, in place: String? = nil, limit: Int, held: String? = nil
    ) -> EventBatch? {
        let place = place ?? path
        for _ in 0..<5 {
            if let batch = try? spool.take(limit: limit) { return batch }
            for file in files(in: place) where file != held { LockedFile.waitUntilFree(place + "/" + file) }
        }
        return nil
    }

    private func numbers(_ batch: EventBatch?) -> [Int] { batch?.events.compactMap(\.index) ?? [] }

    private var files: [String] { files(in: path) }
    private func files(in place: String) -> [String] { TestFile.names(in: place).filter { !$0.hasPrefix(".") } }

    @Test("Events come back in order, in batches, and go once they are removed")
    func order() throws {
        let spool = spool(.init(events: 1_000, segment: 4))
        for number in 0..<10 { spool.append(event(number)) }
        #expect(files.count == 3)
        let first = try #require(try spool.take(limit: 6))
        #expect(numbers(first) == Array(0..<6))
        spool.append(event(10))
        spool.remove(first)
        let second = try #require(try spool.take(limit: 100))
        #expect(numbers(second) == Array(6...10))
        spool.remove(second)
        #expect(try spool.take(limit: 100) == nil && files.isEmpty && notes.lines.isEmpty)
    }

    @Test("What is not removed is taken again, as it was")
    func kept() throws {
        let spool = spool()
        for number in 0..<3 { spool.append(event(number)) }
        let once = try spool.take(limit: 10)
        #expect(numbers(once) == [0, 1, 2])
        _ = consume once
        spool.append(event(3))
        #expect(try numbers(spool.take(limit: 10)) == [0, 1, 2, 3])
    }

    @Test("A process that ends, however it does, leaves its events to the next; a living one keeps its own")
    func twoProcesses() throws {
        var dead: EventSpool? = spool()
        dead?.append(event(0))
        dead?.append(event(1))
        let living = spool()
        living.append(event(2))
        let other = spool()
        // The dead one lives still: a lock is the descriptor's, in one process as in two.
        #expect(try other.take(limit: 10) == nil)
        dead = nil
        #expect(numbers(takeLeft(other, limit: 10)) == [0, 1])
        #expect(try numbers(living.take(limit: 10)) == [0, 1, 2])
    }

    @Test("Two that send at once have no event in common, and together all")
    func twoSenders() async {
        do {
            let writer = spool(.init(events: 1_000, segment: 5))
            for number in 0..<100 { writer.append(event(number)) }
        }
        let (one, two) = (spool(), spool())
        async let first = Self.drain(one)
        async let second = Self.drain(two)
        let both = await first + second
        // A sender may find all files held by the other and end early; what is left is found by the next.
        let rest = await Self.drain(one)
        #expect((both + rest).sorted() == Array(0..<100))
        #expect(files.isEmpty)
    }

    @concurrent private static func drain(_ spool: EventSpool) async -> [Int] {
        var found: [Int] = []
        while let batch = try? spool.take(limit: 7) {
            found += batch.events.compactMap(\.index)
            spool.remove(batch)
        }
        return found
    }

    @Test("A last line that was torn, and whatever else is damaged, takes no other event with it")
    func damaged() throws {
        do {
            let writer = spool(.init(events: 1_000, segment: 2))
            for number in 0..<8 { writer.append(event(number)) }
        }
        let names = files
        try #require(names.count == 4)
        let torn = try #require(folder.read("events/" + names[0]))
        folder.write(Array(torn.dropLast(5)), to: "events/" + names[0])
        folder.write([], to: "events/" + names[1])
        folder.write((0..<300).map { UInt8(truncatingIfNeeded: $0 &* 37) }, to: "events/" + names[2])
        mkdir(path + "/0000000000000000-0000000000000000.events", 0o700)
        symlink("/etc/passwd", path + "/0000000000000001-0000000000000000.events")
        mkfifo(path + "/0000000000000002-0000000000000000.events", 0o600)
        let spool = spool()
        #expect(try numbers(spool.take(limit: 100)) == [0, 6, 7])
        #expect(notes.lines.contains { $0.contains("damaged") })
    }

    @Test("Beyond the bound the oldest go, and the log says so")
    func bound() throws {
        let spool = spool(.init(events: 20, segment: 5))
        for number in 0..<43 { spool.append(event(number)) }
        let left = try numbers(spool.take(limit: 100))
        #expect(left.count <= 20 && left == Array((43 - left.count)..<43) && left.count > 10)
        #expect(notes.lines.count == 1 && notes.lines.first?.contains("dropped") == true)
    }

    @Test("What other processes add, and what is in memory alone, does not make the count too small")
    func countsWhatIsOnTheDisk() throws {
        let plan = FaultPlan()
        let own = spool(.init(events: 4, segment: 1), disk: plan.disk)
        for number in 0..<4 { own.append(event(number)) }
        #expect(try own.take(limit: 1).map { own.remove($0) } == true)
        // Another process leaves two, which are delivered from here.
        do {
            let other = spool(.init(events: 4, segment: 1))
            for number in 10..<12 { other.append(event(number)) }
        }
        plan.set { _ in .fail(ENOSPC) }
        own.append(event(4))
        var delivered: [Int] = []
        plan.set(nil)
        while delivered.count < 5, let batch = takeLeft(own, limit: 1) {
            delivered += numbers(batch)
            own.remove(batch)
        }
        for number in 20..<24 { own.append(event(number)) }
        _ = try own.take(limit: 1)
        #expect(notes.lines.contains { $0.contains("are dropped") }, "\(delivered) \(notes.lines)")
    }

    @Test("What the disk refuses waits in memory, is told once, and is written once the disk takes it")
    func refused() throws {
        for code in [ENOSPC, EDQUOT, EIO, EACCES, EROFS, EMFILE] {
            let (plan, notes) = (FaultPlan(), Notes())
            let place = folder.path + "/refused-\(code)"
            let spool = EventSpool(path: place, disk: plan.disk, log: { notes.add($0) })
            spool.append(event(0))
            plan.set { $0.kind == .write ? .tear(code) : .fail(code) }
            spool.append(event(1))
            spool.append(event(2))
            #expect(notes.lines.count == 1)
            plan.set(nil)
            spool.append(event(3))
            let batch = try #require(try spool.take(limit: 100))
            #expect(numbers(batch) == [0, 1, 2, 3])
            spool.remove(batch)
            #expect(try spool.take(limit: 100) == nil)
        }
    }

    @Test("A disk that never takes anything: events are sent from memory")
    func noDisk() throws {
        folder.write([1], to: "events")
        let spool = spool()
        for number in 0..<5 { spool.append(event(number)) }
        let batch = try #require(try spool.take(limit: 3))
        #expect(numbers(batch) == [0, 1, 2])
        spool.remove(batch)
        #expect(try numbers(spool.take(limit: 100)) == [3, 4])
        #expect(folder.read("events") == [1])
    }

    @Test("Events in memory are removed by their names, whatever was dropped or added since they were taken")
    func removedByName() throws {
        folder.write([1], to: "events")
        let spool = spool(.init(events: 1_000, segment: 1))
        for number in 0..<10 { spool.append(event(number)) }
        let batch = try #require(try spool.take(limit: 3))
        // Ten have room in memory: 0 and 1 are dropped.
        for number in 10..<12 { spool.append(event(number)) }
        spool.remove(batch)
        #expect(try numbers(spool.take(limit: 100)) == Array(3..<12))
    }

    @Test("What waits and cannot be read is an error, told once, and is taken when it can be")
    func unreadable() throws {
        do {
            let writer = spool()
            writer.append(event(0))
        }
        let aside = folder.path + "/aside"
        // A link that leads to itself.
        try #require(rename(path, aside) == 0 && symlink(path, path) == 0)
        let spool = spool()
        for _ in 0..<2 { #expect(throws: DiskError.self) { try spool.take(limit: 10) } }
        #expect(notes.lines.count == 1)
        try #require(unlink(path) == 0 && rename(aside, path) == 0)
        #expect(numbers(takeLeft(spool, limit: 10)) == [0])
    }

    @Test("Where nobody has kept an event, none waits, and nothing is made")
    func nothingThere() throws {
        #expect(try spool().take(limit: 10) == nil)
        #expect(access(path, F_OK) != 0 && notes.lines.isEmpty)
    }

    @Test("A file of our own that somebody locks is an error, and keeps no other from being taken")
    func lockedForAMoment() throws {
        let spool = spool(.init(events: 1_000, segment: 2))
        for number in 0..<4 { spool.append(event(number)) }
        let held = try #require(files.first)
        let first = open(path + "/" + held, O_RDONLY | O_CLOEXEC)
        try #require(flock(first, LOCK_EX) == 0)
        let second = try #require(takeLeft(spool, limit: 10, held: held))
        #expect(numbers(second) == [2, 3])
        spool.remove(second)
        #expect(throws: DiskError.self) { try spool.take(limit: 10) }
        close(first)
        #expect(numbers(takeLeft(spool, limit: 10)) == [0, 1])
        #expect(notes.lines.isEmpty)
    }

    @Test("A process that dies at any change while it removes what was delivered loses nothing that was not")
    func diesWhileRemoving() throws {
        for fatal in 0..<8 {
            let place = folder.path + "/dies-\(fatal)"
            do {
                let writer = EventSpool(path: place, log: { _ in })
                for number in 0..<6 { writer.append(event(number)) }
            }
            let plan = FaultPlan()
            do {
                let sender = EventSpool(path: place, disk: plan.disk, log: { _ in })
                let batch = try #require(takeLeft(sender, in: place, limit: 4))
                let count = Mutex(0)
                // From this change on, every change is ignored.
                plan.set { _ in
                    count.withLock { count in
                        defer { count += 1 }
                        return count >= fatal ? .fail(EIO) : .none
                    }
                }
                sender.remove(batch)
            }
            let next = EventSpool(path: place, log: { _ in })
            var left: Set<Int> = []
            while let batch = takeLeft(next, in: place, limit: 100) {
                left.formUnion(numbers(batch))
                next.remove(batch)
            }
            #expect(left.isSuperset(of: [4, 5]) && left.isSubset(of: Set(0..<6)))
        }
    }

    @Test("Files are the user's alone")
    func modes() throws {
        let spool = spool()
        spool.append(event(0))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        let name = try #require(files.first)
        #expect(stat(path + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600)
        withExtendedLifetime(spool) {}
    }
}
