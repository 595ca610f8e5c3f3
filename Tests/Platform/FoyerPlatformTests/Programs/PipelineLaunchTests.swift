import FoyerCore
import FoyerStage
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite(.timeLimit(.minutes(1))) struct PipelineLaunchTests {
    @Test func aLaunchInstallsTheProgram() async throws {
        try await PipelineRig.run { rig in
            let reports = Reports()
            let pipeline = try rig.pipeline()
            try await pipeline.makeSteps().runAll(reports.reporter)
            let program = try #require(pipeline.program)
            #expect(program.manifest.name == "Tea House")
            #expect(program.firstPage?.document.title == "Tea House")
            #expect(program.firstPage?.pictures.count == 1)
            #expect(try !program.lease.read("common/menu.json", limit: 1 << 20).isEmpty)
            #expect(reports.all.fractions.allSatisfy { (0...1).contains($0) })
            #expect(reports.all.infos.map(\.appName) == ["Tea House"])
            let icon = SHA256.hexadecimal(of: try PipelineRig.assets.read("programs/com.example.tea/common/icon.png"))
            #expect(reports.all.infos.first?.iconURL == "\(rig.stage.baseURL)/pictures/\(icon).png")
            #expect(reports.all.icons == 1)
            let (received, size) = reports.all.bytes
            #expect(received == size && size > 0)
            await pipeline.close()
            #expect(rig.staged.isEmpty)
            #expect(rig.installed.count == 1)
        }
    }

    @Test(arguments: [("pages/menu", "pages/menu"), ("pages/nowhere", "pages/index")])
    func aLinkNamesThePage(asked: String, shown: String) async throws {
        try await PipelineRig.run(CraftedProgram().platform()) { rig in
            let program = try await rig.launch(page: asked)
            #expect(program.firstPage?.path.text == shown)
        }
    }

    @Test func aFailedIconHurtsNobody() async throws {
        try await PipelineRig.run(CraftedProgram().platform()) { rig in
            try rig.spoil(.icon, .corrupt(at: 0))
            #expect(try await rig.failure() == nil)
        }
    }

    // MARK: - Once more

    @Test func theSamePackageIsNotFetchedAgain() async throws {
        try await PipelineRig.run { rig in
            try await rig.launch()
            let program = try await rig.launch()
            #expect(rig.requests(.metadata).count == 2)
            #expect(rig.requests(.package).count == 1)
            #expect(rig.requests(.resource).count == 1)
            #expect(program.firstPage != nil)
            #expect(rig.staged.isEmpty && rig.installed.count == 1)
        }
    }

    @Test func aReloadContinuesTheDownload() async throws {
        try await PipelineRig.run { rig in
            try rig.spoil(.package, .cut(at: 10_000))
            let pipeline = try rig.pipeline()
            await #expect(throws: LaunchFailure.self) { try await pipeline.makeSteps().runAll() }
            rig.heal()
            try await pipeline.makeSteps().runAll()
            await pipeline.close()
            let last = try #require(rig.requests(.package).last)
            #expect(last.range == "bytes=10000-")
            #expect(last.status == 206)
            #expect(pipeline.program?.firstPage != nil)
            #expect(rig.staged.isEmpty)
        }
    }

    @Test func aReloadAfterAFailedResourceHasThePackageStill() async throws {
        let platform = try CraftedProgram(resources: [("common/a.txt", "a")]).platform()
        try await PipelineRig.run(platform) { rig in
            try rig.spoil(.resource, .status(404, retryAfter: nil))
            let pipeline = try rig.pipeline()
            await #expect(throws: LaunchFailure.self) { try await pipeline.makeSteps().runAll() }
            rig.heal()
            try await pipeline.makeSteps().runAll()
            #expect(rig.requests(.package).count == 1)
            let package = try pipeline.downloadFolder().packagePath
            #expect(access(package, F_OK) != 0, "it goes once the version is in its place")
            await pipeline.close()
            #expect(rig.staged.isEmpty && rig.installed.count == 1)
        }
    }

    @Test func whereNobodyLooksNothingIsDrawn() async throws {
        try await PipelineRig.run { rig in
            let pipeline = try rig.pipeline()
            let reports = Reports()
            try await pipeline.makeSteps(isSeen: false).runAll(reports.reporter)
            #expect(reports.all.icons == 0)
            #expect(pipeline.program?.firstPage == nil)
            #expect(pipeline.program?.manifest.startPage.text == "pages/index")
            await pipeline.close()
            #expect(try await rig.launch(policy: .offline).lease.icon() != nil, "whoever looks later has it")
        }
    }

    @Test func whatWasWrongIsNotContinued() async throws {
        try await PipelineRig.run { rig in
            try rig.spoil(.package, .corrupt(at: nil))
            let pipeline = try rig.pipeline()
            await #expect(throws: LaunchFailure.self) { try await pipeline.makeSteps().runAll() }
            rig.heal()
            try await pipeline.makeSteps().runAll()
            await pipeline.close()
            #expect(rig.requests(.package).map(\.range) == [nil, nil])
        }
    }

    @Test func aDamagedProgramIsInstalledAnew() async throws {
        let folder = TemporaryFolder()
        let platform = try CraftedProgram().platform()
        try await PipelineRig.run(platform, in: folder) { rig in
            let path = try await rig.launch().lease.app.path
            let page = open("\(path)/pages/index.md", O_WRONLY | O_TRUNC)
            #expect(write(page, "rot", 3) == 3)
            close(page)
            let program = try await rig.launch()
            #expect(program.firstPage?.document.title == "Tea first")
            #expect(rig.requests(.package).count == 2)
            #expect(rig.staged.isEmpty && rig.installed.count == 1)
        }
    }

    @Test func anUpdateFetchesWhatIsNewAlone() async throws {
        let folder = TemporaryFolder()
        let old = CraftedProgram(resources: [("common/a.txt", "same"), ("common/b.txt", "old")])
        try await PipelineRig.run(old.platform(), in: folder) { try await $0.launch() }
        let new = CraftedProgram(
            code: 2, text: "second", resources: [("common/a.txt", "same"), ("common/b.txt", "new")])
        try await PipelineRig.run(new.platform(), in: folder) { rig in
            let lease = try await rig.launch().lease
            #expect(
                rig.requests(.resource).map(\.target) == ["/resources/" + SHA256.hexadecimal(of: Array("new".utf8))])
            #expect(try lease.read("common/a.txt", limit: 100) == Array("same".utf8))
            #expect(try lease.read("common/b.txt", limit: 100) == Array("new".utf8))
            #expect(rig.installed.count == 2, "the version before stays until this one was on screen")
        }
    }

    @Test func newResourcesDoNotFetchThePackageAgain() async throws {
        let folder = TemporaryFolder()
        try await PipelineRig.run(CraftedProgram(resources: [("common/a.txt", "old")]).platform(), in: folder) {
            try await $0.launch()
        }
        try await PipelineRig.run(CraftedProgram(resources: [("common/a.txt", "new")]).platform(), in: folder) { rig in
            let lease = try await rig.launch().lease
            #expect(rig.requests(.package).isEmpty)
            #expect(try lease.read("common/a.txt", limit: 100) == Array("new".utf8))
            #expect(try !lease.read("pages/index.md", limit: 100).isEmpty)
        }
    }

    @Test func manyResourcesComeAFewAtATime() async throws {
        let resources = (0..<40).map { (path: "common/\($0).txt", text: "number \($0)") }
        try await PipelineRig.run(CraftedProgram(resources: resources).platform()) { rig in
            try rig.spoil(.resource, .delay(seconds: 0.02))
            let lease = try await rig.launch().lease
            #expect(try lease.read("common/39.txt", limit: 100) == Array("number 39".utf8))
            #expect(rig.requests(.resource).count == 40)
        }
    }

    @Test func theVersionBeforeGoesOnceTheNewOneWasShown() async throws {
        let folder = TemporaryFolder()
        try await PipelineRig.run(CraftedProgram().platform(), in: folder) { try await $0.launch() }
        try await PipelineRig.run(CraftedProgram(code: 2).platform(), in: folder) { rig in
            let pipeline = try rig.pipeline()
            // The screen keeps it for as long as the program is shown.
            let attempt = pipeline.makeSteps()
            try await attempt.runAll()
            await pipeline.markLaunched()
            withExtendedLifetime(attempt) {
                #expect(rig.installed.count == 1)
                #expect(rig.installed.first?.contains("/1.2.0-") == true)
            }
            await pipeline.close()
        }
    }

    // MARK: - Rollback

    @Test func anOlderVersionIsRefusedAndTheNewerStays() async throws {
        let folder = TemporaryFolder()
        try await PipelineRig.run(CraftedProgram(code: 5).platform(), in: folder) { try await $0.launch() }
        try await PipelineRig.run(CraftedProgram(code: 4).platform(), in: folder) { rig in
            let failure = try await rig.failure()
            #expect(failure?.code == .fetchFailed)
            #expect(failure?.cause.contains("5") == true)
            #expect(rig.requests(.package).isEmpty)
            #expect(try await rig.version(policy: .offline) == 5)
        }
    }

    // MARK: - Policies

    @Test func offlineAsksNobody() async throws {
        try await PipelineRig.run(CraftedProgram().platform()) { rig in
            await #expect(throws: LaunchFailure.self) { try await rig.launch(policy: .offline) }
            try await rig.launch()
            let before = rig.stage.withResponder { $0.requests.count }
            let program = try await rig.launch(policy: .offline)
            #expect(program.firstPage?.document.title == "Tea first")
            #expect(rig.stage.withResponder { $0.requests.count } == before)
        }
    }

    @Test func offlineTellsWhatThePackageSays() async throws {
        try await PipelineRig.run(CraftedProgram().platform()) { rig in
            try await rig.launch()
            let reports = Reports()
            let pipeline = try rig.pipeline(policy: .offline)
            try await pipeline.makeSteps().runAll(reports.reporter)
            await pipeline.close()
            #expect(reports.all.infos.map(\.appName) == ["Tea House"])
            #expect(reports.all.icons == 1, "the icon was kept")
        }
    }

    @Test func installedFirstInstallsWhereThereIsNothing() async throws {
        try await PipelineRig.run(CraftedProgram().platform()) { rig in
            let found = try await rig.version(policy: .installedFirst)
            #expect(found == 1)
        }
    }

    @Test func installedFirstOpensAtOnceAndBringsTheUpdate() async throws {
        let folder = TemporaryFolder()
        try await PipelineRig.run(CraftedProgram().platform(), in: folder) { try await $0.launch() }
        let new = CraftedProgram(code: 2, text: "second", resources: [("common/a.txt", "new")])
        try await PipelineRig.run(new.platform(), in: folder) { rig in
            let pipeline = try rig.pipeline(policy: .installedFirst)
            try await pipeline.makeSteps().runAll()
            #expect(pipeline.program?.lease.app.version.code == 1)
            await pipeline.finishUpdate()
            #expect(pipeline.program?.lease.app.version.code == 1, "what is shown stays")
            await pipeline.markLaunched()
            await pipeline.close()
            #expect(rig.staged.isEmpty)
            let next = try await rig.launch(policy: .offline)
            #expect(next.lease.app.version.code == 2)
            #expect(next.firstPage?.document.title == "Tea second")
        }
    }

    @Test(arguments: [StageRoute.metadata, .package]) func anUpdateThatHangsIsEndedByClose(route: StageRoute)
        async throws
    {
        let folder = TemporaryFolder()
        try await PipelineRig.run(CraftedProgram().platform(), in: folder) { try await $0.launch() }
        try await PipelineRig.run(CraftedProgram(code: 2).platform(), in: folder) { rig in
            try rig.spoil(route, .hang)
            #expect(try await rig.version(policy: .installedFirst) == 1)
            #expect(rig.staged.isEmpty && rig.installed.count == 1)
        }
    }

    @Test(arguments: [
        (StageRoute.metadata, StageFault.status(404, retryAfter: nil)), (.metadata, .refuse),
        (.package, .corrupt(at: nil)), (.package, .cut(at: 100)),
    ])
    func anUpdateThatFailsIsNotTheLaunchesAffair(route: StageRoute, fault: StageFault) async throws {
        let folder = TemporaryFolder()
        try await PipelineRig.run(CraftedProgram().platform(), in: folder) { try await $0.launch() }
        try await PipelineRig.run(CraftedProgram(code: 2).platform(), in: folder) { rig in
            try rig.spoil(route, fault)
            let pipeline = try rig.pipeline(policy: .installedFirst)
            try await pipeline.makeSteps().runAll()
            await pipeline.finishUpdate()
            await pipeline.close()
            #expect(rig.installed.count == 1 && rig.staged.isEmpty)
            #expect(try await rig.version(policy: .offline) == 1)
        }
    }

    // MARK: - Close

    @Test(arguments: [StageRoute.package, .resource]) func aCancelledLaunchLeavesNothing(route: StageRoute) async throws
    {
        try await PipelineRig.run { rig in
            try rig.spoil(route, .stall(at: 10))
            let pipeline = try rig.pipeline()
            let requests = rig.stage.requests()
            let task = Task {
                do throws(LaunchFailure) { try await pipeline.makeSteps().runAll() } catch { return false }
                return true
            }
            for await request in requests where request.route == route { break }
            task.cancel()
            #expect(await task.value == false)
            await pipeline.close()
            #expect(rig.staged.isEmpty && rig.installed.isEmpty)
            let count = rig.requests(route).count
            await #expect(throws: LaunchFailure.self) { try await pipeline.makeSteps().runAll() }
            #expect(rig.requests(route).count == count, "a closed pipeline asks nobody")
        }
    }

    /// Another process keeps installing; the user does not wait for it.
    @Test func aLaunchThatWaitsForALockCanBeCancelled() async throws {
        try await PipelineRig.run(CraftedProgram().platform()) { rig in
            let lock = try #require(try AppStore(path: rig.places.apps).tryLock("com.example.tea"))
            let pipeline = try rig.pipeline(timeout: .seconds(600))
            let attempt = pipeline.makeSteps()
            for step in ["metadata", "package", "verify", "unzip", "resources"] {
                try await attempt.run(step)
            }
            let task = Task {
                do throws(LaunchFailure) { try await attempt.run("ready") } catch {
                    return error.cause
                }
                return "it went well"
            }
            task.cancel()
            #expect(await task.value == "The step \"ready\" was cancelled.")
            await pipeline.close()
            #expect(rig.staged.isEmpty)
            withExtendedLifetime(lock) {}
        }
    }

    @Test func twoAtOnceInstallOneWholeVersion() async throws {
        try await PipelineRig.run { rig in
            let codes = await withTaskGroup(of: Int?.self) { group in
                for _ in 0..<4 {
                    group.addTask { try? await rig.launch().lease.app.version.code }
                }
                return await group.reduce(into: [Int?]()) { $0.append($1) }
            }
            #expect(codes == [12, 12, 12, 12])
            #expect(rig.installed.count == 1 && rig.staged.isEmpty)
        }
    }
}
