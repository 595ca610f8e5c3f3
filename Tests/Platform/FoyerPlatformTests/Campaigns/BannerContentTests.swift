import FoyerCore
import FoyerPlatformCore
import FoyerTUI
import Testing

@testable import FoyerPlatform

@Suite struct BannerContentTests {
    @Test("A load's state is what is shown; its pages have the pictures that are mapped")
    func content() throws {
        let data = BannerData(
            name: "", bannerKey: "k",
            items: ["a", "b", "c"].map { BannerItem(index: 0, title: "T\u{1B}\($0)", imageURL: $0, openURL: "") })
        var load = BannerLoad(bannerKey: "k", hasErrorImage: true)
        #expect(BannerContent(load, cells: [:]) == .waiting)
        _ = load.handle(.loadRequested)
        _ = load.handle(.answered(.data(data), load: 1))
        _ = load.handle(.pictureArrived(imageURL: "a"))
        _ = load.handle(.pictureFailed(imageURL: "b"))
        let cells = try #require(CellPicture(size: CellSize(columns: 2, rows: 1), cells: [.blank, .blank]))
        #expect(
            Array(BannerContent(load, cells: ["a": cells]).pages) == [
                BannerPage(title: "T\u{FFFD}a", picture: .ready, cells: cells),
                BannerPage(title: "T\u{FFFD}b", picture: .failed), BannerPage(title: "T\u{FFFD}c"),
            ])
        _ = load.handle(.loadRequested)
        _ = load.handle(.answered(.noCampaign, load: 2))
        #expect(BannerContent(load, cells: [:]) == .hidden)
    }
}
