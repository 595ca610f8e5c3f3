import FoyerCore

/// Why no card was shown.
public enum PopupAbsence: Equatable, Sendable {
    /// The platform has no pop-up for the key.
    case none
    /// The pop-up could not be loaded.
    case failed(Phrase)
    /// Its time has not come, or is over.
    case notYet, over
    /// It has been shown, and is not due again, or not today.
    case seen
    /// It was not ready in time, or the screen was not at rest: the next start asks again.
    case late
    /// The screen is too small for a card.
    case noRoom

    /// As `foyer popup --json` writes it.
    public var name: String {
        switch self {
        case .none: "none"
        case .failed: "failed"
        case .notYet: "not-yet"
        case .over: "over"
        case .seen: "seen"
        case .late: "late"
        case .noRoom: "no-room"
        }
    }
}

/// The user's commands for a card.
package enum PopupCommand: Equatable, Sendable {
    case next, previous
    /// The focused element.
    case choose
    /// The button of that index; the number of buttons for ✕.
    case press(Int)
    case close
}

package enum PopupEvent: Equatable, Sendable {
    /// The host requests the pop-up.
    case requested
    case answered(PopupAnswer, at: LocalTime)
    /// The picture has arrived, or is not available.
    case pictureSettled
    /// True if the disk has now recorded it as shown, false if it had done so before.
    case kept(Bool)
    /// The disk cannot record it: a card at every start would be worse than none.
    case keepFailed(Phrase)
    /// Whether a card may appear now; asked whenever something may have changed.
    case conditions(PopupConditions)
    case deadlineReached
    case command(PopupCommand)
    /// An answer in lines, which nobody gives by accident: the button of that index, or the number of buttons to close.
    case answer(Int)
    /// The screen leads elsewhere, by the user's wish: this is no stray key.
    case dismissed
}

package enum PopupEffect: Equatable, Sendable {
    case fetch
    case fetchPicture(String)
    /// Records on the disk that it is shown, if its frequency allows it.
    case keep(PopupData)
    /// Withdraws that record: it was not shown after all.
    case release
    case reportShown
    case reportSelected(Int, openURL: String)
    case reportClosed
    case reportAbsent(PopupAbsence)
}

/// What a card would cover.
package struct PopupConditions: Equatable, Sendable {
    /// Another page covers the host's: one that loads, an error, a guide.
    package var isCovered = false
    /// The host is not at rest: it is loading, or an action is pending.
    package var isBusy = false
    /// Another card is shown.
    package var hasOther = false
    package var size: CellSize

    package static let leastSize = CellSize(columns: 20, rows: 6)

    package init(isCovered: Bool = false, isBusy: Bool = false, hasOther: Bool = false, size: CellSize) {
        (self.isCovered, self.isBusy, self.hasOther, self.size) = (isCovered, isBusy, hasOther, size)
    }

    package var hasRoom: Bool { size.columns >= Self.leastSize.columns && size.rows >= Self.leastSize.rows }
    package var allowsCard: Bool { !isCovered && !isBusy && !hasOther && hasRoom }
}

