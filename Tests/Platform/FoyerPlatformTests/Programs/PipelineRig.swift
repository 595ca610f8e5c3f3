import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerStage
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

/// A platform on loopback, and a folder to install into.
final class PipelineRig: Sendable {
    let stage: StageServer
    let folder: TemporaryFolder

    private init(stage: StageServer, folder: TemporaryFolder) {
        self.stage = stage
        self.folder = folder
    }

    /// - Parameter folder: another rig's, where a second platform is to meet what the first has installed.
    static func run(
        _ platform: StagePlatform? = nil, in folder: TemporaryFolder = TemporaryFolder(),
        _ body: (PipelineRig) async throws -> Void
    ) async throws {
        let platform = if let platform { platform } else { try demo.get() }
        let rig = PipelineRig(stage: try await StageServer.start(platform: platform), folder: folder)
        do {
            try await body(rig)
        } catch {
            await rig.stage.stop()
            throw error
        }
        await rig.stage.stop()
    }

    /// The demo's own programs.
    static let assets = AssetFolder(path: Checkout.root + "/Assets")
    private static let demo = Result { try StagePlatform(sources: assets.path) }

    // MARK: - Launches

    var places: Places {
        let home = folder.path
        return Places { ["XDG_DATA_HOME": home, "XDG_STATE_HOME": home + "/state"][$0] }
    }

    func pipeline(
        _ appID: String = "com.example.tea", policy: InstallPolicy = .latest, key: [UInt8]? = nil,
        page: String? = nil, wanting version: String? = nil, timeout: Duration = .seconds(600), places: Places? = nil,
        disk: Disk = .real
    ) throws -> MiniProgramPipeline {
        var request = MiniProgramRequest(
            appID: appID, server: try WebAddress(stage.baseURL), policy: policy, timeout: timeout)
        request.page = page.flatMap { PagePath($0) }
        request.version = version
        var network = HTTPTransport.Configuration()
        network.jitter = { 0 }
        network.surroundings.system.disk = disk
        network.trust = DocumentTrust(key.map { [$0] } ?? [], places: places ?? self.places)
        request.network.trust = network.trust
        return MiniProgramPipeline(
            request, store: AppStore(path: (places ?? self.places).apps, disk: disk), network: network)
    }

    /// Launches, closes, and answers what became ready.
    @discardableResult
    func launch(
        _ appID: String = "com.example.tea", policy: InstallPolicy = .latest, key: [UInt8]? = nil, page: String? = nil,
        wanting version: String? = nil, timeout: Duration = .seconds(600)
    ) async throws -> ReadyProgram {
        let pipeline = try pipeline(
            appID, policy: policy, key: key, page: page, wanting: version, timeout: timeout)
        do {
            try await pipeline.makeSteps().runAll()
        } catch {
            await pipeline.close()
            throw error
        }
        await pipeline.close()
        return try #require(pipeline.program)
    }

    /// The code and the cause that a launch ends in; nothing where it succeeds.
    func failure(
        _ appID: String = "com.example.tea", key: [UInt8]? = nil, wanting version: String? = nil,
        timeout: Duration = .seconds(600)
    ) async throws -> LaunchFailure? {
        do {
            try await launch(appID, key: key, wanting: version, timeout: timeout)
            return nil
        } catch let failure as LaunchFailure {
            return failure
        }
    }

    func code(
        _ appID: String = "com.example.tea", key: [UInt8]? = nil, timeout: Duration = .seconds(600)
    ) async throws -> LaunchCode? {
        try await failure(appID, key: key, timeout: timeout)?.code
    }

    /// The version code that a launch opens.
    func version(policy: InstallPolicy = .latest, wanting version: String? = nil) async throws -> Int {
        try await launch(policy: policy, wanting: version).lease.app.version.code
    }

    // MARK: - What there is

    /// What lies below the apps' folder, whose programs have versions, by `appID/version`.
    var installed: [String] {
        let apps = places.apps
        return TestFile.names(in: apps).filter { !$0.hasPrefix(".") }.flatMap { app in
            TestFile.names(in: "\(apps)/\(app)").filter { !$0.hasPrefix(".") }.map { "\(app)/\($0)" }
        }
    }

