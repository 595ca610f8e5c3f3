import FoyerCore
import FoyerSystem
import Glibc

/// One file of waiting events, held under its lock: nobody else takes it while this value, or its process, lives.
final class EventSegment: Sendable {
    let name: String
    private let file: OpenFile

    private init(name: String, file: consuming OpenFile) {
        self.name = name
        self.file = file
    }

    /// The largest size of a file in bytes; a larger one is not ours.
    static let sizeLimit = 4 << 20

    /// Creates a file. It gets its name only once it is locked, so that nobody takes it for a leftover.
    ///
    /// - Parameter place: the name of the file whose place among the others it takes; `nil` for the end.
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

    /// A file that nobody holds; `nil` if another process holds it, or held it and has finished with it.
    static func adopt(_ name: String, in folder: Folder) throws(DiskError) -> EventSegment? {
        let file = try folder.file(name)
        guard try file.tryLock(), file.isLinked else { return nil }
        return EventSegment(name: name, file: file)
    }

    /// Adds events. The system has the bytes afterwards, so they survive this process; `sync` makes them survive the
    /// machine.
    func append(_ events: [BannerEvent]) throws(DiskError) {
        try file.write(events.flatMap(EventLine.encode))
    }

    static func sync(_ name: String, in folder: Folder) throws(DiskError) {
        try folder.file(name).sync()
    }

    /// The events of a file in the folder, and the number of damaged lines.
    static func read(_ name: String, in folder: Folder) throws(DiskError) -> (events: [BannerEvent], damaged: Int) {
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
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private static var stamp: String {
        let nanoseconds = WallClock.nanoseconds
        return Hexadecimal.encode((0..<8).map { UInt8(truncatingIfNeeded: nanoseconds >> (56 - 8 * $0)) })
    }
}
