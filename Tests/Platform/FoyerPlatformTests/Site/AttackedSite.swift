import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform
@testable import FoyerServe

/// A signed site whose server is in an attacker's hands: every file of it can be changed. And a host that pins its key.
final class AttackedSite {
    let rig: SiteRig
    let server: LoopbackServer
    /// Where the host keeps what it knows.
    var home: String
    private let clock: WallTimeBox

    init() async throws {
        rig = try SiteRig()
        // A pop-up that comes each time it is asked for.
        rig.write(
            "popups/home.yaml", "id: a\ntitle: Card of 1\nimage: welcome.png\nbuttons: []\nfrequency: always\n")
        rig.write("config.yaml", "version: \"1\"\n")
        rig.write("banners/home.yaml", "items:\n  - {title: Page of 1, image: welcome.png, link: \"\"}\n")
        rig.write("programs/com.example.hello/resources/menu.txt", "Menu of 1")
        rig.write("programs/com.example.hello/program.yaml", "icon: hello.png\nresources: [menu.txt]\n")
        rig.change(to: 1)
        try rig.publish()
        server = try await SiteShow.start(rig.site, port: 0)
        home = rig.folder.path + "/home"
        clock = WallTimeBox(rig.now)
    }

    /// Publishes another edition of everything.
    func publish(_ edition: Int, signedBy seed: UInt8? = nil) throws {
        rig.change(to: edition)
        rig.write("programs/com.example.hello/resources/menu.txt", "Menu of \(edition)")
        rig.write(
            "popups/home.yaml",
            "id: a\ntitle: Card of \(edition)\nimage: welcome.png\nbuttons: []\nfrequency: always\n")
        rig.write("config.yaml", "version: \"\(edition)\"\n")
        rig.write(
            "banners/home.yaml", "items:\n  - {title: Page of \(edition), image: welcome.png, link: \"\"}\n")
        if let seed {
            rig.write("other.key", Base64.encode([UInt8](repeating: seed, count: 32)))
            rig.write("site.yaml", "name: Test\nkey: other.key\n")
        }
        try rig.publish()
        clock.time.withLock { $0 = max($0, rig.now) }
    }

    var now: Int64 {
        get { clock.time.withLock { $0 } }
        set { clock.time.withLock { $0 = newValue } }
    }

    // MARK: - The attacker

    var files: [String] {
        rig.state.keys.filter { path in rig.read(String(path.dropFirst())) != nil && !path.hasPrefix("/.") }
            .map { String($0.dropFirst()) }.sorted()
    }

    func read(_ path: String) -> [UInt8] { rig.read(path) ?? [] }
    func write(_ path: String, _ bytes: [UInt8]) { rig.write("../site/" + path, bytes) }
    func write(_ path: String, _ text: String) { write(path, Array(text.utf8)) }
    func remove(_ path: String) { unlink(rig.site + "/" + path) }

    /// All files of the site, to be put back.
    var copy: [String: [UInt8]] { Dictionary(uniqueKeysWithValues: files.map { ($0, read($0)) }) }

    func restore(_ copy: [String: [UInt8]], _ paths: (String) -> Bool = { _ in true }) {
        for path in files where copy[path] == nil && paths(path) { remove(path) }
        for (path, bytes) in copy where paths(path) && read(path) != bytes { write(path, bytes) }
    }

