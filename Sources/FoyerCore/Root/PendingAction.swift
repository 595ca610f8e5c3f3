/// A wish to be on a page of the host that came from a link, a notification, an icon.
public struct PendingAction: Hashable, Sendable {
    public enum Origin: Hashable, Sendable {
        /// The program's own: a banner, a button, a notification that it shows itself.
        case inside
        /// Another program; the sender's name for people, as it came.
        case outside(sender: String?)
    }

    /// The sender's own number, so that it can be told what became of the action.
    public let id: Int
    public let route: Route
    public let origin: Origin

    public init(id: Int, route: Route, origin: Origin) {
        self.id = id
        self.route = route
        self.origin = origin
    }
}

/// Why an action is not carried out. Whoever sent it is told.
public enum ActionRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// `RootMachine.maxPending` wait already.
    case tooManyPending
    /// `PlaceStack.maxDepth` screens lie on each other.
    case tooDeep

    public var description: String {
        switch self {
        case .tooManyPending: "too many links are waiting already (\(RootMachine.maxPending))"
        case .tooDeep: "too many pages are open already (\(PlaceStack.maxDepth))"
        }
    }
}
