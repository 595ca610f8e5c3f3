import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Synchronization

/// The entry point to banners: native templates through ``session(forKey:)``, self-rendering through
/// ``bannerData(forKey:)``.
///
/// Set it up in this order: a collector that has started, a server host, ``start()``.
public final class TouchService: Sendable {
    private struct State {
        var start = TouchStart()
        var collector: (any EventCollector)?
        var bindings = BannerBindings()
        /// The callback for a click on each view.
        var selections: [String: BannerSelection] = [:]
        /// The latest data of each key, the most recent first.
        var known: [BannerData] = []
    }

    /// How the service is reached, and how long answers may take.
    public let configuration: TouchConfiguration
    let transport: HTTPTransport
    let cache: CampaignCache
    let popupStore: PopupStore
    let places: Places
    let turn = PopupTurn()
    private let state = Mutex(State())

    /// A service that keeps what it knows in the user's folders.
    public convenience init(places: Places, configuration: TouchConfiguration = TouchConfiguration()) {
        self.init(
            cache: CampaignCache(places: places, scope: configuration.trust?.scope), places: places,
            configuration: configuration)
    }

    init(cache: CampaignCache, places: Places, configuration: TouchConfiguration) {
        self.cache = cache
        popupStore = PopupStore(places: places)
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

    /// The platform, and the collector for its events, once everything is in order.
    func started() throws(TouchStartError) -> (WebAddress, (any EventCollector)?) {
        try state.withLock { (state) throws(TouchStartError) in
            (try state.start.requireStarted(), state.collector)
        }
    }

    /// A session for a banner view; each view needs its own.
    ///
    /// - Parameter key: the banner's key; without one the load fails with −989.
    public func session(forKey key: String?) throws(TouchStartError) -> BannerSession {
        BannerSession(campaign: try CampaignSession(.banner(key), of: self))
    }

    /// The pop-ups that the platform lists, in its order; empty if it lists none.
    public func popups() async throws(CatalogueError) -> [CataloguedPopup] {
        let host: WebAddress
        do { (host, _) = try started() } catch { throw .notStarted(error) }
        let documents = PlatformDocuments(server: host, transport: transport, cache: DocumentCache(places))
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
        PopupSession(campaign: try CampaignSession(.event(name), of: self))
    }

    /// A session for a pop-up. A service shows only one of its pop-ups at a time.
    public func popupSession(forKey key: String) throws(TouchStartError) -> PopupSession {
        PopupSession(campaign: try CampaignSession(.popup(key), of: self))
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
        let outcome = configuration.open(openURL, isConsumed: isConsumed, base: host)
        if case .routed(let link) = outcome { route(link) }
        return outcome
    }
}

/// Receives the link that a click on a bound view opens, or why there is none; called on the thread that reported the
/// click.
public typealias BannerSelection = @Sendable (Result<String, BannerFailure>) -> Void

// MARK: - Self-rendering: the host asks for the data, draws the items itself, and binds each to a view
extension TouchService {
    /// The data of a banner key, for a host that draws the items itself: from the platform, or the last good data if
    /// that fails. Picture addresses are absolute.
    ///
    /// - Throws: −989 without a key, −994 if there is no data.
    public func bannerData(forKey key: String?) async throws(BannerFailure) -> BannerData {
        let session: CampaignSession
        do { session = try CampaignSession(.banner(key), of: self) } catch {
            throw BannerFailure(.noData, cause: error.description)
        }
        let result = await session.load(pictures: false, hasErrorImage: false)
        session.close()
        guard let data = result.load.data?.absolute(to: session.server) else {
            throw result.failure ?? BannerFailure(.noData, .bannerTooLate)
        }
        state.withLock { state in
            state.known.removeAll { $0.bannerKey == data.bannerKey }
            state.known.insert(data, at: 0)
        }
        return data
    }

    /// The same with callbacks; exactly one of the two is called, once, on any thread.
    public func loadBannerData(
        forKey key: String?, success: @escaping @Sendable (BannerData) -> Void,
        failure: @escaping @Sendable (BannerFailure) -> Void
    ) {
        Task { [self] in
            do throws(BannerFailure) { success(try await bannerData(forKey: key)) } catch { failure(error) }
        }
    }

