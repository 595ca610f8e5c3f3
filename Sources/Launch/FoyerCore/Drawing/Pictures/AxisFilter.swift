/// An exact box filter along one side: for each subpixel of the room, the pixels that it covers and their weights.
///
/// Weights are in 256ths and, including the part that no pixel covers, always add up to 256, so that flat areas stay
/// exact.
struct AxisFilter {
    /// The total of a subpixel's weights.
    static let whole = 256

    /// The first pixel that each subpixel covers.
    private(set) var firstPixels: [Int] = []
    /// The index of each subpixel's first weight in `weights`; one more at the end.
    private(set) var offsets: [Int] = [0]
    private(set) var weights: [UInt16] = []
    /// Each subpixel's weight beside the picture.
    private(set) var outside: [UInt16] = []
    /// The pixels that are needed at all.
    private(set) var pixels: Range<Int> = 0..<0

    /// - Parameters:
    ///   - count: the number of pixels of the picture along this side, at least 1.
    ///   - placement: their place in the room.
    ///   - room: the number of subpixels.
    init(count: Int, placement: PicturePlacement, room: Int) {
        firstPixels.reserveCapacity(room)
        offsets.reserveCapacity(room + 1)
        outside.reserveCapacity(room)
        var lower = Int.max
        var upper = 0
        for subpixel in 0..<room {
            // In units of one `length`th of a pixel every edge is whole: a subpixel is `count` of them wide, a pixel
            // `length`.
            let start = (subpixel - placement.start) * count
            let end = start + count
            let covered = max(0, start)..<max(max(0, start), min(end, placement.length * count))
            append(covered, start: start, count: count, length: placement.length)
            if !covered.isEmpty {
                lower = min(lower, covered.lowerBound / placement.length)
                upper = max(upper, (covered.upperBound - 1) / placement.length + 1)
            }
        }
        pixels = upper > 0 ? lower..<upper : 0..<0
    }

    private mutating func append(_ covered: Range<Int>, start: Int, count: Int, length: Int) {
        var pixel = covered.lowerBound / length
        firstPixels.append(pixel)
        var position = covered.lowerBound
        var sum = 0
        while position < covered.upperBound {
            let next = min((pixel + 1) * length, covered.upperBound)
            // The difference of two rounded sums, so that errors never add up.
            let weight = Self.portion(next - start, of: count) - Self.portion(position - start, of: count)
            weights.append(UInt16(weight))
            sum += weight
            position = next
            pixel += 1
        }
        offsets.append(weights.count)
        outside.append(UInt16(Self.whole - sum))
    }

    private static func portion(_ part: Int, of count: Int) -> Int {
        (part * whole + count / 2) / count
    }
}
