import FoyerCore
import FoyerPlatformCore
import Testing

@Suite struct CampaignReportTests {
    private static func event(
        _ id: Int, _ kind: CampaignEvent.Kind, _ key: String = "home", _ index: Int? = 0, day: Int = 24
    ) -> CampaignEvent {
        CampaignEvent(id: "id-\(id)", kind: kind, key: key, index: index, time: "2026-11-\(day)T07:00:00Z")
    }

    private func rows(_ events: [CampaignEvent], by dimensions: Set<CampaignReport.Dimension>) -> [String] {
        var report = CampaignReport()
        for event in events { report.add(event) }
        return report.rows(by: dimensions).map { row in
            let group = row.group
            let names = [group.campaign?.key, group.item.map(String.init), group.day].compactMap { $0 }
            let rate = row.rate.map { "\($0)" } ?? "none"
            return "\(names.joined(separator: " ")): \(row.impressions), \(row.clicks), \(rate)"
        }
    }

    private static let week = [
        event(1, .impression), event(2, .impression), event(3, .click), event(4, .impression, "home", 1, day: 25),
        event(5, .impression, "side", 0, day: 25), event(6, .load, "side", nil), event(7, .error, "side", 2),
    ]

    @Test func eachDimensionIsCountedApart() {
        #expect(rows(Self.week, by: [.campaign]) == ["home: 3, 1, \(1.0 / 3)", "side: 1, 0, 0.0"])
        #expect(
            rows(Self.week, by: [.campaign, .item]) == ["home 0: 2, 1, 0.5", "home 1: 1, 0, 0.0", "side 0: 1, 0, 0.0"])
        #expect(rows(Self.week, by: [.day]) == ["2026-11-24: 2, 1, 0.5", "2026-11-25: 2, 0, 0.0"])
        #expect(rows(Self.week, by: []) == [": 4, 1, 0.25"])
    }

    @Test func anIdIsCountedOnce() {
        var report = CampaignReport()
        for event in Self.week + Self.week { report.add(event) }
        #expect(report.events == 7 && report.repeats == 7)
        #expect(report.rows(by: []).first?.impressions == 4)
    }

    @Test func aPopupsButtonIsSeenAsOftenAsItsCard() {
        let events = [
            Self.event(1, .popupImpression, "evening", nil), Self.event(2, .popupImpression, "evening", nil),
            Self.event(3, .popupClick, "evening", 1), Self.event(4, .popupClose, "evening", nil),
            // A banner of the same key is another campaign.
            Self.event(5, .impression, "evening", 1),
        ]
        #expect(
            rows(events, by: [.campaign, .item]) == [
                "evening 1: 1, 0, 0.0", "evening: 2, 0, none", "evening 1: 2, 1, 0.5",
            ])
        #expect(rows(events, by: [.campaign]) == ["evening: 1, 0, 0.0", "evening: 2, 1, 0.5"])
    }

    @Test func bothFormatsAreRead() throws {
        let events = CampaignEvent.Kind.allCases.enumerated().map {
            Self.event($0.offset, $0.element, "home", $0.offset)
        }
        for format in EventFormat.allCases {
            let body = try JSON.parse(format.body(events, source: "http://127.0.0.1/"))
            #expect(try CampaignEvent.all(body) == events)
        }
        #expect(try CampaignEvent.all(events[0].json) == [events[0]])
        #expect(throws: JSONShapeError.self) {
            try CampaignEvent.all(["specversion": "1.0", "type": "com.example.other"])
        }
        #expect(throws: JSONShapeError.self) { try CampaignEvent.all(["events": [["id": "1"]]]) }
    }
}
