import FoyerCore
import FoyerPlatformCore
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform
@testable import FoyerSystem

/// Files that are not ours are never removed, overwritten or followed.
@Suite struct ForeignFilesTests {
    private let folder = TemporaryFolder()
    private let id = "com.example.tea"
    private var places: Places {
        Places { variable in
            [
                "XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "/cache", "XDG_STATE_HOME": "/state",
                "XDG_CONFIG_HOME": "/config",
            ][
                variable
            ].map { folder.path + $0 }
        }
    }
    private var store: AppStore { AppStore(places) }

    private func makeFolders(_ path: String) {
        var made = folder.path
        for name in path.split(separator: "/") {
            made += "/" + name
            mkdir(made, 0o700)
        }
    }

    private func isThere(_ path: String) -> Bool { access(folder.path + "/" + path, F_OK) == 0 }

    // MARK: - Programs

    @Test func aLinkInPlaceOfTheProgramsIsRefusedAndNotFollowed() throws {
        makeFolders("data/foyer")
        makeFolders("pictures/com.example.tea/2024")
        symlink(folder.path + "/pictures", places.apps)
        store.sweep()
        let refusal = PackageError.disk(DiskError(.open, places.apps, ELOOP))
        #expect(throws: refusal) { _ = try store.open(id) }
        #expect(throws: refusal) { _ = try store.list() }
        #expect(throws: refusal) { try store.remove(id) }
        #expect(throws: refusal) { _ = try store.stage() }
        #expect(isThere("pictures/com.example.tea/2024") && !isThere("pictures/.staging"))
    }

