import FoyerCore

/// What a banner shows at a moment.
package enum BannerContent: Equatable, Sendable {
    /// Nothing has come yet: the placeholder.
    case waiting
    case pages(BannerPages)
    /// The banner could not be loaded.
    case errorImage
    /// It could not, and there is no error image: the room stays, empty.
    case blank
    /// There is no campaign: the banner takes no room.
    case hidden
}

/// One page: its text, and its picture as far as it is there.
package struct BannerPage: Equatable, Sendable {
    package var title: SafeText
    package var picture: BannerPicture
    /// The picture, mapped at `BannerLayout.pictureSize`. While one of another size is here (after a resize), its middle
    /// is shown; while there is none, the placeholder.
    package var cells: CellPicture?

    package init(title: SafeText = "", picture: BannerPicture = .placeholder, cells: CellPicture? = nil) {
        self.title = title
        self.picture = picture
        self.cells = cells
    }
}

extension BannerContent {
    /// What a load has brought so far. While one that has failed is tried anew, the banner waits as it did at first.
    ///
    /// - Parameters:
    ///   - cells: mapped pictures by `BannerItem.imageURL`.
    ///   - keepsWaiting: whether it waits still, although the answer is there.
    package init(_ load: BannerLoad, cells: [String: CellPicture], keepsWaiting: Bool = false) {
        switch load.phase {
        case .waiting: self = .waiting
        case .errorImage where load.isLoading || keepsWaiting, .blank where load.isLoading || keepsWaiting:
            self = .waiting
        case .errorImage: self = .errorImage
        case .blank: self = .blank
        case .hidden: self = .hidden
        case .showing(let data):
            self = .pages(BannerPages(items: data.items, pictures: load.pictures, cells: cells))
        }
    }

    /// The pages; none in any other state.
    package var pages: BannerPages {
        if case .pages(let pages) = self { pages } else { BannerPages(items: [], pictures: [:], cells: [:]) }
    }
}

/// The pages of a campaign, each put together when it is looked at: a campaign may have thousands, and a frame shows two.
package struct BannerPages: Equatable, Sendable, RandomAccessCollection {
    private let items: [BannerItem]
    private let pictures: [String: BannerPicture]
    private let cells: [String: CellPicture]

    /// - Parameters:
    ///   - pictures: how far each has come, by `BannerItem.imageURL`; one that is not here has its placeholder.
    ///   - cells: mapped pictures by `BannerItem.imageURL`.
    package init(items: [BannerItem], pictures: [String: BannerPicture], cells: [String: CellPicture]) {
        self.items = items
        self.pictures = pictures
        self.cells = cells
    }

    /// Whether any page has a title.
    package var haveTitle: Bool { items.contains { !$0.title.isEmpty } }

    package var startIndex: Int { 0 }
    package var endIndex: Int { items.count }

    package subscript(index: Int) -> BannerPage {
        let item = items[index]
        return BannerPage(
            title: SafeText(item.title), picture: pictures[item.imageURL] ?? .placeholder, cells: cells[item.imageURL])
    }
}
