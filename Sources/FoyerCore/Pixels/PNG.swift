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
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Eight bits a channel, three channels or four.
        append(
            "IHDR", bigEndian(pixels.width) + bigEndian(pixels.height) + [8, hasAlpha ? 6 : 2, 0, 0, 0], to: &file)
        append("IDAT", data, to: &file)
        append("IEND", [], to: &file)
        return file
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.utf8) + data
        file += bigEndian(data.count) + body + bigEndian(Int(CRC32.checksum(of: body)))
    }

    /// Each byte minus its prediction from the bytes to the left, above, and at the upper left (Paeth's filter), which
    /// compresses photographs best.
    private static func filtered(_ pixels: Pixels, _ hasAlpha: Bool) -> [UInt8] {
        let stride = pixels.width * 4
        return [UInt8](unsafeUninitializedCapacity: (pixels.width * 4 + 1) * pixels.height) { output, count in
            pixels.bytes.withUnsafeBufferPointer { bytes in
                for row in 0..<pixels.height {
                    output[count] = 4
                    count += 1
                    for place in row * stride..<(row + 1) * stride where hasAlpha || place & 3 != 3 {
                        let left = place - row * stride < 4 ? 0 : Int(bytes[place - 4])
                        let above = row == 0 ? 0 : Int(bytes[place - stride])
                        let corner = row == 0 || place - row * stride < 4 ? 0 : Int(bytes[place - stride - 4])
                        output[count] = bytes[place] &- predicted(left, above, corner)
                        count += 1
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func predicted(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
        let (toLeft, toAbove, toCorner) = (
            (above &- corner).magnitude, (left &- corner).magnitude, (left &+ above &- 2 &* corner).magnitude
        )
        let nearest = toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
        return UInt8(truncatingIfNeeded: nearest)
    }
}
