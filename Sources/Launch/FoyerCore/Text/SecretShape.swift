/// Tokens that can be told by their own shape, wherever they stand.
enum SecretShape {
    /// Each as its maker documents it, or as scanners of repositories look for it.
    private static let prefixes = [
        // GitHub, GitLab (also of runners, deployments, feeds, agents)
        "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "glrt-", "gldt-", "glft-", "glsoat-", "glcbt-",
        "glptt-", "glimt-", "glagent-", "GR1348941",
        // OpenAI, Anthropic, Hugging Face
        "sk-", "hf_",
        // Stripe, Shopify, Square
        "sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", "shpat_", "shpca_", "shppa_", "shpss_", "sq0atp-",
        "sq0csp-",
        // Slack
        "xoxa-", "xoxb-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-",
        // Amazon, Google
        "AKIA", "ASIA", "AIza", "ya29.", "GOCSPX-",
        // HashiCorp, Databricks, DigitalOcean, SendGrid, Mailgun, Postman, New Relic, Grafana, Linear, PlanetScale, Doppler
        "hvs.", "hvb.", "hvr.", "dapi", "dop_v1_", "doo_v1_", "dor_v1_", "SG.", "key-", "PMAK-", "NRAK-", "glsa_",
        "glc_",
        "lin_api_", "pscale_tkn_", "pscale_pw_", "dp.pt.",
        // Registries, age
        "npm_", "pypi-", "dckr_pat_", "AGE-SECRET-KEY-",
    ]
    /// The address is the secret.
    private static let hooks = [
        "hooks.slack.com/services/", "hooks.slack.com/workflows/", "discord.com/api/webhooks/",
        "discordapp.com/api/webhooks/", "webhook.office.com/",
    ]
    /// In bytes: a shorter word is none of these tokens, and a longer one of mixed letters and digits may be any.
    private static let shortest = 16
    private static let longest = 40

    static func find(_ line: [UInt8]) -> [Range<Int>] {
        var (found, index) = (hooks(in: line), 0)
        while index < line.count {
            let word = line[index...].prefix(while: \.isOfName)
            // A full stop ends a sentence.
            let token = word.last == UInt8(ascii: ".") ? word.dropLast() : word
            if isToken(token) { found.append(token.startIndex..<token.endIndex) }
            if let whole = telegram(word, in: line) { found.append(whole) }
            index = max(word.endIndex, index + 1)
        }
        return found
    }

    /// `123456789:AA…`, perhaps behind `bot` in an address.
    private static func telegram(_ word: ArraySlice<UInt8>, in line: [UInt8]) -> Range<Int>? {
        let number = word.starts(with: "bot".utf8) ? word.dropFirst(3) : word
        guard (8...10).contains(number.count), number.allSatisfy(\.isDigit), word.endIndex < line.endIndex,
            line[word.endIndex] == UInt8(ascii: ":")
        else { return nil }
        let token = line[(word.endIndex + 1)...].prefix(while: \.isOfToken)
        return token.count >= 35 && token.starts(with: "AA".utf8) ? number.startIndex..<token.endIndex : nil
    }

    /// Three parts: who it is for, when, and the signature.
    private static func isDiscord(_ word: ArraySlice<UInt8>) -> Bool {
        let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let first = word.first, "MNO".utf8.contains(first) else { return false }
        return (23...28).contains(parts[0].count) && (6...7).contains(parts[1].count) && parts[2].count >= 27
    }

    private static func isTwilio(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 34 && word.starts(with: "SK".utf8)
            && word.dropFirst(2).allSatisfy { $0.isDigit || "abcdef".utf8.contains($0) }
    }

    private static func hooks(in line: [UInt8]) -> [Range<Int>] {
        let text = String(decoding: line, as: UTF8.self)
        // Most lines have none.
        guard let host = hooks.first(where: { text.contains($0) }) else { return [] }
        let name = Array(host.utf8)
        return line.indices.filter { line[$0...].starts(with: name) }.map { start in
            let secret = line[(start + name.count)...].prefix {
                $0.isOfName || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "@")
            }
            return secret.startIndex..<secret.endIndex
        }.filter { !$0.isEmpty }
    }

    private static func isToken(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count >= shortest else { return false }
        if prefixes.contains(where: { word.starts(with: $0.utf8) }) { return word.contains(where: \.isDigit) }
        // A signed token of JSON: three parts.
        if word.starts(with: "eyJ".utf8), word.contains(UInt8(ascii: ".")) { return true }
        if isTwilio(word) || isDiscord(word) { return true }
        guard word.count >= longest, word.allSatisfy(\.isOfToken) else { return false }
        return word.contains(where: \.isLower) && word.contains(where: \.isUpper) && word.contains(where: \.isDigit)
    }
}
