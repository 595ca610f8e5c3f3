extension CellPicture {
    /// The part from column `first` on, `count` columns wide; what of it lies beside the picture is left out.
    ///
    /// A slide shows a window of a picture that was mapped once.
    public func columns(from first: Int, count: Int) -> CellPicture {
        let start = max(0, min(first, size.columns))
        let width = max(0, min(count, size.columns - start, first < 0 ? count &+ first : count))
        guard width < size.columns else { return self }
        var part: [Cell] = []
        part.reserveCapacity(width * size.rows)
        for row in 0..<size.rows {
            let from = row * size.columns + start
            part += cells[from..<from + width]
        }
        return CellPicture(size: CellSize(columns: width, rows: size.rows), cells: part) ?? self
    }
}
