import FoyerCore
import Glibc

/// The socket on which a command says that it is ready, in a folder that is this user's alone.
///
/// It is read until the command ends: whoever sends more than the kernel holds would have to wait.
final class NotifySocket: Sendable {
    /// The variable by which libraries find it.
    static let variable = "NOTIFY_SOCKET"
    /// Messages that are read at once; others have their turn.
    private static let mostAtOnce = 64

    let descriptor: Int32
    let path: String
    private let folder: String

    /// `nil` where none can be made: the command then has to be watched alone.
    init?() {
        guard let folder = Self.makeFolder() else { return nil }
        let path = folder + "/notify"
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0, Self.bind(descriptor, path) else {
            if descriptor >= 0 { close(descriptor) }
            rmdir(folder)
            return nil
        }
        (self.descriptor, self.path, self.folder) = (descriptor, path, folder)
    }

    deinit {
        close(descriptor)
        remove()
    }

    /// Takes it off the disk: this process may end before the last owner has gone.
    func remove() {
        unlink(path)
        rmdir(folder)
    }

    /// This process's environment with the socket in it. A service manager's own watchdog is not the command's.
    var environment: [String] {
        var strings = ["\(Self.variable)=\(path)"]
        var next = environ
        while let string = next.pointee {
            let text = String(cString: string)
            if !["\(Self.variable)=", "WATCHDOG_USEC=", "WATCHDOG_PID="].contains(where: text.hasPrefix) {
                strings.append(text)
            }
            next += 1
        }
        return strings
    }

    /// What has come. A message that is too long is dropped: it was cut.
    func receive() -> [NotifyMessage] {
        var messages: [NotifyMessage] = []
        for _ in 0..<Self.mostAtOnce {
            var length = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: NotifyMessage.longest) { buffer, count in
                length = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_TRUNC))
                count = min(max(length, 0), buffer.count)
            }
            if length < 0 { break }
            if length <= NotifyMessage.longest { messages.append(NotifyMessage(bytes)) }
        }
        return messages
    }

    private static func makeFolder() -> String? {
        // The address of a socket has room for 107 bytes.
        let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { (name: String) -> String? in
            getenv(name).map { String(cString: $0) }
        }
        for base in named + ["/tmp"] where base.hasPrefix("/") && base.utf8.count <= 80 {
            guard let template = strdup(base + "/foyer-XXXXXX") else { return nil }
            defer { free(template) }
            if mkdtemp(template) != nil { return String(cString: template) }
        }
        return nil
    }

    private static func bind(_ descriptor: Int32, _ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            for (index, byte) in path.utf8.prefix(room.count - 1).enumerated() { room[index] = byte }
        }
        return withUnsafeBytes(of: address) { bytes in
            bytes.baseAddress.map {
                Glibc.bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
            } ?? false
        }
    }
}