    /// Registers a view of the host under a name, so that items can be bound to it.
    public func addView(_ name: String) {
        state.withLock { $0.bindings.add(view: name) }
    }

    /// Removes a view and its binding.
    public func removeView(_ name: String) {
        state.withLock { state in
            state.bindings.remove(view: name)
            state.selections[name] = nil
        }
    }

    // MARK: - Binding

    /// Binds an item of a banner to the view that shows it.
    ///
    /// - Parameters:
    ///   - key: the key of a banner whose data ``bannerData(forKey:)`` has returned.
    ///   - selected: receives the link that a click on the view opens.
    /// - Throws: −989 without a key, −994 without data, −990 without an item, −993 for an item that is not in the
    ///   data, −992 for an unknown view.
    public func bindBanner(
        key: String?, view: String?, item: BannerItem?, selected: @escaping BannerSelection
    ) throws(BannerFailure) {
        guard let key, !key.isEmpty else { throw BannerFailure(.noKey, .noBannerKey) }
        let data = state.withLock { $0.known.first { $0.bannerKey == key } }
        try bind(item, of: data, to: view, selected: selected)
    }

    /// The same for an item of any banner whose data was asked for. If several have an equal one, it is that of the banner
    /// that was asked for last.
    public func bindItemData(
        _ item: BannerItem?, toClickView view: String?, selected: @escaping BannerSelection
    ) throws(BannerFailure) {
        let known = state.withLock { $0.known }
        if !known.isEmpty {
            guard let item else { throw BannerFailure(.noItem, .noItemOfAny) }
            guard known.contains(where: { $0.items.contains(item) }) else {
                throw BannerFailure(.noSuchItem, .noSuchItemInAny(item.index))
            }
        }
        let data = known.first { data in item.map(data.items.contains) ?? false }
        try bind(item, of: data, to: view, selected: selected)
    }

    /// Binds an item to the view that shows it.
    ///
    /// - Throws: −994 without data, −990 without an item, −993 for an item that is not in the data, −992 for an
    ///   unknown view.
    public func bind(
        _ item: BannerItem?, of data: BannerData?, to view: String?, selected: BannerSelection? = nil
    ) throws(BannerFailure) {
        try state.withLock { (state) throws(BannerFailure) in
            try state.bindings.bind(item, of: data, to: view)
            if let view { state.selections[view] = selected }
        }
    }

    /// The same for a binding from a file or the command line, which may fail with any of the codes.
    package func bind(
        _ binding: BannerBinding, in data: BannerData?, selected: BannerSelection? = nil
    ) throws(BannerFailure) {
        try state.withLock { (state) throws(BannerFailure) in
            try state.bindings.bind(binding, in: data)
            if let view = binding.view { state.selections[view] = selected }
        }
    }

    // MARK: - What the user does

    /// Records a click on a view, and calls the binding's callback.
    ///
    /// - Returns: the link of the view's item; may be empty.
    @discardableResult
    public func click(onView name: String?) throws(BannerFailure) -> String {
        let selected = state.withLock { state in name.flatMap { state.selections[$0] } }
        do {
            let (found, collector) = try found(onView: name)
            collector?.record(.click, key: found.bannerKey, index: found.item.index)
            selected?(.success(found.item.openURL))
            return found.item.openURL
        } catch {
            selected?(.failure(error))
            throw error
        }
    }

    /// Records that the item of a view was seen.
    public func shown(onView name: String?) throws(BannerFailure) {
        let (found, collector) = try found(onView: name)
        collector?.record(.impression, key: found.bannerKey, index: found.item.index)
    }

    private func found(
        onView name: String?
    ) throws(BannerFailure) -> ((bannerKey: String, item: BannerItem), (any EventCollector)?) {
        try state.withLock { (state) throws(BannerFailure) in
            (try state.bindings.item(clickedOn: name), state.collector)
        }
    }
}
