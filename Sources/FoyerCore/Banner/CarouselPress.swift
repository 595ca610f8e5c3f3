/// The mouse button is down.
struct CarouselPress: Equatable, Sendable {
    /// What less is a click or a snap-back: `flickShare` of the width within `flickTime`, or half the width in any time.
    static let flickTime = Duration.milliseconds(300)
    static let flickShare = 10

    let column: Int
    let row: Int
    let start: Instant
    /// The page that lay under the pointer.
    let page: Int
    /// Cells that the pages follow the pointer, to the right where positive.
    var offset = 0
    /// Whether the pointer was ever more than a cell away: no click then, even where it comes back.
    var isDrag = false
    /// Whether something else moved or resized the carousel meanwhile: the release then does nothing.
    var isVoid = false

    /// A hand that clicks trembles: a cell to any side is still where the button went down.
    func isNear(column: Int, row: Int) -> Bool {
        [(column, self.column), (row, self.row)].allSatisfy { place, start in
            let (distance, overflow) = place.subtractingReportingOverflow(start)
            return !overflow && (-1...1).contains(distance)
        }
    }

    /// Whether a release now moves a page rather than snaps back.
    func movesPage(width: Int, at now: Instant) -> Bool {
        let distance = abs(offset)
        if distance == 0 { return false }
        if distance * 2 >= width { return true }
        return now - start < Self.flickTime && distance * Self.flickShare >= width
    }
}
