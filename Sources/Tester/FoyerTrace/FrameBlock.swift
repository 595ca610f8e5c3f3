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
