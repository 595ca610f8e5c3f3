import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// The folder that holds the instance's socket, open and validated. Whoever holds its lock is the instance: the kernel
/// gives it to one process, and releases it when that process dies.
///
/// The folder is locked rather than a file in it, since programs that clean up temporary files leave locked folders
/// alone.
final class InstanceFolder: Sendable {
    static let socketName = "instance.socket"

    let path: String
    private let folder: Folder

    /// Makes the folder if it is missing. The validated folder stays in use, whatever happens to the path.
    init(_ places: Places, disk: Disk = .real) throws(InstanceError) {
        path = places.runtime
        do { try places.makeRuntime() } catch { throw .folder(error) }
        do {
            folder = try Folder.open(path: places.runtime, makes: false, disk: disk)
        } catch {
            throw .folder(DiskError(.use, places.runtime, error.code))
        }
        guard isStillThere, folder.isPrivate else {
            throw .folder(DiskError(.use, places.runtime, EPERM, .other(.isNotPrivate)))
        }
    }

    /// Whether this process has the folder's lock now; never waits.
    func tryLock() throws(InstanceError) -> Bool {
        do { return try folder.tryLock(exclusive: true) } catch {
            throw .system(operation: "take the lock", folder: path, code: error.code)
        }
    }

    func unlock() { folder.unlock() }

    // MARK: - Starting in a window

    /// Holds a file for each start under way, with the instant at which it began. The folder is locked while it is
    /// inspected.
    private static let startFolder = "start"

    /// Claims the start of an instance elsewhere. Only one process at a time can, so that many callers open only one
    /// window. Never waits.
    ///
    /// - Parameters:
    ///   - now: asked while nobody else can begin a start: a start later than this dates from before the machine
    ///     booted.
    ///   - patience: how long a start may take; an older one has failed.
    /// - Returns: `nil` if another process has claimed it, or an instance can already be reached.
    func takeStart(
        at now: () -> Instant = { MonotonicClock.now }, patience: Duration
    ) throws(InstanceError) -> InstanceStart? {
        do {
            let folder = try folder.makeFolder(Self.startFolder)
            guard try folder.tryLock(exclusive: true) else { return nil }
            let now = now()
            let marks = try folder.entries().map(\.name)
            for mark in marks {
                if let since = Self.instant(of: mark, in: folder), (since..<since + patience).contains(now) {
                    return nil
                }
            }
            // The process that has become the instance has ended its start, and listens.
            if let socket = try? connect() {
                close(socket)
                return nil
            }
            for mark in marks { try folder.removeTree(mark) }
            let start = InstanceStart()
            try folder.replace(start.token, with: Array("\(now.nanoseconds)".utf8))
            return start
        } catch {
            throw failure("begin a start", error.code)
        }
    }

    /// The instance is running, or will not come: the next caller may start one. Does nothing if this start has been
    /// given up and another has begun.
    func end(_ start: InstanceStart) {
        try? folder.remove("\(Self.startFolder)/\(start.token)")
    }

    private static func instant(of mark: String, in folder: Folder) -> Instant? {
        guard let bytes = try? folder.file(mark).readAll(limit: 32) else { return nil }
        return Int64(String(decoding: bytes, as: UTF8.self)).map { Instant(nanoseconds: $0) }
    }

    // MARK: - The socket

    /// Whether the path still leads to this folder, and not by a link.
    var isStillThere: Bool { folder.isInPlace }

    /// A listening socket with mode 0600 from the beginning, in place of anything that a killed process left.
    func listen(backlog: Int32) throws(InstanceError) -> Int32 {
        let listener = try makeSocket()
        // The socket's mode becomes that of the file.
        fchmod(listener, 0o600)
        try? folder.removeTree(Self.socketName)
        guard UnixSocket.withAddress(socketPath, { bind(listener, $0, $1) }) == 0,
            Glibc.listen(listener, backlog) == 0
        else {
            let code = errno
            close(listener)
            throw failure("listen on \(Self.socketName)", code)
        }
        return listener
    }

    /// A socket connected to the instance; `nil` if nobody listens at this moment.
    func connect() throws(InstanceError) -> Int32? {
        let socket = try makeSocket()
        if UnixSocket.withAddress(socketPath, { Glibc.connect(socket, $0, $1) }) == 0 { return socket }
        let code = errno
        close(socket)
        // EAGAIN: the instance's queue is full.
        if [ENOENT, ECONNREFUSED, EAGAIN, EINTR].contains(code) { return nil }
        throw failure("connect to \(Self.socketName)", code)
    }

    func removeSocket() {
        try? folder.remove(Self.socketName)
    }

    /// Through the descriptor, which works for paths of any length and leads to the validated folder.
    private var socketPath: String { "/proc/self/fd/\(folder.descriptor)/\(Self.socketName)" }

    private func makeSocket() throws(InstanceError) -> Int32 {
        let socket = UnixSocket.make()
        guard socket >= 0 else { throw failure("make a socket", errno) }
        return socket
    }

    private func failure(_ operation: String, _ code: Int32) -> InstanceError {
        .system(operation: operation, folder: path, code: code)
    }
}
