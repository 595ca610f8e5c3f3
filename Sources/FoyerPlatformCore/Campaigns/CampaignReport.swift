import FoyerCore

/// What campaigns did, counted from the events that a collector has kept.
///
///     var report = CampaignReport()
///     for event in try CampaignEvent.all(json) { report.add(event) }
///     for row in report.rows(by: [.campaign, .day]) { print(row.impressions, row.clicks) }
package struct CampaignReport: Sendable {
    /// By what events are counted apart.
    package enum Dimension: String, CaseIterable, Sendable {
        /// The key of the banner or pop-up.
        case campaign
        /// A banner's item, or a pop-up's button.
        case item
        /// The day in UTC, as `2026-11-25`.
        case day
    }

    /// A campaign: a banner and a pop-up may have the same key.
    package struct Campaign: Hashable, Comparable, Sendable {
        package let isPopup: Bool
        package let key: String

        package static func < (one: Self, other: Self) -> Bool {
            (one.isPopup ? 1 : 0, one.key) < (other.isPopup ? 1 : 0, other.key)
        }
    }

    /// What is counted apart; what is not among the dimensions is `nil`.
    package struct Group: Hashable, Comparable, Sendable {
        package var campaign: Campaign?
        package var item: Int?
        package var day: String?

        package static func < (one: Self, other: Self) -> Bool {
            if let campaign = one.campaign, let others = other.campaign, campaign != others { return campaign < others }
            return (one.item ?? -1, one.day ?? "") < (other.item ?? -1, other.day ?? "")
        }
    }

    /// One line of the report.
    package struct Row: Equatable, Sendable {
        package let group: Group
        /// A pop-up's button is seen as often as its card.
        package fileprivate(set) var impressions = 0
        package fileprivate(set) var clicks = 0
        /// Of how many impressions the clicks are a part.
        fileprivate var base = 0

        /// Clicks for each impression; `nil` where nothing could be chosen. More than 1 is possible: a page can be chosen twice.
        package var rate: Double? { base == 0 ? nil : Double(clicks) / Double(base) }
    }

    private struct Counts {
        var impressions = 0
        var clicks = 0
    }

    /// Counted as finely as can be; each report adds these up.
    private var counts: [Group: Counts] = [:]
    private var ids: Set<String> = []
    /// Events that were there before under the same id: a host sends a batch again if it had no answer.
    package private(set) var repeats = 0

    package init() {}

    /// Events that count, each id once.
    package var events: Int { ids.count }

    /// Counts an event, unless its id has been counted.
    package mutating func add(_ event: CampaignEvent) {
        guard ids.insert(event.id).inserted else {
            repeats += 1
            return
        }
        let group = Group(
            campaign: Campaign(isPopup: event.kind.isOfPopup, key: event.key), item: event.index,
            day: String(event.time.prefix(10)))
        switch event.kind {
        case .impression, .popupImpression: counts[group, default: Counts()].impressions += 1
        case .click, .popupClick: counts[group, default: Counts()].clicks += 1
        // Neither seen nor chosen.
        case .load, .error, .popupClose: break
        }
    }

    /// The rows of these dimensions, by campaign, item and day.
    package func rows(by dimensions: Set<Dimension>) -> [Row] {
        var rows: [Group: Row] = [:]
        var cards: [Group: Int] = [:]
        for (fine, counts) in counts {
            let group = Group(
                campaign: dimensions.contains(.campaign) ? fine.campaign : nil,
                item: dimensions.contains(.item) ? fine.item : nil, day: dimensions.contains(.day) ? fine.day : nil)
            rows[group, default: Row(group: group)].impressions += counts.impressions
            rows[group, default: Row(group: group)].clicks += counts.clicks
            if fine.campaign?.isPopup == true, fine.item == nil {
                cards[Group(campaign: group.campaign, item: nil, day: group.day), default: 0] += counts.impressions
            }
        }
        return rows.values.sorted { $0.group < $1.group }.map { row in
            var row = row
            let card = Group(campaign: row.group.campaign, item: nil, day: row.group.day)
            let isPart = dimensions.contains(.item) && row.group.campaign?.isPopup == true
            if isPart, row.group.item != nil { row.impressions = cards[card] ?? 0 }
            // Where its buttons are counted apart, nothing on the card itself can be clicked.
            row.base = isPart && row.group.item == nil ? 0 : row.impressions
            return row
        }
    }
}

extension CampaignEvent.Kind {
    /// Whether it is a pop-up's.
    fileprivate var isOfPopup: Bool {
        switch self {
        case .impression, .click, .load, .error: false
        case .popupImpression, .popupClick, .popupClose: true
        }
    }
}
