/// Four 16-bit lanes in a word: red, green, blue, unused. Sums of up to 64 subpixels fit without carrying over.
typealias ColorLanes = UInt64

extension ColorLanes {
    init(_ color: CellColor) {
        self = UInt64(color.red) | UInt64(color.green) << 16 | UInt64(color.blue) << 32
    }

    var redLane: Int { Int(truncatingIfNeeded: self & 0xFFFF) }
    var greenLane: Int { Int(truncatingIfNeeded: self >> 16 & 0xFFFF) }
    var blueLane: Int { Int(truncatingIfNeeded: self >> 32 & 0xFFFF) }
}

/// Filters a picture to subpixels over a background, eight lines at a time: 8 by 8 for each cell, or one for each pixel
/// if pixels are shown.
struct BandFilter {
    /// Subpixels along each side of a cell.
    static let cellSide = 8

    private let picture: Pixels
    private let horizontal: AxisFilter
    private let vertical: AxisFilter
    private let background: CellColor
    private let isOpaque: Bool
    /// Subpixels across.
    let width: Int
    /// Which sums each subpixel takes.
    private let columns: [Column]
    /// The number of weights of each subpixel; unused ones are 0.
    private let taps: Int
    private let weights: [UInt16]
    /// Sums of pixels down, before they are summed across: four 16-bit lanes a needed pixel.
    private var sums: [UInt16]
    /// The background's channels, as often as there are sums.
    private let ground: [UInt16]
    /// A row of the picture blended with the background, and its index.
    private var blended: [UInt8] = []
    private var blendedRow = -1
    /// The band: `cellSide` lines of `width` subpixels, each lane 0…255.
    private(set) var subpixels: [ColorLanes]

    private struct Column {
        /// Where its first pixel's sums begin, in bytes.
        let place: Int
        let outside: UInt64
    }

    /// - Parameter width: subpixels across, as many as `horizontal` has.
    init(picture: Pixels, horizontal: AxisFilter, vertical: AxisFilter, background: CellColor, width: Int) {
        self.picture = picture
        self.horizontal = horizontal
        self.vertical = vertical
        self.background = background
        isOpaque = picture.isOpaque
        self.width = width
        let pixels = horizontal.pixels
        columns = (0..<width).map { column in
            let first = min(max(horizontal.firstPixels[column], pixels.lowerBound), pixels.upperBound)
            return Column(place: (first - pixels.lowerBound) * 8, outside: UInt64(horizontal.outside[column]))
        }
        let offsets = horizontal.offsets
        let most: Int = (0..<width).map { offsets[$0 + 1] - offsets[$0] }.max() ?? 0
        taps = most
        weights = (0..<width).flatMap { column -> [UInt16] in
            let own = horizontal.weights[offsets[column]..<offsets[column + 1]]
            return own + [UInt16](repeating: 0, count: most - own.count)
        }
        // Weights of 0 are read beyond the last pixel, too.
        let channels = [UInt16(background.red), UInt16(background.green), UInt16(background.blue), 0]
        ground = (0..<horizontal.pixels.count + most).flatMap { _ in channels }
        sums = Array(repeating: 0, count: ground.count)
        subpixels = Array(repeating: 0, count: width * Self.cellSide)
        if !isOpaque { blended = Array(repeating: 0, count: picture.width * 4) }
        precondition(columns.allSatisfy { $0.place >= 0 && $0.place + taps * 8 <= sums.count * 2 })
    }

    /// Fills `subpixels` with the given row of cells.
    mutating func filter(cellRow: Int) {
        filter(lines: cellRow * Self.cellSide..<(cellRow + 1) * Self.cellSide)
    }

    /// Fills the beginning of `subpixels` with lines of the room, at most `cellSide` of them.
    mutating func filter(lines: Range<Int>) {
        for line in lines {
            sumDown(line)
            sumAcross(line - lines.lowerBound)
        }
    }

