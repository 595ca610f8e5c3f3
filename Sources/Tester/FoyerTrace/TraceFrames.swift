import Foyer
import FoyerPlatform

/// The frames of a try as a page keeps them: compressed parts in Base64, each after its length in four bytes. The first part
/// is JSON:
///
///     { "glyphs": [text, …],
///       "besides": [[column, row, title, [mode, …]], …],
///       "blocks": [[columns, rows, [text, ground, attributes], [[microseconds, beside, prediction, row, …], …]], …] }
///
/// Each block has one further part, with the planes of ``FrameBlock``. Its frames name the rows that differ from the frame
/// before; the first one stands on an empty screen in the block's style. Times are since the try began. A
/// hidden cursor is at −1, −1. Glyphs are those with marks, whose numbers follow the last scalar of Unicode; the second
/// column of a wide character has the number 0. Attributes are the bits of `ScreenCell.Attributes`; 128 is a cell that is
/// not compared.
package struct TraceFrames: Sendable {
    private enum Source {
        case packed(String)
        case track(ScreenTrack, since: Instant)
    }

    private let source: Source

    /// Frames that were packed earlier; none if the text is not Base64, which a page embeds as it is.
    package init(packed: String) {
        source = .packed(Base64.isAlphabet(packed) ? packed : "")
    }

    /// Frames that are packed if anybody wants them.
    ///
    /// - Parameter began: when the try began.
    package init(_ track: ScreenTrack, since began: Instant) {
        source = .track(track, since: began)
    }

    /// The sizes that its screens had one after the other; empty where that is not known without unpacking.
    package var sizes: [CellSize] {
        guard case .track(let track, _) = source else { return [] }
        return track.sizes
    }

    package var packed: String {
        switch source {
        case .packed(let text):
            guard FramesOf04.wrote(text) else { return text }
            return (try? FramesOf04.track(text)).map { TraceFrames($0, since: .zero).packed } ?? ""
        case .track(let track, let began): return Self.pack(track, since: began)
        }
    }

    /// Frames that cannot be read.
    package static let damage = LocalizedFailure(.noTraceThere)
    /// The size limit of the first part in bytes.
    private static let largest = 64 << 20

    /// The screens again, in exact colours.
    package func track() throws(LocalizedFailure) -> ScreenTrack {
        switch source {
        case .track(let track, _): return track
        case .packed(let text):
            if FramesOf04.wrote(text) { return try FramesOf04.track(text) }
            do { return try Self.unpack(text) } catch { throw Self.damage }
        }
    }

    // MARK: - Packing

    private static func pack(_ track: ScreenTrack, since began: Instant) -> String {
        var (besides, blocks) = ([ScreenTrack.TerminalState](), [JSON]())
        var parts: [[UInt8]] = []
        for var block in track.blocks {
            block.pack()
            let frames = block.frames.map { frame in
                let place = besides.lastIndex(of: frame.surroundings) ?? besides.count
                if place == besides.count { besides.append(frame.surroundings) }
                let time = max(0, (frame.time - began).saturatedNanoseconds / 1000)
                return JSON.array(
                    [.integer(time)] + ([place, frame.prediction] + frame.rows).map { JSON($0) })
            }
            blocks.append([JSON(block.size.columns), JSON(block.size.rows), block.ground.style, .array(frames)])
            parts.append(block.packed ?? [])
        }
        let head: JSON = [
            "glyphs": .array(
                track.glyphs.withMarks.map { .string(String(String.UnicodeScalarView($0.scalars))) }),
            "besides": .array(besides.map(\.json)), "blocks": .array(blocks),
        ]
        var bytes: [UInt8] = []
        for part in [Deflate.smallZlib(Array(head.jsonText.utf8)) ?? []] + parts {
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: part.count >> shift)) }
            bytes += part
        }
        return Base64.encode(bytes)
    }

    // MARK: - Unpacking

    private static func unpack(_ text: String) throws -> ScreenTrack {
        guard let bytes = Base64.decode(text) else { throw damage }
        var (parts, rest) = ([[UInt8]](), bytes[...])
        while !rest.isEmpty {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            parts.append(Array(rest.dropFirst(4).prefix(length)))
            rest = rest.dropFirst(4 + length)
        }
        guard let first = parts.first, let text = Deflate.unpack(first, limit: largest) else { throw damage }
        let head = JSONNode(try JSON.parse(text))
        let besides = try head.field("besides").elements().map(ScreenTrack.TerminalState.init)
        let glyphs = try head.field("glyphs").elements().map { Glyph(safe: try $0.text()) }
        let blocks = try head.field("blocks").elements()
        guard blocks.count == parts.count - 1 else { throw damage }
        return ScreenTrack(
            blocks: try zip(blocks, parts.dropFirst()).map { try block($0, $1, besides) },
            GlyphNumbers(withMarks: glyphs))
    }

    private static func block(
        _ node: JSONNode, _ packed: [UInt8], _ besides: [ScreenTrack.TerminalState]
    ) throws -> FrameBlock {
        let words = try node.elements()
        guard words.count == 4 else { throw damage }
        let (size, ground) = (try CellSize(words[0], words[1]), try ScreenCell(style: words[2]))
        let frames = try words[3].elements().map { frame in
            let words = try frame.elements()
            guard words.count >= 3 else { throw damage }
            return FrameBlock.Frame(
                time: Instant(nanoseconds: try words[0].integer(in: 0...Int64.max / 1000) * 1000),
                surroundings: try words[1].element(of: besides),
                rows: try words.dropFirst(3).map { Int(try $0.integer(in: 0...Int64(size.rows - 1))) },
                prediction: Int(try words[2].integer(in: 0...2)))
        }
        guard let block = FrameBlock(size: size, ground: ground, frames: frames, packed: packed) else { throw damage }
        return block
    }
}

