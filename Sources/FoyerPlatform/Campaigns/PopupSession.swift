import FoyerCore
import FoyerSystem
import Synchronization

/// What a pop-up's tasks report to it.
enum PopupNews: Sendable {
    case machine(PopupEvent)
    case picture(PreparedPicture)
    /// There is no picture, or it cannot be loaded.
    case noPicture
}

/// Does one pop-up's work on the network and the disk. Posts nothing after `close`.
public final class PopupSession: Sendable {
    typealias Post = @Sendable (PopupNews) -> Void

    /// The pop-up's key; empty as long as no pop-up has been chosen for the event.
    public var popupKey: String { key.withLock { $0 } }
    /// The host's event that chooses the pop-up; `nil` if it is asked for by its key.
    private let event: String?
    private let key: Mutex<String>
    /// The platform's base address.
    public let server: WebAddress
    let configuration: TouchConfiguration
    let turn: PopupTurn
    let pictures: CampaignPictures
    private let documents: PlatformDocuments
    private let cache: CampaignCache
    private let store: PopupStore
    private let collector: (any EventCollector)?

    /// The days of the former showings, which `release` puts back.
    private let former = Mutex<[Int64]>([])
    private let tasks: SessionTasks
    private var surroundings: PlatformSurroundings { configuration.network.surroundings }

    init(
        popupKey: String = "", event: String? = nil, server: WebAddress, configuration: TouchConfiguration,
        transport: HTTPTransport,
        cache: CampaignCache, store: PopupStore, turn: PopupTurn, collector: (any EventCollector)?
    ) {
        key = Mutex(popupKey)
        self.event = event
        self.server = server
        self.configuration = configuration
        documents = PlatformDocuments(server: server, transport: transport, trust: configuration.trust)
        self.cache = cache
        self.store = store
        self.turn = turn
        self.collector = collector
        tasks = SessionTasks(configuration.network.surroundings.work)
        pictures = CampaignPictures(in: configuration.network.surroundings) { imageURL in
            (try? server.resolve(imageURL)).flatMap { cache.picture($0) }
        }
    }

    /// Cancels what is running; the task waits for writes to the disk.
    func close() -> Task<Void, Never> {
        tasks.close()
        pictures.close()
        return Task { [tasks] in await tasks.finishDiskWork() }
    }

    private func tell(_ news: PopupNews, _ post: Post) {
        if tasks.isOpen { post(news) }
    }

    // MARK: - The platform

    func fetch(_ post: @escaping Post) {
        tasks.run { [self] in
            let answer = await answer()
            tell(.machine(.answered(answer, at: configuration.wallClock())), post)
        }
    }

    /// The platform's answer; a failure on the way is one, too. Waits no longer than a card may take to appear.
    func answer() async -> PopupAnswer {
        let deadline = surroundings.now + min(configuration.timeout, configuration.popupPatience)
        do {
            if let event, !(try await choose(for: event, deadline: deadline)) { return .none }
            let popupKey = popupKey
            let response = try await documents.get(
                "v1", "popups", popupKey, bodyBound: PopupData.maxBytes, deadline: deadline)
            return PopupAnswer(status: response.status, body: response.body, requested: popupKey)
        } catch {
            return .failed(configuration.cause(of: error, asking: "the pop-up \(event ?? popupKey)"))
        }
    }

    /// Chooses the pop-up that an event brings now; false if it brings none.
    private func choose(for event: String, deadline: Instant) async throws -> Bool {
        let listed = try await documents.catalogue(deadline: deadline, CataloguedPopup.list) ?? []
        let (store, now) = (store, configuration.wallClock())
        let chosen = await surroundings.work.run {
            CataloguedPopup.choice(of: listed, event: event, now: now) { (try? store.days(of: $0, now: now)) ?? [] }
        }
        guard let chosen else { return false }
        key.withLock { $0 = chosen.popupKey }
        return true
    }

    /// Draws the picture in a style: the one in the cache, or else the platform's, which is cached even if it comes too
    /// late for this start.
    func fetchPicture(_ imageURL: String, _ style: PictureStyle, _ post: @escaping Post) {
        tasks.run { [self] in
            guard let address = try? server.resolve(imageURL) else { return tell(.noPicture, post) }
            let (cache, pictures) = (cache, pictures)
            let isKept = await surroundings.work.run {
                cache.picture(address).map { (try? pictures.take($0, for: imageURL)) != nil } ?? false
            }
            if !isKept {
                guard let fresh = await picture(at: address) else { return tell(.noPicture, post) }
                let isGood = await surroundings.work.run { (try? pictures.take(fresh, for: imageURL)) != nil }
                guard isGood else { return tell(.noPicture, post) }
                tasks.onDisk { [configuration] in
                    do throws(DiskError) { try cache.keep(fresh, at: address) } catch {
                        configuration.note("the pop-up's picture: \(error)")
                    }
                }
            }
            pictures.prepare([imageURL], style: style) { [self] in tell(.picture($0), post) }
        }
    }

    private func picture(at address: WebAddress) async -> CachedPicture? {
        let request = HTTPRequest(
            .get, address, bodyBound: TransferBounds.picture,
            deadline: surroundings.now + configuration.pictureTimeout)
        do {
            return CachedPicture(try await documents.picture(request).requiringSuccess())
        } catch {
            configuration.note("the picture of the pop-up \(popupKey): \(error)")
            return nil
        }
    }

    // MARK: - The disk

    func keep(_ data: PopupData, _ post: @escaping Post) {
        tasks.onDisk { [self] in tell(.machine(recordShown(data)), post) }
    }

    /// Records that the pop-up is shown, unless its frequency forbids it. Blocks on the disk.
    func recordShown(_ data: PopupData) -> PopupEvent {
        do throws(DiskError) {
            switch try store.recordShown(data, now: configuration.wallClock()) {
            case .refused: return .kept(false)
            case .recorded(let before):
                former.withLock { $0 = before }
                return .kept(true)
            }
        } catch {
            configuration.note("pop-ups that were shown: \(error)")
            return .keepFailed(Cause(asIs: "\(error)"))
        }
    }

    func release(_ id: String) {
        tasks.onDisk { [self] in
            do throws(DiskError) { try store.restore(former.withLock { $0 }, of: id) } catch {
                configuration.note("pop-ups that were shown: \(error)")
            }
        }
    }

    // MARK: - Reports to the campaign's owner

    func record(_ kind: CampaignEvent.Kind, index: Int? = nil) {
        collector?.record(kind, key: popupKey, index: index)
    }

    func choose(_ index: Int, _ openURL: String, isConsumed: Bool) -> LinkOutcome {
        configuration.open(openURL, isConsumed: isConsumed, base: server, route: { _ in })
    }
}
