import FoyerCore
import FoyerPlatformCore
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

/// Pages that ask for more than a page may.
@Suite(.timeLimit(.minutes(1))) struct PipelinePageTests {
    private let folder = TemporaryFolder()

    /// An installed program whose start page shows so many pictures of 16 megapixels, each a file of 35 bytes.
    private func program(pictures: Int) throws -> AppLease {
        let store = AppStore(path: folder.path)
        let staging = try store.stage()
        let page = (0..<pictures).map { "![](\($0).gif)" }.joined(separator: "\n\n")
        let files =
            [ZipWriter.File(name: "pages/index.md", bytes: Array(page.utf8))]
            + (0..<pictures).map { ZipWriter.File(name: "pages/\($0).gif", bytes: Self.gif) }
        let archive = try ZipWriter.encode(files, deflate: Deflate.pack)
        try staging.folder.create("package").write(archive)
        try staging.unpack()
        let version = PackageVersion(code: 1, name: "1", digest: SHA256.hexadecimal(of: archive))
        return try store.commit(staging, as: version, lock: try store.lock("com.example.tea", timeout: patience))
    }

    /// 4,000 by 4,000, of which one pixel is set.
    private static let gif: [UInt8] =
        Array("GIF89a".utf8) + [0xA0, 0x0F, 0xA0, 0x0F, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

    @Test func picturesBeyondTheirRoomAreLeftOut() async throws {
        let lease = try program(pictures: 5)
        let page = try await PageReader.read(try #require(PagePath("pages/index")), from: lease)
        #expect(page.pictures.values.map { $0.width * $0.height } == [16_000_000, 16_000_000])
        #expect(page.pictures.keys.sorted() == ["0.gif", "1.gif"], "those that come first")
    }

    @Test func whoNoLongerWaitsHasNoPicturesRead() async throws {
        let lease = try program(pictures: 2)
        let path = try #require(PagePath("pages/index"))
        let reading = Task {
            await Gate().wait()
            return try await PageReader.read(path, from: lease).pictures.count
        }
        reading.cancel()
        #expect(try await reading.value == 0)
    }
}
