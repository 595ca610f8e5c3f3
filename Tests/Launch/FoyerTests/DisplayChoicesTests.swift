import FoyerCore
import Synchronization
import Testing

@testable import Foyer
@testable import FoyerTUI

/// The command line overrides the environment, which overrides the settings file.
@Suite struct DisplayChoicesTests {
    private func choices(
        still: Bool? = nil, ascii: Bool? = nil, language: Language? = nil,
        settings: (inout DisplaySettings) -> Void = { _ in },
        _ environment: [String: String] = [:]
    ) -> DisplayChoices {
        var all = DisplaySettings()
        settings(&all)
        return DisplayChoices(
            reducesMotion: still, usesASCII: ascii, language: language, settings: all,
            environment: { environment[$0] })
    }

    @Test func withoutAWordThereAreDefaults() {
        let choices = choices()
        #expect(!choices.reducesMotion && !choices.usesASCII && choices.usesMouse)
        #expect(choices.language == .english)
        #expect(choices.colors.isEmpty)
    }

    @Test func motion() {
        let reduced: (inout DisplaySettings) -> Void = { $0.reducesMotion = true }
        let full: (inout DisplaySettings) -> Void = { $0.reducesMotion = false }
        #expect(choices(settings: reduced).reducesMotion)
        #expect(!choices(settings: reduced, ["FOYER_REDUCE_MOTION": "0"]).reducesMotion)
        #expect(choices(settings: full, ["FOYER_REDUCE_MOTION": "1"]).reducesMotion)
        #expect(choices(settings: reduced, ["FOYER_REDUCE_MOTION": ""]).reducesMotion, "empty is unset")
        #expect(choices(still: true, settings: full, ["FOYER_REDUCE_MOTION": "0"]).reducesMotion)
        #expect(!choices(still: false, settings: reduced, ["FOYER_REDUCE_MOTION": "1"]).reducesMotion)
    }

    @Test func language() {
        let chinese: (inout DisplaySettings) -> Void = { $0.language = .simplifiedChinese }
        #expect(choices(["LANG": "zh_TW.UTF-8"]).language == .traditionalChinese)
        #expect(choices(["LANG": "zh_TW.UTF-8", "LC_ALL": "C"]).language == .english)
        #expect(choices(settings: chinese, ["LANG": "zh_TW.UTF-8"]).language == .simplifiedChinese)
        #expect(choices(language: .english, settings: chinese, ["LANG": "zh_TW.UTF-8"]).language == .english)
    }

    @Test func theRestOfTheSettings() {
        let choices = choices(settings: {
            $0.usesASCII = true
            $0.usesMouse = false
            $0.colors = [.accent: 0x00FF00]
        })
        #expect(choices.usesASCII && !choices.usesMouse)
        #expect(choices.colors == [.accent: 0x00FF00])
        #expect(!self.choices(ascii: false, settings: { $0.usesASCII = true }).usesASCII)
    }

    @Test func linesNeedNoScreen() {
        var choices = choices()
        choices.output = .json
        #expect(!Presentation(choices).hasScreen)
        choices.output = .plain
        choices.colors = [.accent: 0x00FF00]
        #expect(Presentation(choices).theme.rgb(.accent) == 0x00FF00)
    }
}

/// What changes the look of a program while it runs.
@Suite struct DisplayControlTests {
    @Test func aChoiceIsShownAndTold() {
        let control = DisplayControl(DisplaySettings()) {
            DisplayChoices(output: .plain, settings: $0, environment: { _ in nil })
        }
        let told = Mutex<[Language]>([])
        control.connect { look in told.withLock { $0.append(look.language) } }
        control.choose(.language(.simplifiedChinese))
        control.choose(.motion(reduced: true))
        #expect(told.withLock { $0 } == [.simplifiedChinese, .simplifiedChinese])
        #expect(control.presentation.theme.reducesMotion)
        #expect(control.shown(.language) == .language(.simplifiedChinese))
        #expect(control.shown(.motion) == .motion(reduced: true))
        #expect(!control.isDecided(.language) && !control.isDecided(.motion))
    }

    @Test func whatCountsMoreDecides() {
        let control = DisplayControl(DisplaySettings()) {
            DisplayChoices(
                output: .plain, language: .traditionalChinese, settings: $0,
                environment: { $0 == "FOYER_REDUCE_MOTION" ? "1" : nil })
        }
        control.choose(.language(.english))
        #expect(control.isDecided(.language) && control.isDecided(.motion) && !control.isDecided(.characters))
        #expect(control.shown(.language) == .language(.traditionalChinese))
        #expect(control.shown(.motion) == .motion(reduced: true))
        #expect(control.settings.language == .english, "it is kept for a run in which nothing decides")
    }

    @Test func theStackFollows() {
        var stack = ScreenStack(theme: DisplayTheme(), language: .english) { _ in }
        let screen = Listener()
        stack.push(screen, at: .zero)
        stack.restyle(DisplayTheme(depth: .mono), .traditionalChinese)
        stack.handle(.key(.enter), at: .zero)
        #expect(screen.seen?.depth == .mono)
        #expect(screen.read == .traditionalChinese)
    }

    private final class Listener: Screen {
        var seen: DisplayTheme?
        var read: Language?
        func draw(in canvas: inout Canvas, context: ScreenContext) {}
        func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
            (seen, read) = (context.theme, context.language)
            return .stay
        }
    }
}
