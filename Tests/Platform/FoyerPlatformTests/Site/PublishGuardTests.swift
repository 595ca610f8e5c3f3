import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import TestSupport
import Testing

@testable import FoyerPlatform

/// What a publication does not believe, does not take over, and does not hold up.
struct PublishGuardTests {
    // MARK: - What lies in the site

    private static let damages = [": >", "printf x >>", "printf x | dd conv=notrunc bs=1 status=none of="]

    /// Emptied, grown, or other bytes of the same length.
    @Test(arguments: damages, ["packages", "pictures", "v1/apps", "v1/signatures/banners"])
    func whatWasDamagedIsWrittenAgain(damage: String, folder: String) throws {
        let rig = try SiteRig()
        try rig.publish()
        let whole = contents(rig)
        #expect(Program.shell("for f in '\(rig.site)/\(folder)'/*; do \(damage)\"$f\"; done") == 0)
        #expect(contents(rig) != whole)
        let plan = try rig.publisher().plan(to: rig.site)
        #expect(!plan.isEmpty)
        #expect(try !rig.publish().isEmpty)
        #expect(rig.launchable == 1 && rig.isSigned("v1/banners/home"))
        if !folder.hasPrefix("v1") { #expect(contents(rig) == whole) }
        #expect(try rig.publish().isEmpty)
    }

    /// The notes are gone as well.
    @Test func withoutNotesEverythingIsCompared() throws {
        let rig = try SiteRig()
        try rig.publish()
        let whole = contents(rig)
        #expect(Program.shell("rm -r '\(rig.sources)/.foyer'; for f in '\(rig.site)'/*s/*; do : >\"$f\"; done") == 0)
        #expect(try rig.publish().newContents == 3)
        #expect(contents(rig) == whole)
    }

    private func contents(_ rig: SiteRig) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for path in rig.state.keys { found[path] = rig.read(String(path.dropFirst())) }
        return found
    }

    // MARK: - Keys

    private func refusal(_ rig: SiteRig) throws -> PublishError? {
        let before = rig.state
        do { try rig.publish() } catch let error as PublishError {
            #expect(rig.state == before)
            return error
        }
        return nil
    }

    @Test(arguments: [false, true]) func aLostKeyUnsignsNothing(hasNotes: Bool) throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.write("site.yaml", "name: Test\n")
        if !hasNotes { #expect(Program.shell("rm -r '\(rig.sources)/.foyer'") == 0) }
        #expect(try refusal(rig) == .unsigned(path: rig.site))
        #expect(rig.isSigned("v1/config"))
        // On purpose it is possible, and then it stays so.
        rig.write("site.yaml", "name: Test\nkey: none\n")
        try rig.publish()
        #expect(!rig.state.keys.contains { $0.hasPrefix("/v1/signatures/") && $0.contains("config") })
        #expect(try rig.publish().isEmpty)
        rig.write("site.yaml", "name: Other\n")
        #expect(try refusal(rig) == nil)
    }

