import FoyerCore

/// How often a pop-up is shown.
package enum PopupFrequency: String, CaseIterable, Sendable {
    case once
    /// Once a day, by the user's calendar.
    case daily
    case always

    /// Whether it may be shown now. Setting a clock back does not make a new day.
    ///
    /// - Parameter lastDay: the `LocalTime.day` on which it was last shown; `nil` if it never was.
    package func allows(lastDay: Int64?, now: LocalTime) -> Bool {
        guard let lastDay else { return true }
        return switch self {
        case .once: false
        case .daily: now.day > lastDay
        case .always: true
        }
    }
}

/// A button of a pop-up.
package struct PopupButton: Hashable, Sendable {
    /// Text from outside.
    package let label: String
    /// As written; empty if the button only closes. Validated when it is chosen (`LinkDecision`).
    package let openURL: String

    package init(label: String, openURL: String) {
        (self.label, self.openURL) = (label, openURL)
    }

    package var json: JSON { ["label": .string(label), "openUrl": .string(openURL)] }
}

/// A campaign shown as a card over a host's screen.
package struct PopupData: Hashable, Sendable {
    package let popupKey: String
    /// The id under which "once" and "daily" are remembered.
    package let id: String
    /// Text from outside, like all others here; may be empty.
    package let title: String
    package let text: String
    /// As written: absolute, or relative to the platform's base; empty if there is no picture.
    package let imageURL: String
    /// At most two.
    package let buttons: [PopupButton]
    package let frequency: PopupFrequency
    /// Seconds since 1970-01-01 UTC from which, and until which, it is shown.
    package let from: Int64?
    package let until: Int64?
    /// The host's event that brings it; empty if it comes by its key alone. Text from outside.
    package var trigger = ""
    /// Of several that one event could bring, the highest comes.
    package var priority = 0
    /// The most showings within some days; `nil` for no limit beside the frequency.
    package var most: PopupLimit?

    /// The size limit of an answer in bytes.
    package static let maxBytes = TransferBounds.metadata
    package static let maxButtons = 2
    /// The length limit of each text in UTF-8 bytes.
    package static let maxTextLength = 4_096
    /// The length limit of the id in UTF-8 bytes.
    package static let maxIDLength = 256
    /// The length limit of an event's name in UTF-8 bytes.
    package static let maxTriggerLength = 256
    package static let priorities = 0...1_000

    package init(
        popupKey: String, id: String, title: String, text: String = "", imageURL: String = "",
        buttons: [PopupButton] = [], frequency: PopupFrequency = .once, from: Int64? = nil, until: Int64? = nil
    ) {
        (self.popupKey, self.id, self.title, self.text) = (popupKey, id, title, text)
        (self.imageURL, self.buttons, self.frequency) = (imageURL, buttons, frequency)
        (self.from, self.until) = (from, until)
    }
}

extension PopupData {
    /// Reads `{"popupKey", "id", "title", "text", "imageUrl", "buttons": [{"label", "openUrl"}], "frequency", "from",
    /// "until", "trigger", "priority", "most": {"times", "days"}}`. Unknown members are ignored; all but the key, the id,
    /// the title and the frequency may be missing or null.
    package init(_ json: JSON) throws(JSONShapeError) {
        let top = JSONNode(json)
        let list = try top.optionalField("buttons")
        let nodes = try list?.elements() ?? []
        if let list, nodes.count > Self.maxButtons {
            throw list.shapeError(expected: "at most \(Self.maxButtons) buttons")
        }
        var buttons: [PopupButton] = []
        for node in nodes {
            buttons.append(
                PopupButton(
                    label: try node.field("label").text(notEmptyUpTo: Self.maxTextLength),
                    openURL: try node.optionalField("openUrl")?.text(upTo: TransferBounds.address) ?? ""))
        }
        let often = try top.field("frequency")
        guard let frequency = PopupFrequency(rawValue: try often.text()) else {
            throw often.shapeError(expected: "once, daily or always")
        }
        self.init(
            popupKey: try top.field("popupKey").text(notEmptyUpTo: Self.maxTextLength),
            id: try top.field("id").text(notEmptyUpTo: Self.maxIDLength),
            title: try top.field("title").text(notEmptyUpTo: Self.maxTextLength),
            text: try top.optionalField("text")?.text(upTo: Self.maxTextLength) ?? "",
            imageURL: try top.optionalField("imageUrl")?.text(upTo: TransferBounds.address) ?? "", buttons: buttons,
            frequency: frequency, from: try Self.instant(top.optionalField("from")),
            until: try Self.instant(top.optionalField("until")))
        trigger = try top.optionalField("trigger")?.text(notEmptyUpTo: Self.maxTriggerLength) ?? ""
        priority = try top.optionalField("priority")?.integer(in: Self.priorities) ?? 0
        if let node = try top.optionalField("most") {
            most = PopupLimit(
                times: try node.field("times").integer(in: PopupLimit.timesRange),
                days: try node.field("days").integer(in: PopupLimit.daysRange))
        }
    }

