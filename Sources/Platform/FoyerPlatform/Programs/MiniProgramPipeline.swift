import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Synchronization

/// How a mini program gets onto this machine: one launch of one program, with all its attempts.
///
/// The package is digested while it arrives, and none of it is parsed before it is verified.
package final class MiniProgramPipeline: Sendable {
    /// Compared with a manifest's `platform_version.min_code`.
    package static let platformCode: Int64 = 1

    let request: MiniProgramRequest
    let transport: HTTPTransport
    let documents: PlatformDocuments
    let store: AppStore
    let surroundings: PlatformSurroundings
    private let state = Mutex(State())

    private struct State {
        var program: ReadyProgram?
        /// The folder of the package's download, shared by all attempts so that a reload can continue it.
        var download: Staging?
        /// Everything that any attempt has staged.
        var staged: [Staging] = []
        /// Fetches the next version while this one is shown.
        var update: Task<Void, Never>?
        var isClosed = false
    }

    package convenience init(_ request: MiniProgramRequest, places: Places) {
        self.init(request, store: AppStore(places), network: request.network, cache: DocumentCache(places))
    }

    init(
        _ request: MiniProgramRequest, store: AppStore, network: HTTPTransport.Configuration,
        cache: DocumentCache? = nil
    ) {
        self.request = request
        surroundings = network.surroundings
        var store = store
        store.system = surroundings.system
        self.store = store
        transport = HTTPTransport(network)
        documents = PlatformDocuments(server: request.server, transport: transport, cache: cache)
    }

    /// The program, once it is ready.
    package var program: ReadyProgram? { state.withLock { $0.program } }

    /// The launch is over: ends the background update, closes the network, and deletes what was staged.
    package func close() async {
        let update = state.withLock { state in
            state.isClosed = true
            return state.update
        }
        update?.cancel()
        transport.close()
        await update?.value
        // Before the files that it writes are deleted, and their descriptors with them.
        await transport.finish()
        let staged = state.withLock { state in
            defer { (state.staged, state.download) = ([], nil) }
            return state.staged
        }
        await surroundings.work.run { for staging in staged { staging.discard() } }
    }

    // MARK: - The update in the background

    /// Fetches the platform's version for the next launch; the present launch is not affected.
    func beginUpdate() {
        let attempt = MiniProgramAttempt(self, policy: .latest, isSeen: false)
        state.withLock { state in
            guard !state.isClosed, state.update == nil else { return }
            state.update = Task { await attempt.update() }
        }
    }

    /// Returns once the background update has ended; at once if there is none.
    package func finishUpdate() async {
        await state.withLock { $0.update }?.value
    }

    // MARK: - What is on the disk

    /// The program has been on screen, or handed to a caller without one: the former version is no longer needed.
    package func markLaunched() async {
        guard let lease = program?.lease else { return }
        guard let lock = try? await store.lock(lease.app.appID, timeout: .seconds(5)) else { return }
        await surroundings.work.run { [store] in try? store.markLaunched(lease, lock: lock) }
    }

    func becomeReady(_ program: ReadyProgram) {
        state.withLock { $0.program = program }
    }

    /// A new staging folder, deleted by `close()` at the latest.
    func stage() throws(PackageError) -> Staging {
        let staging = try store.stage()
        state.withLock { $0.staged.append(staging) }
        return staging
    }

    /// The folder of the download, made on first use.
    func downloadFolder() throws(PackageError) -> Staging {
        if let download = state.withLock({ $0.download }) { return download }
        let staging = try stage()
        return state.withLock { state in
            let kept = state.download ?? staging
            state.download = kept
            return kept
        }
    }
}
