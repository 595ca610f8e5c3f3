import FoyerCore
import FoyerSystem
import Synchronization

/// One banner on one screen: carries out what its `BannerLoad` asks for, brings its pictures, and tells the campaign's
/// owner what was shown and chosen.
///
/// The host keeps the `BannerLoad` and the carousel, hands every effect to `perform`, and takes every event back into
/// its loop. Nothing is posted after `close`.
public final class BannerSession: Sendable {
    public let bannerKey: String?
    public let server: WebAddress
    /// The banner's pictures, drawn in cells.
    package let pictures: BannerPictures

    private struct State {
        /// The places of the items that show a picture, by its address.
        var places: [String: [Int]] = [:]
        var waitingPictures: [(imageURL: String, post: Post)] = []
        /// Those that are to come before the others, the first ones first.
        var preferredPictures: [String] = []
        var busyFetchers = 0
    }

    package typealias Post = @Sendable (BannerLoadEvent) -> Void

    let configuration: TouchConfiguration
    var surroundings: PlatformSurroundings { configuration.network.surroundings }
    private let transport: HTTPTransport
    private let cache: BannerCache
    private let collector: (any EventCollector)?
    private let state = Mutex(State())
    private let tasks: SessionTasks

    init(
        bannerKey: String?, server: WebAddress, configuration: TouchConfiguration, transport: HTTPTransport,
        cache: BannerCache, collector: (any EventCollector)?
    ) {
        self.bannerKey = bannerKey
        self.server = server
        self.configuration = configuration
        self.transport = transport
        self.cache = cache
        self.collector = collector
        tasks = SessionTasks(configuration.network.surroundings.work)
        pictures = BannerPictures(in: configuration.network.surroundings) { imageURL in
            (try? server.resolve(imageURL)).flatMap { cache.picture($0) }
        }
    }

    /// Ends everything that runs; nothing is posted any more.
    public func close() {
        tasks.close()
        state.withLock { $0.waitingPictures = [] }
        pictures.close()
    }

    // MARK: - Effects

