/// Small files whose pictures are costly to decode.
enum HostilePictures {
    /// One colour of 4000×4000, and then 498 scans of its details, which bring nothing: 8 KB.
    static let emptyScans: [UInt8] = {
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
        }
        var bytes: [UInt8] = [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        // Progressive, with arithmetic codes.
        bytes += segment(0xCA, [8, 0x0F, 0xA0, 0x0F, 0xA0, 1, 1, 0x11, 0])
        bytes += segment(0xDA, [1, 1, 0, 0, 0, 0])
        for _ in 0..<498 { bytes += segment(0xDA, [1, 1, 0, 1, 63, 0]) }
        return bytes + [0xFF, 0xD9]
    }()

    /// Eight by eight pixels, and fifteen megabytes of data that unpack to fifteen gigabytes: one bit for each copy of 258
    /// zeros, one for its distance.
    static let deepBomb: [UInt8] = {
        // zlib's head; a block whose own table of codes gives the longest copy and the distance 1 one bit each; a zero.
        let block: [UInt8] = [0x78, 0x01] + blockHead
        let data = block + [UInt8](repeating: 0, count: 15 << 20)
        return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + chunk("IHDR", [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0])
            + chunk("IDAT", data) + chunk("IEND", [])
    }()

    private static let blockHead: [UInt8] = {
        var bits: [UInt8] = [1, 0, 1]
        func put(_ value: Int, _ count: Int) { bits += (0..<count).map { UInt8(value >> $0 & 1) } }
        func zeros(_ count: Int) {
            bits.append(0)
            put(count - 11, 7)
        }
        // 286 codes for literals and lengths, one for distances, 18 for the lengths of codes.
        put(29, 5)
        put(0, 5)
        put(14, 4)
        // Of 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1: 18 has one bit, 2 and 1 have two.
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { put(length, 3) }
        // Two bits each for a zero and for the end, one for the copy of 258 bytes, one for the distance 1.
        let (one, two): ([UInt8], [UInt8]) = ([1, 0], [1, 1])
        bits += two
        zeros(138)
        zeros(117)
        bits += two
        zeros(28)
        bits += one + one
        // The zero itself.
        bits += [1, 0]
        while bits.count % 8 != 0 { bits.append(0) }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].enumerated().reduce(UInt8(0)) { $0 | $1.element << $1.offset }
        }
    }()

    private static func big32(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return big32(UInt32(content.count)) + body + big32(checksum(body))
    }

    /// CRC-32.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
