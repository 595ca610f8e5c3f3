import FoyerCore
import FoyerTUI

/// The sizes every page must look well in.
package let snapshotSizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 20, rows: 6), CellSize(columns: 1, rows: 1),
    CellSize(columns: 200, rows: 50),
]

extension CellSize {
    package var name: String { "\(columns)x\(rows)" }
}

/// Draws on a fresh screen.
package func screen(_ size: CellSize, theme: DisplayTheme = DisplayTheme(), _ draw: (inout Canvas) -> Void) -> Buffer {
    var canvas = Canvas(size: size, theme: theme)
    draw(&canvas)
    return canvas.buffer
}

package func screen(_ columns: Int, _ rows: Int, theme: DisplayTheme = DisplayTheme(), _ draw: (inout Canvas) -> Void)
    -> Buffer
{
    screen(CellSize(columns: columns, rows: rows), theme: theme, draw)
}

/// Whether every wide character has its second half, and no half is without its first.
package func wideCharactersAreWhole(_ buffer: Buffer) -> Bool {
    (0..<buffer.size.rows).allSatisfy { row in
        (0..<buffer.size.columns).allSatisfy { column in
            switch buffer[column, row].width {
            case 0: column > 0 && buffer[column - 1, row].width == 2
            case 1: true
            case 2: column + 1 < buffer.size.columns && buffer[column + 1, row].width == 0
            default: false
            }
        }
    }
}
