import FoyerCore

/// A key that works now, or several, and what they do in a word or two.
public struct KeyHint: Equatable, Sendable {
    /// The keys, in the order in which they are shown. A click on a key's name presses it, one on the label the last.
    public var keys: [KeyEvent]
    /// What they do.
    public var label: SafeText
    private var name: SafeText?

    /// A key and what it does.
    public init(_ key: KeyEvent, _ label: SafeText) { self.init([key], label) }

    /// Keys that do one thing, such as ↑ and ↓.
    public init(_ keys: [KeyEvent], _ label: SafeText) {
        self.keys = keys
        self.label = label
    }

    /// Keys that are only named, such as "1…9": no click presses them.
    public init(named name: SafeText, _ label: SafeText) {
        self.init([], label)
        self.name = name
    }

    /// The keys' names, as they are shown.
    package func text(_ glyphs: DisplayTheme.Glyphs) -> SafeText {
        if let name { return name }
        if keys.count == 1 { return keys[0].name(glyphs) }
        return SafeText(keys.map { $0.name(glyphs).string }.joined(separator: " "))
    }

    func columns(_ glyphs: DisplayTheme.Glyphs) -> Int {
        Canvas.columns(of: text(glyphs)) + 1 + Canvas.columns(of: label)
    }

    /// The columns of each key in a hint at a place; the label belongs to the last.
    func places(in rect: Rect, _ glyphs: DisplayTheme.Glyphs) -> [(rect: Rect, key: KeyEvent)] {
        var rest = rect
        return keys.enumerated().map { index, key in
            let columns = index == keys.count - 1 ? rest.columns : Canvas.columns(of: key.name(glyphs)) + 1
            let (left, right) = rest.splitLeft(columns)
            rest = right
            return (left, key)
        }
    }
}

extension KeyEvent {
    /// As footers name it.
    fileprivate func name(_ glyphs: DisplayTheme.Glyphs) -> SafeText {
        switch self {
        case .character(" "): "Space"
        case .character(let sign): SafeText(String(Character(sign)))
        case .control(let letter): SafeText("^" + String(Character(letter)).uppercased())
        case .alt(let sign): SafeText("Alt-" + String(Character(sign)))
        case .enter: glyphs.enter
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .insert: "Ins"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .function(let number): SafeText("F\(number)")
        }
    }
}

/// The line at the bottom, on a ground of its own: keys that work now, most important first, and a note at its right.
public struct Footer: StillWidget, Equatable, Sendable {
    /// From the left, as many as fit.
    public var keys: [KeyHint]
    /// At the right.
    public var note: SafeText
    /// The line stands out from a raised ground: a sheet's, or that of another line of keys above it.
    package var isOnRaised = false

    /// Keys, most important first, and a note.
    public init(keys: [KeyHint], note: SafeText = "") {
        self.keys = keys
        self.note = note
    }

    private static let gap = 3

    /// The place of each key that fits. The last keys are dropped first, and the note before any of them; the key that
    /// lists all keys stays while there is room for two, since it leads to the dropped ones.
    package func places(in rect: Rect, _ glyphs: DisplayTheme.Glyphs) -> [(index: Int, rect: Rect)] {
        let all = places(of: Array(keys.indices), in: rect, glyphs)
        guard all.count < keys.count, let last = keys.firstIndex(where: { $0.keys == ["?"] }), last >= all.count else {
            return all
        }
        let shorter = (1..<max(1, all.count + 1)).reversed().lazy.map { Array(0..<$0) + [last] }
        for indices in shorter {
            let places = places(of: indices, in: rect, glyphs)
            if places.count == indices.count { return places }
        }
        return all
    }

    private func places(of indices: [Int], in rect: Rect, _ glyphs: DisplayTheme.Glyphs) -> [(index: Int, rect: Rect)] {
        let margin = PageLayout.margin(columns: rect.columns)
        var column = rect.column + margin
        let end = rect.endColumn - margin
        var places: [(Int, Rect)] = []
        for index in indices {
            let width = keys[index].columns(glyphs)
            guard column + width <= end else { break }
            places.append((index, Rect(column: column, row: rect.row, columns: width, rows: min(1, rect.rows))))
            column += width + Footer.gap
        }
        return places
    }

    /// Draws into the first row of a rectangle; a click on a key presses it.
    public func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        guard !rect.isEmpty else { return }
        canvas.fill(isOnRaised ? canvas.theme.blend(.raised, .faint, 0.35) : .raised, in: rect.line(0))
        let places = places(in: rect, canvas.glyphs)
        for (index, place) in places {
            let hint = keys[index]
            let width = canvas.text(
                hint.text(canvas.glyphs), column: place.column, row: place.row, style: .accent)
            canvas.text(hint.label, column: place.column + width + 1, row: place.row, style: .quiet)
            for (rect, key) in hint.places(in: place, canvas.glyphs) { canvas.mark(rect, as: key) }
        }
        if places.isEmpty, let first = keys.first {
            // Too narrow for a label: the key alone is better than nothing.
            let margin = PageLayout.margin(columns: rect.columns)
            canvas.text(
                first.text(canvas.glyphs), column: rect.column + margin, row: rect.row, style: .accent,
                columns: rect.columns - margin)
            if let key = first.keys.first { canvas.mark(rect.line(0), as: key) }
            return
        }
        let used = places.count == keys.count ? places.last?.rect.endColumn ?? rect.column : rect.endColumn
        let end = rect.endColumn - PageLayout.margin(columns: rect.columns)
        let width = Canvas.columns(of: note)
        guard end - width >= used + Footer.gap else { return }
        canvas.text(note, column: end - width, row: rect.row, style: .quiet)
    }
}

/// Measures that all pages share. They depend only on the screen's size, so that nothing jumps when words change.
public enum PageLayout {
    /// The margins at the left and right.
    public static func margin(columns: Int) -> Int {
        columns >= 60 ? 2 : columns >= 12 ? 1 : 0
    }

    /// The footer, which is the last line, and the body above it. Very low screens have no footer.
    public static func split(_ size: CellSize) -> (body: Rect, footer: Rect) {
        let all = Rect(size)
        guard size.rows >= 4 else { return (all, Rect(column: 0, row: size.rows, columns: size.columns, rows: 0)) }
        let (above, footer) = all.splitBottom(1)
        return (above.splitBottom(size.rows >= 16 ? 2 : 0).rest, footer)
    }

    /// The body within its margins, so that nothing touches the screen's edge.
    package static func room(_ size: CellSize) -> Rect {
        let room = split(size).body.inset(columns: margin(columns: size.columns))
        return room.rows >= 12 ? room.inset(rows: 1) : room
    }
}
