/// Something that lies on the screen stack and that the rules of links know.
package enum Place: Hashable, Sendable {
    case page(Route)
    /// "You are about to enter": the page in front of a route that came from outside.
    case entrance(Route)
    /// Any other screen over the pages, by a name of the host's: while it is on top, no page is.
    case other(String)
}

/// What lies on the screen stack at the moment of an event: the places above the root, the last one on top.
package struct PlaceStack: Equatable, Sendable {
    /// Screens that may lie on each other; a link beyond that is refused.
    package static let maxDepth = 100

    package private(set) var places: [Place]
    /// What is on screen where no place is; `nil` where no link leads to it.
    package let rootRoute: Route?

    package init(_ places: [Place] = [], rootRoute: Route? = nil) {
        self.places = places
        self.rootRoute = rootRoute
    }

    package var top: Place? { places.last }
    package var isFull: Bool { places.count >= Self.maxDepth }

    /// Whether the route is on screen already: its page or its entrance is on top.
    package func shows(_ route: Route) -> Bool {
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
