import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// Messages from a banner's tasks.
enum BannerNews: Sendable {
    case load(BannerLoadEvent)
    case drawn(PreparedPicture)
    case ownDrawn(BannerPicturesInUse.Role, CellPicture.Style, CellPicture)
}

/// The pictures that a banner holds: the visible page's and its neighbours', at their displayed size, and which of them
/// and of the host's own to draw next.
struct BannerPicturesInUse {
    /// What a picture of the host's own stands in for.
    enum Role: Sendable, CaseIterable { case placeholder, errorImage }

    /// By `BannerItem.imageURL`.
    private(set) var cells: [String: CellPicture] = [:]
    /// The host's own, and the style in which each was requested last.
    private var own: [Role: (pixels: Pixels, requested: CellPicture.Style?)] = [:]
    private var style: CellPicture.Style?
    private var page: Int?
    /// Whether something has arrived that the view does not show yet.
    private var isStale = true

    init(placeholder: Pixels?, errorImage: Pixels?) {
        self[.placeholder] = placeholder
        self[.errorImage] = errorImage
    }

    /// A picture of the host's own; a new one is drawn with the next `keep`.
    subscript(role: Role) -> Pixels? {
        get { own[role]?.pixels }
        set {
            own[role] = newValue.map { ($0, nil) }
            isStale = true
        }
    }

    mutating func setStale() { isStale = true }

    func isOutdated(style: CellPicture.Style?, page: Int?) -> Bool {
        isStale || style != self.style || page != self.page
    }

    /// Pins the pictures around the page, and draws them.
    ///
    /// - Parameter style: `nil` before the first frame; then nothing is drawn.
    mutating func keep(
        _ pins: [String], page: Int?, style: CellPicture.Style?, by work: any BannerWork,
        post: @escaping @Sendable (BannerNews) -> Void
    ) {
        (isStale, self.style, self.page) = (false, style, page)
        let drawn = work.pin(pins, style: style) { post(.drawn($0)) }
        guard let style else { return }
        // A picture of another size stays until the new one arrives.
        cells = cells.filter { pins.contains($0.key) }.merging(drawn) { $1 }
        drawOwn(style, by: work, post: post)
    }

    /// Draws the host's own pictures, once a style.
    private mutating func drawOwn(
        _ style: CellPicture.Style, by work: any BannerWork, post: @escaping @Sendable (BannerNews) -> Void
    ) {
        for role in Role.allCases {
            guard let (pixels, requested) = own[role], requested != style else { continue }
            own[role] = (pixels, style)
            work.map(pixels, style: style) { post(.ownDrawn(role, style, $0)) }
        }
    }

    /// Returns whether the picture is of the style that is shown now.
    mutating func take(_ picture: PreparedPicture) -> Bool {
        guard picture.style == style else { return false }
        cells[picture.imageURL] = picture.picture
        return true
    }

    /// Whether a picture of the host's own is of the style requested last.
    func isWanted(_ role: Role, _ style: CellPicture.Style) -> Bool { own[role]?.requested == style }
}

extension BannerContent {
    /// The content that a load has brought so far. While a failed load is retried, the banner waits as it did at first.
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
