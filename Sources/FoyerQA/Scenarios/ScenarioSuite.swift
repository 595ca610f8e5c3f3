import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem
import Glibc
import Synchronization

/// A set of scenarios: files found, read and run.
package enum ScenarioSuite {
    /// The shipped set, below the assets.
    package static let shippedFolder = "scenarios"

    /// The size limit of a file in bytes.
    package static let largest = 4 << 20

    /// The files in a list of files and folders, sorted within a folder.
    ///
    /// - Throws: ``ScenarioFileFailure`` if something is missing.
    package static func files(_ paths: [String]) throws(ScenarioFileFailure) -> [String] {
        var files: [String] = []
        for path in paths {
            guard let status = UserFile.status(path) else { throw ScenarioFileFailure(path: path, errno: errno) }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                files.append(path)
                continue
            }
            let folder = AssetFolder(path: path)
            let names = (try? folder.files(under: ".")) ?? []
            files += names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.map { path + "/" + $0 }
        }
        return files
    }

    /// Reads one file.
    ///
    /// - Parameter assets: the assets it will run on, to look up campaigns.
    package static func read(
        _ file: String, for assets: ScenarioAssets? = nil
    ) throws(ScenarioFileFailure) -> Result<Scenario, ScenarioProblems> {
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try UserFile.read(file, limit: largest) } catch {
            throw ScenarioFileFailure(path: file, errno: error.code)
        }
        return Scenario.read(
            bytes, file: file, campaigns: assets.map { $0.platform.bannerKeys + $0.platform.popupKeys })
    }

    /// Runs scenarios without a terminal, as many at once as the machine has processors; the results are in the
    /// scenarios' order.
    ///
    /// - Parameter server: another platform than Foyer's own, against which one is played after the other, in real time.
    package static func runHeadless(
        _ scenarios: [Scenario], on assets: ScenarioAssets, server: WebAddress? = nil,
        reach: FlowPlatform = FlowPlatform()
    ) async -> [ScenarioResult] {
        if let server {
            var results: [ScenarioResult] = []
            for scenario in scenarios {
                let played =
                    scenario.program == nil
                    ? await LiveRun.runUnseen(scenario, on: assets, server: server, reach: reach)
                    : await runHeadless([scenario], on: assets, reach: reach).first
                results.append(played ?? .failed(scenario, .noMemory))
            }
            return results
        }
        return await runHeadless(scenarios, on: assets, reach, isFilmed: false)
    }

    /// The same for one scenario, and a film of it in the result.
    static func film(_ scenario: Scenario, on assets: ScenarioAssets) async -> ScenarioResult {
        await runHeadless([scenario], on: assets, FlowPlatform(), isFilmed: true).first ?? .failed(scenario, .noMemory)
    }

    private static func runHeadless(
        _ scenarios: [Scenario], on assets: ScenarioAssets, _ reach: FlowPlatform, isFilmed: Bool
    ) async -> [ScenarioResult] {
        let workers = max(1, min(scenarios.count, BlockingThread.cores))
        let queue = WorkQueue(scenarios, isFilmed: isFilmed)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask { _ = try? await LoopThread.run { queue.work(on: assets.platform, reach) } }
            }
        }
        return queue.results(orFailing: .noMemory)
    }
}

/// A file that cannot be read.
package struct ScenarioFileFailure: Error, Sendable, CustomStringConvertible {
    package let path: String
    package let errno: Int32

    package var cause: Cause { .fileNotRead(path, SystemError.cause(errno)) }
    package var description: String { cause.english }
}

/// Scenarios waiting for a thread, and the results so far.
private final class WorkQueue: Sendable {
    private let scenarios: [Scenario]
    private let isFilmed: Bool
    private let pictures = PictureMemory()
    private let state: Mutex<(next: Int, results: [ScenarioResult?])>

    init(_ scenarios: [Scenario], isFilmed: Bool) {
        (self.scenarios, self.isFilmed) = (scenarios, isFilmed)
        state = Mutex((0, Array(repeating: nil, count: scenarios.count)))
    }

    func work(on platform: StagePlatform, _ reach: FlowPlatform) {
        while let index = take() {
            let scenario = scenarios[index]
            let result =
                if let program = scenario.program {
                    ProgramRun.run(scenario, program, isFilmed: isFilmed)
                } else {
                    HeadlessRun.run(
                        scenario, platform: platform, reach: reach, pictures: pictures, isFilmed: isFilmed)
                }
            state.withLock { $0.results[index] = result }
        }
    }

    private func take() -> Int? {
        state.withLock { state in
            guard state.next < scenarios.count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    func results(orFailing reason: StepFailure) -> [ScenarioResult] {
        let results = state.withLock { $0.results }
        return zip(scenarios, results).map { $1 ?? .failed($0, reason) }
    }
}
