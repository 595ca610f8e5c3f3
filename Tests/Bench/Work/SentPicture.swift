import FoyerCore
import FoyerPlatform
import FoyerTUI
import Glibc

/// Pictures as terminals are sent them, and how near those of sixel come to the picture.
enum SentPicture {
    /// 1000×400 pixels in 100×20 cells.
    private static let cell = TerminalAnswers.PixelSize(width: 10, height: 20)

    private static func source(_ path: String) -> PixelSource {
        let cells = PictureMapping.cells(
            for: picturePixels(path), size: slideSize, contentMode: .scaleToFill, palette: .direct,
            background: .rgb(0, 0, 0), glyphs: .halves, pixelCell: cell)
        guard let source = cells.source else { fail("no pixels of \(path)") }
        return source
    }

    /// Writes a picture to standard output as a terminal gets it.
    static func send(_ form: String, _ path: String) {
        let form: PixelOutput.Form = form == "kitty" ? .kitty : .sixel(TerminalAnswers.SixelLimits(registers: 256))
        let area = CellArea(column: 0, row: 0, columns: slideSize.columns, rows: slideSize.rows)
        let shown = ShownPicture(source: source(path), column: 0, row: 0, parts: [area])
        guard let output = PixelOutput(form, cell: cell),
            let sent = EncodedPicture(shown, output: output, image: 1, compress: Deflate.zlib)
        else { fail("no picture") }
        for bytes in sent.pieces + sent.parts.map(\.bytes) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
                guard count > 0 else { fail("nobody takes the picture") }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Prints for each file how many pixels its picture has, and how near those come to the picture in decibels; 0 pixels
    /// where there is none.
    static func compare(_ form: String, _ path: String, _ files: [String]) {
        let numbers = files.map { file in
            let printed = bytes(of: file)
            if form == "kitty" {
                let size = KittyPicture.size(printed)
                return "\(size.width * size.height) inf"
            }
            let sent = SixelPicture(printed)
            return sent.pixels.isEmpty ? "0 nan" : "\(sent.pixels.count) \(likeness(of: sent, path))"
        }
        print(numbers.joined(separator: " "))
    }

    /// Held against the same file scaled to the same size.
    private static func likeness(of sent: SixelPicture, _ path: String) -> Double {
        let size = TerminalAnswers.PixelSize(width: sent.width, height: sent.height)
        let whole = PictureMapping.cells(
            for: picturePixels(path), size: CellSize(columns: 1, rows: 1), contentMode: .scaleToFill, palette: .direct,
            background: .rgb(0, 0, 0), glyphs: .halves, pixelCell: size)
        guard let exact = whole.source?.pixels(cell: size) else { fail("no pixels of \(path)") }
        var square = 0.0
        for index in sent.pixels.indices {
            for channel in 0..<3 {
                let shown = Double(sent.pixels[index] >> UInt32(16 - 8 * channel) & 255)
                let wanted = Double(exact.bytes[index * 4 + channel])
                square += (shown - wanted) * (shown - wanted)
            }
        }
        let mean = square / Double(sent.pixels.count * 3)
        return (10 * log10(255 * 255 / mean) * 100).rounded() / 100
    }

    private static func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return bytes
    }
}
