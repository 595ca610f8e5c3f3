import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import Testing

@testable import FoyerPlatform

@Suite struct NetworkTransportTests {
    @Test func fetches() async throws {
        let server = ScriptedServer(
            saying: "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nAccept-Ranges: bytes\r\nContent-Length: 5\r\n\r\nhello, and more"
        )
        let response = try await Network.transport().fetch(Network.request(server.address("/a?b")))
        #expect(response.status == 200 && response.isSuccess)
        #expect(String(decoding: response.body, as: UTF8.self) == "hello")
        #expect(response.entityTag == "\"a\"")
        #expect(response.address == server.address("/a?b"))
        #expect(response.attempts == 1)
        let head = try #require(server.heads.first)
        #expect(head.hasPrefix("GET /a?b HTTP/1.1\r\n"))
        #expect(head.contains("User-Agent: foyer\r\n"))
        #expect(!head.lowercased().contains("accept-encoding"))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\nX: trailer\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.0 200\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
    ])
    func understandsEveryFraming(answer: String) async throws {
        let server = ScriptedServer(saying: answer)
        let response = try await Network.transport().fetch(Network.request(server.address()))
        #expect(String(decoding: response.body, as: UTF8.self) == "hello")
    }

    @Test(arguments: [204, 304])
    func takesNoBodyWhereNoneBelongs(status: Int) async throws {
        let server = ScriptedServer(saying: "HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\nhello")
        let response = try await Network.transport().fetch(Network.request(server.address()))
        #expect(response.status == status)
        #expect(response.body.isEmpty)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 451, 501, 505])
    func asksOnce(status: Int) async throws {
        let server = ScriptedServer(saying: "HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\nno")
        let response = try await Network.transport().fetch(Network.request(server.address("/x")))
        #expect(response.status == status)
        #expect(response.body == Array("no".utf8))
        #expect(server.heads.count == 1)
        #expect(throws: TransferFailure.self) { try response.requiringSuccess() }
    }

    @Test func triesAgain() async throws {
        let server = ScriptedServer { peer, number in
            peer.readHead()
            switch number {
            case 0: peer.reset()
            case 1:
                peer.send("HTTP/1.1 503 X\r\nRetry-After: 0\r\nContent-Length: 1000\r\n\r\n")
                peer.waitUntilGone()
            case 2: peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe")
            default: peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            }
        }
        let response = try await Network.transport().fetch(Network.request(server.address(), within: .seconds(20)))
        #expect(response.body == Array("hello".utf8))
        #expect(response.attempts == 4)
        #expect(server.heads.count == 4)
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504]) func asksFourTimes(status: Int) async throws {
        let server = ScriptedServer(saying: "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n")
        let response = try await Network.transport().fetch(Network.request(server.address()))
        #expect(response.status == status && response.attempts == 4)
        #expect(server.heads.count == 4)
    }

    /// On the wire, by the server's own clock.
    @Test func neverAsksBeforeRetryAfter() async throws {
        let arrivals = Mutex<[Instant]>([])
        let server = ScriptedServer { peer, number in
            arrivals.withLock { $0.append(MonotonicClock.now) }
            peer.readHead()
            peer.send(
                number == 0
                    ? "HTTP/1.1 429 X\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        _ = try await Network.transport().fetch(Network.request(server.address()))
        let times = arrivals.withLock { $0 }
        #expect(times.count == 2)
        #expect(try #require(times.last) - times[0] >= .seconds(1))
    }

    /// What waits for its next attempt ends with the transport, and is never made.
    @Test func neverAsksAfterClose() async throws {
        let transport = Network.transport()
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            // With a body to come the client hangs up, and waits.
            peer.send("HTTP/1.1 503 X\r\nRetry-After: 2\r\nContent-Length: 1000\r\n\r\n")
            peer.waitUntilGone()
            // From this thread: a task might have to wait for its turn until the two seconds are over.
            transport.close()
        }
        #expect(await Network.failure(of: server.address(), by: transport) == .cancelled)
        await transport.finish()
        // Longer than the wait that it was asked for.
        await BlockingThread.run { _ = poll(nil, 0, 2300) }
        #expect(server.heads.count == 1)
    }

    @Test func givesTheLastAnswerWhenItGivesUp() async throws {
        let server = ScriptedServer(saying: "HTTP/1.1 503 X\r\nContent-Length: 4\r\n\r\nlate")
        let response = try await Network.transport().fetch(Network.request(server.address(), within: .seconds(20)))
        #expect(response.status == 503 && response.attempts == 4)
        #expect(response.body == Array("late".utf8))
    }

    @Test func doesNotWaitBeyondTheDeadline() async throws {
        let server = ScriptedServer(saying: "HTTP/1.1 503 X\r\nRetry-After: 60\r\nContent-Length: 0\r\n\r\n")
        let request = Network.request(server.address(), within: .seconds(50))
        let response = try await Network.transport().fetch(request)
        #expect(response.status == 503 && response.attempts == 1)
    }

    @Test func mayBeToldNotToTryAgain() async throws {
        let server = ScriptedServer(saying: "HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n")
        var request = Network.request(server.address())
        request.mayRetry = false
        #expect(try await Network.transport().fetch(request).attempts == 1)
    }

    @Test func followsRedirects() async throws {
        let server = ScriptedServer { peer, number in
            peer.readHead()
            if number < 5 {
                peer.send("HTTP/1.1 302 X\r\nLocation: ../\(number)?q#f\r\nContent-Length: 7\r\n\r\n")
                peer.waitUntilGone()
            } else {
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let response = try await Network.transport().fetch(Network.request(server.address("/a/b")))
        #expect(response.address == server.address("/4?q"))
        #expect(server.heads.count == 6)
    }

    @Test func posts() async throws {
        let server = ScriptedServer { peer, _ in
            peer.readHead(body: 3)
            peer.send("HTTP/1.1 204 X\r\n\r\n")
        }
        var request = Network.request(server.address("/v1/events"))
        request.method = .post
        request.body = Array("a\u{0}b".utf8)
        request.fields = [HTTPField("Content-Type", "application/json")].compactMap { $0 }
        #expect(try await Network.transport().fetch(request).status == 204)
        let head = try #require(server.heads.first)
        #expect(head.hasPrefix("POST /v1/events HTTP/1.1\r\n"))
        #expect(head.contains("Content-Type: application/json\r\n"))
        #expect(head.hasSuffix("\r\n\r\na\u{0}b"))
    }

    @Test func cancellationClosesTheSocket() async {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let (gone, going) = AsyncStream<Bool>.makeStream()
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            beginning.yield()
            going.yield(peer.waitUntilGone())
        }
        let transport = Network.transport()
        let request = Network.request(server.address())
        let task = Task { () -> TransferFailure.Kind? in
            do throws(TransferFailure) {
                _ = try await transport.fetch(request)
                return nil
            } catch {
                return error.kind
            }
        }
        for await _ in begun { break }
        task.cancel()
        #expect(await task.value == .cancelled)
        for await isGone in gone {
            #expect(isGone)
            break
        }
    }

    @Test func cancelledBeforeItBegan() async {
        let transport = Network.transport()
        let request = Network.request(ScriptedServer().address())
        let task = Task { () -> TransferFailure.Kind? in
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(TransferFailure) {
                _ = try await transport.fetch(request)
                return nil
            } catch {
                return error.kind
            }
        }
        #expect(await task.value == .cancelled)
    }

    @Test func closingEndsEverything() async {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            beginning.yield()
            peer.waitUntilGone()
        }
        let transport = Network.transport()
        let request = Network.request(server.address())
        let first = Task { try await transport.fetch(request) }
        for await _ in begun { break }
        transport.close()
        await #expect(throws: TransferFailure.closed) { try await first.value }
        await #expect(throws: TransferFailure.closed) { try await transport.fetch(request) }
    }

    @Test func manyAtOnce() async throws {
        let server = ScriptedServer { peer, _ in
            while peer.readHead().hasPrefix("GET") {
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let transport = Network.transport()
        let request = Network.request(server.address())
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<60 { group.addTask { try await transport.fetch(request).body.count } }
            return try await group.reduce(0, +)
        }
        #expect(count == 120)
    }

    @Test func aSinkThatFailsEndsTheTransfer() async {
        struct FullDisk: BodySink {
            mutating func begin(
                _ head: ResponseHead, from address: WebAddress
            ) throws(TransferFailure) -> SinkDecision { .take }
            mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
                throw TransferFailure(.sinkFailed(errno: ENOSPC), "full")
            }
        }
        let server = ScriptedServer(saying: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        await #expect(throws: TransferFailure(.sinkFailed(errno: ENOSPC), "full")) {
            _ = try await Network.transport().transfer(Network.request(server.address()), into: FullDisk())
        }
        #expect(server.heads.count == 1)
    }
}
