import FoyerCore
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct SettingsFileTests {
    private func parse(_ text: String) -> (settings: UserSettings, problems: [String]) {
        let (settings, problems) = SettingsFile.parse(Array(text.utf8))
        return (settings, problems.map { "\($0.mark.line):\($0.mark.column): \($0)" })
    }

    @Test func commandsHaveNames() {
        let (settings, problems) = parse(
            """
            commands:
              dev: {run: [npm, run, dev], title: Shop, ready-port: 3000}
              db: {run: [docker, run, postgres], ready-text: "ready|up", timeout: 60}
            """)
        #expect(problems.isEmpty)
        #expect(settings.commands["dev"] == NamedCommand(["npm", "run", "dev"], title: "Shop", ready: .port(3000)))
        #expect(
            settings.commands["db"]
                == NamedCommand(["docker", "run", "postgres"], ready: .text("ready|up"), timeout: 60))
    }

    @Test func wrongCommandsAreNamedWithTheirPlaceAndLeftOut() {
        let (settings, problems) = parse(
            """
            commands:
              a: {run: npm}
              b: {title: x}
              c: {run: [x], ready-port: 99999}
              d: {run: [x], nope: 1}
              e: {run: [x], ready-port: 1, ready-file: y}
              f: {run: [x], ready-text: "(((a{1,255}){1,255}){1,50})"}
              g: 5
              h: {run: [x]}
            """)
        #expect(settings.commands.keys.sorted() == ["h"])
        #expect(
            problems.map { $0.split(separator: ":").prefix(2).joined(separator: ":") } == [
                "2:12", "3:6", "4:29", "5:17", "6:6", "7:29", "8:6",
            ])
    }

    @Test func everySetting() {
        let (settings, problems) = parse(
            """
            # how I like it
            server: http://127.0.0.1:8080
            public-key: "AAAA"
            theme:
              accent: "#00ff00"
              accent-deep: '#112233'
            motion: reduced
            language: zh-Hant
            mouse: false
            ascii: true
            timeout: 12.5
            """)
        #expect(problems.isEmpty)
        #expect(settings.server == "http://127.0.0.1:8080")
        #expect(settings.publicKey == "AAAA")
        #expect(settings.colors == [.accent: 0x00FF00, .accentDeep: 0x112233])
        #expect(settings.reducesMotion == true)
        #expect(settings.language == .traditionalChinese)
        #expect(settings.usesMouse == false)
        #expect(settings.usesASCII == true)
        #expect(settings.timeout == 12.5)
    }

    @Test(arguments: ["", "\n\n", "# nothing\n", "---\n", "{}", "--- {}\n...\n"]) func nothingIsSet(text: String) {
        let (settings, problems) = parse(text)
        #expect(settings == UserSettings())
        #expect(problems.isEmpty)
    }

    /// Foyer does not launch as if no key were pinned.
    @Test(arguments: [
        ("public-key:\n  a: b", true), ("motion: full\n\tpublic-key: AAAA", true),
        ("- public-key", true), ("server: [x]", false), ("public-key: AAAA\nmotion: [x]", false),
        ("# public-key: a", false),
    ])
    func aKeyThatCannotBeReadIsAKeyAllTheSame(text: String, mayHideKey: Bool) {
        #expect(parse(text).settings.mayHideKey == mayHideKey)
    }

    @Test func onlyWhatIsNotThereIsSilent() throws {
        let folder = TemporaryFolder()
        #expect(try SettingsFile.read(folder.path + "/none/config.yaml") == nil)
        mkdir(folder.path + "/config.yaml", 0o700)
        #expect(throws: DiskError.self) { try SettingsFile.read(folder.path + "/config.yaml") }
        symlink("nowhere", folder.path + "/dangling")
        #expect(throws: DiskError.self) { try SettingsFile.read(folder.path + "/dangling") }
    }

    @Test func flowStyleIsYAMLToo() {
        let (settings, problems) = parse("{server: \"http://a\", theme: {accent: \"#010203\"}, timeout: 3}")
        #expect(problems.isEmpty)
        #expect(settings.server == "http://a")
        #expect(settings.colors == [.accent: 0x010203])
        #expect(settings.timeout == 3)
    }

    @Test func wrongKeysAndValuesAreNamedWithTheirLines() throws {
        let (settings, problems) = parse(
            """
            servr: http://a
            timeout: soon
            motion: reduced

            mouse: maybe
            theme:
              accent: green
              acent: "#112233"
              ground: "#112233"
            """)
        #expect(
            problems == [
                "1:1: The settings file knows no \"servr\"; did you mean \"server\"?",
                "2:10: timeout is \"soon\"; expected a number of seconds from 0.1 to 86400.",
                "5:8: mouse is \"maybe\"; expected true or false.",
                "7:11: accent is \"green\"; expected a colour as \"#e8a33d\".",
                "8:3: theme knows no \"acent\"; did you mean \"accent\"?",
            ])
        #expect(settings.reducesMotion == true)
        #expect(settings.colors == [.ground: 0x112233])
    }

    @Test func theFirstOfTwoCounts() {
        let (settings, problems) = parse("timeout: 3\ntimeout: 4\n")
        #expect(settings.timeout == 3)
        #expect(problems == ["1:1: \"timeout\" appears twice; each key may appear once."])
    }

    @Test func brokenYAMLCountsUntilThere() {
        let (settings, problems) = parse("timeout: 3\nascii: true\n: : [\nmouse: false\n")
        #expect(settings.timeout == 3)
        #expect(settings.usesASCII == true)
        #expect(settings.usesMouse == nil)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("3:") == true || problems.first?.hasPrefix("4:") == true)
    }

    @Test func bytesThatAreNoTextAreNamedWithTheirLine() {
        let bytes = Array("timeout: 3\nascii: true\nserver: ".utf8) + [0xFF, 0xFE] + Array("\n".utf8)
        let (_, problems) = SettingsFile.parse(bytes)
        #expect(problems.map(\.mark.line) == [3])
    }

    @Test func listsAndTablesArePassedOver() {
        let (settings, problems) = parse(
            """
            server:
              - http://a
              - {b: [c, {d: e}]}
            language: {a: b}
            theme: [dark]
            timeout: 3
            """)
        #expect(problems.map { $0.prefix { $0 != ":" } } == ["2", "4", "5"])
        #expect(settings.server == nil)
        #expect(settings.timeout == 3)
    }

    @Test func aTableWithinTheThemeIsPassedOver() {
        let (settings, problems) = parse("theme:\n  accent: {a: b}\n  good: \"#010101\"\ntimeout: 3\n")
        #expect(problems.count == 1)
        #expect(settings.colors == [.good: 0x010101])
        #expect(settings.timeout == 3)
    }

    /// A key that is no word must not make values of the keys that follow.
    @Test(arguments: ["? [a, b]\n: x\n", "? {a: b}\n: x\n", "? &k timeout\n: 9\n? *k\n: x\n"])
    func aKeyThatIsNoWordIsPassedOverWithItsValue(beginning: String) {
        let (settings, problems) = parse(beginning + "ascii: true\nmouse: false\n")
        #expect(settings.usesASCII == true)
        #expect(settings.usesMouse == false)
        #expect(problems.count == 1)
    }

    @Test func anAliasIsWhatItStandsFor() {
        let (settings, problems) = parse("language: &a en\ntheme: &b dark\npublic-key: *b\n")
        #expect(settings.publicKey == "dark")
        #expect(problems.isEmpty)
    }

    @Test(arguments: [
        ("motion", "slow"), ("colors", "8"), ("colors", "many"), ("language", "de"), ("mouse", "yes"), ("ascii", "1"),
        ("timeout", "0"), ("timeout", "nan"), ("timeout", "soon"), ("theme", "bright"), ("theme", "{accent: red}"),
        ("theme", "{accent: \"#12345\"}"), ("theme", "{nothing: \"#123456\"}"), ("sever", "http://x"),
        ("events", "{format: xml}"), ("events", "{url: nonsense}"),
    ])
    func aWrongLineIsNamedAndTheRestCounts(_ key: String, _ value: String) {
        let (settings, problems) = parse("server: http://a\n\(key): \(value)\n")
        #expect(settings.server == "http://a")
        #expect(problems.map { $0.prefix { $0 != ":" } } == ["2"])
    }

    @Test func allThatIsRightCounts() {
        let text =
            "theme: auto\ncolors: 256\nevents: {format: cloudevents, url: http://e}\npublic-key: [a, b]\nmouse: True\n"
        let (settings, problems) = parse(text)
        #expect(problems.isEmpty)
        #expect(settings.theme == nil && settings.depth == .indexed256 && settings.usesMouse == true)
        #expect(settings.eventFormat == .cloudevents && settings.eventURL == "http://e")
        #expect(settings.publicKey == "a b")
        #expect(parse("theme: light\ncolors: auto\n").settings.theme == .light)
    }

    @Test(arguments: ["just words", "- a\n- b\n"]) func whatIsNoTableIsNamed(text: String) {
        let (settings, problems) = parse(text)
        #expect(settings == UserSettings())
        #expect(problems.count == 1)
    }

    @Test func aFileThatIsTooLargeIsNotRead() {
        let (settings, problems) = parse("timeout: 3\n#" + String(repeating: "x", count: SettingsFile.largest))
        #expect(settings.timeout == nil)
        #expect(problems.count == 1)
    }

    @Test func aFileThatIsNotThere() {
        #expect((try? SettingsFile.read("/nonexistent/config.yaml")) == nil)
        #expect(throws: DiskError.self) { try SettingsFile.read("/tmp") }
    }
}
