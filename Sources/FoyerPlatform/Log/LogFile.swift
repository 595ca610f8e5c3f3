import FoyerSystem
import Glibc
import Synchronization

/// The log: one file that only grows at its end, and the one before it. It never fails the program: what cannot be
/// written is lost.
public final class LogFile: Sendable {
    /// Bytes at which the file becomes `….1` and a new one begins.
    public static let bound: Int64 = 1024 * 1024
    /// Bytes of one line; what is beyond is cut.
    static let longestLine = 8 * 1024

    private let places: Places
    private let path: String
    private let bound: Int64
    private let descriptor = Mutex<Int32>(-1)

    /// Opens nothing yet: the first line does.
    public convenience init(_ places: Places) {
        self.init(places, bound: Self.bound)
    }

    init(_ places: Places, bound: Int64) {
        self.places = places
        self.bound = bound
        path = places.logFile
    }

    deinit {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
        }
    }

    /// Appends one line. The text is safe already.
    func append(_ text: String) {
        var line = Array(text.utf8.prefix(Self.longestLine - 1))
        line.append(UInt8(ascii: "\n"))
        descriptor.withLock { descriptor in
            guard prepare(&descriptor, room: Int64(line.count)) else { return }
            // One write: lines of several processes do not mix.
            _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    /// Sees to it that the descriptor is the file at the path, with room for another line.
    private func prepare(_ descriptor: inout Int32, room: Int64) -> Bool {
        if descriptor < 0 {
            guard (try? places.make(places.state)) != nil else { return false }
            descriptor = Self.openFile(path)
        }
        guard descriptor >= 0, let size = SmallFile.regularSize(descriptor) else { return false }
        if size + room <= bound { return true }
        // Whoever has the lock moves the file, or is stopped: nobody waits for that, and the line goes where it went.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return true }
        // Another process may have moved it already: then only the new file is missing.
        if isStill(descriptor) { rename(path, path + ".1") }
        close(descriptor)
        descriptor = Self.openFile(path)
        return descriptor >= 0
    }

    private func isStill(_ descriptor: Int32) -> Bool {
        var ours = stat()
        var theirs = stat()
        return fstat(descriptor, &ours) == 0 && lstat(path, &theirs) == 0 && ours.st_ino == theirs.st_ino
            && ours.st_dev == theirs.st_dev
    }

    /// A regular file of the user's own, private; -1 for anything else.
    private static func openFile(_ path: String) -> Int32 {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { return -1 }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
            status.st_uid == geteuid()
        else {
            close(descriptor)
            return -1
        }
        if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
        return descriptor
    }
}
