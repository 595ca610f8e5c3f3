import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Small records: lines of text under a title, with a digest at the end that reveals damage.
enum ChecksummedText {
    /// `lines` may contain anything but line feeds.
    static func seal(title: String, _ lines: [String]) -> [UInt8] { seal(title: title, text(lines)) }

    fileprivate static func seal(title: String, _ body: [UInt8]) -> [UInt8] {
        let text = Array((title + "\n").utf8) + body + [newline]
        return text + end(of: text)
    }

    /// Lines as the body of a record.
    static func text(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }

    /// The lines of a record's body; `nil` if it is not UTF-8.
    static func lines(_ body: [UInt8]) -> [String]? {
        String(validating: body, as: UTF8.self)?.utf8.split(separator: newline, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    /// The lines; `nil` if a single bit has changed.
    static func open(title: String, _ bytes: [UInt8]) -> [String]? { body(title: title, bytes).flatMap(lines) }

    fileprivate static func body(title: String, _ bytes: [UInt8]) -> [UInt8]? {
        let text = bytes.dropLast(end(of: []).count)
        let head = Array((title + "\n").utf8)
        guard bytes[text.count...].elementsEqual(end(of: Array(text))), text.starts(with: head),
            text.count > head.count,
            text.last == newline
        else { return nil }
        return Array(text.dropFirst(head.count).dropLast())
    }

    private static let newline = UInt8(ascii: "\n")

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

extension Records.Seal {
    /// Text under a title, which names the record's form and its version, with a digest at the end.
    static func text(_ title: String) -> Records.Seal {
        Records.Seal(
            close: { ChecksummedText.seal(title: title, $0) }, open: { ChecksummedText.body(title: title, $0) })
    }
}
