import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

struct PackagesPackTests {
    private let folder = TemporaryFolder()

    init() {
        for path in ["src", "src/pages", "src/.git"] { mkdir("\(folder.path)/\(path)", 0o755) }
        folder.write(Array("{}".utf8), to: "src/manifest.json")
        folder.write(Array(String(repeating: "# Tea\n", count: 100).utf8), to: "src/pages/index.md")
        folder.write([1], to: "src/.git/config")
        folder.write([], to: "src/empty")
        folder.write([UInt8](repeating: 0, count: 1 << 20), to: "src/zeros")
    }

    private func build(keyFile: String? = nil) throws(PackageBuildError) -> PackageBuilder.Result {
        try PackageBuilder.build(
            folder: "\(folder.path)/src", output: "\(folder.path)/out.ma", keyFile: keyFile,
            checkManifest: { manifest, paths in
                manifest == Array("{}".utf8) && paths.count == 4 ? nil : Phrase(asIs: "wrong")
            })
    }

    private func output() throws -> [UInt8] { try OpenFile.reading("\(folder.path)/out.ma").readAll(limit: 1 << 30) }

    /// The standard output's place is taken by a file; no shell.
    private func run(_ arguments: String..., in place: String? = nil) -> Int32 { run(arguments, in: place) }

    private func run(_ arguments: [String], in place: String? = nil) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)

        var pid = pid_t()
        let argv = (place.map { ["env", "-C", $0] + arguments } ?? arguments).map { strdup($0) } + [nil]
        defer { for argument in argv { free(argument) } }
        guard posix_spawnp(&pid, place == nil ? arguments[0] : "env", &actions, nil, argv, environ) == 0 else {
            return -1
        }
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        return status
    }

    /// What is printed is served as it is, the package beside it, and launched.
    @Test(arguments: [false, true]) func whatIsPrintedLaunches(isSigned: Bool) async throws {
        let seed = [UInt8](0..<32)
        folder.write(seed, to: "key")
        chmod("\(folder.path)/key", 0o600)
        folder.write(
            Array(#"{"app_id":"a.b","name":"Tea","pages":["pages/index"],"version":{"code":3,"name":"1.0"}}"#.utf8),
            to: "src/manifest.json")
        let output = "\(folder.path)/out dir#.ma"
        var manifest: Manifest?
        let result = try PackageBuilder.build(
            folder: "\(folder.path)/src", output: output, keyFile: isSigned ? "\(folder.path)/key" : nil
        ) { bytes, _ in
            manifest = try? Manifest.validate(bytes)
            return nil
        }
        let document = result.metadata(try #require(manifest), output: output).jsonText
        let package = try OpenFile.reading(output).readAll(limit: 1 << 30)
        let server = ScriptedServer { peer, _ in
            let head = peer.readHead()
            let bytes: [UInt8]? =
                head.hasPrefix("GET /v1/apps/a.b ")
                ? Array(document.utf8) : head.hasPrefix("GET /packages/out%20dir%23.ma ") ? package : nil
            peer.send("HTTP/1.1 \(bytes == nil ? 404 : 200) X\r\nContent-Length: \(bytes?.count ?? 0)\r\n\r\n")
            if let bytes { peer.send(bytes) }
        }
        var request = MiniProgramRequest(appID: "a.b", server: server.address(), timeout: .seconds(600))
        let key = try #require(Ed25519.PrivateKey(seed)).publicKey.bytes
        if isSigned { request.network.trust = DocumentTrust([key], places: Places { _ in nil }) }
        let pipeline = MiniProgramPipeline(
            request, store: AppStore(path: folder.path + "/apps"), network: HTTPTransport.Configuration())
        try await pipeline.makeSteps().runAll()
        await pipeline.close()
        #expect(pipeline.program?.lease.app.version.code == 3)
    }

    /// A package never replaces a device or a pipe, even if the user has the rights to.
    @Test func onlyAFileIsReplaced() throws {
        mkfifo("\(folder.path)/out.ma", 0o600)
        #expect(throws: PackageBuildError.output(path: "\(folder.path)/out.ma")) { try build() }
        var status = stat()
        #expect(stat("\(folder.path)/out.ma", &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func packsAndSigns() throws {
        let seed = [UInt8](0..<32)
        let key = try #require(Ed25519.PrivateKey(seed))
        folder.write(Array((Base64.encode(seed) + "\n").utf8), to: "key")
        folder.write(seed, to: "raw")
        for name in ["key", "raw"] { chmod("\(folder.path)/\(name)", 0o600) }
        let result = try build(keyFile: "\(folder.path)/key")
        #expect(result.paths == ["empty", "manifest.json", "pages/index.md", "zeros"])
        #expect(result.skipped == [".git"])
        let first = try output()
        #expect(result.size == first.count)
        #expect(result.publicKey == Base64.encode(key.publicKey.bytes))
        let check = PackageCheck(
            size: result.size, digest: result.digest, signatures: [result.signature].compactMap { $0 },
            publicKeys: [key.publicKey.bytes])
        try check.validate(path: "\(folder.path)/out.ma")
        #expect(try build(keyFile: "\(folder.path)/raw").digest == result.digest)
        #expect(try output() == first)
    }

    @Test func unzipReadsOurs() throws {
        _ = try build()
        #expect(run("unzip", "-tqq", "\(folder.path)/out.ma") == 0)
    }

    @Test(arguments: [["-qr"], ["-qrX"], ["-qr0"], ["-qr9D"]])
    func oursReadsZip(options: [String]) throws {
        let place = "\(folder.path)/src"
        #expect(run("zip", options[0], "../theirs.zip", "manifest.json", "pages", "empty", in: place) == 0)
        let store = AppStore(path: "\(folder.path)/apps")
        let staging = try store.stage()
        rename("\(folder.path)/theirs.zip", staging.packagePath)
        try staging.unpack()
        #expect(staging.paths == ["empty", "manifest.json", "pages/index.md"])
        #expect(try staging.read("pages/index.md", limit: 1000)?.count == 600)
    }

    /// With the commit's name as the archive's comment.
    @Test func oursReadsWhatGitArchives() throws {
        let place = "\(folder.path)/src"
        #expect(run("rm", "-r", ".git", in: place) == 0)
        let git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.com"]
        for words in [["init", "-q"], ["add", "manifest.json", "pages"], ["commit", "-qm", "x"]] {
            try #require(run(git + words, in: place) == 0)
        }
        #expect(run(git + ["archive", "--format=zip", "-o", "../theirs.zip", "HEAD"], in: place) == 0)
        let store = AppStore(path: "\(folder.path)/apps")
        let staging = try store.stage()
        rename("\(folder.path)/theirs.zip", staging.packagePath)
        try staging.unpack()
        #expect(staging.paths == ["manifest.json", "pages/index.md"])
    }

    /// A web server is to read it.
    @Test func aPackageHasWhatTheUsersMaskLeavesAndKeepsWhatTheUserGaveIt() throws {
        func mode() -> mode_t { UserFile.status("\(folder.path)/out.ma").map { $0.st_mode & 0o7777 } ?? 0 }
        folder.write([1], to: "other")
        _ = try build()
        #expect(mode() == UserFile.status("\(folder.path)/other").map { $0.st_mode & 0o7777 })
        chmod("\(folder.path)/out.ma", 0o640)
        _ = try build()
        #expect(mode() == 0o640)
    }

    @Test func aFolderInTheWayStays() throws {
        mkdir("\(folder.path)/out.ma", 0o755)
        folder.write([1], to: "out.ma/mine")
        #expect(throws: PackageBuildError.self) { try build() }
        #expect(try OpenFile.reading("\(folder.path)/out.ma/mine").readAll(limit: 10) == [1])
        #expect(!folder.names.contains { $0.hasPrefix(".foyer-new-") })
    }

    @Test func refusals() throws {
        folder.write([1, 2, 3], to: "short")
        chmod("\(folder.path)/short", 0o600)
        let refusal = LocalizedFailure(.notASigningKey("\(folder.path)/short", "it has 3 bytes"))
        #expect(throws: PackageBuildError.key(refusal)) {
            try build(keyFile: "\(folder.path)/short")
        }
        symlink("/etc/passwd", "\(folder.path)/src/pages/link.md")
        #expect(throws: PackageBuildError.special(path: "pages/link.md")) { try build() }
        unlink("\(folder.path)/src/pages/link.md")
        // Repaired, this name is no file's.
        let misspelt = Array("\(folder.path)/src/pages/caf".utf8).map { CChar(bitPattern: $0) } + [-23, 0]
        fclose(fopen(misspelt, "w"))
        #expect(throws: PackageBuildError.refused(ZipRefusal(.nameNotUTF8, entry: "pages/caf\u{FFFD}"))) { try build() }
        unlink(misspelt)
        folder.write([], to: "src/Empty")
        #expect(throws: PackageBuildError.self) { try build() }
        unlink("\(folder.path)/src/Empty")
        folder.write([1], to: "src/manifest.json")
        #expect(throws: PackageBuildError.manifest(Phrase(asIs: "wrong"))) { try build() }
        #expect(PackageBuildError.manifest(Phrase(asIs: "It is wrong.")).description == "It is wrong.")
        unlink("\(folder.path)/src/manifest.json")
        #expect(throws: PackageBuildError.noManifest) { try build() }
        #expect(access("\(folder.path)/out.ma", F_OK) != 0)
    }
}
