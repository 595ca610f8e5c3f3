import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform
@testable import FoyerServe

@Suite struct ShortcutsServerTests {
    private let shortcut: Shortcut

    init() throws {
        let icon = try #require(ShortcutPicture.standard)
        shortcut = try Shortcut(title: "Tea <House>", link: "foyer://page/view1", scheme: "foyer", icon: icon)
    }

    private func start(
        asDataURI: Bool = false, port: Int? = nil, limits: ShortcutServer.Limits = .init()
    ) async throws(ShortcutError) -> ShortcutServer {
        try await ShortcutServer.start(
            ShortcutPage(shortcut, language: .english), asDataURI: asDataURI, port: port, limits: limits)
    }

    /// A connection to a port on loopback.
    private static func connect(_ port: Int) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = LoopbackPort.address(port)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status == 0 { return descriptor }
        close(descriptor)
        return -1
    }

    /// The server's whole response to these bytes; `nil` if nothing listens.
    private func say(_ text: String, to server: ShortcutServer) async -> String? {
        let port = server.port
        return await BlockingThread.run {
            let descriptor = Self.connect(port)
            guard descriptor >= 0 else { return nil }
            let peer = Peer(descriptor) { _ in }
            defer { peer.close() }
            peer.send(text)
            var heard: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            while case let count = recv(descriptor, &piece, piece.count, 0), count > 0 { heard += piece[..<count] }
            return String(decoding: heard, as: UTF8.self)
        }
    }

    private func path(of server: ShortcutServer) -> String {
        String(server.address.dropFirst("http://127.0.0.1:\(server.port)".count))
    }

    private func get(_ server: ShortcutServer, method: String = "GET", path: String? = nil, host: String? = nil) async
        -> String
    {
        let target = path ?? self.path(of: server)
        let host = host ?? "127.0.0.1:\(server.port)"
        return await say("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n", to: server) ?? ""
    }

    @Test func thePageIsServedUnderItsSecretAlone() async throws {
        let server = try await start()
        let answer = await get(server)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        for field in [
            "X-Content-Type-Options: nosniff", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
            "Content-Security-Policy: default-src 'none'; script-src 'nonce-", "Connection: close",
        ] { #expect(answer.contains("\r\n" + field)) }
        #expect(answer.contains("<title>Tea &lt;House&gt;</title>"))
        #expect(answer.hasSuffix("</html>\n"))
        #expect(await get(server, path: "/").hasPrefix("HTTP/1.1 404 "))
        #expect(await get(server, host: "evil.example").hasPrefix("HTTP/1.1 403 "))
        #expect(await get(server, host: "127.0.0.1:\(server.port)/x").hasPrefix("HTTP/1.1 400 "))
        #expect(await get(server, method: "PUT").hasPrefix("HTTP/1.1 405 "))
        #expect(await get(server, method: "STEAL").hasPrefix("HTTP/1.1 501 "))
        let abroad = "127.0.0.1:\(server.port)\r\nOrigin: https://evil.example"
        #expect(await get(server, host: abroad).hasPrefix("HTTP/1.1 403 "))
        #expect(await get(server, host: "localhost:\(server.port)").hasPrefix("HTTP/1.1 200 "))
        await server.stop()
    }

    @Test func aHeadHasNoBody() async throws {
        let server = try await start()
        let answer = await get(server, method: "HEAD")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
        #expect(!answer.contains("Content-Length: 0\r\n"))
        await server.stop()
    }

    @Test func theAddressOfTheDocumentIsARedirect() async throws {
        let server = try await start(asDataURI: true)
        let answer = await get(server)
        #expect(answer.hasPrefix("HTTP/1.1 301 Moved Permanently\r\n"))
        #expect(answer.contains("\r\nLocation: data:text/html;base64,"))
        await server.stop()
    }

    @Test func secretsDiffer() async throws {
        let first = try await start()
        let second = try await start()
        #expect(first.address.suffix(32) != second.address.suffix(32))
        #expect(first.address.suffix(33).first == "/")
        await first.stop()
        await second.stop()
    }

    @Test func aTakenPortIsNamed() async throws {
        let first = try await start()
        await #expect(throws: ShortcutError.portTaken(first.port)) { try await start(port: first.port) }
        await #expect(throws: ShortcutError.self) { try await start(port: 70_000) }
        await first.stop()
    }

    @Test func halfOpenPeersKeepNobodyOut() async throws {
        let server = try await start()
        let sockets = (0..<100).map { _ in Self.connect(server.port) }
        #expect(!sockets.contains(-1))
        for socket in sockets.prefix(50) { _ = send(socket, "GET /", 5, Int32(MSG_NOSIGNAL)) }
        #expect(await get(server).hasPrefix("HTTP/1.1 200 OK\r\n"))
        for socket in sockets { close(socket) }
        await server.stop()
    }

    @Test(arguments: [
        ("\u{16}\u{03}\u{01}", 501), ("GET\r\n\r\n", 501), ("\r\n\r\nHTTP", 501),
        ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400), ("STEAL / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
    ])
    func garbageIsRefused(_ bytes: String, status: Int) async throws {
        let server = try await start()
        let answer = try #require(await say(bytes, to: server))
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
        #expect(await get(server).hasPrefix("HTTP/1.1 200 OK\r\n"))
        await server.stop()
    }

    @Test func aBodyBehindTheHeadDoesNotCutTheAnswer() async throws {
        let server = try await start()
        let body = String(repeating: "x", count: 100_000)
        let answer = await say(
            "POST \(path(of: server)) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", to: server)
        #expect(answer?.hasPrefix("HTTP/1.1 405 ") == true)
        await server.stop()
    }

    @Test func itEndsAtItsTimeLimit() async throws {
        var limits = ShortcutServer.Limits()
        limits.time = .milliseconds(20)
        let server = try await start(limits: limits)
        #expect(await server.waitUntilEnded() == .timeLimit)
        // A process that another test is starting may hold a copy of the socket, and take the connection, for a moment.
        #expect(await get(server) == "")
    }

    @Test func itEndsSomeTimeAfterThePageWasFetched() async throws {
        var limits = ShortcutServer.Limits()
        limits.afterFetch = .milliseconds(20)
        let server = try await start(limits: limits)
        #expect(await get(server).hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(await server.waitUntilEnded() == .fetched)
    }

    @Test func stoppingEndsIt() async throws {
        let server = try await start()
        let silent = Self.connect(server.port)
        await server.stop()
        #expect(await server.waitUntilEnded() == .stopped)
        var byte: UInt8 = 0
        #expect(recv(silent, &byte, 1, 0) <= 0)
        close(silent)
    }
}
