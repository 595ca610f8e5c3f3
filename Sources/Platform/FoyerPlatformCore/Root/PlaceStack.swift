import FoyerCore

/// An element of the screen stack that the rules of links know.
package enum Place: Hashable, Sendable {
    case page(HostRoute)
    /// "You are about to enter": the page in front of a route that came from outside.
    case entrance(HostRoute)
    /// Any other screen over the pages, under a name of the host's: while it is on top, no page is.
    case other(String)
}

/// The screen stack at the moment of an event: the places above the root, the last one on top.
package struct PlaceStack: Equatable, Sendable {
    /// The greatest depth of the stack; a link beyond it is refused.
    package static let maxDepth = 100

    package private(set) var places: [Place]
    /// What is on screen if the stack is empty; `nil` if no link leads to it.
    package let rootRoute: HostRoute?

    package init(_ places: [Place] = [], rootRoute: HostRoute? = nil) {
        self.places = places
        self.rootRoute = rootRoute
    }

    package var top: Place? { places.last }
    package var isFull: Bool { places.count >= Self.maxDepth }

    /// Whether the route is already on screen: its page or its entrance is on top.
    package func shows(_ route: HostRoute) -> Bool {
        switch top {
        case .page(let shown), .entrance(let shown): shown.text == route.text
        case .other: false
        case nil: rootRoute?.text == route.text
        }
    }

    mutating func push(_ place: Place) {
        places.append(place)
    }

    mutating func removeTop() {
        places.removeLast()
    }
}
