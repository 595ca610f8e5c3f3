/// Draws a cell with the two exact colours and the glyph that leave the least squared error.
struct DirectFit: BlockFit {
    /// The scale of reciprocals.
    private static let scale = 1 << 20

    private let glyphs: [Glyph]
    private let inkAreas: [Int]
    private let reciprocals: [Int]
    private let handicaps: [Int]

    init(glyphs: PictureGlyphs) {
        let partitions = BlockPartitions.all.prefix(glyphs.partitionCount)
        self.glyphs = partitions.map { Glyph($0.scalar) }
        inkAreas = partitions.map(\.inkArea)
        reciprocals = partitions.map {
            $0.inkArea == 0 ? 0 : Self.scale / ($0.inkArea * (BlockPartitions.area - $0.inkArea))
        }
        handicaps = partitions.map { $0.handicap * BlockPartitions.area * Self.scale }
    }

    mutating func cell(_ sums: UnsafePointer<ColorLanes>, column: Int, row: Int) -> Cell {
        let whole = sums[0]
        let (red, green, blue) = (whole.redLane, whole.greenLane, whole.blueLane)
        var best = 0
        var bestGain = 0
        inkAreas.withUnsafeBufferPointer { areas in
            reciprocals.withUnsafeBufferPointer { reciprocals in
                handicaps.withUnsafeBufferPointer { handicaps in
                    for index in 1..<areas.count {
                        // How much dividing the cell reduces the error: the variance between its two parts.
                        let (ink, area) = (sums[index], areas[index])
                        let redGap = ink.redLane &* BlockPartitions.area &- red &* area
                        let greenGap = ink.greenLane &* BlockPartitions.area &- green &* area
                        let blueGap = ink.blueLane &* BlockPartitions.area &- blue &* area
                        let gaps = redGap &* redGap &+ greenGap &* greenGap &+ blueGap &* blueGap
                        let gain = gaps &* reciprocals[index] &- handicaps[index]
                        if gain > bestGain {
                            best = index
                            bestGain = gain
                        }
                    }
                }
            }
        }
        let ink = sums[best]
        let area = inkAreas[best]
        guard best > 0 else {
            let mean = Self.mean(whole, BlockPartitions.area)
            return Cell(.space, foreground: mean, background: mean)
        }
        return Cell(
            glyphs[best], foreground: Self.mean(ink, area),
            background: Self.mean(whole &- ink, BlockPartitions.area &- area))
    }

    @inline(__always)
    private static func mean(_ sum: ColorLanes, _ area: Int) -> Color {
        let half = area / 2
        return .rgb(
            UInt8(truncatingIfNeeded: (sum.redLane &+ half) / area),
            UInt8(truncatingIfNeeded: (sum.greenLane &+ half) / area),
            UInt8(truncatingIfNeeded: (sum.blueLane &+ half) / area))
    }
}
