/// Chooses a cell's glyph and colours from the sums of its subpixels (`BlockPartitions.sum`).
///
/// Cells are requested row by row, each row from the left.
protocol BlockFit {
    mutating func cell(_ sums: Span<ColorLanes>, column: Int, row: Int) -> Cell
}
