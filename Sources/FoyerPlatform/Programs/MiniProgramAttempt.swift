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

/// One attempt to make a mini program ready: its steps, and what they hand to one another.
struct MiniProgramAttempt: Sendable {
    let pipeline: MiniProgramPipeline
    let policy: InstallPolicy
    let deadline: Instant
    /// Whether anybody looks: else no page is read, and no picture decoded.
    let isSeen: Bool
    let staging: AttemptStaging

    /// What the metadata step decided.
    struct Plan {
        let appID: AppID
        /// What the platform said; absent where it was not asked.
        let metadata: AppMetadata?
        let way: Way

        enum Way {
            /// Nothing is to be fetched. The platform may be asked once the program is on its way to the screen.
            case open(AppLease, updatesAfterwards: Bool)
            case install(Installation)
        }

        /// What is to be installed; `nil` where what is here is opened.
        var installation: Installation? {
            if case .install(let installation) = way { installation } else { nil }
        }
    }

    struct Installation {
        let appID: AppID
        let metadata: AppMetadata
        /// The version that is here, whole.
        let former: AppLease?
        /// The package that is here is the one that is wanted.
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

    /// metadata → icon (beside the rest, never waited for) → package → verify → unzip → resources (which come while the
    /// package does) → ready. A step without `after` waits for the one above it.
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
                // Whoever holds the version that was here keeps it from being removed.
                try await makeReady(
                    plan.take(), from: unpacked.get(), icon: icon.ifThere, signer: verified.get()?.signer)
            },
        ]
    }

    /// A step whose label the words know by its id.
    ///
    /// - Parameter code: what the launch ends in where a transfer of this step's fails.
    private func step(
        _ id: String, weight: Double, after: [String]? = nil, isAwaited: Bool = true, code: LaunchCode = .fetchFailed,
        _ body: @escaping @Sendable (StepReporter) async throws -> Void
    ) -> StartupStep {
        StartupStep(id, label: id, weight: weight, after: after, isAwaited: isAwaited) { reporter in
            do {
                try await body(reporter)
            } catch let error as PackageError {
                throw error.failure ?? LaunchFailure(.unknown, cause: "The step \"\(id)\" was cancelled.")
            } catch let error as TransferFailure {
                throw Self.failure(error, code)
            } catch let failure as LaunchFailure {
                throw failure
            } catch {
                throw LaunchFailure(.unknown, cause: "\(error)")
            }
        }
    }

    /// The code of a transfer that failed depends on what it was to bring.
    private static func failure(_ error: TransferFailure, _ code: LaunchCode) -> LaunchFailure {
        switch error.kind {
        case .sinkFailed, .unavailable: LaunchFailure(.unknown, .transfer(error))
        case .timedOut: LaunchFailure(.timedOut, .transfer(error))
        default: LaunchFailure(code, .transfer(error))
        }
    }

    // MARK: - In the background

    /// Installs what the platform has, for the next launch. Whatever fails here, the version that is here stays.
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

/// The folder in which an attempt puts a version together; two steps at once use it, and whichever comes first makes it.
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

/// What one step of an attempt hands to those that come after it: set once it has it, read by them.
final class StepResult<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ value: Value) {
        self.value.withLock { $0 = value }
    }

    /// For a step whose `after` leads back to the one that sets it; else the list of steps has a mistake.
    func get() throws(LaunchFailure) -> Value {
        guard let value = value.withLock({ $0 }) else {
            throw LaunchFailure(.unknown, cause: "A step ran before what it needs was there.")
        }
        return value
    }

    /// The same for the last that needs it: nobody holds it any longer than that.
    func take() throws(LaunchFailure) -> Value {
        defer { value.withLock { $0 = nil } }
        return try get()
    }

    /// What a step has brought by now that nobody waits for.
    var ifThere: Value? { value.withLock { $0 } }
}
