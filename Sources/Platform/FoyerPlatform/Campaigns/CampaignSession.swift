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
        /// Pictures that were asked for and have not come, by address.
        var wanted: [String: PicturePost] = [:]
        /// Those to fetch, in order: what a view has pinned, or all that were asked for.
        var order: [String] = []
        /// A view pins its pictures: of a thousand pages, most are never seen.
        var isPinned = false
        var fetching: Set<String> = []
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
        state.withLock { $0.wanted = [:] }
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
                    let deadline = surroundings.now + configuration.timeout
                    let answer: BannerAnswer = await answer(
                        "banners", key, bodyBound: BannerData.maxBytes, deadline: deadline)
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
        if case .event(let event) = wish {
            do { try await choose(for: event, deadline: deadline) } catch { return failed(error) }
        }
        guard let key else { return .noCampaign }
        return await answer("popups", key, bodyBound: PopupData.maxBytes, deadline: deadline)
    }

    private func answer<Campaign>(
        _ kind: String, _ key: String, bodyBound: Int, deadline: Instant
    ) async -> CampaignAnswer<Campaign> {
        do {
            let response = try await documents.get("v1", kind, key, bodyBound: bodyBound, deadline: deadline)
            return CampaignAnswer(status: response.status, body: response.body, requested: key)
        } catch {
            return failed(error)
        }
    }

    private func failed<Campaign>(_ error: any Error) -> CampaignAnswer<Campaign> {
        .failed(configuration.cause(of: error, asking: "the \(name)"))
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

    /// Fetches a picture: the disk's at once, then the server's if that is another one. (A pop-up is too brief to change
    /// its picture: the disk's is enough.) If a view pins its pictures, one that is not pinned waits until it is.
    func fetch(_ imageURL: String, post: @escaping PicturePost) {
        fetchMore { state in
            if state.wanted.updateValue(post, forKey: imageURL) == nil, !state.isPinned { state.order.append(imageURL) }
        }
    }

    func pin(
        _ imageURLs: [String], style: CellPicture.Style?, post: @escaping @Sendable (PreparedPicture) -> Void
    ) -> [String: CellPicture] {
        fetchMore { ($0.isPinned, $0.order) = (true, imageURLs) }
        guard let style else { return [:] }
        var drawn: [String: CellPicture] = [:]
        for imageURL in imageURLs { drawn[imageURL] = pictures.cells(for: imageURL, style: style) }
        let missing = imageURLs.filter { drawn[$0] == nil }
        if !missing.isEmpty { pictures.prepare(missing, style: style, post: post) }
        return drawn
    }

    /// Changes the order, and fetches as many pictures as a host has connections; the transfer queue has the rest.
    private func fetchMore(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            for imageURL in state.order where state.fetching.count < TransferQueue.exchangesPerHost {
                guard let post = state.wanted[imageURL], state.fetching.insert(imageURL).inserted else { continue }
                tasks.run { [self] in
                    await take(imageURL, post)
                    fetchMore { state in
                        state.wanted[imageURL] = nil
                        state.fetching.remove(imageURL)
                        if !state.isPinned { state.order.removeAll { $0 == imageURL } }
                    }
                }
            }
        }
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

    /// Reports a moment on a screen to the campaign's owner and to the service's observer.
    ///
    /// - Parameter instant: `nil` for now.
    func report(_ moment: CampaignMoment.Kind, at instant: Instant? = nil) {
        let isOfPopup = if case .banner = wish { false } else { true }
        switch moment {
        case .shown(let index): record(isOfPopup ? .popupImpression : .impression, index: index)
        case .selected(let index, _): record(isOfPopup ? .popupClick : .click, index: index)
        case .closed: record(.popupClose)
        case .began, .loaded, .failed, .errorImageClicked, .hidden, .opened, .absent: break
        }
        guard tasks.isOpen else { return }
        configuration.observe(
            CampaignMoment(instant: instant ?? surroundings.now, kind: moment, isOfPopup: isOfPopup))
    }

    /// Opens a chosen link, unless the host has handled it.
    func open(_ openURL: String, isConsumed: Bool) -> LinkOutcome {
        configuration.open(openURL, isConsumed: isConsumed, base: server)
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
