import FoyerCore
import FoyerPlatformCore
import FoyerStage
import FoyerSystem
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite("Campaigns: the session")
struct CampaignSessionTests {
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

    @Test func `a view of a thousand pages fetches those near the current page and no others`() async throws {
        let held = Held()
        let server = ScriptedServer { peer, _ in held.take(peer) }
        let banner = try BannerRig(server.address())
        let session = try banner.service.session(forKey: "home").campaign
        pin([], session)
        let failed = Inbox<BannerLoadEvent>()
        session.perform((0..<1_000).map { .fetchPicture(imageURL: "/\($0)") }) { failed.post($0) }
        pin(["/0", "/1", "/999", "/2", "/998"], session)
        let near = await held.next(5)
        #expect(near == ["/0", "/1", "/2", "/998", "/999"])
        for path in near { held.answer(path) }
        #expect(await failed.next(5).count == 5)
        // Nothing else was asked for meanwhile: what comes next is what the next page needs.
        pin(["/500", "/501", "/499", "/502", "/498"], session)
        #expect(await held.next(5) == ["/498", "/499", "/500", "/501", "/502"])
        // A reload asks for what is missing, in its turn.
        session.perform([.fetchPicture(imageURL: "/1"), .fetchPicture(imageURL: "/7")]) { failed.post($0) }
        pin(["/1"], session)
        #expect(await held.next(1) == ["/1"])
        for path in ["/498", "/499", "/500", "/501", "/502", "/1"] { held.answer(path) }
        #expect(await failed.next(6).count == 6)
        session.close()
        await session.finishTasks()
        withExtendedLifetime(server) {}
    }

    private func pin(_ imageURLs: [String], _ session: CampaignSession) {
        _ = session.pin(imageURLs, style: nil) { _ in }
    }

    @Test func `without a view six pictures are fetched at a time in the order of the items`() async throws {
        let held = Held()
        let server = ScriptedServer { peer, _ in held.take(peer) }
        let banner = try BannerRig(server.address())
        let session = try banner.service.session(forKey: "home").campaign
        let failed = Inbox<BannerLoadEvent>()
        session.perform((0..<9).map { .fetchPicture(imageURL: "/\($0)") }) { failed.post($0) }
        #expect(await held.next(6) == ["/0", "/1", "/2", "/3", "/4", "/5"])
        // One that is asked for again while it comes is fetched once.
        session.perform([.fetchPicture(imageURL: "/2")]) { failed.post($0) }
        for (answered, next) in [("/4", "/6"), ("/0", "/7"), ("/2", "/8")] {
            held.answer(answered)
            #expect(await held.next(1) == [next])
        }
        for path in ["/1", "/3", "/5", "/6", "/7", "/8"] { held.answer(path) }
        #expect(await failed.next(9).count == 9)
        session.close()
        await session.finishTasks()
        withExtendedLifetime(server) {}
    }

    @Test func `what is in sight is fetched before what a view has pinned earlier`() async throws {
        let held = Held()
        let server = ScriptedServer { peer, _ in held.take(peer) }
        let banner = try BannerRig(server.address())
        let session = try banner.service.session(forKey: "home").campaign
        let failed = Inbox<BannerLoadEvent>()
        pin(["/0", "/1", "/8", "/2"], session)
        session.perform((0..<9).map { .fetchPicture(imageURL: "/\($0)") }) { failed.post($0) }
        #expect(await held.next(4) == ["/0", "/1", "/2", "/8"])
        // All of the four hang, and the user has gone to the seventh page.
        pin(["/6", "/7", "/5", "/0"], session)
        #expect(await held.next(2) == ["/6", "/7"])
        held.answer("/6")
        #expect(await held.next(1) == ["/5"])
        // Nothing else is asked for, and what hangs still arrives.
        for path in ["/0", "/1", "/2", "/5", "/7", "/8"] { held.answer(path) }
        #expect(await failed.next(7).count == 7)
        session.close()
        await session.finishTasks()
        withExtendedLifetime(server) {}
    }