    var staged: [String] { TestFile.names(in: places.apps + "/" + AppStore.stagingName) }

    // MARK: - The platform

    func spoil(_ route: StageRoute, _ fault: StageFault) throws {
        try stage.withResponder { responder in
            Result { () throws(StageError) in try responder.faults.put(FaultRule(route: route, fault: fault)) }
        }.get()
    }

    func heal() { stage.withResponder { $0.faults.removeAll() } }

    func requests(_ route: StageRoute) -> [RequestRecord] {
        stage.withResponder { $0.requests }.filter { $0.route == route }
    }
}

extension [StartupStep] {
    /// All steps, one after the other.
    func runAll(_ reporter: StepReporter = .silent) async throws(LaunchFailure) {
        for step in self {
            do throws(LaunchFailure) { try await step.runAlone(reporter) } catch {
                if step.step.isAwaited { throw error }
            }
        }
    }

    func run(_ id: String) async throws(LaunchFailure) {
        for step in self where step.step.id == id { try await step.runAlone(.silent) }
    }
}

extension StartupStep {
    /// Whatever a step of a mini program throws has its code.
    fileprivate func runAlone(_ reporter: StepReporter) async throws(LaunchFailure) {
        do { try await body(reporter) } catch {
            throw error as? LaunchFailure ?? LaunchFailure(.unknown, cause: "not a failure of a launch: \(error)")
        }
    }
}

/// What steps report.
final class Reports: Sendable {
    struct Content {
        var fractions: [Double] = []
        var bytes = (received: 0, total: 0)
        var infos: [SplashInfo] = []
        var icons = 0
    }

    private let content = Mutex(Content())

    var all: Content { content.withLock { $0 } }

    var reporter: StepReporter {
        StepReporter(step: "", attempt: 1, clock: { MonotonicClock.now }, post: { self.add($0) })
    }

    private func add(_ event: EngineEvent) {
        content.withLock { content in
            switch event {
            case .launch(.reported(.stepProgressed(_, let fraction), _)): content.fractions.append(fraction)
            case .launch(.reported(.transferred(_, let bytes, let total), _)): content.bytes = (bytes, total ?? 0)
            case .launch(.reported(.infoArrived(let info), _)): content.infos.append(info)
            case .icon: content.icons += 1
            default: break
            }
        }
    }
}

/// A platform with one small program, in any version.
struct CraftedProgram {
    var code = 1
    var text = "first"
    /// Path in the program, and its bytes as text.
    var resources: [(path: String, text: String)] = []
    var minimumPlatform = 1

    func platform() throws -> StagePlatform {
        let folder = TemporaryFolder()
        let tree = "programs/com.example.tea"
        for path in ["programs", tree, tree + "/pages", tree + "/common", tree + "/resources"] {
            mkdir("\(folder.path)/\(path)", 0o700)
        }
        folder.write(Array("name: Test\n".utf8), to: "site.yaml")
        let names = resources.map(\.path).joined(separator: ", ")
        folder.write(Array("slogan: s\ndesc: d\nresources: [\(names)]\n".utf8), to: tree + "/program.yaml")
        folder.write(
            Array(
                """
                {"app_id":"com.example.tea","name":"Tea House","icons":[{"src":"common/icon.png"}],
                 "pages":["pages/index","pages/menu"],"platform_version":{"min_code":\(minimumPlatform)},
                 "version":{"code":\(code),"name":"1.\(code).0"}}
                """.utf8), to: tree + "/manifest.json")
        folder.write(Array("# Tea \(text)\n".utf8), to: tree + "/pages/index.md")
        folder.write(Array("# Menu\n".utf8), to: tree + "/pages/menu.md")
        folder.write(try PipelineRig.assets.read(tree + "/common/icon.png"), to: tree + "/common/icon.png")
        for (path, text) in resources {
            var made = tree + "/resources"
            for name in path.split(separator: "/").dropLast() {
                made += "/\(name)"
                mkdir("\(folder.path)/\(made)", 0o700)
            }
            folder.write(Array(text.utf8), to: "\(tree)/resources/\(path)")
        }
        return try StagePlatform(sources: folder.path)
    }
}
