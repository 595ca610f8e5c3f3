/// The nearest of a palette's colours, found by its neighbourhood: what lies further from the first guess than twice the
/// best distance cannot be nearer.
struct NearestColor {
    let colors: [SIMD4<Int32>]
    /// For each colour all of them, the nearest first: its squared distance above, its number in the low 16 bits.
    private let neighbours: [UInt64]

    init(_ colors: [SIMD4<Int32>]) {
        self.colors = colors
        let count = colors.count
        neighbours = [UInt64](unsafeUninitializedCapacity: count * count) { rows, written in
            for first in 0..<count {
                var row = UnsafeMutableBufferPointer(rebasing: rows[first * count..<(first + 1) * count])
                for second in 0..<count {
                    let distance = Self.distance(colors[first], colors[second])
                    row[second] = UInt64(UInt32(bitPattern: distance)) << 16 | UInt64(second)
                }
                row.sort()
            }
            written = count * count
        }
    }

    @inline(__always)
    static func distance(_ one: SIMD4<Int32>, _ other: SIMD4<Int32>) -> Int32 {
        let (red, green, blue) = (one.x &- other.x, one.y &- other.y, one.z &- other.z)
        return red &* red &+ green &* green &+ blue &* blue
    }

    /// The squared distance to the colour of that number.
    @inline(__always)
    func distance(_ color: SIMD4<Int32>, _ index: UInt8) -> Int32 {
        colors.withUnsafeBufferPointer { Self.distance(color, $0[Int(index)]) }
    }

    /// - Parameter guess: the number of a colour that may be near.
    @inline(__always)
    func index(of color: SIMD4<Int32>, guess: Int) -> Int {
        colors.withUnsafeBufferPointer { colors in
            neighbours.withUnsafeBufferPointer { neighbours in
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
    }
}
