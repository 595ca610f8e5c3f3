/// Reads PO files: `msgctxt`, `msgid`, `msgid_plural`, `msgstr` and `msgstr[0]`, each with strings on one line or more.
///
/// The languages of the catalogue have one form for all counts, so other plural forms are not read.
/// <https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html>
package enum POFile {
    /// An entry as it stands there.
    package struct Entry: Equatable, Sendable {
        package var context: String?
        package var message = ""
        package var plural: String?
        package var translation = ""
    }

    static func key(_ message: String, _ context: String?) -> String {
        context.map { $0 + "\u{4}" + message } ?? message
    }

    static func messages(in bytes: [UInt8]) -> [String: String] {
        var messages: [String: String] = [:]
        for entry in entries(in: bytes) where !entry.message.isEmpty && !entry.translation.isEmpty {
            messages[key(entry.message, entry.context)] = entry.translation
        }
        return messages
    }

    /// The entries in their order; the first is the file's header, without a message. Lines that are none of PO's are skipped.
    package static func entries(in bytes: [UInt8]) -> [Entry] {
        var entries: [Entry] = []
        var entry = Entry()
        var field: WritableKeyPath<Entry, String>?
        func isComplete(_ entry: Entry) -> Bool { entry.message != "" || entry.translation != "" }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let quote = line.firstIndex(of: UInt8(ascii: "\"")), line.first != UInt8(ascii: "#") else { continue }
            let text = unquoted(line[quote...])
            switch String(decoding: line[..<quote], as: UTF8.self) {
            case "msgctxt ":
                if isComplete(entry) { entries.append(entry) }
                (entry, field) = (Entry(context: text), \.contextText)
            case "msgid ":
                if isComplete(entry) {
                    entries.append(entry)
                    entry = Entry()
                }
                (entry.message, field) = (text, \.message)
            case "msgid_plural ": (entry.plural, field) = (text, \.pluralText)
            case "msgstr ", "msgstr[0] ": (entry.translation, field) = (text, \.translation)
            case "": if let field { entry[keyPath: field] += text }
            default: field = nil
            }
        }
        return isComplete(entry) ? entries + [entry] : entries
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

extension POFile.Entry {
    fileprivate var contextText: String {
        get { context ?? "" }
        set { context = newValue }
    }
    fileprivate var pluralText: String {
        get { plural ?? "" }
        set { plural = newValue }
    }
}
