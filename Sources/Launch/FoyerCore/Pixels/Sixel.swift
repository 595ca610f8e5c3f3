/// Pictures in the sixel format (DEC STD 070): bands of six rows, painted colour by colour.
package enum Sixel {
    /// Ends an incomplete picture; harmless otherwise.
    package static let end: [UInt8] = [0x1B, 0x5C]

    /// The bytes that paint a picture from the cursor's cell on.
    ///
    /// - Parameters:
    ///   - pixels: opaque.
    ///   - registers: the terminal's number of colours, at least 2; at most 256 are used.
    package static func encode(_ pixels: Pixels, registers: Int) -> [UInt8] {
        let picture = IndexedPixels(pixels, limit: registers)
        // Unpainted pixels keep what is on the screen.
        var output = Array("\u{1B}P0;1q\"1;1;\(picture.width);\(picture.height)".utf8)
        output.reserveCapacity(picture.indices.count)
        for (index, color) in picture.colors.enumerated() {
            output += "#\(index);2;\(color.x);\(color.y);\(color.z)".utf8
        }
        var band = SixelBand(width: picture.width, colors: picture.colors.count)
        for row in stride(from: 0, to: picture.height, by: 6) {
            if row > 0 { output.append(UInt8(ascii: "-")) }
            let rows = min(6, picture.height - row)
            let first = row * picture.width
            band.write(picture.indices.span.extracting(first..<first + rows * picture.width), to: &output)
        }
        return output + end
    }
}
