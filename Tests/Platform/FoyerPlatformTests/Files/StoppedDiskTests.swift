import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import Foyer
@testable import FoyerPlatform

/// What a user keeps outside programs and downloads: wherever the disk stops, the old or the new is there, whole, and
/// whoever asked is told.
@Suite struct StoppedDiskTests {
    private let folder = TemporaryFolder()
    private var places: Places { Places { $0 == "HOME" ? folder.path : nil } }
    private let server: WebAddress

    init() throws { server = try WebAddress("https://shop.example/") }

    /// Lets each change of `body` fail in turn, of which there are some, and looks at what is left.
    ///
    /// - Parameter tells: whether `body` throws what the disk says.
    private func stopEverywhere(
        tears: Bool, tells: Bool = true, setUp: () throws -> Void, _ body: (Disk) throws -> Void,
        isWhole: (_ succeeded: Bool) throws -> Bool
    ) throws {
        var number = 0
        while true {
            try setUp()
            let stop = DiskStop(stopsAt: number, tears: tears)
            do {
                try body(stop.disk)
                if !tells, stop.changes.count > number {
                    #expect(try isWhole(false), "after change \(number), \(stop.changes[number])")
                    number += 1
                    continue
                }
                #expect(stop.changes.count <= number && number > 2, "change \(number) failed, and nobody was told")
                return #expect(try isWhole(true))
            } catch {
                #expect(stop.changes.count > number, "\(error)")
                #expect(try isWhole(false), "after change \(number), \(stop.changes[number]): \(error)")
            }
            number += 1
        }
    }

    @Test(arguments: [false, true])
    func anAnswerAboutEventsIsTheOldOrTheNew(_ tears: Bool) throws {
        let store = ConsentStore(places)
        try stopEverywhere(tears: tears) {
            try store.keep(.denied, for: server)
        } _: { disk in
            try ConsentStore(places, disk: disk).keep(.granted, for: server)
        } isWhole: { succeeded in
            let answer = store.answer(for: server)
            return succeeded ? answer == .granted : answer == .denied || answer == .granted
        }
    }

    @Test(arguments: [false, true])
    func aSettingIsTheOldOrTheNew(_ tears: Bool) throws {
        let path = places.settingsFile
        try stopEverywhere(tears: tears) {
            try SettingsFile.set(.motion(reduced: false), path: path)
        } _: { disk in
            try SettingsFile.set(.motion(reduced: true), path: path, disk: disk)
        } isWhole: { succeeded in
            let text = try SettingsFile.read(path).map { String(decoding: $0, as: UTF8.self) }
            return text == "motion: reduced\n" || (!succeeded && text ?? "" == "")
        }
    }

    @Test(arguments: [false, true])
    func aPackageIsTheOldOrTheNew(_ tears: Bool) throws {
        let (source, output) = (folder.path + "/source", folder.path + "/tea.zip")
        try Folder.open(path: source, makes: true, disk: .real).create("manifest.json").write(Array("{}".utf8))
        func build(_ disk: Disk) throws {
            _ = try PackageBuilder.build(folder: source, output: output, disk: disk) { _, _ in nil }
        }
        try build(.real)
        let new = try UserFile.read(output, limit: 1 << 20)
        try stopEverywhere(tears: tears) {
            TestFile.write("old", to: output)
        } _: {
            try build($0)
        } isWhole: { succeeded in
            let bytes = try UserFile.read(output, limit: 1 << 20)
            return bytes == new || (!succeeded && bytes == Array("old".utf8))
        }
        // Nobody knows whether the writer of a draft lives, until the draft is an hour old.
        for name in folder.names where name.hasPrefix(Folder.temporaryPrefix) {
            var times = [timespec(), timespec()]
            times[1].tv_sec = time(nil) - 3_700
            #expect(utimensat(AT_FDCWD, folder.path + "/" + name, times, 0) == 0)
        }
        try build(.real)
        #expect(Set(folder.names) == ["source", "tea.zip"])
    }

    @Test(arguments: [false, true])
    func aSampleThatIsNotWrittenIsSaid(_ tears: Bool) throws {
        let path = folder.path + "/site"
        try stopEverywhere(tears: tears) {
            try? Folder.open(path: folder.path, makes: false, disk: .real).removeTree("site")
        } _: { disk in
            try SiteSample.write(to: path, disk: disk)
        } isWhole: { succeeded in
            !succeeded || UserFile.exists(path + "/programs/com.example.hello/pages/index.md")
        }
    }

    @Test(arguments: StoppedRecord.all, [false, true])
    func aRecordIsTheOldOrTheNew(_ record: StoppedRecord, _ tears: Bool) throws {
        let (places, home) = (places, try Folder.open(path: folder.path, makes: true, disk: .real))
        try stopEverywhere(tears: tears, tells: record.tells) {
            for name in folder.names { try home.removeTree(name) }
            try record.write(places, .real, .old)
        } _: { disk in
            try record.write(places, disk, .new)
        } isWhole: { succeeded in
            let value = try record.read(places)
            return value == .new || (!succeeded && value == .old)
        }
    }

