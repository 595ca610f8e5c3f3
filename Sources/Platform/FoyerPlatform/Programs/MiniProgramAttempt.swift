import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Synchronization

extension MiniProgramPipeline {
    /// The steps of a new attempt, to be run once.
    ///
    /// - Parameter isSeen: whether there is a screen; without one, no page is read and no picture decoded.
    package func makeSteps(isSeen: Bool = true) -> [StartupStep] {
        MiniProgramAttempt(self, policy: request.policy, isSeen: isSeen).steps
    }
}

/// One attempt to make a mini program ready. Its steps stand in ``steps``, and below in the same order.
final class MiniProgramAttempt: Sendable {
    private let pipeline: MiniProgramPipeline
    private let policy: InstallPolicy
    private let deadline: Instant
    /// Whether there is a screen; without one, no page is read and no picture decoded.
    private let isSeen: Bool
    /// The results of steps, for later ones.
    private let results = Mutex(Results())

    private struct Results {
        var plan: Plan?
        var icon: [UInt8]?
        /// `nil` if no package was fetched.
        var arrived: ArrivedPackage?
        var verified: VerifiedPackage?
        /// The folder in which the version is assembled; two steps use it at once, and whichever comes first makes it.
        var staging: Staging?
    }

    init(_ pipeline: MiniProgramPipeline, policy: InstallPolicy, isSeen: Bool) {
        self.pipeline = pipeline
        self.policy = policy
        // Half a second beyond the launch's own timeout, which is the one that counts.
        deadline = pipeline.surroundings.now + pipeline.request.timeout + .milliseconds(500)
        self.isSeen = isSeen
    }

    private var request: MiniProgramRequest { pipeline.request }
    private var work: BlockingWork { pipeline.surroundings.work }

    /// A step without `after` waits for the one above it.
    var steps: [StartupStep] {
        [
            step("metadata", weight: 1, decide),
            step(LaunchStep.icon, weight: 0, isAwaited: false, fetchIcon),
            step("package", weight: 6, after: ["metadata"], fetches: true, code: .downloadFailed, fetchPackage),
            step("verify", weight: 0.5) { _ in try await self.verify() },
            step("unzip", weight: 1.5, unpack),
            step("resources", weight: 1, after: ["metadata"], fetches: true, code: .resourcesFailed, fetchResources),
            step("ready", weight: 0.5, after: ["unzip", "resources"]) { _ in try await self.makeReady() },
        ]
    }

    /// The same steps in the background, one after the other: installs the platform's version for the next launch. If
    /// anything fails, the installed version stays.
    func update() async {
        do {
            try await decide(.silent)
            guard let installation = try plan.installation else { return }
            try? await fetchIcon(.silent)
            try await fetchPackage(.silent)
            try await verify()
            try await unpack(.silent)
            try await fetchResources(.silent)
            _ = try await install(installation)
        } catch {}
    }

