/// The way in which `foyer run` starts a command and shows its launch. Decided once, before the command starts.
///
/// | route | the command | shown of the launch |
/// | --- | --- | --- |
/// | `becomes` | takes this process's place | nothing |
/// | `beside` | a child with everything of this process | nothing, or a sentence now and then |
/// | `lines`, `json` | the same; its output may pass through pipes | lines |
/// | `statusLine`, `screen` | has a terminal of its own | one line, or the splash |
package enum CommandRoute: Hashable, Sendable {
    case becomes
    /// - Parameter announces: a sentence on standard error reports now and then that the command still starts, for somebody
    ///   who sees no screen.
    case beside(announces: Bool)
    case lines
    case json
    case statusLine
    case screen

    /// The command has a terminal of its own, and gets the user's once it is ready.
    package var hasOwnTerminal: Bool { self == .statusLine || self == .screen }

    /// The wishes of arguments and settings.
    package struct Request: Equatable, Sendable {
        package var flag: DisplayRules.Flag?
        package var splash: SplashWish
        /// This process is needed while the command runs: to report, to record, or to measure its time.
        package var staysBeside: Bool

        package init(flag: DisplayRules.Flag? = nil, splash: SplashWish = .auto, staysBeside: Bool = false) {
            (self.flag, self.splash, self.staysBeside) = (flag, splash, staysBeside)
        }
    }

    /// The facts about the process's surroundings that the choice depends on.
    package struct Facts: Equatable, Sendable {
        /// Where the command's launch may be shown, by the rules of the output mode.
        package var form: DisplayDecision.Form
        /// The same for a launch that draws with curses: its terminal may be unknown here.
        package var drawnForm: DisplayDecision.Form
        /// This process is in the foreground of a terminal.
        package var isInForeground = true
        /// Standard error is that terminal.
        package var showsErrors = true
        /// Standard output is that terminal, and a terminal of the command's own can stand in for it.
        package var isReplaceable = true

        package init(form: DisplayDecision.Form, drawnForm: DisplayDecision.Form) {
            (self.form, self.drawnForm) = (form, drawnForm)
        }
    }

    /// The route where nothing of the launch can be seen.
    package static func unseen(_ request: Request) -> CommandRoute {
        switch request.flag {
        case .plain?: .lines
        case .json?: .json
        case .screen?, .line?, .accessible?, nil: request.staysBeside ? .beside(announces: false) : .becomes
        }
    }

    /// - Parameters:
    ///   - isQuick: earlier starts have taught that the command needs no splash. Called at most once, for a route that has
    ///     one.
    ///   - claim: reserves the user's terminal; `false` if another launch has it. Called at most once, likewise.
    package static func decide(
        _ request: Request, _ facts: Facts, isQuick: () -> Bool, claim: () -> Bool
    ) -> CommandRoute {
        let unseen = unseen(request)
        guard request.splash != .never else { return unseen }
        if facts.form == .accessible, facts.isInForeground, facts.showsErrors { return .beside(announces: true) }
        guard facts.form == .screen || facts.form == .line, facts.isReplaceable else { return unseen }
        guard facts.drawnForm == .screen || facts.drawnForm == .line, claim() else { return unseen }
        // A process that has to stay shows the splash if the command takes longer this time.
        if unseen == .becomes, isQuick() { return .becomes }
        return facts.drawnForm == .line ? .statusLine : .screen
    }
}
