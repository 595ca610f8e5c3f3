import FoyerCore
import Testing

@Suite struct SettingsTests {
    func read(_ pairs: KeyValuePairs<String, String>) -> (settings: Settings, problems: [Settings.Problem]) {
        Settings.read(pairs.enumerated().map { .init(key: $1.key, value: $1.value, line: $0 + 1) })
    }

    @Test func everySetting() {
        let (settings, problems) = read([
            "server": "http://127.0.0.1:1", "public-key": "abc", "theme.accent": "#ff0000", "motion": "reduced",
            "language": "zh-Hant", "mouse": "false", "ascii": "true", "timeout": "2.5",
        ])
        var expected = Settings()
        expected.server = "http://127.0.0.1:1"
        expected.publicKey = "abc"
        expected.colors = [.accent: 0xFF0000]
        expected.reducesMotion = true
        expected.language = .traditionalChinese
        expected.usesMouse = false
        expected.usesASCII = true
        expected.timeout = 2.5
        #expect(problems == [])
        #expect(settings == expected)
    }

    @Test(arguments: [
        ("motion", "slow"), ("language", "de"), ("mouse", "yes"), ("ascii", "1"), ("timeout", "0"),
        ("timeout", "nan"), ("timeout", "soon"), ("theme", "light"), ("theme.accent", "red"),
        ("theme.accent", "#12345"), ("theme.nothing", "#123456"), ("sever", "http://x"),
    ])
    func aWrongLineIsNamedAndTheRestCounts(_ key: String, _ value: String) {
        let (settings, problems) = read(["server": "http://a", key: value])
        #expect(settings.server == "http://a")
        #expect(problems.map(\.line) == [2])
    }

    @Test func theFirstOfTwoCounts() {
        let (settings, problems) = read(["server": "a", "timeout": "3", "server": "b"])
        #expect(settings.server == "a")
        #expect(problems.map(\.line) == [3])
    }
}
