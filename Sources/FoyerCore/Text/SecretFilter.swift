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

    /// The lines without their secrets, and how many places of them were hidden.
    package static func filter(_ lines: [String]) -> (lines: [String], count: Int) {
        var filter = SecretFilter()
        let keys = SecretKeyBlocks.find(lines)
        filter.count += Set(keys.compactMap(\.self)).count
        let once = zip(lines, keys).map { line, key -> [UInt8] in
            key == nil ? filter.hidingOnce(Array(line.utf8)) : Array(mark.utf8)
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
                result += Self.mark.utf8
                count += 1
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
                result += Self.mark.utf8
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
        return result
    }

    private static func begins(_ line: String) -> Bool {
        line.contains("BEGIN ") && line.contains("PRIVATE KEY") || line.hasPrefix("PuTTY-User-Key-File")
    }

    private static func ends(_ line: String) -> Bool {
        line.contains("END ") && line.contains("PRIVATE KEY") || line.hasPrefix("Private-MAC:")
    }

    private static func isBody(_ line: String) -> Bool {
        let bytes = line.utf8.filter { $0 != UInt8(ascii: " ") }
        return !bytes.isEmpty && bytes.allSatisfy { $0.isOfToken || "+/=".utf8.contains($0) }
    }
}

/// User names and passwords in addresses.
enum SecretAddress {
    static func find(_ line: [UInt8]) -> [Range<Int>] {
        var (found, index) = ([Range<Int>](), 0)
        while index < line.count {
            guard line[index...].starts(with: "://".utf8) else {
                index += 1
                continue
            }
            let scheme = line[..<index].suffix(while: {
                $0.isLower || $0.isUpper || "+.-".utf8.contains($0) || $0.isDigit
            })
            index += 3
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

extension ArraySlice<UInt8> {
    /// The longest end all of whose bytes are as asked for.
    fileprivate func suffix(while isIncluded: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !isIncluded($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
