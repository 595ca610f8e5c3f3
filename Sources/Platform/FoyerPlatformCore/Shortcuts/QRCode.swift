import FoyerCore

/// A QR code in half blocks: a cell holds two squares, one above the other.
package struct QRCode: Equatable, Sendable {
    /// The rim of light squares around it, without which readers do not find it.
    static let quietZone = 4

    /// Its squares in a row, with the rim.
    private let side: Int
    private let dark: Set<Int>

    /// - Parameter squares: row by row, whether each is dark; without a rim.
    package init?(_ squares: [Bool]) {
        let inner = Int(Double(squares.count).squareRoot())
        guard inner > 0, inner * inner == squares.count else { return nil }
        let side = inner + 2 * Self.quietZone
        self.side = side
        dark = Set(
            squares.indices.lazy.filter { squares[$0] }.map {
                ($0 / inner + Self.quietZone) * side + $0 % inner + Self.quietZone
            })
    }

    /// Its size in cells.
    package var size: CellSize { CellSize(columns: side, rows: (side + 1) / 2) }

    /// Whether the squares of a cell are dark. Below the last row of squares it is light, as the rim.
    package func cell(column: Int, row: Int) -> (upper: Bool, lower: Bool) {
        let upper = 2 * row * side + column
        return (dark.contains(upper), dark.contains(upper + side))
    }

    /// Its lines, for a terminal whose text is light on dark, or dark on light.
    package func lines(isLight: Bool) -> [String] {
        (0..<size.rows).map { row in
            String(
                String.UnicodeScalarView(
                    (0..<size.columns).map { column in
                        let cell = cell(column: column, row: row)
                        return Self.block(upper: cell.upper == isLight, lower: cell.lower == isLight)
                    }))
        }
    }

    /// The sign whose halves are drawn in the text's colour.
    package static func block(upper: Bool, lower: Bool) -> Unicode.Scalar {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
