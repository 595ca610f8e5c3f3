import FoyerCore

/// A banner's access to network and disk, as functions: a session's, or a test's.
struct BannerAccess {
    var perform: ([BannerLoadEffect], _ post: @escaping BannerSession.Post) -> Void
    /// The picture in that style, if it has been drawn already.
    var cells: (_ imageURL: String, PictureStyle) -> CellPicture?
    var prepare: ([String], PictureStyle, _ post: @escaping @Sendable (PreparedPicture) -> Void) -> Void
    /// Fetches these before all other pictures.
    var prefer: (_ imageURLs: [String]) -> Void
    var recordImpression: (_ index: Int) -> Void
    var choose: (_ index: Int, _ openURL: String, _ isConsumed: Bool) -> LinkOutcome
    /// Ends everything; the task returns once pending writes are on the disk.
    var close: () -> Task<Void, Never>
}

extension BannerAccess {
    init(_ session: BannerSession) {
        perform = { session.perform($0, post: $1) }
        cells = { session.pictures.cells(for: $0, style: $1) }
        prepare = { session.pictures.prepare($0, style: $1, post: $2) }
        prefer = { session.prefer($0) }
        recordImpression = { session.record(.impression, index: $0) }
        choose = { session.choose(index: $0, openURL: $1, isConsumed: $2, route: { _ in }) }
        close = {
            session.close()
            return Task { await session.finishDiskWork() }
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
    mutating func draw(_ style: PictureStyle, post: @escaping @Sendable (CellPicture) -> Void) {
        guard style != requested else { return }
        requested = style
        let pixels = pixels
        Task { post(PictureMapping.cells(for: pixels, style: style)) }
    }

    func isWanted(_ style: PictureStyle) -> Bool { style == requested }
}
