/// Values whose name says that they are secret, and what command lines pass in known places.
enum SecretName {
    /// By the last word of a name.
    private static let words: Set = [
        "password", "passwd", "passphrase", "passcode", "pass", "pwd", "pw", "secret", "secrets", "token", "tokens",
        "credential", "credentials", "apikey", "accesskey", "privatekey", "secretkey", "authkey", "sessionid",
        "jwt", "otp", "psk",
    ]
    /// Which keys are secret: by the word before.
    private static let keys: Set = [
        "api", "access", "private", "secret", "signing", "sign", "encryption", "encrypt", "crypt", "account", "auth",
        "master", "shared", "storage", "deploy", "service", "session", "security", "app", "client", "licence",
        "license", "sas", "hmac", "jwt", "ssh", "webhook", "admin", "consumer",
    ]
    /// Written in one: `dbpassword`, `MYAPITOKEN`.
    private static let endings = [
        "password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "accesskey", "privatekey", "pwd",
    ]
    /// They say how a secret is kept or which one it is, not what it is.
    private static let additions: Set = [
        "value", "base", "base64", "b64", "plain", "text", "plaintext", "old", "new", "current", "raw", "prod", "dev",
        "test", "staging", "live",
    ]
    /// Common endings of other names, and secret behind the name of the service that issues them: `GITHUB_PAT`, `STRIPE_SK`.
    private static let issuers: [String: Set<String>] = [
        "pat": [
            "github", "gh", "gitlab", "gl", "git", "azure", "az", "ado", "devops", "bitbucket", "gitea", "docker",
            "npm", "jira", "atlassian", "confluence", "databricks", "airtable", "figma", "personal",
        ],
        "sk": ["stripe", "clerk", "openai", "anthropic", "api", "secret"],
        "auth": ["npm"],
    ]
    /// Their values are often sentences.
    private static let sentences: Set = ["password", "passwd", "passphrase"]
    /// They are common words elsewhere, and secret in a query.
    private static let queries: Set = ["sig", "signature", "key", "auth", "code", "sas"]
    /// The rest of their lines is theirs.
    private static let headers: Set = ["authorization", "proxyauthorization", "cookie", "setcookie", "xapikey"]
    /// Counts and truths are no secrets.
    private static let harmless: Set = ["true", "false", "null", "nil", "none", "yes", "no", "on", "off"]

    static func find(_ line: [UInt8]) -> [Range<Int>] {
        var (found, index) = (commands(line), 0)
        while index < line.count {
            let word = line[index...].prefix(while: \.isOfName)
            guard !word.isEmpty else {
                index += 1
                continue
            }
            index = word.endIndex
            guard let value = value(of: word, in: line), !value.isEmpty else { continue }
            found.append(value)
            index = value.upperBound
        }
        return found
    }

    // MARK: - Names

    private enum Kind {
        case header, scheme, name, query
        /// Only where nothing else can be meant: `pass=…`, `--pass …`.
        case short
    }

    private static func kind(of word: ArraySlice<UInt8>) -> Kind? {
        let parts = parts(of: word)
        let whole = parts.joined()
        if headers.contains(whole) { return .header }
        if whole == "bearer" { return .scheme }
        // A user and a password for npm: `//registry.npmjs.org/:_auth=…`.
        if word.elementsEqual("_auth".utf8) || whole == "npmconfigauth" { return .name }
        var rest = parts[...]
        while rest.count > 1, let last = rest.last, additions.contains(last) || last.utf8.allSatisfy(\.isDigit) {
            rest.removeLast()
        }
        guard let last = rest.last else { return nil }
        if ["pass", "pw", "otp", "jwt", "psk"].contains(last), rest.count == 1 { return .short }
        let isNamed = words.contains(last) || endings.contains { last.hasSuffix($0) } || whole.hasSuffix("sessionid")
        if isNamed { return .name }
        if let before = rest.dropLast().last {
            if last == "key", keys.contains(before) { return .name }
            if issuers[last]?.contains(before) == true { return .name }
        }
        return queries.contains(last) ? .query : nil
    }

    /// Small words, split at signs and at capitals: `AWS_SecretKey2` is aws, secret, key, 2.
    private static func parts(of word: ArraySlice<UInt8>) -> [String] {
        var (parts, part) = ([String](), [UInt8]())
        func end() {
            if !part.isEmpty { parts.append(String(decoding: part, as: UTF8.self)) }
            part = []
        }
        for (index, byte) in zip(word.indices, word) {
            if byte.isUpper {
                let isAfterSmall = index > word.startIndex && !word[index - 1].isUpper
                let isBeforeSmall = index + 1 < word.endIndex && word[index + 1].isLower
                if isAfterSmall || isBeforeSmall { end() }
                part.append(byte + 0x20)
            } else if byte.isLower {
                if let last = part.last, last.isDigit { end() }
                part.append(byte)
            } else if byte.isDigit {
                if let last = part.last, !last.isDigit, last != UInt8(ascii: "b") { end() }
                part.append(byte)
            } else {
                end()
            }
        }
        end()
        return parts
    }