    /// Does what the load asks of network and disk, and records how it went. The effects that are the host's
    /// (`showItems`, `hiddenChanged`, the reports) are the host's to act upon as well.
    ///
    /// - Parameter post: takes what happened, on any thread.
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
                tasks.onDisk { [self] in note { () throws(DiskError) in try cache.keep(data, of: server) } }
            case .dropCache(let key):
                tasks.onDisk { [self] in note { () throws(DiskError) in try cache.drop(key, of: server) } }
            case .fetchPicture(let imageURL): queue(imageURL, post)
            case .showItems(let items):
                let places = Dictionary(grouping: items.indices, by: { items[$0].imageURL })
                state.withLock { $0.places = places }
            case .reportLoaded(_, from: .shown), .reportFailed: record(.error, index: nil)
            case .reportLoaded: record(.load, index: nil)
            case .hiddenChanged, .reportErrorImageClicked: break
            }
        }
    }

    /// The platform's answer for a key, whatever goes wrong on the way.
    func answer(for key: String) async -> BannerAnswer {
        do {
            let documents = PlatformDocuments(server: server, transport: transport, trust: configuration.trust)
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

    /// Says in the log what the disk refuses: a cache that cannot be kept is no failure.
    private func note(_ change: () throws(DiskError) -> Void) {
        do throws(DiskError) { try change() } catch { configuration.note("the banner's cache: \(error)") }
    }

    /// Returns once nothing is under way with the server any more.
    func finishTasks() async {
        await tasks.finish()
    }

    /// Returns once all changes of the disk that were asked for are made; what a host waits for after `close`.
    public func finishDiskWork() async {
        await tasks.finishDiskWork()
    }

    // MARK: - Pictures

    /// Pictures that are fetched at a time.
    private static let fetchers = 4
    /// Two of a host's connections are kept for what is preferred: pictures that are slow do not hold up the one in sight.
    private static let fetchersForPreferred = TransferQueue.exchangesPerHost

    private func queue(_ imageURL: String, _ post: @escaping Post) {
        startFetchers { state in
            state.waitingPictures.append((imageURL, post))
            return state.busyFetchers < Self.fetchers ? 1 : 0
        }
    }

    /// Brings these pictures before all others, the first ones first: the page in sight, then its neighbours.
    ///
    /// - Parameter imageURLs: as the items write them; those that are here, or under way, or not asked for, do not matter.
    public func prefer(_ imageURLs: [String]) {
        startFetchers { state in
            state.preferredPictures = imageURLs
            let waiting = Self.preferredPlaces(state).count
            return min(waiting, Self.fetchersForPreferred - state.busyFetchers)
        }
    }

    /// Changes what waits, and starts as many fetchers as are answered.
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

    /// What this fetcher is to bring next; `nil` ends it.
    private func nextPicture() -> (String, Post)? {
        state.withLock { state in
            let preferred = Self.preferredPlaces(state).first
            let other = state.waitingPictures.isEmpty || state.busyFetchers > Self.fetchers ? nil : 0
            guard let place = preferred ?? other else {
                state.busyFetchers -= 1
                return nil
            }
            let next = state.waitingPictures.remove(at: place)
            return (next.imageURL, next.post)
        }
    }

    /// Where the preferred ones wait.
    private static func preferredPlaces(_ state: State) -> [Int] {
        state.preferredPictures.compactMap { wanted in
            state.waitingPictures.firstIndex { $0.imageURL == wanted }
        }
    }

    /// The picture of the disk is shown while the server is asked whether it is still the same.
    private func fetch(_ imageURL: String, _ post: Post) async {
        let address: WebAddress
        do { address = try server.resolve(imageURL) } catch {
            return fail(imageURL, "\(error)", post)
        }
        let (cache, pictures) = (cache, pictures)
        let kept = await surroundings.work.run { () -> CachedPicture? in
            guard let kept = cache.picture(address), (try? pictures.take(kept, for: imageURL)) != nil else {
                return nil
            }
            return kept
        }
        if kept != nil { tell(.pictureArrived(imageURL: imageURL), post) }
        do throws(TransferFailure) {
            guard let fresh = try await ask(address, having: kept) else { return }
            try await show(fresh, at: address, for: imageURL, post)
        } catch {
            if kept == nil { fail(imageURL, error.sentence, post) }
        }
    }

    /// What the server has; `nil` where it is what is here.
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
        let response = try await transport.fetch(request)
        if response.status == 304, kept != nil { return nil }
        let whole = try response.requiringSuccess()
        return CachedPicture(bytes: whole.body, entityTag: whole.entityTag, lastModified: whole.lastModified)
    }

    private func show(
        _ fresh: CachedPicture, at address: WebAddress, for imageURL: String, _ post: Post
    ) async throws(TransferFailure) {
        let pictures = pictures
        let result = await surroundings.work.run {
            Result { () throws(PictureError) in try pictures.take(fresh, for: imageURL) }
        }
        switch result {
        case .failure(let error): throw TransferFailure(.garbage, error.description)
        case .success(let isNew):
            // Only what is a picture takes the place of one that was.
            tasks.onDisk { [self] in note { () throws(DiskError) in try cache.keep(fresh, at: address) } }
            if isNew { tell(.pictureArrived(imageURL: imageURL), post) }
        }
    }

    private func fail(_ imageURL: String, _ cause: String, _ post: Post) {
        guard tasks.isOpen else { return }
        let places = state.withLock { $0.places[imageURL] ?? [] }
        configuration.note("the picture \(imageURL) of the banner \(bannerKey ?? ""): \(cause)")
        for place in places { record(.error, index: place) }
        post(.pictureFailed(imageURL: imageURL))
    }

    // MARK: - What the owner is told

    /// Tells the campaign's owner of an impression, a click, a load or an error.
    ///
    /// - Parameter index: the item's, from 0; `nil` where it is about the whole banner.
    package func record(_ kind: BannerEvent.Kind, index: Int?) {
        guard let bannerKey, !bannerKey.isEmpty else { return }
        collector?.record(kind, bannerKey: bannerKey, index: index)
    }

    /// An item was chosen: records the click, and opens its link unless the delegate took care of it.
    ///
    /// - Parameters:
    ///   - isConsumed: what the delegate answered.
    ///   - route: takes a link of the host's own scheme, as it is written.
    public func choose(
        index: Int, openURL: String, isConsumed: Bool, route: (String) -> Void
    ) -> LinkOutcome {
        record(.click, index: index)
        return configuration.open(openURL, isConsumed: isConsumed, base: server, route: route)
    }
}
