import FoyerCore

/// Host and port of an address: names, dotted quads and bracketed IPv6, in their canonical spelling.
///
/// Spellings that only some parsers read as numbers (`127.1`, `0x7f.0.0.1`, `2130706433`, escapes) are refused, so that
/// the validated host and the connected one cannot differ.
enum WebHost {
    /// The length limit of a DNS name in bytes.
    private static let longestName = 253
    private static let longestLabel = 63

    static func parse(_ authority: String) throws(WebAddressError) -> (host: String, port: Int?) {
        guard !authority.contains("@") else { throw .userInfo }
        let lower = authority.lowercased()
        if lower.hasPrefix("[") {
            guard let close = lower.firstIndex(of: "]") else { throw .host }
            guard isIPv6(lower[lower.index(after: lower.startIndex)..<close]) else { throw .host }
            return (String(lower[...close]), try port(lower[lower.index(after: close)...]))
        }
        let end = lower.firstIndex(of: ":") ?? lower.endIndex
        guard isName(lower[..<end]) else { throw .host }
        return (String(lower[..<end]), try port(lower[end...]))
    }

    static func isDottedQuad(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard part.utf8.allSatisfy(\.isASCIIDigit), let number = Int(part) else { return false }
                return number <= 255 && (part.utf8.count == 1 || part.first != "0")
            }
    }

    /// `rest` is empty or a colon with digits.
    private static func port(_ rest: Substring) throws(WebAddressError) -> Int? {
        if rest.isEmpty { return nil }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy(\.isASCIIDigit), let port = Int(digits), (1...65535).contains(port)
        else { throw .port }
        return port
    }

    private static func isName(_ name: Substring) -> Bool {
        guard !name.isEmpty, name.utf8.count <= longestName else { return false }
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        guard labels.allSatisfy(isLabel), let last = labels.last else { return false }
        let looksNumeric = last.utf8.allSatisfy(\.isASCIIDigit) || isHexNumber(last)
        return !looksNumeric || isDottedQuad(name)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        if label.hasPrefix("xn--"), !Punycode.isLabel(label.dropFirst(4)) { return false }
        return (1...longestLabel).contains(label.utf8.count)
            && label.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }

    private static func isHexNumber(_ label: Substring) -> Bool {
        label.hasPrefix("0x") && label.dropFirst(2).utf8.allSatisfy(URIText.isHexDigit)
    }

    private static func isIPv6(_ text: Substring) -> Bool {
        let halves = groups(text)
        guard halves.count <= 2 else { return false }
        var count = 0
        for (index, half) in halves.enumerated() where !half.isEmpty {
            let parts = half.split(separator: ":", omittingEmptySubsequences: false)
            for (place, part) in parts.enumerated() {
                let endsAll = index == halves.count - 1 && place == parts.count - 1
                if endsAll, part.contains(".") {
                    guard isDottedQuad(part) else { return false }
                    count += 2
                } else {
                    guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(URIText.isHexDigit) else {
                        return false
                    }
                    count += 1
                }
            }
        }
        return halves.count == 2 ? count <= 7 : count == 8
    }

    /// The text before and after each `::`.
    private static func groups(_ text: Substring) -> [Substring] {
        var halves: [Substring] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == ":", next < text.endIndex, text[next] == ":" {
                halves.append(text[start..<index])
                start = text.index(after: next)
                index = start
            } else {
                index = next
            }
        }
        return halves + [text[start...]]
    }
}
