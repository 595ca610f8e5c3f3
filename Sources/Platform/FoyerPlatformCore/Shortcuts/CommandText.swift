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
    static func string(_ value: some StringProtocol) -> String? {
        var text = String.UnicodeScalarView()
        var rest = value.unicodeScalars[...]
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

    /// The words of a command line; `nil` if a quote is open, a field code is unknown, or a character is unquoted that
    /// must not be.
    static func arguments(_ line: String) -> [DesktopEntry.Argument]? {
        var arguments: [DesktopEntry.Argument] = []
        var rest = line.unicodeScalars[...]
        while true {
            rest = rest.drop { $0 == " " }
            guard let first = rest.first else { break }
            if first == "\"" {
                guard let text = takeQuoted(&rest) else { return nil }
                arguments.append(.text(text))
            } else {
                let word = rest.prefix { $0 != " " }
                rest = rest[word.endIndex...]
                guard let argument = plain(word) else { return nil }
                arguments.append(argument)
            }
        }
        return arguments
    }

    private static func takeQuoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
        var text = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return rest.first == nil || rest.first == " " ? String(text) : nil
            case "\\":
                guard let next = rest.popFirst(), "\"`$\\".unicodeScalars.contains(next) else { return nil }
                text.append(next)
            case "%":
                guard rest.popFirst() == "%" else { return nil }
                text.append("%")
            case "`", "$": return nil
            default: text.append(scalar)
            }
        }
        return nil
    }

    private static func plain(_ word: Substring.UnicodeScalarView) -> DesktopEntry.Argument? {
        if word.elementsEqual("%u".unicodeScalars) { return .address }
        var text = String.UnicodeScalarView()
        var rest = word
        while let scalar = rest.popFirst() {
            guard !"\t\n\"'\\><~|&;$*?#()`".unicodeScalars.contains(scalar) else { return nil }
            if scalar == "%", rest.popFirst() != "%" { return nil }
            text.append(scalar)
        }
        return .text(String(text))
    }
}
