/// Texts and numbers as XML, and pages, have them.
package enum XMLText {
    package static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "\n": result.append(contentsOf: "&#10;".unicodeScalars)
            // XML 1.0 does not allow the other controls and the noncharacters.
            case "\t", "\u{20}"..."\u{7E}", "\u{A0}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...:
                result.append(scalar)
            default: result.append("\u{FFFD}")
            }
        }
        return String(result)
    }

    /// Three decimals, whatever the locale.
    package static func seconds(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
