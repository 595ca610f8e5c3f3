import Foyer
import FoyerGolden
import FoyerPlatform
import FoyerStage

/// A runnable flow: what to launch, how the platform behaves, and what to do and expect, step by step.
package struct Scenario: Sendable {
    package var title: String
    /// The file's name in reports.
    package var file: String
    package var size = CellSize(columns: 80, rows: 24)
    package var start = Start.home
    /// A program that is not ours, in place of `start`.
    package var program: ProgramOrder?
    /// The folder with the sources of the platform's site; `nil` for the demo's.
    package var serve: String?
    package var stage = StageOrder()
    package var settings = ScenarioSettings()
    /// Words by which a run chooses it.
    var tags: [String] = []
    /// How long it may take, on its own clock.
    var timeout: Duration?
    package var goldens = GoldenOrder()
    /// Those that it is played in, one after the other; empty for its own alone.
    var sizes: [CellSize] = []
    /// The size, the theme and the language of this play, of those that there are several of.
    var variant: [String] = []
    package var steps: [ScenarioStep] = []
    /// Wraps the first screen in a checklist's, with a line as for a tester; `nil` for a flow of its own.
    package var onCard: (@Sendable (any Screen, ScenarioHost, Instant) -> any Screen)?

    package init(title: String, file: String) {
        (self.title, self.file) = (title, file)
    }

    /// Itself in each size, theme and language that it is to be played in. The theme and the language are in the names of its
    /// golden files where there are several; the size always is, and after a `resize` the one that it began in.
    package var variants: [Scenario] {
        let sizes = sizes.isEmpty ? [size] : sizes
        let themes = settings.themes.isEmpty ? [settings.theme] : settings.themes
        let languages = settings.languages.isEmpty ? [settings.language] : settings.languages
        return sizes.flatMap { size in
            themes.flatMap { theme in
                languages.map { language in
                    var scenario = self
                    (scenario.size, scenario.settings.theme, scenario.settings.language) = (size, theme, language)
                    scenario.goldens.variant =
                        (themes.count > 1 ? [theme.rawValue] : []) + (languages.count > 1 ? [language.rawValue] : [])
                    scenario.goldens.start = sizes.count > 1 ? size : nil
                    scenario.variant = (sizes.count > 1 ? [size.inFileNames] : []) + scenario.goldens.variant
                    if !scenario.variant.isEmpty {
                        scenario.title += " (\(scenario.variant.joined(separator: ", ")))"
                    }
                    (scenario.sizes, scenario.settings.themes, scenario.settings.languages) = ([], [], [])
                    return scenario
                }
            }
        }
    }

    /// The first screen.
    package enum Start: Sendable {
        /// The demo's home screen.
        case home
        /// The demo, beginning with its launch screen.
        case host
        /// The same, started by a link.
        case link(String)
        case launch(LaunchOrder)
        case banner(BannerOrder)
    }
}

/// One launch of a mini program.
package struct LaunchOrder: Sendable {
    var app: String
    var page: PagePath?
    var policy = InstallPolicy.latest
    var publicKey: [UInt8]?
    /// Another platform than the stage, without any guarantee.
    var server: WebAddress?
    /// Seconds.
    var timeout: Double?
}

/// The faults of the stage, in addition to its own.
package struct StageOrder: Sendable {
    /// Withdraws earlier ones.
    package var heals = false
    var faults: [FaultRule] = []
    /// Values of the remote config; `nil` removes one.
    package var config: [(name: String, value: JSON?)] = []
    /// Which campaign a banner's key has.
    var campaigns: [(key: String, of: String)] = []
    /// The network that the stage imitates from now on.
    package var network: StageNetwork?
    /// Whether there is something to heal.
    package var isUnwell: Bool { !faults.isEmpty || !campaigns.isEmpty }

    package init(heals: Bool = false) { self.heals = heals }
}

/// How things are shown, independent of the machine.
package struct ScenarioSettings: Sendable {
    package var language = Language.english
    package var reducesMotion = false
    var depth = CellColor.Depth.direct
    var isASCII = false
    var theme = DisplaySettings.Theme.dark
    /// Those that it is played in, one after the other; empty for its own alone. The same goes for `languages`.
    var themes: [DisplaySettings.Theme] = []
    var languages: [Language] = []
    /// The size of a cell, for pictures in pixels beside the cells; `nil` for cells only.
    var pixelCell: TerminalAnswers.PixelSize?
    /// The folder of packages cannot be made.
    package var isDiskBlocked = false
    /// Whether the owners of cards may be told; `.ask` shows the notice first.
    var events = EventConsent.granted
    /// Whether cards may come by themselves.
    var announcements = true

    package init() {}
}

