import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform
@testable import FoyerServe

/// Real nginx over a published folder, with the documentation's own `nginx.conf`.
final class Nginx {
    let rig: SiteRig
    let port: Int
    let root: String
    private var process: pid_t = 0

    static var isInstalled: Bool { access("/usr/sbin/nginx", X_OK) == 0 }

    /// - Parameters:
    ///   - tls: serves https with a certificate of an authority of the test's own, in `ca.pem`.
    ///   - isSlow: sends 100 KB a second, the rest of a file at once, and writes requests to `access.log`.
    init(tls: Bool = false, isSlow: Bool = false) async throws {
        rig = try SiteRig()
        // Hosts look at the real clock.
        rig.now = WallClock.now.seconds - 1_000
        root = rig.folder.path
        port = try LoopbackPort.free()
        try rig.publish()
        _ = mkdir(root + "/temporary", 0o777)
        var text = try Self.recipe().replacing("127.0.0.1:8080", with: "127.0.0.1:\(port)")
        // Readable by the workers, even if they run as another user.
        chmod(root, 0o755)
        if geteuid() == 0 { text = "user root;\n" + text }
        if isSlow {
            text = text.replacing(
                "access_log off;",
                with: #"access_log access.log; map $http_range $pace { "" 100k; default 0; } limit_rate $pace;"#)
        }
        if tls {
            #expect(Program.shell(Self.certificates(root)) == 0)
            text = text.replacing(
                "listen 127.0.0.1:\(port);",
                with:
                    "listen 127.0.0.1:\(port) ssl; ssl_certificate \(root)/tls.pem; ssl_certificate_key \(root)/tls.key;"
            )
        }
        rig.write("../nginx.conf", text)
        let watch = inotify_init1(Int32(IN_CLOEXEC))
        defer { close(watch) }
        guard inotify_add_watch(watch, root, UInt32(IN_CREATE | IN_MODIFY)) >= 0,
            let started = Program.start([
                "/usr/sbin/nginx", "-p", root, "-e", "error.log", "-c", "nginx.conf", "-g", "daemon off;",
            ])
        else { throw Failure.notStarted }
        process = started
        let root = root
        try await BlockingThread.run { Result { try Self.waitForStart(of: root, watch: watch) } }.get()
    }

    deinit { stop() }

    /// Returns once every request is answered and written down.
    func stop() {
        guard process > 0 else { return }
        kill(process, SIGQUIT)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        process = 0
    }

    enum Failure: Error { case notStarted, noRecipe }

    /// The article's configuration, word for word.
    private static func recipe() throws -> String {
        let path = Checkout.root + "/Sources/Platform/FoyerPlatform/FoyerPlatform.docc/OwnPlatform.md"
        let text = String(decoding: try OpenFile.reading(path).readAll(limit: 1 << 20), as: UTF8.self)
        guard let start = text.firstRange(of: "```nginx\n")?.upperBound,
            let end = text[start...].firstRange(of: "```")?.lowerBound
        else { throw Failure.noRecipe }
        return String(text[start..<end])
    }

    private static func certificates(_ root: String) -> String {
        """
        cd '\(root)' && exec >/dev/null 2>&1
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Test-Authority -keyout ca.key -out ca.pem &&
        openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout tls.key -out tls.csr &&
        printf 'subjectAltName=DNS:localhost,IP:127.0.0.1' > san &&
        openssl x509 -req -in tls.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile san -out tls.pem
        """
    }

    /// nginx writes its process's number down once it has bound the port.
    private static func waitForStart(of root: String, watch: Int32) throws {
        var events = [UInt8](repeating: 0, count: 4096)
        while (try? OpenFile.reading(root + "/nginx.pid").size()) ?? 0 == 0 {
            var waiting = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 30_000) > 0, read(watch, &events, events.count) > 0 else {
                throw Failure.notStarted
            }
        }
    }

    func server(_ scheme: String = "http") throws -> WebAddress { try WebAddress("\(scheme)://127.0.0.1:\(port)/") }

