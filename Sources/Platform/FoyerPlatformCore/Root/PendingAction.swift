import FoyerCore

/// A request to open a page of the host, from a link, a notification or an icon.
public struct PendingAction: Hashable, Sendable {
    /// Who asks.
    public enum Origin: Hashable, Sendable {
        /// The program itself: a banner, a button, a notification that it shows.
        case inside
        /// Another program; the sender's name for people, as received.
        case outside(sender: String?)
    }

    /// The sender's own number, so that it can learn the outcome.
    package let id: Int
    /// Where it leads.
    public let route: HostRoute
    /// Who asks.
    public let origin: Origin

    package init(id: Int, route: HostRoute, origin: Origin) {
        self.id = id
        self.route = route
        self.origin = origin
    }
}

/// Why an action is not carried out. The sender is told.
package enum ActionRefusal: Equatable, Sendable {
    /// `RootMachine.maxPending` actions are waiting already.
    case tooManyPending
    /// The stack already has `PlaceStack.maxDepth` screens.
    case tooDeep
}