    /// Signs a document as whoever has the key would.
    func sign(_ path: String, _ text: String, _ seed: UInt8 = 5) throws {
        let key = try #require(Ed25519.PrivateKey([UInt8](repeating: seed, count: 32)))
        let signature = key.signature(of: SignedDocument.message(path: path, body: Array(text.utf8)))
        write(path, text)
        write(try #require(SignedDocument.signaturePath(of: path)), SignedDocument.signatureFile([signature]))
    }

    // MARK: - The host

    /// What a host shows of a platform.
    struct Sight: Equatable {
        /// The program's page and its resource, or the code that its launch ends in.
        var program = ""
        var icon: [UInt8]?
        var banner = ""
        var bannerPicture: [UInt8]?
        var popup = ""
        var popupPicture: [UInt8]?
        var config = ""
        /// Why something was not believed.
        var causes: [String] = []
    }

    static func key(_ seed: UInt8) -> [UInt8] {
        Ed25519.PrivateKey([UInt8](repeating: seed, count: 32))?.publicKey.bytes ?? []
    }

    private var places: Places {
        let home = home
        return Places {
            ["XDG_STATE_HOME": home + "/state", "XDG_CACHE_HOME": home + "/cache", "XDG_DATA_HOME": home + "/data"][$0]
        }
    }

    private func trust(_ keys: [[UInt8]]) -> DocumentTrust? {
        var trust = DocumentTrust(keys, places: places)
        trust?.now = { [clock] in WallTime(seconds: clock.time.withLock { $0 }) }
        return trust
    }

    /// Launches the program, and loads banner, pop-up and config.
    ///
    /// - Parameter keys: the seeds of the keys that the host pins.
    func look(
        _ keys: [UInt8] = [5], at address: String? = nil, policy: InstallPolicy = .latest
    ) async throws -> Sight {
        let base = try WebAddress((address ?? server.address) + "/")
        let pinned = keys.map { Self.key($0) }
        var sight = Sight()
        try await launch(base, pinned, policy, &sight)
        try await campaigns(base, pinned, &sight)
        let transport = Network.transport(trust: trust(pinned))
        let config = RemoteConfigService(
            places, server: base, transport: transport, minimumInterval: .zero, timeLimit: .seconds(600))
        let fetch = await config.fetch()
        let version = await config.activate().json("version")
        sight.config = "\(version.value.jsonText) \(version.source.rawValue)"
        if case .failed(let cause) = fetch.outcome { sight.causes.append("config: " + cause.english) }
        await transport.finish()
        return sight
    }

    private func launch(
        _ base: WebAddress, _ pinned: [[UInt8]], _ policy: InstallPolicy, _ sight: inout Sight
    ) async throws {
        var network = HTTPTransport.Configuration()
        network.jitter = { 0 }
        network.trust = trust(pinned)
        let request = MiniProgramRequest(
            appID: "com.example.hello", server: base, policy: policy, timeout: .seconds(600), network: network)
        let pipeline = MiniProgramPipeline(request, store: AppStore(path: places.apps), network: network)
        do {
            try await pipeline.makeSteps().runAll()
            let lease = try #require(pipeline.program?.lease)
            let page = try lease.read("pages/index.md", limit: 1_000)
            sight.program = String(decoding: page, as: UTF8.self).trimmed + " "
            sight.program += String(decoding: try lease.read("menu.txt", limit: 1_000), as: UTF8.self)
            sight.icon = lease.icon(under: pinned)
        } catch let failure as LaunchFailure {
            sight.program = "\(failure.code.rawValue)"
            sight.causes.append("program: " + failure.cause)
        }
        await pipeline.close()
    }

    private func campaigns(_ base: WebAddress, _ pinned: [[UInt8]], _ sight: inout Sight) async throws {
        var configuration = TouchConfiguration()
        configuration.timeout = .seconds(600)
        configuration.pictureTimeout = .seconds(600)
        configuration.network.jitter = { 0 }
        configuration.network.trust = trust(pinned)
        let notes = Notes()
        configuration.note = { notes.add($0) }
        let service = try BannerService(
            server: base, places: places, configuration: configuration, collector: ToldEvents())
        let cache = CampaignCache(places: places, scope: configuration.network.trust?.scope)
        let banner = try service.touch.session(forKey: "home").campaign
        let result = await banner.load(pictures: true, hasErrorImage: false)
        await banner.close().value
        sight.banner = "\(result.status.rawValue) " + (result.load.data?.items.map(\.title).joined() ?? "")
        if let item = result.load.data?.items.first, result.load.picture(of: item) == .ready {
            sight.bannerPicture = cache.picture(try base.resolve(item.imageURL))?.bytes ?? []
        }
        // Where the kept one is shown in its place, the log says why.
        let why = result.failure?.cause ?? notes.lines.first { $0.hasPrefix("the banner home is not believed") }
        if let why { sight.causes.append("banner: " + why) }
        let popup = try service.touch.popupSession(forKey: "home").campaign
        switch await popup.popupAnswer() {
        case .data(let data):
            sight.popup = data.title
            if !data.imageURL.isEmpty {
                sight.popupPicture = try await picture(data.imageURL, of: popup, base, cache)
            }
        case .noCampaign: sight.popup = "none"
        case .failed(let cause): sight.causes.append("popup: " + cause.english)
        }
        await popup.close().value
        await service.close()
    }

    private func picture(
        _ imageURL: String, of popup: CampaignSession, _ base: WebAddress, _ cache: CampaignCache
    ) async throws -> [UInt8]? {
        let inbox = Inbox<Bool>()
        popup.fetch(imageURL) { _, isHere in inbox.post(isHere) }
        guard await inbox.next() == true else { return nil }
        await popup.close().value
        return cache.picture(try base.resolve(imageURL))?.bytes ?? []
    }
}

private final class WallTimeBox: Sendable {
    let time: Mutex<Int64>

    init(_ time: Int64) { self.time = Mutex(time) }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == "#" || $0 == " " }.prefix { $0 != "\n" }) }
}
