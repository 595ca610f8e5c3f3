import FoyerCore
import FoyerSystem
import Synchronization

/// One banner on one screen: performs the effects of its `BannerLoad`, fetches its pictures, and reports impressions
/// and clicks to the campaign's owner.
///
/// The host keeps the `BannerLoad` and the carousel, passes every effect to `perform`, and handles every posted event
/// in its loop. Nothing is posted after `close`.
public final class BannerSession: Sendable {
    /// The banner's key; without one a load fails with −989.
    public let bannerKey: String?
    /// The platform's base address.
    public let server: WebAddress
    /// The banner's pictures, drawn in cells.
    package let pictures: CampaignPictures

    private struct State {
        /// The indices of the items that show each picture, by address.
        var places: [String: [Int]] = [:]
        /// Pictures that have not been fetched yet, by address, and the order in which they were requested. An entry of
        /// the order whose picture no longer waits is skipped.
        var waitingPictures: [String: Post] = [:]
        var order: [String] = []
        /// Pictures to fetch before others, in order.
        var preferredPictures: [String] = []
        /// Whether the others are fetched at all.
        var fetchesOthers = true
        var busyFetchers = 0
    }

    package typealias Post = @Sendable (BannerLoadEvent) -> Void

    let configuration: TouchConfiguration
    var surroundings: PlatformSurroundings { configuration.network.surroundings }
    private let documents: PlatformDocuments
    private let cache: CampaignCache
    private let collector: (any EventCollector)?
    /// Whether the site's config asks for loads; reads the disk.
    private let asksForLoads: @Sendable () -> Bool
    private let state = Mutex(State())
    private let tasks: SessionTasks

    init(
        bannerKey: String?, server: WebAddress, configuration: TouchConfiguration, transport: HTTPTransport,
        cache: CampaignCache, collector: (any EventCollector)?, asksForLoads: @escaping @Sendable () -> Bool = { false }
    ) {
        self.asksForLoads = asksForLoads
        self.bannerKey = bannerKey
        self.server = server
        self.configuration = configuration
        documents = PlatformDocuments(server: server, transport: transport, trust: configuration.trust)
        self.cache = cache
        self.collector = collector
        tasks = SessionTasks(configuration.network.surroundings.work)
        pictures = CampaignPictures(in: configuration.network.surroundings) { imageURL in
            (try? server.resolve(imageURL)).flatMap { cache.picture($0) }
        }
    }

    /// Ends everything under way; nothing is posted afterwards.
    public func close() {
        tasks.close()
        state.withLock { $0.waitingPictures = [:] }
        pictures.close()
    }

    // MARK: - Effects

    /// Performs a load's effects on network and disk, and records the outcome. The host must also act on `showItems`,
    /// `hiddenChanged` and the reports.
    ///
    /// - Parameter post: receives the resulting events, on any thread.
    package func perform(_ effects: [BannerLoadEffect], post: @escaping Post) {
        for effect in effects {
            switch effect {
            case .fetch(let key, let load):
                tasks.run { [self] in
                    let answer = await answer(for: key)
                    tell(.answered(answer, load: load), post)
                }
            case .readCache(let key, let load):
                tasks.onDisk { [self] in tell(.cacheRead(cache.data(key, of: server), load: load), post) }
            case .writeCache(let data):
                tasks.onDisk { [self] in logFailure { () throws(DiskError) in try cache.keep(data, of: server) } }
            case .dropCache(let key):
                tasks.onDisk { [self] in logFailure { () throws(DiskError) in try cache.drop(key, of: server) } }
            case .fetchPicture(let imageURL): queue(imageURL, post)
            case .showItems(let items):
                let places = Dictionary(grouping: items.indices, by: { items[$0].imageURL })
                state.withLock { $0.places = places }
            case .reportLoaded(_, from: .shown), .reportFailed: record(.error, index: nil)
            case .reportLoaded: reportLoad()
            case .hiddenChanged, .reportErrorImageClicked: break
            }
        }
    }

    /// The platform's answer for a key; every failure becomes one, too.
    func answer(for key: String) async -> BannerAnswer {
        do {
            let response = try await documents.get(
                "v1", "banners", key, bodyBound: BannerData.maxBytes,
                deadline: surroundings.now + configuration.timeout)
            return BannerAnswer(status: response.status, body: response.body, requested: key)
        } catch {
            return .failed(configuration.cause(of: error, asking: "the banner \(key)"))
        }
    }

