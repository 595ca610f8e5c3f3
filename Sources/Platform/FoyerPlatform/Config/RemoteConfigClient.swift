import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Synchronization

/// Performs what a `RemoteConfig` asks for: `GET {base}/v1/config`, and writes to the disk.
public final class RemoteConfigClient: Sendable {
    private let server: WebAddress?
    private let transport: HTTPTransport
    private let store: RemoteConfigStore
    private let timeLimit: Duration
    private let running = Mutex<[Int: Task<Void, Never>]>([:])

    /// - Parameters:
    ///   - server: the platform's base address; if `nil`, every fetch fails at once.
    ///   - timeLimit: the limit for a whole fetch. The machine has a limit of its own; this one ends a transfer that is
    ///     never cancelled.
    public init(
        server: WebAddress?, transport: HTTPTransport, store: RemoteConfigStore,
        timeLimit: Duration = RemoteConfig.standardTimeLimit
    ) {
        self.server = server
        self.transport = transport
        self.store = store
        self.timeLimit = timeLimit
    }

    var wallTime: WallTime { transport.surroundings.system.wallClock() }

    /// The values on the disk, as the first event. Blocks while it reads a file of a few kilobytes.
    package func restore() -> RemoteConfigEvent { .restored(store.read(transport.trust?.scope)) }

    /// Performs an effect without waiting.
    ///
    /// - Parameter post: called once for each fetch that is not cancelled, on a thread of the transport or the pool.
    package func perform(_ effect: RemoteConfigEffect, post: @escaping @Sendable (RemoteConfigEvent) -> Void) {
        switch effect {
        case .fetch(let number):
            running.withLock { tasks in
                tasks[number] = Task {
                    let answer = await answer()
                    let isWanted = running.withLock { $0.removeValue(forKey: number) != nil }
                    if isWanted { post(.answered(answer, fetch: number, at: wallTime)) }
                }
            }
        case .cancelFetch(let number): running.withLock { $0.removeValue(forKey: number) }?.cancel()
        case .store(let bytes): store.keep(bytes, transport.trust?.scope, on: transport.surroundings.work)
        case .reportFetched: break
        }
    }

    /// Keeps values, and blocks until they are on the disk.
    func write(_ bytes: [UInt8]) throws(DiskError) { try store.write(bytes, transport.trust?.scope) }

    /// Asks the platform once. If the server is down, there is no second attempt.
    func answer() async -> ConfigAnswer {
        guard let server else { return .failed(.noPlatformNamed) }
        do {
            let documents = PlatformDocuments(server: server, transport: transport, cache: store.documents)
            let response = try await documents.get(
                "v1", "config", bodyBound: ConfigValues.maxBytes, deadline: transport.surroundings.now + timeLimit,
                mayRetry: false)
            guard response.status == 200 else {
                return .failed(
                    .configAnswered(
                        host: response.address.host, status: response.status, path: response.address.path))
            }
            return .body(response.body)
        } catch let failure as TransferFailure {
            return .failed(.transfer(failure))
        } catch let refusal as DocumentRefusal {
            return .failed(refusal.cause)
        } catch {
            return .failed(Phrase(asIs: "\(error)"))
        }
    }
}

/// Why the config was not fetched.
extension Phrase {
    package static let noPlatformNamed = Phrase("no platform was given (--server)")

    package static func configAnswered(host: String, status: Int, path: String) -> Phrase {
        Phrase("\(host) answered \(status) for \(path)")
    }
}
