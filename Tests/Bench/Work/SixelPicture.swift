/// The first sixel picture that any program printed.
struct SixelPicture {
    private(set) var width = 0
    private(set) var height = 0
    /// `0xRRGGBB`, row by row; black where nothing was painted.
    private(set) var pixels: [UInt32] = []

    private let bytes: [UInt8]
    private var place = 0
    private var colors: [Int: UInt32] = [:]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while place < bytes.count, !isAtPicture { place += 1 }
        if place < bytes.count { read() }
    }

    /// After `ESC P … q`.
    private var isAtPicture: Bool {
        guard place > 1, bytes[place - 1] == UInt8(ascii: "q") else { return false }
        var start = place - 2
        while start > 0, bytes[start] == UInt8(ascii: ";") || (48...57).contains(bytes[start]) { start -= 1 }
        return start > 0 && bytes[start] == UInt8(ascii: "P") && bytes[start - 1] == 0x1B
    }

    private mutating func numbers() -> [Int] {
        var numbers = [0]
        while place < bytes.count, bytes[place] == UInt8(ascii: ";") || (48...57).contains(bytes[place]) {
            let digit = Int(bytes[place]) - 48
            if bytes[place] == UInt8(ascii: ";") { numbers.append(0) } else { numbers[numbers.count - 1] *= 10 }
            if bytes[place] != UInt8(ascii: ";") { numbers[numbers.count - 1] += digit }
            place += 1
        }
        return numbers
    }

    private mutating func read() {
        var (column, row, color, count) = (0, 0, UInt32(0), 1)
        while place < bytes.count, bytes[place] != 0x1B {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""):
                let raster = numbers()
                guard raster.count == 4, raster[2] * raster[3] < 1 << 24 else { return }
                (width, height) = (raster[2], raster[3])
                pixels = Array(repeating: 0, count: width * height)
            case UInt8(ascii: "#"):
                let values = numbers()
                if values.count == 5 {
                    colors[values[0]] = values[2...4].reduce(0) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
                }
                color = colors[values[0]] ?? 0
            case UInt8(ascii: "!"): count = numbers()[0]
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, row) = (0, row + 6)
            case 63...126:
                paint(byte - 63, column..<column + count, row, color)
                (column, count) = (column + count, 1)
            default: break
            }
        }
    }

    private mutating func paint(_ mask: UInt8, _ columns: Range<Int>, _ row: Int, _ color: UInt32) {
        for bit in 0..<6 where mask >> bit & 1 == 1 && row + bit < height {
            for column in columns where column < width { pixels[(row + bit) * width + column] = color }
        }
    }
}
