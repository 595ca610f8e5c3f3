import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

/// The keys that a site is signed with, and the serial numbers that hosts compare.
struct PublishSigningTests {
    // MARK: - Serial numbers

    private func serials(_ rig: SiteRig) throws -> [String: Int64] {
        var found: [String: Int64] = [:]
        for path in ["v1/apps/com.example.hello", "v1/banners/home", "v1/popups/home", "v1/config", "v1/catalogue"] {
            guard case .integer(let serial)? = try JSON.parse(try #require(rig.read(path)))["serial"] else { continue }
            found[path] = serial
        }
        return found
    }

    /// A second checkout has no notes, and its clock may be behind.
    @Test func anotherCheckoutPublishesAboveWhatIsServed() throws {
        let rig = try SiteRig()
        try rig.publish()
        let before = try serials(rig)
        #expect(Program.shell("rm -r '\(rig.sources)/.foyer'") == 0)
        rig.now -= 300
        rig.write("config.yaml", "other: 1\n")
        #expect(try rig.publish().changed == ["v1/config"])
        let after = try serials(rig)
        #expect(try #require(after["v1/config"]) > #require(before.values.max()))
        for (path, serial) in before where path != "v1/config" { #expect(after[path] == serial) }
    }

    /// The site was put back from a copy, so only the notes know.
    @Test func aSiteThatWasPutBackIsPublishedAboveWhatWasSigned() throws {
        let rig = try SiteRig()
        try rig.publish()
        #expect(Program.shell("cp -Rp '\(rig.site)' '\(rig.site).old'") == 0)
        rig.now += 3_600
        rig.write("config.yaml", "other: 1\n")
        try rig.publish()
        let before = try serials(rig)
        #expect(Program.shell("rm -r '\(rig.site)' && mv '\(rig.site).old' '\(rig.site)'") == 0)
        rig.now -= 3_600
        rig.write("config.yaml", "other: 2\n")
        try rig.publish()
        #expect(try #require(serials(rig)["v1/config"]) > #require(before.values.max()))
    }

    /// The clock was wrong once. Whoever waits, or takes a new key, can publish again.
    @Test(arguments: [false, true]) func moreThanADayAheadIsRefused(hasNotes: Bool) throws {
        let rig = try SiteRig()
        rig.now += 200_000
        try rig.publish()
        rig.now -= 200_000
        let before = try serials(rig)
        if !hasNotes { #expect(Program.shell("rm -r '\(rig.sources)/.foyer'") == 0) }
        rig.write("config.yaml", "other: 1\n")
        let state = rig.state["/v1/config"]
        do {
            try rig.publish()
            Issue.record("it would be a day ahead")
        } catch PublishError.serialAhead(let serial, _) {
            #expect(serial.seconds == before["v1/config"])
        }
        #expect(rig.state["/v1/config"] == state)
        rig.now += 120_000
        try rig.publish()
        #expect(try #require(serials(rig)["v1/config"]) > #require(before["v1/config"]))
        // With a new key no host remembers anything.
        rig.now -= 120_000
        rig.write("new.key", Base64.encode([UInt8](repeating: 6, count: 32)))
        rig.write("site.yaml", "name: Test\nkey: new.key\n")
        try rig.publish()
        #expect(try serials(rig).values.allSatisfy { $0 <= rig.now })
    }

    @Test func nothingIsAboveTheHighestNumberOfAll() throws {
        let rig = try SiteRig()
        try rig.publish()
        let body = Array(#"{"serial":9223372036854775807,"expires":"2099-01-01T00:00:00Z"}"#.utf8)
        let signature = rig.key.signature(of: SignedDocument.message(path: "v1/config", body: body))
        rig.write("../site/v1/config", body)
        rig.write("../site/v1/signatures/config", SignedDocument.signatureFile([signature]))
        #expect(Program.shell("rm -r '\(rig.sources)/.foyer'") == 0)
        #expect(throws: PublishError.self) { try rig.publish() }
        // What the key has not signed does not count.
        rig.write(
            "../site/v1/config", Array(String(decoding: body, as: UTF8.self).replacing("2099", with: "2098").utf8))
        try rig.publish()
        #expect(rig.isSigned("v1/config"))
    }

    // MARK: - Keys

    @Test(arguments: [0o640, 0o604, 0o622, 0o666, 0o777] as [mode_t]) func aKeyThatOthersMayReadIsRefused(
        mode: mode_t
    ) throws {
        let rig = try SiteRig()
        let path = rig.sources + "/site.key"
        chmod(path, mode)
        let refusal = LocalizedFailure(.keyOpenToOthers(path, mode: UInt32(mode)))
        #expect(throws: refusal) { try KeyFile.publicKey(path) }
        do {
            try rig.publish()
            Issue.record("the key is no secret")
        } catch PublishError.problems(let problems) {
            #expect("\(problems)".contains("chmod 600 \(path)"), "\(problems)")
        }
        #expect(throws: PackageBuildError.key(refusal)) {
            try PackageBuilder.build(
                folder: rig.sources + "/programs/com.example.hello", output: rig.folder.path + "/out.ma", keyFile: path
            ) { _, _ in nil }
        }
        chmod(path, 0o400)
        #expect(try KeyFile.publicKey(path) == Base64.encode(rig.key.publicKey.bytes))
    }

    @Test func aFailingDiskMakesNoKey() throws {
        let folder = TemporaryFolder()
        let disk = Disk { change in change.kind == .sync ? .fail(ENOSPC) : .none }
        #expect(throws: LocalizedFailure.self) { try KeyFile.make(folder.path + "/key", disk: disk) }
        #expect(access(folder.path + "/key", F_OK) != 0)
    }

    /// Rolling keys takes two.
    @Test func aThirdKeyIsNamedWithItsPlace() throws {
        let rig = try SiteRig()
        rig.write("site.yaml", "name: Test\nkey: [site.key, site.key, site.key]\n")
        do {
            try rig.publish()
            Issue.record("a site signs with two keys at most")
        } catch PublishError.problems(let problems) {
            #expect(problems.map { "\($0.file):\($0.line):\($0.column)" } == ["site.yaml:2:6"], "\(problems)")
        }
    }

    @Test func signaturesAreRenewedBeforeTheyEnd() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.now += 10 * 86_400
        #expect(try rig.publish().isEmpty)
        rig.now += 10 * 86_400
        #expect(try rig.publish().renewed.count == 5)
        #expect(rig.isSigned("v1/catalogue"))
        rig.now += 29 * 86_400
        #expect(rig.isSigned("v1/catalogue"))
    }
}
