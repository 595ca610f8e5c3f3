import FoyerSystem
import Synchronization

/// The log: one file that only grows at its end, and the one before it. It never fails the program: what cannot be
/// written is lost.
package final class LogFile: Sendable {
    /// Bytes at which the file becomes `….1` and a new one begins.
    package static let bound: Int64 = 1024 * 1024
    /// Bytes of one line; what is beyond is cut.
    static let longestLine = 8 * 1024

    private let places: Places
    private let path: String
    private let bound: Int64
    private let file = Mutex<OwnFile?>(nil)

    /// Opens nothing yet: the first line does.
    package convenience init(_ places: Places) {
        self.init(places, bound: Self.bound)
    }

    init(_ places: Places, bound: Int64) {
        self.places = places
        self.bound = bound
        path = places.logFile
    }

    /// Appends one line. The text is safe already.
    func append(_ text: String) {
        var line = Array(text.utf8.prefix(Self.longestLine - 1))
        line.append(UInt8(ascii: "\n"))
        file.withLock { file in
            prepare(&file, room: Int64(line.count))
            file?.append(line)
        }
    }

    /// Sees to it that the file is the one at the path, with room for another line; `nil` where there is none.
    private func prepare(_ file: inout OwnFile?, room: Int64) {
        if file == nil {
            guard (try? places.make(places.state)) != nil else { return }
            file = try? OwnFile.open(path, appends: true)
        }
        guard let old = file, old.size + room > bound else { return }
        // Whoever has the lock moves the file, or is stopped: nobody waits for that, and the line goes where it went.
        guard old.tryLock() else { return }
        // Another process may have moved it already: then only the new file is missing.
        if old.isInPlace { old.rename(to: path + ".1") }
        file = try? OwnFile.open(path, appends: true)
    }
}
