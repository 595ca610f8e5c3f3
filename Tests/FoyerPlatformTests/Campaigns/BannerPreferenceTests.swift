import FoyerCore
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite("Banner: which pictures come first")
struct BannerPreferenceTests {
    /// Requests that wait until the test answers them.
    private final class Held: Sendable {
        private let asked = Inbox<String>()
        private let peers = Mutex<[String: Peer]>([:])

        func take(_ peer: Peer) {
            let words = peer.readHead().split(separator: " ")
            let path = words.count > 1 ? String(words[1]) : ""
            peers.withLock { $0[path] = peer }
            asked.post(path)
            peer.waitUntilGone(milliseconds: 600_000)
        }

        func next(_ count: Int) async -> [String] { await asked.next(count).sorted() }

        func answer(_ path: String) {
            _ = peers.withLock { $0[path] }?.send(
                "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
    }

    @Test("A view of a thousand pages has those near it fetched, and no others")
    func nearOnly() async throws {
        let held = Held()
        let server = ScriptedServer { peer, _ in held.take(peer) }
        let banner = try BannerRig(server.address())
        let session = try banner.service.session(forKey: "home").campaign
        session.fetchPreferredOnly()
        let failed = Inbox<BannerLoadEvent>()
        session.perform((0..<1_000).map { .fetchPicture(imageURL: "/\($0)") }) { failed.post($0) }
        session.prefer(["/0", "/1", "/999", "/2", "/998"])
        let near = await held.next(5)
        #expect(near == ["/0", "/1", "/2", "/998", "/999"])
        for path in near { held.answer(path) }
        #expect(await failed.next(5).count == 5)
        // Nothing else was asked for meanwhile: what comes next is what the next page needs.
        session.prefer(["/500", "/501", "/499", "/502", "/498"])
        #expect(await held.next(5) == ["/498", "/499", "/500", "/501", "/502"])
        // A reload asks for what is missing, in its turn.
        session.perform([.fetchPicture(imageURL: "/1"), .fetchPicture(imageURL: "/7")]) { failed.post($0) }
        session.prefer(["/1"])
        #expect(await held.next(1) == ["/1"])
        for path in ["/498", "/499", "/500", "/501", "/502", "/1"] { held.answer(path) }
        #expect(await failed.next(6).count == 6)
        session.close()
        await session.finishTasks()
        withExtendedLifetime(server) {}
    }

    @Test("What is in sight waits for no other, and the rest comes in the items' order")
    func inSightFirst() async throws {
        let held = Held()
        let server = ScriptedServer { peer, _ in held.take(peer) }
        let banner = try BannerRig(server.address())
        let session = try banner.service.session(forKey: "home").campaign
        let failed = Inbox<BannerLoadEvent>()
        session.perform((0..<9).map { .fetchPicture(imageURL: "/\($0)") }) { failed.post($0) }
        #expect(await held.next(4) == ["/0", "/1", "/2", "/3"])
        // All of the four hang, and the user has gone to the seventh page.
        session.prefer(["/6", "/7", "/5", "/0"])
        #expect(await held.next(2) == ["/6", "/7"])
        held.answer("/6")
        #expect(await held.next(1) == ["/5"])
        // Beyond four, only what is preferred is asked for.
        for path in ["/0", "/7", "/1"] { held.answer(path) }
        #expect(await held.next(1) == ["/4"])
        held.answer("/2")
        #expect(await held.next(1) == ["/8"])
        for path in ["/3", "/5", "/4", "/8"] { held.answer(path) }
        #expect(await failed.next(9).count == 9)
        session.close()
        await session.finishTasks()
        withExtendedLifetime(server) {}
    }
}
