import FoyerCore

/// JSON as YAML reads it: that knows no pairs of escapes, which JSON has for an emoji.
enum EscapedLine {
    /// The same line with the characters themselves, as many languages write an escape for each that is not ASCII, and with
    /// YAML's own escape for those that nobody sees. What is no JSON stays.
    static func readable(_ line: String) -> String { line.hasPrefix("{") ? yaml(line) : line }

    /// The same for any JSON.
    static func yaml(_ json: String) -> String {
        guard json.contains("\\u") else { return json }
        var (read, rest) = ("", Substring(json))
        while let character = rest.popFirst() {
            guard character == "\\", let kind = rest.first else {
                read.append(character)
                continue
            }
            if kind == "u", let (scalar, length) = scalar(of: rest) {
                read += text(scalar)
                rest = rest.dropFirst(length)
            } else {
                read += "\\\(rest.removeFirst())"
            }
        }
        return read
    }

    /// The character of the escape whose `u` is first, and how long it is without its backslash.
    private static func scalar(of text: Substring) -> (Unicode.Scalar, length: Int)? {
        // Alone, or a pair.
        for length in [5, 11] {
            let found = try? JSON.parse(Array("\"\\\(text.prefix(length))\"".utf8))
            if case .string(let string)? = found, let scalar = string.unicodeScalars.first { return (scalar, length) }
        }
        return nil
    }

    /// As it may stand in quotes: itself, or YAML's escape where JSON would have one.
    private static func text(_ scalar: Unicode.Scalar) -> String {
        let itself = String(scalar)
        if JSON.string(itself).jsonText == "\"\(itself)\"" { return itself }
        let digits = String(scalar.value, radix: 16)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
