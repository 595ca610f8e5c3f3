import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization

/// Undelivered events in a folder of files. One process fills a file, and one process, perhaps another, sends and
/// removes it. A lock on the file says whose it is, and ends with its process.
///
/// What the disk refuses stays in memory.
final class EventSpool: Sendable {
    struct Limits: Sendable {
        /// The number of events in all; beyond it the oldest files are removed.
        var events = 10_000
        /// The number of events in one file.
        var segment = 100
    }

    private struct State {
        var folder: Folder?
        /// The file that is being filled.
        var current: (segment: EventSegment, count: Int)?
        /// What the disk refused, oldest first.
        var refused: [CampaignEvent] = []
        /// How many events are in each file on the disk, without those that other processes have added since they were
        /// counted; `nil` before that.
        var known: [String: Int]?
        /// How many that are together.
        var knownEvents: Int? { known?.values.reduce(0, +) }
        /// Whether something has been written but perhaps not synced.
        var isDirty = false
        /// Files that this process has locked before and that still exist.
        var held: Set<String> = []
        /// The current reason why the disk refuses, once it is in the log.
        var toldOf: Int32?
        var toldOfReading: Int32?
    }

    private let path: String
    /// How many folders at the end of the path are ours.
    private let depth: Int
    private let disk: Disk
    private let limits: Limits
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - path: the folder; made when it is needed.
    ///   - log: receives a line for the log.
    init(
        path: String, depth: Int = 2, limits: Limits = Limits(), disk: Disk = .real,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.path = path
        self.depth = depth
        self.limits = limits
        self.disk = disk
        self.log = log
    }

    /// Keeps an event, which survives this process once this returns, however it ends: so the write is made on the caller's
    /// thread, mostly the terminal's. It takes 15 µs in the median; the first event, which makes the folders and a file, takes
    /// 250, and each hundredth, which makes another file, up to 100 (a debug build on two busy cores). Nothing is synced: it
    /// waits for no device, but it does wait for a file system that stands still.
    func append(_ event: CampaignEvent) {
        state.withLock { state in
            state.refused.append(event)
            settle(&state)
            let excess = state.refused.count - limits.segment * Self.segmentsInMemory
            if excess > 0 {
                state.refused.removeFirst(excess)
                log("\(excess) events are lost: neither disk nor memory has room for them")
            }
        }
    }

    private static let segmentsInMemory = 10

    /// Writes what is not on the disk yet.
    private func settle(_ state: inout State) {
        guard !state.refused.isEmpty else { return }
        do {
            let folder = try open(&state)
            while let event = state.refused.first {
                var current = state.current
                if current == nil { current = (try EventSegment.make(in: folder), 0) }
                guard let (segment, count) = current else { return }
                state.held.insert(segment.name)
                // If this throws, the file is abandoned: it may end in half a line.
                state.current = nil
                try segment.append([event])
                state.current = count + 1 < limits.segment ? (segment, count + 1) : nil
                state.known?[segment.name, default: 0] += 1
                state.isDirty = true
                state.refused.removeFirst()
            }
            state.toldOf = nil
        } catch {
            state.folder = nil
            if state.toldOf != error.code { log("events wait in memory: \(error)") }
            state.toldOf = error.code
        }
    }

    private func open(_ state: inout State) throws(DiskError) -> Folder {
        if let folder = state.folder { return folder }
        let folder = try Folder.openOwn(path: path, depth: depth, makes: true, disk: disk)
        state.folder = folder
        return folder
    }

    // MARK: - Sending

    /// Takes the oldest events out of the reach of others, including those left by processes that have ended. Blocks on
    /// the disk. A file that cannot be read does not hold up the others.
    ///
    /// - Returns: `nil` if none wait.
    /// - Throws: if events may wait but none can be had at present.
    func take(limit: Int) throws(DiskError) -> EventBatch? {
        state.withLock { settle(&$0) }
        var batch = EventBatch()
        var trouble: DiskError?
        do {
            trouble = try collect(into: &batch, limit: limit)
        } catch {
            trouble = error
        }
        tell(trouble)
        if batch.events.isEmpty { batch.add(memory: state.withLock { Array($0.refused.prefix(limit)) }) }
        if !batch.events.isEmpty { return batch }
        if let trouble { throw trouble }
        return nil
    }

