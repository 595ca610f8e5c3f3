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
    /// Fades that are still to begin, and the one that has.
    private var goals: ArraySlice<Goal>
    private var fade: (number: Int, mix: FrameFade)?
    /// How many frames are drawn.
    private var count = 0

    private struct Goal {
        let number: Int
        /// The frame that it begins with.
        let frame: Int64
        let turns: [Int]
        let parts: ArraySlice<JSON>
    }

    init(_ json: JSON) throws(LocalizedFailure) {
        styles = try Self.list(json["styles"]).map(Self.style)
        besides = try Self.list(json["besides"]).map(Self.beside)
        rest = try Self.list(json["frames"])[...]
        // Earlier versions had none.
        let goals = try json["goals"].map { (goals) throws(LocalizedFailure) in try Self.list(goals) } ?? []
        self.goals = try goals.enumerated().map { (number, goal) throws(LocalizedFailure) in
            try Self.goal(goal, number)
        }[...]
    }

    /// What stands there; `nil` before the first frame.
    var shown: Buffer? { hasBegun ? screen : nil }

    /// When the next frame came; `nil` after the last.
    var time: Instant? {
        get throws(LocalizedFailure) {
            guard let next = rest.first else { return nil }
            let words = try Self.list(next)
            guard words.count >= 3 else { throw TraceFrames.damage }
            return Instant(nanoseconds: try Self.integer(words[0], in: 0...Int64.max / 1000) * 1000)
        }
    }

    /// Draws the next frame.
    mutating func step() throws(LocalizedFailure) {
        guard let next = rest.popFirst() else { return }
        let words = try Self.list(next)
        guard words.count >= 3 else { throw TraceFrames.damage }
        surroundings = try Self.at(words[1], besides)
        if case .array(let beginning) = words[2] { try begin(beginning) }
        for part in words.dropFirst(3) { try draw(try Self.list(part)) }
        hasBegun = true
        if let goal = goals.first, goal.frame == count {
            goals.removeFirst()
            fade = (goal.number, try self.fade(to: goal))
        }
        count += 1
    }

    /// What the parts of a frame stand on.
    private mutating func begin(_ words: [JSON]) throws(LocalizedFailure) {
        switch words.count {
        case 2:
            guard let fade, try Self.integer(words[0], in: 0...Int64.max) == Int64(fade.number),
                fade.mix.size == screen.size
            else { throw TraceFrames.damage }
            screen = fade.mix.screen(over: screen, at: Int(try Self.integer(words[1], in: 0...256)))
        case 3:
            let (columns, rows) = (
                try Self.integer(words[0], in: Self.sides), try Self.integer(words[1], in: Self.sides)
            )
            screen = Buffer(
                size: CellSize(columns: Int(columns), rows: Int(rows)), filledWith: try Self.at(words[2], styles))
        case 6:
            var numbers: [Int] = []
            for word in words { numbers.append(Int(try Self.integer(word, in: -1000...1000))) }
            let place = Rect(column: numbers[1], row: numbers[0], columns: numbers[3], rows: numbers[2])
            guard place.intersection(screen.bounds) == place else { throw TraceFrames.damage }
            screen = FrameShift(place: place, right: numbers[5], down: numbers[4]).screen(after: screen)
        default: throw TraceFrames.damage
        }
    }

    /// From the present screen.
    private mutating func fade(to goal: Goal) throws(LocalizedFailure) -> FrameFade {
        let start = screen
        for part in goal.parts { try draw(try Self.list(part)) }
        var fade = FrameFade(from: start, to: screen)
        fade.take(turns: goal.turns)
        screen = start
        return fade
    }

    private mutating func draw(_ words: [JSON]) throws(LocalizedFailure) {
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

    private static func style(_ style: JSON) throws(LocalizedFailure) -> ScreenCell {
        let words = try list(style)
        guard words.count == 3 else { throw TraceFrames.damage }
        return ScreenCell(
            foreground: .hex(UInt32(try integer(words[0], in: 0...0xFF_FFFF))),
            background: .hex(UInt32(try integer(words[1], in: 0...0xFF_FFFF))),
            attributes: ScreenCell.Attributes(rawValue: UInt16(try integer(words[2], in: 0...1023))))
    }

    private static func goal(_ goal: JSON, _ number: Int) throws(LocalizedFailure) -> Goal {
        let words = try list(goal)
        guard words.count >= 2 else { throw TraceFrames.damage }
        let turns = try list(words[1]).map { (word) throws(LocalizedFailure) in
            Int(try integer(word, in: 0...1_000_000))
        }
        return Goal(
            number: number, frame: try integer(words[0], in: 0...Int64.max), turns: turns, parts: words.dropFirst(2))
    }

    private static func beside(_ beside: JSON) throws(LocalizedFailure) -> ScreenTrack.TerminalState {
        let words = try list(beside)
        guard words.count == 4 else { throw TraceFrames.damage }
        let (column, row) = (try integer(words[0], in: places), try integer(words[1], in: places))
        return .init(
            cursor: column < 0 || row < 0 ? nil : CellPosition(column: Int(column), row: Int(row)),
            title: SafeText(try text(words[2])).string, modes: try list(words[3]).map(text).map { SafeText($0).string })
    }

    private static func at<Value>(_ place: JSON, _ all: [Value]) throws(LocalizedFailure) -> Value {
        guard case .integer(let index) = place, index >= 0, index < all.count else { throw TraceFrames.damage }
        return all[Int(index)]
    }

    private static func list(_ value: JSON?) throws(LocalizedFailure) -> [JSON] {
        guard case .array(let elements)? = value else { throw TraceFrames.damage }
        return elements
    }

    private static func integer(_ value: JSON, in range: ClosedRange<Int64>) throws(LocalizedFailure) -> Int64 {
        guard case .integer(let integer) = value, range.contains(integer) else { throw TraceFrames.damage }
        return integer
    }

    private static func text(_ value: JSON) throws(LocalizedFailure) -> String {
        guard case .string(let text) = value else { throw TraceFrames.damage }
        return text
    }
}
