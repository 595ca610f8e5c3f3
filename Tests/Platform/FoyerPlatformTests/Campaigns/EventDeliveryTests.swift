import FoyerCore
import FoyerPlatformCore
import FoyerStage
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite("Events: delivered to a server")
struct EventDeliveryTests {
    private let notes = Notes()
    /// A limit that only a hang reaches, even if all other tests run at once.
    private static let patience = Duration.seconds(300)

    private func collector(
        _ server: WebAddress, _ folder: TemporaryFolder, impressionsWait wait: Duration = .zero
    ) -> AnalyticsCollector {
        var configuration = AnalyticsCollector.Configuration()
        configuration.patience.impression = wait
        configuration.patience.report = .zero
        configuration.timeout = Self.patience
        configuration.network.jitter = { 0 }
        configuration.log = { [notes] in notes.add($0) }
        let spool = EventSpool(path: folder.path + "/events", log: configuration.log)
        return AnalyticsCollector(server: server, configuration: configuration, spool: spool)
    }

    private func kinds(_ rig: PipelineRig) -> [String] {
        rig.stage.withResponder { $0.events.map { "\($0)" } }
    }

    @Test("Each event arrives once, whole")
    func arrives() async throws {
        try await PipelineRig.run { rig in
            let collector = collector(try WebAddress(rig.stage.baseURL), rig.folder)
            collector.start()
            #expect(collector.isStarted && collector.version >= .least)
            for kind in CampaignEvent.Kind.allCases { collector.record(kind, key: "home", index: 1) }
            await collector.flush(within: Self.patience)
            await collector.close()
            let events = kinds(rig)
            #expect(events.count == CampaignEvent.Kind.allCases.count)
            for kind in CampaignEvent.Kind.allCases { #expect(events.contains { $0.contains(kind.rawValue) }) }
            #expect(rig.stage.withResponder { $0.requests }.allSatisfy { $0.route == .events })
        }
    }

    @Test("Impressions wait for others; a click takes them along at once, and leaving the rest")
    func together() async throws {
        let bodies = Mutex<[String]>([])
        let arrived = WakePipe()
        let server = ScriptedServer { peer, _ in
            let body = peer.readBody(contentLength(peer.readHead()))
            peer.send("HTTP/1.1 204 Yes\r\nConnection: close\r\n\r\n")
            bodies.withLock { $0.append(body) }
            arrived?.wake()
        }
        let collector = collector(server.address(), TemporaryFolder(), impressionsWait: .seconds(3_600))
        collector.start()
        // Events present at the start are sent at once, since reports wait for nothing here; these come later.
        await collector.flush(within: Self.patience)
        for index in 0..<3 { collector.record(.impression, key: "home", index: index) }
        collector.record(.click, key: "home", index: 2)
        await BlockingThread.run { arrived?.wait() }
        collector.record(.impression, key: "home", index: 4)
        await collector.flush(within: Self.patience)
        await collector.close()
        let indices = bodies.withLock { bodies in
            bodies.map { body in (0..<5).filter { body.contains("\"index\":\($0),") } }
        }
        #expect(indices == [[0, 1, 2], [4]])
        withExtendedLifetime(server) {}
    }

    @Test("What an earlier run could not deliver is sent at the next start")
    func nextStart() async throws {
        let folder = TemporaryFolder()
        let away = collector(try WebAddress("http://127.0.0.1:\(ScriptedServer.closedPort)"), folder)
        away.record(.impression, key: "home", index: 0)
        away.start()
        away.record(.click, key: "home", index: 0)
        await away.flush(within: Self.patience)
        await away.close()
        try await PipelineRig.run { rig in
            let collector = collector(try WebAddress(rig.stage.baseURL), folder)
            collector.start()
            await collector.flush(within: Self.patience)
            await collector.close()
            #expect(kinds(rig).count == 2)
        }
        #expect(notes.lines.isEmpty)
    }

    @Test("A server that fails, cuts, resets or hangs up is asked again until it has everything")
    func failing() async throws {
        try await PipelineRig.run { rig in
            let collector = collector(try WebAddress(rig.stage.baseURL), rig.folder)
            for fault in [
                .status(503, retryAfter: nil), .reset(at: 0), .garbage, .refuse, .status(404, retryAfter: nil),
            ] as [StageFault] {
                try rig.stage.withResponder { responder in
                    Result { () throws(StageError) in
                        try responder.faults.put(FaultRule(route: .events, app: nil, fault: fault, times: 2))
                    }
                }.get()
            }
            for index in 0..<250 { collector.record(.impression, key: "home", index: index) }
            collector.start()
            // Each flush ends where a batch is kept; without a wait in between the next tries again.
            for _ in 0..<40 where kinds(rig).count < 250 { await collector.flush(within: Self.patience) }
            await collector.close()
            #expect(kinds(rig).count == 250)
        }
    }

    @Test("One event that the server refuses for good is dropped, and it alone; the log says so")
    func poison() async throws {
        let accepted = Mutex<[String]>([])
        let server = ScriptedServer { peer, _ in
            let body = peer.readBody(contentLength(peer.readHead()))
            if body.contains("\"index\":13,") {
                peer.send("HTTP/1.1 400 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            } else {
                accepted.withLock { $0.append(body) }
                peer.send("HTTP/1.1 204 Yes\r\nConnection: close\r\n\r\n")
            }
        }
        let collector = collector(server.address(), TemporaryFolder())
        for index in 0..<40 { collector.record(.impression, key: "home", index: index) }
        collector.start()
        // A child that another test starts may have a copy of the file's lock when half of the batch is taken again.
        for _ in 0..<10 { await collector.flush(within: Self.patience) }
        await collector.close()
        let text = accepted.withLock { $0.joined() }
        for index in 0..<40 { #expect(text.contains("\"index\":\(index),") == (index != 13)) }
        #expect(notes.lines.count == 1 && notes.lines.first?.contains("400") == true)
        withExtendedLifetime(server) {}
    }

    @Test("What was delivered and stays on the disk is not sent again without a pause")
    func staysOnTheDisk() async throws {
        let requests = Mutex(0)
        let server = ScriptedServer { peer, _ in
            _ = peer.readBody(contentLength(peer.readHead()))
            requests.withLock { $0 += 1 }
            peer.send("HTTP/1.1 204 Yes\r\nConnection: close\r\n\r\n")
        }
        let (plan, folder) = (FaultPlan(), TemporaryFolder())
        var configuration = AnalyticsCollector.Configuration()
        configuration.network.jitter = { 1 }
        configuration.log = { [notes] in notes.add($0) }
        let spool = EventSpool(path: folder.path + "/events", disk: plan.disk, log: configuration.log)
        let collector = AnalyticsCollector(server: server.address(), configuration: configuration, spool: spool)
        collector.record(.click, key: "home", index: 0)
        plan.set { _ in .fail(EROFS) }
        let began = MonotonicClock.now
        collector.start()
        // A child that another test starts may have a copy of the file's lock just then: nothing is taken.
        for _ in 0..<20 where requests.withLock(\.self) == 0 { await collector.flush(within: Self.patience) }
        await collector.close()
        // One at the start, one for a flush that came later, and after each those whose wait has doubled each time.
        var (most, wait, rest) = (2, EventDelivery.firstWait, MonotonicClock.now - began)
        while rest >= wait { (most, wait, rest) = (most + 2, wait * 2, rest - wait) }
        #expect((1...most).contains(requests.withLock(\.self)))
        #expect(notes.lines.contains { $0.contains("will be sent again") })
        withExtendedLifetime(server) {}
    }

    @Test("What cannot be read when it is due is tried again by itself, as what cannot be sent")
    func unreadable() async throws {
        let arrived = WakePipe()
        let server = ScriptedServer { peer, _ in
            _ = peer.readBody(contentLength(peer.readHead()))
            peer.send("HTTP/1.1 204 Yes\r\nConnection: close\r\n\r\n")
            arrived?.wake()
        }
        let folder = TemporaryFolder()
        let (path, aside) = (folder.path + "/events", folder.path + "/aside")
        do {
            let writer = EventSpool(path: path, log: { _ in })
            writer.append(CampaignEvent(id: "1", kind: .impression, key: "home", index: 0, time: "t"))
        }
        // A link that leads to itself.
        try #require(rename(path, aside) == 0 && symlink(path, path) == 0)
        var configuration = AnalyticsCollector.Configuration()
        configuration.network.jitter = { 0.01 }
        configuration.log = { [notes] in notes.add($0) }
        let spool = EventSpool(path: path, log: configuration.log)
        let collector = AnalyticsCollector(server: server.address(), configuration: configuration, spool: spool)
        collector.start()
        await collector.flush(within: Self.patience)
        #expect(notes.lines.count == 1)
        try #require(unlink(path) == 0 && rename(aside, path) == 0)
        let deadline = MonotonicClock.now + Self.patience
        await BlockingThread.run { arrived?.wait(until: deadline) }
        #expect(MonotonicClock.now < deadline)
        await collector.close()
        withExtendedLifetime(server) {}
    }

    @Test("A flush ends with the try that is under way, where the server wants to be asked later")
    func flushWhileRefused() async throws {
        let (asked, goOn) = (WakePipe(), WakePipe())
        let server = ScriptedServer { peer, _ in
            _ = peer.readBody(contentLength(peer.readHead()))
            asked?.wake()
            goOn?.wait(until: MonotonicClock.now + .milliseconds(300))
            peer.send("HTTP/1.1 503 Later\r\nRetry-After: 200\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        let collector = collector(server.address(), TemporaryFolder())
        collector.record(.click, key: "home", index: 0)
        collector.start()
        await BlockingThread.run { asked?.wait() }
        let began = MonotonicClock.now
        await collector.flush(within: Self.patience)
        #expect(MonotonicClock.now - began < .seconds(100))
        await collector.close()
        withExtendedLifetime(server) {}
    }

    @Test("Closing ends a request that hangs, and keeps its events")
    func closing() async throws {
        let asked = WakePipe()
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            asked?.wake()
            peer.waitUntilGone()
        }
        let folder = TemporaryFolder()
        do {
            let collector = collector(server.address(), folder)
            collector.record(.click, key: "home", index: 0)
            collector.start()
            await BlockingThread.run { asked?.wait() }
            await collector.close()
        }
        let spool = EventSpool(path: folder.path + "/events", log: { _ in })
        #expect(try spool.take(limit: 10)?.events.count == 1)
        withExtendedLifetime(server) {}
    }

    @Test("A collector that never started keeps events all the same; flushing and closing it do nothing")
    func neverStarted() async throws {
        let folder = TemporaryFolder()
        do {
            let collector = collector(try WebAddress("http://127.0.0.1:1"), folder)
            collector.record(.load, key: "home", index: nil)
            collector.record(.load, key: "", index: nil)
            await collector.flush(within: Self.patience)
            await collector.close()
        }
        let batch = try EventSpool(path: folder.path + "/events", log: { _ in }).take(limit: 10)
        #expect(batch?.events.map(\.kind) == [.load] && batch?.events.first?.index == nil)
    }
}

/// Bytes of the body that a request's head announces.
private func contentLength(_ head: String) -> Int {
    let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    return line.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
}
