/// The ways in which block characters divide a cell into ink and the rest. Complements count as one.
enum BlockPartitions {
    struct Partition {
        let scalar: Unicode.Scalar
        /// The number of subpixels under the ink, of `area`.
        let inkArea: Int
        /// The bonus of a plainer glyph, as a sum of squared errors over the cell: flat areas stay flat, and a glyph
        /// does not change for an invisible difference.
        let handicap: Int
    }

    /// The number of subpixels in a cell.
    static let area = BandFilter.cellSide * BandFilter.cellSide

    /// The plainest first; `PictureGlyphs` takes a part from the front. The first is the undivided cell.
    static let all: [Partition] =
        [
            Partition(scalar: " ", inkArea: 0, handicap: 0),
            Partition(scalar: "▄", inkArea: 32, handicap: 100),
            Partition(scalar: "▌", inkArea: 32, handicap: 120),
            Partition(scalar: "▘", inkArea: 16, handicap: 150),
            Partition(scalar: "▝", inkArea: 16, handicap: 150),
            Partition(scalar: "▖", inkArea: 16, handicap: 150),
            Partition(scalar: "▗", inkArea: 16, handicap: 150),
            Partition(scalar: "▚", inkArea: 32, handicap: 150),
        ] + eighths("▁▂▃▅▆▇") + eighths("▏▎▍▋▊▉")

    private static func eighths(_ scalars: String) -> [Partition] {
        zip(scalars.unicodeScalars, [1, 2, 3, 5, 6, 7]).map {
            Partition(scalar: $0, inkArea: $1 * BandFilter.cellSide, handicap: 200)
        }
    }

    /// A sum for every partition.
    typealias Sums = InlineArray<20, ColorLanes>

    /// The sums of the subpixels under the ink of every partition; the first is the whole cell's.
    ///
    /// - Parameters:
    ///   - subpixels: lines of `width` subpixels.
    ///   - column: the cell's column.
    static func sum(_ subpixels: Span<ColorLanes>, width: Int, column: Int, into sums: inout Sums) {
        var columns = InlineArray<7, ColorLanes>(repeating: 0)
        // Of the lines from the first to this one, the lowest first.
        var bottomUp = InlineArray<8, ColorLanes>(repeating: 0)
        var whole: ColorLanes = 0
        var lowerLeft: ColorLanes = 0
        for step in 0..<8 {
            let first = (7 &- step) &* width &+ column &* BandFilter.cellSide
            let line = subpixels.extracting(first..<first &+ BandFilter.cellSide)
            for index in 0..<7 { columns[index] &+= line[index] }
            if step == 3 { lowerLeft = columns[0] &+ columns[1] &+ columns[2] &+ columns[3] }
            let (left, right) = (line[0] &+ line[1] &+ line[2] &+ line[3], line[4] &+ line[5] &+ line[6] &+ line[7])
            whole &+= left &+ right
            bottomUp[step] = whole
        }
        let lower = bottomUp[3]
        let left = columns[0] &+ columns[1] &+ columns[2] &+ columns[3]
        sums[0] = whole
        sums[1] = lower
        sums[2] = left
        sums[3] = left &- lowerLeft
        sums[4] = whole &- left &- (lower &- lowerLeft)
        sums[5] = lowerLeft
        sums[6] = lower &- lowerLeft
        sums[7] = sums[3] &+ sums[6]
        for step in 0..<3 {
            sums[8 &+ step] = bottomUp[step]
            sums[11 &+ step] = bottomUp[4 &+ step]
        }
        var leftmost: ColorLanes = 0
        for index in 0..<3 {
            leftmost &+= columns[index]
            sums[14 &+ index] = leftmost
        }
        leftmost = left
        for index in 4..<7 {
            leftmost &+= columns[index]
            sums[13 &+ index] = leftmost
        }
    }
}
