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
