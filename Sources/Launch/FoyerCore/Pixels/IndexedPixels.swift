/// A picture in the colours of a palette.
struct IndexedPixels {
    let width: Int
    let height: Int
    /// Each channel in per cent, as in sixel.
    let colors: [SIMD4<Int32>]
    /// The index of each pixel's colour, row by row.
    let indices: [UInt8]

    /// From this many colours on, dithering costs bytes and improves nothing.
    private static let ditheredBelow = 128

    /// - Parameters:
    ///   - pixels: opaque.
    ///   - limit: the most colours, 2…256.
    init(_ pixels: Pixels, limit: Int) {
        width = pixels.width
        height = pixels.height
        let quantiser = ColorQuantiser(pixels)
        let count = max(2, min(256, limit))
        var palette = quantiser.palette(count: count)
        let isFine = palette.count < count
        palette = isFine ? FinePalette.colors(pixels, count: count) : Self.refined(palette, quantiser.histogram)
        var percents: [SIMD4<Int32>] = []
        for color in palette.map(Self.percent) where !percents.contains(color) { percents.append(color) }
        colors = percents
        let nearest = NearestColor(percents.map { ($0 &* 255 &+ 50) / 100 })
        indices =
            limit < Self.ditheredBelow
            ? Self.dithered(pixels, nearest)
            : Self.mapped(pixels, nearest, tolerance: isFine ? 0 : Self.tolerance)
    }

    private static func percent(_ color: SIMD4<Int32>) -> SIMD4<Int32> { (color &* 100 &+ 127) / 255 }

    /// Moves each colour to the mean of the pixels nearest to it, twice.
    private static func refined(_ palette: [SIMD4<Int32>], _ histogram: [SIMD4<UInt32>]) -> [SIMD4<Int32>] {
        let cells = histogram.filter { $0.w > 0 }.map { cell in
            let sum = SIMD4<UInt64>(truncatingIfNeeded: cell)
            return (mean: mean(sum), sum: sum)
        }
        var palette = palette
        for _ in 0..<2 {
            let nearest = NearestColor(palette)
            var sums = [SIMD4<UInt64>](repeating: .zero, count: palette.count)
            var guess = 0
            for cell in cells {
                guess = nearest.index(of: cell.mean, guess: guess)
                sums[guess] &+= cell.sum
            }
            for index in palette.indices where sums[index].w > 0 { palette[index] = mean(sums[index]) }
        }
        return palette
    }

    /// The mean of pixels, from the sums of their channels with their number in `w`.
    static func mean(_ sum: SIMD4<UInt64>) -> SIMD4<Int32> {
        let half = sum.w / 2
        var mean = SIMD4<Int32>()
        for channel in 0..<3 { mean[channel] = Int32(truncatingIfNeeded: (sum[channel] + half) / sum.w) }
        return mean
    }

    /// A pixel's cell in the fine grid.
    private static func cell(_ pixel: UInt32) -> Int {
        let (red, green, blue) = (pixel &>> 2 & 0x3F, pixel &>> 4 & 0xFC0, pixel &>> 6 & 0x3_F000)
        return Int(red | green | blue)
    }

    private static func color(_ pixel: UInt32) -> SIMD4<Int32> {
        let bytes = SIMD4<UInt32>(pixel, pixel &>> 8, pixel &>> 16, 0) & SIMD4<UInt32>(repeating: 0xFF)
        return SIMD4<Int32>(truncatingIfNeeded: bytes)
    }

    /// An invisible difference of squared distances: a pixel takes a neighbour's colour that is at most this much
    /// further away than the nearest one, which makes runs longer.
    private static let tolerance: Int32 = 36

    /// Each pixel's nearest colour, or a neighbour's if that is as good. The nearest colour is looked up once for each
    /// cell of a fine grid of colours.
    private static func mapped(_ pixels: Pixels, _ nearest: NearestColor, tolerance: Int32) -> [UInt8] {
        let width = pixels.width
        // The index of each cell's colour, plus one; 0 if it has not been looked up yet.
        var known = [UInt16](repeating: 0, count: 1 << 18)
        var guess = 0
        var indices = [UInt8](repeating: 0, count: width * pixels.height)
        let words = pixels.bytes.span
        for place in indices.indices {
            let pixel = words.word(at: place &* 4)
            let cell = self.cell(pixel)
            if known[cell] == 0 {
                // A neighbour's colour is usually close, and the closer the guess, the shorter the search.
                if place >= width {
                    let (left, above) = (indices[place &- 1], indices[place &- width])
                    let isLeft = nearest.distance(of: pixel, to: left) < nearest.distance(of: pixel, to: above)
                    guess = Int(isLeft ? left : above)
                }
                guess = nearest.index(of: color(pixel & 0xFC_FCFC | 0x02_0202), guess: guess)
                known[cell] = UInt16(guess + 1)
            }
            let index = UInt8(truncatingIfNeeded: known[cell] &- 1)
            let left = place > 0 ? indices[place &- 1] : index
            let above = place >= width ? indices[place &- width] : index
            let limit = above == index ? 0 : nearest.distance(of: pixel, to: index) &+ tolerance
            indices[place] =
                above == index || nearest.distance(of: pixel, to: above) <= limit
                ? above : nearest.distance(of: pixel, to: left) <= limit ? left : index
        }
        return indices
    }

