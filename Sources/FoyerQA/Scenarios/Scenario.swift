import Foyer
import FoyerPlatform
import FoyerStage

/// A flow that can be run: what is launched, how the platform behaves, and what is done and expected, step by step.
package struct Scenario: Sendable {
    package var title: String
    /// Where it came from; the name that reports use.
    package var file: String
    package var size = CellSize(columns: 80, rows: 24)
    var start = Start.home
    var stage = StageOrder()
    var settings = ScenarioSettings()
    package internal(set) var steps: [ScenarioStep] = []

    /// What is on screen first.
    enum Start: Sendable {
        /// The demo's home screen.
        case home
        /// The demo from its launch screen on.
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
    /// Another platform than the stage, which nobody answers for.
    var server: WebAddress?
    /// Seconds.
    var timeout: Double?
}

/// What the stage is told, added to what it does by itself.
struct StageOrder: Sendable {
    /// Takes back what it was told before.
    var heals = false
    var faults: [FaultRule] = []
    /// Values of the remote config; one that is `nil` goes.
    var config: [(name: String, value: JSON?)] = []
    /// Whose campaign a banner's key has.
    var campaigns: [(key: String, of: String)] = []
    /// Whether there is something that can be healed.
    var isUnwell: Bool { !faults.isEmpty || !campaigns.isEmpty }
}

/// How things are shown, whatever the machine that runs the scenario says.
struct ScenarioSettings: Sendable {
    var language = Language.english
    var reducesMotion = false
    var depth = ColorDepth.direct
    var isASCII = false
    var theme = ThemeChoice.dark
    /// The size of a cell, for pictures in pixels beside the cells; `nil` for cells alone.
    var pixelCell: TerminalAnswers.PixelSize?
    /// The folder of packages cannot be made.
    var isDiskBlocked = false
}

/// One step with the line of the file where it stands.
package struct ScenarioStep: Sendable {
    package let line: Int
    let action: Action
    /// As a report names it: `wait: "Tea House"`.
    package let summary: String

    enum Action: Sendable {
        case input([InputEvent])
        case mouse([MouseEvent.Kind], ClickTarget)
        /// Press, time, and release elsewhere.
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

/// What must hold; everything that is named must.
struct Condition: Sendable {
    var texts: [String] = []
    var absent: [String] = []
    /// The whole screen, without the spaces at the ends of lines and the empty lines at its end.
    var screen: [String]?
    var phase: LaunchPhase?
    /// The delegate's calls since the launch began.
    var calls: [String]?
    var outcome: String?
    var exit: Int?
    /// How often the stage was asked, by route.
    var requests: [StageRoute: Int] = [:]
    var banner: BannerCondition?
    var root: RootCondition?
    /// The calls of a pop-up's delegate.
    var popup: [String]?
    /// What the campaign's owner was told.
    var events: [String]?
    /// What became of the last link from outside.
    var opened: String?
    /// The links of the icons on the desktop.
    var desktop: [String]?
    /// Texts of the guide page that was served last.
    var guide: [String] = []
    /// Texts on the screen, and the colour of each.
    var colours: [(text: String, color: Color)] = []
}

/// Where a launch is, as its delegate can tell.
enum LaunchPhase: String, CaseIterable, Sendable {
    /// Nothing has begun.
    case opening
    case loading
    /// The error page is shown.
    case error
    /// The splash goes over into the root.
    case fading
    /// The program has the screen.
    case ready
    /// The last screen has left.
    case ended
}
