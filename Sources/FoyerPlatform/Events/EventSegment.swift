import FoyerCore
import FoyerSystem
import Glibc

/// One file of waiting events, held under its lock: nobody else takes it as long as this value, or its process, lives.
final class EventSegment: Sendable {
    let name: String
    private let file: OpenFile

    private init(name: String, file: consuming OpenFile) {
        self.name = name
        self.file = file
    }

    /// The most bytes of one file; one with more is none of ours.
    static let sizeLimit = 4 << 20

    /// A new file. It gets its name once it is locked: nobody can take it for one that was left behind.
    ///
    /// - Parameter place: the name of a file whose place among the others it takes; `nil` for the end.
    static func make(
        in folder: Folder, inPlaceOf place: String? = nil, holding events: [BannerEvent] = []
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

    /// A file that nobody holds; `nil` where somebody does, or did and was done with it.
    static func adopt(_ name: String, in folder: Folder) throws(DiskError) -> EventSegment? {
        let file = try folder.file(name)
        guard try file.tryLock(), file.isLinked else { return nil }
        return EventSegment(name: name, file: file)
    }

    /// Adds events. The bytes are the system's then and survive this process; `sync` makes them survive the machine.
    func append(_ events: [BannerEvent]) throws(DiskError) {
        try file.write(events.flatMap(EventLine.encode))
    }

    static func sync(_ name: String, in folder: Folder) throws(DiskError) {
        try folder.file(name).sync()
    }

    /// The events of a file of the folder, and how many lines are damaged.
    static func read(_ name: String, in folder: Folder) throws(DiskError) -> (events: [BannerEvent], damaged: Int) {
        EventLine.decode(try folder.file(name).readAll(limit: sizeLimit))
    }

    // MARK: - Names

    private static let stampLength = 16
    private static let suffix = ".events"
    static let temporaryPrefix = ".new-"

    /// Names sort as their files were begun.
    static func isName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        let digits = bytes.prefix(stampLength) + bytes.dropFirst(stampLength + 1).prefix(stampLength)
        return bytes.count == 2 * stampLength + 1 + suffix.utf8.count && name.hasSuffix(suffix)
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private static var stamp: String {
        let nanoseconds = WallClock.nanoseconds
        return Hexadecimal.encode((0..<8).map { UInt8(truncatingIfNeeded: nanoseconds >> (56 - 8 * $0)) })
    }
}
