import FoyerCore
import Synchronization

/// One attempt of a launch: the bodies of the steps, and what they tell one another.
public final class MiniProgramAttempt: Sendable {
    let pipeline: MiniProgramPipeline
    let policy: InstallPolicy
    let deadline: Instant
    /// Whether anybody looks: else no page is read, and no picture decoded.
    let isSeen: Bool
    private let state = Mutex(State())

    private struct State {
        var plan: Plan?
        var digest: StreamDigest?
        var staging: Staging?
        var icon: [UInt8]?
        /// The pinned key that signed the package.
        var signer: [UInt8]?
    }

    /// What the metadata step decided.
    struct Plan {
        var appID: AppID
        /// What the platform said; absent where it was not asked.
        var metadata: AppMetadata?
        /// The version that is here, whole.
        var installed: AppLease?
        /// Nothing is to be fetched.
        var opensInstalled: Bool
        /// The platform is to be asked once the program is on its way to the screen.
        var updatesAfterwards: Bool
        /// The package that is here is the one that is wanted.
        var reusesPackage: Bool
    }

    init(_ pipeline: MiniProgramPipeline, policy: InstallPolicy, deadline: Instant, isSeen: Bool) {
        self.pipeline = pipeline
        self.policy = policy
        self.deadline = deadline
        self.isSeen = isSeen
    }

    var request: MiniProgramRequest { pipeline.request }

    /// Runs one of `MiniProgramPipeline.steps`.
    public func run(_ step: String, report: PipelineReport) async throws(LaunchFailure) {
        do {
            switch step {
            case "metadata": try await metadata(report)
            case "icon": try await icon(report)
            case "package": try await package(report)
            case "verify": try await verify()
            case "unzip": try await unzip(report)
            case "resources": try await resources(report)
            case "ready": try await ready()
            default: throw LaunchFailure(.unknown, cause: "There is no step \"\(step)\".")
            }
        } catch let failure as LaunchFailure {
            throw failure
        } catch let error as PackageError {
            throw error.failure ?? LaunchFailure(.unknown, cause: "The step \"\(step)\" was cancelled.")
        } catch let error as TransferFailure {
            throw Self.failure(of: step, error)
        } catch {
            throw LaunchFailure(.unknown, cause: "\(error)")
        }
    }

    /// The code of a transfer that failed depends on what it was to bring.
    private static func failure(of step: String, _ error: TransferFailure) -> LaunchFailure {
        switch error.kind {
        case .sinkFailed, .unavailable: return LaunchFailure(.unknown, .transfer(error))
        case .timedOut: return LaunchFailure(.timedOut, .transfer(error))
        default: break
        }
        switch step {
        case "package": return LaunchFailure(.downloadFailed, .transfer(error))
        case "resources": return LaunchFailure(.resourcesFailed, .transfer(error))
        default: return LaunchFailure(.fetchFailed, .transfer(error))
        }
    }

    // MARK: - What the steps share

    func keep(_ plan: Plan) { state.withLock { $0.plan = plan } }
    /// Lets go of the version that was here: who holds it keeps it from being removed.
    func releaseInstalled() { state.withLock { $0.plan?.installed = nil } }
    func keep(digest: StreamDigest) { state.withLock { $0.digest = digest } }
    func keep(icon: [UInt8]) { state.withLock { $0.icon = icon } }
    var digest: StreamDigest? { state.withLock { $0.digest } }
    func keep(signer: [UInt8]?) { state.withLock { $0.signer = signer } }
    var signer: [UInt8]? { state.withLock { $0.signer } }
    var keptIcon: [UInt8]? { state.withLock { $0.icon } }

    /// The plan; a step that runs before there is one is a mistake of the step list.
    func plan() throws(LaunchFailure) -> Plan {
        guard let plan = state.withLock({ $0.plan }) else {
            throw LaunchFailure(.unknown, cause: "A step ran before the metadata was there.")
        }
        return plan
    }

    /// The folder in which this attempt puts the version together, made on first use.
    func staging() throws(PackageError) -> Staging {
        if let staging = state.withLock({ $0.staging }) { return staging }
        let made = try pipeline.stage()
        return state.withLock { state in
            let kept = state.staging ?? made
            state.staging = kept
            return kept
        }
    }

    func address(_ reference: String, code: LaunchCode) throws(LaunchFailure) -> WebAddress {
        do throws(WebAddressError) {
            return try request.server.resolve(reference)
        } catch {
            throw LaunchFailure(code, .addressUnusable(reference, error))
        }
    }
}