/// One step with its line in the file.
package struct ScenarioStep: Sendable {
    package internal(set) var line: Int
    package var column = 1
    var action: Action
    /// As in a report: `wait: "Tea House"`.
    package var summary: String
    /// Of a program that is not ours.
    var budget: StepBudget?

    /// It expects something.
    package var canFail: Bool {
        if case .there(let steps) = action { steps.contains(where: \.canFail) } else { action.condition != nil }
    }

    /// It is taken in another terminal.
    package var isThere: Bool { if case .there = action { true } else { false } }
}

/// What must hold; all named conditions together.
struct Condition: Sendable {
    var texts: [String] = []
    /// A text may be broken between words: on Foyer's own pages, which break lines by the width of the screen.
    var wraps = false
    var absent: [String] = []
    /// Regular expressions, each for some line of the screen.
    var patterns: [String] = []
    /// Of a program that is not ours.
    var terminal: TerminalCondition?
    /// The whole screen, without trailing spaces and empty lines at its end.
    var screen: [String]?
    var phase: LaunchPhase?
    /// The delegate's calls since the launch began.
    var calls: [String]?
    var outcome: String?
    var exit: Int?
    /// The number of requests to the stage, by route.
    var requests: [StageRoute: Int] = [:]
    var banner: BannerCondition?
    var root: RootCondition?
    /// The calls of a pop-up's delegate.
    var popup: [String]?
    /// The events for the campaign's owner.
    var events: [String]?
    /// The outcome of the last link from outside.
    var opened: String?
    /// The links of the icons on the desktop.
    var desktop: [String]?
    /// Texts of the last guide page.
    var guide: [String] = []
    /// Texts on the screen with their colours.
    var colours: [(text: String, color: CellColor)] = []
    var cells: [CellCondition] = []
    /// How long nothing has changed on the screen.
    var still: Duration?
    /// The text at which the terminal's cursor stands.
    var focus: String?
    var past = PastCondition()
}

/// What one cell shows; its place is counted from 0.
struct CellCondition: Sendable {
    var column = 0
    var row = 0
    var text: String?
    var foreground: CellColor?
    var background: CellColor?
}

extension Condition {
    var needsScreen: Bool {
        !texts.isEmpty || !patterns.isEmpty || !absent.isEmpty || screen != nil || !colours.isEmpty || !cells.isEmpty
            || still != nil || focus != nil
    }

    /// Whether it may hold only because the program has not answered yet.
    var holdsWithoutAnswer: Bool {
        !absent.isEmpty || screen != nil || focus != nil || !past.unseen.isEmpty || terminal?.holdsWithoutAnswer == true
    }

    /// The condition holds only once the program has ended.
    var waitsForEnd: Bool { exit != nil || terminal?.signal != nil }

    /// The condition that does not hold, with what was found; `nil` if all hold.
    func unmet(by seen: ScenarioPlayer.Observation) -> StepFailure? {
        if needsScreen, let failure = unmetOnScreen(seen) { return failure }
        if let failure = unmetLaunch(seen) ?? unmetRequests(seen) { return failure }
        let (host, record) = (seen.host, seen.record)
        if let failure = banner?.unmet(by: host?.bannerSight, calls: record.words(of: .banner)) { return failure }
        if let failure = root?.unmet(by: host?.rootSight, calls: record.words(of: .host)) { return failure }
        if let failure = unmetOutside(seen) { return failure }
        if let failure = terminal?.unmet(by: seen.terminal()) { return failure }
        return unmetBefore(seen)
    }

    private func unmetOnScreen(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        unmetText(seen.screen) ?? unmetColour(seen) ?? unmetCell(seen)
    }

