/// A wish to be on a page of the host that came from a link, a notification, an icon.
package struct PendingAction: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// The program's own: a banner, a button, a notification that it shows itself.
        case inside
        /// Another program; the sender's name for people, as it came.
        case outside(sender: String?)
    }

    /// The sender's own number, so that it can be told what became of the action.
    package let id: Int
    package let route: Route
    package let origin: Origin

    package init(id: Int, route: Route, origin: Origin) {
        self.id = id
        self.route = route
        self.origin = origin
    }
}

/// Why an action is not carried out. Whoever sent it is told.
package enum ActionRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// `RootMachine.maxPending` wait already.
    case tooManyPending
    /// `PlaceStack.maxDepth` screens lie on each other.
    case tooDeep

    package var description: String {
        switch self {
        case .tooManyPending: "too many links are waiting already (\(RootMachine.maxPending))"
        case .tooDeep: "too many pages are open already (\(PlaceStack.maxDepth))"
        }
    }
}