    private static func instant(_ node: JSONNode?) throws(JSONShapeError) -> Int64? {
        guard let node else { return nil }
        guard let time = WallTime(rfc3339: try node.text()) else {
            throw node.shapeError(expected: "an instant as 2026-11-21T18:00:00Z")
        }
        return time.seconds
    }
}

package typealias PopupAnswer = CampaignAnswer<PopupData>

extension PopupData: CampaignDocument {
    package var key: String { popupKey }
    package var isEmpty: Bool { false }

    package static func ofAnotherKey(_ shown: SafeText) -> Phrase {
        Phrase("The pop-up is for another key, \"\(shown)\".")
    }

    package static func wrong(_ error: some Error) -> Phrase {
        Phrase("The pop-up's data is wrong: \(String(describing: error)).")
    }
}

/// The most showings within some of the user's days, beside a pop-up's frequency.
package struct PopupLimit: Hashable, Sendable {
    package let times: Int
    package let days: Int

    package static let timesRange = 1...100
    package static let daysRange = 1...366

    package init(times: Int, days: Int) {
        (self.times, self.days) = (times, days)
    }

    /// Whether it may be shown once more, today included in the days. Setting a clock back forgets nothing.
    ///
    /// - Parameter shown: the `LocalTime.day` of each showing.
    package func allows(shownOn shown: [Int64], now: LocalTime) -> Bool {
        shown.count { $0 > now.day - Int64(days) } < times
    }
}

extension PopupData {
    /// Whether it may be shown once more.
    ///
    /// - Parameter shown: the `LocalTime.day` of each showing, as far as they are remembered.
    package func mayCome(shownOn shown: [Int64], now: LocalTime) -> Bool {
        frequency.allows(lastDay: shown.max(), now: now) && most?.allows(shownOn: shown, now: now) ?? true
    }

    /// Whether its showings must be remembered.
    var needsRecord: Bool { frequency != .always || most != nil }

    /// Why it does not come at this time; `nil` if it may.
    func absence(at now: LocalTime) -> PopupAbsence? {
        if let from, now.seconds < from { return .notYet }
        if let until, now.seconds >= until { return .over }
        return nil
    }
}

/// A pop-up that a platform lists: all that says when it may come, without its text and its picture.
public struct CataloguedPopup: Equatable, Sendable {
    package let data: PopupData

    package init(_ data: PopupData) { self.data = data }

    /// The key to ask for it by.
    public var popupKey: String { data.popupKey }
    /// Its title; never empty.
    public var title: SafeText { SafeText(data.title) }
    /// The host's event that it comes by (`TouchService.trackEvent(_:)`); empty if it comes by its key alone. Text from
    /// outside.
    public var trigger: String { data.trigger }
    /// Of several for one event, the highest comes.
    public var priority: Int { data.priority }

    /// Reads `{"popups": […]}` of a catalogue; a platform that lists none need not have the member. What cannot be read is
    /// left out.
    package static func list(_ json: JSON) throws(JSONShapeError) -> [CataloguedPopup] {
        let nodes = try JSONNode(json).optionalField("popups")?.elements() ?? []
        return nodes.compactMap { node in (try? PopupData(node.value)).map { CataloguedPopup($0) } }
    }

    /// The one that an event brings: of those that may come now the one with the highest priority, then the one that
    /// began first (without `from`: ever since), then the one listed first. If none may come, one of those that the
    /// event is for, whose document says why; `nil` if it is for none.
    ///
    /// - Parameters:
    ///   - shownOn: the days on which the pop-up with an id was shown.
    package static func choice(
        of listed: [CataloguedPopup], event: String, now: LocalTime,
        shownOn: (String) -> [Int64]
    ) -> CataloguedPopup? {
        // Compares bytes, since Swift's own equality would accept look-alikes.
        let triggered = listed.filter { popup in !event.isEmpty && popup.trigger.utf8.elementsEqual(event.utf8) }
        let due = triggered.filter { popup in
            popup.data.absence(at: now) == nil && popup.data.mayCome(shownOn: shownOn(popup.data.id), now: now)
        }
        let candidates = due.isEmpty ? triggered : due
        return candidates.enumerated().min { first, second in
            first.element.rank(first.offset) < second.element.rank(second.offset)
        }?.element
    }

    private func rank(_ place: Int) -> (Int, Int64, Int) { (-priority, data.from ?? .min, place) }
}

/// The user's local time, which a campaign's dates are compared with.
package struct LocalTime: Hashable, Sendable {
    /// Seconds since 1970-01-01 UTC.
    package let seconds: Int64
    /// The user's time zone, in seconds east of UTC.
    package let offset: Int64

    package init(seconds: Int64, offset: Int64 = 0) {
        (self.seconds, self.offset) = (seconds, offset)
    }

    /// The user's calendar day, counted from 1970-01-01.
    package var day: Int64 {
        let (local, isBeyond) = seconds.addingReportingOverflow(offset)
        guard !isBeyond else { return seconds / 86_400 }
        return local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
    }
}
