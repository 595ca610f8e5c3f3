import FoyerCore
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

/// A choice of the page of settings becomes a line of the file, and nothing else in it changes.
@Suite struct SettingsFileChangeTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/config/foyer/config.yaml" }

    private func text() -> String? {
        (try? SettingsFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func write(_ text: String) throws {
        try SettingsFile.set(.motion(reduced: true), path: path)
        TestFile.write(text, to: path)
    }

    @Test func aNewFileHasWhatTheUsersMaskLeaves() throws {
        try SettingsFile.set(.language(.simplifiedChinese), path: path)
        #expect(text() == "language: zh-Hans\n")
        TestFile.write("x", to: folder.path + "/other")
        #expect(mode(path) == mode(folder.path + "/other"))
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test func theFileKeepsItsMode() throws {
        try write("motion: full\n")
        chmod(path, 0o640)
        try SettingsFile.set(.motion(reduced: true), path: path)
        #expect(text() == "motion: reduced\n" && mode(path) == 0o640)
    }

    @Test func theRestStaysAsItIs() throws {
        try write("# mine\nserver: http://a # there\nsever: x\nmotion: reduced\n")
        try SettingsFile.set(.motion(reduced: false), path: path)
        try SettingsFile.set(.colors(.indexed256), path: path)
        #expect(text() == "# mine\nserver: http://a # there\nsever: x\ncolors: 256\n")
    }

    @Test(arguments: [
        "{motion: full}\n", "motion:\n  reduced\n", "- a\n", "---\nserver: a\n...\n", "? motion\n: full\n",
    ])
    func whatHasNoLineForItIsLeftAlone(_ old: String) throws {
        try write(old)
        if old.hasPrefix("motion") {
            #expect(throws: SettingsFailure.self) { try SettingsFile.set(.motion(reduced: false), path: path) }
        } else if !old.hasPrefix("?") {
            #expect(throws: SettingsFailure.self) { try SettingsFile.set(.colors(.direct), path: path) }
        } else {
            #expect(throws: SettingsFailure.self) { try SettingsFile.set(.motion(reduced: true), path: path) }
        }
        #expect(text() == old)
    }

    /// A line at its end would not count.
    @Test func theLineFromWhichItCannotBeReadIsNamed() throws {
        let old = "language: en\nmotion: [full\ntheme: {\n"
        try write(old)
        let error = #expect(throws: SettingsFailure.self) { try SettingsFile.set(.colors(.direct), path: path) }
        guard case .unreadable(path, let line) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(line > 1 && error?.cause.english.hasPrefix("Not saved: line \(line) of \(path) ") == true)
        #expect(text() == old)
    }

    @Test func aLinkLeadsToTheFileThatIsChanged() throws {
        try write("ascii: true\n")
        let link = folder.path + "/link.yaml"
        #expect(symlink(path, link) == 0)
        #expect(try SettingsFile.read(link) == Array("ascii: true\n".utf8))
        try SettingsFile.set(.characters(ascii: false), path: link)
        #expect(text() == "")
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func aFolderInItsPlaceIsNamed() throws {
        #expect(mkdir(folder.path + "/config.yaml", 0o700) == 0)
        let error = #expect(throws: SettingsFailure.self) {
            try SettingsFile.set(.motion(reduced: true), path: folder.path + "/config.yaml")
        }
        guard case .disk = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }
}
