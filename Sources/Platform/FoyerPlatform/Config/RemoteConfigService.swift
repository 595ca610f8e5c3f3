import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Remote config for callers without an event loop: restores, fetches, activates, and returns the values.
///
/// ```swift
/// let config = RemoteConfigService(places, server: server, defaults: try ConfigValues(["greeting": "Welcome"]))
/// await config.onChange { print($0.text("greeting").value) }
/// let fetch = await config.fetch()
/// if case .fetched = fetch.outcome { await config.activate() }
/// print("asked for", Language.english.took(fetch.took))
/// let greeting = await config.snapshot.text("greeting")  // .value, and .source: remote, cached, default or static
/// ```
/// A ``RootHost`` fetches and activates by itself; give it a ``RemoteConfigClient`` instead.
public actor RemoteConfigService {
    private var config: RemoteConfig
    private let client: RemoteConfigClient
    private let surroundings: PlatformSurroundings
    private var underWay: Task<ConfigFetch, Never>?
    private var tell: (@Sendable (ConfigSnapshot) -> Void)?

    /// - Parameters:
    ///   - server: the platform's base address, or `nil`.
    ///   - platform: the name under which values are kept; if `nil`, the address itself.
    ///   - minimumInterval: a more recent fetch is answered from the disk; zero asks every time.
    public init(
        _ places: Places, server: WebAddress?, platform: String? = nil,
        transport: HTTPTransport = HTTPTransport(),
        defaults: ConfigValues = .none, minimumInterval: Duration = RemoteConfig.standardInterval,
        timeLimit: Duration = RemoteConfig.standardTimeLimit
    ) {
        surroundings = transport.surroundings
        client = RemoteConfigClient(
            server: server, transport: transport,
            store: RemoteConfigStore(places, platform: platform ?? server?.text ?? ""), timeLimit: timeLimit)
        config = RemoteConfig(defaults: defaults, minimumInterval: minimumInterval, timeLimit: timeLimit)
        _ = config.handle(client.restore(), at: surroundings.now)
    }

    /// The current values.
    public var snapshot: ConfigSnapshot { config.snapshot }

    /// Asks the platform unless the last answer is recent. Changes no value.
    public func fetch() async -> ConfigFetch {
        // A fetch that is already under way serves this caller as well.
        if let underWay { return await underWay.value }
        for effect in config.handle(.fetchRequested(at: client.wallTime), at: surroundings.now) {
            switch effect {
            case .fetch(let number):
                let task = Task { await end(number) }
                underWay = task
                return await task.value
            case .reportFetched(let fetch): return fetch
            case .cancelFetch, .store: break
            }
        }
        return config.lastFetch ?? ConfigFetch(.timedOut, took: .zero)
    }

    /// Activates the values fetched last, keeps them, and returns the current values.
    @discardableResult
    public func activate() async -> ConfigSnapshot {
        let former = config.snapshot
        await keep(config.handle(.activationRequested, at: surroundings.now))
        let snapshot = config.snapshot
        if snapshot.activated != former.activated { tell?(snapshot) }
        return snapshot
    }

    /// Calls `tell` after each activation that changes a value, on any thread; replaces the former callback.
    public func onChange(_ tell: @escaping @Sendable (ConfigSnapshot) -> Void) { self.tell = tell }

    private func end(_ number: Int) async -> ConfigFetch {
        let answer = await client.answer()
        let event = RemoteConfigEvent.answered(answer, fetch: number, at: client.wallTime)
        await keep(config.handle(event, at: surroundings.now))
        underWay = nil
        return config.lastFetch ?? ConfigFetch(.timedOut, took: .zero)
    }

    /// Written before the caller goes on, since a command may end right afterwards.
    private func keep(_ effects: [RemoteConfigEffect]) async {
        for case .store(let bytes) in effects { await surroundings.work.run { [client] in try? client.write(bytes) } }
    }
}
