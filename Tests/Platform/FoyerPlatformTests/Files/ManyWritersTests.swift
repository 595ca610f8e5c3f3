import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Foyer
@testable import FoyerPlatform

/// Eight writers at once, each with descriptors of its own as processes have them: every one succeeds, and what is left
/// is whole.
@Suite struct ManyWritersTests {
    private let folder = TestFolder()
    private var places: Places { folder.places }
    private let server: WebAddress

    init() throws { server = try WebAddress("https://shop.example/") }

    private func eight(_ body: @escaping @Sendable (_ writer: Int) throws -> Void) async {
        let failures = await withTaskGroup(of: String?.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    await BlockingWork.threads.run {
                        do { for round in 0..<5 { try body(writer * 5 + round) } } catch { return "\(error)" }
                        return nil
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(failures.compactMap { $0 } == [])
    }

    private func leftovers(_ path: String) -> [String] {
        TestFile.names(in: path).filter { $0.hasPrefix(Folder.temporaryPrefix) }
    }

    @Test func learnedProgressOfEveryProgramIsKept() async {
        let path = places.state + "/progress"
        await eight { number in
            let store = Store(learnedProgress: path)
            try store.write(LearnedProgress(duration: 1, ends: ["ready": 1]), to: "com.example.p\(number)")
            try store.write(LearnedProgress(duration: 1, ends: ["ready": 0.5]), to: "com.example.all")
        }
        let store = Store(learnedProgress: path)
        #expect((0..<40).allSatisfy { store.read("com.example.p\($0)")?.ends == ["ready": 1] })
        #expect(store.read("com.example.all")?.ends == ["ready": 0.5] && leftovers(path) == [])
    }

    @Test func everyShowingIsCountedAndOnlyOnesOwnIsTakenBack() async throws {
        let places = places
        var data = PopupData(popupKey: "k", id: "i", title: "t", frequency: .always)
        data.most = PopupLimit(times: 100, days: 7)
        let popup = data
        await eight { number in
            let store = PopupStore(places: places)
            _ = try store.recordShown(popup, now: LocalTime(seconds: 10 * 86_400))
            if number.isMultiple(of: 2) { try store.takeBack(10, of: "i") }
        }
        let days = try PopupStore(places: places).days(of: "i", now: LocalTime(seconds: 10 * 86_400))
        #expect(days == Array(repeating: 10, count: 20))
        #expect(leftovers(places.state + "/popups") == [])
    }

    @Test func answersAboutEventsAreKeptForEveryPlatform() async throws {
        let (places, server) = (places, server)
        await eight { number in
            let store = ConsentStore(places)
            try store.keep(.granted, for: server)
            try store.keep(.denied, for: WebAddress("https://shop\(number).example/"))
            try store.remember(server)
        }
        #expect(ConsentStore(places).answer(for: server) == .granted)
        #expect(ConsentStore(places).platforms().count == 41 && leftovers(places.state + "/consent") == [])
    }

    @Test func theHighestSerialWins() async {
        let places = places
        await eight { number in
            let record = SerialStore.Record(serial: Int64(number), digest: String(repeating: "0", count: 64))
            try SerialStore(places).keep(record, of: "v1/config", key: [1])
        }
        #expect(SerialStore(places).record(of: "v1/config", key: [1])?.serial == 39)
    }

    @Test func configIsOneOfThoseThatWereKept() async {
        let places = places
        await eight { number in try RemoteConfigStore(places, platform: "p").write(Array("{\(number)}".utf8)) }
        let kept = RemoteConfigStore(places, platform: "p").read().map { String(decoding: $0, as: UTF8.self) }
        #expect((0..<40).contains { kept == "{\($0)}" } && leftovers(places.cache + "/config") == [])
    }

    @Test func bannersAndPicturesAreWhole() async throws {
        let (places, server) = (places, server)
        let address = try server.resolve("a.png")
        await eight { number in
            let cache = CampaignCache(places: places)
            try cache.keep(CachedBody(bytes: [UInt8](repeating: UInt8(number), count: 5_000)), at: address)
            let items = [BannerItem(index: 0, title: "\(number)", imageURL: "a.png", openURL: "foyer://a")]
            try cache.keep(BannerData(name: "n", bannerKey: "home", items: items), of: server)
        }
        let cache = CampaignCache(places: places)
        #expect(cache.data("home", of: server) != nil)
        #expect(cache.picture(address).map { Set($0.bytes).count } == 1)
        #expect(leftovers(places.cache + "/pictures") + leftovers(places.cache + "/banners") == [])
    }

    @Test func everyTerminalIsRemembered() async {
        let places = places
        await eight { number in
            guard number.isMultiple(of: 5) else { return }
            var answers = TerminalAnswers()
            answers.name = "t\(number)"
            TerminalMemory(places).keepAtOnce(answers, for: "t\(number)")
        }
        let known = TerminalMemory(places).known
        #expect(stride(from: 0, to: 40, by: 5).allSatisfy { known["t\($0)"]?.name == "t\($0)" })
    }

    @Test func aDiagnosisIsOneOfThoseThatWereKept() async {
        let places = places
        await eight { number in
            let keeper = DiagnosisKeeper.live({ Presentation(DisplayChoices()) }, places: places)
            _ = try keeper.keep([UInt8](repeating: UInt8(number), count: 3_000)).get()
        }
        let bytes = TestFile.bytes(places.state + "/" + DiagnosisKeeper.fileName) ?? []
        #expect(bytes.count == 3_000 && Set(bytes).count == 1 && leftovers(places.state) == [])
    }

    @Test func everySettingIsKept() async throws {
        let path = places.settingsFile
        await eight { number in
            switch number % 4 {
            case 0: try SettingsFile.set(.motion(reduced: true), path: path)
            case 1: try SettingsFile.set(.language(.simplifiedChinese), path: path)
            case 2: try SettingsFile.set(.colors(.indexed256), path: path)
            default: try SettingsFile.set(.characters(ascii: true), path: path)
            }
        }
        let text = TestFile.text(path) ?? ""
        #expect(
            text.split(separator: "\n").sorted() == [
                "ascii: true", "colors: 256", "language: zh-Hans", "motion: reduced",
            ])
        #expect(leftovers(places.config) == [])
    }

    @Test func aPackageIsWritten() async throws {
        let (source, output) = (folder.path + "/source", folder.path + "/tea.ma")
        try Folder.open(path: source, makes: true, disk: .real).create("manifest.json").write(Array("{}".utf8))
        await eight { _ in
            _ = try PackageBuilder.build(folder: source, output: output, disk: .real) { _, _ in nil }
        }
        let bytes = try UserFile.read(output, limit: 1 << 20)
        _ = try ZipDirectory.validate(fileSize: bytes.count) { Array(bytes[$0..<($0 + $1)]) }
        #expect(leftovers(folder.path) == [])
    }

    @Test func theSignOfEveryCommandIsKept() async {
        let path = places.state + "/signs"
        await eight { number in
            let store = Store(learnedSigns: path)
            try store.write(LearnedSignal(.port(UInt16(number + 1)), after: 1), to: "command\(number)")
            try store.write(LearnedSignal(number.isMultiple(of: 2) ? .bar : .port(9), after: 1), to: "all")
        }
        let store = Store(learnedSigns: path)
        #expect((0..<40).allSatisfy { store.read("command\($0)")?.kind == .port(UInt16($0 + 1)) })
        let last = store.read("all")?.kind
        #expect(last == .port(9) || last == .bar)
        #expect(leftovers(path) == [])
    }

    @Test func documentsAreWhole() async throws {
        let (places, server) = (places, server)
        let head = try ResponseHead(status: 200, fields: [#require(HTTPField("ETag", "\"1\""))])
        await eight { number in
            for address in [try server.resolve("all"), try server.resolve("\(number)")] {
                let body = [UInt8](repeating: UInt8(number), count: 3_000)
                DocumentCache(places).keep(
                    HTTPResponse(head: head, address: address, body: body, attempts: 1), at: address)
            }
        }
        for name in ["all"] + (0..<40).map(String.init) {
            let kept = DocumentCache(places).document(try server.resolve(name))
            #expect(kept?.bytes.count == 3_000 && Set(kept?.bytes ?? []).count == 1, "\(name)")
        }
        #expect(leftovers(places.cache + "/documents") == [])
    }

    /// Some publish what they have read before somebody else's was in place: each ends whole, and the last one's notes hold.
    @Test func publicationsToOneSiteLeaveOneThatNeedsNothing() async throws {
        let (sources, site) = (folder.path + "/sources", folder.path + "/site")
        try SiteSample.write(to: sources)
        await eight { _ in _ = try Publisher(sources: sources).publish(to: site) }
        #expect(try Publisher(sources: sources).plan(to: site).isEmpty)
        #expect(TestFile.names(in: sources + "/.foyer").count == 1)
        #expect(leftovers(sources + "/.foyer") + leftovers(site) == [])
    }

    @Test func publicationsOfTheSameSourcesToEightSitesAreWhole() async throws {
        let sources = folder.path + "/sources"
        try SiteSample.write(to: sources)
        let path = folder.path
        await eight { number in _ = try Publisher(sources: sources).publish(to: "\(path)/site\(number / 5)") }
        for site in 0..<8 {
            let plan = try Publisher(sources: sources).plan(to: "\(path)/site\(site)")
            #expect(plan.isEmpty)
        }
        #expect(TestFile.names(in: sources + "/.foyer").count == 8)
    }
}
