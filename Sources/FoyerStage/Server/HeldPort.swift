import Glibc

/// A port of 127.0.0.1 that stays reserved for this process while nobody listens there: while connections are refused,
/// the system must not give it to another socket.
final class HeldPort: Sendable {
    let number: Int
    private let descriptor: Int32

    /// - Parameter wanted: 0 for any free port.
    /// - Throws: ``StageError/portTaken(_:)``, ``StageError/cannotListen(port:reason:)``.
    init(_ wanted: Int) throws(StageError) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure(wanted) }
        // Connections that have ended keep a port for a minute from whoever would not share it.
        Self.share(descriptor, true)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(truncatingIfNeeded: wanted).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        guard result == 0 else {
            let error = Self.failure(wanted)
            close(descriptor)
            throw error
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        setShared(false)
    }

    /// Whether a listener may have the port as well. Anybody's could, so it is shared only while ours takes it.
    func setShared(_ isShared: Bool) { Self.share(descriptor, isShared) }

    private static func share(_ descriptor: Int32, _ isShared: Bool) {
        var value: Int32 = isShared ? 1 : 0
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    private static func failure(_ port: Int) -> StageError {
        errno == EADDRINUSE ? .portTaken(port) : .cannotListen(port: port, reason: String(cString: strerror(errno)))
    }
}
