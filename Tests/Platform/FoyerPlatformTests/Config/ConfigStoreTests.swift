import FoyerCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform
@testable import FoyerPlatformCore

@Suite struct ConfigStoreTests {
    private let folder = TemporaryFolder()
    private let kept = KeptConfig(
        activated: .none, fetched: nil, fetchedAt: WallTime(seconds: 1_795_000_000)
    ).bytes

    private func store(_ platform: String = "https://platform.example/") -> RemoteConfigStore {
        RemoteConfigStore(Places { $0 == "XDG_CACHE_HOME" ? folder.path : nil }, platform: platform)
    }

    private var name: String {
        folder.path + "/foyer/config/"
            + SHA256.hexadecimal(of: Array("https://platform.example/".utf8)).prefix(32)
    }

    @Test func whatWasWrittenIsRead() throws {
        #expect(store().read() == nil)
        try store().write(kept)
        #expect(store().read().map(KeptConfig.init(restoring:)) == KeptConfig(restoring: kept))
        #expect(KeptConfig(restoring: kept).fetchedAt == WallTime(seconds: 1_795_000_000))
    }

    @Test func platformsAreKeptApart() throws {
        try store().write(kept)
        #expect(store("https://other.example/").read() == nil)
    }

    @Test func theFileIsPrivate() throws {
        try store().write(kept)
        var status = stat()
        #expect(lstat(name, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
    }

    @Test func everyDamageCountsAsNothingKept() throws {
        try store().write(kept)
        let path = "foyer/config/" + name.split(separator: "/").suffix(1).joined()
        let whole = try #require(folder.read(path))
        for index in whole.indices {
            var damaged = whole
            damaged[index] ^= 1
            folder.write(damaged, to: path)
            #expect(store().read() == nil, "byte \(index)")
            folder.write(Array(whole[..<index]), to: path)
            #expect(store().read() == nil, "cut at \(index)")
        }
        folder.write(whole, to: path)
        #expect(store().read() != nil)
    }

    @Test(arguments: ["folder", "link", "fifo"]) func whatIsNoFileIsReplacedAndNotFollowed(_ kind: String) throws {
        folder.write(kept, to: "target")
        try store().write(kept)
        unlink(name)
        switch kind {
        case "folder": mkdir(name, 0o700)
        case "link": symlink(folder.path + "/target", name)
        default: mkfifo(name, 0o600)
        }
        #expect(store().read() == nil)
        try store().write(kept)
        #expect(store().read() != nil)
        #expect(folder.read("target") == kept)
    }

    private var names: Set<String> { Set(TestFile.names(in: folder.path + "/foyer/config")) }

    /// Sets when a platform's values were used last.
    private func age(_ platform: String, seconds: Int) {
        let name = SHA256.hexadecimal(of: Array(platform.utf8)).prefix(32)
        let then = timespec(tv_sec: 1_700_000_000 - seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, folder.path + "/foyer/config/\(name)", [then, then], 0)
    }

    @Test func platformsThatNobodyUsesAnyMoreGo() throws {
        let platforms = (0..<RemoteConfigStore.maxPlatforms).map { "https://p\($0).example/" }
        for (index, platform) in platforms.enumerated() {
            try store(platform).write(kept)
            age(platform, seconds: 1_000 - index)
        }
        folder.write(kept, to: "foyer/config/\(Folder.temporaryPrefix)dead")
        // The first was used longest ago, but has just been read.
        #expect(store(platforms[0]).read() != nil)
        try store("https://new.example/").write(kept)
        #expect(names.count == RemoteConfigStore.maxPlatforms)
        #expect(store(platforms[1]).read() == nil && store(platforms[2]).read() != nil)
        #expect(store(platforms[0]).read() != nil && store("https://new.example/").read() != nil)
    }
}
