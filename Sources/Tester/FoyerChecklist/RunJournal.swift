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

    /// Reads a file that somebody names as a run, a line at a time.
    ///
    /// - Parameter keepsFrames: whether the screens are wanted, which are nearly all of it.
    package static func entries(
        named path: String, keepsFrames: Bool = true
    ) throws(LocalizedFailure) -> [RunEntry] {
        var (entries, number, size) = ([RunEntry](), 0, 0)
        try forEachLine(of: path) { (line) throws(LocalizedFailure) in
            number += 1
            let entry: RunEntry
            do { entry = try RunEntry(JSONNode(try JSON.parse(line))) } catch {
                throw LocalizedFailure(.notARun(path, line: number, "\(error)"))
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
    private static let pieceSize = 1 << 20
    /// An item's frames take some hundred kilobytes.
    private static let longestLine = 64 << 20

    /// Calls `body` with each whole line.
    private static func forEachLine(
        of path: String, _ body: ([UInt8]) throws(LocalizedFailure) -> Void
    ) throws(LocalizedFailure) {
        var failure: LocalizedFailure?
        do throws(DiskError) {
            let file = try OpenFile.reading(path)
            let size = try file.size()
            guard size <= largestNamed else { throw DiskError(.read, path, EFBIG) }
            var (line, offset) = ([UInt8](), 0)
            while offset < size, failure == nil {
                let piece = try file.readBytes(at: offset, count: min(pieceSize, size - offset))
                if piece.isEmpty { break }
                offset += piece.count
                var rest = piece[...]
                while failure == nil, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    do throws(LocalizedFailure) { try body(line + rest[..<end]) } catch { failure = error }
                    line = []
                    rest = rest[(end + 1)...]
                }
                line += rest
                guard line.count <= longestLine else { throw DiskError(.read, path, EFBIG) }
            }
        } catch {
            throw .notRead(path, error.code)
        }
        if let failure { throw failure }
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
        let newline = UInt8(ascii: "\n")
        let whole = bytes.lastIndex(of: newline).map { $0 + 1 } ?? 0
        var entries: [RunEntry] = []
        for (index, line) in bytes[..<whole].split(separator: newline, omittingEmptySubsequences: false).dropLast()
            .enumerated()
        {
            do {
                entries.append(try RunEntry(JSONNode(try JSON.parse(Array(line)))))
            } catch {
                throw LocalizedFailure(.runDamaged(path, line: index + 1, "\(error)"))
            }
        }
        return (entries, Int64(whole))
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
