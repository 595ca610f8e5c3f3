import Foyer
import FoyerDemo
import FoyerStage
import FoyerSystem
import TestSupport
import Testing

@testable import FoyerFlows

/// Every fault has its own key and is visible at every size.
@Suite struct FaultsPanelTests {
    private let entries = FaultEntry.all(canGoOff: true, imitates: true)

    /// A diagnosis is kept where its user looks for it, whoever started the launch.
    @Test func onlyWhatIsInstalledHasAFolderOfItsOwn() {
        let folder = TemporaryFolder()
        let places = Places { $0 == "HOME" ? folder.path : nil }
        let empty = FaultsPanel.emptyPlaces(places)
        #expect(empty.state == places.state && empty.settingsFile == places.settingsFile)
        #expect(empty.apps.hasPrefix(places.cache + "/faults/") && empty.cache.hasPrefix(places.cache + "/faults/"))
    }

    @Test func everyKeyIsOfOneEntryAlone() {
        var keys = Set(entries.map(\.key))
        #expect(keys.count == entries.count)
        keys.formIntersection(["q", "f", "0", "?"])
        #expect(keys.isEmpty)
    }

    @Test func everyCodeAndEveryBannerIsThere() throws {
        for code in LaunchCode.allCases { #expect(entries.contains { $0.kind == .code(code) }) }
        let platform = try ScenarioRig.shippedAssets().platform
        let states = ["home", "pair", "single", "thirty", "empty", "slow", "broken", "down"]
        for key in states {
            #expect(entries.contains { $0.kind == .banner(key) })
            #expect(platform.bannerKeys.contains(key))
        }
    }

    @Test func theAlertIsThereForAProgramThatHasOne() {
        let entry = entries.first { $0.kind == .alert }
        #expect(entry.map { Demo.errorStyle(of: $0.app) } == .alert(service: "Silent Desk"))
        #expect(Demo.errorStyle(of: "com.example.tea") == .page)
    }

    @Test func bothFirstScreensAreThere() {
        for version in ["1", "2"] { #expect(entries.contains { $0.kind == .root(version) }) }
    }

    @Test func theStageTakesEveryRule() throws {
        for entry in entries {
            var rules = FaultRules()
            for rule in entry.rules { try rules.put(rule) }
            #expect(rules.told.count == entry.rules.count)
        }
    }

    @Test func whereTheStageCannotBeHealedItDoesNotGoOff() {
        #expect(!FaultEntry.all(canGoOff: false).contains { $0.rules.contains(where: \.refusesConnections) })
    }

    @Test(arguments: [(80, 24), (160, 45), (72, 23), (60, 20), (40, 10), (20, 4)]) func theFocusIsSeen(
        columns: Int, rows: Int
    ) {
        let size = CellSize(columns: columns, rows: rows)
        var offset = 0
        for focus in Array(entries.indices) + entries.indices.reversed() {
            offset = FaultsLayout.offset(offset, showing: focus, of: entries, size: size)
            let layout = FaultsLayout(entries, size: size, offset: offset)
            let place = layout.places.first { $0.index == focus }?.rect
            #expect(place.map { Rect(size).intersection($0) == $0 && !$0.isEmpty } == true, "\(focus) at \(size)")
            #expect(place?.row != layout.footer.row)
            // The row of a notice is free.
            let notice = layout.footer.row - (rows >= 16 ? 2 : 1)
            if rows >= 8 { #expect(layout.places.allSatisfy { $0.rect.row < notice }) }
        }
    }

    @Test func twoColumnsShowEverythingAt80By24() {
        let layout = FaultsLayout(entries, size: CellSize(columns: 80, rows: 24), offset: 0)
        #expect(layout.places.count == entries.count)
        #expect(Set(layout.places.map(\.rect)).count == entries.count)
    }
}
