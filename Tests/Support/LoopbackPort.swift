import Glibc

/// A port of 127.0.0.1.
public enum LoopbackPort {
    /// One that nothing listens on now; a program that is told to take it may find it taken.
    public static func free() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
            guard let start = bytes.bindMemory(to: sockaddr.self).baseAddress else { return -1 }
            return bind(descriptor, start, length) == 0 ? getsockname(descriptor, start, &length) : -1
        }
        guard bound == 0 else { throw Failure(errno: errno) }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    public static func address(_ port: some BinaryInteger) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return address
    }

    struct Failure: Error { let errno: Int32 }
}
