import Foyer
import FoyerPlatform

/// Draws the frames of a try one after the other, from what ``TraceFrames`` packs. A report has tens of thousands of
/// changes, so that values are taken as they stand, without a path for each.
struct FrameReader {
    private static let sides: ClosedRange<Int64> = 1...1000
    private static let places: ClosedRange<Int64> = -1...1000

    /// A blank cell in each style.
    private let styles: [ScreenCell]
    private let besides: [ScreenTrack.TerminalState]
    private var rest: ArraySlice<JSON>
    /// Texts that were made safe before: most changes of a picture are one of a few characters.
    private var known: [String: [Unicode.Scalar]] = [:]
    private(set) var screen = Buffer(size: CellSize(columns: 1, rows: 1))
    private(set) var surroundings = ScreenTrack.TerminalState()
    private var hasBegun = false

    init(_ json: JSON) throws(TraceFrames.Damage) {
        styles = try Self.list(json["styles"]).map(Self.style)
        besides = try Self.list(json["besides"]).map(Self.beside)
        rest = try Self.list(json["frames"])[...]
    }

    /// What stands there; `nil` before the first frame.
    var shown: Buffer? { hasBegun ? screen : nil }

    /// When the next frame came; `nil` after the last.
    var time: Instant? {
        get throws(TraceFrames.Damage) {
            guard let next = rest.first else { return nil }
            let words = try Self.list(next)
            guard words.count >= 3 else { throw TraceFrames.Damage() }
            return Instant(nanoseconds: try Self.integer(words[0], in: 0...Int64.max / 1000) * 1000)
        }
    }

    /// Draws the next frame.
    mutating func step() throws(TraceFrames.Damage) {
        guard let next = rest.popFirst() else { return }
        let words = try Self.list(next)
        guard words.count >= 3 else { throw TraceFrames.Damage() }
        surroundings = try Self.at(words[1], besides)
        if case .array(let size) = words[2], size.count == 3 {
            let (columns, rows) = (try Self.integer(size[0], in: Self.sides), try Self.integer(size[1], in: Self.sides))
            screen = Buffer(
                size: CellSize(columns: Int(columns), rows: Int(rows)), filledWith: try Self.at(size[2], styles))
        }
        for part in words.dropFirst(3) { try draw(try Self.list(part)) }
        hasBegun = true
    }

    private mutating func draw(_ words: [JSON]) throws(TraceFrames.Damage) {
        guard words.count >= 2 else { return }
        let row = Int(try Self.integer(words[0], in: Self.places))
        var column = Int(try Self.integer(words[1], in: Self.places))
        for index in stride(from: 2, to: words.count - 1, by: 2) {
            var cell = try Self.at(words[index], styles)
            if case .array(let special) = words[index + 1], special.count == 2 {
                let scalars = self.scalars(try Self.text(special[0]))
                cell.width = UInt8(try Self.integer(special[1], in: 1...2))
                cell.glyph = Glyph(base: scalars.first ?? " ", marks: Array(scalars.dropFirst()))
                screen[column, row] = cell
                column += Int(cell.width)
            } else {
                for scalar in scalars(try Self.text(words[index + 1])) {
                    cell.glyph = Glyph(scalar)
                    screen[column, row] = cell
                    column += 1
                }
            }
        }
    }

    /// Made safe again, since anybody may have changed the file.
    private mutating func scalars(_ text: String) -> [Unicode.Scalar] {
        if let known = known[text] { return known }
        let scalars = Array(SafeText(text).string.unicodeScalars)
        if text.utf8.count <= 4 { known[text] = scalars }
        return scalars
    }

    // MARK: - Values

    private static func style(_ style: JSON) throws(TraceFrames.Damage) -> ScreenCell {
        let words = try list(style)
        guard words.count == 3 else { throw TraceFrames.Damage() }
        return ScreenCell(
            foreground: .hex(UInt32(try integer(words[0], in: 0...0xFF_FFFF))),
            background: .hex(UInt32(try integer(words[1], in: 0...0xFF_FFFF))),
            attributes: ScreenCell.Attributes(rawValue: UInt16(try integer(words[2], in: 0...1023))))
    }

    private static func beside(_ beside: JSON) throws(TraceFrames.Damage) -> ScreenTrack.TerminalState {
        let words = try list(beside)
        guard words.count == 4 else { throw TraceFrames.Damage() }
        let (column, row) = (try integer(words[0], in: places), try integer(words[1], in: places))
        return .init(
            cursor: column < 0 || row < 0 ? nil : CellPosition(column: Int(column), row: Int(row)),
            title: SafeText(try text(words[2])).string, modes: try list(words[3]).map(text).map { SafeText($0).string })
    }

    private static func at<Value>(_ place: JSON, _ all: [Value]) throws(TraceFrames.Damage) -> Value {
        guard case .integer(let index) = place, index >= 0, index < all.count else { throw TraceFrames.Damage() }
        return all[Int(index)]
    }

    private static func list(_ value: JSON?) throws(TraceFrames.Damage) -> [JSON] {
        guard case .array(let elements)? = value else { throw TraceFrames.Damage() }
        return elements
    }

    private static func integer(_ value: JSON, in range: ClosedRange<Int64>) throws(TraceFrames.Damage) -> Int64 {
        guard case .integer(let integer) = value, range.contains(integer) else { throw TraceFrames.Damage() }
        return integer
    }

    private static func text(_ value: JSON) throws(TraceFrames.Damage) -> String {
        guard case .string(let text) = value else { throw TraceFrames.Damage() }
        return text
    }
}
