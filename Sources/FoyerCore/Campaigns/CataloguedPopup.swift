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
    /// - Parameter shownOn: the days on which the pop-up with an id was shown.
    package static func choice(
        of listed: [CataloguedPopup], event: String, now: LocalTime, shownOn: (String) -> [Int64]
    ) -> CataloguedPopup? {
        // Compares bytes, since Swift's own equality would accept look-alikes.
        let triggered = listed.filter { !event.isEmpty && $0.trigger.utf8.elementsEqual(event.utf8) }
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
