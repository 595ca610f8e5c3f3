/// Thresholds of an ordered dither, 0…63 (Bayer's matrix): neighbours differ as much as they can.
enum DitherMatrix {
    static func threshold(_ x: Int, _ y: Int) -> Int {
        let mixed = x ^ y
        var value = 0
        for bit in 0..<3 {
            value = value << 2 | (mixed >> bit & 1) << 1 | (y >> bit & 1)
        }
        return value
    }
}

extension ColorLanes {
    /// Rec. 709 luminance of a sum of subpixels, times 256.
    var luminance: Int { redLane &* 54 &+ greenLane &* 183 &+ blueLane &* 19 }
}

/// Draws quarters of cells, each with ink or without; the pattern mixes to the shade.
///
/// Dark pictures are lightened: a night of a few dots shows nothing.
struct MonochromeFit: BlockFit {
    /// The mean light that pictures are adjusted to, of 65,025.
    private static let usualLight = 65_025 / 4
    private static let longestExposure = 4 * 256
    private static let samples = 4_096

    /// The factor for the picture's light, of 256.
    private let exposure: Int
    /// By the quarters with ink: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    private let glyphs = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars.map { Glyph($0) }

    init(for pixels: Pixels) {
        let count = pixels.width * pixels.height
        let step = max(1, count / Self.samples)
        let light = stride(from: 0, to: count, by: step).reduce(0) { sum, place in
            func value(_ channel: Int) -> Int { Int(pixels.bytes[place * 4 + channel]) }
            let stored = (value(0) * 54 + value(1) * 183 + value(2) * 19) * value(3) / (256 * 255)
            return sum + stored * stored
        }
        let mean = light / max(1, (count + step - 1) / step)
        exposure = min(Self.longestExposure, max(256, Self.usualLight * 256 / max(1, mean)))
    }

    mutating func cell(_ sums: Span<ColorLanes>, column: Int, row: Int) -> ScreenCell {
        var ink = 0
        for quarter in 0..<4 {
            let threshold = DitherMatrix.threshold(column * 2 + quarter & 1, row * 2 + quarter >> 1)
            // Dots mix like light, which is about the square of what a file stores.
            let stored = sums[3 + quarter].luminance / (BlockPartitions.area / 4 * 256)
            if stored * stored * exposure / 4 > (threshold * 2 + 1) * 255 * 255 / 2 { ink |= 1 << quarter }
        }
        return ScreenCell(glyphs[ink], foreground: .text, background: .ground)
    }
}

/// Draws the characters of a ramp from no ink to much.
struct ASCIIFit: BlockFit {
    private let ramp = " .:-=+*#%@".unicodeScalars.map { Glyph($0) }

    mutating func cell(_ sums: Span<ColorLanes>, column: Int, row: Int) -> ScreenCell {
        let luminance = sums[0].luminance / BlockPartitions.area
        let dither = DitherMatrix.threshold(column, row) * 1024
        let step = (luminance * (ramp.count - 1) + dither) / 65_536
        return ScreenCell(ramp[min(step, ramp.count - 1)], foreground: .text, background: .ground)
    }
}
