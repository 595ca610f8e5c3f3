import FoyerCore
import Synchronization

/// How a mini program gets onto this machine: one launch of one program, over all its attempts.
///
/// metadata → icon (beside the rest, never waited for) → package → verify → unzip → resources → ready. The package
/// is digested while it arrives, and nothing of it is parsed before it is verified.
public final class MiniProgramPipeline: Sendable {
    /// The steps, for the launch machine. Resources come while the package does.
    public static let steps = [
        LaunchStep("metadata", label: "metadata", weight: 1),
        LaunchStep("icon", label: "icon", weight: 0, isAwaited: false),
        LaunchStep("package", label: "package", weight: 6, after: ["metadata"]),
        LaunchStep("verify", label: "verify", weight: 0.5),
        LaunchStep("unzip", label: "unzip", weight: 1.5),
        LaunchStep("resources", label: "resources", weight: 1, after: ["metadata"]),
        LaunchStep("ready", label: "ready", weight: 0.5, after: ["unzip", "resources"]),
    ]

    /// What a manifest's `platform_version.min_code` is held against.
    public static let platformCode: Int64 = 1

    let request: MiniProgramRequest
    let transport: HTTPTransport
    let store: AppStore
    private let state = Mutex(State())

    private struct State {
        var program: ReadyProgram?
        /// Where the package's download lies, over all attempts, so that a reload can continue it.
        var download: Staging?
        /// Where the last attempt puts the version together.
        var staging: Staging?
    }

    public init(_ request: MiniProgramRequest, places: Places) {
        self.request = request
        var configuration = HTTPTransport.Configuration()
        configuration.extraCertificates = request.extraCertificates
        transport = HTTPTransport(configuration)
        store = AppStore(path: places.apps)
    }

    /// What became ready; `nil` before.
    public var program: ReadyProgram? { state.withLock { $0.program } }

    /// A new attempt; its steps share what they find out.
    public func makeAttempt() -> MiniProgramAttempt {
        MiniProgramAttempt(self, deadline: MonotonicClock.now() + request.timeout + .milliseconds(500))
    }

    /// The launch is over: deletes what was staged, and lets go of the network.
    public func close() {
        let left = state.withLock { [$0.download.take(), $0.staging.take()] }
        for staging in left { staging?.discard() }
        transport.close()
    }

    /// The program has been on screen: the version before it is no longer needed.
    public func markLaunched() async {
        guard let lease = program?.lease else { return }
        guard let lock = try? await store.lock(lease.app.appID, timeout: .seconds(5)) else { return }
        await OwnThread.run { [store] in try? store.markLaunched(lease, lock: lock) }
    }

    func becomeReady(_ program: ReadyProgram) {
        state.withLock { $0.program = program }
    }

    /// Deleted with the launch at the latest: nobody waits for an attempt's last reference to go.
    func keep(staging: Staging) { state.withLock { $0.staging = staging } }

    /// The folder of the download, made on first use.
    func downloadFolder() throws(PackageError) -> Staging {
        if let download = state.withLock({ $0.download }) { return download }
        let staging = try store.stage()
        return state.withLock { state in
            let kept = state.download ?? staging
            state.download = kept
            return kept
        }
    }
}
