import Testing

@testable import FoyerCore

private let black = CellColor.rgb(0, 0, 0)

/// A picture from a function of its pixels: red, green, blue, alpha.
private func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> [Int]) throws -> Pixels {
    var bytes: [UInt8] = []
    for y in 0..<height {
        for x in 0..<width { bytes += color(x, y).map { UInt8($0) } }
    }
    return try #require(Pixels(width: width, height: height, bytes: bytes))
}

private func cells(
    _ pixels: Pixels, _ columns: Int, _ rows: Int, _ mode: CellPicture.ContentMode = .scaleToFill,
    _ palette: PicturePalette = .direct, on ground: CellColor = black, glyphs: PictureGlyphs = .eighths
) -> CellPicture {
    PictureMapping.cells(
        for: pixels, size: CellSize(columns: columns, rows: rows), contentMode: mode, palette: palette,
        background: ground, glyphs: glyphs)
}

private func text(_ picture: CellPicture) -> String {
    String(String.UnicodeScalarView(picture.cells.flatMap(\.glyph.scalars)))
}

@Suite struct PicturesMappingTests {
    @Test func everyGlyphIsFound() throws {
        let white = [255, 255, 255, 255]
        let dark = [10, 20, 30, 255]
        for (index, partition) in BlockPartitions.all.enumerated() {
            let pixels = try picture(8, 8) { x, y in
                let ink =
                    switch index {
                    case 0: false
                    case 1: y >= 4
                    case 2: x < 4
                    case 3: x < 4 && y < 4
                    case 4: x >= 4 && y < 4
                    case 5: x < 4 && y >= 4
                    case 6: x >= 4 && y >= 4
                    case 7: (x < 4) == (y < 4)
                    case 8...13: y >= 8 - [1, 2, 3, 5, 6, 7][index - 8]
                    default: x < [1, 2, 3, 5, 6, 7][index - 14]
                    }
                return ink ? white : dark
            }
            let cell = cells(pixels, 1, 1).cells[0]
            #expect(cell.glyph == Glyph(partition.scalar))
            #expect(cell.background == .rgb(10, 20, 30))
            if index > 0 { #expect(cell.foreground == .rgb(255, 255, 255)) }
        }
    }

    @Test func flatAreasStayFlat() throws {
        let noisy = try picture(64, 64) { x, y in
            let value = 100 + (x * 7 + y * 13) % 3 - 1
            return [value, value, value, 255]
        }
        #expect(text(cells(noisy, 4, 4)) == String(repeating: " ", count: 16))
        for value in [0, 1, 127, 128, 254, 255] {
            let flat = try picture(37, 23) { _, _ in [value, value, value, 255] }
            for cell in cells(flat, 5, 3, .aspectFill).cells {
                #expect(cell.glyph == .space && cell.background == .rgb(UInt8(value), UInt8(value), UInt8(value)))
            }
        }
    }

    @Test func transparencyShowsTheGround() throws {
        let half = try picture(16, 16) { x, _ in [255, 255, 255, x < 8 ? 255 : 0] }
        let result = cells(half, 2, 1, on: .rgb(20, 17, 15))
        #expect(result.cells[0].background == .rgb(255, 255, 255))
        #expect(result.cells[1].background == .rgb(20, 17, 15))
        let veil = try picture(8, 8) { _, _ in [255, 0, 0, 128] }
        #expect(cells(veil, 1, 1, on: .rgb(0, 0, 100)).cells[0].background == .rgb(128, 0, 50))
    }

    @Test func roomBesideThePictureIsGround() throws {
        let red = try picture(16, 16) { _, _ in [200, 0, 0, 255] }
        let ground = CellColor.rgb(20, 17, 15)
        let fit = cells(red, 6, 1, .aspectFit, on: ground)
        #expect(fit.cells.map(\.background.red) == [20, 20, 200, 200, 20, 20])
        let corner = cells(red, 4, 2, .bottomRight, on: ground)
        #expect(corner.cells.map(\.background.red) == [20, 20, 20, 20, 20, 20, 200, 200])
    }

    @Test func aspectFillCutsBothEndsAlike() throws {
        let bars = try picture(40, 10) { x, _ in x < 10 || x >= 30 ? [0, 0, 255, 255] : [0, 255, 0, 255] }
        for cell in cells(bars, 4, 1, .aspectFill).cells { #expect(cell.background == .rgb(0, 255, 0)) }
    }

    @Test func emptyRoomsAndExtremesAreHarmless() throws {
        let dot = try picture(1, 1) { _, _ in [9, 8, 7, 255] }
        for mode in CellPicture.ContentMode.allCases {
            #expect(cells(dot, 0, 5, mode).cells.isEmpty)
            #expect(cells(dot, 5, 0, mode).cells.isEmpty)
            for palette in PicturePalette.allCases { #expect(cells(dot, 3, 2, mode, palette).cells.count == 6) }
        }
        let thread = try picture(3000, 1) { x, _ in [x % 256, 0, 0, 255] }
        #expect(cells(thread, 3, 3, .aspectFill).cells.count == 9)
        for aspect in [0, -1, .nan, .infinity, 1e300] {
            let result = PictureMapping.cells(
                for: dot, size: CellSize(columns: 2, rows: 2), contentMode: .aspectFit, palette: .direct,
                background: black, cellAspect: aspect)
            #expect(result.cells.count == 4)
        }
    }

    @Test func columnsAreAWindow() throws {
        let ramp = try picture(80, 16) { x, _ in [x / 8 * 20, 0, 0, 255] }
        let whole = cells(ramp, 10, 2)
        let part = whole.columns(from: 3, count: 4)
        #expect(part.size == CellSize(columns: 4, rows: 2))
        #expect(part.cells.map(\.background.red) == [60, 80, 100, 120, 60, 80, 100, 120])
        #expect(whole.columns(from: 0, count: 10) == whole)
        #expect(whole.columns(from: -2, count: 4).size.columns == 2)
        #expect(whole.columns(from: 8, count: 9).size.columns == 2)
        for (first, count) in [(Int.min, Int.max), (Int.max, 5), (0, -1), (Int.min, Int.min), (10, 1)] {
            #expect(whole.columns(from: first, count: count).cells.isEmpty)
        }
    }

    @Test func iconsHaveRoundCorners() throws {
        let white = try picture(96, 96) { _, _ in [255, 255, 255, 255] }
        let icon = cells(white.roundingCorners(by: PictureMapping.usualCornerRadius), 12, 6)
        let corners = [0, 11, 60, 71].map { icon.cells[$0] }
        for corner in corners { #expect(corner.glyph != .space) }
        #expect(icon.cells[26].glyph == .space && icon.cells[26].background == .rgb(255, 255, 255))
        let square = cells(white.roundingCorners(by: 0), 12, 6)
        #expect(text(square) == String(repeating: " ", count: 72))
        #expect(white.roundingCorners(by: .nan) == white)
    }
}

@Suite struct PicturesPaletteTests {
    @Test func indexedColoursAreThePalettesOwn() throws {
        let colorful = try picture(160, 80) { x, y in [x, y * 3, (x * y) % 256, 255] }
        let levels = Set(TerminalPalette.cubeLevels)
        for cell in cells(colorful, 20, 10, .scaleToFill, .indexed256).cells {
            for color in [cell.foreground, cell.background] {
                let isCube = levels.isSuperset(of: [color.red, color.green, color.blue])
                let isGrey =
                    color.red == color.green && color.green == color.blue
                    && TerminalPalette.greys.contains(color.red)
                #expect(isCube || isGrey)
            }
        }
        let basic = Set(TerminalPalette.basic.map { CellColor.hex($0) })
        for cell in cells(colorful, 20, 10, .scaleToFill, .ansi16).cells {
            #expect(basic.isSuperset(of: [cell.foreground, cell.background]))
        }
    }

    /// What a cell of one colour shows, dots and ground together.
    private func shown(_ color: [Int], _ palette: PicturePalette) throws -> [Int] {
        let flat = try picture(8, 8) { _, _ in color + [255] }
        let cell = cells(flat, 1, 1, .scaleToFill, palette).cells[0]
        let shades: [Glyph: Int] = [.space: 0, Glyph("░"): 1, Glyph("▒"): 2, Glyph("▓"): 3]
        let quarters = try #require(shades[cell.glyph])
        func mix(_ ink: UInt8, _ ground: UInt8) -> Int { (Int(ink) * quarters + Int(ground) * (4 - quarters)) / 4 }
        return [
            mix(cell.foreground.red, cell.background.red), mix(cell.foreground.green, cell.background.green),
            mix(cell.foreground.blue, cell.background.blue),
        ]
    }

    /// Colours are looked up a little coarser than the greys lie.
    @Test func thePalettesOwnColoursStay() throws {
        for color in TonePalette.indexed256.colors {
            let wanted = [color.red, color.green, color.blue]
            let shown = try shown(wanted, .indexed256)
            #expect(zip(shown, wanted).allSatisfy { abs($0 - $1) <= 10 }, "\(wanted) became \(shown)")
        }
        for extreme in [0, 255] {
            let color = Array(repeating: extreme, count: 3)
            #expect(try shown(color, .indexed256) == color)
        }
    }

    @Test(arguments: [[17, 34, 60], [60, 30, 70], [45, 20, 30], [20, 50, 35], [25, 25, 70], [50, 30, 15]])
    func darkColoursKeepTheirHue(color: [Int]) throws {
        let shown = try shown(color, .indexed256)
        /// Which way a colour lies from the grey of its channels' mean.
        func hue(_ color: [Int]) -> [Int] { color.map { 3 * $0 - color.reduce(0, +) } }
        func product(_ left: [Int], _ right: [Int]) -> Int { zip(left, right).reduce(0) { $0 + $1.0 * $1.1 } }
        let (wanted, found) = (hue(color), hue(shown))
        #expect(product(found, found) * 4 >= product(wanted, wanted), "\(shown) is as good as grey")
        let cosine = product(wanted, found)
        #expect(cosine > 0 && cosine * cosine * 4 >= product(wanted, wanted) * product(found, found) * 3, "\(shown)")
    }

    @Test func greysHaveNoHue() throws {
        for value in 0...255 {
            let shown = try shown([value, value, value], .indexed256)
            #expect(Set(shown).count == 1)
            #expect(abs(shown[0] - value) <= 9)
        }
    }

    @Test func sixteenColoursKeepTheTone() throws {
        for value in stride(from: 0, through: 230, by: 5) {
            let shown = try shown([value, value, value], .ansi16)
            #expect(Set(shown).count == 1 && abs(shown[0] - value) <= 40, "\(value) became \(shown)")
        }
    }

    @Test func onlyColoursThatEveryTerminalHasAreUsed() throws {
        let colorful = try picture(160, 80) { x, y in [x, y * 3, (x * y) % 256, 255] }
        let first = Set(TerminalPalette.basic.prefix(8).map { CellColor.hex($0) })
        for cell in cells(colorful, 20, 10, .scaleToFill, .ansi16).cells {
            #expect(first.isSuperset(of: [cell.foreground, cell.background]))
        }
    }

    @Test func aNightHasLightWithoutColour() throws {
        let night = try picture(64, 64) { x, y in
            let value = (x - 32) * (x - 32) + (y - 32) * (y - 32) < 100 ? 130 : 40
            return [value, value, value, 255]
        }
        let shown = cells(night, 16, 16, .scaleToFill, .mono).cells
        #expect(shown[8 * 16 + 8].glyph == Glyph("█"))
        #expect(shown.count { $0.glyph != .space } > 64)
        let black = try picture(8, 8) { _, _ in [0, 0, 0, 255] }
        #expect(cells(black, 2, 2, .scaleToFill, .mono).cells.allSatisfy { $0.glyph == .space })
    }

    @Test func withoutColourShadesBecomePatterns() throws {
        let ramp = try picture(64, 16) { x, _ in Array(repeating: min(255, x * 5), count: 3) + [255] }
        let mono = cells(ramp, 8, 1, .scaleToFill, .mono)
        #expect(mono.cells.allSatisfy { $0.foreground == .text && $0.background == .ground })
        #expect(text(mono).first == " " && text(mono).last == "█")
        let ascii = text(cells(ramp, 8, 1, .scaleToFill, .ascii))
        #expect(ascii.unicodeScalars.allSatisfy { $0.isASCII })
        #expect(ascii.first == " " && ascii.last == "@")
        let flat = try picture(64, 64) { _, _ in [187, 187, 187, 255] }
        let ink = text(cells(flat, 16, 16, .scaleToFill, .mono)).unicodeScalars.reduce(0) {
            $0 + (Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars).firstIndex(of: $1)?.nonzeroBitCount ?? 0)
        }
        // 187 is half of white's light.
        #expect((480...560).contains(ink))
    }
}
