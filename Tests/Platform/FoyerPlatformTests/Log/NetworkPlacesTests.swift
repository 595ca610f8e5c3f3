import FoyerSystem
import Glibc
import Logging
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct NetworkPlacesTests {
    private let folder = TemporaryFolder()

    private func places(_ extra: [String: String] = [:]) -> Places {
        let environment = ["HOME": folder.path].merging(extra) { $1 }
        return Places { environment[$0] }
    }

    @Test func followsXDG() {
        let plain = Places { ["HOME": "/home/tea/"][$0] }
        #expect(plain.apps == "/home/tea/.local/share/foyer/apps")
        #expect(plain.applications == "/home/tea/.local/share/applications")
        #expect(plain.icons == "/home/tea/.local/share/icons")
        #expect(plain.cache == "/home/tea/.cache/foyer")
        #expect(plain.logFile == "/home/tea/.local/state/foyer/foyer.log")
        #expect(plain.settingsFile == "/home/tea/.config/foyer/config.yaml")
        #expect(plain.runtime == "/tmp/foyer-\(geteuid())")
        let set = Places {
            [
                "HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "rel", "XDG_STATE_HOME": "",
                "XDG_RUNTIME_DIR": "/run/user/7",
            ][$0]
        }
        #expect(set.dataHome == "/d" && set.cache == "/h/.cache/foyer" && set.state == "/h/.local/state/foyer")
        #expect(set.runtime == "/run/user/7/foyer")
    }

    @Test func aHostHasPlacesOfItsOwn() throws {
        func places(_ host: String) throws(DiskError) -> Places {
            try Places(host: host) { ["HOME": "/h", "XDG_RUNTIME_DIR": "/run"][$0] }
        }
        let (mail, chat, foyer) = (
            try places("org.example.mail"), try places("org.example.chat"),
            Places { ["HOME": "/h", "XDG_RUNTIME_DIR": "/run"][$0] }
        )
        #expect(mail.cache == "/h/.cache/org.example.mail/foyer")
        #expect(mail.state == "/h/.local/state/org.example.mail/foyer")
        #expect(mail.apps == "/h/.local/share/org.example.mail/foyer/apps")
        #expect(mail.runtime == "/run/foyer-org.example.mail")
        for path: KeyPath<Places, String> in [\.cache, \.state, \.apps, \.runtime, \.logFile] {
            #expect(Set([mail[keyPath: path], chat[keyPath: path], foyer[keyPath: path]]).count == 3)
        }
        // What the user has chosen holds for all.
        for path: KeyPath<Places, String> in [\.settingsFile, \.commonState, \.applications, \.icons] {
            #expect(mail[keyPath: path] == foyer[keyPath: path] && chat[keyPath: path] == foyer[keyPath: path])
        }
        // Without a runtime folder it is one that Foyer makes, and checks.
        let bare = try Places(host: "mail") { ["HOME": "/h"][$0] }
        #expect(bare.runtime == "/tmp/foyer-mail-\(geteuid())")
    }

    @Test(arguments: ["", ".hidden", "..", "a/b", "a b", "mail\n", "邮件", String(repeating: "m", count: 65)])
    func aNameThatIsNoFolderIsRefused(_ name: String) {
        #expect { try Places(host: name) } throws: { "\($0)".contains("letters, digits") }
    }

    @Test func aHostsFoldersAreMadeAndChecked() throws {
        let path = folder.path
        let places = try Places(host: "org.example.mail") { ["HOME": path, "XDG_RUNTIME_DIR": path][$0] }
        try places.make(places.state)
        try places.makeRuntime()
        chmod(places.state, 0o777)
        #expect(throws: DiskError.self) { try places.make(places.state) }
    }

    @Test func makesPrivateFolders() throws {
        let places = places()
        try places.make(places.apps)
        try places.make(places.apps)
        for path in [places.apps, places.dataHome, folder.path + "/.local"] {
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        }
    }

    @Test func namesTheFolderThatCannotBeUsed() throws {
        folder.write([], to: "file")
        let places = places(["XDG_CACHE_HOME": folder.path + "/file"])
        #expect { try places.make(places.cache) } throws: { error in
            let failure = error as? DiskError
            return failure?.path == places.cache && failure?.code == ENOTDIR
                && "\(error)".contains(places.cache)
        }
        let itself = folder.path + "/file"
        #expect(throws: DiskError.self) { try places.make(itself) }
    }

    @Test func refusesAnUnsafeRuntimeFolder() throws {
        let places = places(["XDG_RUNTIME_DIR": folder.path])
        try places.makeRuntime()
        chmod(places.runtime, 0o750)
        #expect(throws: DiskError.self) { try places.makeRuntime() }
        rmdir(places.runtime)
        mkdir(folder.path + "/else", 0o700)
        symlink(folder.path + "/else", places.runtime)
        #expect(throws: DiskError.self) { try places.makeRuntime() }
    }
}

