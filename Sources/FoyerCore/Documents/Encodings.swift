/// Bytes as hexadecimal digits.
package enum Hexadecimal {
    /// Lower case.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a byte is a digit as ``encode(_:)`` writes them.
    package static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// Either case, an even number of digits and nothing else; `nil` otherwise.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

/// Bytes as base64 (RFC 4648 section 4), with one spelling for each sequence of bytes.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for offset in 0..<3 { group = group << 8 | (offset < count ? UInt32(bytes[start + offset]) : 0) }
            for place in 0..<4 {
                let digit = alphabet[Int(group >> UInt32(18 - 6 * place) & 63)]
                text.append(place <= count ? digit : 0x3D)
            }
        }
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

/// Bytes of which some are written as `%` and two hexadecimal digits (RFC 3986 section 2.1).
package enum PercentEncoding {
    /// The bytes with every escape decoded once; `nil` if a `%` is not followed by two digits.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hexadecimal.digit),
                let low = rest.popFirst().flatMap(Hexadecimal.digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}

/// A SHA-256 digest: 32 bytes.
package struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    package static let byteCount = 32
    package let bytes: [UInt8]

    /// Fails unless there are exactly 32 bytes.
    package init?(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == Self.byteCount else { return nil }
    }

    /// Fails unless there are exactly 64 hexadecimal digits.
    package init?(hex: String) {
        guard let bytes = Hexadecimal.decode(hex) else { return nil }
        self.init(bytes: bytes)
    }

    package var hex: String { Hexadecimal.encode(bytes) }
    package var description: String { hex }
}
