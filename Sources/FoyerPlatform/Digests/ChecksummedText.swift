import FoyerCore
import FoyerPlatformCore

/// Small records: lines of text under a title, with a digest at the end that reveals damage.
enum ChecksummedText {
    /// `lines` may contain anything but line feeds.
    static func seal(title: String, _ lines: [String]) -> [UInt8] {
        let text = Array(([title] + lines).map { $0 + "\n" }.joined().utf8)
        return text + end(of: text)
    }

    /// The lines; `nil` if a single bit has changed.
    static func open(title: String, _ bytes: [UInt8]) -> [String]? {
        let text = Array(bytes.dropLast(end(of: []).count))
        guard bytes[text.count...].elementsEqual(end(of: text)), let text = String(validating: text, as: UTF8.self)
        else { return nil }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        guard lines.count >= 2, lines.first == title, lines.last == "" else { return nil }
        return Array(lines[1..<(lines.count - 1)])
    }

    private static func end(of text: [UInt8]) -> [UInt8] {
        Array("sha256 \(SHA256.hexadecimal(of: text))\n".utf8)
    }

    /// Free text as part of a line: control characters and per cent signs become `%` and two digits a byte.
    static func escape(_ text: String) -> String {
        String(
            decoding: text.utf8.flatMap { byte -> [UInt8] in
                guard byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") else { return [byte] }
                return [UInt8(ascii: "%")] + Array(Hexadecimal.encode([byte]).utf8)
            }, as: UTF8.self)
    }

    static func unescape(_ text: String) -> String? {
        PercentEncoding.decode(text.utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
