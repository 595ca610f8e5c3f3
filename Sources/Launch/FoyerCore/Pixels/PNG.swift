/// Writes pictures as PNG files.
package enum PNG {
    /// - Parameters:
    ///   - hasAlpha: whether to keep the pixels' transparency.
    ///   - compress: compresses bytes to zlib's format.
    /// - Returns: the file; nil if `compress` returns nil.
    package static func encode(
        _ pixels: Pixels, hasAlpha: Bool = false, compress: ([UInt8]) -> [UInt8]?
    ) -> [UInt8]? {
        guard let data = compress(filtered(pixels, hasAlpha)) else { return nil }
        var file = signature
        // Eight bits a channel, three channels or four.
        append(
            "IHDR", bigEndian(pixels.width) + bigEndian(pixels.height) + [8, hasAlpha ? 6 : 2, 0, 0, 0], to: &file)
        append("IDAT", data, to: &file)
        append("IEND", [], to: &file)
        return file
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func bigEndian(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// A chunk.
    static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.utf8) + data
        file += bigEndian(data.count) + body + bigEndian(Int(CRC32.checksum(of: body)))
    }

    /// Each byte minus its prediction from the bytes to the left, above, and at the upper left (Paeth's filter), which
    /// compresses photographs best.
    static func filtered(_ pixels: Pixels, _ hasAlpha: Bool) -> [UInt8] {
        let stride = pixels.width * 4
        let lineLength = pixels.width * (hasAlpha ? 4 : 3) + 1
        let bytes = pixels.bytes.span
        // Pixels are written as four bytes, and what comes next overwrites the fourth; the last has room for it.
        var output = [UInt8](repeating: 0, count: lineLength * pixels.height + 1)
        for row in 0..<pixels.height {
            let line = bytes.extracting(row * stride..<(row + 1) * stride)
            let above = row > 0 ? bytes.extracting((row - 1) * stride..<row * stride) : nil
            output[row * lineLength] = 4
            filter(line, below: above, hasAlpha, to: &output, at: row * lineLength + 1)
        }
        output.removeLast()
        return output
    }

    private static func filter(
        _ line: Span<UInt8>, below lineAbove: Span<UInt8>?, _ hasAlpha: Bool, to output: inout [UInt8], at start: Int
    ) {
        var output = output.mutableSpan
        var place = start
        var (left, corner): (UInt32, UInt32) = (0, 0)
        for first in stride(from: 0, to: line.count, by: 4) {
            let (pixel, above) = (line.word(at: first), lineAbove?.word(at: first) ?? 0)
            var differences = difference(pixel, left, above, corner, shift: 0)
            differences |= difference(pixel, left, above, corner, shift: 8)
            differences |= difference(pixel, left, above, corner, shift: 16)
            if hasAlpha { differences |= difference(pixel, left, above, corner, shift: 24) }
            output.store(differences, at: place)
            place &+= hasAlpha ? 4 : 3
            (left, corner) = (pixel, above)
        }
    }

    /// One channel's byte minus its prediction, in its place within the word.
    private static func difference(
        _ pixel: UInt32, _ left: UInt32, _ above: UInt32, _ corner: UInt32, shift: UInt32
    ) -> UInt32 {
        func channel(_ word: UInt32) -> Int32 { Int32(truncatingIfNeeded: word &>> shift & 0xFF) }
        let predicted = predicted(channel(left), channel(above), channel(corner))
        return (UInt32(truncatingIfNeeded: channel(pixel) &- predicted) & 0xFF) &<< shift
    }

    private static func predicted(_ left: Int32, _ above: Int32, _ corner: Int32) -> Int32 {
        let (toLeft, toAbove, toCorner) = (
            (above &- corner).magnitude, (left &- corner).magnitude, (left &+ above &- 2 &* corner).magnitude
        )
        return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
    }
}
