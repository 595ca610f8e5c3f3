import FoyerSystem
import Glibc
import TestSupport
import Testing

/// What belongs to the user keeps what the user gave it, whatever is written into it.
@Suite struct UserFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/file" }

    private func mode(_ path: String) -> mode_t? { UserFile.status(path).map { $0.st_mode & 0o7777 } }

    @Test func aNewFileHasWhatTheUsersMaskLeaves() throws {
        TestFile.write("x", to: folder.path + "/other")
        try UserFile.replace(path, with: [1])
        #expect(folder.read("file") == [1])
        #expect(mode(path) == mode(folder.path + "/other"))
    }

    @Test(arguments: [0o644, 0o600, 0o664, 0o755, 0o400] as [mode_t])
    func aFileKeepsItsMode(_ given: mode_t) throws {
        TestFile.write("old", to: path)
        chmod(path, given)
        try UserFile.replace(path, with: [1])
        #expect(folder.read("file") == [1] && mode(path) == given)
        #expect(folder.names == ["file"])
    }

    @Test(.enabled(if: geteuid() == 0)) func aFileKeepsItsOwner() throws {
        TestFile.write("old", to: path)
        chown(path, 65_534, 65_534)
        try UserFile.replace(path, with: [1])
        let status = try #require(UserFile.status(path))
        #expect(status.st_uid == 65_534 && status.st_gid == 65_534 && folder.read("file") == [1])
    }

    @Test(arguments: [true, false]) func aLinkGoesOnLeadingToTheFile(_ isThere: Bool) throws {
        mkdir(folder.path + "/dotfiles", 0o700)
        if isThere { TestFile.write("old", to: folder.path + "/dotfiles/file") }
        symlink("dotfiles/file", path)
        try UserFile.replace(path, with: [1])
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(folder.read("dotfiles/file") == [1])
        #expect(folder.names == ["dotfiles", "file"] && TestFile.names(in: folder.path + "/dotfiles") == ["file"])
    }

    @Test func whatIsNoFileStays() throws {
        mkfifo(path, 0o600)
        #expect(throws: DiskError(.write, path, EINVAL)) { try UserFile.replace(path, with: [1]) }
        unlink(path)
        mkdir(path, 0o700)
        #expect(throws: DiskError(.write, path, EISDIR)) { try UserFile.replace(path, with: [1]) }
        unlink(path)
        symlink(path, path)
        #expect(throws: DiskError.self) { try UserFile.replace(path, with: [1]) }
    }

    @Test func aFileOfTheUsersBesideItStays() throws {
        folder.write([5], to: "file.new")
        try UserFile.replace(path, with: [1])
        #expect(folder.read("file.new") == [5])
    }

    @Test func eightWritersLeaveOneWholeFile() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in UInt8(0)..<8 {
                group.addTask {
                    try await BlockingWork.threads.run { () throws(DiskError) in
                        for _ in 0..<20 {
                            try UserFile.replace(path, with: [UInt8](repeating: writer, count: 10_000))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let bytes = try #require(folder.read("file"))
        #expect(bytes.count == 10_000 && Set(bytes).count == 1)
        #expect(folder.names == ["file"])
    }
}
