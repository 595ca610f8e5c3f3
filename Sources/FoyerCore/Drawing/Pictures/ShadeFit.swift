/// Draws a cell in two of the eight colours that every terminal with colours has: divided where there is an edge, else in a
/// shade between the two, which makes a hundred and more tones of eight.
///
/// The bright eight are left out: many terminals show them as bold ink alone, and some of those not at all.
struct ShadeFit: BlockFit {
    /// Reciprocals of areas are scaled by this.
    private static let scale = 1 << 16
    /// Of 16: how much of what a cell could not show goes to its neighbours. More makes noise of what the shades leave.
    private static let diffusion = 4
    /// Of 256: what the dots of a shade are worth, of their variance. Without it, tones are made of colours that lie far
    /// apart, and glare.
    private static let noise = 48
    private static let shades: [(scalar: Unicode.Scalar, inkArea: Int)] = [("░", 16), ("▒", 32), ("▓", 48)]

    /// One colour, or a shade of two.
    private struct Tone {
        let cell: Cell
        let color: ColorSum
        /// What it takes to be chosen over a tone without dots.
        let handicap: Int
    }

    private let nearest: NearestColor
    private let tones: [Tone]
    private let glyphs: [Glyph]
    private let inkAreas: [Int]
    private let inkReciprocals: [Int]
    private let restReciprocals: [Int]
    private let handicaps: [Int]
    private var diffusion: ErrorDiffusion

    init(glyphs: PictureGlyphs, columns: Int) {
        let partitions = BlockPartitions.all.prefix(glyphs.partitionCount)
        nearest = .ansi8()
        tones = Self.tones(nearest.colors, hasShades: glyphs == .eighths)
        self.glyphs = partitions.map { Glyph($0.scalar) }
        inkAreas = partitions.map(\.inkArea)
        inkReciprocals = partitions.map { $0.inkArea == 0 ? 0 : Self.scale / $0.inkArea }
        restReciprocals = partitions.map { Self.scale / (BlockPartitions.area - $0.inkArea) }
        handicaps = partitions.map(\.handicap)
        diffusion = ErrorDiffusion(columns: columns, strength: Self.diffusion)
    }

    private static func tones(_ colors: [ColorSum], hasShades: Bool) -> [Tone] {
        var tones: [Tone] = []
        for ink in colors {
            let solid = Cell(.space, foreground: ink.color, background: ink.color)
            tones.append(Tone(cell: solid, color: ink, handicap: 0))
            guard hasShades else { continue }
            for ground in colors where ground != ink {
                for shade in shades {
                    let rest = BlockPartitions.area - shade.inkArea
                    let sum = ink.times(shade.inkArea) + ground.times(rest)
                    let area = BlockPartitions.area
                    let mean = ColorSum(sum.red / area, sum.green / area, sum.blue / area)
                    let variance = (ink - ground).square * shade.inkArea * rest / area
                    tones.append(
                        Tone(
                            cell: Cell(Glyph(shade.scalar), foreground: ink.color, background: ground.color),
                            color: mean, handicap: variance * noise / 256))
                }
            }
        }
        return tones
    }

    mutating func cell(_ sums: UnsafePointer<ColorLanes>, column: Int, row: Int) -> Cell {
        let carried = diffusion.carried(to: column)
        let whole = ColorSum(sums[0], shiftedBy: carried, area: BlockPartitions.area)
        var (best, leastError) = tone(of: whole)
        var shown = best.color.times(BlockPartitions.area)
        for index in 1..<inkAreas.count {
            let area = inkAreas[index]
            let inkSum = ColorSum(sums[index], shiftedBy: carried, area: area)
            let restSum = whole - inkSum
            let ink = nearest.colors[nearest.index(of: inkSum, reciprocal: inkReciprocals[index])]
            let ground = nearest.colors[nearest.index(of: restSum, reciprocal: restReciprocals[index])]
            let rest = BlockPartitions.area &- area
            let total = ink.error(of: inkSum, area: area) &+ ground.error(of: restSum, area: rest) &+ handicaps[index]
            if total < leastError, ink != ground {
                leastError = total
                best.cell = Cell(glyphs[index], foreground: ink.color, background: ground.color)
                shown = ink.times(area) + ground.times(rest)
            }
        }
        diffusion.keep(whole - shown, at: column)
        return best.cell
    }

    /// The tone that leaves the least error over the whole cell.
    private func tone(of whole: ColorSum) -> (best: (cell: Cell, color: ColorSum), error: Int) {
        var best = 0
        var least = Int.max
        tones.withUnsafeBufferPointer { tones in
            for index in tones.indices {
                let error = tones[index].color.error(of: whole, area: BlockPartitions.area) &+ tones[index].handicap
                if error < least { (best, least) = (index, error) }
            }
        }
        return ((tones[best].cell, tones[best].color), least)
    }
}
