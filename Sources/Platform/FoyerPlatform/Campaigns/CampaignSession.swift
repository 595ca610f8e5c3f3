import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Synchronization

/// A banner for one screen, for ``TouchBanner``. ``TouchService/session(forKey:)`` makes it, on any thread.
public struct BannerSession: Sendable {
    let campaign: CampaignSession
}

/// A pop-up for one screen, for ``TouchPopup``. ``TouchService/popupSession(forKey:)`` and
/// ``TouchService/trackEvent(_:)`` make it, on any thread.
public struct PopupSession: Sendable {
    let campaign: CampaignSession
}

/// One campaign on one screen: asks the platform and the disk for it, fetches its pictures, and reports to its owner.
///
/// A view keeps the campaign's rules (`BannerLoad`, `PopupMachine`), passes each effect to `perform`, and handles each
/// posted event in its loop. Nothing is posted after `close`.
final class CampaignSession: Sendable {
    /// What is asked for.
    enum Wish: Sendable {
        /// Without a key a load fails with −989.
        case banner(String?)
        case popup(String)
        /// The pop-up that this event of the host's brings.
        case event(String)
    }

    private struct State {
        /// Of a pop-up that an event brings: unknown until it has been chosen.
        var key: String?
        /// The indices of the items that show each picture, by address.
        var places: [String: [Int]] = [:]
        /// Pictures that have not been fetched yet, by address, and the order in which they were requested. An entry of
        /// the order whose picture no longer waits is skipped.
        var waitingPictures: [String: PicturePost] = [:]
        var order: [String] = []
        /// Pictures to fetch before others, in order.
        var preferredPictures: [String] = []
        /// Whether the others are fetched at all.
        var fetchesOthers = true
        var busyFetchers = 0
        /// The id of the pop-up that is recorded as shown, and the day, which `release` takes back.
        var recorded: (id: String, day: Int64)?
    }

    typealias PicturePost = @Sendable (_ imageURL: String, _ isHere: Bool) -> Void

    let server: WebAddress
    let configuration: TouchConfiguration
    let turn: PopupTurn
    /// The campaign's pictures, drawn in cells.
    let pictures: CampaignPictures
    private let wish: Wish
    private let documents: PlatformDocuments
    private let cache: CampaignCache
    private let store: PopupStore
    private let config: RemoteConfigStore
    private let collector: (any EventCollector)?
    private let state: Mutex<State>
    private let tasks: SessionTasks
    private var surroundings: PlatformSurroundings { configuration.network.surroundings }

    init(_ wish: Wish, of service: TouchService) throws(TouchStartError) {
        (server, collector) = try service.started()
        self.wish = wish
        configuration = service.configuration
        turn = service.turn
        documents = PlatformDocuments(
            server: server, transport: service.transport, cache: DocumentCache(service.places))
        cache = service.cache
        store = service.popupStore
        config = RemoteConfigStore(service.places, platform: server.text)
        state =
            switch wish {
            case .banner(let key): Mutex(State(key: key))
            case .popup(let key): Mutex(State(key: key))
            case .event: Mutex(State())
            }
        tasks = SessionTasks(configuration.network.surroundings.work)
        pictures = CampaignPictures(in: configuration.network.surroundings) { [server, cache] imageURL in
            (try? server.resolveBelow(imageURL)).flatMap { cache.picture($0) }
        }
    }

    var key: String? { state.withLock { $0.key } }

    /// The campaign's name in the log.
    private var name: String {
        switch wish {
        case .banner: "banner \(key ?? "")"
        case .popup: "pop-up \(key ?? "")"
        case .event(let event): "pop-up \(key ?? event)"
        }
    }

    /// Ends everything under way; nothing is posted afterwards. The task returns once requested writes are on the disk.
    @discardableResult
    func close() -> Task<Void, Never> {
        tasks.close()
        state.withLock { $0.waitingPictures = [:] }
        pictures.close()
        return Task { [tasks] in await tasks.finishDiskWork() }
    }

    /// Returns once no request is under way.
    func finishTasks() async {
        await tasks.finish()
    }

    private func tell<Event>(_ event: Event, _ post: (Event) -> Void) {
        if tasks.isOpen { post(event) }
    }