    /// The notes know that it was signed, though nothing is there any more.
    @Test func aLostKeyIsMissedInANewFolderToo() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.write("site.yaml", "name: Test\n")
        #expect(Program.shell("rm -r '\(rig.site)'") == 0)
        #expect(throws: PublishError.unsigned(path: rig.site)) { try rig.publish() }
        rig.write("site.yaml", "name: Test\nkey: site.key\n")
        try rig.publish()
        #expect(rig.launchable == 1)
    }

    @Test func anotherKeyIsSaid() throws {
        let rig = try SiteRig()
        #expect(try rig.publish().advice.isEmpty)
        rig.write("new.key", Base64.encode([UInt8](repeating: 6, count: 32)))
        // Who rolls keys has told the hosts.
        rig.write("site.yaml", "name: Test\nkey: [new.key, site.key]\n")
        #expect(try rig.publish().advice.isEmpty)
        rig.write("site.yaml", "name: Test\nkey: new.key\n")
        #expect(try rig.publish().advice.isEmpty)
        rig.write("site.yaml", "name: Test\nkey: site.key\n")
        #expect(try rig.publisher().plan(to: rig.site).advice == [.signedByAnotherKey])
        #expect(try rig.publish().advice == [.signedByAnotherKey])
        rig.write("config.yaml", "other: 1\n")
        #expect(try rig.publish().advice.isEmpty)
    }

    // MARK: - Sites of others

    @Test func theWrongSourcesReplaceNothing() throws {
        let rig = try SiteRig(signs: false)
        try rig.publish()
        let other = try SiteRig(signs: false)
        #expect(
            Program.shell(
                """
                cd '\(other.sources)' && mv programs/com.example.hello programs/com.example.other \
                && sed -i s/com.example.hello/com.example.other/ */*.yaml programs/*/manifest.json
                """) == 0)
        let before = rig.state
        #expect(throws: PublishError.foreign(path: rig.site)) { try other.publisher().plan(to: rig.site) }
        #expect(throws: PublishError.foreign(path: rig.site)) { try other.publisher().publish(to: rig.site) }
        #expect(rig.state == before)
        var publisher = other.publisher()
        publisher.replacesOthers = true
        #expect(try publisher.publish(to: rig.site).removed == ["v1/apps/com.example.hello"])
        // From then on it is theirs.
        other.write("config.yaml", "other: 1\n")
        #expect(try other.publisher().publish(to: rig.site).changed == ["v1/config"])
    }

    /// They are their own sources' programs, even if none stays.
    @Test func ownProgramsMayAllGo() throws {
        let rig = try SiteRig()
        rig.write("banners/home.yaml", "items: []\n")
        rig.write("popups/home.yaml", "id: a\ntitle: T\n")
        try rig.publish()
        #expect(Program.shell("rm -r '\(rig.sources)/programs/com.example.hello'") == 0)
        let result = try rig.publish()
        #expect(result.removed == ["v1/apps/com.example.hello"])
        #expect(result.advice == [.removedUnsigned])
    }

    // MARK: - The end of a campaign

    @Test func aPopupThatIsGoneIsOverAndSigned() throws {
        let rig = try SiteRig()
        try rig.publish()
        #expect(Program.shell("rm '\(rig.sources)/popups/home.yaml'") == 0)
        let result = try rig.publish()
        #expect(result.changed == ["v1/catalogue", "v1/popups/home"] && result.removed.isEmpty)
        #expect(rig.isSigned("v1/popups/home") && rig.isSigned("v1/catalogue"))
        let ended = try PopupData(JSON.parse(#require(rig.read("v1/popups/home"))))
        #expect(ended.id == "welcome" && ended.until == rig.now && ended.imageURL.isEmpty)
        #expect(try CataloguedPopup.list(JSON.parse(#require(rig.read("v1/catalogue")))).isEmpty)
        // It does not end anew each time.
        rig.now += 100
        #expect(try rig.publish().isEmpty)
        rig.write("config.yaml", "other: 1\n")
        #expect(try rig.publish().changed == ["v1/config"])
        // Nobody pins a key of an unsigned site: 404 is an answer there.
        rig.write("site.yaml", "name: Test\nkey: none\n")
        #expect(try rig.publish().removed == ["v1/popups/home"])
    }

    // MARK: - While somebody edits

    @Test func aProgramWithoutANewVersionHoldsNothingElseUp() throws {
        let rig = try SiteRig()
        try rig.publish()
        let (package, count) = (try metadata(rig).package.url, rig.state.count)
        rig.write("programs/com.example.hello/pages/index.md", "# Other\n")
        rig.write("config.yaml", "other: 1\n")
        #expect(throws: PublishError.self) { try rig.publish() }
        func publish() throws -> PublishResult {
            rig.now += 1
            var publisher = rig.publisher()
            publisher.holdsBack = true
            return try publisher.publish(to: rig.site)
        }
        var result = try publish()
        #expect(result.changed == ["v1/config"])
        #expect(result.heldBack.map(\.file) == ["programs/com.example.hello/manifest.json"])
        #expect(rig.launchable == 1)
        #expect(try metadata(rig).package.url == package)
        // Nothing of the new package is left behind, and it is said until it is mended.
        #expect(rig.state.count == count)
        result = try publish()
        #expect(result.isEmpty && result.heldBack.count == 1)
        #expect(throws: PublishError.self) { try rig.publish() }
        rig.change(to: 2)
        result = try publish()
        #expect(result.changed == ["v1/apps/com.example.hello"] && result.heldBack.isEmpty)
        #expect(rig.launchable == 2)
    }

    private func metadata(_ rig: SiteRig) throws -> AppMetadata {
        try AppMetadata(JSON.parse(#require(rig.read("v1/apps/com.example.hello"))))
    }
}
