import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import Foyer
@testable import FoyerPlatform

/// What 0.3.0 kept is known to this version. The program of that release wrote the files in `Fixtures/Records-0.3.0`.
@Suite struct FormerRecordsTests {
    private let folder = TestFolder()
    private var places: Places { folder.places }

    private static let source: String = {
        let parts = #filePath.split(separator: "/").dropLast(2).map(String.init) + ["Fixtures", "Records-0.3.0"]
        return "/" + parts.joined(separator: "/")
    }()

    private func copy(_ name: String, to path: String) throws {
        let bytes = try #require(TestFile.bytes(Self.source + "/" + name), "no fixture \(name)")
        _ = try Folder.open(path: PathParts(path).folder, makes: true, disk: .real)
        TestFile.write(bytes, to: path)
        chmod(path, 0o600)
    }

    private func name(in folder: String) throws -> String {
        try #require(TestFile.names(in: Self.source + "/" + folder).first)
    }

    private func copyOnly(_ folder: String, to place: String) throws {
        let name = try name(in: folder)
        try copy(folder + "/" + name, to: place + "/" + name)
    }

    @Test func learnedProgress() throws {
        try copyOnly("state/progress", to: places.state + "/progress")
        let store = Store(learnedProgress: places.state + "/progress")
        let learned = try #require(store.read("com.example.hello"))
        #expect(learned.ends["ready"] == 1 && learned.ends.count == 6 && learned.runs == 1)
        #expect(learned.duration > .zero)
    }

    @Test func popupsThatWereShown() throws {
        try copyOnly("state/popups", to: places.state + "/popups")
        let now = LocalTime(seconds: 20_783 * 86_400)
        #expect(try PopupStore(places: places).days(of: "evening-2026", now: now) == [20_782])
    }

    @Test func consent() throws {
        try copyOnly("state/consent", to: places.state + "/consent")
        let store = ConsentStore(places)
        let server = try WebAddress("http://127.0.0.1:8642/")
        #expect(store.answer(for: server) == .granted)
        #expect(Array(store.platforms().values) == [server])
        try copy("state/all-consent", to: places.commonState + "/consent/all")
        #expect(store.answer(for: server) == .denied)
    }

    @Test func serialsOfSignedDocuments() throws {
        let key = try name(in: "state/trust")
        try copyOnly("state/trust/" + key, to: places.state + "/trust/" + key)
        let bytes = try #require(Base64.decode("Y7+0ZGuzzE3ehq9fgdJ3KCUsL3vAXgwmZ8Q7RUTnJHI="))
        let record = try #require(SerialStore(places).record(of: "v1/apps/com.example.hello", key: bytes))
        #expect(record.serial == 1_795_633_247 && record.digest.hasPrefix("228e198e63a88ace"))
    }

    @Test func theLastGoodConfig() throws {
        try copyOnly("cache/config", to: places.cache + "/config")
        let kept = RemoteConfigStore(places, platform: "http://127.0.0.1:8642/").activated(nil)
        #expect(kept.text("greeting").value == "Good evening")
    }

    @Test func bannersAndTheirPictures() throws {
        try copyOnly("cache/banners", to: places.cache + "/banners")
        try copyOnly("cache/pictures", to: places.cache + "/pictures")
        let server = try WebAddress("http://127.0.0.1:8643/")
        let cache = CampaignCache(places: places)
        let item = try #require(cache.data("home", of: server)?.items.first)
        let picture = try #require(cache.picture(server.resolve(item.imageURL)))
        #expect(picture.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && picture.lastModified != nil)
    }

    @Test func theHighestVersionCode() throws {
        let app = places.apps + "/com.example.hello"
        try copy("data/com.example.hello/highest", to: app + "/.foyer-highest")
        #expect(AppStore(places).highestCode(of: "com.example.hello") == 1)
    }

    @Test func answersOfTerminals() throws {
        try copy("state/terminals", to: places.commonState + "/terminals")
        let known = TerminalMemory(places).known
        #expect(known["tmux-256color,,tmux,3.3a,,,,,,,TMUX"]?.name == "tmux 3.3a")
    }

    @Test func `values that have not changed are written as 0.3 wrote them`() throws {
        func bytes(_ path: String) throws -> [UInt8] { try #require(TestFile.bytes(path)) }
        func check(_ path: String, _ write: () throws -> Void) throws {
            let former = try bytes(path)
            unlink(path)
            try write()
            #expect(try bytes(path) == former, "\(path)")
        }
        try copyOnly("state/progress", to: places.state + "/progress")
        let progress = Store(learnedProgress: places.state + "/progress")
        let learned = try #require(progress.read("com.example.hello"))
        try check(places.state + "/progress/com.example.hello") { try progress.write(learned, to: "com.example.hello") }

        try copyOnly("state/consent", to: places.state + "/consent")
        let server = try WebAddress("http://127.0.0.1:8642/")
        try check(places.state + "/consent/" + ConsentStore.name(of: server)) {
            try ConsentStore(places).keep(.granted, for: server)
        }

        try copyOnly("state/popups", to: places.state + "/popups")
        let popup = PopupData(popupKey: "k", id: "evening-2026", title: "t", frequency: .always)
        try check(places.state + "/popups/" + name(in: "state/popups")) {
            _ = try PopupStore(places: places).recordShown(popup, now: LocalTime(seconds: 20_782 * 86_400))
        }

        try copyOnly("cache/pictures", to: places.cache + "/pictures")
        try copyOnly("cache/banners", to: places.cache + "/banners")
        let (cache, stage) = (CampaignCache(places: places), try WebAddress("http://127.0.0.1:8643/"))
        let banner = try #require(cache.data("home", of: stage))
        let address = try stage.resolve(#require(banner.items.first).imageURL)
        let picture = try #require(cache.picture(address))
        try check(places.cache + "/pictures/" + name(in: "cache/pictures")) { try cache.keep(picture, at: address) }
        try check(places.cache + "/banners/" + name(in: "cache/banners")) { try cache.keep(banner, of: stage) }
    }

    /// Versions before 0.5 kept stamps of files and a line for each document as well.
    @Test func theNotesOfAPublication() throws {
        let bytes = try #require(TestFile.bytes(Self.source + "/index/" + name(in: "index")))
        var notes = try #require(PublishNotes(bytes))
        let settings = "e6a028fd1dffb6118727fa54fdd89adec7bdbdbb27a3cc338b9dad541fb267a1"
        let serials = "63bfb4646bb3cc4dde86af5f81d27728252c2f7bc05e0c2667c43b4544e72472:1795633247"
        #expect(notes.settings == settings && notes.serials.text == serials && notes.former == [[]])
        notes.former = [["packages/a.ma", "pictures/b.png"], []]
        #expect(PublishNotes(notes.bytes) == notes)
        #expect(PublishNotes(Array(notes.bytes.dropLast())) == nil)
    }
}