    /// Performs a change on the disk in its turn, and logs what the disk refuses; failing to cache is not an error.
    private func onDisk(_ change: @escaping @Sendable () throws -> Void) {
        tasks.onDisk { [self] in
            do { try change() } catch { configuration.note("the \(name) on the disk: \(error)") }
        }
    }

    // MARK: - A banner's load

    /// Performs a load's effects on network and disk, and reports the outcome. The view must also act on `showItems`,
    /// `hiddenChanged` and the reports.
    ///
    /// - Parameter post: receives the resulting events, on any thread.
    func perform(_ effects: [BannerLoadEffect], post: @escaping @Sendable (BannerLoadEvent) -> Void) {
        for effect in effects {
            switch effect {
            case .fetch(let key, let load):
                tasks.run { [self] in
                    let answer = await answer(for: key)
                    tell(.answered(answer, load: load), post)
                }
            case .readCache(let key, let load):
                tasks.onDisk { [self] in
                    tell(.cacheRead(cache.data(key, of: server), load: load), post)
                }
            case .writeCache(let data):
                onDisk { [self] in try cache.keep(data, of: server) }
            case .dropCache(let key):
                onDisk { [self] in try cache.drop(key, of: server) }
            case .fetchPicture(let imageURL):
                fetch(imageURL) { post($1 ? .pictureArrived(imageURL: $0) : .pictureFailed(imageURL: $0)) }
            case .showItems(let items):
                let places = Dictionary(grouping: items.indices, by: { items[$0].imageURL })
                state.withLock { $0.places = places }
            case .reportLoaded(_, from: .shown), .reportFailed: record(.error)
            case .reportLoaded: reportLoad()
            case .hiddenChanged, .reportErrorImageClicked: break
            }
        }
    }

    private func answer(for key: String) async -> BannerAnswer {
        do {
            let response = try await documents.get(
                "v1", "banners", key, bodyBound: BannerData.maxBytes,
                deadline: surroundings.now + configuration.timeout)
            return BannerAnswer(status: response.status, body: response.body, requested: key)
        } catch {
            return .failed(configuration.cause(of: error, asking: "the \(name)"))
        }
    }

    private func reportLoad() {
        switch configuration.reportsLoads {
        case true?: record(.load)
        case false?: break
        case nil:
            let scope = configuration.trust?.scope
            tasks.onDisk { [self] in
                if config.activated(scope).truth(TouchConfiguration.loadsKey).value { record(.load) }
            }
        }
    }

    // MARK: - A pop-up

    /// Performs an effect of a pop-up on network and disk; reports are the view's.
    ///
    /// - Parameter post: receives the resulting events, on any thread.
    func perform(_ effect: PopupEffect, post: @escaping @Sendable (PopupEvent) -> Void) {
        switch effect {
        case .fetch:
            tasks.run { [self] in
                let answer = await popupAnswer()
                tell(.answered(answer, at: configuration.wallClock()), post)
            }
        case .keep(let data): tasks.onDisk { [self] in tell(recordShown(data), post) }
        case .release:
            onDisk { [self] in
                if let (id, day) = state.withLock(\.recorded) { try store.takeBack(day, of: id) }
            }
        case .fetchPicture, .reportShown, .reportSelected, .reportClosed, .reportAbsent: break
        }
    }

    /// The platform's answer; a failure on the way is one, too. Waits no longer than a card may take to appear.
    func popupAnswer() async -> PopupAnswer {
        let deadline = surroundings.now + min(configuration.timeout, configuration.popupPatience)
        do {
            if case .event(let event) = wish { try await choose(for: event, deadline: deadline) }
            guard let key else { return .none }
            let response = try await documents.get(
                "v1", "popups", key, bodyBound: PopupData.maxBytes, deadline: deadline)
            return PopupAnswer(status: response.status, body: response.body, requested: key)
        } catch {
            return .failed(configuration.cause(of: error, asking: "the \(name)"))
        }
    }

