import FoyerCore
import Testing

@Suite struct SettingsTests {
    func read(_ pairs: KeyValuePairs<String, String>) -> (settings: Settings, problems: [Settings.Problem]) {
        Settings.read(pairs.enumerated().map { .init(key: $1.key, value: $1.value, line: $0 + 1) })
    }

    @Test func problemsAreSaidInEveryLanguage() throws {
        let problem = try #require(read(["mouse": "perhaps"]).problems.first)
        let said = Language.allCases.map { $0[problem.phrase].string }
        #expect(said[0] == "line 1: mouse: \"perhaps\" is not true or false.")
        #expect(Set(said).count == 3 && !said[1].contains("line") && !said[2].contains("line"))
    }

    @Test func everySetting() {
        let (settings, problems) = read([
            "server": "http://127.0.0.1:1", "public-key": "abc", "theme.accent": "#ff0000", "colors": "256",
            "motion": "reduced",
            "language": "zh-Hant", "mouse": "false", "ascii": "true", "timeout": "2.5",
        ])
        var expected = Settings()
        expected.server = "http://127.0.0.1:1"
        expected.publicKey = "abc"
        expected.colors = [.accent: 0xFF0000]
        expected.depth = .indexed256
        expected.reducesMotion = true
        expected.language = .traditionalChinese
        expected.usesMouse = false
        expected.usesASCII = true
        expected.timeout = 2.5
        #expect(problems == [])
        #expect(settings == expected)
    }

    @Test(arguments: [
        ("motion", "slow"), ("colors", "8"), ("colors", "many"), ("language", "de"), ("mouse", "yes"), ("ascii", "1"),
        ("timeout", "0"),
        ("timeout", "nan"), ("timeout", "soon"), ("theme", "bright"), ("theme.accent", "red"),
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

/// The page of settings: rows, their choices, and the one line of the file that each is.
@Suite struct SettingRowTests {
    @Test(arguments: SettingRow.allCases) func whatWasChosenIsChosen(_ row: SettingRow) {
        var settings = Settings()
        settings.server = "http://a"
        #expect(row.choice(in: settings) == 0)
        #expect(row.choices.first == .some(nil))
        for index in row.choices.indices {
            let changed = row.setting(index, in: settings)
            #expect(row.choice(in: changed) == index)
            for other in SettingRow.allCases where other != row { #expect(other.choice(in: changed) == 0) }
            #expect(row.setting(0, in: changed) == settings)
        }
        #expect(row.setting(9, in: settings) == settings)
        #expect(row.setting(-1, in: settings) == settings)
    }

    @Test func whatTheFileSaysExplicitlyIsTheFirstChoice() {
        var settings = Settings()
        settings.reducesMotion = false
        settings.usesASCII = false
        #expect(SettingRow.motion.choice(in: settings) == 0)
        #expect(SettingRow.characters.choice(in: settings) == 0)
    }

    @Test(arguments: [
        ("", "motion: reduced\n"),
        ("server: http://a", "server: http://a\nmotion: reduced\n"),
        ("# mine\nmotion: full  # as it was\nascii: true\n", "# mine\nmotion: reduced  # as it was\nascii: true\n"),
        ("motion : full\n", "motion: reduced\n"),
        ("motion: a#b\n", "motion: reduced\n"),
        ("motions: full\ntheme:\n  motion: x\n", "motions: full\ntheme:\n  motion: x\nmotion: reduced\n"),
    ])
    func oneLineIsChanged(_ old: String, _ new: String) {
        #expect(SettingsText.setting("motion", to: "reduced", in: old) == new)
    }

    @Test(arguments: [
        ("", ""), ("ascii: true\n", "ascii: true\n"), ("a: b\nmotion: full # x\nc: d\n", "a: b\nc: d\n"),
        ("motion: full", ""),
    ])
    func theLineGoes(_ old: String, _ new: String) {
        #expect(SettingsText.setting("motion", to: nil, in: old) == new)
    }
}
