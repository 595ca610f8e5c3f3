import Foyer
import FoyerPlatform

/// Frames of one size and one ground, the first of which stands on an empty screen. Each cell is eleven bytes, and each of
/// the eleven has a plane: that byte of all cells in rows that change, frame after frame.
package struct FrameBlock: Sendable {
    package struct Frame: Sendable {
        package let time: Instant
        package let surroundings: ScreenTrack.TerminalState
        /// The rows that differ from the frame before, from the top.
        let rows: [Int]
        /// The colours are kept as differences: 0, to nothing; 1, to the frame before; 2, to twice the frame before less the
        /// one before that, as a fade continues.
        var prediction = 0
    }

    /// Three bytes of the glyph's number, two of attributes; red, green and blue of the text and of the ground.
    static let planes = 11
    static let colors = 5..<planes
    /// The size in bytes from which on a block is compressed, and another one begins.
    private static let full = 1 << 20
    /// The size limit in bytes of a block from a file: a full one, and a frame of 1000 × 1000 cells.
    private static let largest = 12 << 20

    let size: CellSize
    let ground: ScreenCell
    var frames: [Frame] = []
    /// Compressed planes; `nil` while frames are added.
    private(set) var packed: [UInt8]?
    private var planes: [[UInt8]] = Array(repeating: [], count: Self.planes)

    init(size: CellSize, ground: ScreenCell) { (self.size, self.ground) = (size, ground) }

    /// A block from a file; `nil` if it is damaged.
    init?(size: CellSize, ground: ScreenCell, frames: [Frame], packed: [UInt8]) {
        self.init(size: size, ground: ground)
        (self.frames, self.packed) = (frames, packed)
        guard length <= Self.largest, bytes.count == length else { return nil }
    }

    /// More frames of this size and ground can be added.
    func goesOn(_ size: CellSize, _ ground: ScreenCell) -> Bool {
        size == self.size && ground == self.ground && packed == nil && planes[0].count * Self.planes < Self.full
    }

    /// Adds a row of the frame that is added next.
    mutating func append(_ row: [ScreenCell], _ glyphs: inout GlyphNumbers) {
        let bytes = FramePlanes.bytes(of: row, row.map { glyphs.number(of: $0) })
        for plane in bytes.indices { planes[plane] += bytes[plane] }
    }

    /// Compresses the planes. Each frame's colours are predicted in the way that takes least room.
    mutating func pack() {
        guard packed == nil else { return }
        var (screen, coded, place) = (FramePlanes(size, ground), planes.map { _ in [UInt8]() }, 0)
        for index in frames.indices {
            let rows = frames[index].rows
            let end = place + rows.count * size.columns
            let values = planes.map { Array($0[place..<end]) }
            var colors = values[Self.colors].flatMap { $0 }
            let before = screen.prediction(1, of: rows)
            if index > 0, colors != before {
                let rests = (0...2).map { zip(colors, screen.prediction($0, of: rows)).map { $0 &- $1 } }
                let sizes = rests.map { Deflate.zlib(before + $0)?.count ?? .max }
                frames[index].prediction = sizes.indices.min { sizes[$0] < sizes[$1] } ?? 0
                colors = rests[frames[index].prediction]
            }
            screen.take(rows, values.flatMap { $0 })
            for (plane, value) in values.prefix(Self.colors.lowerBound).enumerated() { coded[plane] += value }
            for (number, plane) in Self.colors.enumerated() {
                coded[plane] += colors[number * (end - place)..<(number + 1) * (end - place)]
            }
            place = end
        }
        packed = Deflate.smallZlib(coded.flatMap { $0 }) ?? []
        planes = planes.map { _ in [] }
    }

    /// The planes one after the other; empty if they are damaged.
    private var bytes: [UInt8] {
        guard let packed else { return planes.flatMap { $0 } }
        return length == 0 ? [] : Deflate.unpack(packed, limit: length) ?? []
    }

    private var length: Int { frames.reduce(0) { $0 + $1.rows.count } * size.columns * Self.planes }
}

extension FrameBlock {
    /// Rebuilds one screen after the other.
    struct Reader {
        private var frames: ArraySlice<Frame>
        private let ground: ScreenCell
        private let glyphs: GlyphNumbers
        private let bytes: [UInt8]
        private var screen: Buffer
        private var planes: FramePlanes
        /// Where the next frame begins in each plane.
        private var place = 0
        /// Glyphs that were made safe before.
        private var known: [UInt32: Glyph] = [:]

        init(_ block: FrameBlock, _ glyphs: GlyphNumbers) {
            (frames, ground, self.glyphs, bytes) = (block.frames[...], block.ground, glyphs, block.bytes)
            screen = Buffer(size: block.size, filledWith: block.ground)
            planes = FramePlanes(block.size, block.ground)
        }

        mutating func next() -> ScreenTrack.Scene? {
            guard let frame = frames.popFirst() else { return nil }
            let (length, stride) = (frame.rows.count * screen.size.columns, bytes.count / FrameBlock.planes)
            var values: [UInt8] = []
            for plane in 0..<FrameBlock.planes {
                values += bytes[plane * stride + place..<plane * stride + place + length]
            }
            let predicted = planes.prediction(frame.prediction, of: frame.rows)
            for (place, value) in zip(values.indices.suffix(predicted.count), predicted) { values[place] &+= value }
            planes.take(frame.rows, values)
            place += length
            draw(frame.rows, values, length)
            return .init(time: frame.time, screen: screen, surroundings: frame.surroundings, ground: ground)
        }

        /// - Parameter length: of each plane.
        private mutating func draw(_ rows: [Int], _ values: [UInt8], _ length: Int) {
            func words(_ planes: Int...) -> [UInt32] {
                var words = [UInt32](repeating: 0, count: length)
                for plane in planes {
                    for place in 0..<length {
                        words[place] = words[place] << 8 | UInt32(values[plane * length + place])
                    }
                }
                return words
            }
            let (numbers, attributes) = (words(2, 1, 0), words(4, 3))
            let (texts, grounds) = (words(5, 6, 7), words(8, 9, 10))
            let columns = screen.size.columns
            for place in 0..<length where numbers[place] != GlyphNumbers.rightHalf {
                let column = place % columns
                let isWide = column + 1 < columns && numbers[place + 1] == GlyphNumbers.rightHalf
                screen[column, rows[place / columns]] = ScreenCell(
                    glyph(numbers[place]), foreground: .hex(texts[place]), background: .hex(grounds[place]),
                    attributes: .init(rawValue: UInt16(attributes[place])), width: isWide ? 2 : 1)
            }
        }

        private mutating func glyph(_ number: UInt32) -> Glyph {
            if let glyph = known[number] { return glyph }
            let glyph = glyphs.glyph(number)
            known[number] = glyph
            return glyph
        }
    }
}

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
