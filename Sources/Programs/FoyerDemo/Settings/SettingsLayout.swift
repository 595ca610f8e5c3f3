import Foyer

/// The places of the settings and their choices: all choices of a line side by side if there is room, otherwise the
/// selected one.
struct SettingsLayout {
    let header: Rect
    let footer: Rect
    /// Those that are not scrolled away, by their indices.
    private(set) var lines: [(index: Int, rect: Rect)] = []
    private(set) var choices: [(line: Int, index: Int, rect: Rect)] = []
    /// A sentence about the focused line; empty without room.
    let detail: Rect
    /// A preview of the settings; empty without room.
    let preview: Rect
    /// Whether a line shows all its choices.
    let isWide: Bool

    /// The columns of the marker before a label.
    static let marker = 2
    /// The columns of the sign before a choice.
    static let sign = 2
    private static let gap = 3
    private static let measure = 92
    private static let detailRows = 2
    private static let previewRows = 6...14
    /// The least width of a preview.
    private static let previewColumns = 40

    /// - Parameter focus: the index of the focused line.
    init(_ all: [SettingLine], _ size: CellSize, _ language: Language, focus: Int) {
        let (above, footer) = PageLayout.split(size)
        let room = above.inset(columns: PageLayout.margin(columns: size.columns))
        let isRoomy = size.rows >= 16
        self.footer = footer
        header = room.line(isRoomy ? 1 : 0)
        let rest = room.splitTop(isRoomy ? 3 : 1).rest
        let body = rest.centered(CellSize(columns: Self.measure, rows: rest.rows))
        let widths = all.map { Self.choicesWidth($0, language) }
        isWide = Self.labelWidth(all, language) + (widths.max() ?? 0) <= body.columns

        func used(pitch: Int) -> Int { (all.count - 1) * pitch + 2 }
        func left(pitch: Int) -> Int { body.rows - used(pitch: pitch) - Self.detailRows - 1 }
        // Gaps between the rows give way to the preview.
        let costsPreview = left(pitch: 1) >= Self.previewRows.lowerBound && left(pitch: 2) < Self.previewRows.lowerBound
        let pitch = left(pitch: 2) >= -1 && !costsPreview ? 2 : 1
        let (used, left) = (used(pitch: pitch), left(pitch: pitch))
        let hasDetail = body.rows >= used + Self.detailRows
        let hasPreview = hasDetail && left >= Self.previewRows.lowerBound && body.columns >= Self.previewColumns
        let previewRows = hasPreview ? min(left, Self.previewRows.upperBound) : 0
        // On large screens everything is a little above the middle.
        let air = hasPreview ? (left - previewRows) / 3 : 0
        let list = body.splitTop(air).rest
        let below = list.splitTop(used).rest
        detail = hasDetail ? below.splitTop(Self.detailRows).top : Rect(CellSize(columns: 0, rows: 0))
        preview = below.splitTop(Self.detailRows + 1).rest.splitTop(previewRows).top

        let visible = max(1, min(all.count, body.rows))
        let first = max(0, min(focus, focus - visible + 1, all.count - visible))
        for (row, index) in all.indices.dropFirst(first).prefix(visible).enumerated() {
            place(index, of: all, in: list.line(row * pitch), language)
        }
    }

    private mutating func place(_ index: Int, of all: [SettingLine], in rect: Rect, _ language: Language) {
        guard !rect.isEmpty else { return }
        lines.append((index, rect))
        guard isWide else { return }
        var column = rect.column + Self.labelWidth(all, language)
        for (choice, name) in all[index].choiceNames(in: language).enumerated() {
            let width = Self.sign + Canvas.columns(of: name)
            choices.append((index, choice, Rect(column: column, row: rect.row, columns: width, rows: 1)))
            column += width + Self.gap
        }
    }

    private static func labelWidth(_ all: [SettingLine], _ language: Language) -> Int {
        marker + (all.map { Canvas.columns(of: language[$0.word]) }.max() ?? 0) + gap
    }

    private static func choicesWidth(_ line: SettingLine, _ language: Language) -> Int {
        let names = line.choiceNames(in: language)
        return names.reduce(0) { $0 + sign + Canvas.columns(of: $1) } + gap * (names.count - 1)
    }

    /// The meaning of a click: a choice, or a line without one.
    func target(atColumn column: Int, row: Int) -> (line: Int, choice: Int?)? {
        if let choice = choices.first(where: { $0.rect.contains(column: column, row: row) }) {
            return (choice.line, choice.index)
        }
        return lines.first { $0.rect.contains(column: column, row: row) }.map { ($0.index, nil) }
    }
}
