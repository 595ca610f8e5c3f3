import Glibc
import TestSupport

/// One request to a server on this machine, over one connection.
enum LoopbackExchange {
    /// - Throws: where the server is not there or does not answer within the session's patience.
    static func perform(port: UInt16, request: String) throws -> (status: Int, body: [UInt8]) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var patience = timeval(tv_sec: Int(TerminalSession.patience.components.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = LoopbackPort.address(port)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        let bytes = Array(request.utf8)
        guard isConnected, send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw SessionFailure(description: "nobody takes \(request): errno \(errno)")
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { answer += buffer[..<count] }
        return try parse(answer, of: request)
    }

    private static func parse(_ answer: [UInt8], of request: String) throws -> (status: Int, body: [UInt8]) {
        let blank = Array("\r\n\r\n".utf8)
        guard let end = answer.indices.first(where: { answer[$0...].starts(with: blank) }),
            let status = Int(String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self))
        else { throw SessionFailure(description: "no answer to \(request)") }
        return (status, Array(answer[(end + blank.count)...]))
    }
}

/// A server that accepts only when told to, so that clients wait. It reports when a client has arrived.
final class LoopbackListener {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        var address = LoopbackPort.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else { throw SessionFailure(description: "no port: errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Waits for a caller, takes its request, and answers 200.
    ///
    /// - Returns: the request's body.
    func takeRequest() throws -> [UInt8] {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Int32(TerminalSession.patience.components.seconds * 1000)) > 0 else {
            throw SessionFailure(description: "nobody calls")
        }
        let caller = accept(descriptor, nil, nil)
        defer { close(caller) }
        var request: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let blank = Array("\r\n\r\n".utf8)
        while case let count = read(caller, &buffer, buffer.count), count > 0 {
            request += buffer[..<count]
            guard let head = request.firstRange(of: blank) else { continue }
            let length =
                String(decoding: request[..<head.lowerBound], as: UTF8.self).lowercased()
                .split(separator: "content-length: ").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
            guard request.count - head.upperBound >= length else { continue }
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
            _ = send(caller, answer, answer.count, Int32(MSG_NOSIGNAL))
            return Array(request[head.upperBound...])
        }
        throw SessionFailure(description: "no whole request")
    }

    var hasCaller: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }
}
