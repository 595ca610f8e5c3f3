import FoyerStage
import Testing

/// Each fault as a peer sees it, byte for byte.
@Suite struct FaultWireTests {
    static let target = DemoAssets.path(.package, "market")

    /// What a bare peer gets for one request under a fault.
    private func meet(
        _ fault: String, target: String = target, limit: Int = 64 * 1_024 * 1_024, silence: Int32 = 10_000
    ) async throws -> (bytes: [UInt8], end: RawPeer.End) {
        try await DemoAssets.withServer { server in
            let body = #"{"route":"*","app":"com.example.market","fault":\#(fault)}"#
            let told = try RawPeer.ask(port: server.controlPort, "/stage/faults", method: "PUT", body: body)
            #expect(told.answer.status == 200)
            let peer = try RawPeer(port: server.port)
            peer.get(target)
            return peer.read(limit: limit, silence: silence)
        }
    }

    private func whole() throws -> [UInt8] {
        var responder = try DemoAssets.responder()
        return responder.get(Self.target).body
    }

    @Test func delayComesBeforeTheFirstByte() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let (bytes, _) = try await meet(#"{"kind":"delay","seconds":0.2}"#, limit: 1)
        #expect(bytes.count == 1 && clock.now - start >= .milliseconds(200))
    }

    @Test func rateAndTrickleHoldBack() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let (bytes, _) = try await meet(#"{"kind":"rate","bytesPerSecond":200000}"#, limit: 30_000)
        #expect(bytes.count == 30_000 && clock.now - start >= .milliseconds(100))
        let slow = try await meet(#"{"kind":"trickle"}"#, silence: 300)
        #expect(slow.end == .open && RawAnswer(slow.bytes).body.count <= 1)
    }

    @Test func stallKeepsTheConnection() async throws {
        let (bytes, end) = try await meet(#"{"kind":"stall","at":5000}"#, silence: 200)
        let good = try whole()
        #expect(end == .open && RawAnswer(bytes).body == Array(good[..<5_000]))
    }

    /// What is healed is the network, not the next request.
    @Test(arguments: [
        #"{"kind":"trickle"}"#, #"{"kind":"hang"}"#, #"{"kind":"stall","at":5000}"#, #"{"kind":"delay","seconds":900}"#,
    ])
    func healingReachesAnAnswerUnderWay(fault: String) async throws {
        let good = try whole()
        try await DemoAssets.withServer { server in
            let rule = #"{"route":"package","fault":\#(fault)}"#
            _ = try RawPeer.ask(port: server.controlPort, "/stage/faults", method: "PUT", body: rule)
            let peer = try RawPeer(port: server.port)
            peer.get(Self.target, "Connection: close\r\n")
            let before = peer.read(silence: 200)
            #expect(before.end == .open)
            _ = try RawPeer.ask(port: server.controlPort, "/stage/faults", method: "DELETE")
            let after = peer.read(silence: 500)
            #expect(after.end == .closed && RawAnswer(before.bytes + after.bytes).body == good)
        }
    }

    /// A status that was sent cannot be revoked, and a rule that has used up its count is not healed by another's order.
    @Test func healingLeavesWhatHasLeft() async throws {
        try await DemoAssets.withServer { server in
            let rule = #"{"route":"package","fault":{"kind":"hang"},"times":1}"#
            _ = try RawPeer.ask(port: server.controlPort, "/stage/faults", method: "PUT", body: rule)
            let peer = try RawPeer(port: server.port)
            peer.get(Self.target)
            #expect(peer.read(silence: 200).end == .open)
            let other = #"{"route":"config","fault":{"kind":"hang"}}"#
            _ = try RawPeer.ask(port: server.controlPort, "/stage/faults", method: "PUT", body: other)
            let (bytes, end) = peer.read(silence: 200)
            #expect(bytes.isEmpty && end == .open)
        }
    }

    @Test func cutCloses() async throws {
        let (bytes, end) = try await meet(#"{"kind":"cut","at":5000}"#)
        let answer = RawAnswer(bytes)
        let good = try whole()
        #expect(end == .closed && answer.body == Array(good[..<5_000]))
        #expect(answer["content-length"] == "\(good.count)")
    }

    @Test(arguments: [0, 5_000, 40_000]) func resetResets(at place: Int) async throws {
        let (bytes, end) = try await meet(#"{"kind":"reset","at":\#(place)}"#)
        #expect(end == .reset && RawAnswer(bytes).body.count == place)
    }

    @Test func refuseOfOneAppIsAReset() async throws {
        let (bytes, end) = try await meet(#"{"kind":"refuse"}"#)
        #expect(bytes.isEmpty && end == .reset)
    }

    @Test func hangSaysNothing() async throws {
        let (bytes, end) = try await meet(#"{"kind":"hang"}"#, silence: 200)
        #expect(bytes.isEmpty && end == .open)
    }

    @Test func corruptKeepsTheLength() async throws {
        let answer = RawAnswer(try await meet(#"{"kind":"corrupt"}"#, silence: 200).bytes)
        let good = try whole()
        #expect(answer.body.count == good.count && answer.body != good)
    }

    @Test func typeStatusAndRedirect() async throws {
        let type = RawAnswer(try await meet(#"{"kind":"type","contentType":"text/html"}"#, silence: 200).bytes)
        #expect(type["content-type"] == "text/html")
        let status = RawAnswer(try await meet(#"{"kind":"status","code":429,"retryAfter":7}"#, silence: 200).bytes)
        #expect(status.status == 429 && status["retry-after"] == "7")
        for place in ["file:///etc/passwd", "https://127.0.0.1/", "http://user:word@127.0.0.1/", "ftp://x/"] {
            let answer = RawAnswer(
                try await meet(#"{"kind":"redirect","to":"\#(place)"}"#, silence: 200).bytes)
            #expect(answer.status == 302 && answer["location"] == place)
        }
        let loop = RawAnswer(try await meet(#"{"kind":"redirect","to":"{self}"}"#, silence: 200).bytes)
        #expect(loop["location"] == Self.target)
    }

    @Test func garbageIsNotHTTP() async throws {
        let (bytes, end) = try await meet(#"{"kind":"garbage"}"#)
        #expect(end == .closed && !bytes.isEmpty && !bytes.starts(with: Array("HTTP".utf8)))
    }

    @Test(arguments: [10, -10]) func lengthLies(by difference: Int) async throws {
        let (bytes, end) = try await meet(#"{"kind":"length","by":\#(difference)}"#)
        let answer = RawAnswer(bytes)
        let good = try whole()
        #expect(end == .closed && answer.body == good)
        #expect(answer["content-length"] == "\(good.count + difference)")
    }

    @Test func chunkedEndsTooEarly() async throws {
        let (bytes, end) = try await meet(#"{"kind":"chunked","at":1000}"#)
        let answer = RawAnswer(bytes)
        #expect(end == .closed && answer["transfer-encoding"] == "chunked" && answer["content-length"] == nil)
        #expect(answer.body.starts(with: Array("3e8\r\n".utf8)) && answer.body.count == 1_000 + 5 + 2)
    }

    @Test func headersGrow() async throws {
        let (bytes, _) = try await meet(#"{"kind":"headers","bytes":300000}"#, silence: 300)
        #expect(RawAnswer(bytes).head.utf8.count > 300_000)
    }

    @Test func endlessGoesOn() async throws {
        let limit = 8 * 1_024 * 1_024
        let (bytes, end) = try await meet(#"{"kind":"endless"}"#, limit: limit)
        #expect(end == .enough && bytes.count == limit && RawAnswer(Array(bytes[..<1_000]))["content-length"] == nil)
    }
}
