import TestSupport
import Testing

@testable import FoyerCore

/// The encoded pictures, read back by a reader that shares no code with the writers.
@Suite struct PixelEncodingTests {
    /// Smooth colours, an edge and a little noise, as in a photograph.
    static func photograph(_ width: Int, _ height: Int) throws -> Pixels {
        var random = SplitMix64(seed: 7)
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let disc = (x - width / 3) * (x - width / 3) + (y - height / 2) * (y - height / 2) < height * height / 9
                let noise = Int.random(in: -3...3, using: &random)
                let red = disc ? 230 : 20 + x * 150 / width
                bytes += [red, 30 + y * 180 / height, 200 - x * 90 / width].map { UInt8(max(0, min(255, $0 + noise))) }
                bytes.append(255)
            }
        }
        return try #require(Pixels(width: width, height: height, bytes: bytes))
    }

    private static func decibels(_ sixel: SixelReader, _ pixels: Pixels) -> Double {
        var square = 0.0
        for (index, pixel) in sixel.pixels.enumerated() {
            for channel in 0..<3 {
                let value = Double(pixel.map { $0 >> UInt32(16 - 8 * channel) & 255 } ?? 0)
                square +=
                    (value - Double(pixels.bytes[index * 4 + channel]))
                    * (value - Double(pixels.bytes[index * 4 + channel]))
            }
        }
        // 10 log10, without a library of mathematics: three bits of precision are enough to compare.
        var (ratio, decibels) = (255 * 255 * Double(sixel.pixels.count * 3) / max(square, 1e-9), 0.0)
        while ratio > 1.0233 {
            ratio /= 1.0233
            decibels += 0.1
        }
        return decibels
    }

    @Test(arguments: [(256, 35.0), (64, 27.0), (16, 20.0), (2, 8.0)])
    func sixelComesNearWithinTheRegisters(registers: Int, least: Double) throws {
        let pixels = try Self.photograph(160, 64)
        let bytes = Sixel.encode(pixels, registers: registers)
        let sixel = try #require(SixelReader(bytes[...]))
        #expect(sixel.length == bytes.count)
        #expect(sixel.width == 160 && sixel.height == 64)
        #expect(sixel.registers.allSatisfy { $0 < registers })
        #expect(!sixel.pixels.contains(nil))
        let found = Self.decibels(sixel, pixels)
        #expect(found >= least, "\(registers) colours: \(found) dB")
    }

    @Test(arguments: [(1, 1), (1, 7), (13, 6), (5, 5), (300, 1), (31, 17)])
    func sixelOfAnySizeIsWhole(width: Int, height: Int) throws {
        let sixel = try #require(SixelReader(Sixel.encode(try Self.photograph(width, height), registers: 256)[...]))
        #expect(sixel.width == width && sixel.height == height)
        #expect(!sixel.pixels.contains(nil))
    }

    @Test func fewColoursAreExactAndShort() throws {
        let colors: [[UInt8]] = [[0, 0, 0, 255], [255, 255, 255, 255], [255, 0, 0, 255], [51, 102, 153, 255]]
        func color(_ x: Int, _ y: Int) -> [UInt8] { colors[(x / 64 + y / 32) % 4] }
        let bytes: [UInt8] = (0..<64).flatMap { y in (0..<256).flatMap { x in color(x, y) } }
        let pixels = try #require(Pixels(width: 256, height: 64, bytes: bytes))
        let written = Sixel.encode(pixels, registers: 256)
        let sixel = try #require(SixelReader(written[...]))
        for (index, pixel) in sixel.pixels.enumerated() {
            let want = color(index % 256, index / 256).prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            #expect(pixel == want)
        }
        #expect(written.count < 700)
    }

    /// A slow gradient has no visible steps.
    @Test func gradientIsSmooth() throws {
        var bytes: [UInt8] = []
        for y in 0..<120 {
            let color = [37 + y * 9 / 5, 27 + y * 3 / 5, 58 + y * 2 / 5, 255].map { UInt8($0) }
            for _ in 0..<40 { bytes += color }
        }
        let pixels = try #require(Pixels(width: 40, height: 120, bytes: bytes))
        let sixel = try #require(SixelReader(Sixel.encode(pixels, registers: 256)[...]))
        for index in sixel.pixels.indices {
            let shown = try #require(sixel.pixels[index])
            for channel in 0..<3 {
                let distance = Int(shown >> UInt32(16 - 8 * channel) & 255) - Int(bytes[index * 4 + channel])
                #expect(abs(distance) <= 4, "row \(index / 40)")
            }
        }
    }

    @Test func kittyGetsEachPixel() throws {
        let pixels = try Self.photograph(97, 31)
        var compressed: [UInt8] = []
        let pieces = KittyGraphics.transmit(pixels, image: 77) {
            compressed = $0
            return $0
        }
        var reader = KittyReader()
        for piece in pieces { reader.feed(piece) }
        let image = try #require(reader.images[77])
        #expect(reader.faults.isEmpty)
        #expect(pieces.count > 1 && reader.longestPayload <= 4096)
        #expect(image.keys["f"] == "24" && image.keys["s"] == "97" && image.keys["v"] == "31" && image.keys["o"] == "z")
        #expect(image.data == compressed)
        #expect(image.data == pixels.bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element))
    }

    @Test func kittyPlacesAndRemovesByNumber() throws {
        var reader = KittyReader()
        for piece in KittyGraphics.transmit(try Self.photograph(40, 40), image: 5, compress: { _ in nil }) {
            reader.feed(piece)
        }
        #expect(reader.images[5]?.keys["o"] == nil)
        let part = PixelRect(x: 10, y: 20, width: 30, height: 20)
        let place = KittyGraphics.place(
            image: 5, placement: 3, part: part, cells: CellSize(columns: 3, rows: 1))
        reader.feed(Array("\u{1B}[7;4H".utf8) + place)
        let placed = try #require(reader.placements[[5, 3]])
        #expect(placed.column == 3 && placed.row == 6 && placed.keys["C"] == "1")
        #expect(place.count < 80)
        reader.feed(KittyGraphics.remove(image: 5, placement: 3))
        #expect(reader.placements.isEmpty && reader.images[5] != nil)
        reader.feed(KittyGraphics.free(image: 5))
        #expect(reader.images.isEmpty && reader.faults.isEmpty)
    }

    /// Deflate's stored blocks: zlib's format without a compressor.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        var output: [UInt8] = [0x78, 0x01]
        for first in stride(from: 0, to: bytes.count, by: 65_535) {
            let part = bytes[first..<min(first + 65_535, bytes.count)]
            let count = UInt16(part.count)
            output += [first + 65_535 >= bytes.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
            output += [UInt8(~count & 255), UInt8(~count >> 8)] + part
        }
        return output + [b >> 8, b & 255, a >> 8, a & 255].map { UInt8($0) }
    }

    @Test func pngHoldsEachPixel() throws {
        let pixels = try Self.photograph(19, 11)
        var rows: [UInt8] = []
        let file = try #require(
            PNG.encode(pixels) {
                rows = $0
                return Self.stored($0)
            })
        #expect(Array(file[..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(Array(file[16..<24]) == [0, 0, 0, 19, 0, 0, 0, 11])
        // Undoes Paeth's filter, as the standard writes it.
        var image = [[Int]](repeating: [], count: 11)
        for y in 0..<11 {
            let row = rows[y * 58..<(y + 1) * 58]
            #expect(row.first == 4)
            for (x, byte) in row.dropFirst().enumerated() {
                let a = x >= 3 ? image[y][x - 3] : 0
                let b = y > 0 ? image[y - 1][x] : 0
                let c = x >= 3 && y > 0 ? image[y - 1][x - 3] : 0
                let p = a + b - c
                let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
                let predicted = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
                image[y].append((Int(byte) + predicted) % 256)
            }
        }
        #expect(
            image.flatMap { $0 }.map(UInt8.init)
                == pixels.bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element))
    }

    @Test func pixelsLieWhereTheCellsDo() throws {
        let pixels = try Self.photograph(300, 100)
        let size = CellSize(columns: 20, rows: 8)
        let picture = PictureMapping.cells(
            for: pixels, size: size, contentMode: .aspectFit, palette: .direct, background: .rgb(1, 2, 3),
            glyphs: .halves, pixelCell: .init(width: 9, height: 18))
        let scaled = try #require(picture.source?.pixels(cell: .init(width: 9, height: 18)))
        #expect(scaled.width == 180 && scaled.height == 144)
        for row in 0..<8 {
            for column in 0..<20 {
                // The mean of the upper half of a cell is the colour that the cell has there.
                var sum = [0, 0, 0]
                for y in row * 18..<row * 18 + 9 {
                    for x in column * 9..<column * 9 + 9 {
                        for channel in 0..<3 { sum[channel] += Int(scaled.bytes[(y * 180 + x) * 4 + channel]) }
                    }
                }
                let cell = picture.cells[row * 20 + column].background
                let distance = abs(sum[0] / 81 - Int(cell.red)) + abs(sum[1] / 81 - Int(cell.green))
                #expect(distance < 40, "cell \(column), \(row)")
            }
        }
        #expect(Array(scaled.bytes[0..<4]) == [1, 2, 3, 255])
    }
}
