/// Draws a cell with the two exact colours and the glyph that leave the least squared error.
struct DirectFit: BlockFit {
    /// The scale of reciprocals.
    private static let scale = 1 << 20

    private struct Choice {
        let glyph: Glyph
        let inkArea: Int
        /// Of the product of the two areas.
        let reciprocal: Int
        let handicap: Int
    }

    private let choices: [Choice]

    init(glyphs: PictureGlyphs) {
        choices = BlockPartitions.all.prefix(glyphs.partitionCount).map { partition in
            let product = partition.inkArea * (BlockPartitions.area - partition.inkArea)
            return Choice(
                glyph: Glyph(partition.scalar), inkArea: partition.inkArea,
                reciprocal: product == 0 ? 0 : Self.scale / product,
                handicap: partition.handicap * BlockPartitions.area * Self.scale)
        }
    }

    mutating func cell(_ sums: Span<ColorLanes>, column: Int, row: Int) -> ScreenCell {
        let whole = sums[0]
        let (red, green, blue) = (whole.redLane, whole.greenLane, whole.blueLane)
        var best = 0
        var bestGain = 0
        for index in 1..<choices.count {
            // How much dividing the cell reduces the error: the variance between its two parts.
            let choice = choices[index]
            let (ink, area) = (sums[index], choice.inkArea)
            let redGap = ink.redLane &* BlockPartitions.area &- red &* area
            let greenGap = ink.greenLane &* BlockPartitions.area &- green &* area
            let blueGap = ink.blueLane &* BlockPartitions.area &- blue &* area
            let gaps = redGap &* redGap &+ greenGap &* greenGap &+ blueGap &* blueGap
            let gain = gaps &* choice.reciprocal &- choice.handicap
            if gain > bestGain {
                best = index
                bestGain = gain
            }
        }
        let ink = sums[best]
        let area = choices[best].inkArea
        guard best > 0 else {
            let mean = Self.mean(whole, BlockPartitions.area)
            return ScreenCell(.space, foreground: mean, background: mean)
        }
        return ScreenCell(
            choices[best].glyph, foreground: Self.mean(ink, area),
            background: Self.mean(whole &- ink, BlockPartitions.area &- area))
    }

    private static func mean(_ sum: ColorLanes, _ area: Int) -> CellColor {
        let half = area / 2
        return .rgb(
            UInt8(truncatingIfNeeded: (sum.redLane &+ half) / area),
            UInt8(truncatingIfNeeded: (sum.greenLane &+ half) / area),
            UInt8(truncatingIfNeeded: (sum.blueLane &+ half) / area))
    }
}