    /// Chooses the pop-up that an event brings now; it may bring none.
    private func choose(for event: String, deadline: Instant) async throws {
        let listed = try await documents.catalogue(deadline: deadline, CataloguedPopup.list) ?? []
        let (store, now) = (store, configuration.wallClock())
        let chosen = await surroundings.work.run {
            CataloguedPopup.choice(of: listed, event: event, now: now) {
                (try? store.days(of: $0, now: now)) ?? []
            }
        }
        state.withLock { $0.key = chosen?.popupKey }
    }

    /// Records that the pop-up is shown, unless its frequency forbids it. Blocks on the disk.
    func recordShown(_ data: PopupData) -> PopupEvent {
        let now = configuration.wallClock()
        do {
            switch try store.recordShown(data, now: now) {
            case .refused: return .kept(false)
            case .recorded:
                state.withLock { $0.recorded = (data.id, now.day) }
                return .kept(true)
            }
        } catch {
            configuration.note("the \(name) on the disk: \(error)")
            return .keepFailed(Phrase(asIs: "\(error)"))
        }
    }

    // MARK: - Pictures

    /// The number of pictures fetched at a time.
    private static let fetchers = 4
    /// Two connections to each host are reserved for preferred pictures, so that slow ones do not delay the visible
    /// page.
    private static let fetchersForPreferred = TransferQueue.exchangesPerHost

    /// Fetches a picture when its turn comes: the disk's at once, then the server's if that is another one. (A pop-up is
    /// too brief to change its picture: the disk's is enough.)
    func fetch(_ imageURL: String, post: @escaping PicturePost) {
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
    func prefer(_ imageURLs: [String]) {
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
                while let (imageURL, post) = nextPicture() { await take(imageURL, post) }
            }
        }
    }

    /// The next picture for a fetcher; `nil` ends it.
    private func nextPicture() -> (String, PicturePost)? {
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

    private func take(_ imageURL: String, _ post: PicturePost) async {
        let address: WebAddress
        do { address = try server.resolveBelow(imageURL) } catch {
            return fail(imageURL, "\(error)", post)
        }
        let (cache, pictures) = (cache, pictures)
        let kept = await surroundings.work.run {
            cache.picture(address).flatMap { kept in (try? pictures.take(kept, for: imageURL)).map { _ in kept } }
        }
        if let kept {
            if tasks.isOpen { post(imageURL, true) }
            // Named by its content, it never changes.
            let isFinal = SiteContent.digest(namedBy: address.path) == kept.digest
            guard case .banner = wish, !isFinal else { return }
        }
        do {
            guard let fresh = try await ask(address, having: kept) else { return }
            try await show(fresh, at: address, for: imageURL, post)
        } catch {
            if kept == nil { fail(imageURL, error.sentence, post) }
        }
    }

    /// The server's picture; `nil` if it is unchanged.
    private func ask(
        _ address: WebAddress, having kept: CachedBody?
    ) async throws(TransferFailure) -> CachedBody? {
        var request = HTTPRequest(
            .get, address, bodyBound: TransferBounds.picture,
            deadline: surroundings.now + configuration.pictureTimeout)
        request.fields = kept?.conditions ?? []
        let response = try await documents.picture(request)
        if response.status == 304, kept != nil { return nil }
        return CachedBody(try response.requiringSuccess())
    }

    private func show(
        _ fresh: CachedBody, at address: WebAddress, for imageURL: String, _ post: PicturePost
    ) async throws(TransferFailure) {
        let pictures = pictures
        let isNew: Bool
        do {
            isNew = try await surroundings.work.run { () throws(PictureError) in
                try pictures.take(fresh, for: imageURL)
            }
        } catch {
            throw TransferFailure(.garbage, error.description)
        }
        // Replace a picture only with something that is one.
        onDisk { [cache] in try cache.keep(fresh, at: address) }
        if isNew, tasks.isOpen { post(imageURL, true) }
    }

    private func fail(_ imageURL: String, _ cause: String, _ post: PicturePost) {
        guard tasks.isOpen else { return }
        configuration.note("the picture \(imageURL) of the \(name): \(cause)")
        for place in state.withLock({ $0.places[imageURL] ?? [] }) { record(.error, index: place) }
        post(imageURL, false)
    }

    // MARK: - Reports to the campaign's owner

    /// - Parameter index: the item's or button's index, from 0; `nil` for the whole campaign.
    func record(_ kind: CampaignEvent.Kind, index: Int? = nil) {
        guard let key, !key.isEmpty else { return }
        collector?.record(kind, key: key, index: index)
    }

    /// Records that an item or a button was chosen, and opens its link unless the delegate handled it.
    func choose(_ index: Int, _ openURL: String, isConsumed: Bool) -> LinkOutcome {
        if case .banner = wish { record(.click, index: index) } else { record(.popupClick, index: index) }
        return configuration.open(openURL, isConsumed: isConsumed, base: server)
    }

    // MARK: - Without a view

    /// Loads the banner once: its data and, if asked for, its pictures.
    ///
    /// - Parameter time: for the pictures, which keep their placeholder if they take longer; the data has a limit of its
    ///   own. If `nil`, the configuration's timeout, with some time for the disk.
    func load(pictures: Bool, hasErrorImage: Bool, within time: Duration? = nil) async -> BannerResult {
        var load = BannerLoad(bannerKey: key, hasErrorImage: hasErrorImage)
        var source: BannerSource?
        var failure: BannerFailure?
        var isTimeUp = false
        // `nil` means that the time is up.
        let (events, inbox) = AsyncStream.makeStream(of: BannerLoadEvent?.self)
        let clock = WakePipe()
        let deadline = surroundings.now + (time ?? configuration.timeout + Self.timeForDisk)
        let timer = Task { [surroundings] in
            guard let clock, pictures else { return }
            await surroundings.work.run { clock.wait(until: deadline) }
            inbox.yield(nil)
        }
        func take(_ event: BannerLoadEvent) {
            let effects = load.handle(event).filter { effect in
                if case .fetchPicture = effect { pictures } else { true }
            }
            for case .reportLoaded(_, let from) in effects { source = from }
            for case .reportFailed(_, let why) in effects { failure = why }
            perform(effects) { inbox.yield($0) }
        }
        func isDone() -> Bool {
            !load.isLoading && (!pictures || isTimeUp || load.arePicturesSettled)
        }
        take(.loadRequested)
        if !isDone() {
            for await event in events {
                if let event { take(event) } else { isTimeUp = true }
                if isDone() { break }
            }
        }
        clock?.wake()
        await timer.value
        await tasks.finishDiskWork()
        return BannerResult(load: load, source: source, failure: failure)
    }

    /// The time left for reading the disk if the server has used all of its own.
    private static let timeForDisk = Duration.milliseconds(500)
}

