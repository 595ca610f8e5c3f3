import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

/// What `foyer events` lists, and what a collector gets.
@Suite struct WaitingEventsTests {
    private func collector(
        _ server: WebAddress, _ places: Places, to address: WebAddress
    ) -> AnalyticsCollector {
        var configuration = AnalyticsCollector.Configuration()
        configuration.address = address
        configuration.network.jitter = { 0 }
        configuration.whenKept = { try? ConsentStore(places).remember(server) }
        return AnalyticsCollector(server: server, places: places, configuration: configuration)
    }

    @Test func whatIsListedIsWhatACollectorGetsByteForByte() async throws {
        let folder = TemporaryFolder()
        let places = Places(environment: { ["HOME": folder.path][$0] })
        let platform = try WebAddress("https://shop.example/")
        try await leave(four: platform, places)
        let listed = WaitingEvents(places).bodies(format: .foyer)
        #expect(listed.map(\.platform) == [platform])
        let got = Mutex<[String]>([])
        let server = ScriptedServer { peer, _ in
            let head = peer.readHead().lowercased()
            let length = head.split(separator: "content-length:").dropFirst().first
                .flatMap { Int($0.drop { $0 == " " }.prefix { $0.isNumber }) }
            let body = peer.readBody(length ?? 0)
            got.withLock { $0.append(body) }
            peer.send("HTTP/1.1 204 Yes\r\nConnection: close\r\n\r\n")
        }
        let present = collector(platform, places, to: server.address())
        present.start()
        await present.flush(within: Duration.seconds(300))
        await present.close()
        #expect(got.withLock { $0 } == listed.map { String(decoding: $0.body, as: UTF8.self) })
        #expect(WaitingEvents(places).bodies(format: .foyer).isEmpty)
        withExtendedLifetime(server) {}
    }

    /// A run whose platform is away; its locks go with it.
    private func leave(four platform: WebAddress, _ places: Places) async throws {
        let away = collector(
            platform, places, to: try WebAddress("http://127.0.0.1:\(ScriptedServer.closedPort)/"))
        for index in 0..<3 { away.record(.impression, key: "home", index: index) }
        away.record(.click, key: "home", index: 2)
        await away.close()
    }

    @Test func onePlatformIsNotToldWhatWaitsForAnother() async throws {
        let folder = TemporaryFolder()
        let places = Places(environment: { ["HOME": folder.path][$0] })
        let nowhere = try WebAddress("http://127.0.0.1:\(ScriptedServer.closedPort)/")
        for name in ["a", "b"] {
            let collector = collector(try WebAddress("https://\(name).example/"), places, to: nowhere)
            collector.record(.impression, key: name, index: 0)
            await collector.close()
        }
        let listed = WaitingEvents(places).bodies(format: .foyer)
        #expect(listed.count == 2)
        for (platform, body) in listed {
            let key = platform.text.dropFirst(8).prefix(1)
            #expect(String(decoding: body, as: UTF8.self).contains("\"bannerKey\":\"\(key)\""))
        }
        let refusing = WaitingEvents(places, disk: Disk { $0.kind == .remove ? .fail(EROFS) : .none })
        #expect(throws: DiskError.self) { try refusing.clear() }
        #expect(WaitingEvents(places).bodies(format: .foyer).count == 2)
        #expect(try WaitingEvents(places).clear() == 2)
        #expect(WaitingEvents(places).bodies(format: .foyer).isEmpty)
    }

    /// Nothing of it is left, and all of the other.
    @Test func aPlatformThatIsGoneForGoodIsForgotten() async throws {
        let folder = TemporaryFolder()
        let places = Places(environment: { ["HOME": folder.path][$0] })
        let (gone, other) = (try WebAddress("http://127.0.0.1:9/"), try WebAddress("https://shop.example/"))
        for platform in [gone, other] { try await leave(four: platform, places) }
        WaitingEvents(places).forget(gone)
        #expect(WaitingEvents(places).bodies(format: .foyer).map(\.platform) == [other])
        #expect(ConsentStore(places).platforms().map(\.value) == [other])
        #expect(TestFile.names(in: places.events).filter { $0.count == 32 } == [ConsentStore.name(of: other)])
        WaitingEvents(places).forget(gone)
    }

    @Test func answersAreKeptForEachPlatformAndForAll() throws {
        let folder = TemporaryFolder()
        let store = ConsentStore(Places(environment: { ["HOME": folder.path][$0] }))
        let (one, other) = (try WebAddress("https://a.example/"), try WebAddress("https://b.example/"))
        #expect(store.answer(for: one) == nil)
        try store.keep(.granted, for: one)
        #expect(store.answer(for: one) == .granted && store.answer(for: other) == nil)
        try store.keep(.denied, for: nil)
        #expect(store.answer(for: one) == .denied && store.answer(for: other) == .denied)
        try store.keep(.granted, for: nil)
        try store.remember(other)
        #expect(store.answer(for: other) == .granted)
    }
}
