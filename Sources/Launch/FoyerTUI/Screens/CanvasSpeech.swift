import FoyerCore

/// What the parts of a screen say in lines, for screens that say nothing themselves. Parts note it while they are drawn.
package struct CanvasSpeech: Sendable {
    /// What lies over everything and speaks for itself, such as a card: all beneath it is silent.
    package var card: Spoken?
    /// Parts that speak for themselves, in place of their cells.
    private(set) var parts: [(area: Rect, spoken: Spoken)] = []
    /// Lists, with all their items, those out of sight as well.
    package private(set) var lists: [(area: Rect, list: SpokenList)] = []
    /// The text field that has the focus.
    package private(set) var field: (area: Rect, label: SafeText, text: SafeText)?

    /// Where the cells are not read, since the part there says it; without what was drawn over it afterwards.
    private var areas: [(rect: Rect, coversBefore: Int)] = []
    /// What was drawn over those areas, in its order.
    private var covers: [Rect] = []
    var hasAreas: Bool { !areas.isEmpty }

    /// Whether a cell is not read, since the part there says it.
    func isSilent(column: Int, row: Int) -> Bool {
        areas.contains { area in
            area.rect.contains(column: column, row: row)
                && !covers[area.coversBefore...].contains { $0.contains(column: column, row: row) }
        }
    }

    /// Something has been drawn there.
    mutating func cover(_ rect: Rect) {
        guard areas.contains(where: { !$0.rect.intersection(rect).isEmpty }) else { return }
        if let last = covers.last, last.row == rect.row, last.rows == 1, rect.rows == 1, last.endColumn == rect.column,
            areas.allSatisfy({ $0.coversBefore < covers.count })
        {
            covers[covers.count - 1] = Rect(
                column: last.column, row: last.row, columns: last.columns + rect.columns, rows: 1)
        } else {
            covers.append(rect)
        }
    }

    /// The list with an item, of all items numbered through, and the item's number in it.
    package func list(with number: Int) -> (area: Rect, list: SpokenList, item: Int)? {
        var first = 0
        for (area, list) in lists {
            if number < first + list.items.count { return (area, list, number - first) }
            first += list.items.count
        }
        return nil
    }
}

/// A list as it is drawn.
package struct SpokenList: Sendable {
    package let items: [ListItem]
    package let focus: Int?
    /// The first item in sight.
    let first: Int
    let itemRows: Int

    /// The row of an item below the list's first.
    package func row(of item: Int) -> Int { (item - first) * itemRows }
}

extension Canvas {
    /// A card that was drawn over everything says this in lines; what is beneath says nothing until it is gone. Call it
    /// after drawing the card.
    public mutating func speak(_ card: Spoken) {
        speech = CanvasSpeech()
        speech.card = card
    }

    /// The cells of a rectangle are not read; this is said in their place.
    package mutating func speak(_ part: Spoken, in rect: Rect) { speech.add(part, in: seen(rect)) }

    mutating func speak(_ list: SpokenList, in rect: Rect) { speech.add(list, in: seen(rect)) }

    /// A text field with the focus, which in lines asks for its text.
    mutating func speak(fieldOf label: SafeText, holding text: SafeText, in rect: Rect) {
        speech.ask(label, text, in: seen(rect))
    }
}

extension CanvasSpeech {
    fileprivate mutating func add(_ part: Spoken, in area: Rect) {
        guard !area.isEmpty else { return }
        parts.append((area, part))
        areas.append((area, covers.count))
    }

    fileprivate mutating func add(_ list: SpokenList, in area: Rect) {
        guard !area.isEmpty else { return }
        lists.append((area, list))
        areas.append((area, covers.count))
    }

    fileprivate mutating func ask(_ label: SafeText, _ text: SafeText, in area: Rect) {
        field = (area, label, text)
        areas.append((area, covers.count))
    }
}
