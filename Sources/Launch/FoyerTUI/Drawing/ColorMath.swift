import FoyerCore
import Glibc

/// Arithmetic on colours written `0xRRGGBB`.
enum ColorMath {
    /// `from` at 0, `to` at 1; fractions outside are clamped, NaN counts as 0.
    static func blend(_ from: UInt32, _ to: UInt32, _ fraction: Double) -> UInt32 {
        let weight = UInt32(min(max(fraction.isNaN ? 0 : fraction, 0), 1) * 256)
        if weight == 0 { return from }
        if weight == 256 { return to }
        func channel(_ shift: UInt32) -> UInt32 {
            let (left, right) = (from >> shift & 0xFF, to >> shift & 0xFF)
            return ((left * (256 - weight) + right * weight + 128) >> 8) << shift
        }
        return channel(16) | channel(8) | channel(0)
    }

    /// How bright a colour looks, 0…255.
    static func luma(_ color: UInt32) -> Int {
        Int((color >> 16 & 0xFF) * 54 + (color >> 8 & 0xFF) * 183 + (color & 0xFF) * 19) >> 8
    }

    /// The relative luminance of a colour, 0…1, as WCAG defines it.
    static func luminance(_ color: UInt32) -> Double {
        func linear(_ shift: UInt32) -> Double {
            let level = Double(color >> shift & 0xFF) / 255
            return level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }

    /// Whether black is easier to read on it than white.
    static func isLight(_ color: UInt32) -> Bool { luminance(color) > 0.179 }

    /// The nearest of the 240 fixed colours of a 256-colour palette (16…255): the cube and the grey ramp.
    static func index256(_ color: UInt32) -> UInt8 {
        func step(_ shift: UInt32) -> Int { cubeStep(Int(color >> shift & 0xFF)) }
        let cube = UInt8(16 + 36 * step(16) + 6 * step(8) + step(0))
        let grey = UInt8(232 + min(max((luma(color) - 3) / 10, 0), 23))
        func error(_ index: UInt8) -> Int { distance(color, TerminalPalette.exact(index)) }
        return error(grey) < error(cube) ? grey : cube
    }

    /// The nearest of the sixteen colours, as most terminals show them.
    static func index16(_ color: UInt32) -> UInt8 {
        let key = (color >> 20 & 0xF) << 8 | (color >> 12 & 0xF) << 4 | color >> 4 & 0xF
        return nearest16[Int(key)]
    }

    private static func cubeStep(_ level: Int) -> Int {
        level < 48 ? 0 : level < 115 ? 1 : (level - 35) / 40
    }

    /// Squared distance, weighted by how well the eye distinguishes each channel.
    private static func distance(_ left: UInt32, _ right: UInt32) -> Int {
        func difference(_ shift: UInt32) -> Int { Int(left >> shift & 0xFF) - Int(right >> shift & 0xFF) }
        let (red, green, blue) = (difference(16), difference(8), difference(0))
        return 3 * red * red + 6 * green * green + blue * blue
    }

    /// Sixteen colours are coarse: four bits a channel find the same neighbour, and 4,096 entries are quick to compute.
    private static let nearest16: [UInt8] = (0..<4096).map { key in
        let color = UInt32(key >> 8 & 0xF) * 0x110000 | UInt32(key >> 4 & 0xF) * 0x1100 | UInt32(key & 0xF) * 0x11
        let sixteen = TerminalPalette.basic
        let nearest = sixteen.indices.min { distance(color, sixteen[$0]) < distance(color, sixteen[$1]) }
        return UInt8(nearest ?? 0)
    }
}
