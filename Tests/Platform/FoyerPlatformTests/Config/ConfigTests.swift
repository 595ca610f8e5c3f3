import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct ConfigTests {
    private let folder = TemporaryFolder()
    private var places: Places { Places { $0 == "XDG_CACHE_HOME" ? folder.path : nil } }
    private let defaults: ConfigValues

    init() throws {
        defaults = try ConfigValues(["version": "2"])
    }

    private static func answer(_ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    private func service(_ server: WebAddress?, timeLimit: Duration = .seconds(600)) -> RemoteConfigService {
        RemoteConfigService(
            places, server: server, platform: "test", transport: Network.transport(), defaults: defaults,
            minimumInterval: .zero, timeLimit: timeLimit)
    }

    private func version(_ service: RemoteConfigService) async -> ConfigReading<String> {
        await service.snapshot.text("version")
    }

    @Test func aFetchChangesNothingUntilItIsActivated() async {
        let server = ScriptedServer(saying: Self.answer(#"{"version":"1"}"#))
        let service = service(server.address("/base/"))
        #expect(await service.fetch().outcome == .fetched)
        #expect(await version(service) == ConfigReading("2", from: .default))
        #expect(await service.activate().text("version") == ConfigReading("1", from: .remote))
        #expect(server.heads.map { $0.prefix { $0 != "\r\n" } } == ["GET /base/v1/config HTTP/1.1"])
    }

    @Test func activatedValuesSurviveARestart() async {
        let server = ScriptedServer(saying: Self.answer(#"{"version":"1"}"#))
        let first = service(server.address())
        _ = await first.fetch()
        await first.activate()
        let second = service(try? WebAddress("http://127.0.0.1:\(ScriptedServer.closedPort)"))
        #expect(await version(second) == ConfigReading("1", from: .cached))
        guard case .failed = await second.fetch().outcome else {
            Issue.record("nobody was there to answer")
            return
        }
        #expect(await second.activate().text("version") == ConfigReading("1", from: .cached))
    }

    @Test func oneFetchAnswersAllWhoAskMeanwhile() async {
        let server = ScriptedServer(saying: Self.answer(#"{"version":"1"}"#))
        let service = service(server.address())
        async let first = service.fetch()
        async let second = service.fetch()
        let outcomes = await [first.outcome, second.outcome]
        #expect(outcomes == [.fetched, .fetched])
    }

    static let lies = [
        answer("<html>"), answer(#"{"version":"1","version":"2"}"#), answer("[]"), answer(""),
        answer(#"{"version":"1"}"#, status: "404 Not Found"), answer(#"{"version":"1"}"#, status: "204 No Content"),
        "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n{", "\r\n", "",
        "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n",
    ]

    @Test(arguments: lies) func aLyingServerLeavesTheDefaults(_ saying: String) async {
        let server = ScriptedServer(saying: saying)
        let service = service(server.address())
        guard case .failed = await service.fetch().outcome else {
            Issue.record("it was believed")
            return
        }
        #expect(await service.activate().text("version") == ConfigReading("2", from: .default))
    }

    @Test func aSlowServerIsLeftAtTheTimeLimit() async {
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{")
            peer.waitUntilGone()
        }
        let service = service(server.address(), timeLimit: .milliseconds(50))
        #expect(await service.fetch().outcome == .timedOut)
        #expect(await service.activate().text("version") == ConfigReading("2", from: .default))
    }

    @Test func noServerFailsAtOnce() async {
        guard case .failed(let cause) = await service(nil).fetch().outcome else {
            Issue.record("nobody was there to answer")
            return
        }
        #expect(cause == .noPlatformNamed)
    }

    @Test func aLoopIsToldOfTheAnswerOnce() async {
        let server = ScriptedServer(saying: Self.answer(#"{"version":"1"}"#))
        let client = RemoteConfigClient(
            server: server.address(), transport: Network.transport(),
            store: RemoteConfigStore(places, platform: "test"), timeLimit: .seconds(600))
        let event = await withCheckedContinuation { continuation in
            client.perform(.fetch(1)) { continuation.resume(returning: $0) }
        }
        guard case .answered(.body(let body), fetch: 1, _) = event else {
            Issue.record("\(event)")
            return
        }
        #expect(body == Array(#"{"version":"1"}"#.utf8))
    }

    @Test func aCancelledFetchIsNotTold() async {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let server = ScriptedServer { peer, number in
            peer.readHead()
            ask.yield()
            if number == 0 { peer.waitUntilGone() } else { peer.send(Self.answer("{}")) }
        }
        let client = RemoteConfigClient(
            server: server.address(), transport: Network.transport(),
            store: RemoteConfigStore(places, platform: "test"), timeLimit: .seconds(600))
        client.perform(.fetch(1)) { _ in Issue.record("it was told") }
        for await _ in asked { break }
        client.perform(.cancelFetch(1)) { _ in }
        let event = await withCheckedContinuation { continuation in
            client.perform(.fetch(2)) { continuation.resume(returning: $0) }
        }
        guard case .answered(.body, fetch: 2, _) = event else {
            Issue.record("\(event)")
            return
        }
    }
}