    /// - Returns: why a file was left out.
    private func collect(into batch: inout EventBatch, limit: Int) throws(DiskError) -> DiskError? {
        guard let folder = try existingFolder() else { return nil }
        var trouble: DiskError?
        do { try trim(folder) } catch { trouble = error }
        let names = try names(in: folder)
        // A file created since then is in use.
        state.withLock { $0.held.formIntersection(names + [$0.current?.segment.name].compactMap(\.self)) }
        for name in names where batch.events.count < limit {
            do {
                guard let segment = try hold(name, in: folder) else { continue }
                let events = try read(name, in: folder)
                if events.isEmpty {
                    try folder.remove(name)
                    state.withLock { _ = $0.known?.removeValue(forKey: name) }
                } else {
                    batch.add(segment, events, limit: limit)
                }
            } catch {
                trouble = error
            }
        }
        return trouble
    }

    /// `nil` if no event has been kept yet.
    private func existingFolder() throws(DiskError) -> Folder? {
        try state.withLock { (state) throws(DiskError) in
            if let folder = state.folder { return folder }
            do throws(DiskError) {
                state.folder = try Folder.openOwn(path: path, depth: depth, makes: false, disk: disk)
            } catch {
                guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
            }
            return state.folder
        }
    }

    /// Reported once for each problem until it goes away. A lock is not a problem: it ends with its holder.
    private func tell(_ trouble: DiskError?) {
        let isNew = state.withLock { state in
            defer { state.toldOfReading = trouble?.code }
            return state.toldOfReading != trouble?.code
        }
        if isNew, let trouble, trouble.code != EWOULDBLOCK { log("waiting events cannot be read: \(trouble)") }
    }

    /// The events of a batch have arrived, or never will, and no longer wait. Does not wait for the disk itself: after
    /// a loss of power they are sent once more, which does no harm.
    ///
    /// - Returns: `false` if they still wait because the disk does not let go of them.
    @discardableResult
    func remove(_ batch: EventBatch) -> Bool {
        state.withLock { state in
            state.refused.removeAll { batch.inMemory.contains($0.id) }
        }
        guard !batch.parts.isEmpty else { return true }
        do {
            let folder = try state.withLock { (state) throws(DiskError) in try open(&state) }
            for part in batch.parts {
                // The rest comes first: if the process dies in between, events are delivered twice, which does no harm.
                if !part.rest.isEmpty {
                    let rest = try EventSegment.make(in: folder, inPlaceOf: part.segment.name, holding: part.rest)
                    state.withLock { state in
                        state.held.insert(rest.name)
                        state.known?[rest.name] = part.rest.count
                    }
                }
                try folder.remove(part.segment.name)
                state.withLock { _ = $0.known?.removeValue(forKey: part.segment.name) }
            }
            return true
        } catch {
            log("delivered events stay on the disk and will be sent again: \(error)")
            return false
        }
    }

    /// The file under its lock, taken over from the filling side if that is this process; `nil` if another process
    /// holds it. A file that is not regular, or not readable for this user, is left alone.
    ///
    /// - Throws: `EWOULDBLOCK` if this process had the file before: it let go, but a child that is just being started
    ///   holds a copy of the lock, or another process is trying right now and may fail.
    private func hold(_ name: String, in folder: Folder) throws(DiskError) -> EventSegment? {
        let own = state.withLock { state -> EventSegment? in
            guard let current = state.current, current.segment.name == name else { return nil }
            state.current = nil
            return current.segment
        }
        if let own { return own }
        do {
            if let segment = try EventSegment.adopt(name, in: folder) {
                state.withLock { _ = $0.held.insert(name) }
                return segment
            }
        } catch {
            guard [ENOENT, ELOOP, EISDIR, EINVAL, ENXIO, EACCES, EPERM].contains(error.code) else { throw error }
            return nil
        }
        guard state.withLock({ $0.held.contains(name) }) else { return nil }
        throw DiskError(.lock, "\(path)/\(name)", EWOULDBLOCK)
    }

    /// `nil` if the file is not ours.
    private func read(_ name: String, in folder: Folder) throws(DiskError) -> [CampaignEvent] {
        do {
            let found = try EventSegment.read(name, in: folder)
            if found.damaged > 0 { log("\(found.damaged) waiting events are damaged and lost") }
            return found.events
        } catch {
            guard error.code == EFBIG else { throw error }
            log("a file of waiting events is larger than any of ours can be, and dropped: \(name)")
            return []
        }
    }

