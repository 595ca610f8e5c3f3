import FoyerCore

/// The two layers of a desktop entry's values: the escapes of every string, and the quotes of a command line.
enum CommandText {
    /// A string as a value. Spaces at either end are escaped as well, since readers drop them there.
    static func value(_ text: String, key: String) throws(DesktopEntryError) -> String {
        var value = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        let inner = scalars.drop { $0 == " " }.indices
        let end = (scalars.lastIndex { $0 != " " } ?? -1) + 1
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\\": value += "\\\\".unicodeScalars
            case "\n": value += "\\n".unicodeScalars
            case "\r": value += "\\r".unicodeScalars
            case "\t": value += "\\t".unicodeScalars
            case " " where index < inner.lowerBound || index >= end: value += "\\s".unicodeScalars
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: throw .control(key: key)
            default: value.append(scalar)
            }
        }
        return String(value)
    }

    /// The string of a value; `nil` for an unknown escape.
    static func string(_ value: Substring.UnicodeScalarView) -> String? {
        var text = String.UnicodeScalarView()
        var rest = value
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "\\": text.append("\\")
            case "n": text.append("\n")
            case "r": text.append("\r")
            case "t": text.append("\t")
            case "s": text.append(" ")
            default: return nil
            }
        }
        return String(text)
    }

    /// A command line, before the escapes of strings.
    static func line(_ command: [DesktopEntry.Argument]) throws(DesktopEntryError) -> String {
        guard case .text(let program)? = command.first, !program.isEmpty, !program.utf8.contains(0x3D) else {
            throw .program
        }
        return command.map { argument in
            switch argument {
            case .text(let text): quoted(text)
            case .address: "%u"
            }
        }.joined(separator: " ")
    }

    /// Quoted if it contains anything but the plainest characters.
    private static func quoted(_ text: String) -> String {
        let plain = text.utf8.allSatisfy { URIText.isLetterOrDigit($0) || "-._/:".utf8.contains($0) }
        if plain, !text.isEmpty { return text }
        var quoted = String.UnicodeScalarView()
        quoted.append("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "`", "$", "\\":
                quoted.append("\\")
                quoted.append(scalar)
            case "%": quoted += "%%".unicodeScalars
            default: quoted.append(scalar)
            }
        }
        quoted.append("\"")
        return String(quoted)
    }
}
