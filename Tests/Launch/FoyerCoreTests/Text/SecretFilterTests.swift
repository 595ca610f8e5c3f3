import TestSupport
import Testing

@testable import FoyerCore

/// What looks like a secret does not leave; what does not, does.
struct SecretFilterTests {
    private func filtered(_ line: String) -> String { SecretFilter.filter([line]).lines[0] }

    @Test(arguments: [
        ("DB_PASSWORD=hunter2 ./run", "DB_PASSWORD=[hidden] ./run"),
        ("password: hunter2", "password: [hidden]"),
        (#"{"token": "a b,c", "id": 7}"#, #"{"token": "[hidden]", "id": 7}"#),
        ("--api-key hunter2 --verbose", "--api-key [hidden] --verbose"),
        ("--token=hunter2", "--token=[hidden]"),
        ("GET /x?id=7&access_token=hunter2&page=2", "GET /x?id=7&access_token=[hidden]&page=2"),
        ("Authorization: Basic aHVudGVyMjpodW50ZXIy", "Authorization: [hidden]"),
        ("Set-Cookie: id=7; session=hunter2", "Set-Cookie: [hidden]"),
        ("sent bearer hunter2hunter2", "sent bearer [hidden]"),
        ("postgres://tea:hunter2@db.example/shop", "postgres://[hidden]@db.example/shop"),
        ("https://a:b@c@host/x@y and http://x/?q=a@b", "https://[hidden]@host/x@y and http://x/?q=a@b"),
        ("pwd='it is hunter2' x", "pwd='[hidden]' x"),
        ("aws_secret_access_key := hunter2", "aws_secret_access_key := [hidden]"),
        ("using ghp_0123456789abcdefABCDEF0123456789abcd", "using [hidden]"),
        ("key AKIAIOSFODNN7EXAMPLE.", "key [hidden]."),
        ("at SK0123456789abcdef0123456789abcdef", "at [hidden]"),
        ("<password>hunter2</password>", "<password>[hidden]</password>"),
        (#"<add key="password" value="hunter2"/>"#, #"<add key="password" value="[hidden]"/>"#),
        ("login failed, password: correct horse, host: db", "login failed, password: [hidden], host: db"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "[hidden]"),
    ]) func secretsAreHidden(_ line: String, _ expected: String) { #expect(filtered(line) == expected) }

    @Test(arguments: [
        "error: password authentication failed for user", "unexpected token < in JSON at position 0",
        "passwords --help", "--token --verbose", "commit 5d41402abc4b2a76b9719d911017c592ae3f1b7a",
        "http://127.0.0.1:8080/a?b=c", "令牌 ok",
        "/usr/lib/x86_64-linux-gnu/libcurl.so.4.8.0", "sk-learn is not installed", "", "=", "token", "token:", "://",
        "@",
    ]) func theRestStays(_ line: String) { #expect(filtered(line) == line) }

    /// Each line has one secret, which begins with `zq` and ends with `9x`; nothing of it may be left.
    @Test(arguments: SecretLines.all) func nothingOfItIsLeft(_ line: String) {
        let hidden = filtered(line)
        for part in ["zq", "9x", "Zq7"] { #expect(!hidden.contains(part), "\(line) -> \(hidden)") }
    }

    @Test func theTableIsLarge() {
        #expect(Set(SecretLines.all).count >= 139 && Set(SecretLines.harmless).count >= 60)
    }

    @Test(arguments: SecretLines.harmless) func whatIsHarmlessStays(_ line: String) { #expect(filtered(line) == line) }

    private func hidden(_ lines: [String]) -> [String] {
        SecretFilter.filter(lines).lines.filter { $0 == SecretFilter.mark }
    }

    @Test func aPrivateKeyIsHiddenToItsLastLine() {
        let key = [
            "-----BEGIN OPENSSH PRIVATE KEY-----", "b3BlbnNzaC1rZXk", "AAAA", "-----END OPENSSH PRIVATE KEY-----",
        ]
        let mark = SecretFilter.mark
        let result = SecretFilter.filter(["before"] + key + ["after"])
        #expect(result.lines == ["before", mark, mark, mark, mark, "after"] && result.count == 1)
        let others = [
            [
                "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----", "Comment: \"me\"", "P2/56w",
                "---- END SSH2 ENCRYPTED PRIVATE KEY ----",
            ],
            ["PuTTY-User-Key-File-3: ssh-ed25519", "Private-Lines: 1", "AAAAIFzq", "Private-MAC: 6f"],
            // Its beginning has been cut off.
            Array(key.dropFirst()),
        ]
        for other in others { #expect(hidden(["a line of words", ""] + other + ["after"]).count == other.count) }
    }

    /// The diagnosis has a time before each line of the log.
    @Test func aKeyIsHiddenBehindTimesAndWithoutItsEnds() {
        func logged(_ lines: [String]) -> [String] { lines.map { "12:00:01.250  " + $0 } }
        let full = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtAA"
        let keys = [
            logged(["AAAAzq+/", "AAAA=", "-----END OPENSSH PRIVATE KEY-----"]),
            logged(["PuTTY-User-Key-File-3: ssh-ed25519", "Private-Lines: 1", "AAAAIFzq", "Private-MAC: 6f"]),
            logged(["---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----", "P2/56w", "---- END SSH2 ENCRYPTED PRIVATE KEY ----"]
            ),
            logged([full, full]), [full],
        ]
        for key in keys { #expect(hidden(["a line of words"] + key + ["after"]).count == key.count) }
        #expect(hidden([String(repeating: "a", count: 64), "/usr/lib/" + String(full.dropFirst(9))]).isEmpty)
    }

    @Test func whatWasASecretOnceIsOneEverywhere() {
        let (lines, count) = SecretFilter.filter([
            "cause: hunter2 was refused", "log: DB_PASS=hunter2", "and again <hunter2>", "2 of 7",
        ])
        #expect(lines == ["cause: [hidden] was refused", "log: DB_PASS=[hidden]", "and again <[hidden]>", "2 of 7"])
        #expect(count == 3)
    }

    @Test func dotsKeepThePlaceOfTheRest() {
        let (lines, count) = SecretFilter.dot(["é PASS=hunter22 x", "and hunter22", "https://a:bé@h/", "plain"])
        #expect(lines == ["é PASS=•••••••• x", "and ••••••••", "https://••••@h/", "plain"] && count == 3)
    }

    /// Wherever a secret stands in a line, and whatever is around it.
    @Test func noSecretIsLeftBetweenOtherWords() {
        var generator = SplitMix64(seed: 20)
        let forms = [
            "password=#", "\"secret\":\"#\"", "--token #", "token : #", "https://u:#@h/", "Cookie: a=#", "X-Api-Key: #",
            "npm_config__authToken=#",
        ]
        let noise = ["a", "=", ":", "--x", "\"q\"", "http://h/p?x=1", "é", "  ", "&", "{", "'"]
        for _ in 0..<2000 {
            let secret = "s3cr" + String(Int.random(in: 100_000...999_999, using: &generator))
            let form = (forms.randomElement(using: &generator) ?? "").replacing("#", with: secret)
            func some() -> String {
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in noise.randomElement(using: &generator) ?? "" }
                    .joined(separator: " ")
            }
            let line = some() + " " + form + " " + some()
            #expect(!filtered(line).contains(secret), "\(line)")
        }
    }
}
