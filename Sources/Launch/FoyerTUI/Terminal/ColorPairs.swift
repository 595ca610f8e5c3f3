import FoyerCore

/// Curses identifies two colours by the number of a pair; this type assigns the numbers and remembers them.
///
/// A table of our own, since `alloc_pair` for each cell has long pauses, and redefining a number makes curses search
/// the whole screen.
struct ColorPairs {
    /// Replaces colours that a terminal with eight does not have.
    enum Weight {
        case plain
        /// A bright colour.
        case bold
        /// Bright black, as a darker white; plain white if the terminal cannot dim.
        case dim
    }

    struct Entry: Hashable {
        /// The number for curses: −1 for the default, otherwise a number of the palette or 24 bits.
        var foreground: Int32
        var background: Int32
        var weight = Weight.plain
    }

    struct Pair: Equatable {
        var number: Int32
        var weight = Weight.plain
    }

    /// The number of cell colours to remember; a long fade has more of them than a terminal has pairs.
    private static let rememberedLimit = 65_536

    /// Numbers below this can be assigned; 0 stands for the terminal's own colours.
    let limit: Int
    /// Numbers by what curses was told, and by the colours of cells.
    private var numbers = PairTable()
    private var remembered = PairTable()
    private var next: Int32 = 1
    /// The last colours asked for: neighbours mostly share theirs.
    private var last: (key: UInt64, pair: Pair)?

    init(limit: Int) {
        self.limit = limit
    }

    /// The pair for two colours of a cell; nil if all numbers are taken. `define` tells curses about a new one.
    mutating func pair(
        _ foreground: CellColor, _ background: CellColor, resolve: (CellColor, CellColor) -> Entry,
        define: (Int32, Entry) -> Void
    ) -> Pair? {
        let key = UInt64(foreground.bits) << 32 | UInt64(background.bits)
        if let last, last.key == key { return last.pair }
        if let pair = remembered[key] {
            last = (key, pair)
            return pair
        }
        let entry = resolve(foreground, background)
        guard let number = number(for: entry, define: define) else { return nil }
        if remembered.count >= Self.rememberedLimit { remembered = PairTable() }
        let pair = Pair(number: number, weight: entry.weight)
        remembered.set(pair, for: key)
        return pair
    }

    private mutating func number(for entry: Entry, define: (Int32, Entry) -> Void) -> Int32? {
        if entry.foreground == -1 && entry.background == -1 { return 0 }
        let key = UInt64(UInt32(bitPattern: entry.foreground)) << 32 | UInt64(UInt32(bitPattern: entry.background))
        if let known = numbers[key] { return known.number }
        guard next < limit else { return nil }
        let number = next
        next += 1
        numbers.set(Pair(number: number), for: key)
        define(number, entry)
        return number
    }

    /// Forgets all pairs; curses must have forgotten them as well.
    mutating func reset() {
        numbers = PairTable()
        remembered = PairTable()
        last = nil
        next = 1
    }
}

/// How to name colours to a particular terminal.
struct ColorResolver {
    /// The terminal's colour for a cell's.
    var resolve: (CellColor) -> TerminalColor
    /// The number of curses' colours; at most 1 if there are none.
    var count: Int
    /// An own terminfo entry takes every 24-bit value as it is; with others, the first eight values name the palette.
    var isExact: Bool

    func entry(_ foreground: CellColor, _ background: CellColor) -> ColorPairs.Entry {
        let front = resolve(foreground)
        var entry = ColorPairs.Entry(foreground: number(front), background: number(resolve(background)))
        guard count == 8, case .indexed(8...15) = front else { return entry }
        // A terminal that does not brighten bold would show bold black on black; every other colour is too bright
        // otherwise.
        if front == .indexed(8) { (entry.foreground, entry.weight) = (7, .dim) } else { entry.weight = .bold }
        return entry
    }

    func number(_ color: TerminalColor) -> Int32 {
        switch color {
        case .default: -1
        case .indexed(let index) where count > 256: Int32(TerminalPalette.exact(index))
        case .indexed(let index) where Int(index) < count: Int32(index)
        case .indexed(let index) where count == 8 && index < 16: Int32(index - 8)
        case .indexed: -1
        case .direct(let value) where count > 256: Int32(!isExact && value & 0xFF_FFFF < 8 ? 8 : value & 0xFF_FFFF)
        case .direct: -1
        }
    }
}

/// Pairs by 64 bits, looked up for nearly every cell of a picture. A multiplication finds the place quickly, where a
/// dictionary would hash; a dictionary's types would also cost a start some hundred thousand instructions.
struct PairTable {
    /// The number of places is a power of two, at least half of them free; a pair is at its own place or at the next
    /// free one.
    private var places: [(key: UInt64, pair: ColorPairs.Pair?)] = Array(repeating: (0, nil), count: 64)
    private(set) var count = 0
    /// Odd, and different in each process, so that nobody can design a picture whose colours all collide.
    private let factor = UInt64.random(in: 0 ... .max) | 1

    subscript(key: UInt64) -> ColorPairs.Pair? { places[place(of: key)].pair }

    mutating func set(_ pair: ColorPairs.Pair, for key: UInt64) {
        if count * 2 >= places.count { grow() }
        let place = place(of: key)
        if places[place].pair == nil { count += 1 }
        places[place] = (key, pair)
    }

    /// The place of a key, or the place where it would go.
    private func place(of key: UInt64) -> Int {
        let mask = places.count - 1
        // Only the uppermost bits of the product depend on all bits of the key.
        var place = Int(truncatingIfNeeded: (key &* factor) >> UInt64(64 - places.count.trailingZeroBitCount))
        while places[place].pair != nil, places[place].key != key { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let former = places
        places = Array(repeating: (0, nil), count: former.count * 2)
        for (key, pair) in former where pair != nil { places[place(of: key)] = (key, pair) }
    }
}
