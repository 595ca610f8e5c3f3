import FoyerCore
import FoyerPlatformCore
import FoyerStage
import FoyerSystem
import TestSupport
import Testing

@testable import FoyerPlatform

/// A host that pins a key, and a platform in an attacker's hands.
struct TrustTests {
    @Test(arguments: [
        (StageAttack.expired, "expired at 2000-01-01"), (.foreign, "not made by a pinned key"),
        (.swapped, "not made by a pinned key"), (.truncated, "not 64 bytes"), (.unsigned, "not signed"),
        (.other, "not made by a pinned key"),
    ])
    func attackIsRefusedWithItsCause(attack: StageAttack, cause: String) async throws {
        try await PipelineRig.run { rig in
            try rig.spoil(.metadata, .attack(attack))
            let failure = try #require(try await rig.failure(key: DemoKey.publicKey))
            #expect(failure.code == .fetchFailed)
            #expect(failure.cause.contains(cause), "\(failure.cause)")
            #expect(rig.installed.isEmpty)
            // Without a pinned key, a host trusts the connection, except for another program's metadata.
            #expect(try await rig.code() == (attack == .swapped ? .fetchFailed : nil))
        }
    }

    @Test func whatIsOlderThanSeenIsRefused() async throws {
        try await PipelineRig.run { rig in
            try rig.spoil(.metadata, .attack(.older))
            #expect(try await rig.failure(key: DemoKey.publicKey) == nil)
            rig.heal()
            #expect(try await rig.failure(key: DemoKey.publicKey) == nil)
            try rig.spoil(.metadata, .attack(.older))
            let failure = try #require(try await rig.failure(key: DemoKey.publicKey))
            #expect(failure.code == .fetchFailed)
            #expect(failure.cause.contains("older (serial 0) than one already seen (1)"), "\(failure.cause)")
        }
    }

    @Test func unsignedStatusesAreNotBelieved() async throws {
        try await PipelineRig.run { rig in
            for (status, code) in [(410, LaunchCode.fetchFailed), (451, .fetchFailed), (404, .notFound)] {
                try rig.spoil(.metadata, .status(status, retryAfter: nil))
                #expect(try await rig.code(key: DemoKey.publicKey) == code)
                rig.heal()
            }
        }
    }

