/// Pairs by 64 bits. Asked for nearly every cell of a picture: a multiplication finds the place, where a dictionary
/// computes a hash that nobody can foresee; and a dictionary's types cost a start some hundred thousand instructions.
struct PairTable {
    /// A power of two of places, half of them free at least; a pair stands at its own or at the next that was free.
    private var places: [(key: UInt64, pair: ColorPairs.Pair?)] = Array(repeating: (0, nil), count: 64)
    private(set) var count = 0
    /// Odd, and another in each process: else a picture's maker could choose colours that all want one place.
    private let factor = UInt64.random(in: 0 ... .max) | 1

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
        // Of the product the uppermost bits alone depend on all of the key's.
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
