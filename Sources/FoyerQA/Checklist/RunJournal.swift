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

    /// Why a run cannot be continued, or kept.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        package let cause: Phrase
        package var description: String { cause.english }
    }

    /// The size limit of a run in bytes.
    private static let bound = 512 << 20

    /// Opens a run for this process alone, and creates it if there is none.
    package init(path: String, disk: Disk = .real) throws(Failure) {
        file = try Self.onDisk(path, OwnFile.open(path, disk: disk))
        guard file.tryLock() else { throw Failure(cause: .runInUse(path)) }
        let whole = try Self.entries(try Self.read(path), path: path)
        if whole.length < file.size { try? file.truncate(to: whole.length) }
        entries = whole.entries
        length = Mutex(whole.length)
        self.path = path
    }

    /// Reads a run that other processes may be writing.
    package static func entries(path: String) throws(Failure) -> [RunEntry] {
        try entries(try read(path), path: path).entries
    }

    /// Reads a file that somebody names as a run.
    package static func entries(named path: String) throws(Failure) -> [RunEntry] {
        let bytes: [UInt8]
        do { bytes = try OpenFile.reading(path).readAll(limit: bound) } catch {
            throw Failure(cause: .fileNotRead(path, SystemError.cause(error.code)))
        }
        do { return try parse(bytes).entries } catch {
            throw Failure(cause: .notARun(path, line: error.line, error.why))
        }
    }

    /// Adds an entry, which is safe on the disk when this returns.
    package func append(_ entry: RunEntry) throws(Failure) {
        let bytes = Array((entry.json.jsonText + "\n").utf8)
        try length.withLock { (length) throws(Failure) in
            let end = length
            do throws(DiskError) {
                try file.append(bytes, at: end)
            } catch {
                try? file.truncate(to: end)
                throw Failure(cause: .runUnusable(path, SystemError.cause(error.code)))
            }
            length = end + Int64(bytes.count)
        }
    }

    static func copy(_ path: String, to copy: String) throws(DiskError) {
        try UserFile.replace(copy, with: try OpenFile.reading(path).readAll(limit: bound))
    }

    private static func onDisk<Value>(
        _ path: String, _ body: @autoclosure () throws(DiskError) -> Value
    ) throws(Failure) -> Value {
        do { return try body() } catch {
            throw Failure(cause: .runUnusable(path, SystemError.cause(error.code)))
        }
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        try onDisk(path, OpenFile.reading(path).readAll(limit: bound))
    }

    /// The entries, and the number of bytes up to the end of the last complete one.
    static func entries(_ bytes: [UInt8], path: String) throws(Failure) -> (entries: [RunEntry], length: Int64) {
        do { return try parse(bytes) } catch {
            throw Failure(cause: .runDamaged(path, line: error.line, error.why))
        }
    }

    private struct Damage: Error {
        /// From 1.
        let line: Int
        let why: String
    }

    private static func parse(_ bytes: [UInt8]) throws(Damage) -> (entries: [RunEntry], length: Int64) {
        let newline = UInt8(ascii: "\n")
        let whole = bytes.lastIndex(of: newline).map { $0 + 1 } ?? 0
        var entries: [RunEntry] = []
        for (index, line) in bytes[..<whole].split(separator: newline, omittingEmptySubsequences: false).dropLast()
            .enumerated()
        {
            do {
                entries.append(try RunEntry(JSONNode(try JSON.parse(Array(line)))))
            } catch {
                throw Damage(line: index + 1, why: "\(error)")
            }
        }
        return (entries, Int64(whole))
    }
}