    /// The notes of a publication come last: without them the next one does the work again. After them it only tidies up, and
    /// what the disk says to that is not told.
    @Test(arguments: [false, true])
    func aPublicationGoesOnWhereItStopped(_ tears: Bool) throws {
        let (sources, site) = (folder.path + "/sources", folder.path + "/public")
        let root = try Folder.open(path: folder.path, makes: true, disk: .real)
        try SiteSample.write(to: sources)
        try stopEverywhere(tears: tears, tells: false) {
            try root.removeTree("public")
            try root.folder("sources").removeTree(Publisher.stateName)
        } _: { disk in
            var publisher = Publisher(sources: sources)
            publisher.disk = disk
            _ = try publisher.publish(to: site)
        } isWhole: { succeeded in
            if succeeded, try !Publisher(sources: sources).plan(to: site).isEmpty { return false }
            _ = try Publisher(sources: sources).publish(to: site)
            return try Publisher(sources: sources).plan(to: site).isEmpty
        }
    }
}

/// A store of small records, and how to tell an old one from a new one.
struct StoppedRecord: Sendable, CustomTestStringConvertible {
    enum Value: Int64, Sendable {
        case old = 1
        case new
    }

    let testDescription: String
    /// Whether a failure is told; else the next start knows less, and that is all.
    var tells = true
    let write: @Sendable (Places, Disk, Value) throws -> Void
    /// `nil` if there is nothing whole.
    let read: @Sendable (Places) throws -> Value?

    private static let server = Result { try WebAddress("https://shop.example/") }
    private static let now = LocalTime(seconds: 10 * 86_400)
    private static var popup: PopupData { PopupData(popupKey: "k", id: "i", title: "t", frequency: .always) }

    private static func text(_ bytes: [UInt8]?) -> Value? {
        bytes.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }.flatMap(Value.init)
    }

    static let all = [
        StoppedRecord(testDescription: "pop-ups seen") { places, disk, _ in
            let store = PopupStore(places: places, disk: disk)
            _ = try store.recordShown(popup, now: now)
        } read: {
            Value(rawValue: Int64(try PopupStore(places: $0).days(of: "i", now: now).count))
        },
        StoppedRecord(testDescription: "serials") { places, disk, value in
            let record = SerialStore.Record(serial: value.rawValue, digest: String(repeating: "0", count: 64))
            try SerialStore(places, disk: disk).keep(record, of: "v1/config", key: [1])
        } read: {
            SerialStore($0).record(of: "v1/config", key: [1]).flatMap { Value(rawValue: $0.serial) }
        },
        StoppedRecord(testDescription: "config") { places, disk, value in
            try RemoteConfigStore(places, platform: "p", disk: disk).write(Array("\(value.rawValue)".utf8))
        } read: {
            text(RemoteConfigStore($0, platform: "p").read())
        },
        StoppedRecord(testDescription: "campaigns") { places, disk, value in
            let items = [BannerItem(index: 0, title: "a", imageURL: "a.png", openURL: "foyer://a")]
            try CampaignCache(places: places, disk: disk).keep(
                BannerData(name: "\(value.rawValue)", bannerKey: "home", items: items), of: server.get())
        } read: {
            try text(CampaignCache(places: $0).data("home", of: server.get()).map { Array($0.name.utf8) })
        },
        StoppedRecord(testDescription: "learned progress") { places, disk, value in
            try Store(learnedProgress: places.state + "/progress", disk: disk)
                .write(LearnedProgress(duration: 1, ends: ["ready": Double(value.rawValue) / 2]), to: "com.example.p")
        } read: {
            Store(learnedProgress: $0.state + "/progress").read("com.example.p")?.ends["ready"]
                .flatMap { Value(rawValue: Int64($0 * 2)) }
        },
        StoppedRecord(testDescription: "learned signs") { places, disk, value in
            try Store(learnedSigns: places.state + "/signs", disk: disk)
                .write(LearnedSignal(.bar, after: Double(value.rawValue)), to: "com.example.p")
        } read: {
            Store(learnedSigns: $0.state + "/signs").read("com.example.p")
                .flatMap { Value(rawValue: Int64($0.after)) }
        },
        StoppedRecord(testDescription: "terminals", tells: false) { places, disk, value in
            var answers = TerminalAnswers()
            answers.name = "\(value.rawValue)"
            TerminalMemory(places, disk: disk).keepAtOnce(answers, for: "t")
        } read: {
            text(TerminalMemory($0).known["t"]?.name.map { Array($0.utf8) })
        },
    ]
}
