import Foyer
import FoyerPlatform
import FoyerStage

/// A runnable flow: what to launch, how the platform behaves, and what to do and expect, step by step.
package struct Scenario: Sendable {
    package var title: String
    /// The file's name in reports.
    package var file: String
    package var size = CellSize(columns: 80, rows: 24)
    var start = Start.home
    /// A program that is not ours, in place of `start`.
    var program: ProgramOrder?
    /// The folder with the sources of the platform's site; `nil` for the demo's.
    var serve: String?
    var stage = StageOrder()
    var settings = ScenarioSettings()
    package internal(set) var steps: [ScenarioStep] = []

    /// The first screen.
    enum Start: Sendable {
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
struct LaunchOrder: Sendable {
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
struct StageOrder: Sendable {
    /// Withdraws earlier ones.
    var heals = false
    var faults: [FaultRule] = []
    /// Values of the remote config; `nil` removes one.
    var config: [(name: String, value: JSON?)] = []
    /// Which campaign a banner's key has.
    var campaigns: [(key: String, of: String)] = []
    /// Whether there is something to heal.
    var isUnwell: Bool { !faults.isEmpty || !campaigns.isEmpty }
}

/// How things are shown, independent of the machine.
struct ScenarioSettings: Sendable {
    var language = Language.english
    var reducesMotion = false
    var depth = ColorDepth.direct
    var isASCII = false
    var theme = ThemeChoice.dark
    /// The size of a cell, for pictures in pixels beside the cells; `nil` for cells only.
    var pixelCell: TerminalAnswers.PixelSize?
    /// The folder of packages cannot be made.
    var isDiskBlocked = false
    /// Whether the owners of cards may be told; `.ask` shows the notice first.
    var events = EventConsent.granted
    /// Whether cards may come by themselves.
    var announcements = true
}

/// One step with its line in the file.
package struct ScenarioStep: Sendable {
    package let line: Int
    let action: Action
    /// As in a report: `wait: "Tea House"`.
    package let summary: String

    enum Action: Sendable {
        case input([InputEvent])
        case mouse([MouseEvent.Kind], ClickTarget)
        /// Press, wait, and release elsewhere.
        case drag(from: ClickTarget, to: ClickTarget, over: Duration)
        case resize(CellSize)
        case wait(Condition, within: Duration)
        case expect(Condition)
        /// Lets time pass, on the virtual clock or the real one.
        case advance(Duration)
        case snapshot(String)
        case stage(StageOrder)
        case start(Scenario.Start)
        /// A link from another process.
        case open(String)
        /// A tap on a notification, from 0.
        case tap(Int)
        case bind(ViewBinding)
    }

    enum ClickTarget: Sendable {
        case text(String)
        /// Counted from 0.
        case cell(column: Int, row: Int)
    }
}

/// What must hold; all named conditions together.
struct Condition: Sendable {
    var texts: [String] = []
    var absent: [String] = []
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
    var colours: [(text: String, color: Color)] = []
    var cells: [CellCondition] = []
    /// How long nothing has changed on the screen.
    var still: Duration?
}

/// What one cell shows; its place is counted from 0.
struct CellCondition: Sendable {
    var column = 0
    var row = 0
    var text: String?
    var foreground: Color?
    var background: Color?
}
