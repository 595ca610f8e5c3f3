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

    /// What decides which pictures are wanted.
    struct Sight {
        let data: BannerData?
        /// The page on display or being slid to.
        let page: Int?
        let loops: Bool
        let visiblePages: [Int]
    }

    /// By `BannerItem.imageURL`.
    private(set) var cells: [String: CellPicture] = [:]
    /// The host's own, and the style in which each was requested last.
    private var own: [Role: (pixels: Pixels, requested: CellPicture.Style?)] = [:]
    private var style: CellPicture.Style?
    private var page: Int?
    /// Whether something has arrived that the view does not show yet.
    private var isStale = true

    /// Pages on either side to fetch and prepare ahead, since digits and dots can jump.
    private static let reach = 2

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

    /// Asks for the pictures around the page, each once a style.
    ///
    /// - Parameter style: `nil` before the first frame; then nothing is drawn.
    mutating func keep(
        _ sight: Sight, style: CellPicture.Style?, by work: any BannerWork,
        post: @escaping @Sendable (BannerNews) -> Void
    ) {
        isStale = false
        (self.style, page) = (style, sight.page)
        let wanted = page.flatMap { sight.data?.imageURLs(around: $0, reach: Self.reach, loops: sight.loops) } ?? []
        if !wanted.isEmpty { work.prefer(wanted) }
        guard let style else { return }
        drawOwn(style, by: work, post: post)
        guard let items = sight.data?.items, !wanted.isEmpty else {
            cells = [:]
            return
        }
        let inSight = sight.visiblePages.filter(items.indices.contains).map { items[$0].imageURL }
        let kept = Set(wanted + inSight)
        var missing: [String] = []
        // A picture of another size stays until the new one arrives.
        cells = cells.filter { kept.contains($0.key) }
        for imageURL in wanted + kept.subtracting(wanted).sorted() {
            if let picture = work.cells(for: imageURL, style: style) {
                cells[imageURL] = picture
            } else {
                missing.append(imageURL)
            }
        }
        if !missing.isEmpty { work.prepare(missing, style: style) { post(.drawn($0)) } }
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
