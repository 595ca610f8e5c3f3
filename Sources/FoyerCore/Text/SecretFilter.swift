/// Takes out of a text, line by line, what looks like a secret: for a text that people send to others.
///
/// It looks for names (`password=…`, `"token": …`, `--api-key …`, `Authorization: …`), for user names and passwords in
/// addresses, for the shapes of well-known tokens, and for private keys. What has neither a name nor a known shape stays.
package struct SecretFilter: Sendable {
    /// What stands in a secret's place.
    package static let mark = "[hidden]"

    private static let names = [
        "password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey", "signingkey",
        "credential", "sessionid",
    ]
    private static let shortNames: Set = ["pwd", "pw"]
    /// The rest of their lines is theirs.
    private static let headers: Set = ["authorization", "proxyauthorization", "cookie", "setcookie", "xapikey"]
    private static let schemes: Set = ["bearer"]
    private static let prefixes = [
        "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "sk_live_", "rk_live_", "xoxa-",
        "xoxb-", "xoxp-", "xoxr-", "xoxs-", "AKIA", "ASIA", "AIza", "npm_", "pypi-", "hf_", "dop_v1_", "SG.",
    ]
    /// In bytes: a shorter word is none of these tokens, and a longer one of mixed letters and digits may be any.
    private static let shortest = 16
    private static let longest = 40

    /// Inside a private key, which has several lines.
    private var isInKey = false

    package init() {}

    /// The line without its secrets.
    package mutating func filter(_ line: String) -> String {
        if isInKey || line.contains("-----BEGIN ") && line.contains("PRIVATE KEY") {
            isInKey = !line.contains("-----END ")
            return Self.mark
        }
        let bytes = Self.hidingShapes(Self.hidingNamed(Self.hidingUsers(Array(line.utf8))))
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Addresses

    private static func hidingUsers(_ bytes: [UInt8]) -> [UInt8] {
        var (result, index) = ([UInt8](), 0)
        while index < bytes.count {
            guard bytes[index...].starts(with: "://".utf8) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let authority = bytes[(index + 3)...].prefix { !" /?#\"'<>".utf8.contains($0) }
            result += bytes[index..<index + 3]
            index += 3
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                result += mark.utf8
                index = at
            }
        }
        return result
    }

    // MARK: - Names

    private static func hidingNamed(_ bytes: [UInt8]) -> [UInt8] {
        var (result, index) = ([UInt8](), 0)
        while index < bytes.count {
            let word = bytes[index...].prefix(while: isOfName)
            guard !word.isEmpty else {
                result.append(bytes[index])
                index += 1
                continue
            }
            result += word
            index = word.endIndex
            guard let value = value(of: word, in: bytes), !value.isEmpty else { continue }
            result += bytes[index..<value.lowerBound]
            result += mark.utf8
            index = value.upperBound
        }
        return result
    }

    /// Where the value of a name is; `nil` if the word is no secret's name.
    private static func value(of word: ArraySlice<UInt8>, in bytes: [UInt8]) -> Range<Int>? {
        let name = String(decoding: word, as: UTF8.self).lowercased().filter { $0.isLetter }
        let (isHeader, isScheme) = (headers.contains(name), schemes.contains(name))
        guard isHeader || isScheme || shortNames.contains(name) || names.contains(where: { name.contains($0) }) else {
            return nil
        }
        var start = word.endIndex
        func skip(_ signs: String) { start = bytes[start...].firstIndex { !signs.utf8.contains($0) } ?? bytes.endIndex }
        if start < bytes.endIndex, "\"'".utf8.contains(bytes[start]) { start += 1 }
        skip(" ")
        let hasSign = start < bytes.endIndex && "=:".utf8.contains(bytes[start])
        if hasSign { skip(" =:>") }
        let isOption = word.first == UInt8(ascii: "-") && start > word.endIndex
        guard hasSign || isOption || isScheme && start > word.endIndex, start < bytes.endIndex else { return nil }
        if isHeader { return start..<bytes.endIndex }
        if isOption, !hasSign, bytes[start] == UInt8(ascii: "-") { return nil }
        let first = bytes[start]
        if "\"'".utf8.contains(first) {
            return start + 1..<(bytes[(start + 1)...].firstIndex(of: first) ?? bytes.endIndex)
        }
        return start..<(bytes[start...].firstIndex { " &\"'".utf8.contains($0) } ?? bytes.endIndex)
    }

    private static func isOfName(_ byte: UInt8) -> Bool { isOfToken(byte) || byte == UInt8(ascii: ".") }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        isLower(byte) || isUpper(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    // MARK: - Shapes

    private static func hidingShapes(_ bytes: [UInt8]) -> [UInt8] {
        var (result, index) = ([UInt8](), 0)
        while index < bytes.count {
            let word = bytes[index...].prefix(while: isOfName)
            result += isToken(word) ? Array(mark.utf8)[...] : word
            index = word.endIndex
            if index < bytes.count {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private static func isToken(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count >= shortest else { return false }
        if prefixes.contains(where: { word.starts(with: $0.utf8) }) { return word.contains(where: isDigit) }
        // A signed token of JSON: three parts.
        if word.starts(with: "eyJ".utf8), word.contains(UInt8(ascii: ".")) { return true }
        guard word.count >= longest, word.allSatisfy(isOfToken) else { return false }
        return word.contains(where: isLower) && word.contains(where: isUpper) && word.contains(where: isDigit)
    }
}
