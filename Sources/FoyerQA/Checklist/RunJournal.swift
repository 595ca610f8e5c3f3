import Foyer
import FoyerPlatform
import FoyerSystem
import Synchronization

/// A run's file: a line of JSON for each event, synced before anything goes on.
///
/// A line that was being written when the machine failed is left out; any other damage is reported with its line, and
/// nothing is changed.
package final class RunJournal: Sendable {
    package let path: String
    /// The entries in the file when it was opened.
    package let entries: [RunEntry]
    private let file: OwnFile
    private let length: Mutex<Int64>

    /// The size limit of a run in bytes.
    private static let bound = 512 << 20

    /// Opens a run for this process alone, and creates it if there is none.
    package init(path: String, disk: Disk = .real) throws(LocalizedFailure) {
        do { file = try OwnFile.open(path, disk: disk) } catch { throw .unusable(path, error) }
        guard file.tryLock() else { throw LocalizedFailure(.runInUse(path)) }
        let whole = try Self.entries(try Self.read(path), path: path)
        if whole.length < file.size { try? file.truncate(to: whole.length) }
        entries = whole.entries
        length = Mutex(whole.length)
        self.path = path
    }

    /// Reads a run that other processes may be writing.
    package static func entries(path: String) throws(LocalizedFailure) -> [RunEntry] {
        try entries(try read(path), path: path).entries
    }

    /// Reads a file that somebody names as a run.
    package static func entries(named path: String) throws(LocalizedFailure) -> [RunEntry] {
        let bytes: [UInt8]
        do { bytes = try OpenFile.reading(path).readAll(limit: bound) } catch { throw .notRead(path, error.code) }
        return try parse(bytes) { .notARun(path, line: $0, $1) }.entries
    }

    /// Adds an entry, which is safe on the disk when this returns.
    package func append(_ entry: RunEntry) throws(LocalizedFailure) {
        let bytes = Array((entry.json.jsonText + "\n").utf8)
        try length.withLock { (length) throws(LocalizedFailure) in
            let end = length
            do throws(DiskError) {
                try file.append(bytes, at: end)
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
        try parse(bytes) { .runDamaged(path, line: $0, $1) }
    }

    /// - Parameter damage: what to say of a line, from 1, and why.
    private static func parse(
        _ bytes: [UInt8], _ damage: (_ line: Int, _ why: String) -> Phrase
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
                throw LocalizedFailure(damage(index + 1, "\(error)"))
            }
        }
        return (entries, Int64(whole))
    }
}

extension LocalizedFailure {
    /// A run cannot be continued, or kept.
    static func unusable(_ path: String, _ error: DiskError) -> LocalizedFailure {
        LocalizedFailure(.runUnusable(path, SystemError.cause(error.code)))
    }
}
