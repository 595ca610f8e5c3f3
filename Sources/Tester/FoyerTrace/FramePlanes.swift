import Foyer

/// The cells of a screen as planes of bytes, and those of the screen before it.
struct FramePlanes {
    private let columns: Int
    private let area: Int
    private var now: [UInt8]
    private var before: [UInt8]

    /// An empty screen.
    init(_ size: CellSize, _ ground: ScreenCell) {
        (columns, area) = (size.columns, size.columns * size.rows)
        let area = area
        now = Self.bytes(of: [ground], [ground.glyph.base]).flatMap { Array(repeating: $0[0], count: area) }
        before = now
    }

    /// The bytes of some cells for each plane.
    ///
    /// - Parameter glyphs: their numbers.
    static func bytes(of cells: [ScreenCell], _ glyphs: [UInt32]) -> [[UInt8]] {
        let words = [
            glyphs, cells.map { UInt32($0.attributes.rawValue) }, cells.map(\.foreground.bits),
            cells.map(\.background.bits),
        ]
        let planes: [(word: Int, shift: UInt32)] = [
            (0, 0), (0, 8), (0, 16), (1, 0), (1, 8), (2, 16), (2, 8), (2, 0), (3, 16), (3, 8), (3, 0),
        ]
        return planes.map { plane in words[plane.word].map { UInt8(truncatingIfNeeded: $0 >> plane.shift) } }
    }

    /// The predicted colours of some rows; see ``FrameBlock/Frame/prediction``.
    func prediction(_ prediction: Int, of rows: [Int]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(FrameBlock.colors.count * rows.count * columns)
        for plane in FrameBlock.colors {
            for row in rows {
                let places = plane * area + row * columns..<plane * area + (row + 1) * columns
                switch prediction {
                case 0: bytes += repeatElement(0, count: columns)
                case 1: bytes += now[places]
                default: for place in places { bytes.append(now[place] &* 2 &- before[place]) }
                }
            }
        }
        return bytes
    }

    /// Takes some rows of the next screen: all planes, one after the other.
    mutating func take(_ rows: [Int], _ bytes: [UInt8]) {
        before = now
        var start = 0
        for plane in 0..<FrameBlock.planes {
            for row in rows {
                let place = plane * area + row * columns
                now.replaceSubrange(place..<place + columns, with: bytes[start..<start + columns])
                start += columns
            }
        }
    }
}

/// Numbers of glyphs: that of a scalar is its own; glyphs with marks are numbered after all scalars.
struct GlyphNumbers: Sendable {
    /// The second column of a wide character.
    static let rightHalf: UInt32 = 0
    private static let firstWithMarks: UInt32 = 0x110000

    /// Those with marks, in the order of their numbers.
    private(set) var withMarks: [Glyph] = []
    private var numbers: [Glyph: UInt32] = [:]

    init() {}

    init(withMarks: [Glyph]) { self.withMarks = withMarks }

    mutating func number(of cell: ScreenCell) -> UInt32 {
        if cell.width == 0 { return Self.rightHalf }
        if cell.glyph.mark0 == 0 { return cell.glyph.base }
        if let number = numbers[cell.glyph] { return number }
        let number = Self.firstWithMarks + UInt32(withMarks.count)
        withMarks.append(cell.glyph)
        numbers[cell.glyph] = number
        return number
    }

    /// Made safe, since anybody may have changed the file; a number that was not given is a space.
    func glyph(_ number: UInt32) -> Glyph {
        if let scalar = Unicode.Scalar(number) { return Glyph(safe: String(scalar)) }
        let index = Int(number) - Int(Self.firstWithMarks)
        return withMarks.indices.contains(index) ? withMarks[index] : .space
    }
}

extension Glyph {
    init(safe text: String) {
        let scalars = Array(SafeText(text).string.unicodeScalars)
        self.init(base: scalars.first ?? " ", marks: Array(scalars.dropFirst()))
    }
}