    @Test(
        "Addresses that may not be fetched break their page alone",
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/a.png", "data:image/png;base64,AA", "http://user@127.0.0.1/", "a b",
            "\u{1B}",
        ])
    func unsafeAddresses(link: String) async throws {
        let banner = try BannerRig(try WebAddress("http://127.0.0.1:1"))
        let session = try banner.service.session(forKey: "home").campaign
        let inbox = Inbox<BannerLoadEvent>()
        session.perform([
            .showItems([BannerItem(index: 0, title: "", imageURL: link, openURL: "")]), .fetchPicture(imageURL: link),
        ]) { inbox.post($0) }
        #expect(await inbox.next() == .pictureFailed(imageURL: link))
        #expect(banner.told.all == ["error home 0"] && banner.notes.lines.count == 1)
    }

    @Test("Nothing is posted after a session has closed")
    func closed() async throws {
        let asked = WakePipe()
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            asked?.wake()
            peer.waitUntilGone()
        }
        let banner = try BannerRig(server.address())
        let session = try banner.service.session(forKey: "home").campaign
        let inbox = Inbox<BannerLoadEvent>()
        session.perform([.fetch(key: "home", load: 1), .fetchPicture(imageURL: "/a.png")]) { inbox.post($0) }
        await BlockingThread.run { asked?.wait() }
        session.close()
        session.perform([.fetch(key: "home", load: 2), .readCache(key: "home", load: 2)]) { inbox.post($0) }
        await session.close().value
        inbox.finish()
        #expect(await inbox.next() == nil && banner.told.all.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test("A slow picture leaves its placeholder")
    func slow() async throws {
        try await PipelineRig.run { rig in
            try rig.spoil(.picture, .hang)
            let session = try rig.banner().service.session(forKey: "pair").campaign
            let result = await session.load(pictures: true, hasErrorImage: true, within: .milliseconds(100))
            session.close()
            #expect(result.status == .ok)
            #expect(result.load.data?.items.map { result.load.picture(of: $0) } == [.placeholder, .placeholder])
        }
    }

    @Test("No key: -989; a key that is no path either asks for itself alone")
    func keys() async throws {
        try await PipelineRig.run { rig in
            let banner = try rig.banner()
            for key in [nil, ""] {
                #expect(try await banner.load(key, hasErrorImage: false).failure?.code == .noKey)
            }
            for key in ["../apps/com.example.tea", "a/b?c#d", "..", "晚上"] {
                #expect(try await banner.load(key).failure?.code == .noData)
            }
            #expect(rig.stage.withResponder { $0.requests }.allSatisfy { $0.route == .banner })
        }
    }

    @Test(
        "A chosen item: the delegate first, then inside, then the desktop, or a refusal; the click counts in any case")
    func links() throws {
        let banner = try BannerRig(try WebAddress("http://127.0.0.1:1/base/"))
        let session = try banner.service.session(forKey: "home").campaign
        func choose(_ link: String, _ isConsumed: Bool = false) -> LinkOutcome {
            session.report(.selected(index: 2, openURL: link))
            return session.open(link, isConsumed: isConsumed)
        }
        #expect(choose("https://example.com/x", true) == .nothing && choose("") == .nothing)
        #expect(choose("foyer://app/a") == .routed("foyer://app/a"))
        #expect(choose("https://example.com/$(id)") == .opened("https://example.com/$(id)"))
        #expect(choose("offers#top") == .opened("http://127.0.0.1:1/base/offers#top"))
        #expect(choose("https://unopened.example/") == .cannotOpen("https://unopened.example/"))
        #expect(choose("javascript:alert(1)") == .refused(.scheme("javascript")))
        #expect(
            banner.opened.lines == [
                "https://example.com/$(id)", "http://127.0.0.1:1/base/offers#top", "https://unopened.example/",
            ])
        #expect(banner.told.all == [String](repeating: "click home 2", count: 7))
    }

    @Test("A card's picture is asked for once: the disk's is enough; its button counts under its own key")
    func card() async throws {
        try await PipelineRig.run { rig in
            let banner = try rig.banner()
            for _ in 0..<2 {
                let popup = try banner.service.popupSession(forKey: "always").campaign
                guard case .data(let data) = await popup.popupAnswer() else {
                    Issue.record("there is no card")
                    continue
                }
                let inbox = Inbox<Bool>()
                popup.fetch(data.imageURL) { _, isHere in inbox.post(isHere) }
                #expect(await inbox.next() == true && popup.pictures.has(data.imageURL))
                popup.report(.selected(index: 0, openURL: ""))
                await popup.close().value
            }
            #expect(rig.stage.withResponder { $0.requests }.count { $0.route == .picture } == 1)
            #expect(banner.told.all == ["popup-click always 0", "popup-click always 0"])
            banner.service.close()
        }
    }
}
