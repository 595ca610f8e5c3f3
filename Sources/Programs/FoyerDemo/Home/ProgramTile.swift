import Foyer
import FoyerPlatform

/// One program on the home screen: its picture, its name, its slogan.
struct ProgramTile: StillWidget {
    static let iconSize = CellSize(columns: 6, rows: 3)
    /// Enough for the guide's picture as well.
    static let iconPixels = (width: 96, height: 96)

    let program: CataloguedProgram
    let icon: CellPicture?
    let hasFocus: Bool

    func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        canvas.within(rect) { tile in
            let (left, rest) = tile.bounds.splitLeft(1).rest.splitLeft(Self.iconSize.columns)
            if let icon {
                tile.picture(icon, in: left)
            } else {
                IconPlaceholder(name: program.name).render(into: &tile, in: left, at: .zero)
            }
            // The gap to the next tile is the grid's.
            let words = rest.splitLeft(1).rest
            tile.text(program.name, in: words.line(0), alignment: .leading, style: hasFocus ? .accent : .strong)
            tile.paragraph(program.slogan, in: words.splitTop(1).rest, style: .quiet)
            guard hasFocus else { return }
            tile.markFocus(column: words.column, row: words.row)
            for row in 0..<tile.rows {
                tile.put(tile.glyphs.marker, column: 0, row: row, style: TextStyle(.accent))
            }
        }
    }
}
