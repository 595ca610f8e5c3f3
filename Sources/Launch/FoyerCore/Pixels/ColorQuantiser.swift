/// Reduces a picture's colours to a palette: cuts the colour space into boxes where that removes the most variance
/// (Wu's method), and takes the mean of each box.
struct ColorQuantiser {
    /// Steps of a channel in the histogram.
    private static let side = 32
    /// One extra step of zeros at the low end, so that sums over boxes need no special case.
    private static let edge = side + 1

    /// Statistics of a set of pixels: the sums of their channels, with their number in `w`, and the sum of their
    /// squares.
    private struct Moments {
        var sums = SIMD4<Double>()
        var squares = 0.0

        var variance: Double { squares - sums.tightness }

        /// The mean of the channels; not of an empty set.
        var color: SIMD4<Int32> {
            var mean = SIMD4<Int32>((sums / sums.w).rounded(.toNearestOrEven))
            mean.w = 0
            return mean
        }

        static func - (left: Moments, right: Moments) -> Moments {
            Moments(sums: left.sums - right.sums, squares: left.squares - right.squares)
        }
    }

    private struct Box {
        var low: SIMD4<Int>
        var high: SIMD4<Int>
        var variance = 0.0
    }

    /// For each cell of the histogram, the sums of its pixels' channels, with their number in `w`.
    private(set) var histogram: [SIMD4<UInt32>]
    private var moments: [Moments]

    /// - Parameter pixels: opaque.
    init(_ pixels: Pixels) {
        histogram = Array(repeating: .zero, count: Self.side * Self.side * Self.side)
        let words = pixels.bytes.span
        for place in stride(from: 0, to: words.count, by: 4) {
            let pixel = words.word(at: place)
            histogram[Self.cell(pixel)] &+= SIMD4(pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF, 1)
        }
        moments = Array(repeating: Moments(), count: Self.edge * Self.edge * Self.edge)
        sumUp()
    }

    /// - Parameter counts: how many pixels there are of each colour (`0xAABBGGRR`).
    init(_ counts: [(pixel: UInt32, count: Int)]) {
        histogram = Array(repeating: .zero, count: Self.side * Self.side * Self.side)
        for (pixel, count) in counts {
            // Sums of more than this many would not fit.
            let count = UInt32(clamping: min(count, 1 << 15))
            let sums = SIMD4(pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF, 1)
            histogram[Self.cell(pixel)] &+= sums &* count
        }
        moments = Array(repeating: Moments(), count: Self.edge * Self.edge * Self.edge)
        sumUp()
    }

    /// The histogram's cell of a pixel (`0xAABBGGRR`).
    static func cell(_ pixel: UInt32) -> Int {
        Int(truncatingIfNeeded: pixel >> 3 & 31 | pixel >> 6 & 0x3E0 | pixel >> 9 & 0x7C00)
    }

    /// At most `count` colours, the most frequent first.
    func palette(count: Int) -> [SIMD4<Int32>] {
        var boxes = [Box(low: .zero, high: SIMD4(repeating: Self.side))]
        boxes[0].variance = sum(boxes[0]).variance
        while boxes.count < count {
            // The box with the greatest variance.
            guard let widest = boxes.indices.max(by: { boxes[$0].variance < boxes[$1].variance }),
                boxes[widest].variance > 0
            else { break }
            guard let (first, second) = cut(boxes[widest]) else {
                boxes[widest].variance = 0
                continue
            }
            boxes[widest] = first
            boxes.append(second)
        }
        let filled: [Moments] = boxes.map(sum).filter { $0.sums.w > 0 }
        return filled.sorted { $0.sums.w > $1.sums.w }.map(\.color)
    }

    // MARK: Sums over boxes

    private static func place(_ x: Int, _ y: Int, _ z: Int) -> Int { (z * edge + y) * edge + x }

    private mutating func sumUp() {
        for z in 1...Self.side {
            var plane = [Moments](repeating: Moments(), count: Self.edge)
            for y in 1...Self.side {
                var line = Moments()
                for x in 1...Self.side {
                    let cell = histogram[((z - 1) * Self.side + y - 1) * Self.side + x - 1]
                    if cell.w > 0 {
                        let sums = SIMD4<Double>(cell)
                        line.sums += sums
                        // As if all pixels of the cell were equal, since no cut goes through a cell.
                        line.squares += sums.tightness
                    }
                    plane[x].sums += line.sums
                    plane[x].squares += line.squares
                    let below = moments[Self.place(x, y, z - 1)]
                    moments[Self.place(x, y, z)] = Moments(
                        sums: below.sums + plane[x].sums, squares: below.squares + plane[x].squares)
                }
            }
        }
    }

    private func sum(_ box: Box) -> Moments {
        func at(_ x: Int, _ y: Int, _ z: Int) -> Moments { moments[Self.place(x, y, z)] }
        let (low, high) = (box.low, box.high)
        let upper =
            (at(high.x, high.y, high.z) - at(low.x, high.y, high.z))
            - (at(high.x, low.y, high.z) - at(low.x, low.y, high.z))
        let lower =
            (at(high.x, high.y, low.z) - at(low.x, high.y, low.z))
            - (at(high.x, low.y, low.z) - at(low.x, low.y, low.z))
        return upper - lower
    }

    /// The two parts of a box, cut where that removes the most variance; `nil` if it is a single cell.
    private func cut(_ box: Box) -> (Box, Box)? {
        let whole = sum(box)
        var best: (tightness: Double, axis: Int, at: Int)?
        for axis in 0..<3 where box.high[axis] - box.low[axis] > 1 {
            for middle in box.low[axis] + 1..<box.high[axis] {
                var part = box
                part.high[axis] = middle
                let first = sum(part)
                let second = whole - first
                guard first.sums.w > 0, second.sums.w > 0 else { continue }
                let tightness = first.sums.tightness + second.sums.tightness
                if tightness > best?.tightness ?? 0 { best = (tightness, axis, middle) }
            }
        }
        guard let best else { return nil }
        var (first, second) = (box, box)
        first.high[best.axis] = best.at
        second.low[best.axis] = best.at
        first.variance = sum(first).variance
        second.variance = sum(second).variance
        return (first, second)
    }
}

extension SIMD4<Double> {
    /// For the sum of some pixels' channels, with their number in `w`: its squared length divided by that number. The larger
    /// it is, the less the pixels vary.
    var tightness: Double { w > 0 ? (x * x + y * y + z * z) / w : 0 }
}
