import Foundation
import FoyerCore
import TestSupport
import Testing

/// The PO files in Assets/translations against the phrases in Sources.
@Suite struct TranslationTests {
    private static let files = ["zh-Hans.po", "zh-Hant.po"]

    private static func entries(_ file: String) throws -> [POFile.Entry] {
        let path = Checkout.root + "/Assets/translations/" + file
        return POFile.entries(in: Array(try Data(contentsOf: URL(filePath: path)))).filter { !$0.message.isEmpty }
    }

    /// The messages of Foyer's own phrases, with their contexts: all literals behind `Phrase(` but those with translations
    /// of their own.
    private static let messages: Set<[String]> = {
        var messages: Set<[String]> = []
        for path in SourceFiles.all(in: Checkout.root + "/Sources") where !path.contains("/FoyerDemo/") {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
            let code = text.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.drop { $0 == " " }.hasPrefix("//") ? "" : $0
            }.joined(separator: "\n")
            for match in code.matches(of: /\bPhrase\(\s*(?=")/) {
                var reader = SwiftLiteral(code[match.range.upperBound...])
                guard let message = reader.message() else { continue }
                let rest = reader.rest.drop { $0.isWhitespace }
                if rest.starts(with: /,\s*(in:|\[)/) { continue }
                let context = rest.prefixMatch(of: /,\s*context:\s*"([^"]*)"/).map { String($0.1) }
                messages.insert([context ?? "", message])
            }
        }
        return messages
    }()

    @Test(arguments: files) func `every phrase has a translation`(_ file: String) throws {
        var known: Set<[String]> = []
        for entry in try Self.entries(file) where !entry.translation.isEmpty && !entry.isFuzzy {
            known.insert([entry.context, entry.message])
            if !entry.plural.isEmpty { known.insert([entry.context, entry.plural]) }
        }
        #expect(Self.messages.count > 1_000)
        #expect(Self.messages.subtracting(known).sorted { $0[1] < $1[1] } == [])
    }

    @Test(arguments: files) func `every translation is of a phrase`(_ file: String) throws {
        for entry in try Self.entries(file) {
            for message in [entry.message, entry.plural] where !message.isEmpty {
                #expect(Self.messages.contains([entry.context, message]), "\(file): \(message)")
            }
        }
    }

    @Test(arguments: files) func `every translation inserts what the phrase inserts`(_ file: String) throws {
        func inserted(_ text: String) -> Set<Substring> {
            Set(text.replacing("%%", with: "").matches(of: /%[1-9]/).map(\.output))
        }
        // The reason is a library's, in English.
        let shortened = ["a regular expression (%1)"]
        for entry in try Self.entries(file) where !shortened.contains(entry.message) {
            let message = entry.plural.isEmpty ? entry.message : entry.plural
            #expect(inserted(entry.translation) == inserted(message), "\(file): \(message)")
        }
    }

    @Test(arguments: zip(files, ["關閉載獲個換務試為動無軟請開圖資錯誤壓縮連擊鍵詳這與設備", "关闭载获个换务试为动无软请开图资错误压缩连击键详这与设备"]))
    func `no translation has characters of the other script`(_ file: String, _ others: String) throws {
        for entry in try Self.entries(file) {
            #expect(!entry.translation.contains { others.contains($0) }, "\(file): \(entry.translation)")
        }
    }

    @Test func `both files translate the same messages in the same order`() throws {
        let (simplified, traditional) = (try Self.entries(Self.files[0]), try Self.entries(Self.files[1]))
        #expect(simplified.map(\.message) == traditional.map(\.message))
    }
}

/// The Swift files of a folder.
private enum SourceFiles {
    static func all(in folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    }
}

/// Reads a string literal of Swift as the message of a phrase: what is interpolated becomes `%1`, `%2` and so on.
private struct SwiftLiteral {
    private(set) var rest: Substring

    init(_ text: Substring) { rest = text }

    mutating func message() -> String? {
        let isLong = rest.hasPrefix("\"\"\"\n")
        let mark = isLong ? "\"\"\"" : "\""
        rest = rest.dropFirst(isLong ? 4 : 1)
        var (message, count) = ("", 0)
        if isLong { dropIndent() }
        while let character = rest.first {
            if rest.hasPrefix(mark) {
                rest = rest.dropFirst(mark.count)
                return isLong ? String(message.dropLast()) : message
            }
            rest = rest.dropFirst()
            switch character {
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                switch escaped {
                case "(":
                    count += 1
                    message += "%\(count)"
                    skipInterpolation()
                case "n": message += "\n"
                case "\n": dropIndent()
                default: message.append(escaped)
                }
            case "\n" where isLong:
                message += "\n"
                dropIndent()
            case "%": message += "%%"
            default: message.append(character)
            }
        }
        return nil
    }

    private mutating func dropIndent() { rest = rest.drop { $0 == " " } }

    /// To behind the parenthesis that closes it; texts in it may contain more.
    private mutating func skipInterpolation() {
        var depth = 1
        while depth > 0, let character = rest.first {
            if character == "\"" {
                _ = message()
                continue
            }
            rest = rest.dropFirst()
            if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
        }
    }
}
