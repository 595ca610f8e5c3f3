import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import Testing

@testable import FoyerPlatform

/// Servers that misbehave in every way: each request ends in the right failure, and none hangs or accepts the response.
@Suite struct NetworkFaultTests {
    private static let short = Duration.milliseconds(250)

    @Test func refused() async throws {
        let address = try WebAddress("http://127.0.0.1:\(ScriptedServer.closedPort)/")
        #expect(await Network.failure(of: address) == .refused)
    }

    @Test func unknownHost() async throws {
        #expect(await Network.failure(of: try WebAddress("http://no-such-host.invalid/")) == .dns)
    }

    @Test func notTLS() async throws {
        let server = ScriptedServer { peer, _ in
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            peer.waitUntilGone()
        }
        let address = try WebAddress("https://127.0.0.1:\(server.port)/")
        #expect(await Network.failure(of: address) == .tls)
        withExtendedLifetime(server) {}
    }

    @Test func hangsBeforeAccepting() async {
        #expect(await Network.failure(of: ScriptedServer(), within: Self.short) == .timedOut)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"])
    func hangsAfter(beginning: String) async {
        let start = MonotonicClock.now
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send(beginning)
            peer.waitUntilGone()
        }
        #expect(await Network.failure(of: server, within: Self.short) == .timedOut)
        #expect(MonotonicClock.now - start >= Self.short)
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "HTTP/1.1 200 OK\r\nX: "])
    func tricklesAfter(beginning: String) async {
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send(beginning)
            while peer.send("x"), !peer.waitUntilGone(milliseconds: 5) {}
        }
        #expect(await Network.failure(of: server, within: Self.short) == .timedOut)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le"])
    func resetsBeforeTheBody(beginning: String) async {
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send(beginning)
            peer.reset()
        }
        #expect(await Network.failure(of: server) == .reset)
        #expect(server.heads.count == RetryRule.attempts)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
    ])
    func cutsTheBody(answer: String) async {
        let server = ScriptedServer(saying: answer)
        #expect(await Network.failure(of: server) == .cut)
        #expect(server.heads.count == RetryRule.attempts)
    }

    @Test func resetsInTheBody() async {
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            peer.reset()
        }
        let kind = await Network.failure(of: server)
        // A reset can overtake what was sent before it.
        #expect(kind == .cut || kind == .reset)
    }

    @Test(arguments: [
        "garbage\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: 2, 1\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello",
    ])
    func speaksNoHTTP(answer: String) async {
        let server = ScriptedServer(saying: answer)
        #expect(await Network.failure(of: server) == .garbage)
        #expect(server.heads.count == 1)
    }

    @Test(arguments: ["9223372036854775807", "9223372036854775808", "99999999999999999999999999", "1048577"])
    func declaresTooMuch(length: String) async {
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
            peer.waitUntilGone()
        }
        #expect(await Network.failure(of: server) == .tooLarge)
    }

    @Test(arguments: ["", "Transfer-Encoding: chunked\r\n"])
    func neverEndsItsBody(field: String) async {
        let sent = Mutex(0)
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\n\(field)\r\n")
            var framed = chunk
            if !field.isEmpty {
                framed.insert(contentsOf: "10000\r\n".utf8, at: 0)
                framed.append(contentsOf: "\r\n".utf8)
            }
            while peer.send(framed) { sent.withLock { $0 += chunk.count } }
        }
        #expect(await Network.failure(of: server, bound: 100_000) == .tooLarge)
        // Nothing was read beyond what the kernel buffers in sockets.
        #expect(sent.withLock { $0 } < 32 * 1024 * 1024)
    }

    @Test(arguments: ["X: y\r\n", "x", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n"])
    func neverEndsItsHead(piece: String) async {
        let isInterim = piece.hasPrefix("HTTP/")
        let flood = String(repeating: piece, count: 1000)
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send(isInterim ? "" : "HTTP/1.1 200 OK\r\nY: ")
            while peer.send(flood) {}
        }
        #expect(await Network.failure(of: server) == .headerTooLarge)
    }

    /// curl would say that memory has run out.
    @Test func anEndlessLineIsNamedForWhatItIs() async throws {
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nY: ")
            let flood = String(repeating: "x", count: 100_000)
            while peer.send(flood) {}
        }
        let error = await #expect(throws: TransferFailure.self) {
            try await Network.transport().fetch(Network.request(server.address()))
        }
        #expect(error?.sentence == "127.0.0.1 sent heads over 65536 bytes or 4000 lines")
    }

    /// Many lines, long lines, and a line without an end: versions of curl have bounds of their own for each.
    @Test(arguments: ["X: y\r\n", "X: " + String(repeating: "y", count: 1000) + "\r\n", "x"])
    func floodsItsTrailers(piece: String) async {
        let flood = String(repeating: piece, count: 1000)
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n")
            while peer.send(flood) {}
        }
        #expect(await Network.failure(of: server) == .headerTooLarge)
        #expect(server.heads.count == 1)
    }

    @Test(arguments: [
        "/", "file:///etc/passwd", "ftp://127.0.0.1/", "http://user:word@127.0.0.1/", "http://h/ x", "dict://x/",
    ])
    func redirectsWhereItMayNot(location: String) async {
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 5\r\n\r\n")
            peer.waitUntilGone()
        }
        #expect(await Network.failure(of: server) == .badRedirect)
        #expect(server.heads.count == (location == "/" ? TransferBounds.redirects + 1 : 1))
    }
}
