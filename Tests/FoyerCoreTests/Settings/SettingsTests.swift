import FoyerCore
import Testing

/// The page of settings: rows, their choices, and the one line of the file that each is.
@Suite struct SettingRowTests {
    @Test(arguments: SettingRow.allCases) func whatWasChosenIsChosen(_ row: SettingRow) {
        var settings = DisplaySettings()
        settings.announcements = false
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
        var settings = DisplaySettings()
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
