import FoyerCore

/// One header field. Neither part can contain anything that would end its line.
package struct HTTPField: Hashable, Sendable {
    package let name: String
    package let value: String

    /// `nil` if the name is not a token, or the value contains a line end or another control.
    package init?(_ name: String, _ value: String) {
        guard WebText.isToken(name.utf8), value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            return nil
        }
        self.name = name
        self.value = value
    }

    /// Field names ignore case.
    package func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

enum WebText {
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                URIText.isLetterOrDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    static func trimmed(_ text: some StringProtocol) -> Substring {
        var rest = Substring(text)
        while let first = rest.unicodeScalars.first, first == " " || first == "\t" {
            rest.unicodeScalars.removeFirst()
        }
        while let last = rest.unicodeScalars.last, last == " " || last == "\t" || last == "\r" || last == "\n" {
            rest.unicodeScalars.removeLast()
        }
        return rest
    }
}