    private func unmetText(_ screen: Buffer) -> StepFailure? {
        let text = ScreenText(screen)
        if let missing = texts.first(where: { !text.contains($0, wraps: wraps) }) { return .notOnScreen(missing) }
        if let missing = patterns.first(where: { !text.matches($0) }) { return .noMatch(missing) }
        if let there = absent.first(where: { text.contains($0, wraps: wraps) }) {
            return .onScreen(there, at: ScreenText.start(of: there, on: screen))
        }
        if let wanted = self.screen, wanted != text.lines {
            let row = zip(wanted, text.lines).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            return .screenDiffers(row: (row ?? min(wanted.count, text.lines.count)) + 1)
        }
        return nil
    }

    /// Colours are compared as the theme resolves them.
    private func unmetColour(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        for (text, color) in colours {
            guard let place = ScreenText.place(of: text, on: seen.screen) else { return .notInOneLine(text) }
            let there = seen.theme.rgb(seen.screen[place.column, place.row].shownForeground)
            let wanted = seen.theme.rgb(color)
            if there != wanted { return .color(of: text, is: GoldenText.name(there), not: GoldenText.name(wanted)) }
        }
        return nil
    }

    private func unmetCell(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        if let still, seen.stillFor < still { return .screenMoves }
        for wanted in cells {
            let size = seen.screen.size
            guard wanted.column < size.columns, wanted.row < size.rows else {
                return .noCell(column: wanted.column + 1, row: wanted.row + 1, on: size)
            }
            let cell = seen.screen[wanted.column, wanted.row]
            func differs(_ found: String, _ what: String) -> StepFailure {
                .cell(column: wanted.column + 1, row: wanted.row + 1, shows: found, not: what)
            }
            let text = String(String.UnicodeScalarView(cell.glyph.scalars))
            if let character = wanted.text, character != text { return differs("\"\(text)\"", "\"\(character)\"") }
            for (color, shown) in [
                (wanted.foreground, cell.shownForeground), (wanted.background, cell.shownBackground),
            ] {
                guard let color, seen.theme.rgb(color) != seen.theme.rgb(shown) else { continue }
                return differs(GoldenText.name(seen.theme.rgb(shown)), GoldenText.name(seen.theme.rgb(color)))
            }
        }
        return nil
    }

    private func unmetBefore(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        if let focus {
            let cursor = seen.past.track.frames.last?.surroundings.cursor
            let there = cursor.map { ScreenText.text(from: $0, on: seen.screen) }
            if there?.hasPrefix(focus) != true { return .isNot(.focus, there, wanted: focus) }
        }
        return past.unmet(by: seen.past, at: seen.now)
    }

    private func unmetLaunch(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        if let phase, phase != seen.phase { return .isNot(.state, seen.phase.rawValue, wanted: phase.rawValue) }
        if let calls, case let made = seen.record.words(of: .delegate), calls != made { return .were(.delegate, made) }
        let ended = seen.record.outcome
        if let outcome, outcome != ended?.scenarioText {
            return .isNot(.outcome, ended?.scenarioText, wanted: outcome)
        }
        let status = seen.exit ?? ended?.exitStatus
        if let exit, Int32(exit) != status { return .isNot(.exitStatus, status.map { "\($0)" }, wanted: "\(exit)") }
        return nil
    }

    private func unmetRequests(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        for (route, count) in requests.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let asked = seen.host?.stage.count(route) ?? 0
            if asked != count { return .requests(of: route.rawValue, asked, wanted: count) }
        }
        return nil
    }

    /// Communication with others than the host and its platform.
    private func unmetOutside(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        if let popup, case let made = seen.record.words(of: .popup), popup != made { return .were(.popup, made) }
        // In any order: the screen and the network work side by side.
        if let events, case let told = seen.record.words(of: .owner), events.sorted() != told.sorted() {
            return .were(.owner, told)
        }
        if let opened, case let last = seen.record.words(of: .link).last, opened != last {
            return .isNot(.link, last, wanted: opened)
        }
        if let desktop, case let there = seen.host?.desktop ?? [], desktop != there { return .were(.desktop, there) }
        guard !guide.isEmpty else { return nil }
        guard let page = seen.record.guide else { return .noGuide }
        return guide.first { !page.contains($0) }.map { .notInGuide($0) }
    }
}

extension ScreenCell {
    /// The colours as they are seen.
    fileprivate var shownForeground: CellColor { attributes.contains(.reverse) ? background : foreground }
    fileprivate var shownBackground: CellColor { attributes.contains(.reverse) ? foreground : background }
}
