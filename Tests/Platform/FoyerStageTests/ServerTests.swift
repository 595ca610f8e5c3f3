import FoyerPlatform
import FoyerServe
import FoyerStage
import Glibc
import TestSupport
import Testing

@Suite struct ServerTests {
    @Test func connectionsAreKept() async throws {
        try await DemoAssets.withServer { (server: StageServer) async throws in
            let peer = try RawPeer(port: server.port)
            // Three at once: answered in order.
            peer.send("HEAD \(DemoAssets.path(.icon, "tea")) HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
            peer.get("/v1/config")
            peer.get("/v1/apps/com.example.nowhere", "Connection: close\r\n")
            let (bytes, end) = peer.read()
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(end == .closed && text.split(separator: "HTTP/1.1 ").map { $0.prefix(3) } == ["200", "200", "404"])
            let log = server.withResponder { $0.requests }
            try #require(log.map(\.isDone) == [true, true, true] && log.map(\.method) == ["HEAD", "GET", "GET"])
            #expect(log[0].sent == 0 && log[1].sent > 0)
        }
    }

    @Test func bigPackageArrivesWhole() async throws {
        try await DemoAssets.withServer { (server: StageServer) async throws in
            let (answer, _) = try RawPeer.ask(port: server.port, DemoAssets.path(.package, "tea"))
            var responder = try DemoAssets.responder()
            #expect(answer.body == responder.get(DemoAssets.path(.package, "tea")).body)
        }
    }

    @Test func controlIsOnBothPorts() async throws {
        try await DemoAssets.withServer { (server: StageServer) async throws in
            for port in [server.port, server.controlPort] {
                #expect(try RawPeer.ask(port: port, "/stage").answer.status == 200)
            }
            #expect(try RawPeer.ask(port: server.controlPort, "/v1/config").answer.status == 404)
        }
    }

    /// A page of another site sends its Origin; a name of its own that is made to lead here is in Host.
    @Test func foreignPagesReachNeitherPlatformNorControl() async throws {
        try await DemoAssets.withServer { (server: StageServer) async throws in
            for port in [server.port, server.controlPort] {
                func status(_ head: String) throws -> Int? {
                    let peer = try RawPeer(port: port)
                    peer.send("\(head)Connection: close\r\n\r\n")
                    return RawAnswer(peer.read().bytes).status
                }
                for method in ["GET", "PUT", "DELETE"] {
                    let line = "\(method) /stage/faults HTTP/1.1\r\n"
                    for host in [
                        "evil.example", "evil.example:\(port)", "127.0.0.1:1", "127.0.0.1.evil.example:\(port)",
                    ] {
                        #expect(try status(line + "Host: \(host)\r\n") == 403)
                    }
                    let own = line + "Host: localhost:\(port)\r\n"
                    for origin in ["http://evil.example", "null", "http://localhost:1", "https://localhost:\(port)"] {
                        #expect(try status(own + "Origin: \(origin)\r\n") == 403)
                    }
                    #expect(try status(line) == 400)
                }
                #expect(
                    try status(
                        "GET /stage HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: http://localhost:\(port)\r\n") == 200
                )
            }
            // Nothing of it was answered by the platform, or changed it.
            #expect(server.withResponder { $0.requests }.isEmpty)
        }
    }

