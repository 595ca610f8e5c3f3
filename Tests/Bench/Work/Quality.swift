import Foyer
import FoyerPlatform
import Glibc

/// Pictures in cells, and how near they come to the picture.
enum Quality {
    /// Writes a picture to standard output, as a program does that shows one and ends.
    static func draw(_ path: String) {
        let picture = cells(picturePixels(path), .eighths)
        var text = ""
        var last: (CellColor, CellColor)?
        for (index, cell) in picture.cells.enumerated() {
            let (front, back) = (cell.foreground, cell.background)
            if last?.0 != front || last?.1 != back {
                text += "\u{1B}[38;2;\(front.red);\(front.green);\(front.blue)"
                text += ";48;2;\(back.red);\(back.green);\(back.blue)m"
                last = (front, back)
            }
            text.unicodeScalars.append(Unicode.Scalar(cell.glyph.base) ?? " ")
            guard (index + 1) % picture.size.columns == 0 else { continue }
            text += "\u{1B}[0m\n"
            last = nil
        }
        print(text, terminator: "")
    }

    /// Prints three numbers of decibels: half blocks against an exact box filter, all glyphs against one of 8×8 a cell,
    /// and the same for what another program printed into a file.
    static func compare(_ path: String, otherOutput: String) {
        let pixels = picturePixels(path)
        let halves = cells(pixels, .halves)
        let rows = halves.size.rows
        var shown: [Double] = []
        for row in 0..<rows {
            let line = halves.cells[row * slideSize.columns..<(row + 1) * slideSize.columns]
            shown += line.flatMap { channels($0.background) } + line.flatMap { channels($0.foreground) }
        }
        let exact = boxes(pixels, slideSize.columns * 8, rows * 8)
        let other = PrintedPicture(path: otherOutput, size: slideSize)
        let all = cells(pixels, .eighths).cells.map {
            PrintedPicture.Cell(scalar: $0.glyph.base, front: channels($0.foreground), back: channels($0.background))
        }
        print(
            decibels(shown, boxes(pixels, slideSize.columns, rows * 2)), decibels(subpixels(all), exact),
            decibels(subpixels(other.cells), exact))
    }

    private static func cells(_ pixels: Pixels, _ glyphs: PictureGlyphs) -> CellPicture {
        PictureMapping.cells(
            for: pixels, size: slideSize, contentMode: .scaleToFill, palette: .direct, background: .rgb(0, 0, 0),
            glyphs: glyphs)
    }

    private static func channels(_ color: CellColor) -> [Double] {
        [Double(color.red), Double(color.green), Double(color.blue)]
    }

    private static func decibels(_ left: [Double], _ right: [Double]) -> Double {
        let square = zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(left.count)
        return (10 * log10(255 * 255 / square) * 100).rounded() / 100
    }

    /// The mean of the pixels under each box, three channels.
    private static func boxes(_ pixels: Pixels, _ columns: Int, _ rows: Int) -> [Double] {
        var result: [Double] = []
        result.reserveCapacity(columns * rows * 3)
        let (wide, high) = (Double(pixels.width) / Double(columns), Double(pixels.height) / Double(rows))
        for row in 0..<rows {
            for column in 0..<columns {
                result += mean(pixels, left: Double(column) * wide, top: Double(row) * high, wide: wide, high: high)
            }
        }
        return result
    }

    private static func mean(_ pixels: Pixels, left: Double, top: Double, wide: Double, high: Double) -> [Double] {
        var sum = [0.0, 0.0, 0.0]
        for y in Int(top)..<min(pixels.height, Int((top + high).rounded(.up))) {
            let down = min(Double(y + 1), top + high) - max(Double(y), top)
            for x in Int(left)..<min(pixels.width, Int((left + wide).rounded(.up))) {
                let across = min(Double(x + 1), left + wide) - max(Double(x), left)
                for channel in 0..<3 {
                    sum[channel] += Double(pixels.bytes[(y * pixels.width + x) * 4 + channel]) * across * down
                }
            }
        }
        return sum.map { $0 / (wide * high) }
    }

    private static func subpixels(_ cells: [PrintedPicture.Cell]) -> [Double] {
        var result: [Double] = []
        for y in 0..<slideSize.rows * 8 {
            for x in 0..<slideSize.columns * 8 {
                let cell = cells[y / 8 * slideSize.columns + x / 8]
                result += PrintedPicture.isInk(cell.scalar, x % 8, y % 8) ? cell.front : cell.back
            }
        }
        return result
    }
}
