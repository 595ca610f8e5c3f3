import FoyerCore
import FoyerSystem
import Synchronization

/// The entry point to banners: native templates through ``session(forKey:)``, self-rendering through
/// ``bannerData(forKey:)``.
///
/// Set it up in this order: a collector that has started, a server host, ``start()``.
public final class TouchService: Sendable {
    struct State {
        var start = TouchStart()
        var collector: (any EventCollector)?
        var bindings = BannerBindings()
        /// The callback for a click on each view.
        var selections: [String: BannerSelection] = [:]
        /// The latest data of each key.
        var known: [String: BannerData] = [:]
    }

    /// How the service is reached, and how long answers may take.
    public let configuration: TouchConfiguration
    private let transport: HTTPTransport
    private let cache: BannerCache
    private let popups: PopupStore
    private let places: Places
    private let turn = PopupTurn()
    let state = Mutex(State())

    /// A service that keeps what it knows in the user's folders.
    public convenience init(places: Places, configuration: TouchConfiguration = TouchConfiguration()) {
        self.init(
            cache: BannerCache(places: places, scope: configuration.trust?.scope), places: places,
            configuration: configuration)
    }

    init(cache: BannerCache, places: Places, configuration: TouchConfiguration) {
        self.cache = cache
        popups = PopupStore(places: places)
        self.places = places
        self.configuration = configuration
        transport = HTTPTransport(configuration.network)
    }

    // MARK: - Starting

    /// The collector that events go to; set it before ``start()``.
    public func setCollector(_ collector: any EventCollector) {
        state.withLock { $0.collector = collector }
    }

    /// The platform's base address.
    public func setServerHost(_ host: WebAddress) {
        state.withLock { $0.start.host = host }
    }

    /// - Throws: `TouchStartError`, which names what is missing.
    public func start() throws(TouchStartError) {
        try state.withLock { (state) throws(TouchStartError) in
            state.start.collector = state.collector.flatMap { $0.isStarted ? $0.version : nil }
            try state.start.start()
        }
    }

    /// Whether it has been started.
    public var isStarted: Bool { state.withLock { $0.start.isStarted } }

    /// Closes the network connections and ends everything under way.
    public func close() {
        transport.close()
    }

    /// A session for a banner view; each view needs its own.
    ///
    /// - Parameter key: the banner's key; without one the load fails with −989.
    public func session(forKey key: String?) throws(TouchStartError) -> BannerSession {
        let (server, collector) = try state.withLock { (state) throws(TouchStartError) in
            (try state.start.requireStarted(), state.collector)
        }
        let (config, scope) = (RemoteConfigStore(places, platform: server.text), configuration.trust?.scope)
        return BannerSession(
            bannerKey: key, server: server, configuration: configuration, transport: transport, cache: cache,
            collector: collector, asksForLoads: { config.activated(scope).truth(TouchConfiguration.loadsKey).value })
    }

    /// The pop-ups that the platform lists, in its order; empty if it lists none.
    public func popups() async throws(CatalogueError) -> [CataloguedPopup] {
        let host: WebAddress
        do throws(TouchStartError) {
            host = try state.withLock { (state) throws(TouchStartError) in try state.start.requireStarted() }
        } catch {
            throw .notStarted(error)
        }
        let documents = PlatformDocuments(server: host, transport: transport, trust: configuration.trust)
        let deadline = configuration.network.surroundings.now + configuration.timeout
        return try await documents.catalogue(deadline: deadline, CataloguedPopup.list) ?? []
    }

    /// The pop-up that an event of the host's own brings, such as "checkout": the one whose `trigger` is that name, and
    /// that is due. Of several the one with the highest priority comes, then the one that began first.
    ///
    /// ```swift
    /// let popup = TouchPopup(try service.touch.trackEvent("checkout"))
    /// popup.ask(self, context)
    /// ```
    ///
    /// Nothing is told to the platform or to a collector: the choice is made from the platform's list.
    public func trackEvent(_ name: String) throws(TouchStartError) -> PopupSession {
        try popupSession(forKey: "", event: name)
    }

    /// A session for a pop-up. A service shows only one of its pop-ups at a time.
    public func popupSession(forKey key: String) throws(TouchStartError) -> PopupSession {
        try popupSession(forKey: key, event: nil)
    }

    private func popupSession(forKey key: String, event: String?) throws(TouchStartError) -> PopupSession {
        let (server, collector) = try state.withLock { (state) throws(TouchStartError) in
            (try state.start.requireStarted(), state.collector)
        }
        return PopupSession(
            popupKey: key, event: event, server: server, configuration: configuration, transport: transport,
            cache: cache,
            store: popups, turn: turn, collector: collector)
    }

    /// Whether pop-ups may come: switch all off while the user must not be interrupted. A card on screen stays; one that
    /// would come during that time waits, as long as its patience lasts.
    public var allowsPopups: Bool {
        get { turn.isOpen }
        set { turn.isOpen = newValue }
    }

    /// Whether one of this service's pop-ups is on the screen.
    public var isShowingPopup: Bool { turn.isTaken }

    /// Opens a link the way a banner view does.
    public func open(_ openURL: String, isConsumed: Bool = false, route: (String) -> Void) -> LinkOutcome {
        let host = state.withLock { $0.start.host }
        return configuration.open(openURL, isConsumed: isConsumed, base: host, route: route)
    }
}
