import Foyer
import FoyerCore
import FoyerTUI

/// A campaign's pictures as a carousel inside any screen: the native template.
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
/// Pass it every event of the screen, and draw it in every frame; draw into an empty rectangle if there is no room, so
/// that it knows it is not visible. Use it only on the thread that owns the terminal.
public final class TouchBanner {
    /// The banner's key; without one a load fails with −989.
    public let bannerKey: String?
    let inbox = Inbox<BannerNews>()
    var view: BannerView
    var carousel: Carousel
    var banner: BannerLoad
    let access: BannerAccess
    weak var delegate: (any BannerViewDelegate)?
    /// The screen's latest context.
    var context: ScreenContext?
    var pictures = BannerPicturesInUse()
    /// The rectangle of the last frame.
    var rect = Rect(CellSize(columns: 0, rows: 0))
    var placed: Placement?
    var isCovered = false
    /// Whether a sheet of the screen's own covers it.
    var isObscured = false
    var slip = ClickSlip()
    var hasRoom = false
    /// Whether a page has come to rest but no frame has shown it yet.
    var hasArrived = false
    /// The page shown at rest by the last frame, until it is reported.
    var shown: Int?
    /// The page whose picture the last frame shows, and the one reported to the carousel.
    var drawn: (page: Int?, told: Int?) = (nil, nil)
    var lastWheel: Instant?
    /// Whether motion was reduced at the last check.
    var followsReducedMotion = false
    /// The loading sign stays until this instant at least, so that a quick answer does not make it flash.
    var signEnd: Instant?
    /// The instant until which the pointer counts as over the banner; terminals do not report that it left their
    /// window.
    var hoverEnd: Instant?

    /// The room that the carousel last received.
    struct Placement: Equatable {
        let size: CellSize
        let style: BannerStyle
        let visibleShare: Double
    }

    /// The source of the data on display.
    public internal(set) var source: BannerSource?
    /// Why the last load failed; `nil` if it succeeded.
    public internal(set) var failure: BannerFailure?

    /// How long the loading sign stays at least.
    static let leastSign = Duration.milliseconds(450)

    /// - Parameters:
    ///   - service: a service that has been started.
    ///   - key: the banner's key; without one the load fails with −989.
    ///   - placeholder: stands in for pictures that have not arrived; a plain plate if `nil`.
    ///   - errorImage: stands in for pictures that cannot be loaded, and for the whole banner if it cannot be loaded
    ///     and nothing is cached; blank if `nil`.
    /// - Throws: `TouchStartError`, which names what the service lacks.
    public convenience init(
        _ service: TouchService, key: String?, style: BannerStyle = BannerStyle(), placeholder: Pixels? = nil,
        errorImage: Pixels? = nil, impressionPolicy: ImpressionPolicy = .atRest
    ) throws(TouchStartError) {
        self.init(
            try service.session(forKey: key), style: style, placeholder: placeholder, errorImage: errorImage,
            impressionPolicy: impressionPolicy)
    }

    /// The same for a session made beforehand, for example on another thread.
    public convenience init(
        _ session: BannerSession, style: BannerStyle = BannerStyle(), placeholder: Pixels? = nil,
        errorImage: Pixels? = nil, impressionPolicy: ImpressionPolicy = .atRest
    ) {
        self.init(
            BannerAccess(session), key: session.bannerKey, style: style, placeholder: placeholder,
            errorImage: errorImage, impressionPolicy: impressionPolicy)
    }

    init(
        _ access: BannerAccess, key: String?, style: BannerStyle = BannerStyle(), placeholder: Pixels? = nil,
        errorImage: Pixels? = nil, impressionPolicy: ImpressionPolicy = .atRest
    ) {
        self.access = access
        bannerKey = key
        view = BannerView(style: style)
        banner = BannerLoad(bannerKey: key, hasErrorImage: errorImage != nil)
        carousel = Carousel(
            interval: style.scrollInterval, isAutoScrolling: style.isAutoScrolling, loops: style.loops,
            impressionPolicy: impressionPolicy)
        pictures.placeholder = placeholder.map { OwnPicture($0) }
        pictures.errorImage = errorImage.map { OwnPicture($0) }
        // It is hidden until its first frame.
        _ = carousel.handle(.pauseBegan(.hidden), at: .zero)
    }

    // MARK: - State

    /// How the banner looks and moves; a change appears with the next frame.
    public var style: BannerStyle {
        get { view.style }
        set { view.style = newValue }
    }

    /// Stands in for pictures that have not arrived; a plain plate if `nil`. A new one appears with the next frame.
    public var placeholder: Pixels? {
        get { pictures.placeholder?.pixels }
        set {
            pictures.placeholder = newValue.map { OwnPicture($0) }
            view.placeholder = nil
            redrawOwn()
        }
    }

    /// Stands in for pictures that cannot be loaded, and for the whole banner if it cannot be loaded and nothing is
    /// cached; blank if `nil`.
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

