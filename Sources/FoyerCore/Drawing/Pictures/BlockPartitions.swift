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

    /// Sums the subpixels under the ink of every partition; the first sum is the whole cell's.
    ///
    /// - Parameters:
    ///   - cell: the cell's first subpixel; the next row begins `stride` subpixels later.
    ///   - sums: room for `all.count` sums.
    @inline(__always)
    static func sum(_ cell: UnsafePointer<ColorLanes>, stride: Int, into sums: UnsafeMutablePointer<ColorLanes>) {
        var bottomUp: ColorLanes = 0
        let none: ColorLanes = 0
        var columns = (none, none, none, none, none, none, none)
        var lowerLeft: ColorLanes = 0
        for step in 0..<8 {
            let line = cell + (7 &- step) &* stride
            let left = line[0] &+ line[1] &+ line[2] &+ line[3]
            let right = line[4] &+ line[5] &+ line[6] &+ line[7]
            columns.0 &+= line[0]
            columns.1 &+= line[1]
            columns.2 &+= line[2]
            columns.3 &+= line[3]
            columns.4 &+= line[4]
            columns.5 &+= line[5]
            columns.6 &+= line[6]
            bottomUp &+= left &+ right
            switch step {
            case 0...2: sums[8 &+ step] = bottomUp
            case 3:
                sums[1] = bottomUp
                lowerLeft = columns.0 &+ columns.1 &+ columns.2 &+ columns.3
            case 4...6: sums[7 &+ step] = bottomUp
            default: sums[0] = bottomUp
            }
        }
        sums[14] = columns.0
        sums[15] = sums[14] &+ columns.1
        sums[16] = sums[15] &+ columns.2
        sums[2] = sums[16] &+ columns.3
        sums[17] = sums[2] &+ columns.4
        sums[18] = sums[17] &+ columns.5
        sums[19] = sums[18] &+ columns.6
        let lowerRight = sums[1] &- lowerLeft
        sums[3] = sums[2] &- lowerLeft
        sums[4] = sums[0] &- sums[2] &- lowerRight
        sums[5] = lowerLeft
        sums[6] = lowerRight
        sums[7] = sums[3] &+ lowerRight
    }
}
