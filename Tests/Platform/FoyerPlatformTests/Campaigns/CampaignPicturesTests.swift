import FoyerCore
import FoyerStage
import FoyerSystem
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite("Campaigns: pictures drawn in cells")
struct CampaignPicturesTests {
    private let style = CellPicture.Style(
        size: CellSize(columns: 60, rows: 10), palette: .direct, background: .rgb(0, 0, 0))

    private func pictures(
        _ bounds: CampaignPictures.Bounds = .init(), reread: [String: CachedBody] = [:]
    ) -> CampaignPictures {
        CampaignPictures(bounds: bounds) { reread[$0] }
    }

    private func picture(_ name: String) throws -> CachedBody {
        CachedBody(bytes: try PipelineRig.assets.read("images/" + name))
    }

    @Test("A picture is drawn as it is mapped, told in the order asked, and then at hand")
    func drawn() async throws {
        let pictures = pictures()
        let names = ["clouds.png", "autumn.jpg", "bikes.webp"]
        for name in names { #expect(try pictures.take(picture(name), for: name)) }
        #expect(try !pictures.take(picture("clouds.png"), for: "clouds.png"))
        #expect(pictures.cells(for: "clouds.png", style: style) == nil)
        let inbox = Inbox<PreparedPicture>()
        pictures.prepare(names + ["missing", "clouds.png"], style: style) { inbox.post($0) }
        let told = await inbox.next(3)
        try #require(told.map(\.imageURL) == names && told.allSatisfy { $0.style == style })
        for one in told { #expect(pictures.cells(for: one.imageURL, style: style) == one.picture) }
        let pixels = try PictureDecoder.decode(try picture("clouds.png").bytes, targetPixels: style.usefulPixels)
        let direct = PictureMapping.cells(
            for: pixels, size: style.size, contentMode: .aspectFill, palette: .direct, background: .rgb(0, 0, 0))
        #expect(told[0].picture == direct)
        pictures.close()
        #expect(pictures.cells(for: "clouds.png", style: style) == nil && !pictures.has("clouds.png"))
    }

    @Test("Each style is drawn for itself", arguments: PicturePalette.allCases)
    func styles(palette: PicturePalette) async throws {
        let pictures = pictures()
        _ = try pictures.take(picture("autumn.jpg"), for: "a")
        var found: [CellPicture] = []
        for mode in [CellPicture.ContentMode.aspectFill, .aspectFit, .scaleToFill, .topLeft] {
            var style = style
            style.size = CellSize(columns: 60, rows: 16)
            style.palette = palette
            style.contentMode = mode
            let inbox = Inbox<PreparedPicture>()
            pictures.prepare(["a"], style: style) { inbox.post($0) }
            found.append(try #require(await inbox.next()).picture)
        }
        #expect(Set(found.map { $0.cells.hashValue }).count == 4)
        #expect(found.allSatisfy { $0.size == CellSize(columns: 60, rows: 16) })
    }

    @Test("What an earlier call asked for is not told once a later one has come")
    func late() async throws {
        let pictures = pictures()
        for name in ["a", "b", "c", "d"] { _ = try pictures.take(picture("market.jpg"), for: name) }
        let (early, late) = (Inbox<PreparedPicture>(), Inbox<PreparedPicture>())
        var large = style
        large.size = CellSize(columns: 200, rows: 60)
        pictures.prepare(["a", "b", "c", "d"], style: large) { early.post($0) }
        pictures.prepare(["d"], style: style) { late.post($0) }
        #expect(await late.next()?.style == style)
        early.finish()
        // One may have been told before the second call; those that had not begun never are.
        #expect(await early.next(4).count <= 1)
    }

    @Test("The same picture at two addresses is drawn once, and what memory let go of comes back from the disk")
    func memory() async throws {
        let market = try picture("market.jpg")
        let rereads = Mutex(0)
        let pictures = CampaignPictures(bounds: .init(encoded: 0, decoded: 0, drawn: 0)) { _ in
            rereads.withLock { $0 += 1 }
            return market
        }
        _ = try pictures.take(market, for: "a")
        _ = try pictures.take(market, for: "b")
        let inbox = Inbox<PreparedPicture>()
        pictures.prepare(["a", "b"], style: style) { inbox.post($0) }
        let told = await inbox.next(2)
        try #require(told.map(\.imageURL) == ["a", "b"])
        #expect(told[0].picture == told[1].picture)
        #expect(rereads.withLock { $0 } == 2 && pictures.cells(for: "a", style: style) == nil)
    }

    @Test("What is no picture is refused, and the one before stays")
    func refused() async throws {
        let pictures = pictures()
        _ = try pictures.take(picture("bikes.webp"), for: "a")
        var bytes = try picture("bikes.webp").bytes
        for index in 0..<16 { bytes[index] ^= 0xFF }
        for wrong in [bytes, [], Array("<html>".utf8)] {
            #expect(throws: PictureError.self) { try pictures.take(CachedBody(bytes: wrong), for: "a") }
        }
        let inbox = Inbox<PreparedPicture>()
        pictures.prepare(["a"], style: style) { inbox.post($0) }
        #expect(await inbox.next() != nil)
    }
}
