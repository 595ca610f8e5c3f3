import Foyer
import FoyerCore
import FoyerTUI

/// The pictures that a banner holds: the visible page and its neighbours, at their displayed size.
struct BannerPicturesInUse {
    var placeholder: OwnPicture?
    var errorImage: OwnPicture?
    /// By `BannerItem.imageURL`.
    fileprivate(set) var cells: [String: CellPicture] = [:]
    fileprivate var style: PictureStyle?
    fileprivate var page: Int?
    /// Whether something has arrived that the view does not show yet.
    var isStale = true
}

extension TouchBanner {
    /// Pages on either side to fetch and prepare ahead, since digits and dots can jump.
    static let reach = 2

    /// How to draw pictures now; `nil` before the first frame.
    private var pictureStyle: PictureStyle? {
        guard let context else { return nil }
        let size = view.layout(in: rect.size).pictureSize
        guard size.columns > 0, size.rows > 0 else { return nil }
        return context.theme.pictureStyle(size, view.style.contentMode, on: view.style.background)
    }

    private var content: BannerContent {
        BannerContent(banner, cells: pictures.cells, keepsWaiting: signEnd != nil)
    }

    /// Requests missing pictures if page, size, style or data have changed.
    func keepPictures() {
        let style = pictureStyle
        guard pictures.isStale || style != pictures.style || carousel.page != pictures.page else { return }
        pictures.isStale = false
        (pictures.style, pictures.page) = (style, carousel.page)
        if let data = banner.data, let page = carousel.page {
            access.prefer(data.imageURLs(around: page, reach: Self.reach, loops: view.style.loops))
        }
        if let style {
            drawOwn(style)
            prepare(style)
        }
        view.content = content
    }

    func take(_ news: BannerNews) {
        switch news {
        case .load(let event): take(event)
        case .drawn(let picture):
            guard picture.style == pictures.style else { return }
            pictures.cells[picture.imageURL] = picture.picture
            view.content = content
        case .ownDrawn(.placeholder, let style, let picture):
            if pictures.placeholder?.isWanted(style) == true { view.placeholder = picture }
        case .ownDrawn(.errorImage, let style, let picture):
            if pictures.errorImage?.isWanted(style) == true { view.errorImage = picture }
        }
    }

    private func prepare(_ style: PictureStyle) {
        guard let context, let data = banner.data, let page = carousel.page else {
            pictures.cells = [:]
            return
        }
        let wanted = data.imageURLs(around: page, reach: Self.reach, loops: view.style.loops)
        let inSight = carousel.visiblePages(at: context.now).map(\.page)
        let kept = Set(wanted + inSight.filter(data.items.indices.contains).map { data.items[$0].imageURL })
        var cells = pictures.cells.filter { kept.contains($0.key) }
        var missing: [String] = []
        for imageURL in wanted + kept.subtracting(wanted).sorted() {
            if let picture = access.cells(imageURL, style) {
                cells[imageURL] = picture
            } else {
                // A picture of another size stays until the new one arrives.
                missing.append(imageURL)
            }
        }
        pictures.cells = cells
        guard !missing.isEmpty else { return }
        let post = inbox.poster(context)
        access.prepare(missing, style) { post(.drawn($0)) }
    }

    private func drawOwn(_ style: PictureStyle) {
        guard let context else { return }
        let post = inbox.poster(context)
        pictures.placeholder?.draw(style, by: access) { picture in
            post(.ownDrawn(.placeholder, style, picture))
        }
        pictures.errorImage?.draw(style, by: access) { picture in
            post(.ownDrawn(.errorImage, style, picture))
        }
    }
}

/// Messages from a banner's tasks.
enum BannerNews: Sendable {
    case load(BannerLoadEvent)
    case drawn(PreparedPicture)
    case ownDrawn(OwnPicture.Role, PictureStyle, CellPicture)
}

/// A picture that the host supplies, mapped to cells off the screen's thread, again for each size.
struct OwnPicture {
    enum Role: Sendable { case placeholder, errorImage }

    let pixels: Pixels
    private var requested: PictureStyle?

    init(_ pixels: Pixels) {
        self.pixels = pixels
    }

    /// Maps the picture in a style, once.
    mutating func draw(
        _ style: PictureStyle, by access: BannerAccess, post: @escaping @Sendable (CellPicture) -> Void
    ) {
        guard style != requested else { return }
        requested = style
        access.map(pixels, style, post)
    }

    func isWanted(_ style: PictureStyle) -> Bool { style == requested }
}
