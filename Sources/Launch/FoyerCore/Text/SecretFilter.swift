/// Takes out of a text what looks like a secret: for a text that people send to others.
///
/// It looks for names (`password=…`, `"token": …`, `--api-key …`, `Authorization: …`), for user names and passwords in
/// addresses and on command lines, for the shapes of well-known tokens, and for private keys. What it has found in one
/// place it takes out everywhere. What has neither a name nor a known shape stays.
///
///     let (text, count) = SecretFilter.filter(["DB_PASS=hunter2 ./run", "cannot log in with hunter2"])
///     // ["DB_PASS=[hidden] ./run", "cannot log in with [hidden]"], 2
package struct SecretFilter {
    /// What stands in a secret's place.
    package static let mark = "[hidden]"

    /// In bytes: a shorter secret may be a word that stands elsewhere, too.
    private static let shortestRepeat = 6

    private var secrets: Set<[UInt8]> = []
    private var count = 0
    /// Whether a secret leaves no trace of its length.
    private let hidesAsOne: Bool
    /// What stands in a secret's place, or in that of a part.
    private let cover: (ArraySlice<UInt8>) -> [UInt8]

    /// The lines without their secrets, and how many places of them were hidden.
    package static func filter(_ lines: [String]) -> (lines: [String], count: Int) {
        filter(lines, asOne: true) { _ in Array(mark.utf8) }
    }

    /// The same with a dot for each character of a secret, so that the rest stays where it is.
    package static func dot(_ lines: [String]) -> (lines: [String], count: Int) {
        filter(lines, asOne: false) {
            Array(String(decoding: $0, as: UTF8.self).unicodeScalars.map { _ in "•" }.joined().utf8)
        }
    }

    private static func filter(
        _ lines: [String], asOne: Bool, cover: @escaping (ArraySlice<UInt8>) -> [UInt8]
    ) -> (lines: [String], count: Int) {
        var filter = SecretFilter(hidesAsOne: asOne, cover: cover)
        let keys = SecretKeyBlocks.find(lines)
        filter.count += Set(keys.compactMap(\.self)).count
        let once = zip(lines, keys).map { line, key -> [UInt8] in
            key == nil ? filter.hidingOnce(Array(line.utf8)) : cover(Array(line.utf8)[...])
        }
        let longestFirst = filter.secrets.sorted { $0.count > $1.count }
        let all = once.map { line in
            String(decoding: longestFirst.reduce(line) { filter.hiding($1, in: $0) }, as: UTF8.self)
        }
        return (all, filter.count)
    }

    private mutating func hidingOnce(_ line: [UInt8]) -> [UInt8] {
        var found = SecretAddress.find(line)
        found += SecretName.find(line)
        found += SecretShape.find(line)
        var (result, end) = ([UInt8](), 0)
        // Of several that overlap, all is hidden.
        for range in found.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
            guard range.upperBound > end else { continue }
            if range.lowerBound >= end {
                result += line[end..<range.lowerBound]
                result += cover(line[range])
                count += 1
            } else {
                // Of several that overlap, one mark; but a dot for each character.
                result += hidesAsOne ? [] : cover(line[end..<range.upperBound])
            }
            remember(line[range])
            end = range.upperBound
        }
        return result + line[end...]
    }

    private mutating func remember(_ secret: ArraySlice<UInt8>) {
        guard secret.count >= Self.shortestRepeat, !secret.elementsEqual(Self.mark.utf8),
            secret.contains(where: \.isDigit) || secret.count >= 2 * Self.shortestRepeat
        else { return }
        secrets.insert(Array(secret))
    }

    private mutating func hiding(_ secret: [UInt8], in line: [UInt8]) -> [UInt8] {
        guard line.count >= secret.count else { return line }
        var (result, index) = ([UInt8](), 0)
        while index < line.count {
            if line[index] == secret[0], line[index...].starts(with: secret) {
                result += cover(secret[...])
                count += 1
                index += secret.count
            } else {
                result.append(line[index])
                index += 1
            }
        }
        return result
    }
}

/// Private keys, which have several lines.
enum SecretKeyBlocks {
    /// In bytes: the full lines of PEM, of OpenSSH's keys, and of SSH2's and MIME's.
    private static let fullLines = [64, 70, 76]

    /// For each line the number of the key that it belongs to; `nil` for none.
    static func find(_ lines: [String]) -> [Int?] {
        var result = [Int?](repeating: nil, count: lines.count)
        var (number, isOpen) = (0, false)
        for (index, line) in lines.enumerated() {
            if !isOpen, begins(line) { (number, isOpen) = (number + 1, true) }
            if isOpen { result[index] = number }
            if isOpen, ends(line) {
                isOpen = false
            } else if ends(line) {
                // Its beginning has been cut off.
                number += 1
                for above in stride(from: index, through: 0, by: -1) {
                    guard above == index || result[above] == nil && isBody(lines[above]) else { break }
                    result[above] = number
                }
            }
        }
        hideFullLines(lines, &result)
        return result
    }

