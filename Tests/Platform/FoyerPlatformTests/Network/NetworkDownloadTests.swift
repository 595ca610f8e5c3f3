import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct NetworkDownloadTests {
    private static let content = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
    private static let digest = SHA256.hexadecimal(of: content)

    private let folder = TemporaryFolder()
    private var part: String { folder.path + "/tea.part" }

    private func download(_ server: ScriptedServer, size: Int = content.count) async throws -> String {
        try await Network.transport().download(
            server.address("/tea.ma"), toFile: part, size: size,
            deadline: MonotonicClock.now + .seconds(600)
        ).hexadecimal
    }

    private func kind(_ server: ScriptedServer, size: Int = content.count) async -> TransferFailure.Kind? {
        do {
            _ = try await download(server, size: size)
            return nil
        } catch {
            return (error as? TransferFailure)?.kind
        }
    }

    private var onDisk: [UInt8]? { try? UserFile.read(part, limit: .max) }

    private static func whole(_ fields: String = "ETag: \"v1\"\r\n") -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(content.count)\r\n\r\n".utf8) + content
    }

    private static func rest(of head: String, range: String? = nil, tag: String = "\"v1\"") -> [UInt8] {
        let start = head.split(separator: "bytes=").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
        let range = range ?? "bytes \(start)-\(content.count - 1)/\(content.count)"
        let fields = "Content-Range: \(range)\r\nETag: \(tag)\r\nContent-Length: \(content.count - start)\r\n"
        return Array("HTTP/1.1 206 Partial\r\n\(fields)\r\n".utf8) + content[start...]
    }

    @Test func downloads() async throws {
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send(Self.whole())
        }
        let seen = Mutex<[TransferProgress]>([])
        let digest = try await Network.transport().download(
            server.address("/tea.ma"), toFile: part, size: Self.content.count,
            deadline: MonotonicClock.now + .seconds(600)
        ) { step in seen.withLock { $0.append(step) } }
        #expect(digest.hexadecimal == Self.digest)
        #expect(onDisk == Self.content)
        let steps = seen.withLock { $0 }
        #expect(steps.last == TransferProgress(received: 10_000, expected: 10_000))
        #expect(steps.count <= 102)
        var status = stat()
        #expect(stat(part, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func continuesWithinOneDownload() async throws {
        let server = ScriptedServer { peer, number in
            let head = peer.readHead()
            peer.send(number == 0 ? Array(Self.whole().dropLast(4000)) : Self.rest(of: head))
        }
        #expect(try await download(server) == Self.digest)
        #expect(onDisk == Self.content)
        #expect(server.heads.count == 2)
        #expect(server.heads.last?.contains("Range: bytes=6000-\r\n") == true)
        #expect(server.heads.last?.contains("If-Range: \"v1\"\r\n") == true)
    }

    /// An attempt that gave up leaves a part; then `second` answers the next one, and whatever it answers, the file
    /// ends up right.
    @Test(arguments: ["continued", "changed", "unsatisfiable", "shifted", "other tag", "short range", "no range"])
    func continuesALaterDownload(second: String) async throws {
        let broken = ScriptedServer { peer, _ in
            let head = peer.readHead()
            peer.send(head.contains("Range:") ? [] : Array(Self.whole().dropLast(4000)))
        }
        #expect(await kind(broken) == .reset)
        #expect(onDisk?.count == 6000)
        #expect(PartValidators.load(for: part)?.address == broken.address("/tea.ma").text)
        let server = ScriptedServer { peer, _ in
            let head = peer.readHead()
            guard head.contains("Range: bytes=6000-") else {
                _ = peer.send(Self.whole("ETag: \"v2\"\r\n"))
                return
            }
            switch second {
            case "continued": peer.send(Self.rest(of: head))
            case "changed": peer.send(Self.whole("ETag: \"v2\"\r\n"))
            case "unsatisfiable": peer.send("HTTP/1.1 416 X\r\nContent-Length: 9999\r\n\r\n")
            case "shifted": peer.send(Self.rest(of: head, range: "bytes 5999-9999/10000"))
            case "other tag": peer.send(Self.rest(of: head, tag: "\"v2\""))
            case "short range": peer.send(Self.rest(of: head, range: "bytes 6000-9998/10000"))
            default: peer.send("HTTP/1.1 206 X\r\nContent-Length: 4000\r\n\r\n" + String(repeating: "x", count: 4000))
            }
        }
        try moveValidators(to: server)
        #expect(try await download(server) == Self.digest)
        #expect(onDisk == Self.content)
        let isDirect = second == "continued" || second == "changed"
        #expect(server.heads.count == (isDirect ? 1 : 2))
        #expect(server.heads.first?.contains("Range: bytes=6000-\r\n") == true)
    }

    /// Each scripted server has a port of its own, and a part belongs to one address.
    private func moveValidators(to server: ScriptedServer) throws {
        let known = try #require(PartValidators.load(for: part))
        PartValidators(address: server.address("/tea.ma").text, size: known.size, ifRange: known.ifRange)
            .save(for: part, disk: .real)
    }

    @Test func needsNoServerForWhatIsWhole() async throws {
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send(Self.whole())
        }
        #expect(try await download(server) == Self.digest)
        #expect(try await download(server) == Self.digest)
        #expect(server.heads.count == 1)
        HTTPTransport.discardPart(part, disk: .real)
        #expect(folder.names.isEmpty)
        #expect(try await download(server) == Self.digest)
        #expect(server.heads.count == 2)
    }

    @Test(arguments: ["", "foyer-part 1\n", "foyer-part 1\nx\n10000\n\"v1\"\n", "\u{0}\u{0}", "missing"])
    func startsOverWithoutWhatItKnows(record: String) async throws {
        folder.write(Array(repeating: 0, count: 500), to: "tea.part")
        if record != "missing" { folder.write(Array(record.utf8), to: "tea.part.validators") }
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send(Self.whole(""))
        }
        #expect(try await download(server) == Self.digest)
        #expect(server.heads.first?.contains("Range:") == false)
        #expect(onDisk == Self.content)
    }

    @Test func insistsOnTheSize() async {
        let declared = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send(Self.whole())
        }
        #expect(await kind(declared, size: 9_999) == .wrongSize)
        #expect(await kind(declared, size: 10_001) == .wrongSize)
        let chunked = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        }
        #expect(await kind(chunked, size: 4) == .wrongSize)
        #expect(await kind(chunked, size: 6) == .wrongSize)
        #expect(await kind(chunked, size: 5) == nil)
        let unframed = ScriptedServer(saying: "HTTP/1.1 200 OK\r\n\r\nhello")
        #expect(await kind(unframed, size: 6) == .cut)
        #expect(unframed.heads.count == RetryRule.attempts)
        #expect(await kind(unframed, size: TransferBounds.package + 1) == .tooLarge)
        #expect(await kind(unframed, size: -1) == .tooLarge)
    }

    @Test(arguments: [404, 403, 410, 206, 204, 416])
    func takesOnlyABody(status: Int) async {
        let server = ScriptedServer(saying: "HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\nhello")
        #expect(await kind(server, size: 5) == .status(status))
        #expect(server.heads.count == 1)
    }

    @Test func neverWritesThroughALink() async throws {
        folder.write(Array("precious".utf8), to: "other")
        symlink(folder.path + "/other", part)
        let server = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send(Self.whole())
        }
        #expect(try await download(server) == Self.digest)
        #expect(folder.read("other") == Array("precious".utf8))
        unlink(part)
        mkfifo(part, 0o600)
        #expect(try await download(server) == Self.digest)
        unlink(part)
        link(folder.path + "/other", part)
        #expect(try await download(server) == Self.digest)
        #expect(folder.read("other") == Array("precious".utf8))
    }

    @Test func namesTheErrorOfTheDisk() async {
        mkdir(part, 0o700)
        #expect(await kind(ScriptedServer()) == .sinkFailed(errno: EISDIR))
        rmdir(part)
        rmdir(folder.path)
        #expect(await kind(ScriptedServer()) == .sinkFailed(errno: ENOENT))
    }

    @Test func oneAtATime() async throws {
        let held = try OpenFile.replacing(part)
        #expect(try held.tryLock())
        #expect(await kind(ScriptedServer()) == .sinkFailed(errno: EWOULDBLOCK))
        #expect(try held.size() == 0)
    }
}
