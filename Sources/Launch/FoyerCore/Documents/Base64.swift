/// Bytes as base64 (RFC 4648 section 4), with one spelling for each sequence of bytes.
package enum Base64 {
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.appendBase64(bytes[...])
        return String(decoding: text, as: UTF8.self)
    }

    /// Strict: padding is required, unused bits are zero, no spaces; otherwise `nil`.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        let padding = digits.suffix(2).reversed().prefix { $0 == 0x3D }.count
        var bytes: [UInt8] = []
        var group: UInt32 = 0
        var bits = 0
        for digit in digits.dropLast(padding) {
            guard let value = value(of: digit) else { return nil }
            group = group << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
                group &= (1 << UInt32(bits)) - 1
            }
        }
        return group == 0 ? bytes : nil
    }

    /// Whether a text has no other characters than digits of Base64 and the padding at its end.
    package static func isAlphabet(_ text: String) -> Bool {
        text.utf8.allSatisfy { value(of: $0) != nil || $0 == 0x3D }
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x41...0x5A: digit - 0x41
        case 0x61...0x7A: digit - 0x61 + 26
        case 0x30...0x39: digit - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}

extension Array where Element == UInt8 {
    private static let base64Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The two digits for every twelve bits, the first in the lower byte: pictures are long, so two are written at once.
    private static let base64Pairs = (0..<4096).map { bits in
        UInt16(base64Digits[bits >> 6]) | UInt16(base64Digits[bits & 63]) << 8
    }

    /// Appends bytes in base64, padded.
    package mutating func appendBase64(_ bytes: ArraySlice<UInt8>) {
        let (pairs, start) = (Self.base64Pairs, count)
        self += repeatElement(UInt8(ascii: "="), count: (bytes.count + 2) / 3 * 4)
        let bytes = bytes.span
        var output = mutableSpan
        var (first, place) = (0, start)
        // Three bytes at a time, and the one after them is read with them.
        while first &+ 4 <= bytes.count {
            let word = Int(bytes.word(at: first).byteSwapped &>> 8)
            output.store(UInt32(pairs[word &>> 12]) | UInt32(pairs[word & 4095]) &<< 16, at: place)
            first &+= 3
            place &+= 4
        }
        guard first < bytes.count else { return }
        let second = first + 1 < bytes.count ? Int(bytes[first + 1]) : 0
        let third = first + 2 < bytes.count ? Int(bytes[first + 2]) : 0
        let word = Int(bytes[first]) << 16 | second << 8 | third
        output.store(pairs[word >> 12], at: place)
        if first + 1 < bytes.count { output[place + 2] = UInt8(truncatingIfNeeded: pairs[word & 4095]) }
        if first + 2 < bytes.count { output[place + 3] = UInt8(truncatingIfNeeded: pairs[word & 4095] >> 8) }
    }
}
