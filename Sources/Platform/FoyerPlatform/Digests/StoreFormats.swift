import FoyerCore
import FoyerPlatformCore
import FoyerSystem

extension StoreFormat<[UInt8]> {
    /// Bytes under a title, which names the file's form and its version, with a digest at the end: if a single bit has
    /// changed, the file is damaged.
    static func sealed(_ title: String) -> StoreFormat {
        let head = Array((title + "\n").utf8)
        let newline = UInt8(ascii: "\n")
        @Sendable func end(of text: [UInt8]) -> [UInt8] { Array("sha256 \(SHA256.hexadecimal(of: text))\n".utf8) }
        return StoreFormat {
            let text = head + $0 + [newline]
            return text + end(of: text)
        } decode: { file in
            let text = file.dropLast(end(of: []).count)
            guard file[text.count...].elementsEqual(end(of: Array(text))), text.starts(with: head),
                text.count > head.count, text.last == newline
            else { return nil }
            return Array(text.dropFirst(head.count).dropLast())
        }
    }
}

extension StoreFormat<[String]> {
    /// Lines of any text without line feeds, as `sealed`.
    static func lines(_ title: String) -> StoreFormat {
        StoreFormat<[UInt8]>.sealed(title).map {
            Array($0.joined(separator: "\n").utf8)
        } _: { body in
            String(validating: body, as: UTF8.self)?.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
        }
    }
}

/// Free text as part of a line: control characters and per cent signs become `%` and two digits a byte.
enum LineText {
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

extension SHA256 {
    /// A file's name for a key, which may be any text, unlike a file name.
    static func name(_ key: String, digits: Int = 64) -> String {
        String(hexadecimal(of: Array(key.utf8)).prefix(digits))
    }
}

/// The body of an answer, and the validators that tell the server which version it is.
struct CachedBody: Equatable, Sendable {
    let bytes: [UInt8]
    var entityTag: String?
    var lastModified: String?

    /// SHA-256 of the bytes, so that one picture at two addresses counts as one.
    var digest: String { SHA256.hexadecimal(of: bytes) }

    /// The fields by which a server finds out whether it has changed.
    var conditions: [HTTPField] {
        [("If-None-Match", entityTag), ("If-Modified-Since", lastModified)].compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : HTTPField(name, $0) }
        }
    }

    /// A line for each validator, and the bytes.
    static func format(in file: StoreFormat<[UInt8]>) -> StoreFormat<CachedBody> {
        file.map { body in
            let validators = [body.entityTag, body.lastModified].map { LineText.escape($0 ?? "") + "\n" }.joined()
            return Array(validators.utf8) + body.bytes
        } _: { record in
            let lines = record.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
            guard lines.count == 3, let tag = text(lines[0]), let date = text(lines[1]) else { return nil }
            return CachedBody(
                bytes: Array(lines[2]), entityTag: tag.isEmpty ? nil : tag, lastModified: date.isEmpty ? nil : date)
        }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String? {
        String(validating: line, as: UTF8.self).flatMap(LineText.unescape)
    }
}

extension CachedBody {
    init(_ response: HTTPResponse) {
        self.init(bytes: response.body, entityTag: response.entityTag, lastModified: response.lastModified)
    }
}
