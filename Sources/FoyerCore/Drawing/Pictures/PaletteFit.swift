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
    private var diffusion: ErrorDiffusion

    init(glyphs: PictureGlyphs, nearest: NearestColor, columns: Int, diffusion strength: Int) {
        let partitions = BlockPartitions.all.prefix(glyphs.partitionCount)
        self.nearest = nearest
        self.glyphs = partitions.map { Glyph($0.scalar) }
        inkAreas = partitions.map(\.inkArea)
        inkReciprocals = partitions.map { $0.inkArea == 0 ? 0 : Self.scale / $0.inkArea }
        restReciprocals = partitions.map { Self.scale / (BlockPartitions.area - $0.inkArea) }
        handicaps = partitions.map(\.handicap)
        diffusion = ErrorDiffusion(columns: columns, strength: strength)
    }

    mutating func cell(_ sums: UnsafePointer<ColorLanes>, column: Int, row: Int) -> Cell {
        let carried = diffusion.carried(to: column)
        let whole = ColorSum(sums[0], shiftedBy: carried, area: BlockPartitions.area)
        var best = 0
        var ground = nearest.index(of: whole, reciprocal: restReciprocals[0])
        var ink = ground
        var leastError = error(whole, ground, BlockPartitions.area)
        for index in 1..<inkAreas.count {
            let area = inkAreas[index]
            let inkSum = ColorSum(sums[index], shiftedBy: carried, area: area)
            let restSum = whole - inkSum
            let inkIndex = nearest.index(of: inkSum, reciprocal: inkReciprocals[index])
            let restIndex = nearest.index(of: restSum, reciprocal: restReciprocals[index])
            guard inkIndex != restIndex else { continue }
            let total =
                error(inkSum, inkIndex, area) &+ error(restSum, restIndex, BlockPartitions.area &- area)
                &+ handicaps[index]
            if total < leastError {
                (best, ink, ground, leastError) = (index, inkIndex, restIndex, total)
            }
        }
        let area = inkAreas[best]
        let shown = nearest.colors[ink].times(area) + nearest.colors[ground].times(BlockPartitions.area &- area)
        diffusion.keep(whole - shown, at: column)
        return Cell(
            glyphs[best], foreground: nearest.colors[ink].color, background: nearest.colors[ground].color)
    }

    /// The squared error of showing `area` subpixels of that sum in one colour, less the part (the sum of their
    /// squares) that no choice changes.
    @inline(__always)
    private func error(_ sum: ColorSum, _ index: Int, _ area: Int) -> Int {
        let color = nearest.colors[index]
        let product = color.red &* sum.red &+ color.green &* sum.green &+ color.blue &* sum.blue
        let square = color.red &* color.red &+ color.green &* color.green &+ color.blue &* color.blue
        return square &* area &- 2 &* product
    }
}

/// A sum of subpixels, or one colour, channel by channel; may be negative while errors are carried.
struct ColorSum: Equatable {
    var red: Int
    var green: Int
    var blue: Int

    @inline(__always)
    init(_ red: Int, _ green: Int, _ blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    @inline(__always)
    init(_ lanes: ColorLanes, shiftedBy shift: ColorSum, area: Int) {
        red = lanes.redLane &+ shift.red &* area / BlockPartitions.area
        green = lanes.greenLane &+ shift.green &* area / BlockPartitions.area
        blue = lanes.blueLane &+ shift.blue &* area / BlockPartitions.area
    }

    var color: Color {
        .rgb(UInt8(truncatingIfNeeded: red), UInt8(truncatingIfNeeded: green), UInt8(truncatingIfNeeded: blue))
    }

    @inline(__always)
    func times(_ factor: Int) -> ColorSum { ColorSum(red &* factor, green &* factor, blue &* factor) }

    @inline(__always)
    static func + (left: ColorSum, right: ColorSum) -> ColorSum {
        ColorSum(left.red &+ right.red, left.green &+ right.green, left.blue &+ right.blue)
    }

    @inline(__always)
    static func - (left: ColorSum, right: ColorSum) -> ColorSum {
        ColorSum(left.red &- right.red, left.green &- right.green, left.blue &- right.blue)
    }
}

/// Hands what a cell could not show on to its neighbours (Floyd and Steinberg's weights), so that areas keep their tone.
struct ErrorDiffusion {
    /// Of 16: how much of an error is handed on.
    private let strength: Int
    /// What the row above hands down, then, left of the current cell, what this row hands to the next.
    private var below: [ColorSum]
    private var right = ColorSum(0, 0, 0)
    /// What this cell's left neighbour hands straight down waits here until the cell above its right has been used.
    private var pending = ColorSum(0, 0, 0)

    init(columns: Int, strength: Int) {
        self.strength = strength
        below = Array(repeating: ColorSum(0, 0, 0), count: columns + 1)
    }

    func carried(to column: Int) -> ColorSum {
        strength == 0 ? right : below[column] + right
    }

    mutating func keep(_ error: ColorSum, at column: Int) {
        guard strength > 0 else { return }
        func part(_ sixteenths: Int) -> ColorSum {
            let factor = sixteenths * strength
            return ColorSum(error.red * factor / 256, error.green * factor / 256, error.blue * factor / 256)
        }
        if column > 0 { below[column - 1] = below[column - 1] + part(3) }
        below[column] = pending + part(5)
        pending = part(1)
        right = part(7)
        if column == below.count - 2 {
            pending = ColorSum(0, 0, 0)
            right = ColorSum(0, 0, 0)
        }
    }
}
