/// A terminal's side of kitty's graphics protocol, as far as pictures are sent, placed and removed. It knows nothing of how
/// ours are written.
public struct KittyReader {
    public struct Image: Equatable {
        public var keys: [String: String]
        public var data: [UInt8]
    }

    public struct Placement: Equatable {
        public var keys: [String: String]
        /// From 0.
        public var column: Int
        public var row: Int
    }

    public private(set) var images: [Int: Image] = [:]
    /// By picture and number.
    public private(set) var placements: [[Int]: Placement] = [:]
    /// What was not as the protocol has it.
    public private(set) var faults: [String] = []
    /// The longest that a command carried.
    public private(set) var longestPayload = 0
    private var coming: Image?
    private var cursor = (column: 0, row: 0)

    public init() {}

    /// Takes in whole sequences: those of the protocol and the cursor's moves; all others are passed over.
    public mutating func feed(_ bytes: [UInt8]) {
        var place = 0
        while place < bytes.count {
            guard bytes[place] == 0x1B, place + 1 < bytes.count else {
                place += 1
                continue
            }
            if bytes[place + 1] == UInt8(ascii: "[") {
                let end = bytes[(place + 2)...].firstIndex { (0x40...0x7E).contains($0) } ?? bytes.count - 1
                if bytes[end] == UInt8(ascii: "H") { move(Self.text(bytes[(place + 2)..<end])) }
                place = end + 1
            } else if bytes[place + 1] == UInt8(ascii: "_"), place + 2 < bytes.count,
                bytes[place + 2] == UInt8(ascii: "G")
            {
                guard
                    let end = bytes[place...].indices.first(where: {
                        $0 > place && bytes[$0] == 0x1B && $0 + 1 < bytes.count && bytes[$0 + 1] == 0x5C
                    })
                else {
                    faults.append("a command has no end")
                    return
                }
                command(Self.text(bytes[(place + 3)..<end]))
                place = end + 2
            } else {
                place += 2
            }
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private mutating func move(_ numbers: String) {
        let parts = numbers.split(separator: ";").compactMap { Int($0) }
        if parts.count == 2 { cursor = (parts[1] - 1, parts[0] - 1) }
    }

    private mutating func command(_ text: String) {
        let halves = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        var keys: [String: String] = [:]
        for pair in halves[0].split(separator: ",") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            if sides.count == 2 { keys[String(sides[0])] = String(sides[1]) } else { faults.append("\(pair)") }
        }
        if keys["q"] != "2" { faults.append("an answer would come: \(halves[0])") }
        let payload = halves.count > 1 ? String(halves[1]) : ""
        longestPayload = max(longestPayload, payload.utf8.count)
        if coming != nil || keys["a"] == "t" { return receive(keys, payload) }
        let image = Int(keys["i"] ?? "") ?? 0
        switch keys["a"] {
        case "p":
            if images[image] == nil { faults.append("no picture \(image) to place") }
            placements[[image, Int(keys["p"] ?? "") ?? 0]] = Placement(
                keys: keys, column: cursor.column, row: cursor.row)
        case "d": delete(keys, image)
        case nil: break  // The end of nothing.
        default: faults.append("unknown: \(text)")
        }
    }

    private mutating func delete(_ keys: [String: String], _ image: Int) {
        switch keys["d"] {
        case "A":
            images = [:]
            placements = [:]
        case "I":
            images[image] = nil
            placements = placements.filter { $0.key[0] != image }
            // As kitty does: all that are not on the screen go with it.
            let shown = Set(placements.keys.map { $0[0] })
            images = images.filter { shown.contains($0.key) }
        case "i":
            if let number = keys["p"].flatMap({ Int($0) }) {
                placements[[image, number]] = nil
            } else {
                placements = placements.filter { $0.key[0] != image }
            }
        default: faults.append("unknown deletion \(keys)")
        }
    }

    private mutating func receive(_ keys: [String: String], _ payload: String) {
        if coming != nil, keys["a"] != nil { faults.append("a command within a picture: \(keys)") }
        var image = coming ?? Image(keys: keys, data: [])
        image.data += Self.decode(payload)
        coming = image
        guard keys["m"] != "1" else { return }
        coming = nil
        // One that was cut is forgotten.
        guard payload != "" || image.data.isEmpty else { return }
        images[Int(image.keys["i"] ?? "") ?? 0] = image
    }

    private static func decode(_ text: String) -> [UInt8] {
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
        for sign in text.utf8 {
            guard let value = signs.firstIndex(of: sign) else { break }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return bytes
    }
}
