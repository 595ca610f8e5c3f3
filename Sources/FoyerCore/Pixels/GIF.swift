/// Writes moving pictures as GIF, which everything plays: 255 colours, and pixels are opaque or not.
package struct GIF: MovingPictureFile {
    private var table: ColorTable
    private var file: [UInt8]
    private var frames = 0

    /// - Parameter table: the colours of all frames.
    package init(width: Int, height: Int, table: ColorTable) {
        self.table = table
        file = Array("GIF89a".utf8) + Self.littleEndian(width) + Self.littleEndian(height)
        // A table of 256 colours for the whole file.
        file += [0xF7, 0, 0]
        for index in 0..<256 {
            file += ColorTable.channels(index < table.colors.count ? table.colors[index] : 0)
        }
        // From its end on again, for ever.
        file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    }

    package var count: Int { file.count }

    package mutating func add(_ frame: MovingFrame) -> Bool {
        // What was there before stays, and the table's first colour lets it through.
        file += [0x21, 0xF9, 4, 0x05] + Self.littleEndian(frame.time) + [UInt8(ColorTable.clear), 0]
        file.append(0x2C)
        for value in [frame.rect.x, frame.rect.y, frame.rect.width, frame.rect.height] {
            file += Self.littleEndian(value)
        }
        file.append(0)
        let words = frame.pixels.bytes.span
        let indices = (0..<words.count / 4).map { table.index(of: ColorTable.hard(words.word(at: $0 * 4))) }
        file.append(UInt8(LZWriter.width))
        var writer = LZWriter()
        let data = writer.compress(indices)
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(start + 255, data.count)]
            file.append(UInt8(block.count))
            file += block
        }
        file.append(0)
        frames += 1
        return true
    }

    package consuming func finished() -> [UInt8] {
        file.append(0x3B)
        return file
    }

    private static func littleEndian(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
}

/// GIF's compression: a dictionary of strings of bytes, which both sides build alike.
private struct LZWriter {
    /// The bits of what is compressed.
    static let width = 8
    private static let clear = 1 << width
    private static let end = clear + 1
    private static let most = 4096

    private var output: [UInt8] = []
    private var bits: UInt32 = 0
    private var count = 0
    private var size = width + 1
    private var next = end + 1
    /// The code of a string with one more byte: at 256 times its code, plus the byte; 0 for none.
    private var codes = [UInt16](repeating: 0, count: most << width)

    mutating func compress(_ bytes: [UInt8]) -> [UInt8] {
        write(Self.clear)
        var string = -1
        for byte in bytes {
            guard string >= 0 else {
                string = Int(byte)
                continue
            }
            let place = string << Self.width | Int(byte)
            if codes[place] > 0 {
                string = Int(codes[place])
                continue
            }
            write(string)
            string = Int(byte)
            if next < Self.most {
                codes[place] = UInt16(next)
                // The reader is one string behind.
                if next == 1 << size { size += 1 }
                next += 1
            } else {
                write(Self.clear)
                codes = Array(repeating: 0, count: Self.most << Self.width)
                (size, next) = (Self.width + 1, Self.end + 1)
            }
        }
        if string >= 0 { write(string) }
        write(Self.end)
        if count > 0 { output.append(UInt8(truncatingIfNeeded: bits)) }
        return output
    }

    private mutating func write(_ code: Int) {
        bits |= UInt32(code) << UInt32(count)
        count += size
        while count >= 8 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            count -= 8
        }
    }
}
