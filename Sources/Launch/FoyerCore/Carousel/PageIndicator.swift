/// The dots of a banner: which are shown, their places and sizes, and the meaning of a click. Widths are in cells.
///
/// None for fewer than two pages. All of them if they fit; otherwise as many as fit, in a window centred on the current
/// page, clamped to the ends, that depends only on the current page. A dot at an edge of the window that hides more
/// pages is small; the current one is always visible and never small. Nothing lies outside the room: if not even the
/// current dot fits, there are none.
package struct PageIndicator: Equatable, Sendable {
    /// The place of the dots below or in the banner.
    package enum Alignment: String, CaseIterable, Sendable {
        case left, centre, right
    }

    /// The sizes of dots in cells.
    package struct Metrics: Hashable, Sendable {
        /// Widths and spacing are clamped to this.
        package static let longest = 1_000

        /// 1…`longest`.
        package let currentWidth: Int
        /// 1…`longest`; small dots take the same room.
        package let otherWidth: Int
        /// Between two dots, 0…`longest`.
        package let spacing: Int

        package init(currentWidth: Int = 1, otherWidth: Int = 1, spacing: Int = 1) {
            self.currentWidth = min(max(1, currentWidth), Self.longest)
            self.otherWidth = min(max(1, otherWidth), Self.longest)
            self.spacing = min(max(0, spacing), Self.longest)
        }
    }

    package enum Size: Hashable, Sendable {
        case current, regular, small
    }

    package struct Dot: Hashable, Sendable {
        package let page: Int
        /// The dot's first cell, from the room's left edge.
        package let column: Int
        package let width: Int
        package let size: Size
    }

    /// The meaning of a click.
    package enum Target: Hashable, Sendable {
        case page(Int)
        /// Beside the dots.
        case back, forward

        package var command: CarouselCommand {
            switch self {
            case .page(let page): .goTo(page)
            case .back: .previous
            case .forward: .next
            }
        }
    }

    /// From left to right.
    package let dots: [Dot]
    /// Cells.
    package let room: Int

    /// - Parameters:
    ///   - count: the number of pages.
    ///   - current: the current page; clamped to the valid range.
    ///   - room: the number of cells for the dots.
    package init(count: Int, current: Int, room: Int, metrics: Metrics = Metrics(), alignment: Alignment = .centre) {
        self.room = max(0, room)
        guard count > 1, self.room >= metrics.currentWidth else {
            dots = []
            return
        }
        let current = min(max(0, current), count - 1)
        let step = metrics.otherWidth + metrics.spacing
        let shown = min(count, 1 + (self.room - metrics.currentWidth) / step)
        let first = min(max(0, current - (shown - 1) / 2), count - shown)
        let spare = self.room - metrics.currentWidth - (shown - 1) * step
        var column =
            switch alignment {
            case .left: 0
            case .centre: spare / 2
            case .right: spare
            }
        dots = (first..<first + shown).map { page in
            let hidesMore = page == first && first > 0 || page == first + shown - 1 && first + shown < count
            let size: Size = page == current ? .current : hidesMore ? .small : .regular
            let width = page == current ? metrics.currentWidth : metrics.otherWidth
            defer { column += width + metrics.spacing }
            return Dot(page: page, column: column, width: width, size: size)
        }
    }

    /// The meaning of a click on a cell of the indicator's row; a gap belongs to the nearer dot, the left one on a tie.
    /// `nil` outside the room and without dots.
    package func target(atColumn column: Int) -> Target? {
        guard let first = dots.first, let last = dots.last, (0..<room).contains(column) else { return nil }
        if column < first.column { return .back }
        if column >= last.column + last.width { return .forward }
        func distance(to dot: Dot) -> Int { max(dot.column - column, column - (dot.column + dot.width - 1), 0) }
        return dots.min { distance(to: $0) < distance(to: $1) }.map { .page($0.page) }
    }
}
