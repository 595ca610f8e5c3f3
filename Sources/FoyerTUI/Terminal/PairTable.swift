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
