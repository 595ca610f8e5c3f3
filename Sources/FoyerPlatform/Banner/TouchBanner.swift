import Foyer
import FoyerCore
import FoyerTUI

/// A campaign's pictures as a carousel that any screen can have in it: the native template.
///
/// ```swift
/// let banner = try TouchBanner(service.touch, key: "home")
/// func appear(_ context: ScreenContext) { banner.load(self, context) }
/// func draw(in canvas: inout Canvas, context: ScreenContext) {
///     let rows = banner.rows(columns: canvas.columns, atMost: 12)
///     banner.draw(in: &canvas, rect: canvas.bounds.splitTop(rows).top, context: context)
/// }
/// func nextFrame(after now: Instant) -> Instant? { banner.nextFrame(after: now) }
/// func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
///     if banner.handle(event, context: context) { return .stay }
///     …
/// }
/// func disappear() { remainingWork = banner.close() }
/// ```
/// Hand it every event of the screen, and draw it in every frame: with an empty rectangle where it has no room, so that
/// it knows that nobody sees it. To be used on the thread that owns the terminal alone.
public final class TouchBanner {
    public let bannerKey: String?
    let inbox = Inbox<BannerNews>()
    var view: BannerView
    var carousel: Carousel
    var banner: BannerLoad
    let rim: BannerRim
    weak var delegate: (any BannerViewDelegate)?
    /// The screen's, as it was last.
    var context: ScreenContext?
    var pictures = BannerPicturesInUse()
    /// Where it was drawn last.
    var rect = Rect(CellSize(columns: 0, rows: 0))
    var placed: Placement?
    var isCovered = false
    var hasRoom = false
    /// Whether a page has come to rest that no frame has shown; one that is overtaken before was never on screen.
    var hasArrived = false
    /// The page that a frame shows at rest, until that is told.
    var shown: Int?
    /// The page whose picture the frame drawn last shows, and the one that the carousel was told of.
    var drawn: (page: Int?, told: Int?) = (nil, nil)
    var lastWheel: Instant?
    /// Whether the user's motion was reduced when that was last looked at.
    var followsReducedMotion = false
    /// Until when a reload is seen to be under way at least: an answer at once does not make its sign flash.
    var signEnd: Instant?
    /// Until when the pointer counts as being over it; terminals do not tell when it leaves their window.
    var hoverEnd: Instant?

    /// What the carousel knows of the room.
    struct Placement: Equatable {
        let size: CellSize
        let style: BannerStyle
        let visibleShare: Double
    }

    /// Where the data that is shown came from.
    public internal(set) var source: BannerSource?
    /// Why the last load failed; `nil` where it did not.
    public internal(set) var failure: BannerFailure?

    /// A reload is seen for so long at least.
    static let leastSign = Duration.milliseconds(450)

    /// - Parameters:
    ///   - service: started.
    ///   - key: the banner's; without one the load fails with −989.
    ///   - placeholder: what stands for pictures that are not there yet; without one, a soft plate.
    ///   - errorImage: what stands for pictures that cannot be had, and for the whole banner where it cannot be loaded
    ///     and nothing is cached; without one, that is blank.
    /// - Throws: what is missing for the service to work.
    package convenience init(
        _ service: TouchService, key: String?, style: BannerStyle = BannerStyle(), placeholder: Pixels? = nil,
        errorImage: Pixels? = nil, impressionPolicy: ImpressionPolicy = .atRest
    ) throws(TouchStartError) {
        self.init(
            try service.session(forKey: key), style: style, placeholder: placeholder, errorImage: errorImage,
            impressionPolicy: impressionPolicy)
    }

    /// The same for a session that was made beforehand, such as on another thread.
    package convenience init(
        _ session: BannerSession, style: BannerStyle = BannerStyle(), placeholder: Pixels? = nil,
        errorImage: Pixels? = nil, impressionPolicy: ImpressionPolicy = .atRest
    ) {
        self.init(
            BannerRim(session), key: session.bannerKey, style: style, placeholder: placeholder,
            errorImage: errorImage, impressionPolicy: impressionPolicy)
    }