    /// A step whose id is also the key of its words.
    ///
    /// - Parameter code: the launch's code if a transfer of this step fails.
    private func step(
        _ id: String, weight: Double, after: [String]? = nil, isAwaited: Bool = true, fetches: Bool = false,
        code: LaunchCode = .fetchFailed,
        _ body: @escaping @Sendable (StepReporter) async throws -> Void
    ) -> StartupStep {
        StartupStep(
            id, label: .step(id) ?? Phrase(asIs: id), weight: weight, after: after, isAwaited: isAwaited,
            fetches: fetches
        ) { reporter in
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

    /// For a step whose `after` leads back to the first one; otherwise the list of steps is wrong.
    private var plan: Plan {
        get throws(LaunchFailure) {
            guard let plan = results.withLock(\.plan) else {
                throw LaunchFailure(.unknown, cause: "A step ran before what it needs was there.")
            }
            return plan
        }
    }

    /// The folder of this attempt. Blocks on the disk.
    private func staging() throws(PackageError) -> Staging {
        try results.withLock { (results) throws(PackageError) in
            if let staging = results.staging { return staging }
            let staging = try pipeline.stage()
            results.staging = staging
            return staging
        }
    }

    private func address(_ reference: String, code: LaunchCode) throws(LaunchFailure) -> WebAddress {
        do {
            return try request.server.resolveBelow(reference)
        } catch {
            throw LaunchFailure(code, .addressUnusable(reference, error))
        }
    }

    // MARK: - Metadata

    /// The decisions of the metadata step.
    private struct Plan {
        let appID: AppID
        /// The platform's metadata; absent if it was not asked.
        let metadata: AppMetadata?
        let way: Way

        enum Way {
            /// Nothing needs to be fetched. The platform may be asked once the program is on its way to the screen.
            case open(AppLease, updatesAfterwards: Bool)
            case install(Installation)
        }

        /// The installed version, if it is intact.
        var installed: AppLease? {
            switch way {
            case .open(let installed, _): installed
            case .install(let installation): installation.former
            }
        }

        /// The version to install; `nil` if the installed one is opened.
        var installation: Installation? {
            if case .install(let installation) = way { installation } else { nil }
        }
    }

    private struct Installation {
        let appID: AppID
        let metadata: AppMetadata
        /// The installed version, if it is intact.
        let former: AppLease?
        /// The installed package is the wanted one.
        let reusesPackage: Bool

        /// The resources that the installed version does not have, with their places in the metadata.
        var missingResources: [(index: Int, resource: AppMetadata.Resource)] {
            let here = former?.app.version.resources ?? []
            return zip(metadata.resources.indices, metadata.packageVersion.resources)
                .filter { !here.contains($0.1) }.map { ($0.0, metadata.resources[$0.0]) }
        }
    }

    /// Decides what to do: looks at the disk first, and asks the platform if that does not settle it.
    private func decide(_ reporter: StepReporter) async throws {
        let appID = try AppID.validate(request.appID)
        let (installed, highest) = try await whatIsHere(appID)
        let current = installed?.app.version
        let wanted = request.version
        var decision = policy.decide(installed: current, highestCode: highest, metadata: .notAsked, wanted: wanted)
        var metadata: AppMetadata?
        if decision == .askMetadata {
            let found = try await askPlatform(appID, highest: highest)
            metadata = found
            reporter.info(try info(of: found))
            decision = policy.decide(
                installed: current, highestCode: highest, metadata: .version(found.packageVersion), wanted: wanted)
        }
        let way = try Self.way(decision, appID, metadata, installed)
        if case .open = way { reporter.kind("installed") } else { reporter.expectsWait() }
        if metadata == nil, let installed { reporter.info(try await info(of: installed, appID)) }
        let plan = Plan(appID: appID, metadata: metadata, way: way)
        announceFetch(plan, reporter)
        results.withLock { $0.plan = plan }
    }

    /// Announces all that the launch will fetch before its first byte: the bar is for all of it together.
    private func announceFetch(_ plan: Plan, _ reporter: StepReporter) {
        guard let installation = plan.installation else { return }
        if !installation.reusesPackage {
            reporter.of("package").transferred(bytes: 0, of: installation.metadata.package.size)
        }
        let missing = installation.missingResources
        if !missing.isEmpty {
            reporter.of("resources").transferred(bytes: 0, of: missing.reduce(0) { $0 + $1.resource.file.size })
        }
    }

    private static func way(
        _ decision: InstallPolicy.Decision, _ appID: AppID, _ metadata: AppMetadata?, _ installed: AppLease?
    ) throws(LaunchFailure) -> Plan.Way {
        switch (decision, metadata, installed) {
        case (.fail(let failure), _, _): throw failure
        case (.open(let updatesAfterwards), _, let installed?):
            return .open(installed, updatesAfterwards: updatesAfterwards)
        case (.install(let reusesPackage), let metadata?, _):
            return .install(
                Installation(appID: appID, metadata: metadata, former: installed, reusesPackage: reusesPackage))
        case (.askMetadata, _, _): throw LaunchFailure(.unknown, cause: "The policy asks for metadata twice.")
        case (.open, _, nil), (.install, nil, _): throw LaunchFailure(.unknown, cause: "There is nothing to install.")
        }
    }

    /// The installed version, if it is intact, and the highest version code ever installed.
    private func whatIsHere(_ appID: AppID) async throws(PackageError) -> (AppLease?, Int?) {
        let (store, wanted, key) = (pipeline.store, request.version, request.publicKeys)
        return try await work.run { (flag) throws(PackageError) in
            store.sweep()
            let installed = try store.open(
                appID.text, preferring: wanted, signedBy: key, isCancelled: { flag.isRaised })
            return (installed, store.highestCode(of: appID.text, signedBy: key))
        }
    }

    private func askPlatform(_ appID: AppID, highest: Int?) async throws -> AppMetadata {
        let response: HTTPResponse
        do {
            response = try await pipeline.documents.get(
                "v1", "apps", appID.text, bodyBound: AppMetadata.maxBytes, deadline: deadline)
        } catch DocumentRefusal.unsignedAnswer(404) {
            // Safe to believe without a signature: the launch fails either way.
            throw LaunchFailure(.notFound, .unknownProgram(appID))
        } catch let refusal as DocumentRefusal {
            throw MetadataRules.untrusted(refusal.cause)
        }
        let metadata = try MetadataRules.validate(
            status: response.status, body: response.body, requested: appID, highestVersion: highest.map(Int64.init))
        // Checked before anything is fetched in vain.
        let limit = PackageLimits.signedArchiveSize
        guard request.publicKeys.isEmpty || metadata.package.size <= limit else {
            throw LaunchFailure(.downloadFailed, .tooLargeToVerify(limit: limit))
        }
        return metadata
    }

    private func info(of metadata: AppMetadata) throws -> SplashInfo {
        SplashInfo(
            appID: metadata.appID.text, appName: metadata.appName,
            iconURL: try address(metadata.iconURL, code: .fetchFailed).text, description: metadata.description,
            slogan: metadata.slogan)
    }

    /// The info from the package itself, without the platform's metadata.
    private func info(of installed: AppLease, _ appID: AppID) async throws -> SplashInfo {
        let bytes = try await work.run {
            try installed.read(Manifest.path, limit: Manifest.maxBytes)
        }
        let manifest = try Manifest.validate(bytes, of: appID)
        return SplashInfo(
            appID: manifest.appID.text, appName: manifest.name, iconURL: request.server.text)
    }

    // MARK: - Icon

    private func fetchIcon(_ reporter: StepReporter) async throws {
        guard let bytes = try await icon(of: plan) else { return }
        results.withLock { $0.icon = bytes }
        guard isSeen else { return }
        let surroundings = pipeline.surroundings
        let decoded = await work.run { try? surroundings.pixels(of: bytes, targetPixels: (192, 192)) }
        if let pixels = decoded { reporter.icon(pixels.roundingCorners(by: PictureMapping.usualCornerRadius)) }
    }

    private func icon(of plan: Plan) async throws -> [UInt8]? {
        let (lease, keys) = (plan.installed, request.publicKeys)
        let kept = await work.run { lease?.icon(under: keys) }
        guard let metadata = plan.metadata else { return kept }
        let address = try address(metadata.iconURL, code: .fetchFailed)
        if let kept, SiteContent.digest(namedBy: address.path) == CachedBody(bytes: kept).digest { return kept }
        let asked = HTTPRequest(.get, address, bodyBound: TransferBounds.picture, deadline: deadline)
        return try await pipeline.documents.picture(asked).requiringSuccess().body
    }

    // MARK: - Package

    private func fetchPackage(_ reporter: StepReporter) async throws {
        guard let installation = try plan.installation, !installation.reusesPackage else { return }
        let package = installation.metadata.package
        let address = try address(package.url, code: .downloadFailed)
        let (path, isContinued) = try await work.run { [pipeline] in
            let staging = try pipeline.downloadFolder()
            return (
                staging.packagePath, pipeline.store.takeUnfinished(address, size: package.size, into: staging)
            )
        }
        func fetch() async throws -> SHA256 {
            try await pipeline.transport.download(
                address, toFile: path, size: package.size, deadline: deadline
            ) { progress in
                reporter.transferred(bytes: Int(clamping: progress.received), of: package.size)
            }
        }
        var digest = try await fetch()
        if isContinued, digest.hexadecimal != package.sha256.hex {
            // What an earlier launch left is not what the server sent it: a machine may have lost its power.
            await discard(path)
            digest = try await fetch()
        }
        let arrived = ArrivedPackage(path: path, digest: digest, metadata: installation.metadata)
        results.withLock { $0.arrived = arrived }
    }

    // MARK: - Check

    /// Checks size, digest and signature before a byte of the package is parsed.
    private func verify() async throws {
        guard let arrived = results.withLock(\.arrived) else { return }
        let metadata = arrived.metadata
        let check = PackageCheck(
            size: metadata.package.size, digest: metadata.package.sha256.hex,
            signatures: metadata.signatures.map(Base64.encode), publicKeys: request.publicKeys)
        let signer: [UInt8]?
        do {
            signer = try await work.run { try check.validate(path: arrived.path, arrived: arrived.digest) }
        } catch {
            // Do not continue a bad download: a reload fetches it anew.
            await discard(arrived.path)
            throw error
        }
        results.withLock { $0.verified = VerifiedPackage(arrived, signer: signer) }
    }

    // MARK: - Staging

    /// The package's files in this attempt's folder, either from the fetched package or from the same one that is
    /// installed.
    private func unpack(_ reporter: StepReporter) async throws {
        guard let installation = try plan.installation else { return }
        let folder = try await work.run { try self.staging() }
        if let verified = results.withLock(\.verified) {
            try await unpack(verified, into: folder, reporter)
            try Self.checkPlatform(await manifest(in: folder, of: installation.appID))
        } else if installation.reusesPackage, let former = installation.former {
            try await work.run { try folder.adopt(from: former) }
        }
    }

    private func unpack(
        _ package: VerifiedPackage, into staging: Staging, _ reporter: StepReporter
    ) async throws(PackageError) {
        do {
            try await work.run { (flag) throws(PackageError) in
                try staging.unpack(
                    from: package.path, progress: { reporter.progress($0) }, isCancelled: { flag.isRaised })
            }
        } catch {
            // A cancellation does not make the package bad.
            if error != .cancelled { await discard(package.path) }
            throw error
        }
    }

    private func manifest(in staging: Staging, of appID: AppID) async throws -> Manifest {
        let bytes = try await work.run { try staging.read(Manifest.path, limit: Manifest.maxBytes) }
        guard let bytes else { throw LaunchFailure(.unzipFailed, .noManifest) }
        return try Manifest.validate(bytes, of: appID)
    }

    /// The package itself is fine, but it needs a newer platform than this host is.
    private static func checkPlatform(_ manifest: Manifest) throws(LaunchFailure) {
        guard let needed = manifest.minimumPlatform, needed > MiniProgramPipeline.platformCode else { return }
        throw LaunchFailure(.unknown, .needsPlatform(needed, has: MiniProgramPipeline.platformCode))
    }

    // MARK: - Resources

    /// Fetches a few at once, each with its own check; resources of the installed version are reused.
    private func fetchResources(_ reporter: StepReporter) async throws {
        guard let missing = try plan.installation?.missingResources, !missing.isEmpty else { return }
        let staging = try await work.run { try self.staging() }
        let received = ReceivedBytes(missing.reduce(0) { $0 + $1.resource.file.size }, reporter)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, (index, resource)) in missing.enumerated() {
                if place >= Self.resourcesAtOnce { try await group.next() }
                group.addTask {
                    try await self.fetch(resource, to: staging.resourcePath(index)) { received.set($0, of: index) }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Each takes a descriptor or two, and a program may have a thousand.
    private static let resourcesAtOnce = 8

    private func fetch(
        _ resource: AppMetadata.Resource, to path: String, received: @escaping @Sendable (Int) -> Void
    ) async throws {
        let address = try address(resource.file.url, code: .resourcesFailed)
        do {
            _ = try await pipeline.transport.download(
                address, toFile: path, size: resource.file.size, deadline: deadline
            ) { received(Int(clamping: $0.received)) }
        } catch {
            // A published resource's address is its digest, which tells nobody which file is missing.
            guard case .status(let status) = error.kind else { throw error }
            throw TransferFailure(error.kind, "\(address.host) answered \(status) for \(resource.path.text)")
        }
    }

    // MARK: - Page

    /// Puts the version in place, opens it, and reads the first page of its own screen.
    private func makeReady() async throws {
        let plan = try plan
        // A lease on the former version would keep it from being removed.
        results.withLock { $0.plan = nil }
        var updatesAfterwards = false
        let lease: AppLease
        switch plan.way {
        case .open(let installed, let updates): (lease, updatesAfterwards) = (installed, updates)
        case .install(let installation): lease = try await install(installation)
        }
        let bytes = try await work.run { try lease.read(Manifest.path, limit: Manifest.maxBytes) }
        let manifest = try Manifest.validate(bytes, of: plan.appID)
        try Self.checkPlatform(manifest)
        let first = request.page.flatMap { manifest.pages.contains($0) ? $0 : nil } ?? manifest.startPage
        let page = isSeen ? try? await PageReader.read(first, from: lease, in: pipeline.surroundings) : nil
        pipeline.becomeReady(ReadyProgram(lease: lease, manifest: manifest, firstPage: page))
        if updatesAfterwards { pipeline.beginUpdate() }
    }

    private func install(_ installation: Installation) async throws -> AppLease {
        let (icon, signer, staged) = results.withLock { ($0.icon, $0.verified?.signer, $0.staging) }
        guard let staging = staged else { throw LaunchFailure(.unknown, cause: "Nothing was unpacked.") }
        let (former, version) = (installation.former, installation.metadata.packageVersion)
        let remaining = max(deadline - pipeline.surroundings.now, .zero)
        let (store, appID, work) = (pipeline.store, installation.appID.text, work)
        // Of a package that is used again, the signature was verified then. Without a pinned key this time, nobody vouches
        // for the resources beside it.
        let pinned = request.publicKeys
        let formerSigner = pinned.isEmpty ? nil : former?.record.signer.flatMap(Hexadecimal.decode)
        let key = signer ?? (installation.reusesPackage ? formerSigner : nil)
        // The package is no longer needed, and deleting it takes the disk a while. A process killed from here on leaves
        // nothing for a later launch to continue.
        let (pipeline, disk) = (pipeline, pipeline.surroundings.disk)
        let package = try await work.run { () throws(PackageError) -> String? in
            guard !installation.reusesPackage else { return nil }
            let path = try pipeline.downloadFolder().packagePath
            try? OpenFile.remove(PartValidators.path(for: path), disk: disk)
            return path
        }
        async let isRidOfPackage: Void = work.run { if let package { HTTPTransport.discardPart(package, disk: disk) } }
        let lease = try await work.run { (flag) throws(PackageError) in
            for (index, resource) in version.resources.enumerated() {
                if let former, try staging.adopt(resource, from: former) { continue }
                try staging.place(resource, from: staging.resourcePath(index))
            }
            let lock = try store.lock(appID, timeout: remaining, isCancelled: { flag.isRaised })
            guard !flag.isRaised else { throw .cancelled }
            let lease = try store.commit(staging, as: version, signedBy: key, pinned: pinned, lock: lock)
            if let icon { try? lease.keep(icon: icon, under: pinned, lock: lock) }
            return lease
        }
        await isRidOfPackage
        return lease
    }

    /// So that a reload fetches it anew.
    private func discard(_ package: String) async {
        let disk = pipeline.surroundings.disk
        await work.run { HTTPTransport.discardPart(package, disk: disk) }
    }
}

/// Reports the bytes of several files that are fetched at once as those of one step.
private final class ReceivedBytes: Sendable {
    private let total: Int
    private let reporter: StepReporter
    private let files = Mutex<(bytes: [Int: Int], sum: Int)>(([:], 0))

    init(_ total: Int, _ reporter: StepReporter) { (self.total, self.reporter) = (total, reporter) }

    func set(_ bytes: Int, of file: Int) {
        files.withLock { files in
            files.sum += bytes - files.bytes[file, default: 0]
            files.bytes[file] = bytes
            // Within the lock, so that no older sum comes after a newer one.
            reporter.transferred(bytes: files.sum, of: total)
        }
    }
}

extension AppMetadata {
    /// The version under the store's name for it.
    var packageVersion: PackageVersion {
        PackageVersion(
            code: Int(version.code), name: version.name, digest: package.sha256.hex,
            resources: resources.map {
                PackageVersion.Resource(path: $0.path.text, size: $0.file.size, digest: $0.file.sha256.hex)
            })
    }
}

/// A downloaded package on the disk, not verified yet.
struct ArrivedPackage: Sendable {
    let path: String
    /// Computed during the download.
    let digest: SHA256
    let metadata: AppMetadata
}

/// A package that matches the announcement and carries the required signature. Nothing else is ever parsed.
struct VerifiedPackage: Sendable {
    let path: String

    /// The pinned key that signed it; `nil` if none is pinned.
    let signer: [UInt8]?

    fileprivate init(_ package: ArrivedPackage, signer: [UInt8]?) {
        path = package.path
        self.signer = signer
    }
}
