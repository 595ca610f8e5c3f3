import FoyerCore

/// A picture as drawn into a frame: complete, or cut at the edge of a view through which it moves.
package struct FramePicture: Sendable {
    struct Veil: Sendable {
        let rect: Rect
        let strength: Double
        let color: CellColor
    }

    let picture: CellPicture
    let source: PixelSource
    /// Its place on the screen.
    private(set) var rect: Rect
    /// The part of the place in which it was drawn.
    private(set) var seen: Rect
    /// Its pixels follow it while it moves, where the terminal can move them.
    let isFollowed: Bool
    /// The veils over it, lowest first.
    private var veils: [Veil] = []
    private let theme: DisplayTheme

    /// Fails without pixels, and for a picture that is not complete and not followed.
    init?(_ picture: CellPicture, in rect: Rect, seen: Rect, isFollowed: Bool, theme: DisplayTheme) {
        guard let source = picture.source, !seen.isEmpty, theme.depth > .mono, isFollowed || seen == rect else {
            return nil
        }
        (self.picture, self.source, self.rect, self.seen) = (picture, source, rect, seen)
        (self.isFollowed, self.theme) = (isFollowed, theme)
    }

    var isComplete: Bool { seen == rect }

    mutating func cover(_ veil: Veil) {
        if !veil.rect.intersection(seen).isEmpty { veils.append(veil) }
    }

    mutating func move(columns: Int, rows: Int) {
        rect = rect.moved(columns: columns, rows: rows)
        seen = seen.moved(columns: columns, rows: rows)
        veils = veils.map {
            Veil(rect: $0.rect.moved(columns: columns, rows: rows), strength: $0.strength, color: $0.color)
        }
    }

    /// The visible part on a screen of these cells: the cells that still show the picture. Nil if less than half of a
    /// complete one is left, or nothing of one that moves.
    ///
    /// - Parameter isUsable: whether pixels may cover a row of the screen.
    func shown(
        in cells: [ScreenCell], size: CellSize, isUsable: (_ row: Int) -> Bool = { _ in true }
    ) -> ShownPicture? {
        // If colours cannot be mixed, pixels cannot lie under the veil.
        guard veils.isEmpty || theme.canBlend else { return nil }
        guard Rect(size).intersection(seen) == seen, cells.count == size.columns * size.rows else { return nil }
        let own = area(seen)
        let parts = CellArea.covering(seen.size, keepsSingle: !isComplete) { column, row in
            let (x, y) = (seen.column + column, seen.row + row)
            let cell = picture.cells[(own.row + row) * rect.columns + own.column + column]
            let isOwn = cells[y * size.columns + x] == (veils.isEmpty ? cell : veiled(cell, x, y))
            return isOwn && isUsable(y)
        }
        let isEnough = parts.reduce(0) { $0 + $1.columns * $1.rows } * 2 >= seen.columns * seen.rows
        guard isComplete ? isEnough : !parts.isEmpty else { return nil }
        return ShownPicture(
            source: source, column: rect.column, row: rect.row, shades: shades,
            parts: parts.map { $0.moved(columns: own.column, rows: own.row) })
    }

    /// The picture beside the screen, from where it may come into view.
    var beside: ShownPicture? {
        guard veils.isEmpty || theme.canBlend else { return nil }
        let whole = CellArea(column: 0, row: 0, columns: rect.columns, rows: rect.rows)
        return ShownPicture(source: source, column: -rect.columns, row: 0, shades: shades, parts: [whole])
    }

    private var shades: [PixelShade] {
        veils.map { veil in
            PixelShade(
                area: area(veil.rect.intersection(rect)), strength: veil.strength, color: .hex(theme.rgb(veil.color))
            ).extended(beyond: area(seen), to: rect.size)
        }
    }

    /// A part of the screen, counted from the picture's upper left cell.
    private func area(_ part: Rect) -> CellArea {
        CellArea(
            column: part.column - rect.column, row: part.row - rect.row, columns: part.columns, rows: part.rows)
    }

    private func veiled(_ cell: ScreenCell, _ column: Int, _ row: Int) -> ScreenCell {
        var cell = cell
        for veil in veils where veil.rect.contains(column: column, row: row) {
            cell.veil(veil.strength, towards: veil.color, theme)
        }
        return cell
    }
}

extension ScreenCell {
    /// Lays a veil over the cell.
    mutating func veil(_ strength: Double, towards color: CellColor, _ theme: DisplayTheme) {
        if theme.canBlend {
            foreground = theme.blend(foreground, color, strength)
            background = theme.blend(background, color, strength)
        } else {
            foreground = .faint
            background = color
        }
        attributes.subtract([.bold, .reverse])
    }
}
