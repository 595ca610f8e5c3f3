import Testing

@testable import FoyerCore

/// The mapping against a slow and obvious box filter in floating point.
@Suite struct PicturesQualityTests {
    private static func synthetic(_ width: Int, _ height: Int) throws -> Pixels {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let disc = (x - width / 3) * (x - width / 3) + (y - height / 2) * (y - height / 2) < height * height / 9
                let check = (x / 9 + y / 7) % 2 == 0
                bytes += [
                    UInt8(disc ? 240 : x * 255 / width), UInt8(y * 255 / height),
                    UInt8(check ? 200 : (x * 31 + y * 17) % 97), 255,
                ]
            }
        }
        return try #require(Pixels(width: width, height: height, bytes: bytes))
    }

    /// The mean of the pixels under each box, `columns` by `rows` boxes, three channels.
    private static func boxes(_ pixels: Pixels, _ columns: Int, _ rows: Int) -> [Double] {
        var result: [Double] = []
        let (boxWidth, boxHeight) = (Double(pixels.width) / Double(columns), Double(pixels.height) / Double(rows))
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = [0.0, 0.0, 0.0]
                let (left, top) = (Double(column) * boxWidth, Double(row) * boxHeight)
                for y in Int(top)..<min(pixels.height, Int((top + boxHeight).rounded(.up))) {
                    let down = min(Double(y + 1), top + boxHeight) - max(Double(y), top)
                    for x in Int(left)..<min(pixels.width, Int((left + boxWidth).rounded(.up))) {
                        let across = min(Double(x + 1), left + boxWidth) - max(Double(x), left)
                        for channel in 0..<3 {
                            sum[channel] += Double(pixels.bytes[(y * pixels.width + x) * 4 + channel]) * across * down
                        }
                    }
                }
                result += sum.map { $0 / (boxWidth * boxHeight) }
            }
        }
        return result
    }

    private static func meanSquare(_ left: [Double], _ right: [Double]) -> Double {
        zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(left.count)
    }

    private static func channels(_ color: CellColor) -> [Double] {
        [Double(color.red), Double(color.green), Double(color.blue)]
    }

    @Test(arguments: [(120, 90), (333, 111), (31, 17), (1000, 64), (20, 12)])
    func halvesAreTheBoxFilters(width: Int, height: Int) throws {
        let pixels = try Self.synthetic(width, height)
        let size = CellSize(columns: 20, rows: 6)
        let picture = PictureMapping.cells(
            for: pixels, size: size, contentMode: .scaleToFill, palette: .direct, background: .rgb(0, 0, 0),
            glyphs: .halves)
        var shown: [Double] = []
        for row in 0..<size.rows {
            let line = picture.cells[row * size.columns..<(row + 1) * size.columns]
            shown += line.flatMap { Self.channels($0.background) }
            shown += line.flatMap { Self.channels($0.foreground) }
        }
        // 44 dB is a mean squared error of 2.59.
        #expect(Self.meanSquare(shown, Self.boxes(pixels, size.columns, size.rows * 2)) <= 2.59)
    }

    @Test func moreGlyphsAreNeverWorse() throws {
        let pixels = try Self.synthetic(320, 160)
        let size = CellSize(columns: 20, rows: 5)
        let exact = Self.boxes(pixels, size.columns * 8, size.rows * 8)
        let errors = PictureGlyphs.allCases.map { glyphs in
            let picture = PictureMapping.cells(
                for: pixels, size: size, contentMode: .scaleToFill, palette: .direct, background: .rgb(0, 0, 0),
                glyphs: glyphs)
            return Self.meanSquare(Self.subpixels(picture), exact)
        }
        #expect(errors[1] < errors[0] && errors[2] < errors[1])
    }

    /// What a terminal shows, subpixel by subpixel.
    private static func subpixels(_ picture: CellPicture) -> [Double] {
        let columns = picture.size.columns
        var result: [Double] = []
        for y in 0..<picture.size.rows * 8 {
            for x in 0..<columns * 8 {
                let cell = picture.cells[y / 8 * columns + x / 8]
                result += channels(isInk(cell.glyph, x % 8, y % 8) ? cell.foreground : cell.background)
            }
        }
        return result
    }

    private static func isInk(_ glyph: Glyph, _ x: Int, _ y: Int) -> Bool {
        switch glyph.base {
        case 0x2581...0x2588: y >= 8 - Int(glyph.base - 0x2580)
        case 0x2589...0x258F: x < 8 - Int(glyph.base - 0x2588)
        case 0x2596: x < 4 && y >= 4
        case 0x2597: x >= 4 && y >= 4
        case 0x2598: x < 4 && y < 4
        case 0x259A: (x < 4) == (y < 4)
        case 0x259D: x >= 4 && y < 4
        default: false
        }
    }
}