/// The outcome of loading a banner once.
struct BannerResult: Sendable {
    let load: BannerLoad
    /// The source of the data on display; `nil` if there is none.
    let source: BannerSource?
    /// Why the load failed; `nil` if it succeeded.
    let failure: BannerFailure?

    var status: BannerLoad.Status { load.status(from: source) }
    /// The last line of `foyer banner --json`.
    var json: JSON { load.resultJSON(from: source, failure: failure) }
}

extension BannerLoad {
    /// Whether each page has its picture, or will not get one.
    fileprivate var arePicturesSettled: Bool {
        (data?.items ?? []).allSatisfy { picture(of: $0) != .placeholder }
    }
}

/// The tasks of one session. Nothing starts after `close`, and writes to the disk keep their order.
final class SessionTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastTask = 0
        var diskWork: Task<Void, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let work: BlockingWork

    init(_ work: BlockingWork) {
        self.work = work
    }

    var isOpen: Bool { state.withLock { !$0.isClosed } }

    func run(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.lastTask += 1
            let number = state.lastTask
            state.tasks[number] = Task { [self] in
                await body()
                self.state.withLock { $0.tasks[number] = nil }
            }
        }
    }

    func onDisk(_ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            let before = state.diskWork
            state.diskWork = Task { [work] in
                await before?.value
                await work.run(body)
            }
        }
    }

    /// Cancels running tasks; writes to the disk continue.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }

    /// Returns once all tasks have ended.
    func finish() async {
        while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
    }

    /// Returns once all requested writes are on the disk.
    func finishDiskWork() async {
        await state.withLock { $0.diskWork }?.value
    }
}
