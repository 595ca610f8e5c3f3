/// The first picture that any program printed by kitty's graphics protocol.
enum KittyPicture {
    /// As its keys say, or the PNG file that it is; 0 where there is none.
    static func size(_ bytes: [UInt8]) -> (width: Int, height: Int) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstRange(of: "\u{1B}_G") else { return (0, 0) }
        let command = text[start.upperBound...].prefix { $0 != "\u{1B}" }
        let halves = command.split(separator: ";", maxSplits: 1)
        var keys: [Substring: Substring] = [:]
        for pair in halves[0].split(separator: ",") {
            if let equals = pair.firstIndex(of: "=") { keys[pair[..<equals]] = pair[pair.index(after: equals)...] }
        }
        if let width = keys["s"].flatMap({ Int($0) }), let height = keys["v"].flatMap({ Int($0) }) {
            return (width, height)
        }
        guard keys["f"] == "100", halves.count == 2 else { return (0, 0) }
        let file = decoded(halves[1].prefix(32))
        guard file.count == 24, file[1] == UInt8(ascii: "P") else { return (0, 0) }
        let sides = [16, 20].map { file[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (sides[0], sides[1])
    }

    private static func decoded(_ text: Substring) -> [UInt8] {
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
        for value in text.utf8.compactMap(signs.firstIndex) {
            (bits, count) = (bits << 6 | UInt32(value), count + 6)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return bytes
    }
}
