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

/// The tabs in the header, with the host's name and the key for help; or in a rail at the left.
struct HomeTabs {
    /// The config's choice.
    enum Arrangement {
        case v1, v2

        /// The demo's rule for the config's value.
        init(version: String) { self = version == "1" ? .v1 : .v2 }
    }

    var current = HomeTab.home
    /// `nil` for a screen that is no root.
    var arrangement: Arrangement?
    /// Empty while the tabs are in the header.
    private(set) var rail = Rect(CellSize(columns: 0, rows: 0))
    /// What is beside the rail.
    private(set) var page = Rect(CellSize(columns: 80, rows: 24))

    enum Target: Equatable {
        case tab(HomeTab)
        case keys
    }

    private static let gap = 3
    private static let name: SafeText = "Foyer"
    private static let railColumns = 18
    private static let (leastColumns, leastRows) = (90, 16)

    /// The tabs of this root.
    var all: [HomeTab] { arrangement == .v1 ? [.home, .apps] : HomeTab.allCases }
    var isRail: Bool { !rail.isEmpty }

    /// The name of the root; empty if it is none.
    var version: SafeText {
        switch arrangement {
        case .v1: "v1"
        case .v2: "v2"
        case nil: ""
        }
    }

    private var index: Int { all.firstIndex(of: current) ?? 0 }

    mutating func step(by step: Int) { current = all[min(max(0, index + step), all.count - 1)] }

    /// The first follows the last.
    func following(by step: Int) -> HomeTab { all[(index + step + all.count) % all.count] }

    mutating func layOut(in size: CellSize) {
        let hasRail = arrangement == .v2 && size.columns >= Self.leastColumns && size.rows >= Self.leastRows
        (rail, page) = Rect(size).splitLeft(hasRail ? Self.railColumns : 0)
    }

    // MARK: - Places

    /// The header's layout; if not everything fits, only the current tab, and then nothing.
    func places(in header: Rect, _ language: Language) -> [(target: Target, rect: Rect)] {
        typealias Entry = (target: Target, text: SafeText)
        let keys: Entry = (.keys, "?")
        let tabs: [Entry] = isRail ? [] : all.map { (.tab($0), language[$0.word]) }
        let all = tabs + [keys]
        let alone: [Entry] = isRail ? [] : [(.tab(current), language[current.word])]
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

    private var railPlaces: [(tab: HomeTab, rect: Rect)] {
        all.enumerated().map {
            ($0.element, Rect(column: 0, row: 4 + $0.offset * 2, columns: rail.columns - 1, rows: 1))
        }
    }

    /// Whether a tab is to be seen; the header lies in the page.
    func areShown(in header: Rect, _ language: Language) -> Bool {
        isRail || !header.isEmpty && places(in: header, language).contains { $0.target != .keys }
    }

    /// What lies at a place of the header, both in the page's coordinates.
    func target(atColumn column: Int, row: Int, in header: Rect, _ language: Language) -> Target? {
        places(in: header, language).first { $0.rect.inset(columns: -1).contains(column: column, row: row) }?.target
    }

    /// The tab at a place of the screen, if that is in the rail.
    func railTab(atColumn column: Int, row: Int) -> HomeTab? {
        isRail ? railPlaces.first { $0.rect.contains(column: column, row: row) }?.tab : nil
    }

    // MARK: - Drawing

    func render(into page: inout Canvas, in header: Rect, _ language: Language, hasFocus: Bool) {
        if !isRail { page.text(Self.name, in: header, alignment: .leading, style: .accent) }
        for (target, rect) in places(in: header, language) {
            switch target {
            case .keys: page.text("?", in: rect, alignment: .leading, style: .quiet)
            case .tab(let tab):
                let isCurrent = tab == current
                if isCurrent, hasFocus {
                    page.fill(.accent, in: rect.inset(columns: -1))
                    page.markFocus(column: rect.column, row: rect.row)
                }
                let style: TextStyle = !isCurrent ? .quiet : hasFocus ? .focused : .strong
                page.text(language[tab.word], in: rect, alignment: .leading, style: style)
            }
        }
    }

    func renderRail(into canvas: inout Canvas, _ language: Language, hasFocus: Bool) {
        guard isRail else { return }
        canvas.fill(.raised, in: rail)
        canvas.text(Self.name, column: 2, row: 1, style: TextStyle.accent)
        for (tab, rect) in railPlaces {
            let isCurrent = tab == current
            let hasFocus = isCurrent && hasFocus
            if hasFocus {
                canvas.fill(.accent, in: rect.inset(columns: 1))
                canvas.markFocus(column: 2, row: rect.row)
            } else if isCurrent {
                canvas.put(canvas.glyphs.marker, column: 0, row: rect.row, style: TextStyle(.accent))
            }
            canvas.text(
                language[tab.word], column: 2, row: rect.row, style: hasFocus ? .focused : isCurrent ? .strong : .quiet,
                columns: rect.columns - 3)
        }
        // In line with the page's footer.
        Footer(keys: [KeyHint("t", language[.tabs])]).render(
            into: &canvas, in: rail.splitBottom(1).bottom.inset(columns: 1))
    }
}
