import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

/// Documents that have not changed are not sent again.
@Suite struct DocumentCacheTests {
    private let folder = TemporaryFolder()

    private var places: Places {
        let home = folder.path
        return Places { ["XDG_CACHE_HOME": home, "XDG_STATE_HOME": home][$0] }
    }

    /// A platform with one document, which answers 304 to whoever has it.
    private final class Platform: Sendable {
        private let document = Mutex((tag: "\"one\"", body: #"{"version":"1"}"#, more: ""))
        private let sent = Mutex<[Int]>([])
        let server: Mutex<ScriptedServer?> = Mutex(nil)

        init() {
            server.withLock { server in
                server = ScriptedServer { [unowned self] peer, _ in
                    let head = peer.readHead()
                    guard !head.isEmpty else { return }
                    let (tag, body, more) = document.withLock { $0 }
                    let isKnown = head.contains("If-None-Match: \(tag)\r\n")
                    sent.withLock { $0.append(isKnown ? 304 : 200) }
                    let end = "ETag: \(tag)\r\n\(more)Connection: close\r\n"
                    peer.send(
                        isKnown
                            ? "HTTP/1.1 304 Not Modified\r\n\(end)\r\n"
                            : "HTTP/1.1 200 OK\r\n\(end)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
                }
            }
        }

        var address: WebAddress? { server.withLock { $0?.address() } }
        var statuses: [Int] { sent.withLock { $0 } }
        func change(tag: String, body: String, more: String = "") {
            document.withLock { $0 = (tag, body, more) }
        }
    }

    private func config(of platform: Platform) async throws -> String {
        let client = RemoteConfigClient(
            server: platform.address, transport: Network.transport(),
            store: RemoteConfigStore(places, platform: "test"), timeLimit: .seconds(600))
        guard case .body(let body) = await client.answer() else { throw SessionError() }
        return String(decoding: body, as: UTF8.self)
    }

    private struct SessionError: Error {}

    @Test func whatHasNotChangedIsNotSentAgain() async throws {
        let platform = Platform()
        #expect(try await config(of: platform) == #"{"version":"1"}"#)
        #expect(try await config(of: platform) == #"{"version":"1"}"#)
        platform.change(tag: "\"two\"", body: #"{"version":"2"}"#)
        #expect(try await config(of: platform) == #"{"version":"2"}"#)
        #expect(try await config(of: platform) == #"{"version":"2"}"#)
        #expect(platform.statuses == [200, 304, 200, 304])
    }

    @Test func theListOfProgramsIsAskedForInTheSameWay() async throws {
        let platform = Platform()
        platform.change(tag: "\"list\"", body: #"{"programs":[]}"#)
        for _ in 0..<2 {
            let catalogue = ProgramCatalogue(server: try #require(platform.address), places: places)
            #expect(try await catalogue.programs()?.isEmpty == true)
        }
        #expect(platform.statuses == [200, 304])
    }

    private static let noon = "Wed, 25 Nov 2026 12:00:00 GMT"

    @Test(arguments: [
        ("no-store", "Cache-Control: private, No-Store\r\n"),
        ("of this very second", "Date: \(noon)\r\nLast-Modified: \(noon)\r\n"),
    ])
    func whatMayNotBeKeptIsNot(why: String, fields: String) async throws {
        let platform = Platform()
        platform.change(tag: "\"one\"", body: "{}", more: fields)
        for _ in 0..<2 { #expect(try await config(of: platform) == "{}") }
        #expect(platform.statuses == [200, 200], "\(why)")
    }

    @Test func aDamagedFileIsFetchedAgain() async throws {
        let platform = Platform()
        _ = try await config(of: platform)
        let kept = places.cache + "/documents"
        let names = TestFile.names(in: kept).filter { $0.count == 64 }
        #expect(names.count == 1)
        for name in names {
            var bytes = try #require(TestFile.bytes(kept + "/" + name))
            bytes[bytes.count / 2] ^= 1
            TestFile.write(bytes, to: kept + "/" + name)
        }
        #expect(try await config(of: platform) == #"{"version":"1"}"#)
        #expect(platform.statuses == [200, 200])
    }
}