    @Test func refuseClosesTheListenerAndItComesBack() async throws {
        try await DemoAssets.withServer { (server: StageServer) async throws in
            let idle = try RawPeer(port: server.port)
            for _ in 0..<3 {
                let body = #"{"route":"*","fault":{"kind":"refuse"}}"#
                #expect(
                    try RawPeer.ask(port: server.controlPort, "/stage/faults", method: "PUT", body: body).answer.status
                        == 200)
                #expect(throws: RawPeer.Refused.self) { try RawPeer(port: server.port) }
                #expect(
                    try RawPeer.ask(port: server.controlPort, "/stage/faults", method: "DELETE").answer.status == 204)
                #expect(try RawPeer.ask(port: server.port, "/v1/config").answer.status == 200)
            }
            #expect(idle.read().end != .open)
        }
    }

    /// Otherwise the system may give the port to another process, and connections are not refused, or cannot be resumed.
    @Test func aRefusingPortIsNobodyElses() async throws {
        try await DemoAssets.withServer { (server: StageServer) async throws in
            let body = #"{"route":"*","fault":{"kind":"refuse"}}"#
            _ = try RawPeer.ask(port: server.controlPort, "/stage/faults", method: "PUT", body: body)
            #expect(throws: RawPeer.Refused.self) { try RawPeer(port: server.port) }
            #expect(Self.bindError(server.port) == EADDRINUSE)
            #expect(Self.bindError(server.port, shares: true) == EADDRINUSE)
        }
    }

    /// - Parameter shares: whether it asks for the port as servers do, which may share one without a listener.
    private static func bindError(_ port: Int, shares: Bool = false) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var value: Int32 = shares ? 1 : 0
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &value, socklen_t(MemoryLayout<Int32>.size))
        var address = LoopbackPort.address(port)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == 0 ? 0 : errno
    }

    @Test func aTakenPortIsNamed() async throws {
        try await DemoAssets.withServer { (server: StageServer) async throws in
            let platform = try DemoAssets.platform.get()
            await #expect(throws: LoopbackError.portTaken(server.port)) {
                try await StageServer.start(platform: platform, port: server.port)
            }
        }
    }

    @Test func tooLargeAndTooOddAreRefused() async throws {
        try await DemoAssets.withServer { (server: StageServer) async throws in
            let large = String(repeating: "x", count: 2 * 1_024 * 1_024)
            let peer = try RawPeer(port: server.port)
            peer.send(
                "POST /v1/events HTTP/1.1\r\nHost: localhost:\(server.port)\r\nContent-Length: \(large.utf8.count)\r\n\r\n"
            )
            peer.send(large)
            #expect(RawAnswer(peer.read().bytes).status == 413)
            let odd = try RawPeer(port: server.port)
            odd.send("\u{1B}]0;hello\u{7}\r\n\r\n")
            #expect(RawAnswer(odd.read().bytes).status == 400)
        }
    }

    @Test func survivesPeersThatSayNothing() async throws {
        try await DemoAssets.withServer { (server: StageServer) async throws in
            var peers: [RawPeer] = []
            for index in 0..<160 {
                let peer = try RawPeer(port: server.port)
                if index % 2 == 0 { peer.send("GET /v1/config HTTP/1.1\r\nHost:") }
                peers.append(peer)
            }
            #expect(try RawPeer.ask(port: server.port, "/v1/config").answer.status == 200)
            #expect(peers[0].read().end != .open)
        }
    }

    @Test func survivesAStormOfGarbage() async throws {
        try await DemoAssets.withServer { (server: StageServer) async throws in
            var random = SplitMix64(seed: 7)
            let seeds = [
                "GET /v1/config HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n",
                "PUT /stage/faults HTTP/1.1\r\nContent-Length: 9\r\n\r\n{\"route\":",
                "POST /v1/events HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "GET \(DemoAssets.path(.package, "tea")) HTTP/1.1\r\nRange: bytes=1-2\r\n\r\n",
            ]
            for _ in 0..<200 {
                var bytes = Array(seeds[Int(random.next() % 4)].utf8)
                for _ in 0..<(random.next() % 8) {
                    bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() % 256)
                }
                let peer = try RawPeer(port: server.port)
                peer.send(bytes)
            }
            #expect(try RawPeer.ask(port: server.controlPort, "/stage/faults", method: "DELETE").answer.status == 204)
            #expect(try RawPeer.ask(port: server.port, "/v1/config").answer.status == 200)
        }
    }
}