    private func tell(_ event: BannerLoadEvent, _ post: Post) {
        if tasks.isOpen { post(event) }
    }

    /// Logs what the disk refuses; failing to cache is not an error.
    private func logFailure(of change: () throws(DiskError) -> Void) {
        do throws(DiskError) { try change() } catch { configuration.note("the banner's cache: \(error)") }
    }

    /// Returns once no request is under way.
    func finishTasks() async {
        await tasks.finish()
    }

    /// Returns once all requested writes are on the disk; await it after `close`.
    package func finishDiskWork() async {
        await tasks.finishDiskWork()
    }

    // MARK: - Pictures

    /// The number of pictures fetched at a time.
    private static let fetchers = 4
    /// Two connections to each host are reserved for preferred pictures, so that slow ones do not delay the visible
    /// page.
    private static let fetchersForPreferred = TransferQueue.exchangesPerHost

    private func queue(_ imageURL: String, _ post: @escaping Post) {
        startFetchers { state in
            if state.waitingPictures.updateValue(post, forKey: imageURL) == nil, state.fetchesOthers {
                state.order.append(imageURL)
            }
            let isPreferred = state.preferredPictures.contains(imageURL)
            let most = isPreferred ? Self.fetchersForPreferred : state.fetchesOthers ? Self.fetchers : 0
            return state.busyFetchers < most ? 1 : 0
        }
    }

    /// From now on fetches only preferred pictures, for a view that shows one page after the other: of a thousand pages,
    /// nobody sees most.
    func fetchPreferredOnly() {
        state.withLock { $0.fetchesOthers = false }
    }

    /// Fetches these pictures before all others, in order: the visible page, then its neighbours.
    ///
    /// - Parameter imageURLs: addresses as in the items; those already here, under way or never requested are ignored.
    package func prefer(_ imageURLs: [String]) {
        startFetchers { state in
            state.preferredPictures = imageURLs
            let waiting = imageURLs.count { state.waitingPictures[$0] != nil }
            return min(waiting, Self.fetchersForPreferred - state.busyFetchers)
        }
    }

    /// Changes the queue, and starts as many fetchers as the closure returns.
    private func startFetchers(_ change: (inout State) -> Int) {
        let count = state.withLock { state in
            guard tasks.isOpen else { return 0 }
            let count = max(0, change(&state))
            state.busyFetchers += count
            return count
        }
        for _ in 0..<count {
            tasks.run { [self] in
                while let (imageURL, post) = nextPicture() { await fetch(imageURL, post) }
            }
        }
    }

    /// The next picture for a fetcher; `nil` ends it.
    private func nextPicture() -> (String, Post)? {
        state.withLock { state in
            let next = state.preferredPictures.first { state.waitingPictures[$0] != nil } ?? Self.nextOther(&state)
            guard let next, let post = state.waitingPictures.removeValue(forKey: next) else {
                state.busyFetchers -= 1
                return nil
            }
            return (next, post)
        }
    }

    /// The next picture that is not preferred.
    private static func nextOther(_ state: inout State) -> String? {
        guard state.fetchesOthers, state.busyFetchers <= fetchers else { return nil }
        let count = state.order.prefix { state.waitingPictures[$0] == nil }.count
        state.order.removeFirst(count)
        return state.order.first
    }

    /// Shows the picture on disk while asking the server whether it has changed.
    private func fetch(_ imageURL: String, _ post: Post) async {
        let address: WebAddress
        do { address = try server.resolve(imageURL) } catch {
            return fail(imageURL, "\(error)", post)
        }
        let (cache, pictures) = (cache, pictures)
        let kept = await surroundings.work.run {
            cache.picture(address).flatMap { kept in (try? pictures.take(kept, for: imageURL)).map { _ in kept } }
        }
        if kept != nil { tell(.pictureArrived(imageURL: imageURL), post) }
        do throws(TransferFailure) {
            guard let fresh = try await ask(address, having: kept) else { return }
            try await show(fresh, at: address, for: imageURL, post)
        } catch {
            if kept == nil { fail(imageURL, error.sentence, post) }
        }
    }

