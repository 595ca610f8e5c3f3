import CDeflate
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// Why a folder cannot be packed, and what helps.
package enum PackageBuildError: Error, Equatable, Sendable, CustomStringConvertible {
    case disk(DiskError)
    case special(path: String)
    case refused(ZipRefusal)
    case noManifest
    /// A whole sentence.
    case manifest(Phrase)
    case key(LocalizedFailure)
    /// The output path is not a file but a device or a pipe.
    case output(path: String)

    /// What is wrong and what helps, in every language.
    package var cause: Phrase {
        switch self {
        case .disk(let error): error.cause
        case .special(let path): .notForPackages(path)
        case .refused(let refusal): refusal.cause
        case .noManifest: .folderWithoutManifest
        case .manifest(let problem): problem
        case .key(let failure): failure.cause
        case .output(let path): .notReplaceable(path)
        }
    }

    package var description: String { cause.english }
}

/// Packs a folder; the same files give the same bytes.
package struct PackageBuilder: Sendable {
    /// A package's entries for the metadata, and warnings for its author.
    package struct Result: Equatable, Sendable {
        package let size: Int
        /// SHA-256, 64 lower-case hexadecimal digits.
        package let digest: String
        /// Ed25519 in base64, if a key was given.
        package let signature: String?
        /// The key for hosts to pin, in base64, if a key was given.
        package let publicKey: String?
        /// The packed paths, sorted.
        package let paths: [String]
        /// Hidden files and folders that were left out, sorted.
        package let skipped: [String]
        /// Files beside the package in a site's sources, which were left out as a publication does.
        package let beside: [String]
    }

    /// Whether entries are compressed.
    package enum Packing: Sendable {
        /// Slow but small: a package is built once and fetched often.
        case smallest
        /// Not at all: for packages that are built at a start, and fetched on this machine.
        case quickest
    }

    /// What is wrong with a manifest, given all paths of the package; `nil` if it is valid.
    package typealias ManifestCheck = (_ manifest: [UInt8], _ paths: [String]) -> Phrase?

    /// Packs `folder` into the file `output`, which is replaced atomically and only if everything succeeds. Blocks.
    /// - Parameter keyFile: an Ed25519 private key, 32 bytes, raw or in base 64.
    package static func build(
        folder: String, output: String, keyFile: String? = nil, disk: Disk = .real, checkManifest: ManifestCheck
    ) throws(PackageBuildError) -> Result {
        var key: Ed25519.PrivateKey?
        if let keyFile { key = try readKey(keyFile, disk) }
        let root = try reading(Folder.open(path: folder, makes: false, disk: disk))
        // The folder of a program in a site's sources: the same bytes as published.
        let isSource = root.hasFile(SiteProgram.fileName)
        let (archive, paths, skipped) = try archive(
            of: root, leavingOut: isSource ? SiteProgram.besidePackage : [], checkManifest: checkManifest)
        try write(archive, to: output, disk)
        return Result(
            size: archive.count, digest: SHA256.hexadecimal(of: archive),
            signature: key.map { Base64.encode($0.signature(of: archive)) },
            publicKey: key.map { Base64.encode($0.publicKey.bytes) }, paths: paths, skipped: skipped,
            beside: isSource ? SiteProgram.besidePackage.filter { root.status(of: $0) != nil }.sorted() : [])
    }

    /// The bytes of a folder's package, the packed paths, and the hidden paths that were left out.
    ///
    /// - Parameter others: files and folders at the top that do not belong to the package.
    static func archive(
        of root: Folder, leavingOut others: Set<String> = [], packing: Packing = .smallest, checkManifest: ManifestCheck
    ) throws(PackageBuildError) -> (bytes: [UInt8], paths: [String], skipped: [String]) {
        var found = Found()
        try walk(root, prefix: "", depth: PackageLimits.depth, &found)
        if !others.isEmpty {
            found.paths.removeAll { path in others.contains(String(path.prefix { $0 != "/" })) }
        }
        let paths = found.paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        guard paths.contains("manifest.json") else { throw .noManifest }
        let manifest = try read("manifest.json", in: root)
        if let problem = checkManifest(manifest, paths) { throw .manifest(problem) }
        return (try pack(paths, in: root, packing), paths, found.skipped.sorted())
    }

    private struct Found {
        var paths: [String] = []
        var skipped: [String] = []
    }

    private static func walk(
        _ folder: Folder, prefix: String, depth: Int, _ found: inout Found
    ) throws(PackageBuildError) {
        for entry in try reading(folder.entries()) {
            let path = prefix + entry.name
            if entry.name.utf8.first == UInt8(ascii: ".") {
                found.skipped.append(path)
                continue
            }
            guard entry.isUTF8 else { throw .refused(ZipRefusal(.nameNotUTF8, entry: path)) }
            switch entry.kind {
            case .file: found.paths.append(path)
            case .other: throw .special(path: path)
            case .folder:
                guard depth > 1 else { throw .refused(ZipRefusal(.nameTooDeep, entry: path)) }
                let below = try reading(folder.folder(entry.name))
                try walk(below, prefix: path + "/", depth: depth - 1, &found)
            }
            guard found.paths.count <= PackageLimits.entryCount else { throw .refused(ZipRefusal(.tooManyEntries)) }
        }
    }

    private static func read(_ path: String, in root: Folder) throws(PackageBuildError) -> [UInt8] {
        do { return try root.file(path).readAll(limit: PackageLimits.entrySize) } catch {
            throw error.code == EFBIG ? .refused(ZipRefusal(.entryTooLarge, entry: path)) : .disk(error)
        }
    }

    private static func reading<Value>(
        _ body: @autoclosure () throws(DiskError) -> Value
    ) throws(PackageBuildError) -> Value {
        do { return try body() } catch { throw .disk(error) }
    }

    /// Holds one file in memory at a time besides the archive, which is validated at the end as every host validates
    /// it.
    private static func pack(
        _ paths: [String], in root: Folder, _ packing: Packing
    ) throws(PackageBuildError) -> [UInt8] {
        var writer = ZipWriter()
        var archive: [UInt8] = []
        for path in paths {
            let bytes = try read(path, in: root)
            let deflated = packing == .smallest ? Deflate.pack(bytes) : nil
            let packed = deflated.flatMap { ZipWriter.worthwhile($0, for: bytes.count) ? $0 : nil }
            do {
                archive += try writer.header(
                    name: path, method: packed == nil ? .stored : .deflate,
                    crc: libdeflate_crc32(0, bytes, bytes.count),
                    packedSize: (packed ?? bytes).count, size: bytes.count)
            } catch {
                throw .refused(error)
            }
            archive += packed ?? bytes
        }
        archive += writer.finish()
        do {
            _ = try ZipDirectory.validate(fileSize: archive.count) { Array(archive[$0..<($0 + $1)]) }
        } catch {
            throw .refused(error)
        }
        return archive
    }

    private static func write(
        _ archive: [UInt8], to output: String, _ disk: Disk
    ) throws(PackageBuildError) {
        // Root could otherwise replace /dev/null with the package.
        if let status = UserFile.status(output), ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
            throw .output(path: output)
        }
        try reading(UserFile.replace(output, with: archive, disk: disk))
    }

    private static func readKey(_ path: String, _ disk: Disk) throws(PackageBuildError) -> Ed25519.PrivateKey {
        do { return try KeyFile.read(path, disk: disk) } catch { throw .key(error) }
    }
}
