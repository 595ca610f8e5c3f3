import Foyer
import FoyerCore
import FoyerSystem
import FoyerTUI

/// A screen that is a page of the host: links lead to it, and it can be added to the desktop.
public protocol HostPage: Screen {
    /// The page that is shown now, as a tab of a root may be; `nil` where no link leads here.
    var route: Route? { get }
    /// Whether letters are the screen's own now, as in a text field or a page of another's: then `s` and `d` are not
    /// the host's.
    var usesLetters: Bool { get }
    /// Whether a link leads to what is shown now: then nothing is put on top.
    func shows(_ route: Route) -> Bool
}

extension HostPage {
    public var usesLetters: Bool { false }
    public func shows(_ route: Route) -> Bool { self.route?.text == route.text }
}

/// A root that has pages of its own, as tabs: links to them lead there, and nothing is put on top.
public protocol HostRoot: HostPage {
    /// Shows the page; `false` where it is none of its own.
    func show(_ route: Route) -> Bool
}

/// What is known of a page before it is shown: what the middle page and the guide say.
public struct PageDescription: Sendable {
    public var title: SafeText
    public var detail: SafeText
    /// `nil` where the page has none, and until it has come.
    public var icon: Pixels?
    /// Whether an icon is on its way; without one, the standard icon stands for the page.
    public var awaitsIcon: Bool
    /// Where the page's author has put a guide of its own on a web server (`foyer shortcut page` writes one): it is
    /// opened in place of one that this process serves. `nil` where there is none.
    public var hostedGuide: WebAddress?

    public init(
        title: SafeText, detail: SafeText = "", icon: Pixels? = nil, awaitsIcon: Bool = false,
        hostedGuide: WebAddress? = nil
    ) {
        self.hostedGuide = hostedGuide
        self.title = title
        self.detail = detail
        self.icon = icon
        self.awaitsIcon = awaitsIcon
    }
}

/// What a root host needs of network and disk, as functions: a `RemoteConfigClient`'s, or a test's.
public struct ConfigRim {
    /// What the disk holds, as an event.
    package var restore: () -> RemoteConfigEvent
    package var perform: (RemoteConfigEffect, _ post: @escaping @Sendable (RemoteConfigEvent) -> Void) -> Void
    package var wallTime: () -> WallTime

    package init(
        restore: @escaping () -> RemoteConfigEvent,
        perform: @escaping (RemoteConfigEffect, _ post: @escaping @Sendable (RemoteConfigEvent) -> Void) -> Void,
        wallTime: @escaping () -> WallTime = { WallClock.now }
    ) {
        self.restore = restore
        self.perform = perform
        self.wallTime = wallTime
    }

    public init(_ client: RemoteConfigClient) {
        self.init(
            restore: { client.restore() }, perform: { client.perform($0, post: $1) },
            wallTime: { client.wallTime })
    }

    /// For a host that has one root and no config.
    public static var none: ConfigRim {
        ConfigRim(restore: { .restored(nil) }, perform: { _, _ in })
    }
}

extension RootHost {
    /// What a host is made of. The closures are called on the thread that owns the terminal.
    public struct Configuration {
        /// The host's name, as the launch screen says it.
        public var name: SafeText
        public var tagline: SafeText
        public var rule: RootRule
        /// The host's own values, under those of the platform.
        package var defaults = ConfigValues.none
        /// A fetch younger than that is answered from the cache.
        package var minimumInterval = RemoteConfig.standardInterval
        /// How long the splash waits for the config.
        package var timeLimit = RemoteConfig.standardTimeLimit
        /// Whether links from outside get the middle page first.
        public var asksBeforeEntering = true
        /// Makes the splash, whose first frame is the launch screen too; ``LaunchScreen`` unless given.
        public var makeSplash: (() -> any Screen)?
        /// What must be done before there is a splash, while the launch screen is on the terminal; `false` leaves.
        public var prepare: (@Sendable () async -> Bool)?
        /// The config's rim; made after `prepare`.
        public var makeConfig: () -> ConfigRim
        package var makeRoot: (RootDecision) -> any Screen
        /// The screen of a page.
        public var makePage: (Route, ScreenContext) -> any Screen
        /// What is known of a page; what comes later is told with the closure, from any thread.
        public var describe: (Route, _ later: @escaping @Sendable (PageDescription) -> Void) -> PageDescription
        /// How pages are added to the desktop; `nil` where they cannot be.
        public var shortcuts: ShortcutRim?
        /// Told what happens when, for recordings and traces.
        package var note: (@Sendable (HostMoment) -> Void)?

        /// A host whose pages are called after their routes, with one root and no desktop.
        package init(
            name: SafeText, tagline: SafeText = "", rule: RootRule = RootRule(always: "root"),
            makeConfig: @escaping () -> ConfigRim = { .none }, makeRoot: @escaping (RootDecision) -> any Screen,
            makePage: @escaping (Route, ScreenContext) -> any Screen
        ) {
            self.name = name
            self.tagline = tagline
            self.rule = rule
            self.makeConfig = makeConfig
            self.makeRoot = makeRoot
            self.makePage = makePage
            describe = { route, _ in PageDescription(title: SafeText(route.text)) }
        }
    }
}
