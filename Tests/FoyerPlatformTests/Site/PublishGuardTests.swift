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
}
