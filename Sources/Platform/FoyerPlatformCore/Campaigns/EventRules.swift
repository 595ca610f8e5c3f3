import FoyerCore

/// Why no event is told, whoever it would be told to.
package enum EventsOff: Hashable, Sendable {
    /// `DO_NOT_TRACK`, a build service's variable or an agent's.
    case variable(String)
    /// An option of the command.
    case option
    /// The setting `events: off`.
    case setting

    /// - Parameter isOff: whether the option or the setting says so.
    package init?(environment: (String) -> String?, option: Bool = false, setting: Bool = false) {
        if option {
            self = .option
        } else if Automation.isOn(environment("DO_NOT_TRACK")) {
            self = .variable("DO_NOT_TRACK")
        } else if let automation = Automation(environment: environment) {
            self = .variable(automation.variable)
        } else if setting {
            self = .setting
        } else {
            return nil
        }
    }
}

/// Whether the user has allowed events to be told to a platform.
public enum EventConsent: String, Sendable {
    /// The user's answer; without one, no event is sent.
    case granted, denied
    /// A notice asks before the first event is sent; who does not answer it has not allowed anything.
    case ask
}

/// What becomes of events before they are told to anybody: nothing leaves memory without leave.
package struct EventGate: Equatable, Sendable {
    private enum State: Equatable {
        case open, closed
        /// Until the notice is answered.
        case waiting([CampaignEvent])
    }

    /// Beyond this number, later events are dropped: a notice that nobody answers must not fill the memory.
    static let mostWaiting = 100

    private var state: State

    package static let open = EventGate(state: .open)
    package static let closed = EventGate(state: .closed)
    package static let waiting = EventGate(state: .waiting([]))

    /// - Parameters:
    ///   - off: why nothing is told at all; `nil` if that is not so.
    ///   - host: what the host says.
    ///   - kept: the user's answer about this platform; `nil` if none is kept.
    package static func make(off: EventsOff?, host: EventConsent, kept: EventConsent?) -> EventGate {
        guard off == nil else { return .closed }
        switch host == .ask ? kept ?? .ask : host {
        case .granted: return .open
        case .denied: return .closed
        case .ask: return .waiting
        }
    }

    package var isOpen: Bool { state == .open }
    /// Whether a notice has to be shown before anything is told.
    package var needsNotice: Bool { if case .waiting = state { true } else { false } }

    /// An event waits that the notice speaks of: a card has been seen. Nobody is asked over an error alone.
    package var hasWaiting: Bool {
        guard case .waiting(let events) = state else { return false }
        return events.contains { $0.kind != .load && $0.kind != .error }
    }

    /// Takes an event.
    ///
    /// - Returns: the event if it may be kept on the disk and told.
    package mutating func admit(_ event: CampaignEvent) -> CampaignEvent? {
        switch state {
        case .open: return event
        case .closed: return nil
        case .waiting(let events):
            if events.count < Self.mostWaiting { state = .waiting(events + [event]) }
            return nil
        }
    }

    /// The user has answered the notice.
    ///
    /// - Returns: the events that have waited for a yes, none after a no; `nil` if nothing was asked.
    package mutating func answer(_ isAllowed: Bool) -> [CampaignEvent]? {
        guard case .waiting(let events) = state else { return nil }
        state = isAllowed ? .open : .closed
        return isAllowed ? events : []
    }
}

extension Phrase {
    /// The notice: who would be told, what, and how to change the answer later.
    ///
    /// - Parameter change: the host's own command or setting for that; `nil` if it has none.
    package static func eventNotice(to address: String, change: Phrase? = nil) -> Phrase {
        let question = Phrase(
            "May this program tell \(address) which cards you see and choose, and when, to the second?")
        return change.map { Phrase("\(question) To change that later: \($0)") } ?? question
    }
}