    func launch(_ number: Int = 0, scheme: String = "http", authority: String? = nil) async throws -> Int {
        try await host(scheme).launch(number, authority: authority)
    }

    func host(_ scheme: String = "http") throws -> Host {
        Host(root: root, server: try server(scheme), key: rig.key.publicKey.bytes)
    }
}

struct Host: Sendable {
    let root: String
    let server: WebAddress
    let key: [UInt8]

    /// Launches as a new host does.
    func launch(_ number: Int, authority: String? = nil) async throws -> Int {
        let home = "\(root)/home\(number)"
        let places = Places { ["XDG_DATA_HOME": home, "XDG_STATE_HOME": home + "/state"][$0] }
        var request = MiniProgramRequest(appID: "com.example.hello", server: server)
        request.network.trust = DocumentTrust([key], places: places)
        request.network.extraCertificates = authority
        let pipeline = MiniProgramPipeline(request, places: places)
        do {
            try await pipeline.makeSteps(isSeen: false).runAll()
        } catch {
            await pipeline.close()
            throw error
        }
        await pipeline.close()
        return try #require(pipeline.program).lease.app.version.code
    }
}

private final class Count: Sendable {
    private struct State {
        var value = 0
        var waiting: [(value: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// The next number from 1; `nil` beyond the limit.
    func take(upTo limit: Int) -> Int? {
        let (value, due) = state.withLock { state in
            state.value += 1
            let due = state.waiting.filter { $0.value <= state.value }
            state.waiting.removeAll { $0.value <= state.value }
            return (state.value, due)
        }
        for waiter in due { waiter.continuation.resume() }
        return value <= limit ? value : nil
    }

    /// Returns once so many have been asked for.
    func reach(_ value: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.value < value { state.waiting.append((value, continuation)) }
                return state.value >= value
            }
            if isReached { continuation.resume() }
        }
    }
}

@Suite(.serialized, .enabled(if: Nginx.isInstalled))
struct NginxTests {
    @Test func servesEverythingThatAHostAsksFor() async throws {
        let nginx = try await Nginx()
        nginx.rig.now = WallClock.now.seconds
        try nginx.rig.publish()
        #expect(try await nginx.launch() == 1)
        let home = nginx.root + "/home"
        let places = Places { ["XDG_STATE_HOME": home, "XDG_CACHE_HOME": home][$0] }
        var network = HTTPTransport.Configuration()
        network.trust = DocumentTrust([nginx.rig.key.publicKey.bytes], places: places)
        let (server, transport) = (try nginx.server(), HTTPTransport(network))
        let documents = PlatformDocuments(server: server, transport: transport)
        func get(_ segments: (String, String?)) async throws -> [UInt8] {
            let deadline = MonotonicClock.now + .seconds(600)
            if let key = segments.1 {
                return try await documents.get("v1", segments.0, key, bodyBound: 1 << 20, deadline: deadline).body
            }
            return try await documents.get("v1", segments.0, bodyBound: 1 << 20, deadline: deadline).body
        }
        #expect(try await BannerData(JSON.parse(get(("banners", "home")))).items.count == 1)
        #expect(try await ConfigValues.read(get(("config", nil)))["version"] == "2")
        #expect(try await CataloguedProgram.catalogue(JSON.parse(get(("catalogue", nil)))).count == 1)
        let hidden = try await transport.fetch(
            transport.request(.get, server.resolve(".foyer-site"), bodyBound: 1_000, timeout: .seconds(600)))
        #expect(hidden.status == 404)
        await transport.finish()
    }