    /// Where the value of a name is; `nil` if the word is no secret's name, or has no value.
    private static func value(of word: ArraySlice<UInt8>, in line: [UInt8]) -> Range<Int>? {
        guard let kind = kind(of: word) else { return nil }
        if kind == .name || kind == .short, let range = element(word, in: line) ?? pair(word, in: line) {
            return isHarmless(line[range]) ? nil : range
        }
        var start = word.endIndex
        func skip(_ signs: String) { start = line[start...].firstIndex { !signs.utf8.contains($0) } ?? line.endIndex }
        // The quotes of the name, escaped as in JSON within JSON.
        skip("\\")
        if start < line.endIndex, "\"'".utf8.contains(line[start]) { start += 1 } else { start = word.endIndex }
        let isQuoted = start > word.endIndex
        skip(" \t")
        let sign = start < line.endIndex && "=:".utf8.contains(line[start]) ? line[start] : nil
        let hasBlank = sign != nil && start + 1 < line.endIndex && line[start + 1] == UInt8(ascii: " ")
        let isSpaced = sign != nil && (start > word.endIndex && !isQuoted || hasBlank)
        if sign != nil { skip(" \t=:>") }
        let isOption = word.first == UInt8(ascii: "-") && start > word.endIndex
        guard start < line.endIndex else { return nil }
        switch kind {
        case .header: return sign == nil ? nil : start..<line.endIndex
        case .scheme: return start > word.endIndex ? plain(start, in: line) : nil
        case .query:
            let before = word.startIndex > 0 ? line[word.startIndex - 1] : 0
            guard sign == UInt8(ascii: "="), "?&;".utf8.contains(before) else { return nil }
        case .short:
            guard sign == UInt8(ascii: "=") || sign != nil && (!hasBlank || isQuoted) || isOption else { return nil }
        case .name: guard sign != nil || isOption else { return nil }
        }
        if isOption, sign == nil, line[start] == UInt8(ascii: "-") { return nil }
        let range = quoted(start, in: line) ?? unquoted(start, of: word, sign, isSpaced: isSpaced, in: line)
        return isHarmless(line[range]) || isFolder(line[range], of: word) ? nil : range
    }

    private static func unquoted(
        _ start: Int, of word: ArraySlice<UInt8>, _ sign: UInt8?, isSpaced: Bool, in line: [UInt8]
    ) -> Range<Int> {
        let isFirst = isFirst(word, in: line)
        if isFirst, sign == UInt8(ascii: ":") || isSpaced { return start..<line.endIndex }
        let plain = plain(start, in: line)
        guard isSpaced, let last = parts(of: word).last, sentences.contains(last) else { return plain }
        // To what says something else, or to the quote around all of it.
        let open = openQuotes(before: start, in: line)
        let end = line[start...].firstIndex { ",;".utf8.contains($0) || open.contains($0) } ?? line.endIndex
        return start..<max(end, plain.upperBound)
    }

    /// `pwd` is also the name of the folder that a command runs in.
    private static func isFolder(_ value: ArraySlice<UInt8>, of word: ArraySlice<UInt8>) -> Bool {
        ["pwd", "oldpwd"].contains(parts(of: word).joined())
            && (value.first == UInt8(ascii: "/") || value.starts(with: "~/".utf8))
    }

