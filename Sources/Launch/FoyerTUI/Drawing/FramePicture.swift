import FoyerCore

/// A complete picture as drawn into a frame.
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
    /// The veils over it, lowest first.
    private var veils: [Veil] = []
    private let theme: DisplayTheme

    init?(_ picture: CellPicture, in rect: Rect, theme: DisplayTheme) {
        guard let source = picture.source, !rect.isEmpty, theme.depth > .mono else { return nil }
        (self.picture, self.source, self.rect, self.theme) = (picture, source, rect, theme)
    }

    mutating func cover(_ veil: Veil) {
        if !veil.rect.intersection(rect).isEmpty { veils.append(veil) }
    }

    mutating func move(columns: Int, rows: Int) {
        rect = rect.moved(columns: columns, rows: rows)
        veils = veils.map {
            Veil(rect: $0.rect.moved(columns: columns, rows: rows), strength: $0.strength, color: $0.color)
        }
    }

    /// The visible part on a screen of these cells: the cells that still show the picture. Nil if less than half of it
    /// is left.
    ///
    /// - Parameter isUsable: whether pixels may cover a row of the screen.
    func shown(
        in cells: [ScreenCell], size: CellSize, isUsable: (_ row: Int) -> Bool = { _ in true }
    ) -> ShownPicture? {
        // If colours cannot be mixed, pixels cannot lie under the veil.
        guard veils.isEmpty || theme.canBlend else { return nil }
        guard Rect(size).intersection(rect) == rect, cells.count == size.columns * size.rows else { return nil }
        let parts = CellArea.covering(picture.size) { column, row in
            let (x, y) = (rect.column + column, rect.row + row)
            let own = picture.cells[row * rect.columns + column]
            let isOwn = cells[y * size.columns + x] == (veils.isEmpty ? own : veiled(own, x, y))
            return isOwn && isUsable(y)
        }
        guard parts.reduce(0, { $0 + $1.columns * $1.rows }) * 2 >= rect.columns * rect.rows else { return nil }
        let shades = veils.map { veil in
            let seen = veil.rect.intersection(rect)
            return PixelShade(
                area: CellArea(
                    column: seen.column - rect.column, row: seen.row - rect.row, columns: seen.columns, rows: seen.rows),
                strength: veil.strength, color: .hex(theme.rgb(veil.color)))
        }
        return ShownPicture(source: source, column: rect.column, row: rect.row, shades: shades, parts: parts)
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
