/// Pairs by 64 bits. Asked for nearly every cell of a picture: a multiplication finds the place, where a dictionary
/// computes a hash that nobody can foresee; and a dictionary's types cost a start some hundred thousand instructions.
struct PairTable {
    /// A power of two of places, half of them free at least; a pair stands at its own or at the next that was free.
    private var places: [(key: UInt64, pair: ColorPairs.Pair?)] = Array(repeating: (0, nil), count: 64)
    private(set) var count = 0

    subscript(key: UInt64) -> ColorPairs.Pair? { places[place(of: key)].pair }

    mutating func set(_ pair: ColorPairs.Pair, for key: UInt64) {
        if count * 2 >= places.count { grow() }
        let place = place(of: key)
        if places[place].pair == nil { count += 1 }
        places[place] = (key, pair)
    }

    /// Where a key stands, or would.
    private func place(of key: UInt64) -> Int {
        let mask = places.count - 1
        // The golden ratio's bits; the upper half of the product depends on all of the key's.
        var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while places[place].pair != nil, places[place].key != key { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let former = places
        places = Array(repeating: (0, nil), count: former.count * 2)
        for (key, pair) in former where pair != nil { places[place(of: key)] = (key, pair) }
    }
}