    private mutating func sumDown(_ subpixelRow: Int) {
        startSums(outside: vertical.outside[subpixelRow])
        let first = vertical.firstPixels[subpixelRow]
        let taps = vertical.offsets[subpixelRow]..<vertical.offsets[subpixelRow + 1]
        for tap in taps where vertical.weights[tap] > 0 {
            add(row: first + tap - taps.lowerBound, weight: vertical.weights[tap])
        }
        var sums = sums.mutableSpan
        for index in sums.indices { sums[index] = (sums[index] &+ 128) >> 8 }
    }

    private mutating func startSums(outside: UInt16) {
        let ground = ground
        let from = ground.span
        var sums = sums.mutableSpan
        for index in 0..<min(sums.count, from.count) { sums[index] = from[index] &* outside }
    }

    private mutating func add(row: Int, weight: UInt16) {
        if !isOpaque { blend(row: row) }
        let start = horizontal.pixels.lowerBound * 4 + (isOpaque ? row * picture.width * 4 : 0)
        let count = horizontal.pixels.count * 4
        let bytes = isOpaque ? picture.bytes : blended
        let from = bytes.span.extracting(start..<start + count)
        var to = sums.mutableSpan
        // The compiler sees from `min` that neither index is checked.
        for index in 0..<min(to.count, from.count) {
            to[index] &+= UInt16(truncatingIfNeeded: from[index]) &* weight
        }
    }

    /// Neighbouring subpixels share a row of pixels at their border: the last one blended is kept.
    private mutating func blend(row: Int) {
        guard row != blendedRow else { return }
        blendedRow = row
        let start = row * picture.width * 4
        let ground = (UInt32(background.red), UInt32(background.green), UInt32(background.blue))
        let bytes = picture.bytes
        let from = bytes.span.extracting(start..<start + picture.width * 4)
        var to = blended.mutableSpan
        for index in stride(from: 0, to: to.count, by: 4) {
            let alpha = UInt32(from[index + 3])
            to[index] = Self.blend(UInt32(from[index]), ground.0, alpha)
            to[index + 1] = Self.blend(UInt32(from[index + 1]), ground.1, alpha)
            to[index + 2] = Self.blend(UInt32(from[index + 2]), ground.2, alpha)
        }
    }

    private static func blend(_ value: UInt32, _ ground: UInt32, _ alpha: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: (value &* alpha &+ ground &* (255 &- alpha) &+ 127) / 255)
    }

    private mutating func sumAcross(_ line: Int) {
        let ground = ColorLanes(background)
        let (sums, columns, weights, taps, start) = (sums, columns, weights, taps, line * width)
        let from = unsafe sums.span.bytes
        var to = subpixels.mutableSpan
        // Most pictures are a little larger than their room: those loops are unrolled.
        switch taps {
        case 2: Self.sum(columns.span, taps: 2, ground, from, weights.span, &to, start)
        case 3: Self.sum(columns.span, taps: 3, ground, from, weights.span, &to, start)
        default: Self.sum(columns.span, taps: taps, ground, from, weights.span, &to, start)
        }
    }

    private static func sum(
        _ columns: Span<Column>, taps: Int, _ ground: ColorLanes, _ from: RawSpan, _ weights: Span<UInt16>,
        _ to: inout MutableSpan<ColorLanes>, _ start: Int
    ) {
        var weight = 0
        precondition(weights.count == columns.count * taps)
        for index in columns.indices {
            let column = columns[index]
            var sum = ground &* column.outside
            for tap in 0..<taps {
                // This is the innermost loop of every picture: `init` and the line above have checked both places for all
                // of it, which saves a fifth of its time.
                let pixel = unsafe from.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: column.place &+ tap &* 8, as: UInt64.self)
                sum &+= unsafe pixel &* UInt64(weights[unchecked: weight &+ tap])
            }
            to[start &+ index] = (sum &+ 0x0080_0080_0080_0080) &>> 8 & 0x00FF_00FF_00FF_00FF
            weight &+= taps
        }
    }
}
