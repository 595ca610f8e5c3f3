import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc
import Synchronization

/// A run's file: a line of JSON for each event, synced before anything goes on.
///
/// A line that was being written when the machine failed is left out; any other damage is reported with its line, and
/// nothing is changed.
package final class RunJournal: Sendable {
    package let path: String
    /// The entries in the file when it was opened.
    package let entries: [RunEntry]
    private let file: OpenFile
    private let length: Mutex<Int64>

    /// The size limit of a run in bytes.
    private static let bound = 512 << 20

    /// Opens a run for this process alone, and creates it if there is none.
    package init(path: String, disk: Disk = .real) throws(LocalizedFailure) {
        let isFree: Bool
        do {
            file = try OpenFile.own(path, disk: disk)
            isFree = try file.tryLock()
        } catch {
            throw .unusable(path, error)
        }
        guard isFree else { throw LocalizedFailure(.runInUse(path)) }
        let whole = try Self.entries(try Self.read(path), path: path)
        if let size = try? file.size(), whole.length < size { try? file.truncate(to: whole.length) }
        entries = whole.entries
        length = Mutex(whole.length)
        self.path = path
    }

    // A child process that was just being made may hold the file open a moment longer.
    deinit { file.unlock() }

    /// Reads a run that other processes may be writing.
    package static func entries(path: String) throws(LocalizedFailure) -> [RunEntry] {
        try entries(try read(path), path: path).entries
    }

    /// Reads a file that somebody names as a run.
    ///
    /// - Parameter keepsFrames: whether the screens are wanted, which are nearly all of it.
    package static func entries(
        named path: String, keepsFrames: Bool = true
    ) throws(LocalizedFailure) -> [RunEntry] {
        let bytes: [UInt8]
        do { bytes = try OpenFile.reading(path).readAll(limit: largestNamed) } catch {
            throw .notRead(path, error.code)
        }
        var (entries, size) = ([RunEntry](), 0)
        for (index, line) in lines(bytes).enumerated() {
            let entry: RunEntry
            do { entry = try RunEntry(JSONNode(try JSON.parse(Array(line)))) } catch {
                throw LocalizedFailure(.notARun(path, line: index + 1, "\(error)"))
            }
            size += line.count - entry.frames
            guard size <= largestWithoutFrames else { throw .notRead(path, EFBIG) }
            entries.append(keepsFrames ? entry : entry.withoutFrames)
        }
        return entries
    }

    /// The size limit of a run that is compared or merged, in bytes.
    package static let largestNamed = 128 << 20
    /// The size limit of a run without its screens, in bytes: as many entries as a hundred long runs have.
    private static let largestWithoutFrames = 16 << 20

    /// The whole lines, without one that is being written.
    private static func lines(_ bytes: [UInt8]) -> ArraySlice<ArraySlice<UInt8>> {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    }

    /// Adds an entry, which is safe on the disk when this returns.
    package func append(_ entry: RunEntry) throws(LocalizedFailure) {
        let bytes = Array((entry.json.jsonText + "\n").utf8)
        try length.withLock { (length) throws(LocalizedFailure) in
            let end = length
            do throws(DiskError) {
                try file.write(bytes, at: end)
                try file.sync()
            } catch {
                try? file.truncate(to: end)
                throw .unusable(path, error)
            }
            length = end + Int64(bytes.count)
        }
    }

    static func copy(_ path: String, to copy: String, disk: Disk) throws(DiskError) {
        try UserFile.replace(copy, with: try OpenFile.reading(path).readAll(limit: bound), disk: disk)
    }

    private static func read(_ path: String) throws(LocalizedFailure) -> [UInt8] {
        do { return try OpenFile.reading(path).readAll(limit: bound) } catch { throw .unusable(path, error) }
    }

    /// The entries, and the number of bytes up to the end of the last complete one.
    static func entries(
        _ bytes: [UInt8], path: String
    ) throws(LocalizedFailure) -> (entries: [RunEntry], length: Int64) {
        var (entries, length) = ([RunEntry](), 0)
        for (index, line) in lines(bytes).enumerated() {
            do { entries.append(try RunEntry(JSONNode(try JSON.parse(Array(line))))) } catch {
                throw LocalizedFailure(.runDamaged(path, line: index + 1, "\(error)"))
            }
            length += line.count + 1
        }
        return (entries, Int64(length))
    }
}

extension RunEntry {
    /// The size of the screens of its evidence, in bytes.
    fileprivate var frames: Int {
        switch self {
        case .trial(_, let record), .verdict(_, let record): record.evidence?.frames.utf8.count ?? 0
        default: 0
        }
    }

    /// The same without the screens of its evidence.
    fileprivate var withoutFrames: RunEntry {
        switch self {
        case .trial(let item, var record):
            record.evidence?.frames = ""
            return .trial(item: item, record)
        case .verdict(let item, var record):
            record.evidence?.frames = ""
            return .verdict(item: item, record)
        default: return self
        }
    }
}

extension LocalizedFailure {
    /// A run cannot be continued, or kept.
    static func unusable(_ path: String, _ error: DiskError) -> LocalizedFailure {
        LocalizedFailure(.runUnusable(path, SystemError.cause(error.code)))
    }
}
