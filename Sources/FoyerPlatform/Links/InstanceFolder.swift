import FoyerCore
import FoyerSystem
import Glibc

/// The folder that holds the instance's socket, open and validated. Its lock is the right to be the one instance: the
/// kernel gives it to one process, and takes it back from one that was killed.
///
/// The folder is locked rather than a file in it, since cleaners of temporary files keep off a locked folder.
final class InstanceFolder: Sendable {
    static let socketName = "instance.socket"

    let path: String
    private let folder: Folder

    /// Makes the folder where it is missing. What was validated stays what is used, whatever becomes of the path.
    init(_ places: Places) throws(InstanceError) {
        path = places.runtime
        do throws(PlaceFailure) { try places.makeRuntime() } catch { throw .folder(error) }
        do throws(DiskError) {
            folder = try Folder.open(path: places.runtime, makes: false, disk: .real)
        } catch {
            throw .folder(PlaceFailure(places.runtime, errno: error.code))
        }
        guard isStillThere, folder.isPrivate else {
            throw .folder(PlaceFailure(places.runtime, errno: EPERM, .isNotPrivate))
        }
    }

    /// Whether this process has the folder's lock now; never waits.
    func tryLock() throws(InstanceError) -> Bool {
        do throws(DiskError) { return try folder.tryLock(exclusive: true) } catch {
            throw .system(operation: "take the lock", folder: path, code: error.code)
        }
    }

    func unlock() { folder.unlock() }

    // MARK: - Starting in a window

    /// Holds a file for a start that is under way, with the instant of its beginning. The folder's lock is held while
    /// that is looked at.
    private static let startFolder = "start"

    /// Takes on the start of an instance elsewhere: one process at a time may, so that many that want one at once open
    /// one window. Never waits.
    ///
    /// - Parameters:
    ///   - now: asked while nobody else can begin a start: one that was begun later than now is from before the
    ///     machine's own start.
    ///   - patience: how long a start may take; one that was begun earlier has come to nothing.
    /// - Returns: `nil` where another process is at it, or an instance can be reached already.
    func takeStart(
        at now: () -> Instant = { MonotonicClock.now }, patience: Duration
    ) throws(InstanceError) -> InstanceStart? {
        do throws(DiskError) {
            let folder = try folder.makeFolder(Self.startFolder)
            guard try folder.tryLock(exclusive: true) else { return nil }
            let now = now()
            let marks = try folder.entries().map(\.name)
            for mark in marks {
                if let since = Self.instant(of: mark, in: folder), (since..<since + patience).contains(now) {
                    return nil
                }
            }
            // Whoever has become the instance has ended its start, and listens.
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

    /// An instance is there, or will not come: the next one that wants to may start it. Does nothing where the start
    /// has been given up meanwhile, and another begun.
    func end(_ start: InstanceStart) {
        try? folder.remove("\(Self.startFolder)/\(start.token)")
    }

    private static func instant(of mark: String, in folder: Folder) -> Instant? {
        guard let bytes = try? folder.file(mark).readAll(limit: 32) else { return nil }
        return Int64(String(decoding: bytes, as: UTF8.self)).map { Instant(nanoseconds: $0) }
    }

    // MARK: - The socket

    /// Whether the path still leads here, itself and not by a link.
    var isStillThere: Bool { folder.isInPlace }

    /// A socket that listens, 0600 from its first moment, in place of whatever a killed process left.
    func listen(backlog: Int32) throws(InstanceError) -> Int32 {
        let listener = try UnixSocket.make().get { self.failure("make a socket", $0) }
        // The mode of the socket is that of the file to be.
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

    /// A socket that is connected to the instance; `nil` where nobody listens at this moment.
    func connect() throws(InstanceError) -> Int32? {
        let socket = try UnixSocket.make().get { self.failure("make a socket", $0) }
        if UnixSocket.withAddress(socketPath, { Glibc.connect(socket, $0, $1) }) == 0 { return socket }
        let code = errno
        close(socket)
        // EAGAIN: more wait than the instance lets wait.
        if [ENOENT, ECONNREFUSED, EAGAIN, EINTR].contains(code) { return nil }
        throw failure("connect to \(Self.socketName)", code)
    }

    func removeSocket() {
        try? folder.remove(Self.socketName)
    }

    /// By way of the descriptor: a path of any length, and the folder that was validated.
    private var socketPath: String { "/proc/self/fd/\(folder.descriptor)/\(Self.socketName)" }

    private func failure(_ operation: String, _ code: Int32) -> InstanceError {
        .system(operation: operation, folder: path, code: code)
    }
}
