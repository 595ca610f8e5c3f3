import Foyer
import FoyerCore
import FoyerSystem
import Synchronization

/// Metadata, icon and resources: what the platform says of a program, and the files beside its package.
extension MiniProgramAttempt {
    /// Decides what to do: looks at the disk first, and asks the platform if that does not settle it.
    func decide(_ reporter: StepReporter) async throws -> Plan {
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
        return Plan(appID: appID, metadata: metadata, way: way)
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
        return try await pipeline.surroundings.work.run { (flag) throws(PackageError) in
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
        let bytes = try await onThread { () throws(PackageError) in
            try installed.read(Manifest.path, limit: Manifest.maxBytes)
        }
        let manifest = try Manifest.validate(bytes, of: appID)
        return SplashInfo(
            appID: manifest.appID.text, appName: manifest.name, iconURL: request.server.text)
    }

    func fetchIcon(_ plan: Plan) async throws -> [UInt8]? {
        if let metadata = plan.metadata {
            let asked = HTTPRequest(
                .get,
                try address(metadata.iconURL, code: .fetchFailed), bodyBound: TransferBounds.picture,
                deadline: deadline)
            return try await pipeline.documents.picture(asked).requiringSuccess().body
        }
        guard case .open(let installed, _) = plan.way else { return nil }
        let keys = request.publicKeys
        return await onThread { installed.icon(under: keys) }
    }

    func show(icon bytes: [UInt8], _ reporter: StepReporter) async {
        guard isSeen else { return }
        let surroundings = pipeline.surroundings
        let decoded = await surroundings.work.run { try? surroundings.pixels(of: bytes, targetPixels: (192, 192)) }
        if let pixels = decoded { reporter.icon(pixels.roundingCorners(by: PictureMapping.usualCornerRadius)) }
    }

    /// Fetches a few at once, each with its own check; resources of the installed version are reused.
    func fetchResources(_ plan: Plan, _ reporter: StepReporter) async throws {
        guard let installation = plan.installation else { return }
        let metadata = installation.metadata
        let here = installation.former?.app.version.resources ?? []
        let wanted = zip(metadata.resources.indices, metadata.packageVersion.resources).filter { !here.contains($0.1) }
        guard !wanted.isEmpty else { return }
        let staging = try await onThread { () throws(PackageError) in try self.staging.folder() }
        let done = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, (index, _)) in wanted.enumerated() {
                if place >= Self.resourcesAtOnce { try await group.next() }
                group.addTask {
                    try await self.fetch(metadata.resources[index], to: staging.resourcePath(index))
                    reporter.progress(Double(done.increment()) / Double(wanted.count))
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
            deadline: deadline)
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
    /// The version under the store's name for it.
    var packageVersion: PackageVersion {
        PackageVersion(
            code: Int(version.code), name: version.name, digest: package.sha256.hex,
            resources: resources.map {
                PackageVersion.Resource(path: $0.path.text, size: $0.file.size, digest: $0.file.sha256.hex)
            })
    }
}