    /// The server's picture; `nil` if it is unchanged.
    private func ask(
        _ address: WebAddress, having kept: CachedPicture?
    ) async throws(TransferFailure) -> CachedPicture? {
        var request = HTTPRequest(
            .get, address, bodyBound: TransferBounds.picture,
            deadline: surroundings.now + configuration.pictureTimeout)
        request.fields = [
            kept?.entityTag.flatMap { HTTPField("If-None-Match", $0) },
            kept?.lastModified.flatMap { HTTPField("If-Modified-Since", $0) },
        ].compactMap { $0 }
        let response = try await documents.picture(request)
        if response.status == 304, kept != nil { return nil }
        return CachedPicture(try response.requiringSuccess())
    }

    private func show(
        _ fresh: CachedPicture, at address: WebAddress, for imageURL: String, _ post: Post
    ) async throws(TransferFailure) {
        let pictures = pictures
        let isNew: Bool
        do throws(PictureError) {
            isNew = try await surroundings.work.run { () throws(PictureError) in
                try pictures.take(fresh, for: imageURL)
            }
        } catch {
            throw TransferFailure(.garbage, error.description)
        }
        // Replace a picture only with something that is one.
        tasks.onDisk { [self] in logFailure { () throws(DiskError) in try cache.keep(fresh, at: address) } }
        if isNew { tell(.pictureArrived(imageURL: imageURL), post) }
    }

    private func fail(_ imageURL: String, _ cause: String, _ post: Post) {
        guard tasks.isOpen else { return }
        let places = state.withLock { $0.places[imageURL] ?? [] }
        configuration.note("the picture \(imageURL) of the banner \(bannerKey ?? ""): \(cause)")
        for place in places { record(.error, index: place) }
        post(.pictureFailed(imageURL: imageURL))
    }

    // MARK: - Reports to the campaign's owner

    /// Reports an impression, a click, a load or an error to the campaign's owner.
    ///
    /// - Parameter index: the item's index, from 0; `nil` for the whole banner.
    package func record(_ kind: CampaignEvent.Kind, index: Int?) {
        guard let bannerKey, !bannerKey.isEmpty else { return }
        collector?.record(kind, key: bannerKey, index: index)
    }

    private func reportLoad() {
        switch configuration.reportsLoads {
        case true?: record(.load, index: nil)
        case false?: break
        case nil: tasks.onDisk { [self] in if asksForLoads() { record(.load, index: nil) } }
        }
    }

    /// Records a click on an item, and opens its link unless the delegate handled it.
    ///
    /// - Parameters:
    ///   - isConsumed: whether the delegate handled the link.
    ///   - route: receives a link of the host's own scheme, as written.
    public func choose(
        index: Int, openURL: String, isConsumed: Bool, route: (String) -> Void
    ) -> LinkOutcome {
        record(.click, index: index)
        return configuration.open(openURL, isConsumed: isConsumed, base: server, route: route)
    }
}

/// A banner's access to network and disk, as functions: a session's, or a test's.
struct BannerAccess {
    var perform: ([BannerLoadEffect], _ post: @escaping BannerSession.Post) -> Void
    /// The picture in that style, if it has been drawn already.
    var cells: (_ imageURL: String, PictureStyle) -> CellPicture?
    var prepare: ([String], PictureStyle, _ post: @escaping @Sendable (PreparedPicture) -> Void) -> Void
    /// Maps a picture that the host supplies.
    var map: (Pixels, PictureStyle, _ post: @escaping @Sendable (CellPicture) -> Void) -> Void
    /// Fetches these before all other pictures.
    var prefer: (_ imageURLs: [String]) -> Void
    var recordImpression: (_ index: Int) -> Void
    var choose: (_ index: Int, _ openURL: String, _ isConsumed: Bool) -> LinkOutcome
    /// Ends everything; the task returns once pending writes are on the disk.
    var close: () -> Task<Void, Never>
}

extension BannerAccess {
    /// For a view that shows one page after the other.
    init(_ session: BannerSession) {
        session.fetchPreferredOnly()
        perform = { session.perform($0, post: $1) }
        cells = { session.pictures.cells(for: $0, style: $1) }
        prepare = { session.pictures.prepare($0, style: $1, post: $2) }
        map = { [surroundings = session.surroundings] pixels, style, post in
            Task { post(surroundings.cells(for: pixels, style: style)) }
        }
        prefer = { session.prefer($0) }
        recordImpression = { session.record(.impression, index: $0) }
        choose = { session.choose(index: $0, openURL: $1, isConsumed: $2, route: { _ in }) }
        close = {
            session.close()
            return Task { await session.finishDiskWork() }
        }
    }
}
