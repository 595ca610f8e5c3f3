import CTerminal
import FoyerCore

/// The size of the terminal, within reason.
package enum TerminalSize {
    /// More columns or rows than any screen has.
    package static let limit = 1000
    /// The size of a terminal that does not report one.
    package static let unknown = CellSize(columns: 80, rows: 24)

    /// The size of the terminal behind a descriptor.
    package static func read(_ descriptor: Int32) -> CellSize {
        var (columns, rows): (Int32, Int32) = (0, 0)
        foyer_terminal_size(descriptor, &columns, &rows)
        return clamped(columns: Int(columns), rows: Int(rows))
    }

    package static func clamped(columns: Int, rows: Int) -> CellSize {
        CellSize(
            columns: columns < 1 ? unknown.columns : min(columns, limit),
            rows: rows < 1 ? unknown.rows : min(rows, limit))
    }
}
