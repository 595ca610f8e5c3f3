import Foyer
import FoyerCore
import FoyerSystem
import Synchronization

extension MiniProgramPipeline {
    /// The steps of a new attempt, to be run once.
    ///
    /// - Parameter isSeen: whether there is a screen; without one, no page is read and no picture decoded.
    package func makeSteps(isSeen: Bool = true) -> [StartupStep] {
        MiniProgramAttempt(self, policy: request.policy, isSeen: isSeen).makeSteps()
    }
}

/// One attempt to make a mini program ready: its steps, and what they pass to one another.
struct MiniProgramAttempt: Sendable {
    let pipeline: MiniProgramPipeline
    let policy: InstallPolicy
    let deadline: Instant
    /// Whether there is a screen; without one, no page is read and no picture decoded.
    let isSeen: Bool
    let staging: AttemptStaging

    /// What the metadata step decided.
    struct Plan {
        let appID: AppID
        /// The platform's metadata; absent if it was not asked.
        let metadata: AppMetadata?
        let way: Way

        enum Way {
            /// Nothing needs to be fetched. The platform may be asked once the program is on its way to the screen.
            case open(AppLease, updatesAfterwards: Bool)
            case install(Installation)
        }

        /// What to install; `nil` if the installed version is opened.
        var installation: Installation? {
            if case .install(let installation) = way { installation } else { nil }
        }
    }

    struct Installation {
        let appID: AppID
        let metadata: AppMetadata
        /// The installed version, if it is intact.
        let former: AppLease?
        /// The installed package is the wanted one.
        let reusesPackage: Bool
    }

    init(_ pipeline: MiniProgramPipeline, policy: InstallPolicy, isSeen: Bool) {
        self.pipeline = pipeline
        self.policy = policy
        // Half a second beyond the launch's own timeout, which is the one that counts.
        deadline = pipeline.surroundings.now + pipeline.request.timeout + .milliseconds(500)
        self.isSeen = isSeen
        staging = AttemptStaging(pipeline)
    }

    var request: MiniProgramRequest { pipeline.request }

    // MARK: - The steps

    /// metadata → icon (in parallel, never awaited) → package → verify → unzip → resources (in parallel with the
    /// package) → ready. A step without `after` waits for the one above it.
    func makeSteps() -> [StartupStep] {
        let (plan, icon) = (StepResult<Plan>(), StepResult<[UInt8]>())
        let (arrived, verified) = (StepResult<ArrivedPackage?>(), StepResult<VerifiedPackage?>())
        let unpacked = StepResult<Staging?>()
        return [
            step("metadata", weight: 1) { plan.set(try await decide($0)) },
            step("icon", weight: 0, isAwaited: false) {
                guard let bytes = try await fetchIcon(plan.get()) else { return }
                icon.set(bytes)
                await show(icon: bytes, $0)
            },
            step("package", weight: 6, after: ["metadata"], code: .downloadFailed) {
                arrived.set(try await fetchPackage(plan.get(), $0))
            },
            step("verify", weight: 0.5) { _ in verified.set(try await verify(arrived.get())) },
            step("unzip", weight: 1.5) { unpacked.set(try await unpack(verified.get(), for: plan.get(), $0)) },
            step("resources", weight: 1, after: ["metadata"], code: .resourcesFailed) {
                try await fetchResources(plan.get(), $0)
            },
            step("ready", weight: 0.5, after: ["unzip", "resources"]) { _ in
                // A lease on the former version would keep it from being removed.
                try await makeReady(
                    plan.take(), from: unpacked.get(), icon: icon.ifThere, signer: verified.get()?.signer)
            },
        ]
    }

    /// A step whose id is also the key of its words.
    ///
    /// - Parameter code: the launch's code if a transfer of this step fails.
    private func step(
        _ id: String, weight: Double, after: [String]? = nil, isAwaited: Bool = true, code: LaunchCode = .fetchFailed,
        _ body: @escaping @Sendable (StepReporter) async throws -> Void
    ) -> StartupStep {
        StartupStep(id, label: .step(id) ?? Phrase(asIs: id), weight: weight, after: after, isAwaited: isAwaited) {
            reporter in
            do {
                try await body(reporter)
            } catch let error as PackageError {
                throw error.failure ?? LaunchFailure(.unknown, cause: "The step \"\(id)\" was cancelled.")
            } catch let error as TransferFailure {
                throw Self.failure(error, code)
            }
        }
    }

    /// The code of a failed transfer depends on what it was for.
    private static func failure(_ error: TransferFailure, _ code: LaunchCode) -> LaunchFailure {
        switch error.kind {
        case .sinkFailed, .unavailable: LaunchFailure(.unknown, .transfer(error))
        case .timedOut: LaunchFailure(.timedOut, .transfer(error))
        default: LaunchFailure(code, .transfer(error))
        }
    }

    // MARK: - In the background

    /// Installs the platform's version for the next launch. If anything fails, the installed version stays.
    func update() async {
        do {
            let plan = try await decide(.silent)
            guard let installation = plan.installation else { return }
            let icon = try? await fetchIcon(plan)
            let verified = try await verify(fetchPackage(plan, .silent))
            let staging = try await unpack(verified, for: plan, .silent)
            try await fetchResources(plan, .silent)
            _ = try await install(installation, from: staging, icon: icon, signer: verified?.signer)
        } catch {}
    }

    func address(_ reference: String, code: LaunchCode) throws(LaunchFailure) -> WebAddress {
        do throws(WebAddressError) {
            return try request.server.resolve(reference)
        } catch {
            throw LaunchFailure(code, .addressUnusable(reference, error))
        }
    }
}

/// The folder in which an attempt assembles a version; two steps use it at once, and whichever comes first makes it.
final class AttemptStaging: Sendable {
    private let pipeline: MiniProgramPipeline
    private let made = Mutex<Staging?>(nil)

    init(_ pipeline: MiniProgramPipeline) {
        self.pipeline = pipeline
    }

    func folder() throws(PackageError) -> Staging {
        try made.withLock { (made) throws(PackageError) in
            if let made { return made }
            let staging = try pipeline.stage()
            made = staging
            return staging
        }
    }
}

/// What one step of an attempt passes to later ones: one step sets it, later ones read it.
final class StepResult<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ value: Value) {
        self.value.withLock { $0 = value }
    }

    /// For a step whose `after` leads back to the one that sets the value; otherwise the list of steps is wrong.
    func get() throws(LaunchFailure) -> Value {
        guard let value = value.withLock({ $0 }) else {
            throw LaunchFailure(.unknown, cause: "A step ran before what it needs was there.")
        }
        return value
    }

    /// For the last step that needs the value, which is released afterwards.
    func take() throws(LaunchFailure) -> Value {
        defer { value.withLock { $0 = nil } }
        return try get()
    }

    /// The value so far, of a step that is not awaited.
    var ifThere: Value? { value.withLock { $0 } }
}
