import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

/// Programs beside the tests, which have none of their descriptors: a listener that lives on in a child is not closed.
enum Program {
    static func start(_ words: [String]) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in Int32(3)..<512 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var process: pid_t = 0
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 ? process : nil
    }

    /// What a shell's command ends with.
    static func shell(_ command: String) -> Int32 {
        guard let process = start(["/bin/sh", "-c", command]) else { return -1 }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return status
    }
}

/// Sources on the disk, and what becomes of them.
final class SiteRig {
    let folder = TemporaryFolder()
    var sources: String { folder.path + "/sources" }
    var site: String { folder.path + "/site" }
    let key: Ed25519.PrivateKey
    /// The wall's clock.
    var now: Int64 = 1_795_000_000

    init(signs: Bool = true) throws {
        key = try #require(Ed25519.PrivateKey([UInt8](repeating: 5, count: 32)))
        try SiteSample.write(to: folder.path + "/sources")
        if signs {
            write("site.key", Base64.encode([UInt8](repeating: 5, count: 32)))
            write("site.yaml", "name: Test\nkey: site.key\nkeep: 1\n")
        }
    }

    func write(_ path: String, _ text: String) { write(path, Array(text.utf8)) }

    func write(_ path: String, _ bytes: [UInt8]) {
        let whole = sources + "/" + path
        let folder = whole.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        _ = try? Folder.open(path: folder, makes: true, disk: .real)
        let descriptor = open(whole, O_WRONLY | O_CREAT | O_TRUNC, path.hasSuffix(".key") ? 0o600 : 0o644)
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    func publisher(_ disk: Disk = .real) -> Publisher {
        let now = now
        var publisher = Publisher(sources: sources)
        publisher.disk = disk
        publisher.now = { WallTime(seconds: now) }
        return publisher
    }

    /// What is wrong with the sources, as `--check` says.
    func mistakes() -> [PublishProblem] {
        let result = Result { () throws(PublishError) in try publisher().check() }
        guard case .failure(.problems(let problems)) = result else { return [] }
        return problems
    }

    @discardableResult
    func publish(_ disk: Disk = .real) throws -> PublishResult {
        now += 1
        return try publisher(disk).publish(to: site)
    }

    /// Sets the page and the version of the sample's program.
    func change(to code: Int) {
        write("programs/com.example.hello/pages/index.md", "# Version \(code)\n")
        write(
            "programs/com.example.hello/manifest.json",
            """
            {"app_id": "com.example.hello", "name": "Hello", "pages": ["pages/index"],
             "version": {"code": \(code), "name": "1.\(code)"}}
            """)
    }

    func read(_ path: String) -> [UInt8]? {
        try? Folder.open(path: site, makes: false, disk: .real).file(path).readAll(limit: 1 << 24)
    }

    /// The version that a host would launch; `nil` where anything is missing, wrong or unsigned.
    var launchable: Int64? {
        guard isSigned("v1/apps/com.example.hello"), let body = read("v1/apps/com.example.hello"),
            let metadata = try? AppMetadata(JSON.parse(body)), let package = read(metadata.package.url),
            SHA256.hexadecimal(of: package) == metadata.package.sha256.hex, read(metadata.iconURL) != nil
        else { return nil }
        return metadata.version.code
    }

    func isSigned(_ path: String) -> Bool {
        guard let body = read(path), let place = SignedDocument.signaturePath(of: path) else { return false }
        return
            (try? SignedDocument.validate(
                path: path, body: body, signatureFile: read(place), seen: nil, now: WallTime(seconds: now)
            ) { self.key.publicKey.verifies($0, of: $1) }) != nil
    }

    /// Every file with its size, times and inode.
    var state: [String: String] {
        var found: [String: String] = [:]
        func walk(_ path: String) {
            for name in TestFile.names(in: site + path) {
                var status = stat()
                lstat(site + path + "/" + name, &status)
                found[path + "/" + name] =
                    "\(status.st_size) \(status.st_ino) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
                if status.st_mode & S_IFMT == S_IFDIR { walk(path + "/" + name) }
            }
        }
        walk("")
        return found
    }
}
