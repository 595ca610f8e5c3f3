import FoyerCore
import FoyerCrypto
import FoyerSystem
import Glibc
import Synchronization
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
    /// A second on: what was written just now has settled, and could not change once more unseen.
    var scanTime: @Sendable () -> Int64 = { SourceScan.clock() + 1_000_000_000 }

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
        let descriptor = open(whole, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    func publisher(_ disk: Disk = .real) -> Publisher {
        let now = now
        var publisher = Publisher(sources: sources)
        publisher.disk = disk
        publisher.now = { WallTime(seconds: now) }
        publisher.scanTime = scanTime
        return publisher
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
            guard let folder = opendir(site + path) else { return }
            defer { closedir(folder) }
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard name != ".", name != ".." else { continue }
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

struct PublishTests {
    @Test func whatHasNotChangedIsNeitherReadNorTouched() throws {
        let rig = try SiteRig()
        let first = try rig.publish()
        #expect(first.added.count == 5)
        #expect(rig.launchable == 1)
        let state = rig.state
        let second = try rig.publish()
        #expect(second.isEmpty)
        #expect(second.sourcesRead == 0)
        #expect(rig.state == state)
        // Without the index everything is read, but still nothing is touched.
        #expect(Program.shell("rm -r '\(rig.sources)/.foyer'") == 0)
        let third = try rig.publish()
        #expect(third.isEmpty)
        #expect(third.sourcesRead > 0)
        #expect(rig.state == state)
    }

    @Test func oneChangeReadsOneProgram() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.change(to: 2)
        let plan = try rig.publisher().plan(to: rig.site)
        #expect(plan.changed.contains("v1/apps/com.example.hello"))
        #expect(rig.launchable == 1)
        let result = try rig.publish()
        #expect(result.sourcesRead == 1)
        #expect(result.changed == ["v1/apps/com.example.hello"])
        #expect(rig.launchable == 2)
    }

    @Test func whatWasWrittenJustNowIsReadAgain() throws {
        let rig = try SiteRig()
        try rig.publish()
        #expect(try rig.publish().sourcesRead == 0)
        // The clock of the files has not gone on since they were written.
        let unsettled = try SiteRig()
        unsettled.scanTime = { 0 }
        try unsettled.publish()
        #expect(try unsettled.publish().sourcesRead > 0)
    }

    @Test func oldContentStaysForAsLongAsItWasToldTo() throws {
        let rig = try SiteRig()
        try rig.publish()
        let first = try #require(rig.state.keys.first { $0.hasPrefix("/packages/") })
        rig.change(to: 2)
        try rig.publish()
        #expect(rig.state[first] != nil)
        rig.change(to: 3)
        try rig.publish()
        #expect(rig.state[first] == nil)
        #expect(rig.launchable == 3)
    }

    @Test func versionsGrow() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.write("programs/com.example.hello/pages/index.md", "# Other\n")
        #expect(throws: PublishError.self) { try rig.publish() }
        rig.change(to: 0)
        #expect(throws: PublishError.self) { try rig.publish() }
        #expect(rig.launchable == 1)
    }

    @Test func everyMistakeIsNamedAtOnce() throws {
        let rig = try SiteRig()
        rig.write("banners/home.yaml", "items:\n  - title: A\n    image: none.png\n    lnk: x\n")
        rig.write("programs/com.example.hello/program.yaml", "status: gone\n")
        rig.write("programs/com.example.hello/manifest.json", "{\n  \"app_id\": oops\n}")
        rig.write("config.yaml", "serial: 1\n")
        rig.write("popups/x.yaml", "title: T\n")
        do {
            try rig.publish()
            Issue.record("wrong sources are refused")
        } catch PublishError.problems(let problems) {
            let places = Set(problems.map { "\($0.file):\($0.line):\($0.column)" })
            #expect(
                places.isSuperset(of: [
                    "banners/home.yaml:4:5", "banners/home.yaml:3:12", "config.yaml:1:1", "popups/x.yaml:1:1",
                    "programs/com.example.hello/program.yaml:1:9", "programs/com.example.hello/manifest.json:2:13",
                ]), "\(problems)")
        }
        #expect(rig.read("v1/config") == nil)
    }

    /// Also where it is the only change since the last time.
    @Test func whatLiesTooDeepIsNamed() throws {
        let rig = try SiteRig()
        try rig.publish()
        let folder = "programs/com.example.hello/" + Array(repeating: "x", count: 40).joined(separator: "/")
        rig.write(folder + "/deep.md", "x")
        do {
            try rig.publish()
            Issue.record("what lies too deep is refused")
        } catch PublishError.problems(let problems) {
            #expect(problems.count == 1 && problems.first?.file == "programs/com.example.hello", "\(problems)")
            #expect("\(problems)".contains("lies too deep"))
        }
    }

    /// Rolling keys takes two.
    @Test func aThirdKeyIsNamedWithItsPlace() throws {
        let rig = try SiteRig()
        rig.write("site.yaml", "name: Test\nkey: [site.key, site.key, site.key]\n")
        do {
            try rig.publish()
            Issue.record("a site signs with two keys at most")
        } catch PublishError.problems(let problems) {
            #expect(problems.map { "\($0.file):\($0.line):\($0.column)" } == ["site.yaml:2:6"], "\(problems)")
        }
    }

    @Test func whatIsNotOursStays() throws {
        let rig = try SiteRig()
        #expect(Program.shell("mkdir '\(rig.site)' && touch '\(rig.site)/theirs'") == 0)
        #expect(throws: PublishError.notASite(path: rig.site)) { try rig.publish() }
        #expect(Program.shell("rm '\(rig.site)/theirs'") == 0)
        try rig.publish()
        #expect(
            Program.shell(
                "touch '\(rig.site)/robots.txt' && cd '\(rig.site)' && mv pictures /tmp/$$.p && ln -s /tmp/$$.p pictures"
            ) == 0)
        rig.write("images/other.png", [0x89, 0x50, 0x4E, 0x47, 1])
        rig.write("banners/home.yaml", "items: [{image: other.png}]\n")
        #expect(throws: PublishError.self) { try rig.publish() }
        #expect(rig.state["/robots.txt"] != nil)
    }

    /// A folder's name need not be UTF-8; the private key is not served from there either.
    @Test func sourcesWithinTheSiteAreRefusedUnderAnyName() throws {
        let rig = try SiteRig()
        let folder = rig.folder.path
        #expect(
            Program.shell(
                """
                cd '\(folder)' && name=$(printf '\\377') && mkdir -p "$name/other" && ln -s "$name/site" link
                ln -s "$name/other" sibling && mkdir "$name/site"
                """) == 0)
        _ = try rig.publisher().publish(to: folder + "/link")
        #expect(Program.shell("cp -R '\(rig.sources)' '\(folder)/link/sources'") == 0)
        #expect(throws: PublishError.servesSources(path: folder + "/link")) {
            _ = try Publisher(sources: folder + "/link/sources").publish(to: folder + "/link")
        }
        _ = try Publisher(sources: folder + "/link/sources").publish(to: folder + "/sibling")
        #expect(Program.shell("rm -r '\(folder)'/*") == 0)
    }

    /// The publication is killed after each change in turn; the site is whole then, and the next publication finishes.
    @Test func killedAtEveryChange() throws {
        for changes in 0..<200 {
            let rig = try SiteRig()
            try rig.publish()
            rig.change(to: 2)
            rig.write("banners/home.yaml", "items: []\n")
            let rest = Mutex(changes)
            let disk = Disk { _ in
                rest.withLock { rest in
                    rest -= 1
                    return rest < 0 ? .fail(EIO) : .none
                }
            }
            let isFinished = (try? rig.publish(disk)) != nil
            #expect([1, 2].contains(rig.launchable), "after \(changes) changes")
            for path in ["v1/banners/home", "v1/config", "v1/catalogue"] { #expect(rig.isSigned(path)) }
            try rig.publish()
            #expect(rig.launchable == 2)
            #expect(!rig.state.keys.contains { $0.contains(".foyer-new") })
            if isFinished {
                #expect(changes > 10)
                return
            }
        }
        Issue.record("a publication makes fewer changes")
    }

    @Test func signaturesAreRenewedBeforeTheyEnd() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.now += 10 * 86_400
        #expect(try rig.publish().isEmpty)
        rig.now += 10 * 86_400
        #expect(try rig.publish().renewed.count == 5)
        #expect(rig.isSigned("v1/catalogue"))
        rig.now += 29 * 86_400
        #expect(rig.isSigned("v1/catalogue"))
    }

    @Test func whatIsWithdrawnIsSaidAndSigned() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.write("programs/com.example.hello/program.yaml", "status: removed\nicon: hello.png\n")
        #expect(Program.shell("rm '\(rig.sources)/banners/home.yaml' '\(rig.sources)/config.yaml'") == 0)
        try rig.publish()
        #expect(try ConfigValues.read(try #require(rig.read("v1/config"))).names.isEmpty)
        let app = try JSON.parse(try #require(rig.read("v1/apps/com.example.hello")))
        #expect(app["status"] == "removed" && app["package"] == nil)
        #expect(rig.isSigned("v1/banners/home"))
        #expect(try BannerData(JSON.parse(try #require(rig.read("v1/banners/home")))).items.isEmpty)
        #expect(try CataloguedProgram.catalogue(JSON.parse(try #require(rig.read("v1/catalogue")))).isEmpty)
    }

    /// An item is on the banner exactly for its time.
    @Test func itemsComeAndGoWithTheirTime() throws {
        let rig = try SiteRig()
        func time(_ seconds: Int64) -> String { WallTime(seconds: rig.now + seconds).rfc3339 }
        rig.write(
            "banners/home.yaml",
            """
            items:
              - {title: always, image: welcome.png}
              - {title: soon, image: welcome.png, from: "\(time(1_000))"}
              - {title: now, image: welcome.png, from: "\(time(-10))", until: "\(time(1_000))"}
              - {title: over, image: welcome.png, until: "\(time(-1))"}

            """)
        func titles() throws -> [String] {
            try rig.publish()
            return try BannerData(JSON.parse(#require(rig.read("v1/banners/home")))).items.map(\.title)
        }
        #expect(try titles() == ["always", "now"])
        rig.now += 900
        #expect(try titles() == ["always", "now"])
        rig.now += 100
        #expect(try titles() == ["always", "soon"])
    }

    @Test func secondPublicationWaits() throws {
        let rig = try SiteRig()
        try rig.publish()
        // A child that another test is starting may still hold a copy of the lock.
        let holder = try SiteFolder.open(rig.site, disk: .real, patience: .seconds(600)) {}
        var publisher = rig.publisher()
        publisher.patience = .milliseconds(50)
        let said = Mutex(0)
        rig.change(to: 2)
        publisher.waits = { said.withLock { $0 += 1 } }
        #expect(throws: PublishError.busy(path: rig.site)) { try publisher.publish(to: rig.site) }
        #expect(said.withLock { $0 } == 1)
        withExtendedLifetime(holder) {}
    }

    @Test func eventsAsCloudEvents() throws {
        let event = BannerEvent(id: "one", kind: .click, bannerKey: "home", index: 3, time: "2026-11-22T04:14:00Z")
        let batch = try JSON.parse(EventFormat.cloudevents.body([event], source: "https://a.example/"))
        let first = try #require(JSONNode(batch).elements().first).value
        #expect(first["id"] == "one" && first["specversion"] == "1.0")
        #expect(first["type"] == "foyer.click" && first["data"]?["index"] == 3)
        #expect(EventFormat.cloudevents.contentType == "application/cloudevents-batch+json")
    }
}
