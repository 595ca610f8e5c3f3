/// At most 256 colours for the pixels (`0xAABBGGRR`) of a moving picture; the first is no colour, but leaves what is there.
package struct ColorTable: Sendable {
    /// The index of the pixels that leave what is there.
    package static let clear = 0
    private static let most = 256
    /// The most colours of pixels that all keep their own, with that of pixels that leave what is there.
    package static let mostExact = most
    /// How many of the most frequent colours stay exact where all are too many: grounds and inks, whose change would be seen.
    private static let kept = 112

    package let colors: [UInt32]
    /// Whether each pixel has its own colour, and none a similar one.
    package let isExact: Bool
    private var known: [UInt32: UInt8]
    private let nearest: NearestColor

    /// - Parameter counts: how many pixels there are of each colour.
    package init(_ counts: [UInt32: Int]) {
        // In an order of their own: a dictionary's changes from run to run.
        let sorted = counts.filter { $0.key >> 24 > 0 }
            .sorted { ($0.value, $0.key) > ($1.value, $1.key) }
        isExact = sorted.count < Self.most
        var colors: [UInt32] = [0]
        if isExact {
            colors += sorted.map(\.key)
        } else {
            colors += sorted[..<Self.kept].map(\.key)
            // Small things have colours of their own, too.
            let quantiser = ColorQuantiser(sorted[Self.kept...].map { ($0.key, Int(Double($0.value).squareRoot())) })
            colors += quantiser.palette(count: Self.most - colors.count).map(Self.word)
        }
        self.colors = colors
        known = [:]
        for (index, color) in colors.enumerated() where index > 0 && known[color] == nil { known[color] = UInt8(index) }
        nearest = NearestColor(colors.dropFirst().map(Self.vector))
    }

    /// The index of the pixel's colour, or of the nearest.
    package mutating func index(of pixel: UInt32) -> UInt8 {
        if pixel >> 24 == 0 { return UInt8(Self.clear) }
        if let index = known[pixel] { return index }
        let index = UInt8(nearest.index(of: Self.vector(pixel), guess: 0) + 1)
        known[pixel] = index
        return index
    }

    /// The pixel, wholly opaque or not at all.
    package static func hard(_ pixel: UInt32) -> UInt32 { pixel >> 31 == 1 ? pixel | 0xFF00_0000 : 0 }

    /// Red, green and blue.
    static func channels(_ pixel: UInt32) -> [UInt8] {
        [UInt8(pixel & 0xFF), UInt8(pixel >> 8 & 0xFF), UInt8(pixel >> 16 & 0xFF)]
    }

    private static func vector(_ pixel: UInt32) -> SIMD4<Int32> {
        SIMD4(Int32(pixel & 0xFF), Int32(pixel >> 8 & 0xFF), Int32(pixel >> 16 & 0xFF), 0)
    }

    private static func word(_ color: SIMD4<Int32>) -> UInt32 {
        UInt32(color.x) | UInt32(color.y) << 8 | UInt32(color.z) << 16 | 0xFF00_0000
    }
}
