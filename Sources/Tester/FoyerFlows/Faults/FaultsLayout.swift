import Foyer

/// The places of the faults panel's entries: in two columns if there is room, otherwise in one that scrolls.
struct FaultsLayout {
    let header: Rect
    let footer: Rect
    private(set) var headings: [(Phrase, Rect)] = []
    private(set) var places: [(index: Int, rect: Rect)] = []
    /// How much of one column is visible, and where that stands.
    private(set) var scroll: (indicator: ScrollIndicator, rect: Rect)?

    /// The width from which two columns of entries fit.
    private static let wide = 72
    /// The greatest width of both together.
    private static let measure = 92
    /// The rows of the taller of two columns: two headings, a gap between, and the entries.
    private static let high = 18

    init(_ entries: [FaultEntry], size: CellSize, offset: Int) {
        let (header, body, footer) = Self.parts(size)
        (self.header, self.footer) = (header, footer)
        let rows = Self.rows(entries)
        guard Self.isWide(body) else {
            place(Array(rows.dropFirst(offset).prefix(body.rows)).trimmed, in: body)
            let edge = Rect(column: body.endColumn - 1, row: body.row, columns: 1, rows: body.rows)
            scroll = (ScrollIndicator(first: offset, visible: body.rows, total: rows.count), edge)
            return
        }
        let second = rows.firstIndex { $0 == .heading(.banner) } ?? rows.count
        let (left, right) = body.splitLeft(body.columns * 19 / 30)
        place(Array(rows[..<second].prefix(left.rows)).trimmed, in: left)
        place(Array(rows[second...].prefix(right.rows)).trimmed, in: right)
    }

    func entry(atColumn column: Int, row: Int) -> Int? {
        places.first { $0.rect.contains(column: column, row: row) }?.index
    }

    /// The first row to show so that the entry is visible.
    static func offset(_ offset: Int, showing focus: Int, of entries: [FaultEntry], size: CellSize) -> Int {
        let body = parts(size).body
        guard !isWide(body), let row = rows(entries).firstIndex(of: .entry(focus)) else { return 0 }
        // The heading above the first entry comes with it.
        let top = row == 1 ? 0 : row
        return max(0, min(max(offset, row - body.rows + 1), top))
    }

    enum Row: Equatable {
        case heading(Phrase)
        case gap
        case entry(Int)
    }

    private static func rows(_ entries: [FaultEntry]) -> [Row] {
        var rows: [Row] = []
        var last: Phrase?
        for (index, entry) in entries.enumerated() {
            let heading = entry.kind.heading
            if last != heading {
                if last != nil { rows.append(.gap) }
                rows.append(.heading(heading))
                last = heading
            }
            rows.append(.entry(index))
        }
        return rows
    }

    private static func parts(_ size: CellSize) -> (header: Rect, body: Rect, footer: Rect) {
        let (above, footer) = PageLayout.split(size)
        let room = above.inset(columns: PageLayout.margin(columns: size.columns))
        // The last row is the notice's, which hides nothing. Two columns that just fit have no air above them.
        let isRoomy = size.rows >= 16
        let isTight = room.rows < high + 4
        let rest = room.splitTop(isRoomy ? isTight ? 2 : 3 : 1).rest.splitBottom(size.rows >= 8 ? 1 : 0).rest
        let body = rest.centered(CellSize(columns: measure, rows: rest.rows))
        // Two columns are a little above the middle of large screens.
        let air = isWide(body) ? (body.rows - high) / 3 : 0
        return (room.line(isRoomy && !isTight ? 1 : 0), body.splitTop(air).rest, footer)
    }

    private static func isWide(_ body: Rect) -> Bool { body.columns >= wide && body.rows >= high }

    private mutating func place(_ rows: [Row], in rect: Rect) {
        for (line, row) in rows.enumerated() {
            switch row {
            case .heading(let word): headings.append((word, rect.line(line).inset(columns: 2)))
            case .entry(let index): places.append((index, rect.line(line)))
            case .gap: break
            }
        }
    }
}

extension [FaultsLayout.Row] {
    /// Without gaps and headings at the end, below which nothing stands.
    fileprivate var trimmed: Self {
        let end = lastIndex { if case .entry = $0 { true } else { false } }
        return Array(self[..<(end.map { $0 + 1 } ?? 0)])
    }
}

extension FaultEntry.Kind {
    fileprivate var heading: Phrase {
        switch self {
        case .code, .alert: .errorCodes
        case .root: .firstScreen
        case .banner: .banner
        case .popup: .popup
        case .network, .imitated: .network
        }
    }
}
