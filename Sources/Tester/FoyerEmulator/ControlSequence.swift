/// A control sequence (`CSI`).
struct ControlSequence {
    private static let most = 32
    /// Larger numbers mean this one: no terminal has as many columns.
    private static let largest = 9999

    /// One of `<=>?`.
    private(set) var leader: UInt8?
    /// Parameters are parted by semicolons, the values of one by colons; `nil` is left out.
    private(set) var groups: [[Int?]] = [[nil]]
    private var intermediates: [UInt8] = []
    let final: UInt8
    /// Values so far; those beyond are read, and forgotten.
    private var count = 1

    /// `nil` if it is no sequence of any terminal's.
    init?(_ body: [UInt8], final: UInt8) {
        self.final = final
        for byte in body { guard take(byte) else { return nil } }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20...0x2F:
            intermediates.append(byte)
            return intermediates.count == 1
        case 0x30...0x3F where !intermediates.isEmpty: return false
        case UInt8(ascii: "0")...UInt8(ascii: "9"): takeDigit(Int(byte - UInt8(ascii: "0")))
        case UInt8(ascii: ";"), UInt8(ascii: ":"):
            count += 1
            guard count <= Self.most else { break }
            if byte == UInt8(ascii: ";") { groups.append([nil]) } else { groups[groups.count - 1].append(nil) }
        case 0x3C...0x3F:
            guard leader == nil, isEmpty else { return false }
            leader = byte
        default: return false
        }
        return true
    }

    private mutating func takeDigit(_ digit: Int) {
        guard count <= Self.most else { return }
        let (group, place) = (groups.count - 1, groups[groups.count - 1].count - 1)
        groups[group][place] = min((groups[group][place] ?? 0) * 10 + digit, Self.largest)
    }

    /// Whether it has no parameter.
    var isEmpty: Bool { groups.count == 1 && groups[0].count == 1 && groups[0][0] == nil }

    /// The parameter at that place, from 0.
    subscript(place: Int) -> Int? { place < groups.count ? groups[place][0] : nil }

    /// Its leader, intermediate and final byte: what it does.
    var kind: String { String(decoding: [leader].compactMap { $0 } + intermediates + [final], as: UTF8.self) }

    /// The same with other parameters.
    func text(_ parameters: [Int?]) -> String {
        let numbers = parameters.map { $0.map { String($0) } ?? "" }.joined(separator: ";")
        return "\u{1B}[" + String(decoding: [leader].compactMap { $0 }, as: UTF8.self) + numbers
            + String(decoding: intermediates + [final], as: UTF8.self)
    }

    /// The same with as many parameters at most; `nil` if one has several values.
    func text(_ most: Int) -> String? {
        let parameters = groups.prefix(most)
        return parameters.allSatisfy { $0.count == 1 } ? text(parameters.map { $0[0] }) : nil
    }
}

/// Takes the parameters of `SGR` apart, so that each stands in a sequence of its own.
enum RenditionList {
    /// - Parameter carried: what is carried for libvterm, from here on.
    static func sequences(_ groups: [[Int?]], carried: inout CarriedAttributes) -> [String] {
        var (texts, rest) = ([String](), groups[...])
        while let group = rest.popFirst() {
            let code = group[0] ?? 0
            switch code {
            case 38, 48, 58:
                var values = group.dropFirst().map { $0 ?? 0 }
                if values.isEmpty { values = taken(&rest) }
                // libvterm knows no colours of underlines.
                if code != 58, let color = color(values) { texts.append("\u{1B}[\(code);\(color)m") }
            // How it is underlined is not shown, only whether.
            case 4: texts.append(group.count > 1 && group[1] == 0 ? "\u{1B}[24m" : "\u{1B}[4m")
            case 0...107 where group.count == 1: texts.append(carried.take(code) ?? "\u{1B}[\(code)m")
            default: break
            }
        }
        return texts
    }

    /// The values of a colour that are parted by semicolons.
    private static func taken(_ rest: inout ArraySlice<[Int?]>) -> [Int] {
        guard let kind = rest.popFirst()?[0] else { return [] }
        let count = kind == 5 ? 1 : kind == 2 ? 3 : 0
        let values = rest.prefix(count).map { $0[0] ?? 0 }
        rest = rest.dropFirst(count)
        return [kind] + values
    }

    private static func color(_ values: [Int]) -> String? {
        // Between the kind and the colours some name a colour space.
        let parts = values.dropFirst(values.first == 2 && values.count > 4 ? 2 : 1)
        guard parts.allSatisfy({ $0 < 256 }) else { return nil }
        switch (values.first, parts.count) {
        case (5, 1...): return "5;\(parts[parts.startIndex])"
        case (2, 3...): return "2;" + parts.prefix(3).map { String($0) }.joined(separator: ";")
        default: return nil
        }
    }
}

/// Characters out of the bytes of UTF-8, in place of libvterm's own: it keeps half a character in two places.
struct CharacterDecoder {
    private var value: UInt32 = 0
    private var least: UInt32 = 0
    private var missing = 0

    var isEmpty: Bool { missing == 0 }

    /// Forgets half a character; whether there was one.
    mutating func flush() -> Bool {
        defer { missing = 0 }
        return missing > 0
    }

    /// The characters that the byte completes; U+FFFD for what is none.
    mutating func take(_ byte: UInt8) -> [Unicode.Scalar] {
        if missing > 0, byte & 0xC0 == 0x80 {
            value = value << 6 | UInt32(byte & 0x3F)
            missing -= 1
            guard missing == 0 else { return [] }
            let isWhole = value >= least && value & 0xFFFE != 0xFFFE
            return [isWhole ? Unicode.Scalar(value) ?? "\u{FFFD}" : "\u{FFFD}"]
        }
        let broken: [Unicode.Scalar] = flush() ? ["\u{FFFD}"] : []
        switch byte {
        case 0..<0x80: return broken + [Unicode.Scalar(byte)]
        case 0xC2..<0xE0: begin(byte & 0x1F, 1, 0x80)
        case 0xE0..<0xF0: begin(byte & 0x0F, 2, 0x800)
        case 0xF0..<0xF5: begin(byte & 0x07, 3, 0x10000)
        default: return broken + ["\u{FFFD}"]
        }
        return broken
    }

    private mutating func begin(_ bits: UInt8, _ count: Int, _ least: UInt32) {
        (value, missing, self.least) = (UInt32(bits), count, least)
    }
}
