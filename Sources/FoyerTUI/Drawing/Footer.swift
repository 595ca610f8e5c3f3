import FoyerCore

/// A key that works now, and what it does in a word or two.
public struct KeyHint: Equatable, Sendable {
    /// The key as shown, such as "q".
    public var key: SafeText
    /// What it does.
    public var label: SafeText
    /// The key that a click on it presses, if its name is not one of a key's usual signs.
    public var press: KeyEvent?

    /// - Parameter press: the key that a click presses, if `key` does not name it.
    public init(_ key: SafeText, _ label: SafeText, press: KeyEvent? = nil) {
        self.key = key
        self.label = label
        self.press = press
    }

    /// The keys that it names, each with its columns from the hint's beginning. The label belongs to the last.
    func presses() -> [(column: Int, columns: Int, key: KeyEvent)] {
        let width = Canvas.columns(of: key) + 1 + Canvas.columns(of: label)
        if let press = press ?? Self.key(key.string) { return [(0, width, press)] }
        var presses: [(column: Int, columns: Int, key: KeyEvent)] = []
        var column = 0
        for sign in key.string.split(separator: " ", omittingEmptySubsequences: false) {
            let columns = Canvas.columns(of: SafeText(String(sign)))
            if let key = Self.key(String(sign)) { presses.append((column, columns + 1, key)) }
            column += columns + 1
        }
        if let last = presses.popLast() { presses.append((last.column, width - last.column, last.key)) }
        return presses
    }

    private static func key(_ name: String) -> KeyEvent? {
        let scalars = name.unicodeScalars
        guard let sign = scalars.first else { return nil }
        if scalars.dropFirst().isEmpty { return key(sign) }
        return switch name {
        case "Enter": .enter
        case "Tab": .tab
        case "Esc": .escape
        case "Home": .home
        case "End": .end
        case "PgUp": .pageUp
        case "PgDn": .pageDown
        default: nil
        }
    }

    private static func key(_ sign: Unicode.Scalar) -> KeyEvent {
        switch sign {
        case "↵": .enter
        case "↑": .up
        case "↓": .down
        case "←": .left
        case "→": .right
        default: .character(sign)
        }
    }
}

/// The line at the bottom: keys that work now, most important first, and a note at its right.
public struct Footer: Widget, Equatable, Sendable {
    /// From the left, as many as fit.
    public var keys: [KeyHint]
    /// At the right.
    public var note: SafeText

    /// Keys, most important first, and a note.
    public init(keys: [KeyHint], note: SafeText = "") {
        self.keys = keys
        self.note = note
    }

    private static let gap = 3

    /// The place of each key that fits. The last keys are dropped first, and the note before any of them; the key that
    /// lists all keys stays while there is room for two, since it leads to the dropped ones.
    package func places(in rect: Rect) -> [(index: Int, rect: Rect)] {
        let all = places(of: Array(keys.indices), in: rect)
        guard all.count < keys.count, let last = keys.firstIndex(where: { $0.key == "?" }), last >= all.count else {
            return all
        }
        let shorter = (1..<max(1, all.count + 1)).reversed().lazy.map { Array(0..<$0) + [last] }
        for indices in shorter {
            let places = places(of: indices, in: rect)
            if places.count == indices.count { return places }
        }
        return all
    }

    private func places(of indices: [Int], in rect: Rect) -> [(index: Int, rect: Rect)] {
        let margin = PageLayout.margin(columns: rect.columns)
        var column = rect.column + margin
        let end = rect.endColumn - margin
        var places: [(Int, Rect)] = []
        for index in indices {
            let width = Canvas.columns(of: keys[index].key) + 1 + Canvas.columns(of: keys[index].label)
            guard column + width <= end else { break }
            places.append((index, Rect(column: column, row: rect.row, columns: width, rows: min(1, rect.rows))))
            column += width + Footer.gap
        }
        return places
    }

    /// Draws into the first row of a rectangle; a click on a key presses it.
    public func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        guard !rect.isEmpty else { return }
        if canvas.glyphs.isASCII, keys.contains(where: { $0.key == "↵" }) {
            var plain = self
            for index in plain.keys.indices where plain.keys[index].key == "↵" { plain.keys[index].key = "Enter" }
            return plain.render(into: &canvas, in: rect, at: now)
        }
        let places = places(in: rect)
        for (index, place) in places {
            let width = canvas.text(keys[index].key, column: place.column, row: place.row, style: .strong)
            canvas.text(keys[index].label, column: place.column + width + 1, row: place.row, style: .quiet)
            for press in keys[index].presses() {
                canvas.mark(
                    Rect(column: place.column + press.column, row: place.row, columns: press.columns, rows: 1),
                    as: press.key)
            }
        }
        if places.isEmpty, let first = keys.first {
            // Too narrow for a label: the key alone is better than nothing.
            let margin = PageLayout.margin(columns: rect.columns)
            canvas.text(
                first.key, column: rect.column + margin, row: rect.row, style: .strong, columns: rect.columns - margin)
            if let press = first.presses().first { canvas.mark(rect.line(0), as: press.key) }
            return
        }
        let used = places.count == keys.count ? places.last?.rect.endColumn ?? rect.column : rect.endColumn
        let end = rect.endColumn - PageLayout.margin(columns: rect.columns)
        let width = Canvas.columns(of: note)
        guard end - width >= used + Footer.gap else { return }
        canvas.text(
            note, column: end - width, row: rect.row,
            style: TextStyle(canvas.theme.blend(.quiet, .faint, 0.45)))
    }
}

/// Measures that all pages share. They depend only on the screen's size, so that nothing jumps when words change.
public enum PageLayout {
    /// The margins at the left and right.
    public static func margin(columns: Int) -> Int {
        columns >= 60 ? 2 : columns >= 12 ? 1 : 0
    }

    /// The footer's line and the body above it. Very low screens have no footer.
    public static func split(_ size: CellSize) -> (body: Rect, footer: Rect) {
        let all = Rect(size)
        guard size.rows >= 4 else { return (all, Rect(column: 0, row: size.rows, columns: size.columns, rows: 0)) }
        let isRoomy = size.rows >= 16
        let (above, _) = all.splitBottom(isRoomy ? 1 : 0)
        let (body, footer) = above.splitBottom(1)
        return (body.splitBottom(isRoomy ? 1 : 0).rest, footer)
    }

    /// The body within its margins, so that nothing touches the screen's edge.
    package static func room(_ size: CellSize) -> Rect {
        let room = split(size).body.inset(columns: margin(columns: size.columns))
        return room.rows >= 12 ? room.inset(rows: 1) : room
    }
}