    /// Both ends of the key have been cut off.
    private static func hideFullLines(_ lines: [String], _ result: inout [Int?]) {
        var number = (result.compactMap(\.self).max() ?? 0) + 1
        for index in lines.indices where result[index] == nil && isFullLine(lines[index]) {
            if index > 0, result[index - 1] == nil { number += 1 }
            result[index] = number
        }
    }

    private static func begins(_ line: String) -> Bool {
        line.contains("BEGIN ") && line.contains("PRIVATE KEY") || line.contains("PuTTY-User-Key-File")
    }

    private static func ends(_ line: String) -> Bool {
        line.contains("END ") && line.contains("PRIVATE KEY") || line.contains("Private-MAC:")
    }

    private static func isBody(_ line: String) -> Bool {
        let bytes = content(of: line).prefix { $0 != UInt8(ascii: " ") }
        guard content(of: line)[bytes.endIndex...].allSatisfy({ $0 == UInt8(ascii: " ") }) else { return false }
        return !bytes.isEmpty && bytes.allSatisfy { $0.isOfToken || "+/=".utf8.contains($0) }
    }

    private static func isFullLine(_ line: String) -> Bool {
        let bytes = content(of: line)
        return fullLines.contains(bytes.count) && bytes.first != UInt8(ascii: "/")
            && bytes.allSatisfy { $0.isLower || $0.isUpper || $0.isDigit || "+/=".utf8.contains($0) }
            && bytes.contains(where: \.isLower) && bytes.contains(where: \.isUpper)
            && bytes.contains(where: \.isDigit)
    }

    private static func content(of line: String) -> [UInt8] {
        let bytes = Array(line.utf8)
        return Array(bytes[bytes.endOfTime...])
    }
}

/// User names and passwords in addresses.
enum SecretAddress {
    static func find(_ line: [UInt8]) -> [Range<Int>] {
        var (found, index) = ([Range<Int>](), 0)
        while index < line.count {
            guard let start = endOfSign(at: index, in: line) else {
                index += 1
                continue
            }
            let scheme = line[..<index].suffix(while: {
                $0.isLower || $0.isUpper || "+.-".utf8.contains($0) || $0.isDigit
            })
            index = start
            let whole = line[index...].prefix { !" \t\"'<>`".utf8.contains($0) }
            let authority = whole.prefix { !"/?#".utf8.contains($0) }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                found.append(index..<at)
            } else if let at = whole.lastIndex(of: UInt8(ascii: "@")), !isAddress(authority, of: scheme) {
                // The password has a character that should have been escaped.
                found.append(index..<at)
            }
            index = whole.endIndex
        }
        return found
    }

    /// Where `://` ends, whose slashes may be escaped as in JSON.
    private static func endOfSign(at index: Int, in line: [UInt8]) -> Int? {
        guard line[index] == UInt8(ascii: ":") else { return nil }
        var end = index + 1
        for _ in 0..<2 {
            end = line[end...].firstIndex { $0 != UInt8(ascii: "\\") } ?? line.endIndex
            guard end < line.endIndex, line[end] == UInt8(ascii: "/") else { return nil }
            end += 1
        }
        return end
    }

    /// Whether it is a host, perhaps with a port: then an `@` behind it is a part of the path.
    private static func isAddress(_ authority: ArraySlice<UInt8>, of scheme: ArraySlice<UInt8>) -> Bool {
        guard let colon = authority.lastIndex(of: UInt8(ascii: ":")) else { return true }
        let isWeb = ["http", "https", "ws", "wss"].contains { scheme.elementsEqual($0.utf8) }
        return isWeb && authority[(colon + 1)...].allSatisfy(\.isDigit)
    }
}

extension UInt8 {
    var isLower: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isOfToken: Bool { isLower || isUpper || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
    var isOfName: Bool { isOfToken || self == UInt8(ascii: ".") }
}

extension [UInt8] {
    /// Where a time at the beginning of a line of a log ends, with the blanks behind it: `12:00:01.250  `.
    var endOfTime: Int {
        let blanks = prefix { $0 == UInt8(ascii: " ") }.endIndex
        let time = self[blanks...].prefix { $0.isDigit || ":.,-TZ".utf8.contains($0) }
        guard time.contains(UInt8(ascii: ":")), time.endIndex < endIndex, self[time.endIndex] == UInt8(ascii: " ")
        else { return blanks }
        return self[time.endIndex...].prefix { $0 == UInt8(ascii: " ") }.endIndex
    }
}

extension ArraySlice<UInt8> {
    /// The longest end all of whose bytes are as asked for.
    fileprivate func suffix(while isIncluded: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !isIncluded($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