    init(
        _ rim: BannerRim, key: String?, style: BannerStyle = BannerStyle(), placeholder: Pixels? = nil,
        errorImage: Pixels? = nil, impressionPolicy: ImpressionPolicy = .atRest
    ) {
        self.rim = rim
        bannerKey = key
        view = BannerView(style: style)
        banner = BannerLoad(bannerKey: key, hasErrorImage: errorImage != nil)
        carousel = Carousel(
            interval: style.scrollInterval, isAutoScrolling: style.isAutoScrolling, loops: style.loops,
            impressionPolicy: impressionPolicy)
        pictures.placeholder = placeholder.map { OwnPicture($0) }
        pictures.errorImage = errorImage.map { OwnPicture($0) }
        // Nobody sees it before it has been drawn.
        _ = carousel.handle(.pauseBegan(.hidden), at: .zero)
    }

    // MARK: - What it is

    public var style: BannerStyle {
        get { view.style }
        set { view.style = newValue }
    }

    /// What stands for pictures that are not there yet; without one, a soft plate. A new one is seen with the next frame.
    public var placeholder: Pixels? {
        get { pictures.placeholder?.pixels }
        set {
            pictures.placeholder = newValue.map { OwnPicture($0) }
            view.placeholder = nil
            redrawOwn()
        }
    }

    /// What stands for pictures that cannot be had, and for the whole banner where it cannot be loaded and nothing is
    /// cached; without one, that is blank.
    public var errorImage: Pixels? {
        get { pictures.errorImage?.pixels }
        set {
            pictures.errorImage = newValue.map { OwnPicture($0) }
            view.errorImage = nil
            banner.setErrorImage(newValue != nil)
            redrawOwn()
        }
    }

    private func redrawOwn() {
        pictures.isStale = true
        keepPictures()
    }

    /// Whether the banner takes no room: there is no campaign.
    public var isHidden: Bool { view.isHidden }
    public var isFocused: Bool { view.isFocused }
    /// Whether the error image stands for the whole banner, and says so; chosen, it calls `bannerErrorImageClicked`.
    public var showsErrorImage: Bool { banner.phase == .errorImage }
    /// The page shown, or slid to; `nil` where there is none.
    public var page: Int? { carousel.page }
    public var data: BannerData? { banner.data }
    public var isLoading: Bool { banner.isLoading }
    /// Whether it moves by itself; `nil` where there is nothing to move.
    package var movement: CarouselMovement? { carousel.movement }
    /// How the last load ended, and `blank` before the first has.
    public var status: BannerLoad.Status { banner.status(from: source) }

    /// The rows that the banner wants at that width, at most `limit`; 0 while it is hidden.
    public func rows(columns: Int, atMost limit: Int) -> Int { view.rows(columns: columns, atMost: limit) }

    // MARK: - What it is told

    /// Asks for the campaign; again, to refresh it.
    public func load(_ delegate: any BannerViewDelegate, _ context: ScreenContext) {
        self.delegate = delegate
        self.context = context
        if banner.lastLoad == 0 {
            view.startedAt = context.now
            view.stopKey = context.language[.spaceKey]
            view.errorText = context.language[.bannerMissing]
            // Once: who has it moving anyway has said so.
            followsReducedMotion = context.theme.reducesMotion
            if followsReducedMotion { send(.pauseBegan(.reducedMotion)) }
        }
        if banner.hasNothing {
            view.startedAt = context.now
            signEnd = context.now + Self.leastSign
        }
        take(.loadRequested)
    }

    /// Does what the user wants.
    package func perform(_ command: CarouselCommand, _ context: ScreenContext) {
        self.context = context
        if command == .choose, showsErrorImage { return take(.chosen) }
        send(.command(command))
    }

    /// Gives the banner the focus, which pauses it, or takes it away.
    public func setFocus(_ isFocused: Bool, _ context: ScreenContext) {
        self.context = context
        for event in view.setFocus(isFocused) { send(event) }
    }

    /// Ends everything; nothing is told any more. The program waits for what is answered: see `Screen.remainingWork`.
    @discardableResult
    public func close() -> Task<Void, Never> {
        delegate = nil
        return rim.close()
    }
}