    private func names(in folder: Folder) throws(DiskError) -> [String] {
        try folder.entries().filter { $0.kind == .file }.map(\.name).filter(EventSegment.isName).sorted()
    }

    /// Syncs events that are to stay longer, so that they survive the machine. Blocks.
    func sync() {
        let (isDirty, folder) = state.withLock { state in
            defer { state.isDirty = false }
            return (state.isDirty, state.folder)
        }
        guard isDirty, let folder else { return }
        do {
            let names = try names(in: folder)
            for name in names { try sync(name, in: folder) }
            if !names.isEmpty { try folder.sync() }
        } catch {
            state.withLock { $0.isDirty = true }
            log("waiting events are not safe yet: \(error)")
        }
    }

    private func sync(_ name: String, in folder: Folder) throws(DiskError) {
        do { try EventSegment.sync(name, in: folder) } catch {
            // Another process has delivered it in the meantime.
            guard error.code == ENOENT else { throw error }
        }
    }

    // MARK: - Bounds

    /// Removes the oldest files beyond the limit, except for those that somebody holds.
    private func trim(_ folder: Folder) throws(DiskError) {
        if let known = state.withLock({ $0.knownEvents }), known <= limits.events { return }
        let files = try names(in: folder).map { name in (name: name, count: EventSegment.count(name, in: folder)) }
        var known = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.count) })
        var (waiting, dropped) = (files.reduce(0) { $0 + $1.count }, 0)
        for file in files where waiting > limits.events {
            guard (try? EventSegment.adopt(file.name, in: folder)) != nil else { continue }
            try folder.remove(file.name)
            known[file.name] = nil
            waiting -= file.count
            dropped += file.count
        }
        if dropped > 0 { log("\(dropped) events are dropped: more than \(limits.events) wait to be delivered") }
        let counted = known
        state.withLock { $0.known = counted }
    }
}

/// One file of waiting events, held under its lock: nobody else takes it while this value, or its process, lives.
final class EventSegment: Sendable {
    let name: String
    private let file: OpenFile

    private init(name: String, file: OpenFile) {
        self.name = name
        self.file = file
    }

    /// The largest size of a file in bytes; a larger one is not ours.
    static let sizeLimit = 4 << 20

    /// Creates a file. It gets its name only once it is locked, so that nobody takes it for a leftover.
    ///
    /// - Parameter place: the name of the file whose place among the others it takes; `nil` for the end.
    static func make(
        in folder: Folder, inPlaceOf place: String? = nil, holding events: [CampaignEvent] = []
    ) throws(DiskError) -> EventSegment {
        let random = Hexadecimal.encode((0..<8).map { _ in UInt8.random(in: 0...255) })
        let name = (place.map { String($0.prefix(stampLength)) } ?? stamp) + "-" + random + suffix
        let file = try folder.create(temporaryPrefix + random)
        do throws(DiskError) {
            guard try file.tryLock() else { throw DiskError(.lock, file.path, EWOULDBLOCK) }
            if !events.isEmpty {
                try file.write(events.flatMap(EventLine.encode))
                try file.sync()
            }
            try folder.rename(temporaryPrefix + random, to: folder, as: name)
        } catch {
            try? folder.remove(temporaryPrefix + random)
            throw error
        }
        return EventSegment(name: name, file: file)
    }

    /// A file that nobody holds; `nil` if another process holds it, or held it and has finished with it.
    static func adopt(_ name: String, in folder: Folder) throws(DiskError) -> EventSegment? {
        let file = try folder.file(name)
        guard try file.tryLock(), file.isLinked else { return nil }
        return EventSegment(name: name, file: file)
    }

    /// Adds events. The system has the bytes afterwards, so they survive this process; `sync` makes them survive the
    /// machine.
    func append(_ events: [CampaignEvent]) throws(DiskError) {
        try file.write(events.flatMap(EventLine.encode))
    }

    static func sync(_ name: String, in folder: Folder) throws(DiskError) {
        try folder.file(name).sync()
    }

