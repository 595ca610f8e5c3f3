import CTerminal
import FoyerCore
import Glibc

/// The socket on which a command reports that it is ready, in a private folder. Those of all commands are in one folder of
/// the user's, so that looking for leftovers reads no others.
///
/// It is read until the command ends, since senders would otherwise wait once the kernel's buffer is full.
final class NotifySocket: Sendable {
    /// The environment variable that libraries look for.
    static let variable = "NOTIFY_SOCKET"
    /// The number of messages to read at once.
    private static let mostAtOnce = 64

    let descriptor: Int32
    let path: String
    private let folder: String

    /// `nil` if none can be made: then the command has to be watched without it.
    init?() {
        guard let folder = Self.makeFolder(in: Self.parents) else { return nil }
        let path = folder + "/notify"
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0, Self.bind(descriptor, path) else {
            if descriptor >= 0 { close(descriptor) }
            rmdir(folder)
            return nil
        }
        (self.descriptor, self.path, self.folder) = (descriptor, path, folder)
        outer = getenv(Self.variable).map { String(cString: $0) }
        // After a signal has ended this process, nobody else would remove it.
        foyer_signals_remove_socket(path, folder)
    }

    deinit {
        close(descriptor)
        remove()
    }

    /// Removes it from the disk: this process may end before the last reference is gone.
    func remove() {
        unlink(path)
        rmdir(folder)
        foyer_signals_keep_socket(path)
    }

    /// The socket that this process itself was given: messages are forwarded to our own `NOTIFY_SOCKET`.
    private let outer: String?

    private func passOn(_ bytes: [UInt8]) {
        guard let outer, !outer.isEmpty, outer.utf8.count < 108 else { return }
        let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard sender >= 0 else { return }
        defer { close(sender) }
        _ = Self.withAddress(outer) { sendto(sender, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) >= 0 ? 0 : -1 }
    }

    /// The messages so far. An overlong one was cut, and is dropped.
    func receive() -> [NotifyMessage] {
        var messages: [NotifyMessage] = []
        for _ in 0..<Self.mostAtOnce {
            var length = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: NotifyMessage.longest) { buffer, count in
                length = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_TRUNC))
                count = min(max(length, 0), buffer.count)
            }
            if length < 0 { break }
            guard length <= NotifyMessage.longest else { continue }
            passOn(bytes)
            messages.append(NotifyMessage(bytes))
        }
        return messages
    }

    /// - Parameter parents: existing folders, best first.
    static func makeFolder(in parents: [String], disk: Disk = .real) -> String? {
        for parent in parents {
            guard let above = try? Folder.open(path: parent, makes: false, disk: disk),
                let own = try? above.makeFolder("foyer-\(geteuid())")
            else { continue }
            sweep(own.path)
            if let folder = try? Folder.makeTemporary(own.path + "/" + prefix) { return folder }
        }
        // Somebody else has taken the name everywhere.
        for parent in parents {
            if let folder = try? Folder.makeTemporary(parent + "/foyer-") { return folder }
        }
        return nil
    }

    private static let prefix = "run-"
    /// A younger empty folder may be about to get its socket.
    private static let youth = 60

    private static var parents: [String] {
        let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { (name: String) -> String? in
            getenv(name).map { String(cString: $0) }
        }
        // The address of a socket has room for 107 bytes.
        return (named + ["/tmp"]).filter { $0.hasPrefix("/") && $0.utf8.count <= 70 }
    }

    /// Removes sockets that killed processes have left in the user's own folder, with no listener any more.
    static func sweep(_ own: String) {
        for name in Folder.names(in: own) where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 {
            sweepFolder(own + "/" + name)
        }
    }

    private static func sweepFolder(_ folder: String) {
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            return
        }
        let path = folder + "/notify"
        var inside = stat()
        if lstat(path, &inside) == 0 {
            guard inside.st_mode & S_IFMT == S_IFSOCK, isDeaf(path) else { return }
            unlink(path)
        } else if status.st_mtim.tv_sec > time(nil) - youth {
            return
        }
        // If it contains anything else, it stays.
        rmdir(folder)
    }

    /// Whether nobody holds the socket any more.
    private static func isDeaf(_ path: String) -> Bool {
        let probe = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        return !withAddress(path) { connect(probe, $0, $1) } && errno == ECONNREFUSED
    }

    private static func bind(_ descriptor: Int32, _ path: String) -> Bool {
        withAddress(path) { Glibc.bind(descriptor, $0, $1) }
    }

    private static func withAddress(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            for (index, byte) in path.utf8.prefix(room.count - 1).enumerated() { room[index] = byte }
            // A name without a file.
            if path.hasPrefix("@") { room[0] = 0 }
        }
        let length = MemoryLayout<sa_family_t>.size + path.utf8.count + (path.hasPrefix("@") ? 0 : 1)
        return withUnsafeBytes(of: address) { bytes in
            bytes.baseAddress.map {
                call($0.assumingMemoryBound(to: sockaddr.self), socklen_t(length)) == 0
            } ?? false
        }
    }
}
