import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

/// What a user keeps outside programs and downloads: wherever the disk stops, the old or the new is there, whole, and
/// whoever asked is told.
@Suite struct StoppedDiskTests {
    private let folder = TemporaryFolder()
    private var places: Places { Places { $0 == "HOME" ? folder.path : nil } }
    private let server: WebAddress

    init() throws { server = try WebAddress("https://shop.example/") }

    /// Lets each change of `body` fail in turn, of which there are some, and looks at what is left.
    private func stopEverywhere(
        tears: Bool, setUp: () throws -> Void, _ body: (Disk) throws -> Void,
        isWhole: (_ succeeded: Bool) throws -> Bool
    ) throws {
        var number = 0
        while true {
            try setUp()
            let stop = DiskStop(stopsAt: number, tears: tears)
            do {
                try body(stop.disk)
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
}