    /// Whether the banner takes no room because there is no campaign.
    public var isHidden: Bool { view.isHidden }
    /// Whether the banner has the focus, which pauses it and gives it Enter, the arrows and the digits.
    public var isFocused: Bool { view.isFocused }
    /// Whether the error image stands in for the whole banner; choosing it calls `bannerErrorImageClicked`.
    public var showsErrorImage: Bool { banner.phase == .errorImage }
    /// The page on display or being slid to, from 0; `nil` if there is none.
    public var page: Int? { carousel.page }
    /// The campaign on display; `nil` if there is none.
    public var data: BannerData? { banner.data }
    /// Whether a load has ended.
    var hasLoaded: Bool { banner.phase != .waiting }
    /// Whether a load is under way.
    package var isLoading: Bool { banner.isLoading }
    /// Whether the banner moves by itself; `nil` if it has nothing to move.
    package var movement: CarouselMovement? { carousel.movement }
    /// How the last load ended; `blank` before the first.
    public var status: BannerLoad.Status { banner.status(from: source) }

    /// The rows that the banner needs at a width in columns, at most `limit`; 0 while it is hidden.
    public func rows(columns: Int, atMost limit: Int) -> Int { view.rows(columns: columns, atMost: limit) }

    /// Whether there is another page to go to.
    public var hasPages: Bool { (data?.items.count ?? 0) > 1 }

    /// Whether the page on display, or being slid to, has a link.
    public var leadsSomewhere: Bool {
        guard let page, let items = data?.items, items.indices.contains(page) else { return false }
        return !items[page].openURL.isEmpty
    }

    /// The state of the picture of the page on display, or being slid to; `nil` if there is no page.
    package var picture: BannerPicture? {
        guard let page, let items = data?.items, items.indices.contains(page) else { return nil }
        return banner.picture(of: items[page])
    }

    // MARK: - Commands

    /// Loads the campaign; call it again to refresh. The delegate is held weakly.
    public func load(_ delegate: any BannerViewDelegate, _ context: ScreenContext) {
        self.delegate = delegate
        self.context = context
        if banner.lastLoad == 0 {
            view.startedAt = context.now
            view.stopKey = context.language[.spaceKey]
            view.errorText = context.language[.bannerMissing]
            // Only at the first load: later the user may have started it on purpose.
            followsReducedMotion = context.theme.reducesMotion
            if followsReducedMotion { send(.pauseBegan(.reducedMotion)) }
        }
        if banner.hasNothing {
            view.startedAt = context.now
            signEnd = context.now + Self.leastSign
        }
        take(.loadRequested)
    }

    /// Performs a command of the user's, such as the next page.
    package func perform(_ command: CarouselCommand, _ context: ScreenContext) {
        self.context = context
        if command == .choose, showsErrorImage { return take(.chosen) }
        send(.command(command))
    }

    /// Gives the banner the focus, which pauses it, or removes the focus.
    public func setFocus(_ isFocused: Bool, _ context: ScreenContext) {
        self.context = context
        for event in view.setFocus(isFocused) { send(event) }
    }

    /// Hides the banner while something that the screen itself draws covers it, such as a list of keys: then no page turns
    /// and none is reported as shown.
    public func setObscured(_ isObscured: Bool, _ context: ScreenContext) {
        self.context = context
        for event in see(obscured: isObscured) { send(event) }
    }

    /// Ends everything; the delegate is not called again. Return the task as `Screen.remainingWork`, so that the
    /// program waits for writes to the disk.
    @discardableResult
    public func close() -> Task<Void, Never> {
        delegate = nil
        return access.close()
    }
}

/// A banner's reports to its host.
///
/// Calls come one at a time, on the thread that owns the terminal, from the banner's `load`, `perform`, `setFocus` and
/// `handle`, never while it is drawn. All have a default that does nothing.
public protocol BannerViewDelegate: AnyObject {
    /// Data has arrived: from the platform, or from the disk because the platform failed. `.shown` means that the
    /// platform failed and the banner keeps what it showed before.
    func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource)

    /// Nothing could be shown.
    func banner(_ banner: TouchBanner, didFail failure: BannerFailure)

    /// A page was chosen by key or click.
    ///
    /// - Parameters:
    ///   - index: the item's index, from 0.
    ///   - openURL: the link as the platform wrote it; untrusted text.
    /// - Returns: whether the host handled the link; if not, the banner opens it and calls `didOpen`.
    func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool

    /// A page has come to rest on screen; called each time it does.
    func banner(_ banner: TouchBanner, didShow index: Int)

    /// The error image was chosen; most hosts load again.
    func bannerErrorImageClicked(_ banner: TouchBanner)

    /// The banner no longer takes room, or takes it again; lay the screen out anew.
    func banner(_ banner: TouchBanner, didHide isHidden: Bool)

    /// What happened to a link that the host did not handle. `.routed`: it has the host's own scheme; go there.
    /// `.opened`: show the address, in case no browser opens.
    func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome)
}

extension BannerViewDelegate {
    /// Does nothing.
    public func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) {}
    /// Does nothing.
    public func banner(_ banner: TouchBanner, didFail failure: BannerFailure) {}
    /// Leaves the link to the banner.
    public func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool { false }
    /// Does nothing.
    public func banner(_ banner: TouchBanner, didShow index: Int) {}
    /// Does nothing.
    public func bannerErrorImageClicked(_ banner: TouchBanner) {}
    /// Does nothing.
    public func banner(_ banner: TouchBanner, didHide isHidden: Bool) {}
    /// Does nothing.
    public func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) {}
}
