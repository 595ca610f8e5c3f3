import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport

@testable import FoyerPlatform

/// A server on loopback that sends exactly the bytes that a test gives it.
final class ScriptedServer: Sendable {
    let port: Int
    private let listener: Int32
    private let heard = Heard()
    private let isAccepting: Bool

    /// `script` runs on a thread of its own for each connection, with the connection's number from 0. The connection
    /// closes when it returns. Without a script, the server never accepts.
    init(_ script: (@Sendable (Peer, Int) -> Void)? = nil) {
        (listener, port) = Self.listen()
        isAccepting = script != nil
        guard let script else { return }
        let listener = listener
        let heard = heard
        _ = BlockingThread.start {
            var number = 0
            while true {
                let descriptor = accept(listener, nil, nil)
                if descriptor < 0 { break }
                let peer = Peer(descriptor) { head in heard.append(head) }
                let index = number
                number += 1
                _ = BlockingThread.start {
                    script(peer, index)
                    peer.close()
                }
            }
            close(listener)
        }
    }

    /// Answers every request with the same bytes and closes.
    convenience init(saying answer: String) {
        self.init { peer, _ in
            peer.readHead()
            peer.send(answer)
        }
    }

    deinit {
        // The accepting thread then closes it.
        if isAccepting { shutdown(listener, Int32(SHUT_RDWR)) } else { close(listener) }
    }

    /// Every head that was read, in order.
    var heads: [String] { heard.heads }

    private final class Heard: Sendable {
        private let list = Mutex<[String]>([])

        var heads: [String] { list.withLock { $0 } }

        func append(_ head: String) { list.withLock { $0.append(head) } }
    }

    func address(_ path: String = "/") -> WebAddress {
        guard let address = try? WebAddress("http://127.0.0.1:\(port)\(path)") else { fatalError("bad path \(path)") }
        return address
    }

    /// A port that refuses: this process holds it to its end and never listens, so that no other server gets it.
    static let closedPort = bind().port

    private static func listen() -> (Int32, Int) {
        let bound = bind()
        Glibc.listen(bound.descriptor, 16)
        return bound
    }

    private static func bind() -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = LoopbackPort.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = Glibc.bind(descriptor, generic, length)
                _ = getsockname(descriptor, generic, &length)
            }
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }
}

/// The server's end of one connection.
final class Peer: Sendable {
    private let descriptor: Int32
    private let hear: @Sendable (String) -> Void
    private let isOpen = Mutex(true)

    init(_ descriptor: Int32, hear: @escaping @Sendable (String) -> Void) {
        self.descriptor = descriptor
        self.hear = hear
    }

    /// Reads up to the blank line, and `body` bytes behind it.
    @discardableResult
    func readHead(body: Int = 0) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]), recv(descriptor, &byte, 1, 0) == 1 {
            bytes.append(byte)
        }
        for _ in 0..<body where recv(descriptor, &byte, 1, 0) == 1 { bytes.append(byte) }
        let head = String(decoding: bytes, as: UTF8.self)
        if !head.isEmpty { hear(head) }
        return head
    }

    /// So many bytes behind a head, fewer where the client ends.
    func readBody(_ count: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = bytes.withUnsafeMutableBytes {
            recv(descriptor, $0.baseAddress, count, Int32(MSG_WAITALL))
        }
        return String(decoding: bytes.prefix(max(0, received)), as: UTF8.self)
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// `false` once the client has gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Waits until the client closes, or for the time given. `true` when it has closed.
    @discardableResult
    func waitUntilGone(milliseconds: Int32 = 120_000) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) > 0 else { return false }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, 0) <= 0
    }

    /// Ends the connection with RST.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { Glibc.close(descriptor) }
    }
}

/// Requests as the tests make them: no random waits, and a deadline that only a hang reaches.
enum Network {
    static func transport(trust: DocumentTrust? = nil) -> HTTPTransport {
        var configuration = HTTPTransport.Configuration()
        configuration.trust = trust
        configuration.jitter = { 0 }
        return HTTPTransport(configuration)
    }

    static func request(
        _ address: WebAddress, bound: Int = TransferBounds.metadata, within time: Duration = .seconds(600)
    ) -> HTTPRequest {
        HTTPRequest(.get, address, bodyBound: bound, deadline: MonotonicClock.now + time)
    }

    static func failure(
        of server: ScriptedServer, bound: Int = TransferBounds.metadata, within time: Duration = .seconds(600)
    ) async -> TransferFailure.Kind? {
        let kind = await failure(of: server.address(), bound: bound, within: time)
        return withExtendedLifetime(server) { kind }
    }

    /// The failure that a request ends in; `nil` where it succeeds.
    static func failure(
        of address: WebAddress, bound: Int = TransferBounds.metadata, within time: Duration = .seconds(600),
        by transport: HTTPTransport = transport()
    ) async -> TransferFailure.Kind? {
        do throws(TransferFailure) {
            _ = try await transport.fetch(request(address, bound: bound, within: time))
            return nil
        } catch {
            return error.kind
        }
    }
}