extension ScreenTrack.TerminalState {
    fileprivate var json: JSON {
        [
            JSON(cursor?.column ?? -1), JSON(cursor?.row ?? -1), .string(SafeText(title).string),
            .array(modes.map { .string($0) }),
        ]
    }

    /// - Throws: if a file has something else there.
    init(_ node: JSONNode) throws {
        let words = try node.elements()
        guard words.count == 4 else { throw TraceFrames.damage }
        let (column, row) = (try words[0].integer(in: -1...1000), try words[1].integer(in: -1...1000))
        self.init(
            cursor: column < 0 || row < 0 ? nil : CellPosition(column: Int(column), row: Int(row)),
            title: SafeText(try words[2].text()).string,
            modes: try words[3].elements().map { SafeText(try $0.text()).string })
    }
}

extension ScreenCell {
    fileprivate var style: JSON {
        [
            .integer(Int64(foreground.bits)), .integer(Int64(background.bits)), .integer(Int64(attributes.rawValue)),
        ]
    }

    /// A blank cell.
    init(style: JSONNode) throws {
        let words = try style.elements()
        guard words.count == 3 else { throw TraceFrames.damage }
        self.init(
            foreground: .hex(UInt32(try words[0].integer(in: 0...0xFF_FFFF))),
            background: .hex(UInt32(try words[1].integer(in: 0...0xFF_FFFF))),
            attributes: Attributes(rawValue: UInt16(try words[2].integer(in: 0...1023))))
    }
}

extension CellSize {
    init(_ columns: JSONNode, _ rows: JSONNode) throws {
        self.init(columns: Int(try columns.integer(in: 1...1000)), rows: Int(try rows.integer(in: 1...1000)))
    }
}

extension JSONNode {
    /// The value at the place that this number names.
    func element<Value>(of all: [Value]) throws -> Value {
        let place = Int(try integer(in: 0...Int64.max))
        guard place < all.count else { throw TraceFrames.damage }
        return all[place]
    }
}

extension ScreenCell.Attributes {
    /// It is not compared with the cell beside it.
    package static let masked = ScreenCell.Attributes(rawValue: 128)
}
