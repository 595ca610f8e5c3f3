import FoyerCore
import FoyerPlatformCore
import FoyerStage
import FoyerSystem
import Glibc
import Testing

@testable import FoyerPlatform

/// Every row of the pipeline's table, from its real cause.
@Suite struct PipelineFaultTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let route: StageRoute
        let fault: StageFault
        let code: LaunchCode

        init(_ route: StageRoute, _ fault: StageFault, _ code: LaunchCode) {
            (self.route, self.fault, self.code) = (route, fault, code)
        }

        var testDescription: String { "\(route) \(fault) → \(code.rawValue)" }
    }

    static let rows: [Row] = [
        Row(.metadata, .refuse, .fetchFailed), Row(.metadata, .reset(at: 0), .fetchFailed),
        Row(.metadata, .reset(at: 40), .fetchFailed), Row(.metadata, .garbage, .fetchFailed),
        Row(.metadata, .cut(at: 40), .fetchFailed), Row(.metadata, .chunked(at: 40), .fetchFailed),
        Row(.metadata, .length(by: 9), .fetchFailed), Row(.metadata, .corrupt(at: 0), .fetchFailed),
        Row(.metadata, .redirect(to: "{self}"), .fetchFailed),
        Row(.metadata, .redirect(to: "file:///etc/passwd"), .fetchFailed),
        Row(.metadata, .redirect(to: "http://user@127.0.0.1/"), .fetchFailed),
        Row(.metadata, .status(500, retryAfter: nil), .fetchFailed),
        Row(.metadata, .status(503, retryAfter: nil), .fetchFailed),
        Row(.metadata, .status(403, retryAfter: nil), .fetchFailed),
        Row(.metadata, .status(204, retryAfter: nil), .fetchFailed),
        Row(.metadata, .status(404, retryAfter: nil), .notFound),
        Row(.metadata, .status(410, retryAfter: nil), .removed),
        Row(.metadata, .status(451, retryAfter: nil), .suspended),
        Row(.metadata, .endless, .fetchFailed), Row(.metadata, .headers(bytes: 80_000), .fetchFailed),
        Row(.package, .refuse, .downloadFailed), Row(.package, .reset(at: 9_000), .downloadFailed),
        Row(.package, .cut(at: 9_000), .downloadFailed), Row(.package, .cut(at: 0), .downloadFailed),
        Row(.package, .chunked(at: 9_000), .downloadFailed), Row(.package, .length(by: 9), .downloadFailed),
        Row(.package, .length(by: -9), .downloadFailed), Row(.package, .garbage, .downloadFailed),
        Row(.package, .status(404, retryAfter: nil), .downloadFailed),
        Row(.package, .status(204, retryAfter: nil), .downloadFailed),
        Row(.package, .status(503, retryAfter: nil), .downloadFailed),
        Row(.package, .redirect(to: "{self}"), .downloadFailed),
        Row(.package, .redirect(to: "file:///etc/passwd"), .downloadFailed),
        Row(.package, .endless, .downloadFailed), Row(.package, .headers(bytes: 80_000), .downloadFailed),
        Row(.package, .corrupt(at: nil), .unzipFailed), Row(.package, .corrupt(at: 0), .unzipFailed),
        Row(.resource, .refuse, .resourcesFailed), Row(.resource, .reset(at: 5), .resourcesFailed),
        Row(.resource, .cut(at: 5), .resourcesFailed), Row(.resource, .corrupt(at: 0), .resourcesFailed),
        Row(.resource, .length(by: 5), .resourcesFailed), Row(.resource, .endless, .resourcesFailed),
        Row(.resource, .status(404, retryAfter: nil), .resourcesFailed),
        Row(.resource, .status(503, retryAfter: nil), .resourcesFailed),
        Row(.resource, .redirect(to: "file:///etc/passwd"), .resourcesFailed),
        Row(.resource, .garbage, .resourcesFailed),
    ]

    @Test(arguments: rows) func table(row: Row) async throws {
        try await PipelineRig.run { rig in
            try rig.spoil(row.route, row.fault)
            let failure = try await rig.failure()
            #expect(failure?.code == row.code)
            #expect(failure?.cause.isEmpty == false)
            #expect(rig.installed.isEmpty && rig.staged.isEmpty, "nothing is left")
            rig.heal()
            #expect(try await rig.failure() == nil, "and the next launch goes well")
        }
    }

    /// Whatever hangs is ended by the deadline.
    @Test(arguments: [StageRoute.metadata, .package, .resource]) func whatHangsTimesOut(route: StageRoute) async throws
    {
        try await PipelineRig.run { rig in
            try rig.spoil(route, .hang)
            #expect(try await rig.code(timeout: .milliseconds(50)) == .timedOut)
            #expect(rig.installed.isEmpty && rig.staged.isEmpty)
        }
    }

    @Test(arguments: [
        ("com.example.gone", LaunchCode.removed), ("com.example.kiosk", .suspended), ("com.example.nobody", .notFound),
        ("com.example.box", .unzipFailed), ("com.example.desk", .fetchFailed), ("com.example.cable", .downloadFailed),
        ("com.example.page", .resourcesFailed), ("com.example.tomorrow", .unknown), ("", .notFound),
        ("../secret", .notFound), (".hidden", .notFound), ("a b", .notFound),
    ])
    func programs(appID: String, code: LaunchCode) async throws {
        try await PipelineRig.run { rig in
            let found = try await rig.code(appID)
            #expect(found == code)
            #expect(rig.installed.isEmpty && rig.staged.isEmpty)
        }
    }

    @Test func aMissingResourceIsNamedAsTheProgramNamesIt() async throws {
        try await PipelineRig.run { rig in
            let cause = try #require(try await rig.failure("com.example.page")).cause
            #expect(cause.contains("answered 404 for common/chapter.json"), "\(cause)")
        }
    }

    @Test func aMalformedIDAsksNobody() async throws {
        try await PipelineRig.run { rig in
            _ = try await rig.failure("../secret")
            #expect(rig.stage.withResponder { $0.requests }.isEmpty)
        }
    }

    @Test func fourTriesAndNoMore() async throws {
        try await PipelineRig.run { rig in
            try rig.spoil(.metadata, .status(503, retryAfter: nil))
            _ = try await rig.failure()
            #expect(rig.requests(.metadata).count == 4)
        }
        try await PipelineRig.run { rig in
            try rig.spoil(.metadata, .status(403, retryAfter: nil))
            _ = try await rig.failure()
            #expect(rig.requests(.metadata).count == 1)
        }
    }

    /// libcurl itself repeats requests that a kept connection did not answer; those count, too.
    @Test func fourTriesOnKeptConnectionsToo() async throws {
        try await PipelineRig.run { rig in
            try rig.spoil(.package, .reset(at: 0))
            #expect(try await rig.code() == .downloadFailed)
            #expect(rig.requests(.package).count == 4)
        }
    }

    @Test func aNewerPlatformIsNamed() async throws {
        try await PipelineRig.run { rig in
            let failure = try #require(try await rig.failure("com.example.tomorrow"))
            #expect(failure.cause == "The program needs platform 9999; this host is platform 1.")
        }
    }

    @Test func noServer() async throws {
        try await PipelineRig.run { rig in
            await rig.stage.stop()
            let found = try await rig.code()
            #expect(found == .fetchFailed)
        }
    }

    // MARK: - Trust

    @Test func aPinnedKeyWantsAGoodSignature() async throws {
        try await PipelineRig.run { rig in
            #expect(try await rig.failure(key: DemoKey.publicKey) == nil)
            let unsigned = try await rig.failure("com.example.clouds", key: DemoKey.publicKey)
            #expect(unsigned?.code == .unzipFailed)
            #expect(unsigned?.cause.contains("signature") == true)
            #expect(try await rig.failure("com.example.clouds") == nil, "without a key nobody asks")
        }
    }

    @Test func anotherKeyRefusesTheDocument() async throws {
        try await PipelineRig.run { rig in
            var key = DemoKey.publicKey
            key[3] ^= 1
            let found = try await rig.code(key: key)
            #expect(found == .fetchFailed)
            #expect(rig.installed.isEmpty && rig.staged.isEmpty)
        }
    }

    /// A document without its signature is not trusted because it is stored here.
    @Test func aPinnedKeyIsAskedForWhatIsInstalledToo() async throws {
        try await PipelineRig.run { rig in
            for app in ["com.example.clouds", "com.example.tea"] { try await rig.launch(app) }
            let unsigned = try await rig.code("com.example.clouds", key: DemoKey.publicKey)
            #expect(unsigned == .unzipFailed)
            for policy in [InstallPolicy.offline, .installedFirst] {
                await #expect(throws: LaunchFailure.self, "\(policy)") {
                    _ = try await rig.launch("com.example.clouds", policy: policy, key: DemoKey.publicKey)
                }
            }
            #expect(try await rig.failure("com.example.clouds") == nil, "what is here stays as it is")
            // The same bytes: fetched once more for their signature, which is known from then on.
            let shown = try await rig.launch()
            for policy in [InstallPolicy.latest, .offline, .installedFirst] {
                try await rig.launch(policy: policy, key: DemoKey.publicKey)
            }
            let fetched = rig.requests(.package).filter { $0.app == "com.example.tea" }
            #expect(fetched.count == 2)
            #expect(try shown.lease.read("pages/index.md", limit: 1 << 20).isEmpty == false)
            let other = DemoKey.publicKey.map { $0 ^ 1 }
            await #expect(throws: LaunchFailure.self) { _ = try await rig.launch(policy: .offline, key: other) }
        }
    }

    // MARK: - The disk

    @Test func aDataFolderThatCannotBeUsedIsNamed() async throws {
        try await PipelineRig.run { rig in
            rig.folder.write([1], to: "foyer")
            let failure = try #require(try await rig.failure())
            #expect(failure.code == .unknown)
            #expect(failure.cause.contains(rig.folder.path + "/foyer"))
        }
    }

    @Test(arguments: [DiskChange.Kind.makeFolder, .createFile, .write, .sync, .rename])
    func aFullDiskIsNamed(kind: DiskChange.Kind) async throws {
        try await PipelineRig.run { rig in
            let request = MiniProgramRequest(
                appID: "com.example.tea", server: try WebAddress(rig.stage.baseURL))
            let full = Disk { $0.kind == kind ? .fail(ENOSPC) : .none }
            let pipeline = MiniProgramPipeline(
                request, store: AppStore(path: rig.places.apps, disk: full), network: HTTPTransport.Configuration())
            var found: LaunchFailure?
            do throws(LaunchFailure) { try await pipeline.makeSteps().runAll() } catch { found = error }
            await pipeline.close()
            #expect(found?.code == .unknown)
            #expect(found?.cause.contains("the disk is full") == true)
        }
    }

    @Test func aResourceMayNotTakeThePlaceOfAPackagesFile() async throws {
        let program = CraftedProgram(resources: [("pages/menu.md", "# Another menu")])
        try await PipelineRig.run(program.platform()) { rig in
            let failure = try await rig.failure()
            #expect(failure?.code == .resourcesFailed)
            #expect(failure?.cause.contains("pages/menu.md") == true)
            #expect(rig.installed.isEmpty && rig.staged.isEmpty)
        }
    }
}
