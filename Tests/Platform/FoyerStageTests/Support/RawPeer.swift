import Glibc
import TestSupport

/// A bare blocking socket on loopback: sees exactly what is on the wire.
final class RawPeer {
    enum End: Equatable {
        case closed, reset
        /// Nothing came for the given time, and the connection is still there.
        case open
        /// As many bytes as were asked for have come.
        case enough
    }

    struct Refused: Error {}

    private let descriptor: Int32
    private let port: Int

    init(port: Int) throws {
        self.port = port
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = LoopbackPort.address(port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // `deinit` closes the descriptor of a peer that was refused too.
        guard result == 0 else { throw Refused() }
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    func get(_ target: String, _ headers: String = "") {
        send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)\r\n")
    }

    /// Reads until the end, `limit` bytes, or `silence` milliseconds without any.
    func read(limit: Int = 64 * 1_024 * 1_024, silence: Int32 = 10_000) -> (bytes: [UInt8], end: End) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256 * 1_024)
        while bytes.count < limit {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, silence) == 0 { return (bytes, .open) }
            let wanted = min(buffer.count, limit - bytes.count)
            let count = recv(descriptor, &buffer, wanted, 0)
            if count == 0 { return (bytes, .closed) }
            if count < 0 { return (bytes, errno == ECONNRESET ? .reset : .closed) }
            bytes += buffer[..<count]
        }
        return (bytes, .enough)
    }
}

/// An answer taken apart.
struct RawAnswer {
    let head: String
    let body: [UInt8]

    init(_ bytes: [UInt8]) {
        let mark = Array("\r\n\r\n".utf8)
        let place = bytes.indices.first { bytes[$0...].starts(with: mark) } ?? bytes.count
        head = String(decoding: bytes[..<place], as: UTF8.self)
        body = Array(bytes.dropFirst(place + 4))
    }

    var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }

    subscript(name: String) -> String? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ":") }
            .map { String($0.drop { $0 != ":" }.dropFirst(2)) }
    }
}

extension RawPeer {
    /// One request on a connection of its own, closed afterwards.
    static func ask(
        port: Int, _ target: String, method: String = "GET", body: String = "", headers: String = ""
    ) throws -> (answer: RawAnswer, end: End) {
        let peer = try RawPeer(port: port)
        peer.send(
            "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(headers)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let (bytes, end) = peer.read()
        return (RawAnswer(bytes), end)
    }
}
