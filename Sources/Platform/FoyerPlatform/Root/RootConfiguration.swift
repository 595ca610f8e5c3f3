import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import FoyerTUI

/// A screen that is a page of the host: links lead to it, and it can be added to the desktop.
public protocol HostPage: Screen {
    /// The route of the page on display, which may be a tab; `nil` if no link leads here.
    var route: HostRoute? { get }
    /// The route that `s` adds to the desktop: the page on display, unless the screen names another, such as a program in its list.
    var shortcutRoute: HostRoute? { get }
    /// Whether the screen uses letters itself now, as in a text field; then `s` and `d` do not belong to the host.
    var usesLetters: Bool { get }
    /// Whether a route leads to what is on display; then nothing is pushed.
    func shows(_ route: HostRoute) -> Bool
}

extension HostPage {
    /// The page on display.
    public var shortcutRoute: HostRoute? { route }
    /// Letters are not text.
    public var usesLetters: Bool { false }
    /// Shows no route of its own.
    public func shows(_ route: HostRoute) -> Bool { self.route?.text == route.text }
}

/// A root with pages of its own, such as tabs; links to them show the tab, and nothing is pushed.
public protocol HostRoot: HostPage {
    /// Shows the page; returns `false` if the root has no such page.
    func show(_ route: HostRoute) -> Bool
}

/// A page's description for the middle page and the guide, before the page is shown.
public struct PageDescription: Sendable {
    /// The page's name.
    public var title: SafeText
    /// A line about the page; may be empty.
    public var detail: SafeText
    /// The page's icon; `nil` if it has none or it has not arrived.
    public var icon: Pixels?
    /// Whether the icon is still loading; without an icon, the standard one stands in.
    public var awaitsIcon: Bool
    /// The address of the author's own guide on a web server (`foyer shortcut page` writes one), opened in place of
    /// one that this process serves; `nil` if there is none.
    public var hostedGuide: WebAddress?

    /// What a page says of itself while it is not shown.
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

/// A root host's access to network and disk, as functions: a `RemoteConfigClient`'s, or a test's.
public struct ConfigAccess {
    /// The stored config, as an event.
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

    /// Fetches and stores values through a client.
    public init(_ client: RemoteConfigClient) {
        self.init(
            restore: { client.restore() }, perform: { client.perform($0, post: $1) },
            wallTime: { client.wallTime })
    }

    /// For a host with one root and no config.
    public static var none: ConfigAccess {
        ConfigAccess(restore: { .restored(nil) }, perform: { _, _ in })
    }
}

extension RootHost {
    /// The parts of a host. The closures are called on the thread that owns the terminal.
    public struct Configuration {
        /// The host's name on the launch screen.
        public var name: SafeText
        /// The line below the host's name; may be empty.
        public var tagline: SafeText
        /// Picks the root by a value of the config.
        public var rule: RootRule
        /// The host's own values, used where the platform sets none.
        public var defaults = ConfigValues.none
        /// Receives the values to read: once, when the root is decided and before it is made.
        public var whenConfigured: ((ConfigSnapshot) -> Void)?
        /// The minimum interval between fetches; within it the cache answers.
        public var minimumInterval = RemoteConfig.standardInterval
        /// How long the splash waits for the config.
        public var timeLimit = RemoteConfig.standardTimeLimit
        /// Whether links from outside get the middle page first.
        public var asksBeforeEntering = true
        /// Makes the splash, which must begin with the launch screen's picture; ``LaunchScreen`` by default.
        public var makeSplash: (() -> any Screen)?
        /// Work to do while the launch screen is on the terminal, before the splash; return `false` to leave.
        public var prepare: (@Sendable () async -> Bool)?
        /// Makes the access to the config, after `prepare`.
        public var makeConfig: () -> ConfigAccess
        /// Makes the root that was decided for.
        public var makeRoot: (RootDecision) -> any Screen
        /// Makes the screen of a page.
        public var makePage: (HostRoute, ScreenContext) -> any Screen
        /// Describes a page; call the closure, from any thread, when more is known.
        public var describe: (HostRoute, _ later: @escaping @Sendable (PageDescription) -> Void) -> PageDescription
        /// How to add pages to the desktop; `nil` if that is not possible.
        public var shortcuts: ShortcutAccess?
        /// Receives each moment of the start, for recordings and traces.
        public var report: (@Sendable (HostMoment) -> Void)?

        /// A host with one root, whose pages are named after their routes and cannot be added to the desktop.
        public init(
            name: SafeText, tagline: SafeText = "", rule: RootRule = RootRule(always: "root"),
            makeConfig: @escaping () -> ConfigAccess = { .none }, makeRoot: @escaping (RootDecision) -> any Screen,
            makePage: @escaping (HostRoute, ScreenContext) -> any Screen
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
