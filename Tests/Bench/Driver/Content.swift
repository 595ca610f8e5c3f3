extension RandomNumberGenerator {
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
        return Array(bytes.prefix(count))
    }
}

/// Text that packs to about a third, as programs and their data do; always the same.
struct Words {
    private var state: UInt64 = 1

    mutating func text(bytes: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes + 16)
        while text.count < bytes {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Few words often, many seldom.
            let rank = (state >> 33) % 4096 & (state >> 45) % 4096
            var word = rank &* 0x9E37_79B9 &+ 7
            for _ in 0..<(3 + word % 6) {
                text.append(UInt8(97 + word % 26))
                word = word / 3 &+ rank
            }
            text.append(32)
        }
        return Array(text.prefix(bytes))
    }
}
