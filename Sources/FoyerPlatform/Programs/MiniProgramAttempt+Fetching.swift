import FoyerCore
import FoyerSystem
import Synchronization

/// Metadata, icon, package and resources: the steps that ask the network.
extension MiniProgramAttempt {
    func metadata(_ report: PipelineReport) async throws {
        let appID = try AppID.judge(request.appID)
        let (installed, highest) = try await whatIsHere(appID)
        let current = installed?.app.version
        let wanted = request.version
        var decision = policy.decide(installed: current, highestCode: highest, metadata: .notAsked, wanted: wanted)
        var metadata: AppMetadata?
        if decision == .askMetadata {
            let found = try await askPlatform(appID, highest: highest)
            metadata = found
            report.info(try info(of: found))
            decision = policy.decide(
                installed: current, highestCode: highest, metadata: .version(found.packageVersion), wanted: wanted)
        }
        var plan = Plan(
            appID: appID, metadata: metadata, installed: installed, opensInstalled: false, updatesAfterwards: false,
            reusesPackage: false)
        switch decision {
        case .askMetadata: throw LaunchFailure(.unknown, cause: "The policy asks for metadata twice.")
        case .fail(let failure): throw failure
        case .open(let updatesAfterwards):
            plan.opensInstalled = true
            plan.updatesAfterwards = updatesAfterwards
        case .install(let reusesPackage): plan.reusesPackage = reusesPackage
        }
        keep(plan)
        if metadata == nil, let installed { report.info(try info(of: installed)) }
    }

    /// The version that is installed, whole, and the highest code that ever was.
    private func whatIsHere(_ appID: AppID) async throws(PackageError) -> (AppLease?, Int?) {
        let (store, wanted, key) = (pipeline.store, request.version, request.publicKeys)
        return try await onBlockingThread { (flag) throws(PackageError) in
            store.sweep()
            let installed = try store.open(
                appID.text, preferring: wanted, signedBy: key, isCancelled: { flag.isRaised })
            return (installed, store.highestCode(of: appID.text))
        }
    }

    private func askPlatform(_ appID: AppID, highest: Int?) async throws -> AppMetadata {
        let response: HTTPResponse
        do {
            response = try await pipeline.documents.get(
                "v1", "apps", appID.text, bodyBound: AppMetadata.maxBytes, deadline: deadline)
        } catch DocumentRefusal.unsignedAnswer(404) {
            // Nothing is lost by believing that: there is no launch in either case.
            throw LaunchFailure(.notFound, .unknownProgram(appID))
        } catch let refusal as DocumentRefusal {
            throw MetadataRules.unreachable(refusal.cause)
        }
        let metadata = try MetadataRules.judge(
            status: response.status, body: response.body, requested: appID, highestVersion: highest.map(Int64.init))
        // Said before anything is fetched in vain.
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

    /// Without the platform's word the package speaks for itself.
    private func info(of installed: AppLease) throws -> SplashInfo {
        let manifest = try Manifest.judge(
            installed.read(Manifest.path, limit: Manifest.maxBytes), of: plan().appID)
        return SplashInfo(
            appID: manifest.appID.text, appName: manifest.name, iconURL: request.server.text)
    }

    func icon(_ report: PipelineReport) async throws {
        let plan = try plan()
        var bytes: [UInt8]?
        if let metadata = plan.metadata {
            let asked = HTTPRequest(
                .get,
                try address(metadata.iconURL, code: .fetchFailed), bodyBound: TransferBounds.picture,
                deadline: deadline)
            bytes = try await pipeline.transport.fetch(asked).requiringSuccess().body
            if let bytes { keep(icon: bytes) }
        } else {
            bytes = plan.installed?.icon()
        }
        guard isSeen, let bytes else { return }
        let surroundings = pipeline.surroundings
        let decoded = await surroundings.work.run { try? surroundings.pixels(of: bytes, targetPixels: (192, 192)) }
        if let pixels = decoded { report.icon(pixels.roundingCorners(by: PictureMapping.usualCornerRadius)) }
    }

    func package(_ report: PipelineReport) async throws {
        let plan = try plan()
        guard let metadata = plan.metadata, !plan.opensInstalled, !plan.reusesPackage else { return }
        let folder = try pipeline.downloadFolder()
        let size = metadata.package.size
        let digest = try await pipeline.transport.download(
            try address(metadata.package.url, code: .downloadFailed), toFile: folder.packagePath, size: size,
            digest: StreamDigest(), deadline: deadline
        ) { progress in
            report.transferred(Int(clamping: progress.received), size)
            if size > 0 { report.progress(Double(progress.received) / Double(size)) }
        }
        keep(digest: digest)
    }

    /// A few at once; each is checked by itself, and what the installed version has already is taken from there.
    func resources(_ report: PipelineReport) async throws {
        let plan = try plan()
        guard let metadata = plan.metadata, !plan.opensInstalled else { return }
        let here = plan.installed?.app.version.resources ?? []
        let wanted = zip(metadata.resources.indices, metadata.packageVersion.resources).filter { !here.contains($0.1) }
        guard !wanted.isEmpty else { return }
        let staging = try staging()
        let done = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, (index, _)) in wanted.enumerated() {
                if place >= Self.resourcesAtOnce { try await group.next() }
                group.addTask {
                    try await self.fetch(metadata.resources[index], to: staging.resourcePath(index))
                    report.progress(Double(done.increment()) / Double(wanted.count))
                }
            }
            try await group.waitForAll()
        }
    }

    /// Each takes a descriptor or two, and a program may have a thousand.
    private static let resourcesAtOnce = 8

    private func fetch(_ resource: AppMetadata.Resource, to path: String) async throws {
        _ = try await pipeline.transport.download(
            try address(resource.file.url, code: .resourcesFailed), toFile: path, size: resource.file.size,
            digest: StreamDigest(), deadline: deadline)
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    func increment() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

extension AppMetadata {
    /// What the store calls this version.
    var packageVersion: PackageVersion {
        PackageVersion(
            code: Int(version.code), name: version.name, digest: package.sha256.hex,
            resources: resources.map {
                PackageVersion.Resource(path: $0.path.text, size: $0.file.size, digest: $0.file.sha256.hex)
            })
    }
}
