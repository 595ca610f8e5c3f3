import Foyer

/// The pages of the home screen.
enum HomeTab: CaseIterable {
    /// The banner, and the programs below it.
    case home
    /// Only the programs.
    case apps
    case inbox

    var word: Phrase {
        switch self {
        case .home: .home
        case .apps: .apps
        case .inbox: .inbox
        }
    }
}

/// The header: the host's name, the tabs, and the key for help.
struct HomeTabs: Equatable {
    var current = HomeTab.home
    /// The tabs of this root.
    var all = HomeTab.allCases
    /// Whether they are elsewhere than in the header.
    var isElsewhere = false

    enum Target: Equatable {
        case tab(HomeTab)
        case keys
    }

    private static let gap = 3
    private static let name: SafeText = "Foyer"

    mutating func step(by step: Int) {
        guard let index = all.firstIndex(of: current) else { return }
        current = all[min(max(0, index + step), all.count - 1)]
    }

    /// The header's layout; if not everything fits, only the current tab, and then nothing.
    func places(in header: Rect, _ language: Language) -> [(target: Target, rect: Rect)] {
        typealias Entry = (target: Target, text: SafeText)
        let keys: Entry = (.keys, "?")
        let tabs: [Entry] = isElsewhere ? [] : all.map { (.tab($0), language[$0.word]) }
        let all = tabs + [keys]
        let alone: [Entry] = isElsewhere ? [] : [(.tab(current), language[current.word])]
        let room = header.columns - Canvas.columns(of: Self.name) - Self.gap
        for entries in [all, alone] {
            let widths = entries.map { Canvas.columns(of: $0.text) }
            let total = widths.reduce(0, +) + Self.gap * (entries.count - 1) + (entries.count > 1 ? Self.gap : 0)
            guard total <= room else { continue }
            var column = header.endColumn - total
            return zip(entries, widths).map { entry, width in
                // The key for help is a little apart.
                if entry.target == .keys { column += Self.gap }
                defer { column += width + Self.gap }
                return (entry.target, Rect(column: column, row: header.row, columns: width, rows: header.rows))
            }
        }
        return []
    }

    func target(atColumn column: Int, row: Int, in header: Rect, _ language: Language) -> Target? {
        places(in: header, language).first { $0.rect.inset(columns: -1).contains(column: column, row: row) }?.target
    }

    func render(into canvas: inout Canvas, in header: Rect, _ language: Language, hasFocus: Bool) {
        if !isElsewhere { canvas.text(Self.name, in: header, alignment: .leading, style: .accent) }
        for (target, rect) in places(in: header, language) {
            switch target {
            case .keys: canvas.text("?", in: rect, alignment: .leading, style: .quiet)
            case .tab(let tab):
                let isCurrent = tab == current
                if isCurrent, hasFocus {
                    canvas.fill(.accent, in: rect.inset(columns: -1))
                    canvas.markFocus(column: rect.column, row: rect.row)
                }
                let style: TextStyle = !isCurrent ? .quiet : hasFocus ? .focused : .strong
                canvas.text(language[tab.word], in: rect, alignment: .leading, style: style)
            }
        }
    }
}
