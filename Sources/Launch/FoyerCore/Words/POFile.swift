/// Reads PO files: `msgctxt`, `msgid`, `msgid_plural`, `msgstr` and `msgstr[0]`, each with strings on one line or more.
///
/// The languages of the catalogue have one form for all counts, so other plural forms are not read.
/// <https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html>
package enum POFile {
    /// An entry as it stands there.
    package struct Entry: Equatable, Sendable {
        /// Empty if it has none.
        package var context = ""
        package var message = ""
        /// Empty if it has none.
        package var plural = ""
        package var translation = ""
        /// A tool has guessed the translation: it is not used.
        package var isFuzzy = false
    }

    static func key(_ message: String, _ context: String) -> String {
        context.isEmpty ? message : context + "\u{4}" + message
    }

    static func messages(in bytes: [UInt8]) -> [String: String] {
        var messages: [String: String] = [:]
        for entry in entries(in: bytes) where !entry.message.isEmpty && !entry.translation.isEmpty && !entry.isFuzzy {
            messages[key(entry.message, entry.context)] = entry.translation
        }
        return messages
    }

    /// The entries in their order; the first is the file's header, without a message. Other lines are skipped.
    package static func entries(in bytes: [UInt8]) -> [Entry] {
        var entries: [Entry] = []
        var entry = Entry()
        var field: WritableKeyPath<Entry, String>?
        var isFuzzy = false
        func begin() {
            if !entry.message.isEmpty || !entry.translation.isEmpty { entries.append(entry) }
            entry = Entry(isFuzzy: isFuzzy)
            isFuzzy = false
        }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "#,".utf8) { isFuzzy = String(decoding: line, as: UTF8.self).contains("fuzzy") }
            guard let quote = line.firstIndex(of: UInt8(ascii: "\"")), line.first != UInt8(ascii: "#") else { continue }
            let text = unquoted(line[quote...])
            switch String(decoding: line[..<quote], as: UTF8.self) {
            case "msgctxt ":
                begin()
                (entry.context, field) = (text, \.context)
            case "msgid ":
                if field != \.context { begin() }
                (entry.message, field) = (text, \.message)
            case "msgid_plural ": (entry.plural, field) = (text, \.plural)
            case "msgstr ", "msgstr[0] ": (entry.translation, field) = (text, \.translation)
            case "": if let field { entry[keyPath: field] += text }
            default: field = nil
            }
        }
        begin()
        return entries
    }

    private static func unquoted(_ text: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in text.dropFirst() {
            if isEscaped {
                bytes.append(byte == UInt8(ascii: "n") ? 0x0A : byte == UInt8(ascii: "t") ? 0x09 : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                break
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
