import FoyerCore

/// What a banner shows at a moment.
package enum BannerContent: Equatable, Sendable {
    /// Nothing has come yet: the placeholder.
    case waiting
    case pages([BannerPage])
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
            self = .pages(
                data.items.map { item in
                    BannerPage(
                        title: SafeText(item.title), picture: load.picture(of: item), cells: cells[item.imageURL])
                })
        }
    }

    /// The pages; none in any other state.
    package var pages: [BannerPage] {
        if case .pages(let pages) = self { pages } else { [] }
    }
}