    /// The text of an XML element: `<password>x</password>`.
    private static func element(_ word: ArraySlice<UInt8>, in line: [UInt8]) -> Range<Int>? {
        let tag = line[..<word.startIndex].lastIndex { !$0.isOfName && $0 != UInt8(ascii: ":") }
        guard let tag, line[tag] == UInt8(ascii: "<"),
            let end = line[word.endIndex...].firstIndex(of: UInt8(ascii: ">")),
            line[end - 1] != UInt8(ascii: "/")
        else { return nil }
        return end + 1..<(line[(end + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? line.endIndex)
    }

    /// A name and its value side by side: `key="password" value="x"`, `{"name": "DB_PASSWORD", "value": "x"}`.
    private static func pair(_ word: ArraySlice<UInt8>, in line: [UInt8]) -> Range<Int>? {
        func skip(_ start: Int, _ signs: String) -> Int {
            line[start...].firstIndex { !signs.utf8.contains($0) } ?? line.endIndex
        }
        let between = skip(word.endIndex, "\\\"'` \t,")
        guard line[word.endIndex..<between].contains(where: { "\"'".utf8.contains($0) }) else { return nil }
        let name = line[between...].prefix(while: \.isOfName)
        guard parts(of: name) == ["value"] else { return nil }
        let sign = skip(name.endIndex, "\\\"' \t")
        guard sign < line.endIndex, "=:".utf8.contains(line[sign]) else { return nil }
        let start = skip(sign + 1, " \t")
        guard start < line.endIndex else { return nil }
        return quoted(start, in: line) ?? plain(start, in: line)
    }

    private static func isHarmless(_ value: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: value, as: UTF8.self).lowercased()
        return harmless.contains(text.filter(\.isLetter)) && value.count < 8
    }

    /// Whether nothing but a time, `- `, `export ` or blanks is before it: then blanks belong to the value.
    private static func isFirst(_ word: ArraySlice<UInt8>, in line: [UInt8]) -> Bool {
        let start = min(line.endOfTime, word.startIndex)
        let before = String(decoding: line[start..<word.startIndex], as: UTF8.self).filter { $0 != " " && $0 != "\t" }
        return ["", "-", "export", "set"].contains(before)
    }

    /// To the same quote; one behind a backslash is a part of it, unless the first was so, too.
    private static func quoted(_ start: Int, in line: [UInt8]) -> Range<Int>? {
        let escapes = line[start...].prefix { $0 == UInt8(ascii: "\\") }.count
        let first = start + escapes
        guard first < line.endIndex, "\"'`".utf8.contains(line[first]) else { return nil }
        var index = first + 1
        while index < line.endIndex {
            if line[index] == UInt8(ascii: "\\") {
                let slashes = line[index...].prefix { $0 == UInt8(ascii: "\\") }.count
                index += slashes
                guard index < line.endIndex else { break }
                if line[index] == line[first], slashes == escapes { return first + 1..<index - slashes }
                index += line[index] == line[first] ? 1 : 0
            } else if line[index] == line[first], escapes == 0 {
                return first + 1..<index
            } else {
                index += 1
            }
        }
        return first + 1..<line.endIndex
    }

    /// To a blank, the next parameter, or the quote around all of it.
    private static func plain(_ start: Int, in line: [UInt8]) -> Range<Int> {
        let open = openQuotes(before: start, in: line)
        let end = line[start...].indices.first { index in
            let isEscaped = index > start && line[index - 1] == UInt8(ascii: "\\")
            return " \t&".utf8.contains(line[index]) && !isEscaped || open.contains(line[index])
        }
        return start..<(end ?? line.endIndex)
    }

    private static func openQuotes(before start: Int, in line: [UInt8]) -> [UInt8] {
        "\"'".utf8.filter { quote in line[..<start].count { $0 == quote } % 2 == 1 }
    }

    // MARK: - Command lines

    /// The options of programs that take a password without saying so.
    private static func commands(_ line: [UInt8]) -> [Range<Int>] {
        let words = words(of: line)
        var found: [Range<Int>] = []
        for (place, range) in words.enumerated() {
            let name = String(decoding: line[range], as: UTF8.self).split(separator: "/").last.map(String.init) ?? ""
            let following = words.enumerated().dropFirst(place + 1)
            // `docker run -p` is a port.
            let isLogin = logins.contains(name) && following.contains { line[$1].elementsEqual("login".utf8) }
            guard let options = options[name] ?? (isLogin ? ["-p"] : nil) else { continue }
            for (next, option) in following {
                guard let passed = options.first(where: { line[option].starts(with: $0.utf8) }) else { continue }
                let own = option.lowerBound + passed.utf8.count..<option.upperBound
                let isLong = passed.hasPrefix("--")
                if !own.isEmpty, !isLong || line[own.lowerBound] == UInt8(ascii: "=") {
                    found.append(own.lowerBound + (isLong ? 1 : 0)..<own.upperBound)
                } else if own.isEmpty, !asking.contains(name), next + 1 < words.count {
                    found.append(words[next + 1])
                }
            }
        }
        return found
    }

    /// Their subcommand `login` takes a password.
    private static let logins: Set = [
        "docker", "podman", "buildah", "skopeo", "nerdctl", "helm", "crane", "oras", "az", "oc", "cf", "ibmcloud",
    ]
    /// They ask for the password behind an option without a value; the next word is something else.
    private static let asking: Set = [
        "mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlcheck", "mysqlpump", "mariadb", "mariadb-dump",
        "mariadb-admin", "7z", "7za",
    ]
    private static let options: [String: [String]] = {
        var options = [
            "curl": ["--user", "--proxy-user", "-u", "-U"], "sshpass": ["-p"], "redis-cli": ["-a"],
            "ldapsearch": ["-w"], "ldapmodify": ["-w"], "ldapadd": ["-w"], "smbclient": ["-U"], "sqlcmd": ["-P"],
            "zip": ["-P"], "unzip": ["-P"], "plink": ["-pw"], "pscp": ["-pw"], "rdesktop": ["-p"], "cqlsh": ["-p"],
        ]
        for name in asking { options[name] = ["-p"] }
        for name in ["mongo", "mongosh", "mongodump", "mongorestore"] { options[name] = ["-p"] }
        return options
    }()

    /// Words as a shell splits them, without their quotes.
    private static func words(of line: [UInt8]) -> [Range<Int>] {
        var (words, index) = ([Range<Int>](), 0)
        while index < line.count {
            guard line[index] != UInt8(ascii: " ") else {
                index += 1
                continue
            }
            if "\"'".utf8.contains(line[index]) {
                let end = line[(index + 1)...].firstIndex(of: line[index]) ?? line.endIndex
                words.append(index + 1..<end)
                index = min(end + 1, line.endIndex)
            } else {
                let end = line[index...].firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
                words.append(index..<end)
                index = end
            }
        }
        return words
    }
}
