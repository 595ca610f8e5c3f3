/// Draws a cell in the two palette colours and with the glyph that leave the least squared error, judged with the
/// colours that will really be shown.
struct PaletteFit: BlockFit {
    /// Reciprocals of areas are scaled by this.
    private static let scale = 1 << 16

    private let nearest: NearestColor
    private let glyphs: [Glyph]
    private let inkAreas: [Int]
    private let inkReciprocals: [Int]
    private let restReciprocals: [Int]
    private let handicaps: [Int]

    init(glyphs: PictureGlyphs, nearest: NearestColor) {
        let partitions = BlockPartitions.all.prefix(glyphs.partitionCount)
        self.nearest = nearest
        self.glyphs = partitions.map { Glyph($0.scalar) }
        inkAreas = partitions.map(\.inkArea)
        inkReciprocals = partitions.map { $0.inkArea == 0 ? 0 : Self.scale / $0.inkArea }
        restReciprocals = partitions.map { Self.scale / (BlockPartitions.area - $0.inkArea) }
        handicaps = partitions.map(\.handicap)
    }

    mutating func cell(_ sums: UnsafePointer<ColorLanes>, column: Int, row: Int) -> Cell {
        let whole = ColorSum(sums[0])
        var best = 0
        var ground = nearest.index(of: whole, reciprocal: restReciprocals[0])
        var ink = ground
        var leastError = nearest.colors[ground].error(of: whole, area: BlockPartitions.area)
        for index in 1..<inkAreas.count {
            let area = inkAreas[index]
            let inkSum = ColorSum(sums[index])
            let restSum = whole - inkSum
            let inkIndex = nearest.index(of: inkSum, reciprocal: inkReciprocals[index])
            let restIndex = nearest.index(of: restSum, reciprocal: restReciprocals[index])
            guard inkIndex != restIndex else { continue }
            let total =
                nearest.colors[inkIndex].error(of: inkSum, area: area)
                &+ nearest.colors[restIndex].error(of: restSum, area: BlockPartitions.area &- area)
                &+ handicaps[index]
            if total < leastError {
                (best, ink, ground, leastError) = (index, inkIndex, restIndex, total)
            }
        }
        return Cell(
            glyphs[best], foreground: nearest.colors[ink].color, background: nearest.colors[ground].color)
    }
}
