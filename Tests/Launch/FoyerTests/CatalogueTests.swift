import Foundation
import TestSupport
import Testing

/// Reads every table of words out of the sources, so that no list of them has to be kept.
@Suite struct CatalogueTests {
    private static let onlySimplified = Set("关闭载获个换务试为动无软请开图资错误压缩连击键详这与设备")
    private static let onlyTraditional = Set("關閉載獲個換務試為動無軟請開圖資錯誤壓縮連擊鍵詳這與設備")
    private static let files = sources()

    private static func sources() -> [(name: String, text: String)] {
        let root = Checkout.root + "/Sources"
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.compactMap { name in
            (try? String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)).map { (name, $0) }
        }
    }

    private func hasChinese(_ text: String) -> Bool { text.unicodeScalars.contains { $0.value > 0x4E00 } }
    private func hasLetters(_ text: String) -> Bool { text.contains { $0.isLetter } }

    @Test func everyPhraseIsInItsThreeLanguages() {
        var count = 0
        for (name, text) in Self.files {
            for words in argumentLists(of: text).map({ $0.compactMap(literal) }) where words.count == 3 {
                let (english, simplified, traditional) = (words[0], words[1], words[2])
                guard hasLetters(english), hasChinese(simplified) || hasChinese(traditional) else { continue }
                count += 1
                #expect(hasChinese(simplified) && hasChinese(traditional), "\(name): \(words)")
                #expect(!english.contains { Self.onlyTraditional.contains($0) }, "\(name): \(words)")
                check(simplified, traditional, "\(name): \(words)")
            }
        }
        #expect(count > 400)
    }

    /// Where a sentence is put together, two texts stand beside each other.
    @Test func pairsAreInTheirTwoLanguages() {
        for (name, text) in Self.files {
            for words in argumentLists(of: text).map({ $0.compactMap(literal) }) where words.count == 2 {
                guard words.allSatisfy(hasChinese) else { continue }
                check(words[0], words[1], "\(name): \(words)")
            }
        }
    }

    private func check(_ simplified: String, _ traditional: String, _ place: String) {
        #expect(
            !simplified.contains { Self.onlyTraditional.contains($0) && !Self.onlySimplified.contains($0) }, "\(place)")
        #expect(
            !traditional.contains { Self.onlySimplified.contains($0) && !Self.onlyTraditional.contains($0) }, "\(place)"
        )
    }

    /// The arguments between each pair of brackets, as they are written.
    private func argumentLists(of text: String) -> [[Substring]] {
        var lists: [[Substring]] = []
        var open: [(start: String.Index, parts: [Substring])] = []
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case "\"": index = endOfLiteral(text, from: index)
            case "/" where text[index...].hasPrefix("//"):
                index = text[index...].firstIndex(of: "\n") ?? text.index(before: text.endIndex)
            case "(": open.append((text.index(after: index), []))
            case "," where !open.isEmpty:
                open[open.count - 1].parts.append(text[open[open.count - 1].start..<index])
                open[open.count - 1].start = text.index(after: index)
            case ")":
                if let list = open.popLast() { lists.append(list.parts + [text[list.start..<index]]) }
            default: break
            }
            index = text.index(after: index)
        }
        return lists
    }

    /// Where the literal that begins at `start` has its last quotation mark.
    private func endOfLiteral(_ text: String, from start: String.Index) -> String.Index {
        if text[start...].hasPrefix("\"\"\"") {
            let body = text.index(start, offsetBy: 3)
            return text.range(of: "\"\"\"", range: body..<text.endIndex).map { text.index(before: $0.upperBound) }
                ?? start
        }
        var index = text.index(after: start)
        var depth = 0
        while index < text.endIndex {
            switch text[index] {
            case "\\":
                index = text.index(after: index)
                if text[index] == "(" { depth += 1 }
            case "(" where depth > 0: depth += 1
            case ")" where depth > 0: depth -= 1
            case "\"" where depth > 0: index = endOfLiteral(text, from: index)
            case "\"": return index
            default: break
            }
            index = text.index(after: index)
        }
        return start
    }

    /// The text of an argument that is a literal, or several joined with `+`; what is interpolated is left out.
    private func literal(_ argument: Substring) -> String? {
        let text = argument.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix("\"") else { return nil }
        var result = ""
        var depth = 0
        var isEscaped = false
        for character in text {
            if isEscaped {
                isEscaped = false
                if character == "(" { depth += 1 }
            } else if character == "\\" {
                isEscaped = true
            } else if depth > 0 {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
            } else if character != "\"" {
                result.append(character)
            }
        }
        return result
    }
}
