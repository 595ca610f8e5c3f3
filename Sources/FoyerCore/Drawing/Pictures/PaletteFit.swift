/// Draws a cell in few colours: divided between two of them if there is an edge, otherwise in the nearest tone, which
/// may be a shade of two.
///
/// The error of dividing a cell is computed as in `DirectFit`; the error of the palette's colours as the eye sees it.
struct PaletteFit: BlockFit {
    /// The scale of reciprocals of areas.
    private static let scale = 1 << 16

    private var table: ToneTable
    private let glyphs: [Glyph]
    private let inkAreas: [Int]
    private let inkReciprocals: [Int]
    private let restReciprocals: [Int]
    private let handicaps: [Int]

    init(glyphs: PictureGlyphs, palette: TonePalette) {
        let partitions = BlockPartitions.all.prefix(glyphs.partitionCount)
        table = ToneTable(palette, hasShades: glyphs == .eighths)
        self.glyphs = partitions.map { Glyph($0.scalar) }
        inkAreas = partitions.map(\.inkArea)
        inkReciprocals = partitions.map { $0.inkArea == 0 ? 0 : Self.scale / $0.inkArea }
        restReciprocals = partitions.map { Self.scale / (BlockPartitions.area - $0.inkArea) }
        handicaps = partitions.map(\.handicap)
    }

    mutating func cell(_ sums: Span<ColorLanes>, column: Int, row: Int) -> Cell {
        let whole = ColorSum(sums[0])
        let tone = table.tone(for: whole, reciprocal: restReciprocals[0])
        var best = 0
        var ink = tone.ink
        var ground = tone.ground
        // The sum of the subpixels' squares is left out of every error, since no choice changes it.
        var leastError = BlockPartitions.area &* tone.error &- whole.square / BlockPartitions.area
        for index in 1..<inkAreas.count {
            let area = inkAreas[index]
            let rest = BlockPartitions.area &- area
            let inkSum = ColorSum(sums[index])
            let restSum = whole - inkSum
            let inkColor = table.solid(for: inkSum, reciprocal: inkReciprocals[index])
            let restColor = table.solid(for: restSum, reciprocal: restReciprocals[index])
            guard inkColor.index != restColor.index else { continue }
            let spread = inkSum.square / area &+ restSum.square / rest
            let error = area &* Int(inkColor.error) &+ rest &* Int(restColor.error) &- spread &+ handicaps[index]
            if error < leastError {
                (best, ink, ground, leastError) = (index, Int(inkColor.index), Int(restColor.index), error)
            }
        }
        let colors = table.palette.colors
        return Cell(
            best > 0 ? glyphs[best] : tone.glyph, foreground: colors[ink].color,
            background: colors[ground].color)
    }
}
