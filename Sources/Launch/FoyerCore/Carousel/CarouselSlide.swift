/// Two adjacent pages, and the view's position over them.
struct CarouselStrip: Equatable, Sendable {
    let left: Int
    let right: Int
    /// Cells from the left page's edge to the view's, 0…width.
    let position: Int
}

/// A movement from the present position to a page: a function of elapsed time alone.
///
/// Pages lie on a strip: two, or three if a slide was overtaken by another. The visible ones stay in place, and the new
/// page lies beyond them in the direction of the movement.
struct CarouselSlide: Equatable, Sendable {
    static let duration = Duration.milliseconds(400)

    /// From left to right; neighbours differ.
    private let pages: [Int]
    /// Cells from the strip's left end to the view's left edge, at the start and at the end.
    private let origin: Int
    private let goal: Int
    private let width: Int
    let start: Instant

    /// - Parameters:
    ///   - strip: the visible pages, if not `page` alone.
    ///   - width: cells, > 0.
    init(from page: Int, on strip: CarouselStrip?, to target: Int, isForward: Bool, width: Int, start: Instant) {
        let rest = isForward ? (page, target, 0) : (target, page, width)
        let seen = strip ?? CarouselStrip(left: rest.0, right: rest.1, position: rest.2)
        self.width = width
        self.start = start
        if (isForward ? seen.right : seen.left) == target {
            pages = [seen.left, seen.right]
            origin = seen.position
            goal = isForward ? width : 0
        } else if isForward {
            pages = [seen.left, seen.right, target]
            origin = seen.position
            goal = 2 * width
        } else {
            pages = [target, seen.left, seen.right]
            origin = width + seen.position
            goal = 0
        }
    }

    var end: Instant { start + Self.duration }

    func strip(at now: Instant) -> CarouselStrip {
        let eased = Easing.out((now - start).inSeconds / Self.duration.inSeconds)
        let position = origin + Int((eased * Double(goal - origin)).rounded())
        let index = min(position / width, pages.count - 2)
        return CarouselStrip(left: pages[index], right: pages[index + 1], position: position - index * width)
    }
}