    /// The events of a file in the folder, and the number of damaged lines.
    static func read(_ name: String, in folder: Folder) throws(DiskError) -> (events: [CampaignEvent], damaged: Int) {
        EventLine.decode(try folder.file(name).readAll(limit: sizeLimit))
    }

    /// The number of lines of a file, damaged ones included; 0 if it cannot be read. Much quicker than reading its events.
    static func count(_ name: String, in folder: Folder) -> Int {
        (try? folder.file(name).readAll(limit: sizeLimit).count { $0 == UInt8(ascii: "\n") }) ?? 0
    }

    // MARK: - Names

    private static let stampLength = 16
    private static let suffix = ".events"
    static let temporaryPrefix = ".new-"

    /// Names sort in the order in which their files were created.
    static func isName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        let digits = bytes.prefix(stampLength) + bytes.dropFirst(stampLength + 1).prefix(stampLength)
        return bytes.count == 2 * stampLength + 1 + suffix.utf8.count && name.hasSuffix(suffix)
            && digits.allSatisfy(Hexadecimal.isDigit)
    }

    private static var stamp: String {
        let nanoseconds = WallClock.nanoseconds
        return Hexadecimal.encode((0..<8).map { UInt8(truncatingIfNeeded: nanoseconds >> (56 - 8 * $0)) })
    }
}

/// Events that are being sent, and the file they come from. Releasing the batch releases them to others.
struct EventBatch: Sendable {
    struct Part: Sendable {
        let segment: EventSegment
        /// Events of the file that are not in the batch.
        let rest: [CampaignEvent]
    }

    private(set) var events: [CampaignEvent] = []
    private(set) var parts: [Part] = []
    /// The ids of events that are in memory only.
    private(set) var inMemory: Set<String> = []

    mutating func add(_ segment: EventSegment, _ found: [CampaignEvent], limit: Int) {
        let room = max(0, limit - events.count)
        events += found.prefix(room)
        parts.append(Part(segment: segment, rest: Array(found.dropFirst(room))))
    }

    mutating func add(memory found: [CampaignEvent]) {
        events += found
        inMemory.formUnion(found.map(\.id))
    }
}

/// The events on the disk that no platform has yet, for `foyer events`.
package struct WaitingEvents: Sendable {
    private let places: Places
    private let disk: Disk

    package init(_ places: Places, disk: Disk = .real) { (self.places, self.disk) = (places, disk) }

    /// The bodies as they would be sent to each platform, oldest events first.
    package func bodies(format: EventFormat) -> [(platform: WebAddress, body: [UInt8])] {
        let platforms = ConsentStore(places, disk: disk).platforms()
        return folders.flatMap { name, folder -> [(platform: WebAddress, body: [UInt8])] in
            guard let platform = platforms[name] else { return [] }
            let events = files(in: folder).flatMap { (try? EventSegment.read($0, in: folder).events) ?? [] }
            return stride(from: 0, to: events.count, by: EventDelivery.largestBatch).map { start in
                let batch = Array(events[start..<min(start + EventDelivery.largestBatch, events.count)])
                return (platform, format.body(batch, source: platform.text))
            }
        }
    }

    /// Removes all of them; one that is being sent right now is sent.
    ///
    /// - Returns: how many there were.
    package func clear() throws(DiskError) -> Int {
        var count = 0
        for (_, folder) in folders {
            for name in files(in: folder) {
                count += EventSegment.count(name, in: folder)
                try folder.remove(name)
            }
        }
        return count
    }

    /// Removes what waits for a platform that has ended for good, and what the user has answered about it.
    package func forget(_ platform: WebAddress) {
        let name = ConsentStore.name(of: platform)
        try? Folder.openOwn(path: places.events, depth: 2, makes: false, disk: disk).removeTree(name)
        try? ConsentStore(places, disk: disk).forget(name)
    }

    private var folders: [(name: String, folder: Folder)] {
        guard let all = try? Folder.openOwn(path: places.events, depth: 2, makes: false, disk: disk),
            let entries = try? all.entries()
        else { return [] }
        return entries.filter { $0.kind == .folder }.map(\.name).sorted().compactMap { name in
            (try? all.folder(name)).map { (name, $0) }
        }
    }

    private func files(in folder: Folder) -> [String] {
        ((try? folder.entries()) ?? []).map(\.name).filter(EventSegment.isName).sorted()
    }
}
