import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// A campaign's pictures as a carousel inside any screen: the native template.
///
/// ```swift
/// let banner = try TouchBanner(service.touch, key: "home")
/// var elements: [any ScreenElement] { [banner] }
/// func draw(in canvas: inout Canvas, context: ScreenContext) {
///     let rows = banner.rows(columns: canvas.columns, atMost: 12)
///     banner.draw(in: &canvas, rect: canvas.bounds.splitTop(rows).top, context: context)
/// }
/// ```
/// Draw it in every frame; draw into an empty rectangle if there is no room, so that it knows it is not visible. Use it only
/// on the thread that owns the terminal.
public final class TouchBanner: ScreenElement {
    /// The banner's key; without one a load fails with −989.
    public let bannerKey: String?
    private let work: any BannerWork
    private let inbox = Inbox<BannerNews>()
    private var control: CarouselControl
    private var banner: BannerLoad
    private var pictures: BannerPicturesInUse
    private weak var delegate: (any BannerViewDelegate)?
    /// The loading sign stays until this instant at least, so that a quick answer does not make it flash.
    private var signEnd: Instant?

    /// The source of the data on display.
    public private(set) var source: BannerSource?
    /// Why the last load failed; `nil` if it succeeded.
    public private(set) var failure: BannerFailure?

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
            session.campaign, key: session.campaign.key, style: style, placeholder: placeholder,
            errorImage: errorImage, impressionPolicy: impressionPolicy)
    }

    init(
        _ work: any BannerWork, key: String?, style: BannerStyle, placeholder: Pixels? = nil,
        errorImage: Pixels? = nil, impressionPolicy: ImpressionPolicy
    ) {
        self.work = work
        bannerKey = key
        control = CarouselControl(
            BannerView(
                style: style,
                carousel: Carousel(
                    interval: style.scrollInterval, isAutoScrolling: style.isAutoScrolling, loops: style.loops,
                    impressionPolicy: impressionPolicy)))
        banner = BannerLoad(bannerKey: key, hasErrorImage: errorImage != nil)
        pictures = BannerPicturesInUse(placeholder: placeholder, errorImage: errorImage)
    }

    private var view: BannerView {
        get { control.view }
        _modify { yield &control.view }
    }
    /// The screen's latest context; in a delegate's call, that of the event at hand.
    public var context: ScreenContext? { control.context }

    // MARK: - State

    /// How the banner looks and moves; a change appears with the next frame.
    public var style: BannerStyle {
        get { view.style }
        set { view.style = newValue }
    }

    /// Stands in for pictures that have not arrived; a plain plate if `nil`. A new one appears with the next frame.
    public var placeholder: Pixels? {
        get { pictures[.placeholder] }
        set {
            pictures[.placeholder] = newValue
            view.placeholder = nil
            keepPictures()
        }
    }

    /// Stands in for pictures that cannot be loaded, and for the whole banner if it cannot be loaded and nothing is
    /// cached; blank if `nil`.
    public var errorImage: Pixels? {
        get { pictures[.errorImage] }
        set {
            pictures[.errorImage] = newValue
            view.errorImage = nil
            banner.setErrorImage(newValue != nil)
            keepPictures()
        }
    }

    /// Whether the banner takes no room because there is no campaign.
    public var isHidden: Bool { view.isHidden }
    /// Whether the banner has the focus, which pauses it and gives it its keys: Enter, the arrows, the digits, Space, Home,
    /// End, `h` and `l`.
    public var isFocused: Bool { view.isFocused }
    /// Whether the digits, Space, Home, End, `h` and `l` are the banner's without the focus, too: for a screen that needs
    /// none of them itself.
    public var takesKeysUnfocused: Bool {
        get { view.takesKeysUnfocused }
        set { view.takesKeysUnfocused = newValue }
    }
    /// Whether the error image stands in for the whole banner; choosing it calls `bannerErrorImageClicked`.
    public var showsErrorImage: Bool { banner.phase == .errorImage }
    /// The page on display or being slid to, from 0; `nil` if there is none.
    public var page: Int? { view.carousel.page }
    /// The campaign on display; `nil` if there is none.
    public var data: BannerData? { banner.data }
    /// Whether a load has ended.
    var hasLoaded: Bool { banner.phase != .waiting }
    /// Whether a load is under way.
    package var isLoading: Bool { banner.isLoading }
    /// Whether the loading sign stays for its least time, although the answer is there.
    var keepsSign: Bool { signEnd != nil }
    /// Whether the banner moves by itself; `nil` if it has nothing to move.
    package var movement: CarouselMovement? { view.carousel.movement }
    /// Why what is shown does not come from the newest answer; `nil` if it does.
    var fallback: Phrase? { banner.fallback }
    /// How the last load ended; `blank` before the first.
    public var status: BannerLoad.Status { banner.status(from: source) }

    /// The rows that the banner needs at a width in columns, at most `limit`; 0 while it is hidden.
    public func rows(columns: Int, atMost limit: Int) -> Int { view.rows(columns: columns, atMost: limit) }

    /// Whether there is another page to go to.
    public var hasPages: Bool { (data?.items.count ?? 0) > 1 }

    /// Whether the page on display, or being slid to, has a link.
    public var leadsSomewhere: Bool { item.map { !$0.openURL.isEmpty } ?? false }

    /// The state of the picture of the page on display, or being slid to; `nil` if there is no page.
    package var picture: PagePicture? { item.map { banner.picture(of: $0) } }

    private var item: BannerItem? {
        guard let page, let items = data?.items, items.indices.contains(page) else { return nil }
        return items[page]
    }

    // MARK: - Commands

    /// Loads the campaign, unless the screen has done so itself. The screen is the delegate, if it is a
    /// ``BannerViewDelegate``.
    public func appear(on screen: any Screen, context: ScreenContext) {
        if banner.lastLoad == 0 { load(for: screen as? any BannerViewDelegate, context) }
    }

    /// Loads the campaign; call it again to refresh. The delegate is held weakly.
    public func load(_ delegate: any BannerViewDelegate, _ context: ScreenContext) { load(for: delegate, context) }

    private func load(for delegate: (any BannerViewDelegate)?, _ context: ScreenContext) {
        self.delegate = delegate
        control.context = context
        if banner.lastLoad == 0 {
            view.startedAt = context.now
            view.errorText = context.language[.bannerMissing]
            report(.began)
            // Only at the first load: later the user may have started it on purpose.
            tell(control.follow(context))
        }
        if banner.hasNothing {
            view.startedAt = context.now
            signEnd = context.now + Self.leastSign
        }
        take(.loadRequested)
    }

    /// Performs a command of the user's, such as the next page.
    package func perform(_ command: CarouselCommand, _ context: ScreenContext) {
        control.context = context
        if command == .choose, showsErrorImage { return take(.chosen) }
        tell(control.send(.command(command)))
    }

    /// Gives the banner the focus, which pauses it, or removes the focus.
    public func setFocus(_ isFocused: Bool, _ context: ScreenContext) {
        control.context = context
        tell(control.setFocus(isFocused))
    }

    /// Hides the banner while something that the screen itself draws covers it, and that is no `ScreenElement`: then no
    /// page turns and none is reported as shown.
    public func setObscured(_ isObscured: Bool, _ context: ScreenContext) {
        control.context = context
        tell(control.setObscured(isObscured))
    }

    /// Ends everything; the delegate is not called again. Return the task as `Screen.remainingWork`, so that the
    /// program waits for writes to the disk.
    @discardableResult
    public func close() -> Task<Void, Never> {
        delegate = nil
        return work.close()
    }

    // MARK: - Frames

    /// Draws within a rectangle; pass an empty one if the banner has no room.
    public func draw(in canvas: inout Canvas, rect: Rect, context: ScreenContext) {
        control.context = context
        control.place(in: rect, onScreen: canvas.size)
        settleSign()
        keepPictures()
        control.draw(in: &canvas, at: context.now, spoken: banner.data == nil ? nil : spoken(context.language))
    }

    /// When the banner next changes by itself or has something to report; `nil` if only an event can change it.
    public func nextFrame(after now: Instant) -> Instant? {
        // A pending answer brings its own wake-up.
        let sign = banner.hasNothing && !banner.isLoading ? signEnd : nil
        return [control.nextFrame(after: now), context == nil ? nil : sign].compactMap { $0 }.min()
    }

    /// Removes the loading sign once it has been visible long enough.
    private func settleSign() {
        guard let end = signEnd, let now = context?.now, now >= end else { return }
        signEnd = nil
        pictures.setStale()
    }

    // MARK: - Events

    /// Handles an event of the screen.
    ///
    /// - Returns: whether the banner used the event, so that the screen can ignore it.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        control.context = context
        tell(control.settleAccounts())
        switch event {
        case .woken: for news in inbox.drain() { take(news) }
        case .chosen(let number): return answer(number)
        case .input, .deadline, .covered, .uncovered, .presented:
            let (isUsed, reports) = control.handle(event)
            tell(reports)
            if case .deadline = event { settleSign() }
            return isUsed
        }
        return false
    }

    /// Tells the campaign and the delegate what has happened on the screen.
    private func tell(_ reports: [CarouselControl.Report]) {
        for one in reports {
            switch one {
            case .shown(let page): report(.shown(index: page))
            case .selected(let page, let openURL):
                let isConsumed = report(.selected(index: page, openURL: openURL))
                let outcome = work.open(openURL, isConsumed: isConsumed)
                if outcome != .nothing { report(.opened(outcome)) }
            case .errorImageChosen: take(.chosen)
            }
        }
        keepPictures()
    }

    /// Returns whether the host has handled a chosen link.
    @discardableResult
    private func report(_ moment: CampaignMoment.Kind) -> Bool {
        work.report(moment, at: context?.now)
        return delegate?.receive(moment, of: self) ?? false
    }

    // MARK: - The load

    private func take(_ event: BannerLoadEvent) {
        let effects = banner.handle(event)
        guard let context else { return }
        let post = inbox.poster(context)
        work.perform(effects) { post(.load($0)) }
        pictures.setStale()
        keepPictures()
        for effect in effects { follow(effect) }
    }

    /// Performs the effects of a load that concern the host.
    private func follow(_ effect: BannerLoadEffect) {
        switch effect {
        case .showItems(let items):
            control.forgetDrawn()
            let pages = items.map { CarouselItem(title: $0.title, imageURL: $0.imageURL, openURL: $0.openURL) }
            tell(control.send(.itemsChanged(pages)))
        case .hiddenChanged(let isHidden): report(.hidden(isHidden))
        case .reportLoaded(_, let from):
            if from != .shown { source = from }
            failure = nil
            report(.loaded(from: from))
        case .reportFailed(_, let why):
            failure = why
            report(.failed(why))
        case .reportErrorImageClicked: report(.errorImageClicked)
        case .fetch, .readCache, .writeCache, .dropCache, .fetchPicture: break
        }
    }

    /// Applies a change of language or motion since the first load; pictures follow with the next frame.
    public func follow(_ context: ScreenContext) {
        control.context = context
        view.stopKey = context.language[.spaceKey]
        if banner.lastLoad > 0 { tell(control.follow(context)) }
    }

    // MARK: - Pictures

    /// How to draw pictures now; `nil` before the first frame.
    private var pictureStyle: CellPicture.Style? {
        guard let context else { return nil }
        let size = view.layout(in: control.rect.size).pictureSize
        guard size.columns > 0, size.rows > 0 else { return nil }
        return context.theme.pictureStyle(size, view.style.contentMode, on: view.style.background)
    }

    private func renewContent() {
        view.content = BannerContent(banner, cells: pictures.cells, keepsWaiting: keepsSign)
    }

    /// Pages on either side to fetch and draw ahead, since digits and dots can jump.
    private static let reach = 2

    /// Requests missing pictures if page, size, style or data have changed.
    private func keepPictures() {
        let style = pictureStyle
        guard let context, pictures.isOutdated(style: style, page: view.carousel.page) else { return }
        let page = view.carousel.page
        let visible = view.carousel.visiblePages(at: context.now).map(\.page)
        let pins = page.flatMap { page in
            banner.data?.imageURLs(around: page, visible: visible, reach: Self.reach, loops: view.style.loops)
        }
        pictures.keep(pins ?? [], page: page, style: style, by: work, post: inbox.poster(context))
        renewContent()
    }

    private func take(_ news: BannerNews) {
        switch news {
        case .load(let event): take(event)
        case .drawn(let picture): if pictures.take(picture) { renewContent() }
        case .ownDrawn(let role, let style, let picture):
            guard pictures.isWanted(role, style) else { return }
            switch role {
            case .placeholder: view.placeholder = picture
            case .errorImage: view.errorImage = picture
            }
        }
    }

    // MARK: - In lines

    /// The numbers of its answers begin here; a screen's own are below.
    private static let firstAnswer = 1_000_000
    private static let (next, previous, open) = (firstAnswer - 1, firstAnswer - 2, firstAnswer - 3)

    /// What the banner says in lines: how many pictures it has, and which is current. It does not turn by itself.
    ///
    /// Its answers are a picture's number, next, previous, and open; pass their `ScreenEvent.chosen` to `handle`, as every
    /// event. A screen's own answers should have numbers below 999,000.
    public func spoken(_ language: Language) -> Spoken {
        guard let items = data?.items, item != nil else {
            var spoken = Spoken(language[.bannerMissing])
            if showsErrorImage { spoken.answers = [SpokenAnswer(language[.reload], choose: Self.open, letter: "r")] }
            return spoken
        }
        var spoken = Spoken(language.bannerPictures(items.count), [sentence(language)])
        spoken.readsAnswers = false
        if items.count > 1 {
            spoken.answers = items.indices.map {
                SpokenAnswer(SafeText(items[$0].title), choose: Self.firstAnswer + $0)
            }
            spoken.answers += [
                SpokenAnswer(language[.next], choose: Self.next, letter: "n").unnumbered,
                SpokenAnswer(language[.previous], choose: Self.previous, letter: "p").unnumbered,
            ]
        }
        if leadsSomewhere {
            spoken.usual = spoken.answers.count
            spoken.answers.append(SpokenAnswer(language[.open], choose: Self.open).unnumbered)
        }
        return spoken
    }

    /// The current picture: "1: Autumn at the Tea House, link."
    public func sentence(_ language: Language) -> SafeText {
        guard let item, let page else { return "" }
        let title = SpokenLine.words(SafeText(item.title))
        return leadsSomewhere
            ? language[Phrase("\(page + 1): \(title), link")]
            : "\(page + 1): \(title)"
    }

    /// Returns whether the answer is the banner's.
    private func answer(_ number: Int) -> Bool {
        guard number >= Self.open, let context else { return false }
        switch number {
        case Self.next: perform(.next, context)
        case Self.previous: perform(.previous, context)
        case Self.open: perform(.choose, context)
        default: perform(.goTo(number - Self.firstAnswer), context)
        }
        return true
    }
}

