import Foyer

/// The demo's own pages, `page/view1` to `page/view4`: the same hills at four times of the day.
struct DemoView: Sendable {
    let number: Int
    let title: Phrase
    let detail: Phrase
    let text: Phrase
    private let sky: [UInt32]
    private let hills: [UInt32]
    /// The place of the sun or the moon, as fractions of width and height.
    private let light: (x: Double, y: Double, radius: Double, color: UInt32)

    var path: String { "page/view\(number)" }

    static let all = [
        DemoView(
            number: 1, title: .dawn, detail: .dawnDetail, text: .dawnText, sky: [0x2B3A55, 0xB5655A, 0xF2B97A],
            hills: [0x5A4A5E, 0x3B2F3F, 0x211A22], light: (0.3, 0.62, 0.09, 0xFFE2A8)),
        DemoView(
            number: 2, title: .noon, detail: .noonDetail, text: .noonText, sky: [0x3F86B8, 0x7FB9D6, 0xCFE6EC],
            hills: [0x6F9A78, 0x4F7F55, 0x345C3A], light: (0.68, 0.2, 0.08, 0xFFF6D5)),
        DemoView(
            number: 3, title: .dusk, detail: .duskDetail, text: .duskText, sky: [0x241B3A, 0x8A3B52, 0xE8863D],
            hills: [0x4A2438, 0x301829, 0x1A0F18], light: (0.74, 0.66, 0.1, 0xFFB454)),
        DemoView(
            number: 4, title: .night, detail: .nightDetail, text: .nightText, sky: [0x05070F, 0x0D1430, 0x1F2A52],
            hills: [0x141B30, 0x0D1220, 0x070A12], light: (0.24, 0.26, 0.07, 0xE9E6D2)),
    ]

    func picture(side: Int) -> Pixels? { picture(width: side, height: side)?.roundingCorners(by: 0.22) }

    /// The view, painted.
    func picture(width: Int, height: Int) -> Pixels? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        let ratio = Double(width) / Double(height)
        for row in 0..<height {
            let y = (Double(row) + 0.5) / Double(height)
            for column in 0..<width {
                let color = color((Double(column) + 0.5) / Double(width), y, ratio)
                bytes += [UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF), 0xFF]
            }
        }
        return Pixels(width: width, height: height, bytes: bytes)
    }

    private func color(_ x: Double, _ y: Double, _ ratio: Double) -> UInt32 {
        for (index, hill) in hills.enumerated().reversed() where y > Self.ridge(index, x) { return hill }
        let place = min(y / 0.75, 0.999) * Double(sky.count - 1)
        var color = Self.blend(sky[Int(place)], sky[Int(place) + 1], place - Double(Int(place)))
        let (dx, dy) = ((x - light.x) * ratio, y - light.y)
        let distance = (dx * dx + dy * dy).squareRoot()
        if distance < light.radius { return light.color }
        let glow = max(0, 1 - (distance - light.radius) / 0.35)
        color = Self.blend(color, light.color, glow * glow * 0.45)
        return color
    }

    /// The height of a range of hills: adjacent parabolas, lower for nearer ranges.
    private static func ridge(_ index: Int, _ x: Double) -> Double {
        let (period, shift) = ([0.62, 0.45, 0.8][index], [0.1, 0.33, 0.55][index])
        let phase = (x + shift) / period
        let part = (phase - phase.rounded(.down)) * 2 - 1
        return [0.62, 0.74, 0.86][index] + [0.12, 0.1, 0.09][index] * part * part
    }

    private static func blend(_ from: UInt32, _ to: UInt32, _ part: Double) -> UInt32 {
        var color: UInt32 = 0
        for shift: UInt32 in [16, 8, 0] {
            let (a, b) = (Double(from >> shift & 0xFF), Double(to >> shift & 0xFF))
            color |= UInt32((a + (b - a) * part).rounded()) << shift
        }
        return color
    }
}
