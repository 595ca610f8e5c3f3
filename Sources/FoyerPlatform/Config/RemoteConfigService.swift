import FoyerCore
import FoyerSystem

/// Remote config for callers without an event loop: restores, fetches, activates, and returns the values.
///
/// A host with a loop gives its `RootMachine` a ``RemoteConfigClient`` instead.
public actor RemoteConfigService {
    private var config: RemoteConfig
    private let client: RemoteConfigClient
    private let surroundings: PlatformSurroundings
    private var underWay: Task<ConfigFetch, Never>?

    /// - Parameters:
    ///   - server: the platform's base address, or `nil`.
    ///   - platform: the name under which values are kept; if `nil`, the address itself.
    ///   - minimumInterval: a more recent fetch is answered from the disk; zero asks every time.
    public init(
        _ places: Places, server: WebAddress?, platform: String? = nil, transport: HTTPTransport = HTTPTransport(),
        defaults: ConfigValues = .none, minimumInterval: Duration = RemoteConfig.standardInterval,
        timeLimit: Duration = RemoteConfig.standardTimeLimit, trust: DocumentTrust? = nil
    ) {
        surroundings = transport.surroundings
        client = RemoteConfigClient(
            server: server, transport: transport,
            store: RemoteConfigStore(places, platform: platform ?? server?.text ?? ""), timeLimit: timeLimit,
            trust: trust)
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
        await keep(config.handle(.activationRequested, at: surroundings.now))
        return config.snapshot
    }

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