/// What a banner asks of its campaign, a test's stand-in included.
protocol BannerWork: AnyObject {
    /// Performs the effects of a load, and posts the events that follow, on any thread.
    func perform(_ effects: [BannerLoadEffect], post: @escaping @Sendable (BannerLoadEvent) -> Void)
    /// Fetches these pictures before all others, and draws them; what was pinned before no longer is.
    ///
    /// - Parameters:
    ///   - imageURLs: as in the items; the visible page's first.
    ///   - style: `nil` before the first frame; then nothing is drawn.
    ///   - post: receives each picture that had to be drawn, on any thread.
    /// - Returns: the pictures that have been drawn in that style already.
    func pin(
        _ imageURLs: [String], style: CellPicture.Style?, post: @escaping @Sendable (PreparedPicture) -> Void
    ) -> [String: CellPicture]
    /// Draws a picture that the host supplies.
    func map(_ pixels: Pixels, style: CellPicture.Style, post: @escaping @Sendable (CellPicture) -> Void)
    /// Reports a moment to the campaign's owner and to the service's observer.
    func report(_ moment: CampaignMoment.Kind, at instant: Instant?)
    /// Opens a chosen link, unless the host has handled it.
    func open(_ openURL: String, isConsumed: Bool) -> LinkOutcome
    /// Ends everything; the task returns once pending writes are on the disk.
    func close() -> Task<Void, Never>
}

extension CampaignSession: BannerWork {
    func map(_ pixels: Pixels, style: CellPicture.Style, post: @escaping @Sendable (CellPicture) -> Void) {
        let surroundings = configuration.network.surroundings
        Task { post(surroundings.cells(for: pixels, style: style)) }
    }
}

extension Language {
    /// "Banner, 5 pictures."
    func bannerPictures(_ count: Int) -> SafeText {
        count == 1
            ? self[Phrase("Banner, 1 picture")]
            : self[Phrase("Banner, \(count) pictures")]
    }
}

extension Phrase {
    static let previous = Phrase("Previous")
}
