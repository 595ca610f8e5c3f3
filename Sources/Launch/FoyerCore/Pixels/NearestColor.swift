/// Finds the colour of a palette that is nearest to a given one, beginning with a guess: no colour that is further from
/// the guess than twice the guess's own distance can be nearer.
///
/// It looks at every pixel of a sixel picture; that its parts are always inlined saves a twentieth of the whole.
struct NearestColor {
    let colors: [SIMD4<Int32>]
    /// For each colour, all colours, roughly the nearest first: the index in the low 16 bits, and a lower bound of the
    /// squared distance above them.
    private let neighbours: [UInt64]

    init(_ colors: [SIMD4<Int32>]) {
        self.colors = colors
        let count = colors.count
        var neighbours = [UInt64](repeating: 0, count: count * count)
        var steps = [Int](repeating: 0, count: count)
        for first in 0..<count {
            Self.sort(colors.span, from: colors[first], &steps, &neighbours, at: first * count)
        }
        self.neighbours = neighbours
    }

    /// Fills a row with all colours, sorted by the step of their distance.
    private static func sort(
        _ colors: Span<SIMD4<Int32>>, from color: SIMD4<Int32>, _ steps: inout [Int], _ rows: inout [UInt64],
        at start: Int
    ) {
        var places = InlineArray<129, Int>(repeating: 0)
        for index in 0..<colors.count {
            let step = step(distance(color, colors[index]))
            steps[index] = step
            places[step &+ 1] &+= 1
        }
        for step in 1...self.steps { places[step] &+= places[step &- 1] }
        for index in 0..<colors.count {
            let step = steps[index]
            rows[start &+ places[step]] = least(step) | UInt64(truncatingIfNeeded: index)
            places[step] &+= 1
        }
    }

    /// The number of steps for squared distances: eight from each power of two to the next.
    private static let steps = 128

    @inline(__always)
    private static func step(_ distance: Int32) -> Int {
        guard distance >= 8 else { return Int(truncatingIfNeeded: distance) }
        let exponent = 31 &- distance.leadingZeroBitCount
        return (exponent &- 2) &* 8
            &+ Int(truncatingIfNeeded: distance &>> Int32(truncatingIfNeeded: exponent &- 3) & 7)
    }

    /// The least distance of a step, in a row's format.
    @inline(__always)
    private static func least(_ step: Int) -> UInt64 {
        let step = UInt64(truncatingIfNeeded: step)
        return (step < 8 ? step : (8 | step & 7) &<< (step &>> 3 &- 1)) &<< 16
    }

    @inline(__always)
    static func distance(_ one: SIMD4<Int32>, _ other: SIMD4<Int32>) -> Int32 {
        let (red, green, blue) = (one.x &- other.x, one.y &- other.y, one.z &- other.z)
        return red &* red &+ green &* green &+ blue &* blue
    }

    /// The squared distance of a pixel (`0xAABBGGRR`) to a colour of the palette.
    @inline(__always)
    func distance(of pixel: UInt32, to index: UInt8) -> Int32 {
        let color = colors[Int(index)]
        let red = Int32(truncatingIfNeeded: pixel & 0xFF) &- color.x
        let green = Int32(truncatingIfNeeded: pixel &>> 8 & 0xFF) &- color.y
        let blue = Int32(truncatingIfNeeded: pixel &>> 16 & 0xFF) &- color.z
        return red &* red &+ green &* green &+ blue &* blue
    }

    /// - Parameter guess: the index of a colour that may be near.
    @inline(__always)
    func index(of color: SIMD4<Int32>, guess: Int) -> Int {
        var best = guess
        var least = Self.distance(color, colors[guess])
        // Twice the distance is four times its square.
        let limit = UInt64(UInt32(bitPattern: least)) << 18 | 0xFFFF
        var place = guess &* colors.count
        let end = place &+ colors.count
        while place < end, neighbours[place] <= limit {
            let other = Int(truncatingIfNeeded: neighbours[place] & 0xFFFF)
            let distance = Self.distance(color, colors[other])
            if distance < least { (least, best) = (distance, other) }
            place &+= 1
        }
        return best
    }
}
