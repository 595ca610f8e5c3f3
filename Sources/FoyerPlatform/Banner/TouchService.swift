import FoyerCore
import FoyerSystem
import Synchronization

/// The way to banners: native templates through ``session(forKey:)``, self-rendering through ``bannerData(forKey:)``.
///
/// In this order: a collector that has started, a server host, ``start()``.
public final class TouchService: Sendable {
    private struct State {
        var start = TouchStart()
        var collector: (any EventCollector)?
        var bindings = BannerBindings()
    }

    public let configuration: TouchConfiguration
    private let transport: HTTPTransport
    private let cache: BannerCache
    private let popups: PopupStore
    private let turn = PopupTurn()
    private let state = Mutex(State())

    public convenience init(places: Places, configuration: TouchConfiguration = TouchConfiguration()) {
        self.init(cache: BannerCache(places: places), places: places, configuration: configuration)
    }

    init(cache: BannerCache, places: Places, configuration: TouchConfiguration) {
        self.cache = cache
        popups = PopupStore(places: places)
        self.configuration = configuration
        transport = HTTPTransport(configuration.network)
    }

    // MARK: - Starting

    /// What events go to; set it before `start`.
    public func setCollector(_ collector: any EventCollector) {
        state.withLock { $0.collector = collector }
    }

    /// The platform's base.
    public func setServerHost(_ host: WebAddress) {
        state.withLock { $0.start.host = host }
    }

    /// - Throws: what is missing.
    public func start() throws(TouchStartError) {
        try state.withLock { (state) throws(TouchStartError) in
            state.start.collector = state.collector.flatMap { $0.isStarted ? $0.version : nil }
            try state.start.start()
        }
    }

    public var isStarted: Bool { state.withLock { $0.start.isStarted } }

    /// Lets go of the network; everything that is under way ends.
    public func close() {
        transport.close()
    }

    /// The native template: what a banner view needs behind it. Each view has a session of its own.
    ///
    /// - Parameter key: the banner's; without one the load ends in −989.
    public func session(forKey key: String?) throws(TouchStartError) -> BannerSession {
        let (server, collector) = try state.withLock { (state) throws(TouchStartError) in
            (try state.start.requireStarted(), state.collector)
        }
        return BannerSession(
            bannerKey: key, server: server, configuration: configuration, transport: transport, cache: cache,
            collector: collector)
    }

    /// What a pop-up needs behind it. Of all pop-ups of a service one is shown at a time.
    public func popupSession(forKey key: String) throws(TouchStartError) -> PopupSession {
        let (server, collector) = try state.withLock { (state) throws(TouchStartError) in
            (try state.start.requireStarted(), state.collector)
        }
        return PopupSession(
            popupKey: key, server: server, configuration: configuration, transport: transport, cache: cache,
            store: popups, turn: turn, collector: collector)
    }

    // MARK: - Self-rendering

    /// The data of a banner key, for a host that draws the items itself: from the platform, else the last good one.
    ///
    /// - Throws: −989 without a key, −994 where there is no data.
    public func bannerData(forKey key: String?) async throws(BannerFailure) -> BannerData {
        let session: BannerSession
        do throws(TouchStartError) { session = try self.session(forKey: key) } catch {
            throw BannerFailure(.noData, cause: error.description)
        }
        let result = await session.load(pictures: false, hasErrorImage: false)
        session.close()
        if let data = result.load.data { return data }
        throw result.failure ?? BannerFailure(.noData, cause: "no data has come in time")
    }

    /// The same in the older form; one of the two is called once, on any thread.
    public func loadBannerData(
        forKey key: String?, success: @escaping @Sendable (BannerData) -> Void,
        failure: @escaping @Sendable (BannerFailure) -> Void
    ) {
        Task { [self] in
            do throws(BannerFailure) { success(try await bannerData(forKey: key)) } catch { failure(error) }
        }
    }

    /// Makes a view of the host known under a name, so that items can be bound to it.
    public func addView(_ name: String) {
        state.withLock { $0.bindings.add(view: name) }
    }

    /// Forgets a view, and what was bound to it.
    public func removeView(_ name: String) {
        state.withLock { $0.bindings.remove(view: name) }
    }

    /// Binds an item to the view that shows it.
    ///
    /// - Throws: −994 without data, −990 without an item, −993 for an item that is none of the data's, −992 for a view
    ///   that is not known.
    public func bind(_ item: BannerItem?, of data: BannerData?, to view: String?) throws(BannerFailure) {
        try state.withLock { (state) throws(BannerFailure) in try state.bindings.bind(item, of: data, to: view) }
    }

    /// The same for a binding that is named in a file or on the command line: any of the codes can come of it.
    public func bind(_ binding: BannerBinding, in data: BannerData?) throws(BannerFailure) {
        try state.withLock { (state) throws(BannerFailure) in try state.bindings.bind(binding, in: data) }
    }

    /// A view was clicked: records it, and answers the link of the item that the view shows; it may be empty.
    public func click(onView name: String?) throws(BannerFailure) -> String {
        let (found, collector) = try state.withLock { (state) throws(BannerFailure) in
            (try state.bindings.item(clickedOn: name), state.collector)
        }
        collector?.record(.click, bannerKey: found.bannerKey, index: found.item.index)
        return found.item.openURL
    }

    /// The item that a view shows was seen: records the impression.
    public func shown(onView name: String?) throws(BannerFailure) {
        let (found, collector) = try state.withLock { (state) throws(BannerFailure) in
            (try state.bindings.item(clickedOn: name), state.collector)
        }
        collector?.record(.impression, bannerKey: found.bannerKey, index: found.item.index)
    }

    /// Opens a link as a banner view would.
    public func open(_ openURL: String, isConsumed: Bool = false, route: (String) -> Void) -> LinkOutcome {
        let host = state.withLock { $0.start.host }
        return configuration.open(openURL, isConsumed: isConsumed, base: host, route: route)
    }
}
