/// Writes moving pictures as APNG: PNG files that viewers of today play, and others show the first frame of. They begin again at
/// their end, for ever.
package struct APNG {
    /// What compresses to this part is no photograph: its other form would save next to nothing, and take as long.
    private static let flatShare = 64

    private let width: Int
    private let height: Int
    private let table: ColorTable?
    private let compress: ([UInt8]) -> [UInt8]?
    /// The chunks of the frames.
    private var body: [UInt8] = []
    private var frames = 0
    /// Counts the chunks that belong to movement, as the format wants it.
    private var sequence = 0

    /// - Parameters:
    ///   - table: the colours of all frames, if they are few enough to be exact; the file is much smaller then.
    ///   - compress: compresses bytes to zlib's format.
    package init(width: Int, height: Int, table: ColorTable?, compress: @escaping ([UInt8]) -> [UInt8]?) {
        (self.width, self.height, self.table, self.compress) = (width, height, table, compress)
    }

    /// The bytes of the frames so far.
    package var count: Int { body.count }

    /// Adds the next frame.
    ///
    /// - Returns: false if there is no memory to compress it.
    package mutating func add(_ frame: MovingFrame) -> Bool {
        guard let data = compressed(frame.pixels) else { return false }
        var control = PNG.bigEndian(sequence)
        for value in [frame.rect.width, frame.rect.height, frame.rect.x, frame.rect.y] {
            control += PNG.bigEndian(value)
        }
        // Hundredths; nothing is cleared afterwards; the first replaces what is there, others lie over it.
        control += [UInt8(frame.time >> 8), UInt8(frame.time & 0xFF), 0, 100, 0, frames == 0 ? 0 : 1]
        PNG.append("fcTL", control, to: &body)
        sequence += 1
        if frames == 0 {
            PNG.append("IDAT", data, to: &body)
        } else {
            PNG.append("fdAT", PNG.bigEndian(sequence) + data, to: &body)
            sequence += 1
        }
        frames += 1
        return true
    }

    /// The whole file.
    package consuming func finished() -> [UInt8] {
        var file = PNG.signature
        let kind: [UInt8] = [8, table == nil ? 6 : 3, 0, 0, 0]
        PNG.append("IHDR", PNG.bigEndian(width) + PNG.bigEndian(height) + kind, to: &file)
        PNG.append("acTL", PNG.bigEndian(frames) + PNG.bigEndian(0), to: &file)
        if let table {
            PNG.append("PLTE", table.colors.flatMap(ColorTable.channels), to: &file)
            PNG.append("tRNS", table.colors.map { UInt8($0 >> 24) }, to: &file)
        }
        file += body
        PNG.append("IEND", [], to: &file)
        return file
    }

    /// Screens are mostly flat, where lines as they are compress best; photographs want their neighbours taken off.
    private func compressed(_ pixels: Pixels) -> [UInt8]? {
        var lines: [UInt8] = []
        let words = pixels.bytes.span
        if table != nil {
            lines.reserveCapacity((pixels.width + 1) * pixels.height)
            for place in 0..<pixels.width * pixels.height {
                if place % pixels.width == 0 { lines.append(0) }
                lines.append(table?.index(of: words.word(at: place * 4)) ?? 0)
            }
            return compress(lines)
        }
        let line = pixels.width * 4
        lines.reserveCapacity((line + 1) * pixels.height)
        for row in 0..<pixels.height {
            lines.append(0)
            lines += pixels.bytes[row * line..<(row + 1) * line]
        }
        guard let flat = compress(lines) else { return nil }
        if flat.count < lines.count / Self.flatShare { return flat }
        guard let filtered = compress(PNG.filtered(pixels, true)) else { return nil }
        return flat.count <= filtered.count ? flat : filtered
    }
}
