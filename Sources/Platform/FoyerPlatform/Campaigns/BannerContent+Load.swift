import FoyerCore
import FoyerPlatformCore
import FoyerTUI

extension BannerContent {
    /// What a load has brought so far. While a failed load is retried, the banner waits as it did at first.
    ///
    /// - Parameters:
    ///   - cells: mapped pictures by ``BannerItem/imageURL``.
    ///   - keepsWaiting: whether to keep waiting although the answer is there.
    package init(_ load: BannerLoad, cells: [String: CellPicture], keepsWaiting: Bool = false) {
        switch load.phase {
        case .waiting: self = .waiting
        case .errorImage where load.isLoading || keepsWaiting, .blank where load.isLoading || keepsWaiting:
            self = .waiting
        case .errorImage: self = .errorImage
        case .blank: self = .blank
        case .hidden: self = .hidden
        case .showing:
            self = .pages(BannerPages(load.pages, pictures: load.pictures, cells: cells))
        }
    }
}
