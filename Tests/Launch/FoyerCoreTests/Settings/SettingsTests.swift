import FoyerCore
import Testing

/// The page of settings: rows, their choices, and the one line of the file that each is.
@Suite struct SettingRowTests {
    @Test(arguments: DisplaySettings.Row.allCases) func whatWasChosenIsChosen(_ row: DisplaySettings.Row) {
        var settings = DisplaySettings()
        settings.announcements = false
        #expect(settings[row] == row.choices[0])
        #expect(row.choices.map(\.name).filter { $0 == nil }.count == 1 && row.choices[0].name == nil)
        for choice in row.choices {
            let changed = settings.with(choice)
            #expect(changed[row] == choice && choice.row == row)
            for other in DisplaySettings.Row.allCases where other != row { #expect(changed[other] == other.choices[0]) }
            #expect(changed.with(row.choices[0]) == settings)
        }
    }

    @Test func whatTheFileSaysExplicitlyIsTheFirstChoice() {
        var settings = DisplaySettings()
        settings.reducesMotion = false
        settings.usesASCII = false
        settings.pixels = .auto
        settings.cursor = .bar
        #expect(settings[.motion] == .motion(reduced: false))
        #expect(settings[.characters] == .characters(ascii: false))
        #expect(settings[.pixels] == .pixels(nil) && settings[.cursor] == .cursor(nil))
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
