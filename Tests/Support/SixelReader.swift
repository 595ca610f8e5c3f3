/// Reads one sixel picture as the standard has it, knowing nothing of how ours are written.
public struct SixelReader {
    public private(set) var width = 0
    public private(set) var height = 0
    /// `0xRRGGBB`, row by row; `nil` where nothing was painted.
    public private(set) var pixels: [UInt32?] = []
    /// The numbers of the registers that were set.
    public private(set) var registers: Set<Int> = []
    /// Bytes up to and with the end of the sequence.
    public private(set) var length = 0

    private var colors: [Int: UInt32] = [:]
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    /// Nil where it is no whole picture, or paints outside of its size.
    public init?(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
        guard read() else { return nil }
        length = place - bytes.startIndex
    }

    private var sign: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

    private mutating func take(_ text: String) -> Bool {
        for byte in text.utf8 {
            guard sign == byte else { return false }
            place += 1
        }
        return true
    }

    private mutating func numbers() -> [Int] {
        var numbers = [0]
        while let sign, sign == UInt8(ascii: ";") || (48...57).contains(sign) {
            if sign == UInt8(ascii: ";") { numbers.append(0) } else { numbers[numbers.count - 1] *= 10 }
            if sign != UInt8(ascii: ";") { numbers[numbers.count - 1] += Int(sign) - 48 }
            place += 1
        }
        return numbers
    }

    private mutating func read() -> Bool {
        guard take("\u{1B}P") else { return false }
        _ = numbers()
        guard take("q"), take("\"") else { return false }
        let raster = numbers()
        guard raster.count == 4 else { return false }
        (width, height) = (raster[2], raster[3])
        pixels = Array(repeating: nil, count: width * height)
        var (column, row, color, count) = (0, 0, 0, 1)
        while let byte = sign {
            place += 1
            switch byte {
            case 0x1B: return take("\\")
            case UInt8(ascii: "#"):
                let values = numbers()
                color = values[0]
                if values.count == 5 { set(color, values) }
            case UInt8(ascii: "!"): count = numbers()[0]
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, row) = (0, row + 6)
            case 63...126:
                guard paint(byte - 63, column..<column + count, row, color) else { return false }
                column += count
                count = 1
            default: return false
            }
        }
        return false
    }

    private mutating func set(_ register: Int, _ values: [Int]) {
        registers.insert(register)
        colors[register] = values[2...4].reduce(0) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
    }

    private mutating func paint(_ mask: UInt8, _ columns: Range<Int>, _ row: Int, _ color: Int) -> Bool {
        guard mask != 0 else { return true }
        for bit in 0..<6 where mask >> bit & 1 == 1 {
            for column in columns {
                guard column < width, row + bit < height, let color = colors[color] else { return false }
                pixels[(row + bit) * width + column] = color
            }
        }
        return true
    }
}
