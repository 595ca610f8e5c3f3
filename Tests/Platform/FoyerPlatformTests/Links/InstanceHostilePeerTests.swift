import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

/// Peers that break the protocol.
@Suite struct InstanceHostilePeerTests {
    private let folder = TemporaryFolder()
    private var places: Places { Places { $0 == "XDG_RUNTIME_DIR" ? folder.path : nil } }
    private let requests = Requests()

    private final class Requests: Sendable {
        let list = Mutex<[InstanceRequest]>([])
    }

    private func serving(patience: Duration = .seconds(60)) throws -> InstanceServer {
        let home = try InstanceFolder(places)
        #expect(try home.tryLock())
        let server = try InstanceServer(home, patience: patience)
        let requests = requests
        try server.serve { request in
            requests.list.withLock { $0.append(request) }
            return .delivered(route: "/here")
        }
        return server
    }

    private func connected() throws -> Int32 {
        let home = try InstanceFolder(places)
        return try #require(try home.connect())
    }

    private func say(_ bytes: [UInt8], on socket: Int32) {
        #expect(bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } == bytes.count)
    }

    /// Waits for the end of the instance's answer.
    private func hear(_ socket: Int32) -> [UInt8]? {
        var heard: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1_024)
        let deadline = MonotonicClock.now + .seconds(600)
        while UnixSocket.wait(socket, Int32(POLLIN), until: deadline) {
            let count = recv(socket, &piece, piece.count, 0)
            if count <= 0 { return heard }
            heard += piece[..<count]
        }
        return nil
    }

    private func expectServed() throws {
        guard
            case .answered(.delivered("/here")) = try Instance.deliver(
                InstanceRequest(link: "foyer://a"), places, patience: .seconds(600))
        else {
            Issue.record("not served")
            return
        }
    }

    @Test func halfOpenPeersKeepNobodyOut() throws {
        let server = try serving()
        defer { server.close() }
        let sockets = try (0..<50).map { _ in try connected() }
        defer { for socket in sockets { close(socket) } }
        for socket in sockets.prefix(25) { say(Array("{\"foyer\":1,".utf8), on: socket) }
        try expectServed()
    }

    @Test func moreThanThereArePlacesForKeepNobodyOut() throws {
        let server = try serving()
        defer { server.close() }
        let sockets = try (0..<100).map { _ in try connected() }
        defer { for socket in sockets { close(socket) } }
        try expectServed()
        // The oldest made room.
        #expect(hear(sockets[0]) == [])
    }

    @Test func aSilentPeersTimeIsUp() throws {
        let server = try serving(patience: .milliseconds(20))
        defer { server.close() }
        let socket = try connected()
        defer { close(socket) }
        #expect(hear(socket) == [])
        try expectServed()
    }

    static let refused: [[UInt8]] = [
        Array("\n".utf8), Array("{}\n".utf8), Array("GET / HTTP/1.1\r\n\r\n".utf8),
        Array("{\"foyer\":2,\"link\":\"foyer://a\"}\n".utf8), Array("{\"foyer\":1,\"link\":7}\n".utf8),
        Array("{\"foyer\":1,\"link\":\"foyer://a\"}\n{\"foyer\":1}\n".utf8),
        [UInt8](repeating: 0x20, count: InstanceMessage.maxLength + 1), [0xFF, 0xFE, 0x0A],
    ]

    @Test(arguments: refused) func whatIsNoRequestIsHungUpOn(_ bytes: [UInt8]) throws {
        let server = try serving()
        defer { server.close() }
        let socket = try connected()
        defer { close(socket) }
        say(bytes, on: socket)
        #expect(hear(socket) == [])
        #expect(requests.list.withLock { $0.isEmpty })
        try expectServed()
    }

    @Test func aRequestMayComeByteByByte() throws {
        let server = try serving()
        defer { server.close() }
        let socket = try connected()
        defer { close(socket) }
        let request = InstanceRequest(link: "foyer://page/view1")
        for byte in try #require(request.line) { say([byte], on: socket) }
        let heard = try #require(hear(socket))
        #expect(InstanceAnswer(reading: heard.dropLast()) == .delivered(route: "/here"))
        #expect(requests.list.withLock { $0 } == [request])
    }

    @Test func nothingIsCarriedOutForOneThatHasGone() throws {
        // It sends and leaves before anything listens.
        let home = try InstanceFolder(places)
        #expect(try home.tryLock())
        let server = try InstanceServer(home)
        defer { server.close() }
        let socket = try connected()
        say(try #require(InstanceRequest(link: "foyer://late").line), on: socket)
        close(socket)
        let requests = requests
        try server.serve { request in
            requests.list.withLock { $0.append(request) }
            return .delivered(route: "/here")
        }
        try expectServed()
        #expect(requests.list.withLock { $0.map(\.link) } == ["foyer://a"])
    }

    @Test func closingEndsEveryPeer() throws {
        let server = try serving()
        let socket = try connected()
        defer { close(socket) }
        server.close()
        #expect(hear(socket) == [])
    }
}
