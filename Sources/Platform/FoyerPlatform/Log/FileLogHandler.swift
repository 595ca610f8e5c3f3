import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Logging
import Synchronization

/// Writes log events as lines of a ``LogFile``: time, level, label, message, metadata.
///
/// Everything passes through `SafeText`: logs are read in terminals and contain what servers send.
package struct FileLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level
    package var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let file: LogFile

    package init(label: String, file: LogFile, level: Logger.Level = .info) {
        self.label = label
        self.file = file
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let stamp = LogTime.now
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        var text = "\(event.level) \(label): \(event.message)"
        if let error = event.error { text += " error=\(error)" }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { text += " \(key)=\(value)" }
        file.append(stamp + " " + SafeText(text).string)
    }
}

/// The log: one file that only grows, and its predecessor. It never makes the program fail: what cannot be written is
/// lost.
package final class LogFile: Sendable {
    /// The number of bytes at which the file is renamed to `….1` and a new one begins.
    package static let bound: Int = 1024 * 1024
    /// The length limit of a line in bytes; the rest is cut off.
    static let longestLine = 8 * 1024

    private let places: Places
    private let path: String
    private let bound: Int
    private let disk: Disk
    private let file = Mutex<OpenFile?>(nil)

    /// Opens nothing yet; the first line does.
    package convenience init(_ places: Places) {
        self.init(places, bound: Self.bound)
    }

    init(_ places: Places, bound: Int, disk: Disk = .real) {
        self.disk = disk
        self.places = places
        self.bound = bound
        path = places.logFile
    }

    /// Appends one line. The text is safe already.
    func append(_ text: String) {
        var line = Array(text.utf8.prefix(Self.longestLine - 1))
        line.append(UInt8(ascii: "\n"))
        file.withLock { file in
            prepare(&file, room: line.count)
            try? file?.write(line)
        }
    }

    /// Makes sure that the open file is the one at the path and has room for another line; `nil` if there is none.
    private func prepare(_ file: inout OpenFile?, room: Int) {
        if file == nil {
            guard (try? places.make(places.state)) != nil else { return }
            file = try? OpenFile.own(path, appends: true, disk: disk)
        }
        guard let old = file, ((try? old.size()) ?? 0) + room > bound else { return }
        // Another process holds the lock to move the file, or is stopped. Do not wait: the line goes into the current
        // file.
        guard (try? old.tryLock()) == true else { return }
        // A process that is just being started has a copy of the descriptor, and would keep the lock for a moment.
        defer { old.unlock() }
        // Another process may have moved it already; then only the new file is missing.
        // One that cannot be moved goes on growing: a long log is better than none.
        if old.isInPlace { try? old.rename(to: path + ".1") }
        file = try? OpenFile.own(path, appends: true, disk: disk)
    }
}

/// Time of day for log lines: RFC 3339 in UTC with milliseconds, `2026-11-21T04:00:17.123Z`.
enum LogTime {
    static var now: String {
        let milliseconds = WallClock.nanoseconds / 1_000_000
        return text(seconds: milliseconds / 1_000, milliseconds: milliseconds % 1_000)
    }

    static func text(seconds: Int64, milliseconds: Int64) -> String {
        "\(WallTime(seconds: seconds).rfc3339.dropLast()).\(String(milliseconds + 1_000).dropFirst())Z"
    }
}