    /// Maps each pixel to its nearest colour and passes the error on to its neighbours (Floyd and Steinberg), in rows
    /// of alternating direction.
    private static func dithered(_ pixels: Pixels, _ nearest: NearestColor) -> [UInt8] {
        let width = pixels.width
        var indices = [UInt8](repeating: 0, count: width * pixels.height)
        // The errors passed on, in sixteenths, with a spare column at both ends.
        var current = [SIMD4<Int32>](repeating: .zero, count: width + 2)
        var next = current
        var guess = 0
        for row in 0..<pixels.height {
            let step = row % 2 == 0 ? 1 : -1
            var column = step > 0 ? 0 : width - 1
            while column >= 0, column < width {
                let place = (row * width + column) * 4
                let bytes = SIMD4(
                    pixels.bytes[place], pixels.bytes[place + 1], pixels.bytes[place + 2], 0)
                let wanted = SIMD4<Int32>(truncatingIfNeeded: bytes) &+ (current[column + 1] &+ 8) &>> 4
                let color = wanted.clamped(lowerBound: .zero, upperBound: SIMD4(255, 255, 255, 0))
                guess = nearest.index(of: color, guess: guess)
                indices[row * width + column] = UInt8(truncatingIfNeeded: guess)
                let rest = color &- nearest.colors[guess]
                current[column + 1 + step] &+= rest &* 7
                next[column + 1 - step] &+= rest &* 3
                next[column + 1] &+= rest &* 5
                next[column + 1 + step] &+= rest
                column += step
            }
            current = next
            for index in next.indices { next[index] = .zero }
        }
        return indices
    }
}

/// A palette for a picture with few colours: splits cells of the histogram where that is most visible. Otherwise a slow
/// gradient, which lies in a few cells, would show steps.
struct FinePalette {
    /// One of the eight parts of a histogram's cell.
    private struct Part {
        var sum = SIMD4<UInt64>()

        var mean: SIMD4<Int32> { IndexedPixels.mean(sum) }
        var tightness: Double { SIMD4<Double>(sum).tightness }
    }

    private struct Cell {
        var parts = [Part](repeating: Part(), count: 8)

        var used: [Part] { parts.filter { $0.sum.w > 0 } }
        var whole: Part { Part(sum: parts.reduce(into: SIMD4()) { $0 &+= $1.sum }) }
        /// The variance removed by giving each part its own colour.
        var gain: Double { parts.reduce(0) { $0 + $1.tightness } - whole.tightness }
    }

    /// At most `count` colours. The picture must not use more cells of the histogram than that.
    static func colors(_ pixels: Pixels, count: Int) -> [SIMD4<Int32>] {
        var cells: [Int: Cell] = [:]
        var (last, cell) = (-1, Cell())
        let words = pixels.bytes.span
        for place in stride(from: 0, to: words.count, by: 4) {
            let pixel = words.word(at: place)
            let number = ColorQuantiser.cell(pixel)
            // Neighbours are mostly in the same cell.
            if number != last {
                if last >= 0 { cells[last] = cell }
                (last, cell) = (number, cells[number] ?? Cell())
            }
            let part: UInt32 = (pixel >> 2 & 1) | (pixel >> 9 & 2) | (pixel >> 16 & 4)
            let bytes = SIMD4<UInt32>(pixel, pixel >> 8, pixel >> 16, 0) & SIMD4(repeating: 0xFF)
            cell.parts[Int(part)].sum &+= SIMD4<UInt64>(truncatingIfNeeded: bytes) &+ SIMD4<UInt64>(0, 0, 0, 1)
        }
        if last >= 0 { cells[last] = cell }
        return split(cells.sorted { $0.key < $1.key }.map(\.value), count)
    }

    private static func split(_ cells: [Cell], _ count: Int) -> [SIMD4<Int32>] {
        let order = cells.indices.sorted { (cells[$0].gain, $1) > (cells[$1].gain, $0) }
        var left = count - cells.count
        return order.flatMap { index -> [SIMD4<Int32>] in
            let used = cells[index].used
            guard used.count - 1 <= left else { return [cells[index].whole.mean] }
            left -= used.count - 1
            return used.map(\.mean)
        }
    }
}
