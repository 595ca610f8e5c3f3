import Foyer

/// One screen that fades into another, as ``Transition`` draws it: each frame between is told by how far it is.
struct FrameFade {
    /// A cell on its way.
    struct Spot {
        let column: Int
        let row: Int
        let old: ScreenCell
        let new: ScreenCell
        /// The colours of both seen from afar, which stand for the one whose glyph is not shown.
        let means: (old: UInt32, new: UInt32)
        /// From which weight on the new glyph is shown.
        var turn = 256

        var isAlike: Bool { old.glyph == new.glyph }
        var changes: Bool { old != new }

        /// - Parameter showsNew: which glyph is shown, where they differ.
        func cell(at weight: Int, showsNew: Bool) -> ScreenCell {
            if isAlike {
                var cell = mixed(old, new.foreground.bits, new.background.bits, weight)
                cell.attributes = weight < 128 ? old.attributes : new.attributes
                return cell
            }
            return showsNew ? mixed(new, means.old, means.old, 256 - weight) : mixed(old, means.new, means.new, weight)
        }

        private func mixed(_ cell: ScreenCell, _ text: UInt32, _ ground: UInt32, _ weight: Int) -> ScreenCell {
            var cell = cell
            cell.foreground = .hex(FrameFade.mixed(cell.foreground.bits, text, weight))
            cell.background = .hex(FrameFade.mixed(cell.background.bits, ground, weight))
            return cell
        }
    }

    /// The size of both screens.
    let size: CellSize
    /// The narrow cells of each row that is not the same in both, in order.
    private(set) var spots: [Spot] = []

    /// Screens in exact colours, of one size.
    init(from old: Buffer, to new: Buffer) {
        size = old.size
        for row in 0..<size.rows {
            let (before, after) = (old.row(row), new.row(row))
            if before == after { continue }
            for (column, (one, other)) in zip(before, after).enumerated() where one.width == 1 && other.width == 1 {
                spots.append(
                    Spot(column: column, row: row, old: one, new: other, means: (Self.mean(one), Self.mean(other))))
            }
        }
    }

    /// The screen at a weight from 0 to 256; what is wide in either of them stays as it was before.
    func screen(over before: Buffer, at weight: Int) -> Buffer {
        var screen = before
        for spot in spots { screen[spot.column, spot.row] = spot.cell(at: weight, showsNew: weight >= spot.turn) }
        return screen
    }

    // MARK: - When glyphs turn

    /// The turns of the cells whose glyphs differ, each with its count.
    var turns: [Int] {
        var turns: [Int] = []
        for spot in spots where !spot.isAlike {
            if turns.last == spot.turn {
                turns[turns.count - 2] += 1
            } else {
                turns += [1, spot.turn]
            }
        }
        return turns
    }

    /// Takes ``turns`` again; those that are missing are at the end.
    mutating func take(turns: [Int]) {
        var (pair, used) = (0, 0)
        for index in spots.indices where !spots[index].isAlike {
            while pair + 1 < turns.count, used >= turns[pair] { (pair, used) = (pair + 2, 0) }
            guard pair + 1 < turns.count else { return }
            spots[index].turn = turns[pair + 1]
            used += 1
        }
    }

    /// Takes from a frame which glyphs it shows; frames come in order.
    mutating func note(_ screen: Buffer, at weight: Int) {
        for index in spots.indices where spots[index].turn == 256 && !spots[index].isAlike {
            let spot = spots[index]
            if screen[spot.column, spot.row].glyph == spot.new.glyph { spots[index].turn = weight }
        }
    }

    // MARK: - Colours

    /// As the look of screens blends them.
    static func mixed(_ from: UInt32, _ to: UInt32, _ weight: Int) -> UInt32 {
        if from == to { return from }
        let share = UInt32(weight)
        func channel(_ shift: UInt32) -> UInt32 {
            let (left, right) = (from >> shift & 0xFF, to >> shift & 0xFF)
            return ((left * (256 - share) + right * share + 128) >> 8) << shift
        }
        return channel(16) | channel(8) | channel(0)
    }

    private static func mean(_ cell: ScreenCell) -> UInt32 {
        mixed(cell.background.bits, cell.foreground.bits, coverage(cell.glyph.base))
    }

    /// How much of its cell a block fills, of 256.
    private static func coverage(_ scalar: UInt32) -> Int {
        switch scalar {
        case 0x2581...0x2588: Int(scalar - 0x2580) * 32
        case 0x2589...0x258F: Int(0x2590 - scalar) * 32
        case 0x2580, 0x2590, 0x259A, 0x259E: 128
        case 0x2596, 0x2597, 0x2598, 0x259D: 64
        case 0x2599, 0x259B, 0x259C, 0x259F: 192
        default: 0
        }
    }
}

/// How far a frame is within a fade, by some of its cells.
struct FadeSamples {
    private static let most = 96
    /// How different two values of a channel must be to tell a weight.
    private static let contrasts = [48, 8]

    private let spots: [FrameFade.Spot]
    /// How many cells change.
    let changing: Int

    init(of fade: FrameFade) {
        let changing = fade.spots.filter(\.changes)
        self.changing = changing.count
        let step = max(1, changing.count / Self.most)
        spots = stride(from: 0, to: changing.count, by: step).map { changing[$0] }
    }

    /// The weight that explains most of these cells, and the share of them that it does not explain.
    func weight(of screen: Buffer) -> (weight: Int, missing: Double) {
        let cells = spots.map { screen[$0.column, $0.row] }
        guard let near = guess(cells) else { return (0, 1) }
        var best = (weight: 0, count: -1)
        for weight in max(0, near - 6)...min(256, near + 6) {
            let count = zip(spots, cells).count { Self.explains($0, $1, weight) }
            if count > best.count { best = (weight, count) }
        }
        return (best.weight, 1 - Double(best.count) / Double(max(1, spots.count)))
    }

    private static func explains(_ spot: FrameFade.Spot, _ cell: ScreenCell, _ weight: Int) -> Bool {
        spot.cell(at: weight, showsNew: cell.glyph == spot.new.glyph) == cell
    }

    /// The middle of what single channels tell.
    private func guess(_ cells: [ScreenCell]) -> Int? {
        for contrast in Self.contrasts {
            var weights: [Int] = []
            for (spot, cell) in zip(spots, cells) {
                let showsNew = cell.glyph == spot.new.glyph
                guard showsNew || cell.glyph == spot.old.glyph else { continue }
                let (start, end) = (spot.cell(at: 0, showsNew: showsNew), spot.cell(at: 256, showsNew: showsNew))
                weights += Self.weights(start.foreground, end.foreground, cell.foreground, contrast)
                weights += Self.weights(start.background, end.background, cell.background, contrast)
            }
            if weights.count >= 5 { return weights.sorted()[weights.count / 2] }
        }
        return nil
    }

    private static func weights(_ from: CellColor, _ to: CellColor, _ between: CellColor, _ contrast: Int) -> [Int] {
        [16, 8, 0].compactMap { (shift: UInt32) in
            func value(_ color: CellColor) -> Int { Int(color.bits >> shift & 0xFF) }
            let (start, distance) = (value(from), value(to) - value(from))
            guard abs(distance) >= contrast else { return nil }
            let weight = (value(between) - start) * 256 / distance
            return (0...256).contains(weight) ? weight : nil
        }
    }
}
