import Foyer
import FoyerCore
import FoyerSystem

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

/// Package, verify, unzip and ready: the steps that take a package from the network to its place on the disk.
extension MiniProgramAttempt {
    /// `nil` if no package needs to be fetched.
    func fetchPackage(_ plan: Plan, _ reporter: StepReporter) async throws -> ArrivedPackage? {
        guard let installation = plan.installation, !installation.reusesPackage else { return nil }
        let package = installation.metadata.package
        let address = try address(package.url, code: .downloadFailed)
        let (path, isContinued) = try await onThread { () throws(PackageError) in
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
                if package.size > 0 { reporter.progress(Double(progress.received) / Double(package.size)) }
            }
        }
        var digest = try await fetch()
        if isContinued, digest.hexadecimal != package.sha256.hex {
            // What an earlier launch left is not what the server sent it: a machine may have lost its power.
            await discard(path)
            digest = try await fetch()
        }
        return ArrivedPackage(path: path, digest: digest, metadata: installation.metadata)
    }

    /// Checks size, digest and signature before a byte of the package is parsed. `nil` if none was fetched.
    func verify(_ arrived: ArrivedPackage?) async throws -> VerifiedPackage? {
        guard let arrived else { return nil }
        let metadata = arrived.metadata
        let check = PackageCheck(
            size: metadata.package.size, digest: metadata.package.sha256.hex,
            signatures: metadata.signatures.map(Base64.encode), publicKeys: request.publicKeys)
        let signer: [UInt8]?
        do throws(PackageError) {
            signer = try await onThread { () throws(PackageError) in
                try check.validate(path: arrived.path, arrived: arrived.digest)
            }
        } catch {
            // Do not continue a bad download: a reload fetches it anew.
            await discard(arrived.path)
            throw error
        }
        return VerifiedPackage(arrived, signer: signer)
    }

    /// The package's files in this attempt's folder, either from the fetched package or from the same one that is
    /// installed; `nil` if nothing needs to be installed.
    func unpack(_ verified: VerifiedPackage?, for plan: Plan, _ reporter: StepReporter) async throws -> Staging? {
        guard let installation = plan.installation else { return nil }
        let folder = try await onThread { () throws(PackageError) in try staging.folder() }
        if let verified {
            try await unpack(verified, into: folder, reporter)
            try Self.checkPlatform(await manifest(in: folder, of: plan.appID))
        } else if installation.reusesPackage, let former = installation.former {
            try await onThread { () throws(PackageError) in try folder.adopt(from: former) }
        }
        return folder
    }

    private func unpack(
        _ package: VerifiedPackage, into staging: Staging, _ reporter: StepReporter
    ) async throws(PackageError) {
        do throws(PackageError) {
            try await pipeline.surroundings.work.run { (flag) throws(PackageError) in
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
        let bytes = try await onThread { () throws(PackageError) in
            try staging.read(Manifest.path, limit: Manifest.maxBytes)
        }
        guard let bytes else {
            throw LaunchFailure(.unzipFailed, .noManifest)
        }
        return try Manifest.validate(bytes, of: appID)
    }

    /// The package itself is fine, but it needs a newer platform than this host is.
    private static func checkPlatform(_ manifest: Manifest) throws(LaunchFailure) {
        guard let needed = manifest.minimumPlatform, needed > MiniProgramPipeline.platformCode else { return }
        throw LaunchFailure(.unknown, .needsPlatform(needed, has: MiniProgramPipeline.platformCode))
    }

    /// Puts the version in place, opens it, and reads the first page of its own screen.
    func makeReady(
        _ plan: Plan, from staging: Staging?, icon: [UInt8]?, signer: [UInt8]?
    ) async throws {
        var updatesAfterwards = false
        let lease: AppLease
        switch plan.way {
        case .open(let installed, let updates): (lease, updatesAfterwards) = (installed, updates)
        case .install(let installation):
            lease =
                try await install(installation, from: staging, icon: icon, signer: signer)
        }
        let bytes = try await onThread { () throws(PackageError) in
            try lease.read(Manifest.path, limit: Manifest.maxBytes)
        }
        let manifest = try Manifest.validate(bytes, of: plan.appID)
        try Self.checkPlatform(manifest)
        let first = request.page.flatMap { manifest.pages.contains($0) ? $0 : nil } ?? manifest.startPage
        let page = isSeen ? try? await PageReader.read(first, from: lease, in: pipeline.surroundings) : nil
        pipeline.becomeReady(ReadyProgram(lease: lease, manifest: manifest, firstPage: page))
        if updatesAfterwards { pipeline.beginUpdate() }
    }

    /// - Parameter signer: the pinned key that signed the package, if one was fetched.
    func install(
        _ installation: Installation, from staging: Staging?, icon: [UInt8]?, signer: [UInt8]?
    ) async throws -> AppLease {
        guard let staging else { throw LaunchFailure(.unknown, cause: "Nothing was unpacked.") }
        let (former, version) = (installation.former, installation.metadata.packageVersion)
        let remaining = max(deadline - pipeline.surroundings.now, .zero)
        let (store, appID, work) = (pipeline.store, installation.appID.text, pipeline.surroundings.work)
        // Of a package that is used again, the signature was verified then. Without a pinned key this time, nobody vouches
        // for the resources beside it.
        let pinned = request.publicKeys
        let formerSigner = pinned.isEmpty ? nil : former?.record.signer.flatMap(Hexadecimal.decode)
        let key = signer ?? (installation.reusesPackage ? formerSigner : nil)
        // The package is no longer needed, and deleting it takes the disk a while. A process killed from here on leaves
        // nothing for a later launch to continue.
        let (pipeline, disk) = (pipeline, pipeline.surroundings.disk)
        let package = try await onThread { () throws(PackageError) -> String? in
            guard !installation.reusesPackage else { return nil }
            let path = try pipeline.downloadFolder().packagePath
            try? OwnFile.remove(PartValidators.path(for: path), disk: disk)
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

    // MARK: - Threads

    /// Whatever waits for the disk runs on a thread of its own: Swift's pool has one for each processor.
    func onThread<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await pipeline.surroundings.work.run(body)
    }

    /// So that a reload fetches it anew.
    private func discard(_ package: String) async {
        let disk = pipeline.surroundings.disk
        await pipeline.surroundings.work.run { HTTPTransport.discardPart(package, disk: disk) }
    }
}

/// What must hold before a byte of a package is parsed: size, then digest, then signature.
package struct PackageCheck: Sendable {
    /// The number of bytes from the metadata.
    package let size: Int
    /// The SHA-256 from the metadata, in upper or lower case.
    package let digest: String
    /// The Ed25519 signatures of the package's bytes in base64, if the metadata has any.
    package let signatures: [String]
    /// The pinned keys, 32 bytes each; one valid signature by any of them is enough. Empty if the host pins none.
    package let publicKeys: [[UInt8]]

    package init(size: Int, digest: String, signatures: [String] = [], publicKeys: [[UInt8]] = []) {
        self.size = size
        self.digest = digest.lowercased()
        self.signatures = signatures
        self.publicKeys = publicKeys
    }

    /// Parses a pinned key; `nil` if it is not 32 bytes in base64.
    package static func publicKey(base64: String) -> [UInt8]? {
        guard let bytes = Base64.decode(base64), bytes.count == Ed25519.PublicKey.byteCount else { return nil }
        return bytes
    }

    /// Blocks while it reads.
    /// - Parameter arrived: the digest computed during the download; without it the file is read once more.
    /// - Returns: the pinned key that signed it; `nil` if none is pinned.
    @discardableResult
    package func validate(path: String, arrived: SHA256? = nil) throws(PackageError) -> [UInt8]? {
        let found = try onDisk { () throws(DiskError) in try OpenFile.reading(path).size() }
        guard found == size, found <= PackageLimits.archiveSize, arrived.map({ $0.size == found }) ?? true else {
            throw .wrongSize(expected: size, found: found)
        }
        var taken = arrived ?? SHA256()
        if arrived == nil {
            try onDisk { () throws(DiskError) in try OpenFile.reading(path).forEachPiece { taken.update($0) } }
        }
        guard taken.hexadecimal == digest else { throw .wrongDigest(expected: digest, found: taken.hexadecimal) }
        return publicKeys.isEmpty ? nil : try validateSignature(path: path)
    }

    /// Ed25519 needs the whole message at once; only pinned keys cost this memory, which is limited.
    private func validateSignature(path: String) throws(PackageError) -> [UInt8] {
        guard !signatures.isEmpty else { throw .wrongSignature(.missing) }
        let decoded = signatures.compactMap { Base64.decode($0) }.filter { $0.count == Ed25519.signatureSize }
        guard decoded.count == signatures.count else { throw .wrongSignature(.malformed) }
        let keys = publicKeys.compactMap { Ed25519.PublicKey($0) }
        guard keys.count == publicKeys.count else { throw .wrongSignature(.malformedKey) }
        guard size <= PackageLimits.signedArchiveSize else { throw .wrongSignature(.packageTooLarge) }
        let message = try onDisk { () throws(DiskError) in
            try OpenFile.reading(path).readAll(limit: PackageLimits.archiveSize)
        }
        guard let signer = keys.first(where: { key in decoded.contains { key.verifies($0, of: message) } }) else {
            throw .wrongSignature(.foreign)
        }
        return signer.bytes
    }
}
