import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite(.enabled(if: Nginx.isInstalled))
struct NginxDownloadTests {
    /// A download that is given up half-way, as a reload does; the next one asks for the rest alone, and nginx's own log
    /// says so.
    @Test func theNextAttemptAsksForTheRest() async throws {
        let nginx = try await Nginx(isSlow: true)
        var random = SplitMix64(seed: 7)
        let noise = (0..<1_000_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        nginx.rig.write("programs/com.example.hello/common/noise", noise)
        nginx.rig.change(to: 2)
        try nginx.rig.publish()
        let body = try JSON.parse(try #require(nginx.rig.read("v1/apps/com.example.hello")))
        let package = try AppMetadata(body).package
        let address = try nginx.server().resolve(package.url)
        let (transport, part) = (HTTPTransport(), nginx.root + "/part")
        let (reached, continuation) = AsyncStream.makeStream(of: Void.self)
        @Sendable func download(_ progress: @escaping @Sendable (TransferProgress) -> Void) async throws -> SHA256 {
            try await transport.download(
                address, toFile: part, size: package.size,
                deadline: MonotonicClock.now + .seconds(600), progress: progress)
        }
        let first = Task { try await download { if $0.received > 50_000 { continuation.yield() } } }
        for await _ in reached { break }
        first.cancel()
        await #expect(throws: (any Error).self) { try await first.value }
        let kept = try OpenFile.reading(part).size()
        #expect(kept > 50_000 && kept < package.size)

        _ = try await download { _ in }
        await transport.finish()
        nginx.stop()
        let whole = try OpenFile.reading(part).readAll(limit: 1 << 24)
        #expect(SHA256.hexadecimal(of: whole) == package.sha256.hex)
        let log = String(
            decoding: try OpenFile.reading(nginx.root + "/access.log").readAll(limit: 1 << 20), as: UTF8.self)
        let answers = log.split(separator: "\n").filter { $0.contains("/packages/") }
        #expect(answers.count == 2 && answers.last?.contains("\" 206 ") == true, "\(answers)")
    }
}
