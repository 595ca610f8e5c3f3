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
        byte.isASCIIDigit || (0x61...0x66).contains(byte)
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

    package static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

/// Percent-encoding: `%` and two hexadecimal digits for a byte (RFC 3986 section 2.1).
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
