import FoyerCore

/// Hands tremble: a release at most one cell beside the press is a click as well, where the button went down.
///
/// The terminal reports a click only if both are in the same cell.
package struct ClickSlip: Equatable, Sendable {
    private var pressed: CellPosition?

    package init() {}

    /// The click that follows from a release; `nil` for all other actions.
    package mutating func click(after mouse: MouseEvent) -> MouseEvent? {
        let place = CellPosition(column: mouse.column, row: mouse.row)
        switch mouse.kind {
        case .press: pressed = place
        case .drag: if let start = pressed, !Self.isNear(start, place) { pressed = nil }
        case .release:
            defer { pressed = nil }
            guard let start = pressed, start != place, Self.isNear(start, place) else { return nil }
            return MouseEvent(.click, column: start.column, row: start.row)
        case .click, .move, .wheelUp, .wheelDown: break
        }
        return nil
    }

    private static func isNear(_ one: CellPosition, _ other: CellPosition) -> Bool {
        abs(one.column - other.column) <= 1 && abs(one.row - other.row) <= 1
    }
}
