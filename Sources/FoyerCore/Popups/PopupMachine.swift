/// Why no card was shown.
public enum PopupAbsence: Equatable, Sendable {
    /// The platform has no pop-up for the key.
    case none
    case failed(Cause)
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
    case keepFailed(Cause)
    /// Whether a card may appear now; asked whenever something may have changed.
    case surroundings(PopupSurroundings)
    case deadlineReached
    case command(PopupCommand)
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
package struct PopupSurroundings: Equatable, Sendable {
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
        case asking
        case fetchingPicture(PopupData)
        /// Everything has arrived, but the screen is not at rest yet. `isKept` if it is already recorded on the disk.
        case ready(PopupData, isKept: Bool)
        case keeping(PopupData)
        case shown(PopupData, since: Instant)
        case closed
        case absent(PopupAbsence)
    }

    /// A card that is ready later than this after the request waits for the next start; one that is ready in time waits
    /// for the screen to come to rest, however long that takes.
    package static let patience = Duration.seconds(3)
    /// Prevents a press on a button that has just appeared beneath a finger.
    package static let grace = Duration.milliseconds(300)

    package private(set) var phase = Phase.idle
    /// The button that Enter presses; the number of buttons for ✕.
    package private(set) var focus = 0
    private var deadline: Instant?
    private var surroundings: PopupSurroundings?

    private let patience: Duration

    package init(patience: Duration = patience) {
        self.patience = patience
    }

    /// The card on screen.
    package var shown: PopupData? { if case .shown(let data, _) = phase { data } else { nil } }
    /// Whether a card is ready and waits for the screen to come to rest.
    package var isWaiting: Bool { if case .ready = phase { true } else { false } }
    package var nextDeadline: Instant? { deadline }

    package mutating func handle(_ event: PopupEvent, at now: Instant) -> [PopupEffect] {
        if let deadline, now >= deadline, event != .requested { return giveUp(event) }
        switch (event, phase) {
        case (.requested, .idle):
            phase = .asking
            deadline = now + patience
            return [.fetch]
        case (.answered(let answer, let time), .asking): return take(answer, time, now)
        case (.pictureSettled, .fetchingPicture(let data)): return ready(data, isKept: false, now)
        case (.kept(true), .keeping(let data)): return ready(data, isKept: true, now)
        case (.kept(false), .keeping): return end(.seen)
        case (.keepFailed(let cause), .keeping): return end(.failed(cause))
        case (.kept(true), .absent(.late)), (.kept(true), .absent(.noRoom)): return [.release]
        case (.surroundings(let new), _):
            surroundings = new
            if case .ready(let data, let isKept) = phase { return ready(data, isKept: isKept, now) }
            return []
        case (.command(let command), .shown(let data, let since)):
            return now < since + Self.grace ? [] : perform(command, data)
        // Late, duplicate and unexpected events change nothing.
        default: return []
        }
    }

    private mutating func take(_ answer: PopupAnswer, _ time: LocalTime, _ now: Instant) -> [PopupEffect] {
        switch answer {
        case .none: return end(.none)
        case .failed(let cause): return end(.failed(cause))
        case .data(let data):
            if let from = data.from, time.seconds < from { return end(.notYet) }
            if let until = data.until, time.seconds >= until { return end(.over) }
            guard !data.imageURL.isEmpty else { return ready(data, isKept: false, now) }
            phase = .fetchingPicture(data)
            return [.fetchPicture(data.imageURL)]
        }
    }

    /// Everything has arrived: records it on the disk first, then shows it, each once the screen is at rest.
    private mutating func ready(_ data: PopupData, isKept: Bool, _ now: Instant) -> [PopupEffect] {
        phase = .ready(data, isKept: isKept)
        guard surroundings?.allowsCard == true else {
            if surroundings?.hasRoom == true { deadline = nil }
            return []
        }
        guard isKept || data.frequency == .always else {
            phase = .keeping(data)
            deadline = deadline ?? now + patience
            return [.keep(data)]
        }
        phase = .shown(data, since: now)
        deadline = nil
        focus = 0
        return [.reportShown]
    }

    private mutating func giveUp(_ event: PopupEvent) -> [PopupEffect] {
        var effects: [PopupEffect] = []
        if case .ready(_, isKept: true) = phase { effects.append(.release) }
        if case .keeping = phase, event == .kept(true) { effects.append(.release) }
        return effects + end(surroundings?.hasRoom == false ? .noRoom : .late)
    }

    private mutating func end(_ absence: PopupAbsence) -> [PopupEffect] {
        phase = .absent(absence)
        deadline = nil
        return [.reportAbsent(absence)]
    }

    private mutating func perform(_ command: PopupCommand, _ data: PopupData) -> [PopupEffect] {
        let places = data.buttons.count + 1
        switch command {
        case .next: focus = (focus + 1) % places
        case .previous: focus = (focus + places - 1) % places
        case .choose: return perform(.press(focus), data)
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
