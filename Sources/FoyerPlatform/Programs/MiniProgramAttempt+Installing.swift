import FoyerCore
import FoyerSystem

/// Verify, unzip and ready: the steps that ask the disk.
extension MiniProgramAttempt {
    /// Size, digest and signature, before one byte of the package is parsed.
    func verify() async throws {
        let plan = try plan()
        guard let metadata = plan.metadata, !plan.opensInstalled, !plan.reusesPackage else { return }
        let path = try pipeline.downloadFolder().packagePath
        let check = PackageCheck(
            size: metadata.package.size, digest: metadata.package.sha256.hex,
            signatures: metadata.signatures.map(Base64.encode), publicKeys: request.publicKeys)
        do throws(PackageError) {
            keep(signer: try await check.judge(path: path, arrived: digest, on: pipeline.surroundings.work))
        } catch {
            // What is wrong is not continued: a reload fetches it anew.
            HTTPTransport.discardPart(path)
            throw error
        }
    }

    func unzip(_ report: PipelineReport) async throws {
        let plan = try plan()
        guard plan.metadata != nil, !plan.opensInstalled else { return }
        let staging = try staging()
        if plan.reusesPackage, let installed = plan.installed {
            return try await onBlockingThread { (_) throws(PackageError) in try staging.adopt(from: installed) }
        }
        let path = try pipeline.downloadFolder().packagePath
        do throws(PackageError) {
            try await onBlockingThread { (flag) throws(PackageError) in
                try staging.unpack(from: path, progress: report.progress, isCancelled: { flag.isRaised })
            }
        } catch {
            // Nothing is wrong with a package only because nobody waited for it.
            if error != .cancelled { HTTPTransport.discardPart(path) }
            throw error
        }
        try Self.checkPlatform(manifest(in: staging, of: plan.appID))
    }

    private func manifest(in staging: Staging, of appID: AppID) throws -> Manifest {
        guard let bytes = try staging.read(Manifest.path, limit: Manifest.maxBytes) else {
            throw LaunchFailure(.unzipFailed, .noManifest)
        }
        return try Manifest.judge(bytes, of: appID)
    }

    /// A program made for a platform that this host is not yet is a good package for somebody else.
    private static func checkPlatform(_ manifest: Manifest) throws(LaunchFailure) {
        guard let needed = manifest.minimumPlatform, needed > MiniProgramPipeline.platformCode else { return }
        throw LaunchFailure(.unknown, .needsPlatform(needed, has: MiniProgramPipeline.platformCode))
    }

    /// Puts the version in its place, opens it, and reads what its own screen begins with.
    func ready() async throws {
        let plan = try plan()
        let lease = plan.opensInstalled ? plan.installed : try await install()
        guard let lease else { throw LaunchFailure(.unknown, cause: "Nothing was installed.") }
        let manifest = try Manifest.judge(
            lease.read(Manifest.path, limit: Manifest.maxBytes), of: plan.appID)
        try Self.checkPlatform(manifest)
        let first = request.page.flatMap { manifest.pages.contains($0) ? $0 : nil } ?? manifest.startPage
        let page = isSeen ? try? await PageReader.read(first, from: lease, in: pipeline.surroundings) : nil
        pipeline.becomeReady(ReadyProgram(lease: lease, manifest: manifest, firstPage: page))
        releaseInstalled()
        if plan.updatesAfterwards { pipeline.beginUpdate() }
    }

    private func install() async throws -> AppLease? {
        let plan = try plan()
        guard let metadata = plan.metadata, !plan.opensInstalled else { return nil }
        let staging = try staging()
        let version = metadata.packageVersion
        let remaining = max(deadline - pipeline.surroundings.now, .zero)
        let (store, icon, work) = (pipeline.store, keptIcon, pipeline.surroundings.work)
        // The same package stays signed where nobody asks for it this time.
        let former = plan.reusesPackage ? plan.installed?.record.signer.flatMap(Hexadecimal.decode) : nil
        let key = signer ?? former
        // The package is not needed any more, and to be rid of it takes the disk a while.
        let package = plan.reusesPackage ? nil : try pipeline.downloadFolder().packagePath
        async let isRidOfPackage: Void = work.run { if let package { HTTPTransport.discardPart(package) } }
        let lease = try await onBlockingThread { (flag) throws(PackageError) in
            for (index, resource) in version.resources.enumerated() {
                if let installed = plan.installed, try staging.adopt(resource, from: installed) { continue }
                try staging.place(resource, from: staging.resourcePath(index))
            }
            let lock = try store.lock(plan.appID.text, timeout: remaining, isCancelled: { flag.isRaised })
            guard !flag.isRaised else { throw .cancelled }
            let lease = try store.commit(staging, as: version, signedBy: key, lock: lock)
            if let icon { try? lease.keep(icon: icon, lock: lock) }
            return lease
        }
        await isRidOfPackage
        return lease
    }

    // MARK: - In the background

    /// Installs what the platform has, for the next launch. Whatever fails here, the version that is here stays.
    func update() async {
        let silent = PipelineReport(
            progress: { _ in }, transferred: { _, _ in }, info: { _ in }, icon: { _ in }, note: { _ in })
        do {
            try await metadata(silent)
            try? await icon(silent)
            try await package(silent)
            try await verify()
            try await unzip(silent)
            try await resources(silent)
            _ = try await install()
        } catch {}
    }

    // MARK: - Threads

    /// Runs what blocks on the disk on a thread of its own, with a flag that tells it when the task is cancelled: such
    /// a thread cannot ask the task.
    func onBlockingThread<Success: Sendable>(
        _ body: @escaping @Sendable (CancellationFlag) throws(PackageError) -> Success
    ) async throws(PackageError) -> Success {
        let flag = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await pipeline.surroundings.work.run { Result { () throws(PackageError) in try body(flag) } }
        } onCancel: {
            flag.raise()
        }
        return try result.get()
    }
}
