import FoyerSystem
import Glibc
import TestSupport
import Testing

/// Whatever the disk refuses is told to whoever asked for it.
@Suite struct FailingDiskTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/file" }

    private static func failing(_ kind: DiskChange.Kind, with fault: DiskFault = .fail(ENOSPC)) -> Disk {
        Disk { $0.kind == kind ? fault : .none }
    }

    private var content: [UInt8]? { try? UserFile.read(path, limit: 100) }

    /// Opens, writes, syncs, renames and removes.
    private func useEverything(_ disk: Disk) throws(DiskError) {
        let file = try OpenFile.own(path, disk: disk)
        try file.write([1, 2], at: 0)
        try file.sync()
        try file.rename(to: path + ".1")
        try OpenFile.remove(path + ".1", disk: disk)
    }

    @Test(arguments: [DiskChange.Kind.createFile, .write, .sync, .rename, .remove])
    func aChangeThatFailsIsThrown(_ kind: DiskChange.Kind) {
        let error = #expect(throws: DiskError.self) { try useEverything(Self.failing(kind)) }
        #expect(error?.code == ENOSPC)
    }

    @Test func everyChangeOfAnOpenFileIsAskedFor() throws {
        try useEverything(.real)
        #expect(folder.names.isEmpty)
    }

    @Test func aTornWriteLeavesHalfAndSaysSo() throws {
        let file = try OpenFile.own(path, disk: Self.failing(.write, with: .tear(EIO)))
        let error = #expect(throws: DiskError.self) { try file.write([1, 2, 3, 4], at: 0) }
        #expect(error?.code == EIO && content == [1, 2])
    }

    @Test func aTruncationThatFailsLeavesTheFile() throws {
        try UserFile.write([1, 2, 3], to: path)
        let file = try OpenFile.own(path, disk: Self.failing(.write))
        #expect(throws: DiskError.self) { try file.truncate() }
        #expect(content == [1, 2, 3])
    }

    @Test func whatIsNotThereNeedNotBeRemoved() throws {
        try OpenFile.remove(path)
        #expect(throws: DiskError.self) { try OpenFile.remove(folder.path) }
    }

    @Test func aLinkThatCannotBeRemovedIsNotWrittenThrough() throws {
        symlink("/dev/null", path)
        let error = #expect(throws: DiskError.self) {
            _ = try OpenFile.replacing(path, disk: Self.failing(.remove, with: .fail(EACCES)))
        }
        #expect(error?.code == EACCES && error?.operation == .remove)
        _ = try OpenFile.replacing(path)
        #expect(content == [])
    }

    @Test(arguments: [DiskChange.Kind.createFile, .write, .rename])
    func aFileThatCannotBeReplacedStaysAsItWas(_ kind: DiskChange.Kind) throws {
        try UserFile.write([1, 2, 3], to: path)
        #expect(throws: DiskError.self) { try UserFile.replace(path, with: [4], disk: Self.failing(kind)) }
        #expect(content == [1, 2, 3])
        #expect(folder.names == ["file"])
    }
}
