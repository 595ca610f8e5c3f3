import FoyerCore
import TestSupport
import Testing

@testable import FoyerPlatformCore

/// Which programs are too old, and what campaigns are for which.
@Suite struct MinimumVersionTests {
    private func snapshot(_ json: String) throws -> ConfigSnapshot {
        ConfigSnapshot(
            activated: try ConfigValues.read(Array(json.utf8)), isFromThisRun: true, defaults: .none)
    }

    @Test(arguments: [
        (#"{"minimum":"2.10"}"#, "2.9.9", true), (#"{"minimum":"2.10"}"#, "2.10", false),
        (#"{"minimum":"2.10"}"#, "2.10.0-beta", true), (#"{"minimum":{"version":"3","reason":"R"}}"#, "2.99", true),
        // What cannot be read locks nobody out.
        (#"{"minimum":2.10}"#, "1", false), (#"{"minimum":{"reason":"R"}}"#, "1", false), (#"{}"#, "1", false),
        (#"{"minimum":"soon"}"#, "1", false), (#"{"minimum":{"version":"3","reason":7}}"#, "1", false),
        (#"{"minimum":"2.10"}"#, "nightly", false),
    ]) func aProgramIsTooOldBeforeTheLeastVersion(json: String, version: String, isTooOld: Bool) throws {
        #expect((try snapshot(json).notice(for: version) != nil) == isTooOld)
    }

    @Test func whatIsWrittenIsReadBack() throws {
        let minimum = try #require(
            MinimumVersion("2.10", reason: "The old mailbox is gone.", link: "https://example.org/new"))
        #expect(MinimumVersion(minimum.json) == minimum)
        #expect(minimum.json.jsonText.hasPrefix(#"{"version":"2.10""#))
        #expect(MinimumVersion("2.10")?.json == "2.10")
    }

    /// Once a day of the user's calendar, and a clock that is set back brings no new day.
    @Test func aPlatformIsAskedOnceADay() {
        let noon = LocalTime(seconds: 1_800_000_000, offset: 0)
        func later(_ hours: Int64) -> LocalTime { LocalTime(seconds: noon.seconds + hours * 3_600) }
        #expect(NoticeRule.mayAsk(lastDay: nil, now: noon))
        #expect(!NoticeRule.mayAsk(lastDay: noon.day, now: later(3)))
        #expect(NoticeRule.mayAsk(lastDay: noon.day, now: later(24)))
        #expect(!NoticeRule.mayAsk(lastDay: noon.day, now: later(-24 * 400)))
    }

    @Test func nobodyIsToldWhoDoesNotLook() {
        func isWanted(_ variables: [String: String], announcements: Bool = true) -> Bool {
            NoticeRule.isWanted(automation: Automation { variables[$0] }, announcements: announcements)
        }
        #expect(isWanted([:]))
        #expect(!isWanted([:], announcements: false))
        #expect(!isWanted(["CI": "true"]) && !isWanted(["CLAUDECODE": "1"]) && isWanted(["CI": "0"]))
    }

    // MARK: - Campaigns

    private static let popup = #"{"popupKey":"k","id":"i","title":"T","frequency":"always","versions":"< 2.18"}"#

    @Test(arguments: [("2.17", true), ("2.18", false), (nil, false)] as [(String?, Bool)])
    func aPopUpIsForItsVersions(version: String?, comes: Bool) {
        let answer = PopupAnswer(
            status: 200, body: Array(Self.popup.utf8), requested: "k", version: version.flatMap { SemanticVersion($0) })
        if comes { #expect(answer != .otherVersion) } else { #expect(answer == .otherVersion) }
    }

    @Test func ofSeveralOnlyTheOnesForThisVersionAreChosen() throws {
        let list = try CataloguedPopup.list(
            JSON.parse(
                Array(
                    #"""
                    {"popups":[
                    {"popupKey":"old","id":"old","title":"T","frequency":"always","trigger":"start","versions":"< 2"},
                    {"popupKey":"new","id":"new","title":"T","frequency":"always","trigger":"start","versions":">= 2"}]}
                    """#.utf8)))
        #expect(list.map(\.versions) == ["< 2", ">= 2"])
        func choice(_ version: String?) -> String? {
            CataloguedPopup.choice(
                of: list, event: "start", version: version.flatMap { SemanticVersion($0) },
                now: LocalTime(seconds: 0)
            ) { _ in [] }?.popupKey
        }
        #expect(choice("1.9") == "old" && choice("2.1") == "new" && choice(nil) == nil)
    }

    @Test func aBannersItemsAreForTheirVersions() throws {
        let json = #"""
            {"name":"","bannerKey":"k","items":[{"index":0,"title":"all","imageUrl":"a","openUrl":""},
            {"index":1,"title":"old","imageUrl":"b","openUrl":"","versions":"<2"}]}
            """#
        let data = try BannerData(JSON.parse(Array(json.utf8)))
        #expect(data.meant(for: SemanticVersion("1")).items.map(\.title) == ["all", "old"])
        #expect(data.meant(for: SemanticVersion("2")).items.map(\.title) == ["all"])
        #expect(data.meant(for: nil).items.map(\.title) == ["all"])
        #expect(try BannerData(data.json) == data)
    }

    @Test func aRangeThatIsNoneIsSaid() throws {
        let wrong = Self.popup.replacing("< 2.18", with: "before 2.18")
        guard case .failed(let cause) = PopupAnswer(status: 200, body: Array(wrong.utf8), requested: "k") else {
            Issue.record("it was taken")
            return
        }
        #expect(cause.english.contains("a range of versions such as < 2.18"), "\(cause.english)")
    }
}
