import Foyer
import FoyerPlatform

/// A line of the settings page: one of Foyer's settings, or one that others add.
enum SettingLine: Sendable {
    case own(DisplaySettings.Row)
    case added(Demo.AddedSetting)

    /// Foyer's first.
    static func all(_ added: [Demo.AddedSetting]) -> [SettingLine] {
        DisplaySettings.Row.allCases.map { .own($0) } + added.map { .added($0) }
    }

    /// The label.
    var word: Phrase {
        switch self {
        case .own(let row): row.word
        case .added(let setting): setting.word
        }
    }

    /// A sentence about its effect.
    var detail: Phrase {
        switch self {
        case .own(let row): row.detail
        case .added(let setting): setting.detail
        }
    }

    /// The labels of the choices, in order.
    func choiceNames(in language: Language) -> [SafeText] {
        switch self {
        case .own(let row): row.choiceNames(in: language)
        case .added(let setting): setting.choices.map { language[$0] }
        }
    }

    /// A choice's name where only ASCII can be drawn and its own label would be nothing but question marks.
    func plainName(_ choice: Int) -> SafeText {
        switch self {
        case .own(let row): SafeText(row.choices[choice].name ?? "")
        case .added(let setting): Language.english[setting.choices[choice]]
        }
    }

    /// The index of what is shown.
    func shown(_ control: DisplayControl) -> Int {
        switch self {
        case .own(let row): row.choices.firstIndex(of: control.shown(row)) ?? 0
        case .added(let setting): setting.shown()
        }
    }

    /// The index of what was chosen; another than what is shown if something else has decided.
    func chosen(_ control: DisplayControl) -> Int {
        switch self {
        case .own(let row): row.choices.firstIndex(of: control.chosen(row)) ?? 0
        case .added(let setting): setting.shown()
        }
    }

    /// Whether a choice would change nothing.
    func isDecided(_ control: DisplayControl) -> Bool {
        switch self {
        case .own(let row): control.isDecided(row)
        case .added: false
        }
    }

    /// Why something else is shown than was chosen, or would be; `nil` where the choice holds.
    func obstacle(_ control: DisplayControl) -> Phrase? {
        guard isDecided(control) || shown(control) != chosen(control) else { return nil }
        if case .own(.language) = self, control.shown(.characters) == .characters(ascii: true) {
            return .settingNeedsUnicode
        }
        return .settingDecided
    }

    func choose(_ choice: Int, _ control: DisplayControl) {
        switch self {
        case .own(let row): control.choose(row.choices[choice])
        case .added(let setting): setting.choose(choice)
        }
    }

    /// Keeps a choice for later runs.
    func keep(
        _ choice: Int, in places: Places, surroundings: PlatformSurroundings
    ) async throws(SettingsFailure) {
        switch self {
        case .own(let row): try await SettingsFile.keep(row.choices[choice], in: places, surroundings: surroundings)
        case .added(let setting): try await setting.keep(choice)
        }
    }
}