    @Test func bannerAndConfigFallBackAndSayWhy() async throws {
        try await PipelineRig.run { rig in
            let server = try WebAddress(rig.stage.baseURL)
            let trust = try #require(DocumentTrust([DemoKey.publicKey], places: rig.places))
            var network = HTTPTransport.Configuration()
            network.trust = trust
            let transport = HTTPTransport(network)
            let documents = PlatformDocuments(server: server, transport: transport)
            let client = RemoteConfigClient(
                server: server, transport: transport, store: RemoteConfigStore(rig.places, platform: "x"),
                timeLimit: .seconds(600))
            guard case .body(let body) = await client.answer() else {
                Issue.record("a signed config is taken")
                return
            }
            #expect(try ConfigValues.read(body)["serial"] == nil)
            try rig.spoil(.any, .attack(.unsigned))
            guard case .failed(let cause) = await client.answer() else {
                Issue.record("an unsigned config is refused")
                return
            }
            #expect(cause.english.contains("not signed"))
            for segments in [("banners", "home"), ("catalogue", nil)] as [(String, String?)] {
                await #expect(throws: DocumentRefusal.unsigned) {
                    let deadline = MonotonicClock.now + .seconds(600)
                    if let key = segments.1 {
                        _ = try await documents.get("v1", segments.0, key, bodyBound: 1 << 20, deadline: deadline)
                    } else {
                        _ = try await documents.get("v1", segments.0, bodyBound: 1 << 20, deadline: deadline)
                    }
                }
            }
            await transport.finish()
        }
    }

    /// A site signs with the old key and the new one; hosts follow one after the other; then the old one goes.
    @Test func keysRoll() throws {
        let rig = try SiteRig()
        let new = [UInt8](repeating: 6, count: 32)
        let newKey = try #require(Ed25519.PrivateKey(new)).publicKey
        let (old, other) = (rig.key.publicKey.bytes, newKey.bytes)
        func believes(_ keys: [[UInt8]]) throws -> Bool {
            let home = rig.folder.path
            let places = Places { ["XDG_STATE_HOME": home][$0] }
            var trust = try #require(DocumentTrust(keys, places: places))
            let now = WallTime(seconds: rig.now)
            trust.now = { now }
            let documents = ["apps/com.example.hello", "banners/home", "popups/home", "config", "catalogue"].map {
                "v1/" + $0
            }
            let believed = try documents.filter { path in
                let body = try #require(rig.read(path))
                let file = rig.read(try #require(SignedDocument.signaturePath(of: path)))
                return (try? trust.validate(path: path, body: body, signatureFile: file)) != nil
            }
            #expect(believed.isEmpty || believed == documents)
            return !believed.isEmpty
        }
        try rig.publish()
        #expect(try believes([old]) && believes([old, other]) && !believes([other]))
        rig.write("new.key", Base64.encode(new))
        rig.write("site.yaml", "name: Test\nkey: [new.key, site.key]\n")
        try rig.publish()
        #expect(try believes([old]) && believes([old, other]) && believes([other]))
        rig.write("site.yaml", "name: Test\nkey: new.key\n")
        try rig.publish()
        #expect(try !believes([old]) && believes([old, other]) && believes([other]))
    }

    @Test func aThirdSigningKeyIsRefused() throws {
        let rig = try SiteRig()
        for name in ["b.key", "c.key"] { rig.write(name, Base64.encode([UInt8](repeating: 7, count: 32))) }
        rig.write("site.yaml", "name: Test\nkey: [site.key, b.key, c.key]\n")
        do {
            try rig.publish()
            Issue.record("three keys are refused")
        } catch PublishError.problems(let problems) {
            #expect(problems.map(\.file) == ["site.yaml"] && "\(problems)".contains("key"), "\(problems)")
        }
    }

    /// A host that pins a key shows no card that the key has not signed.
    @Test(arguments: [StageAttack.expired, .foreign, .swapped, .truncated, .unsigned, .other])
    func attackedPopupDoesNotCome(attack: StageAttack) async throws {
        try await PipelineRig.run { rig in
            let service = try Self.service(rig)
            let session = try service.touch.popupSession(forKey: "always").campaign
            let signed = await session.popupAnswer()
            guard case .data = signed else {
                Issue.record("a signed pop-up is taken: \(signed)")
                return
            }
            try rig.spoil(.any, .attack(attack))
            guard case .failed = await session.popupAnswer() else {
                Issue.record("\(attack) is refused")
                return
            }
            await session.close().value
            await service.close()
        }
    }

    private static func service(_ rig: PipelineRig) throws -> BannerService {
        let server = try WebAddress(rig.stage.baseURL)
        var configuration = TouchConfiguration()
        configuration.timeout = .seconds(600)
        configuration.network.trust = DocumentTrust([DemoKey.publicKey], places: rig.places)
        return try BannerService(server: server, places: rig.places, configuration: configuration)
    }

    /// The rule itself: each change of a byte, a path or a signature.
    @Test func nothingButTheDocumentAtItsPlace() throws {
        let key = try #require(Ed25519.PrivateKey([UInt8](repeating: 9, count: 32)))
        let body = Array(#"{"a":1,"serial":7,"expires":"2030-01-01T00:00:00Z"}"#.utf8)
        let signature = key.signature(of: SignedDocument.message(path: "v1/config", body: body))
        func validate(
            _ body: [UInt8], _ signatures: [[UInt8]], at path: String = "v1/config", seen: Int64? = nil,
            isSame: Bool = true, now: Int64 = 1_800_000_000
        ) throws(DocumentRefusal) -> Int64 {
            try SignedDocument.validate(
                path: path, body: body, signatureFile: SignedDocument.signatureFile(signatures),
                seen: seen.map { SignedDocument.Seen(serial: $0, isSame: isSame) }, now: WallTime(seconds: now)
            ) { key.publicKey.verifies($0, of: $1) }
        }
        #expect(try validate(body, [signature]) == 7)
        #expect(try validate(body, [[UInt8](repeating: 1, count: 64), signature], seen: 7) == 7)
        #expect(throws: DocumentRefusal.older(offered: 7, seen: 8)) { try validate(body, [signature], seen: 8) }
        #expect(throws: DocumentRefusal.otherContent(serial: 7)) {
            try validate(body, [signature], seen: 7, isSame: false)
        }
        #expect(throws: DocumentRefusal.foreign) { try validate(body, [signature], at: "v1/catalogue") }
        #expect(throws: DocumentRefusal.signatureUnreadable) { try validate(body, []) }
        #expect(throws: DocumentRefusal.expired(WallTime(seconds: 1_893_456_000))) {
            try validate(body, [signature], now: 1_893_456_000)
        }
        for index in body.indices {
            var changed = body
            changed[index] ^= 1
            #expect(throws: DocumentRefusal.foreign) { try validate(changed, [signature]) }
        }
        let bare = Array(#"{"serial":7}"#.utf8)
        #expect(throws: DocumentRefusal.incomplete) {
            try validate(bare, [key.signature(of: SignedDocument.message(path: "v1/config", body: bare))])
        }
    }

    @Test func timesReadBack() {
        for text in ["1970-01-01T00:00:00Z", "2000-02-29T23:59:59Z", "2026-12-22T04:50:49Z", "9999-12-31T23:59:59Z"] {
            #expect(WallTime(rfc3339: text)?.rfc3339 == text)
        }
        #expect(WallTime(rfc3339: "2026-11-22T08:00:00.25+08:00")?.rfc3339 == "2026-11-22T00:00:00Z")
        for text in ["", "2026-02-30T00:00:00Z", "2026-11-22", "2026-11-22T00:00:00", "2026-11-22T00:00:00Zx"] {
            #expect(WallTime(rfc3339: text) == nil)
        }
    }
}
