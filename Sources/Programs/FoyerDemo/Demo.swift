import Foyer
import FoyerPlatform

/// The demo: a host that launches mini programs from a platform, which it is given.
///
/// It is a program like anybody's: it sees nothing of Foyer that is not public.
public enum Demo {
    /// The scheme of the demo's links.
    public static let scheme = "foyer"

    /// The pages that links lead to.
    public static func makeRouter() throws(HostRouterError) -> HostRouter {
        try HostRouter(
            scheme: scheme,
            patterns: HomeTab.allCases.map(\.path) + DemoView.all.map(\.path) + [ProgramLink.pattern],
            aliases: ProgramLink.aliases)
    }

    /// Two sets of tabs: the config's `version` picks one.
    public static let rule = RootRule(
        key: "version", cases: [.init("1", root: "v1"), .init("2", root: "v2")], otherwise: "v2")

    /// The defaults for values that the platform does not set.
    public static let defaults: ConfigValues = {
        let values: ConfigValues.Value = [
            "version": "2", "bannerKey": "home", "greeting": "Welcome", "showInbox": true,
        ]
        return (try? ConfigValues(values)) ?? .none
    }()

    /// The desktop's view of the demo.
    ///
    /// - Parameter options: what `foyer open` needs to reach the platform that the icons' links are meant for.
    public static func shortcuts(_ places: Places, options: [String] = []) -> DesktopShortcuts? {
        // `foyer open` opens a window where it has no terminal, and none where a running demo takes the link.
        OwnProgram.path.map {
            DesktopShortcuts(
                places, scheme: scheme, hostName: "Foyer", program: [$0], options: options, opensOwnWindow: true)
        }
    }

    /// The links of the inbox's messages, in order.
    public static let messageLinks = Notification.all.map(\.link)

    /// One of the demo's four views, painted; they are numbered from 0.
    public static func view(_ number: Int, width: Int, height: Int) -> Pixels? {
        DemoView.all.indices.contains(number) ? DemoView.all[number].picture(width: width, height: height) : nil
    }

    /// A platform, and how the demo talks to it.
    public struct Platform: Sendable {
        /// The platform's base address.
        public var address: WebAddress
        /// How everything is fetched from it, and which keys are pinned.
        public var network = HTTPTransport.Configuration()
        /// How banners and pop-ups work. The network is the one above.
        public var touch = TouchConfiguration()
        /// Takes the campaigns' events in place of Foyer's own collector.
        public var collector: (any EventCollector)?
        /// The name under which the last good config is kept; the address if `nil`.
        public var configName: String?

        public init(address: WebAddress) { self.address = address }
    }

    /// What the demo is made of.
    public struct Configuration: Sendable {
        /// Finds the platform, while the launch screen is on the terminal.
        public var findPlatform: @Sendable () async throws(DemoFailure) -> Platform
        /// How long a launch may take.
        public var timeout = Duration.seconds(30)
        public var places: Places
        /// The user's language, called each time: the user may choose another.
        public var language: @Sendable () -> Language = { DisplayChoices().language }
        /// Said on the home screen at first, such as a mistake in the user's settings.
        public var warning: SafeText?
        /// What the settings page changes; without it there is no such page.
        public var control: DisplayControl?
        /// The file of a picture that replaces a banner that cannot be loaded.
        public var errorImage: @Sendable () -> [UInt8]? = { nil }
        /// Called with each moment of the start, each launch, and its outcome.
        public var report: (@Sendable (HostMoment) -> Void)?
        /// What `foyer open` needs to reach the same platform, for icons on the desktop.
        public var openOptions: [String] = []
        /// What others add to the demo.
        public var additions = Additions()

        public init(places: Places, findPlatform: @escaping @Sendable () async throws(DemoFailure) -> Platform) {
            self.places = places
            self.findPlatform = findPlatform
        }
    }

    /// What others add to the demo: a page, and ears. Everything is called on the thread that owns the screen.
    public struct Additions: Sendable {
        /// Makes the page behind the key `f` on the home screen; without it there is no such key.
        public var makeFaultsPage: (@Sendable (HomeScreen, DisplayTheme) -> any Screen)?
        /// What else can be chosen on the settings page.
        public var settings: [AddedSetting] = []
        /// Makes a launch's screen in place of the demo.
        public var makeLaunch: (@Sendable (LaunchOrder) throws(LaunchEngineError) -> any Screen)?

        public init() {}
    }

    /// A setting of others on the settings page, below Foyer's own.
    public struct AddedSetting: Sendable {
        let word: Phrase
        let detail: Phrase
        let choices: [Phrase]
        let shown: @Sendable () -> Int
        let choose: @Sendable (Int) -> Void
        let keep: @Sendable (Int) async throws(SettingsFailure) -> Void

        /// - Parameters:
        ///   - word: its name.
        ///   - detail: a sentence about its effect.
        ///   - choices: the names of what can be chosen, in order.
        ///   - shown: the index of the present choice.
        ///   - choose: makes a choice the present one; called on the thread that owns the screen.
        ///   - keep: brings it about and keeps it, in the background.
        public init(
            word: Phrase, detail: Phrase, choices: [Phrase], shown: @escaping @Sendable () -> Int,
            choose: @escaping @Sendable (Int) -> Void,
            keep: @escaping @Sendable (Int) async throws(SettingsFailure) -> Void
        ) {
            (self.word, self.detail, self.choices) = (word, detail, choices)
            (self.shown, self.choose, self.keep) = (shown, choose, keep)
        }
    }

    /// A launch that the demo is about to make.
    public struct LaunchOrder: Sendable {
        public let request: MiniProgramRequest
        /// What a tile shows of the program.
        public let known: KnownProgram?
        public let places: Places
        public let theme: DisplayTheme
    }

    /// Runs until the user leaves.
    ///
    /// - Parameters:
    ///   - control: how it is shown, and what the settings page changes.
    ///   - actions: where links arrive; some may have arrived already.
    /// - Throws: a sentence if there is no platform or no terminal.
    public static func run(
        _ configuration: Configuration, control: DisplayControl, actions: RootActions
    ) async throws(DemoFailure) {
        let presentation = control.presentation
        guard presentation.showsScreens else { throw .terminal(presentation.needsScreen) }
        var configuration = configuration
        configuration.control = control
        configuration.language = { control.presentation.language }
        let host = DemoHost(configuration, actions: actions)
        do {
            try await presentation.show(control: control) {
                RootHost(host.configuration, actions: actions)
            }
        } catch {
            await host.close()
            throw .terminal(error.cause)
        }
        await host.close()
        if let failure = host.failure { throw failure }
    }
}

/// Why the demo does not run, in every language.
public enum DemoFailure: Error, Sendable, CustomStringConvertible {
    /// Neither a server was named nor could the demo start its own.
    case noPlatform(Phrase)
    /// There is no screen to draw on.
    case terminal(Phrase)

    public var cause: Phrase {
        switch self {
        case .noPlatform(let cause), .terminal(let cause): cause
        }
    }

    public var description: String { cause.english }
}

extension Demo {
    /// Programs for which this host shows an alert over the loading page in place of the error page, with the service
    /// it names.
    private static let alertServices = ["com.example.desk": "Silent Desk"]

    /// How the demo shows a program's failures.
    public static func errorStyle(of appID: String) -> DefaultSplashViewDelegate.ErrorStyle {
        alertServices[appID].map { .alert(service: $0) } ?? .page
    }
}
