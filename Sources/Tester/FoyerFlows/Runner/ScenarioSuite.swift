import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem
import Glibc

/// A set of scenarios: files found, read and run.
package enum ScenarioSuite {
    /// The size limit of a file in bytes.
    package static let largest = 4 << 20

    /// The files in a list of files and folders, sorted within a folder; what is no flow in a folder is left out.
    ///
    /// - Throws: if something is missing.
    package static func files(_ paths: [String]) throws(LocalizedFailure) -> [String] {
        var files: [String] = []
        for path in paths {
            guard let status = UserFile.status(path) else { throw unread(path, errno) }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                files.append(path)
                continue
            }
            let folder = AssetFolder(path: path)
            let names = (try? folder.files(under: ".")) ?? []
            files += names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.map { path + "/" + $0 }
                .filter(isFlow)
        }
        return files
    }

    /// Whether a file in a folder is meant to be a flow. Checklists have items and no steps, and what has no key of a flow is
    /// somebody else's: a compose file, a workflow. What is no YAML at all may be a flow with a mistake.
    private static func isFlow(_ file: String) -> Bool {
        guard let bytes = try? UserFile.read(file, limit: largest) else { return true }
        let mayHaveItems = bytes.firstRange(of: "items:".utf8) != nil
        if !mayHaveItems, bytes.firstRange(of: "steps:".utf8) != nil { return true }
        let document = YAMLDocument(bytes, largest: largest)
        guard document.problems.isEmpty, let root = document.root else { return true }
        guard let keys = root.mapping?.compactMap(\.key.scalar) else { return false }
        if keys.contains("steps") { return true }
        return !keys.contains("items") && !keysOfFlows.isDisjoint(with: keys)
    }

    private static let keysOfFlows: Set = ["title", "launch", "demo", "banner", "open", "run", "serve"]

    /// Reads one file.
    ///
    /// - Parameter assets: the assets it will run on, to look up campaigns.
    package static func read(
        _ file: String, for assets: ScenarioAssets? = nil
    ) throws(LocalizedFailure) -> Result<Scenario, ScenarioProblems> {
        let bytes: [UInt8]
        do { bytes = try UserFile.read(file, limit: largest) } catch { throw unread(file, error.code) }
        return Scenario.read(
            bytes, file: file, campaigns: assets.map { $0.platform.bannerKeys + $0.platform.popupKeys })
    }

    /// Names that are not UTF-8 have replacement characters here, and such a file is not found.
    private static func unread(_ path: String, _ code: Int32) -> LocalizedFailure {
        code == ENOENT && path.contains("\u{FFFD}") ? LocalizedFailure(.nameIsNotUTF8(path)) : .notRead(path, code)
    }

    /// Whether one of these scenarios is no flow of a program, so that it needs what ships with Foyer. Who plays them says what
    /// is wrong with them.
    package static func needsAssets(_ paths: [String]) -> Bool {
        guard let files = try? files(paths) else { return false }
        return files.contains { file in
            guard case .success(let scenario)? = try? read(file) else { return false }
            return scenario.program == nil
        }
    }

    /// Runs scenarios without a terminal; the results are in the scenarios' order.
    ///
    /// - Parameters:
    ///   - server: another platform than Foyer's own, against which one is played after the other, in real time.
    ///   - isFilmed: whether the results have films.
    package static func runHeadless(
        _ scenarios: [Scenario], on assets: ScenarioAssets?, server: WebAddress? = nil,
        reach: FlowPlatform = FlowPlatform(), isFilmed: Bool = false
    ) async -> [ScenarioResult] {
        let runner = FlowRunner(scenarios, RunRules())
        await play(runner, on: assets, server: server, reach: reach, isFilmed: isFilmed)
        return zip(scenarios, runner.outcomes).map { $1.result ?? .failed($0, .noMemory) }
    }

    /// Plays all flows of a run without a terminal.
    package static func play(
        _ runner: FlowRunner, on assets: ScenarioAssets?, server: WebAddress? = nil,
        reach: FlowPlatform = FlowPlatform(), isFilmed: Bool = false
    ) async {
        if let server {
            // That platform is one, and remembers.
            while let (play, flow) = runner.next(.own) {
                let limits = runner.limits(of: play)
                let result = await LiveRun.runUnseen(flow, on: assets, server: server, reach: reach, limits)
                runner.finish(play, result)
            }
        }
        let pictures = PictureMemory.shared
        await runner.work { flow, limits in
            if let program = flow.program { return ProgramRun.run(flow, program, limits, isFilmed: isFilmed) }
            guard let assets else { return .failed(flow, .other(.noAssets)) }
            return HeadlessRun.run(
                flow, platform: assets.platform, reach: reach, pictures: pictures, limits, isFilmed: isFilmed)
        }
    }
}
