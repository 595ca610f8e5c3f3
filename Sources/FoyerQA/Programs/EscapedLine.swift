import FoyerCore

/// JSON as many languages write it: with an escape for each character that is not ASCII, and with two for an emoji.
///
/// YAML, by which a line is read, knows no such pairs; and the file that is kept of the lines is for people.
enum EscapedLine {
    /// The same line with the characters themselves, and YAML's own escape for those that nobody sees.
    static func readable(_ line: String) -> String {
        guard line.hasPrefix("{"), line.contains("\\u") else { return line }
        var (read, rest) = ("", Substring(line))
        while let character = rest.popFirst() {
            guard character == "\\", let kind = rest.first else {
                read.append(character)
                continue
            }
            if kind == "u", let (scalar, length) = scalar(of: rest) {
                read += isSeen(scalar) ? String(scalar) : escape(scalar)
                rest = rest.dropFirst(length)
            } else {
                read += "\\\(rest.removeFirst())"
            }
        }
        return read
    }

    /// The character of the escape whose `u` is first, and how long it is without its backslash.
    private static func scalar(of text: Substring) -> (Unicode.Scalar, length: Int)? {
        guard let unit = unit(text.dropFirst()) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 5) }
        let second = text.dropFirst(5)
        guard (0xD800..<0xDC00).contains(unit), second.hasPrefix("\\u"), let low = self.unit(second.dropFirst(2)),
            (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00)
        else { return nil }
        return (scalar, 11)
    }

    private static func unit(_ text: Substring) -> UInt16? {
        let digits = text.prefix(4)
        return digits.count == 4 && digits.allSatisfy(\.isHexDigit) ? UInt16(digits, radix: 16) : nil
    }

    /// Whether it may stand in quotes as it is.
    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\"" || scalar == "\\" { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
