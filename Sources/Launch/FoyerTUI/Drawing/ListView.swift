import FoyerCore

/// One item of a list: a title, a quiet line below it, and a note at its right.
public struct ListItem: Equatable, Sendable {
    /// The first line.
    public var title: SafeText
    /// The second line, quiet; may be empty.
    public var detail: SafeText
    /// At the right of the first line; may be empty.
    public var note: SafeText

    /// An item with a title, and what else it says.
    public init(title: SafeText, detail: SafeText = "", note: SafeText = "") {
        self.title = title
        self.detail = detail
        self.note = note
    }
}

/// A list that scrolls, with at most one item in focus.
public struct ListView: StillWidget, Equatable, Sendable {
    /// From the top.
    public var items: [ListItem]
    /// The focused item; `nil` while the focus is elsewhere.
    public var focus: Int?
    /// The first item shown.
    public var offset: Int
    /// Whether items have a second line.
    package var showsDetails: Bool

    /// A list; call `revealFocus(rows:)` after the focus has moved.
    public init(items: [ListItem], focus: Int? = nil, offset: Int = 0, showsDetails: Bool = true) {
        self.items = items
        self.focus = focus
        self.offset = offset
        self.showsDetails = showsDetails
    }

    private var itemRows: Int { showsDetails ? 3 : 1 }

    /// The number of whole items that fit into a number of rows: at least one.
    package func visibleItems(rows: Int) -> Int {
        max(1, showsDetails ? (rows + 1) / itemRows : rows)
    }

    /// Scrolls as little as possible to show the focused item.
    public mutating func revealFocus(rows: Int) {
        let visible = visibleItems(rows: rows)
        if let focus { offset = min(max(offset, focus - visible + 1), focus) }
        offset = min(max(0, offset), max(0, items.count - visible))
    }

    /// The index of the item at a place.
    public func hitTest(at place: CellPosition, in rect: Rect) -> Int? {
        guard rect.contains(place) else { return nil }
        let (index, line) = (offset + (place.row - rect.row) / itemRows, (place.row - rect.row) % itemRows)
        return items.indices.contains(index) && line < 2 ? index : nil
    }

    /// Draws the items from `offset` on.
    public func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        let visible = visibleItems(rows: rect.rows)
        let first = min(max(0, offset), max(0, items.count - visible))
        for (place, index) in (first..<min(items.count, first + visible)).enumerated() {
            canvas.within(rect) { part in
                render(items[index], isFocused: index == focus, row: place * itemRows, into: &part)
            }
        }
        ScrollIndicator(first: first, visible: visible, total: items.count)
            .render(into: &canvas, in: rect.splitRight(1).right)
        canvas.speak(SpokenList(items: items, focus: focus, first: first, itemRows: itemRows), in: rect)
    }

    private func render(_ item: ListItem, isFocused: Bool, row: Int, into canvas: inout Canvas) {
        let end = canvas.columns - 2
        if isFocused {
            canvas.markFocus(column: 2, row: row)
            for line in 0..<(showsDetails ? 2 : 1) {
                canvas.put(canvas.glyphs.marker, column: 0, row: row + line, style: TextStyle(.accent))
            }
        }
        let note = min(Canvas.columns(of: item.note), max(0, end - 12))
        let title = canvas.text(
            item.title, column: 2, row: row, style: isFocused ? .accent : .strong, columns: end - 2 - note)
        if note > 0, title + 4 + note <= end {
            canvas.text(item.note, column: end - note, row: row, style: .quiet, columns: note)
        }
        guard showsDetails else { return }
        canvas.text(item.detail, column: 2, row: row + 1, style: .quiet, columns: end - 2)
    }
}

/// A thumb at the right edge that shows how much of something is visible, and which part. Draws nothing if all of it
/// is.
public struct ScrollIndicator: StillWidget, Equatable, Sendable {
    /// The first visible part.
    public var first: Int
    /// How many are visible.
    public var visible: Int
    /// How many there are.
    public var total: Int

    /// An indicator for a part of a whole, in any unit.
    public init(first: Int, visible: Int, total: Int) {
        self.first = first
        self.visible = visible
        self.total = total
    }

    /// Draws down a rectangle one column wide.
    public func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        guard total > visible, visible > 0, rect.rows > 1, rect.columns > 0 else { return }
        let thumb = max(1, rect.rows * visible / total)
        let travel = rect.rows - thumb
        let last = total - visible
        let top = (min(max(0, first), last) * travel + last / 2) / last
        for row in top..<top + thumb {
            canvas.put(canvas.glyphs.thumb, column: rect.column, row: rect.row + row, style: .faint)
        }
    }
}