    /// The folders in it as well, each by its own path.
    @Test(arguments: [".staging", "com.example.tea"]) func aLinkWithinTheProgramsIsRefusedAndStays(name: String) throws
    {
        makeFolders("data/foyer/apps")
        makeFolders("pictures/2024")
        let link = places.apps + "/" + name
        symlink(folder.path + "/pictures", link)
        store.sweep()
        #expect(throws: PackageError.disk(DiskError(.open, link, ELOOP))) {
            _ = try Published(code: 1).install(in: store)
        }
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(TestFile.names(in: folder.path + "/pictures") == ["2024"])
    }

    /// What is no folder is not ours either.
    @Test(arguments: [".staging", "com.example.tea"]) func aFileInPlaceOfAFolderIsRefusedAndStays(name: String) throws {
        makeFolders("data/foyer/apps")
        folder.write([1, 2], to: "data/foyer/apps/" + name)
        store.sweep()
        #expect(throws: PackageError.disk(DiskError(.open, places.apps + "/" + name, ENOTDIR))) {
            _ = try Published(code: 1).install(in: store)
        }
        #expect(folder.read("data/foyer/apps/" + name) == [1, 2])
    }

    @Test(arguments: ["banners", "pictures"]) func aLinkWithinTheCacheIsNotWrittenThroughAndStays(name: String) throws {
        makeFolders("cache/foyer")
        makeFolders("elsewhere")
        let link = places.cache + "/" + name
        symlink(folder.path + "/elsewhere", link)
        let cache = CampaignCache(places: places)
        let server = try WebAddress("https://shop.example/")
        let address = try server.resolve("a.png")
        #expect(throws: DiskError(.open, link, ELOOP)) {
            if name == "pictures" {
                try cache.keep(CachedBody(bytes: [1]), at: address)
            } else {
                try cache.keep(BannerData(name: "n", bannerKey: "home", items: []), of: server)
            }
        }
        #expect(cache.picture(address) == nil && cache.data("home", of: server) == nil)
        #expect(TestFile.names(in: folder.path + "/elsewhere").isEmpty)
    }

    /// Where the base folder lies is the user's to choose.
    @Test func theUsersOwnBaseMayBeALink() throws {
        makeFolders("elsewhere")
        symlink(folder.path + "/elsewhere", places.dataHome)
        _ = try Published(code: 1).install(in: store)
        #expect(try store.list().map(\.appID) == [id])
        #expect(isThere("elsewhere/foyer/apps/\(id)"))
    }

    @Test(arguments: [mode_t(0o770), 0o702, 0o777]) func whatOthersCanWriteToIsRefused(mode: mode_t) throws {
        for path in ["data/foyer", "data/foyer/apps"] {
            makeFolders("data/foyer/apps")
            chmod(folder.path + "/" + path, mode)
            let refusal = DiskError(.open, folder.path + "/" + path, EPERM, .writableByOthers)
            #expect(throws: PackageError.disk(refusal)) { _ = try store.open(id) }
            #expect(refusal.description.contains(path) && refusal.description.contains("chmod go-w"))
            chmod(folder.path + "/" + path, 0o700)
        }
    }

    @Test(.enabled(if: geteuid() == 0)) func whatBelongsToAnotherUserIsRefused() throws {
        makeFolders("data/foyer/apps")
        chown(places.apps, 65_534, 65_534)
        let refusal = DiskError(.open, places.apps, EPERM, .ofAnotherUser)
        #expect(throws: PackageError.disk(refusal)) { _ = try store.stage() }
    }

    @Test func onlyVersionsOfOursGo() throws {
        do { _ = try Published(code: 1).install(in: store) }
        makeFolders("data/foyer/apps/\(id)/holiday")
        makeFolders("data/foyer/apps/photos/2024")
        makeFolders("data/foyer/apps/.staging/mine")
        folder.write([1], to: "data/foyer/apps/\(id)/notes.txt")
        store.sweep()
        try store.remove(id)
        #expect(try store.list().isEmpty)
        for path in ["\(id)/holiday", "\(id)/notes.txt", "photos/2024", ".staging/mine"] {
            #expect(isThere("data/foyer/apps/" + path), "\(path)")
        }
    }

    @Test func forgettingLetsAnOlderVersionIn() throws {
        do { _ = try Published(code: 7).install(in: store) }
        try store.remove(id)
        #expect(store.highestCode(of: id) == 7)
        try store.remove(id, forgets: true)
        #expect(store.highestCode(of: id) == nil)
        #expect(try Published(code: 2).install(in: store).app.version.code == 2)
    }

    // MARK: - The other folders

    @Test(arguments: ["state/foyer", "cache/foyer", "data/foyer"]) func aFolderOfOursThatIsALinkIsRefused(
        place: String
    ) throws {
        makeFolders(String(place.prefix { $0 != "/" }))
        makeFolders("elsewhere")
        symlink(folder.path + "/elsewhere", folder.path + "/" + place)
        let refusal = DiskError(.use, folder.path + "/" + place, ELOOP, .other(.isLink))
        #expect(throws: refusal) { try places.make(folder.path + "/" + place + "/more") }
        #expect(TestFile.names(in: folder.path + "/elsewhere").isEmpty)
    }

    @Test func nothingIsKeptBehindALink() throws {
        for name in ["state", "cache"] {
            makeFolders(name)
            makeFolders("elsewhere")
            symlink(folder.path + "/elsewhere", folder.path + "/\(name)/foyer")
        }
        #expect(throws: DiskError.self) {
            try Store(learnedProgress: places.state + "/progress")
                .write(LearnedProgress(duration: 1, ends: ["a": 1]), to: id)
        }
        #expect(throws: DiskError.self) { try RemoteConfigStore(places, platform: "x").write([0x7B, 0x7D]) }
        #expect(TestFile.names(in: folder.path + "/elsewhere").isEmpty)
    }

    // MARK: - Icons

    private func shortcut() throws -> Shortcut {
        try Shortcut(
            title: "Tea", link: "foyer://page/view1", scheme: "foyer", icon: #require(ShortcutPicture.standard))
    }

    private var desktop: DesktopShortcuts {
        DesktopShortcuts(places, scheme: "foyer", hostName: "Foyer", program: ["/opt/foyer"], disk: .real)
    }

    @Test func iconsOfOthersStay() throws {
        let item = try desktop.add(shortcut())
        let mine = ["logo.png", "foyer-logo.png", "notes.txt", "foyer-tea-0123456789abcdef.svg"]
        for name in mine { folder.write([1], to: "data/icons/foyer/" + name) }
        // What an interrupted addition left.
        folder.write([1], to: "data/icons/foyer/foyer-old-0123456789abcdef.png")
        try desktop.remove(item.name)
        #expect(TestFile.names(in: desktop.iconFolder).sorted() == mine.sorted())
    }

    @Test func aLinkInPlaceOfOurIconsIsRefused() throws {
        makeFolders("data/icons")
        makeFolders("pictures")
        folder.write([1], to: "pictures/foyer-old-0123456789abcdef.png")
        symlink(folder.path + "/pictures", desktop.iconFolder)
        #expect(throws: ShortcutError.disk(DiskError(.open, desktop.iconFolder, ELOOP))) { try desktop.add(shortcut()) }
        #expect(TestFile.names(in: folder.path + "/pictures") == ["foyer-old-0123456789abcdef.png"])
        #expect(try desktop.list().isEmpty)
    }

    // MARK: - Titles that look alike

    @Test func titlesThatDifferInReplacedSignsAreShortcutsOfTheirOwn() throws {
        let long = String(repeating: "t", count: 100)
        let titles = ["Tea House", "Tea\rHouse", "Tea\u{2028}House", "Tea\u{85}House", "Tea  House", long, long + "u"]
        for title in titles {
            try desktop.add(
                Shortcut(
                    title: title, link: "foyer://page/view1", scheme: "foyer",
                    icon: #require(ShortcutPicture.standard)))
        }
        #expect(Set(try desktop.list().map(\.name)).count == titles.count)
    }

    // MARK: - Files of the user's

    @Test func aFileWithoutAnEndIsNotRead() throws {
        folder.write([1], to: "large")
        truncate(folder.path + "/large", 3 << 30)
        #expect(throws: DiskError(.read, folder.path + "/large", EFBIG)) {
            try UserFile.read(folder.path + "/large", limit: 4 << 20)
        }
        mkfifo(folder.path + "/fifo", 0o600)
        #expect(throws: DiskError(.open, folder.path + "/fifo", EINVAL)) {
            try UserFile.read(folder.path + "/fifo", limit: 10)
        }
        symlink("large", folder.path + "/link")
        truncate(folder.path + "/large", 1)
        #expect(try UserFile.read(folder.path + "/link", limit: 10) == [1])
    }
}
