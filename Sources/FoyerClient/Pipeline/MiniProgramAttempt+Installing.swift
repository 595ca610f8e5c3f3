import FoyerCore

/// Verify, unzip and ready: the steps that ask the disk.
extension MiniProgramAttempt {
    /// Size, digest and signature, before one byte of the package is parsed.
    func verify() async throws {
        let plan = try plan()
        guard let metadata = plan.metadata, !plan.opensInstalled, !plan.reusesPackage else { return }
        let path = try pipeline.downloadFolder().packagePath
        let check = PackageCheck(
            size: metadata.package.size, digest: metadata.package.sha256.hex,
            signature: metadata.signature.map(Base64.encode), publicKey: request.publicKey)
        do throws(PackageError) {
            try await check.judge(path: path, arrived: digest)
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
            try staging.adopt(from: installed)
            return
        }
        let path = try pipeline.downloadFolder().packagePath
        do throws(PackageError) {
            try await staging.unpack(from: path, progress: report.progress)
        } catch {
            // Nothing is wrong with a package only because nobody waited for it.
            if error != .cancelled { HTTPTransport.discardPart(path) }
            throw error
        }
        try Self.checkPlatform(manifest(in: staging, of: plan.appID))
        HTTPTransport.discardPart(path)
    }

    private func manifest(in staging: Staging, of appID: AppID) throws -> Manifest {
        guard let bytes = try staging.read(Manifest.path, limit: Manifest.maxBytes) else {
            throw LaunchFailure(.unzipFailed, cause: "The package has no \(Manifest.path).")
        }
        return try Manifest.judge(bytes, of: appID)
    }

    /// A program made for a platform that this host is not yet is a good package for somebody else.
    private static func checkPlatform(_ manifest: Manifest) throws(LaunchFailure) {
        guard let needed = manifest.minimumPlatform, needed > MiniProgramPipeline.platformCode else { return }
        throw LaunchFailure(
            .unknown,
            cause: "The program needs platform \(needed); this host is platform \(MiniProgramPipeline.platformCode).")
    }

    /// Puts the version in its place, opens it, and reads what its own screen begins with.
    func ready() async throws {
        let plan = try plan()
        let lease = plan.opensInstalled ? plan.installed : try await install(plan)
        guard let lease else { throw LaunchFailure(.unknown, cause: "Nothing was installed.") }
        let manifest = try Manifest.judge(
            lease.read(Manifest.path, limit: Manifest.maxBytes), of: plan.appID)
        try Self.checkPlatform(manifest)
        let first = request.page.flatMap { manifest.pages.contains($0) ? $0 : nil } ?? manifest.startPage
        let page = try? await PageReader.read(first, from: lease)
        pipeline.becomeReady(ReadyProgram(lease: lease, manifest: manifest, firstPage: page))
    }

    private func install(_ plan: Plan) async throws -> AppLease? {
        guard let metadata = plan.metadata else { return nil }
        let staging = try staging()
        let version = metadata.packageVersion
        for (index, resource) in version.resources.enumerated() {
            try await staging.place(resource, from: staging.resourcePath(index))
        }
        let remaining = max(deadline - MonotonicClock.now, .zero)
        let lock = try await pipeline.store.lock(plan.appID.text, timeout: remaining)
        let lease = try await pipeline.store.commit(staging, as: version, lock: lock)
        if let icon = keptIcon { try? lease.keep(icon: icon, lock: lock) }
        return lease
    }
}