    /// Config and catalogue, with their signatures: sent once, and then named alone. *At scale* counts on it.
    @Test func sendsOnceWhatHasNotChanged() async throws {
        let nginx = try await Nginx(isSlow: true)
        nginx.rig.now = WallClock.now.seconds
        try nginx.rig.publish()
        // What has changed within this second may change once more, and is not kept.
        #expect(Program.shell("find '\(nginx.rig.site)' -exec touch -d '1 hour ago' {} +") == 0)
        let home = nginx.root + "/home"
        let places = Places { ["XDG_STATE_HOME": home, "XDG_CACHE_HOME": home][$0] }
        let server = try nginx.server()
        var network = HTTPTransport.Configuration()
        network.trust = DocumentTrust([nginx.rig.key.publicKey.bytes], places: places)
        for _ in 0..<2 {
            let transport = HTTPTransport(network)
            let client = RemoteConfigClient(
                server: server, transport: transport, store: RemoteConfigStore(places, platform: "test"),
                timeLimit: .seconds(600))
            guard case .body(let body) = await client.answer() else {
                Issue.record("no config")
                return
            }
            #expect(try ConfigValues.read(body)["version"] == "2")
            let catalogue = ProgramCatalogue(server: server, network: network, places: places)
            #expect(try await catalogue.programs()?.count == 1)
            await transport.finish()
        }
        nginx.stop()
        let bytes = try OpenFile.reading(nginx.root + "/access.log").readAll(limit: 1 << 20)
        let log = String(decoding: bytes, as: UTF8.self)
        let statuses = log.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/" (\d{3}) /#).map { String($0.1) }
        }
        #expect(statuses == Array(repeating: "200", count: 4) + Array(repeating: "304", count: 4), "\(log)")
    }

    @Test func keepsEventsAsLines() async throws {
        let nginx = try await Nginx()
        let places = Places { ["XDG_STATE_HOME": nginx.root + "/state"][$0] }
        let collector = AnalyticsCollector(server: try nginx.server(), places: places)
        collector.start()
        collector.record(.click, key: "home", index: 0)
        await collector.flush(within: .seconds(600))
        collector.record(.click, key: "home", index: 1)
        await collector.flush(within: .seconds(600))
        await collector.close()
        nginx.stop()
        let lines = try OpenFile.reading(nginx.root + "/events.ndjson").readAll(limit: 1 << 20).split(separator: 0x0A)
        #expect(lines.count == 2)
        for line in lines {
            let events = try JSONNode(JSON.parse(Array(line))).field("events").elements()
            #expect(try CampaignEvent(events[0].value).key == "home")
        }
    }

    @Test func trustsAnAuthorityThatIsNamed() async throws {
        let nginx = try await Nginx(tls: true)
        nginx.rig.now = WallClock.now.seconds
        try nginx.rig.publish()
        await #expect(throws: LaunchFailure.self) { try await nginx.launch(1, scheme: "https") }
        #expect(try await nginx.launch(2, scheme: "https", authority: nginx.root + "/ca.pem") == 1)
    }

    /// Each launch ends with a version that was published, whole.
    @Test func fiftyPublicationsUnderFiveHundredLaunches() async throws {
        let nginx = try await Nginx()
        nginx.rig.now = WallClock.now.seconds - 100
        nginx.rig.change(to: 2)
        try nginx.rig.publish()
        nginx.rig.write("site.yaml", "name: Test\nkey: site.key\n")
        let (next, host) = (Count(), try nginx.host())
        let (sources, site, start) = (nginx.rig.sources, nginx.rig.site, nginx.rig.now)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while let number = next.take(upTo: 500) {
                        let code = try await host.launch(number)
                        #expect((2...52).contains(code))
                    }
                }
            }
            for code in 3...52 {
                nginx.rig.change(to: code)
                var publisher = Publisher(sources: sources)
                publisher.now = { WallTime(seconds: start + Int64(code)) }
                let made = publisher
                let result = await BlockingThread.run {
                    Result { () throws(PublishError) in try made.publish(to: site) }
                }
                let changed = try result.get().changed
                #expect(changed == ["v1/apps/com.example.hello"])
                // Spread over the launches.
                await next.reach((code - 2) * 10)
            }
            try await group.waitForAll()
        }
        #expect(try await nginx.launch(1_000) == 52)
    }
}