/// One pop-up, from the request until it is closed.
package struct PopupMachine: Equatable, Sendable {
    package enum Phase: Equatable, Sendable {
        case idle
        case asking(until: Instant)
        case fetchingPicture(PopupData, until: Instant)
        /// Everything has arrived, but the screen is not at rest yet. `isKept` if it is already recorded on the disk;
        /// without an end it waits however long that takes.
        case ready(PopupData, isKept: Bool, until: Instant?)
        case keeping(PopupData, until: Instant)
        /// `focus` is the button that Enter presses; the number of buttons for ✕.
        case shown(PopupData, since: Instant, focus: Int)
        case closed
        case absent(PopupAbsence)
    }

    /// A card that is ready later than this after the request waits for the next start; one that is ready in time waits
    /// for the screen to come to rest, however long that takes.
    package static let patience = Duration.seconds(3)
    /// Prevents a press on a button that has just appeared beneath a finger.
    package static let grace = Duration.milliseconds(300)

    package private(set) var phase = Phase.idle
    private var conditions: PopupConditions?

    private let patience: Duration

    package init(patience: Duration = patience) {
        self.patience = patience
    }

    /// The card on screen.
    package var shown: PopupData? { if case .shown(let data, _, _) = phase { data } else { nil } }
    /// The button that Enter presses; the number of buttons for ✕. 0 while there is no card.
    package var focus: Int { if case .shown(_, _, let focus) = phase { focus } else { 0 } }
    /// Whether a card is ready and waits for the screen to come to rest.
    package var isWaiting: Bool { if case .ready = phase { true } else { false } }

    package var nextDeadline: Instant? {
        switch phase {
        case .asking(let until), .fetchingPicture(_, let until), .keeping(_, let until): until
        case .ready(_, _, let until): until
        case .idle, .shown, .closed, .absent: nil
        }
    }

    /// Every event also tells the time. Each phase names the events that change nothing in it.
    package mutating func handle(_ event: PopupEvent, at now: Instant) -> [PopupEffect] {
        let former = self
        let effects = respond(to: event, at: now)
        assert(flaw(since: former, effects) == nil, flaw(since: former, effects) ?? "")
        return effects
    }

    private mutating func respond(to event: PopupEvent, at now: Instant) -> [PopupEffect] {
        if let deadline = nextDeadline, now >= deadline { return giveUp(event) }
        if case .conditions(let new) = event { conditions = new }
        switch phase {
        case .idle:
            guard event == .requested else { return [] }
            phase = .asking(until: now + patience)
            return [.fetch]
        case .asking(let until): return handleAsking(event, until: until, at: now)
        case .fetchingPicture(let data, let until):
            guard event == .pictureSettled else { return [] }
            return ready(data, isKept: false, until: until, at: now)
        case .ready(let data, let isKept, let until):
            guard case .conditions = event else { return [] }
            return ready(data, isKept: isKept, until: until, at: now)
        case .keeping(let data, let until): return handleKeeping(event, data, until: until, at: now)
        case .shown(let data, let since, let focus):
            if case .answer(let index) = event { return perform(.press(index), data, since: since, focus: focus) }
            // A press of the first moment was meant for what was there before.
            if event == .dismissed { return perform(.close, data, since: since, focus: focus) }
            guard case .command(let command) = event, now >= since + Self.grace else { return [] }
            return perform(command, data, since: since, focus: focus)
        case .absent(.late), .absent(.noRoom): return event == .kept(true) ? [.release] : []
        // It is over: what still arrives is late.
        case .closed, .absent: return []
        }
    }

    private mutating func handleAsking(_ event: PopupEvent, until: Instant, at now: Instant) -> [PopupEffect] {
        guard case .answered(let answer, let time) = event else { return [] }
        switch answer {
        case .noCampaign: return end(.none)
        case .failed(let cause): return end(.failed(cause))
        case .data(let data):
            if let absence = data.absence(at: time) { return end(absence) }
            guard !data.imageURL.isEmpty else { return ready(data, isKept: false, until: until, at: now) }
            phase = .fetchingPicture(data, until: until)
            return [.fetchPicture(data.imageURL)]
        }
    }

    /// Everything has arrived: records it on the disk first, then shows it, each once the screen is at rest.
    private mutating func ready(
        _ data: PopupData, isKept: Bool, until deadline: Instant?, at now: Instant
    ) -> [PopupEffect] {
        guard conditions?.allowsCard == true else {
            phase = .ready(data, isKept: isKept, until: conditions?.hasRoom == true ? nil : deadline)
            return []
        }
        guard isKept || !data.needsRecord else {
            phase = .keeping(data, until: deadline ?? now + patience)
            return [.keep(data)]
        }
        phase = .shown(data, since: now, focus: 0)
        return [.reportShown]
    }

    private mutating func handleKeeping(
        _ event: PopupEvent, _ data: PopupData, until: Instant, at now: Instant
    ) -> [PopupEffect] {
        switch event {
        case .kept(true): return ready(data, isKept: true, until: until, at: now)
        case .kept(false): return end(.seen)
        case .keepFailed(let cause): return end(.failed(cause))
        // The screen is looked at again once the disk has answered. The rest came before, and there is no card yet.
        case .conditions, .deadlineReached, .requested, .answered, .pictureSettled, .command, .answer, .dismissed:
            return []
        }
    }

    private mutating func giveUp(_ event: PopupEvent) -> [PopupEffect] {
        var isKept = false
        switch phase {
        case .ready(_, let wasKept, _): isKept = wasKept
        case .keeping: isKept = event == .kept(true)
        case .idle, .asking, .fetchingPicture, .shown, .closed, .absent: break
        }
        return (isKept ? [.release] : []) + end(conditions?.hasRoom == false ? .noRoom : .late)
    }

    private mutating func end(_ absence: PopupAbsence) -> [PopupEffect] {
        phase = .absent(absence)
        return [.reportAbsent(absence)]
    }

    private mutating func perform(
        _ command: PopupCommand, _ data: PopupData, since: Instant, focus: Int
    ) -> [PopupEffect] {
        let places = data.buttons.count + 1
        switch command {
        case .next: phase = .shown(data, since: since, focus: (focus + 1) % places)
        case .previous: phase = .shown(data, since: since, focus: (focus + places - 1) % places)
        case .choose: return perform(.press(focus), data, since: since, focus: focus)
        case .press(let index) where data.buttons.indices.contains(index):
            phase = .closed
            return [.reportSelected(index, openURL: data.buttons[index].openURL), .reportClosed]
        case .press, .close:
            phase = .closed
            return [.reportClosed]
        }
        return []
    }
}

// MARK: - What can never be
extension PopupMachine {
    /// Looked for after every event, in tests and debug builds.
    private func flaw(since former: PopupMachine, _ effects: [PopupEffect]) -> String? {
        switch former.phase {
        case .closed, .absent: if phase != former.phase { return "a card comes back" }
        case .idle, .asking, .fetchingPicture, .ready, .keeping, .shown: break
        }
        if case .shown(let data, _, let focus) = phase {
            if !(0...data.buttons.count).contains(focus) { return "button \(focus) of \(data.buttons.count)" }
            if former.shown == nil, conditions?.allowsCard != true { return "a card where none may be" }
        }
        if effects.contains(.reportShown) != (former.shown == nil && shown != nil) { return "a card is not reported" }
        return effects.contains(.reportClosed) == (former.shown != nil && shown == nil) ? nil : "an end is not told"
    }
}