@Suite struct NetworkLogTests {
    private let folder = TemporaryFolder()

    private var places: Places {
        Places { [path = folder.path] in $0 == "XDG_STATE_HOME" ? path : nil }
    }

    private func logger(bound: Int = LogFile.bound) -> Logger {
        let file = LogFile(places, bound: bound)
        return Logger(label: "launch", factory: { FileLogHandler(label: $0, file: file) })
    }

    private func lines(_ name: String = "foyer/foyer.log") -> [Substring] {
        String(decoding: folder.read(name) ?? [], as: UTF8.self).split(separator: "\n")
    }

    @Test func writesOneLineAnEvent() throws {
        var logger = logger()
        logger[metadataKey: "app"] = "tea"
        logger.info("fetched", metadata: ["bytes": "12"])
        logger.debug("not this")
        logger.error("a\u{1B}[31m\nb\u{7F}")
        try #require(lines().count == 2)
        #expect(lines()[0].hasSuffix("Z info launch: fetched app=tea bytes=12"))
        #expect(
            lines()[0].utf8.count == "2026-11-21T04:00:17.123Z".utf8.count
                + " info launch: fetched app=tea bytes=12".utf8.count)
        #expect(folder.read("foyer/foyer.log")?.contains(0x1B) == false)
        var status = stat()
        #expect(stat(places.logFile, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(places.state, &status) == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test func keepsItsSize() {
        let logger = logger(bound: 1000)
        for number in 0..<100 { logger.info("line \(number)") }
        #expect((folder.read("foyer/foyer.log")?.count ?? .max) <= 1000)
        #expect((folder.read("foyer/foyer.log.1")?.count ?? .max) <= 1000)
        #expect(lines().last?.hasSuffix("line 99") == true)
        logger.info("\(String(repeating: "x", count: 100_000))")
        #expect((folder.read("foyer/foyer.log")?.count ?? .max) <= LogFile.longestLine)
    }

    /// Two files open on the same path stand for two processes.
    @Test func surviveARotationByAnother() {
        let one = logger(bound: 400)
        let other = logger(bound: 400)
        for number in 0..<40 {
            one.info("one \(number)")
            other.info("other \(number)")
        }
        #expect(lines().last?.hasSuffix("other 39") == true)
        #expect(lines().count + lines("foyer/foyer.log.1").count >= 6)
    }

    /// Another process was stopped while it moved the file, or something reads the log under a lock.
    @Test(.timeLimit(.minutes(1))) func waitsForNobodysLock() {
        logger().info("first")
        let held = open(places.logFile, O_RDONLY | O_CLOEXEC)
        defer { close(held) }
        #expect(flock(held, LOCK_EX) == 0)
        let full = logger(bound: 60)
        for number in 0..<3 { full.info("line \(number)") }
        #expect(lines().count == 4, "nothing is lost, and the bound is kept later")
        flock(held, LOCK_UN)
        full.info("last")
        #expect(lines().count == 1 && lines("foyer/foyer.log.1").count == 4)
    }

    @Test func neverFailsTheProgram() {
        mkdir(folder.path + "/foyer", 0o700)
        folder.write(Array("precious".utf8), to: "other")
        symlink(folder.path + "/other", places.logFile)
        logger().info("through a link")
        #expect(folder.read("other") == Array("precious".utf8))
        unlink(places.logFile)
        mkfifo(places.logFile, 0o600)
        logger().info("into a fifo")
        unlink(places.logFile)
        mkdir(places.logFile, 0o700)
        logger().info("into a folder")
        rmdir(places.logFile)
        logger().info("at last")
        #expect(lines().count == 1)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.007Z"), (951_782_400, "2000-02-29T00:00:00.007Z"),
        (1_709_251_199, "2024-02-29T23:59:59.007Z"), (1_709_251_200, "2024-03-01T00:00:00.007Z"),
        (4_107_542_400, "2100-03-01T00:00:00.007Z"), (-1, "1969-12-31T23:59:59.007Z"),
    ])
    func tellsTheTime(seconds: Int64, text: String) {
        #expect(LogTime.text(seconds: seconds, milliseconds: 7) == text)
    }
}
