/// Base 64 with padding (RFC 4648, section 4), strictly.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let piece = bytes[start..<min(start + 3, bytes.count)]
            let bits = piece.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - piece.count))
            for place in 0..<4 {
                text.append(place <= piece.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `nil` for anything that is not exactly what `encode` would have made.
    static func decode(_ text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var bytes: [UInt8] = []
        var bits = 0
        for (index, byte) in text.dropLast(padding).enumerated() {
            guard let value = alphabet.firstIndex(of: byte) else { return nil }
            bits = (bits << 6 | value) & 0xFFFFFF
            if index % 4 != 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - 2 * (index % 4)))) }
        }
        return Array(encode(bytes).utf8) == text ? bytes : nil
    }
}
