import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI
import Synchronization

/// A campaign shown as one card over a host's screen, once that is at rest.
///
/// ```swift
/// let popup = try TouchPopup(service.touch, popupKey: "home")
/// var elements: [any ScreenElement] { [popup] }
/// func draw(in canvas: inout Canvas, context: ScreenContext) {
///     …
///     popup.draw(in: &canvas, context: context)
/// }
/// ```
/// List it before all other elements, and draw it last. Use it only on the thread that owns the terminal.
public final class TouchPopup: ScreenElement {
    /// The pop-up's key; of one that an event brings, empty until it has been chosen.
    public var popupKey: String { campaign.key ?? "" }
    private let campaign: CampaignSession
    private let inbox = Inbox<News>()
    private var machine: PopupMachine
    private var view: PopupView?
    /// The pop-up that is being prepared or shown.
    private var data: PopupData?
    private var picture: PreparedPicture?
    private weak var delegate: (any PopupDelegate)?
    /// The screen's latest context; in a delegate's call, that of the event at hand.
    public private(set) var context: ScreenContext?
    private var isCovered = false
    /// Whether answers may wait for what it covers; then it waits for them.
    var comesBetween = true
    /// Whether its picture is on its way; a late one is cached for the next start.
    private(set) var isFetchingPicture = false

    private enum News: Sendable {
        case machine(PopupEvent)
        case picture(PreparedPicture)
        /// There is no picture, or it cannot be loaded.
        case noPicture
    }

    /// - Parameter service: a service that has been started.
    /// - Throws: an error that says what the service lacks.
    public convenience init(_ service: TouchService, popupKey: String) throws(TouchStartError) {
        self.init(try service.popupSession(forKey: popupKey))
    }

    /// The same for a session that was made beforehand, such as on another thread.
    public init(_ session: PopupSession) {
        campaign = session.campaign
        machine = PopupMachine(patience: campaign.configuration.popupPatience)
    }

    /// Whether a card is on the screen, and has the keys.
    public var isShown: Bool {
        machine.shown != nil && PopupConditions(size: context?.size ?? CellSize(columns: 0, rows: 0)).hasRoom
    }

    /// Whether it has been asked for and has neither come nor been refused.
    var isAwaited: Bool {
        switch machine.phase {
        case .idle, .asking, .fetchingPicture, .ready, .keeping: true
        case .shown, .closed, .absent: false
        }
    }

    /// Asks for the pop-up, unless the screen has done so itself. The screen is the delegate, if it is a ``PopupDelegate``.
    public func appear(on screen: any Screen, context: ScreenContext) {
        if case .idle = machine.phase { ask(for: screen as? any PopupDelegate, context) }
    }

    /// While it is shown.
    public var coversScreen: Bool { isShown }

    /// Asks the platform for the pop-up, once. The card appears once it has arrived and the screen is at rest.
    public func ask(_ delegate: any PopupDelegate, _ context: ScreenContext) { ask(for: delegate, context) }

    private func ask(for delegate: (any PopupDelegate)?, _ context: ScreenContext) {
        self.delegate = delegate
        self.context = context
        report(.began)
        send(.requested)
    }

    // MARK: - Events

    /// Takes the card off the screen, as its user would: for a screen that leads elsewhere, such as by a link to its other tab.
    /// Without a card it does nothing.
    public func dismiss() {
        if isShown { send(.dismissed) }
    }

    /// Handles an event of the screen.
    ///
    /// - Returns: whether the card has used it; the screen should then ignore it.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        self.context = context
        switch event {
        case .woken: for news in inbox.drain() { take(news) }
        case .covered: isCovered = true
        case .uncovered: isCovered = false
        case .input(let input):
            guard isShown else { break }
            return handle(input, context)
        case .chosen(let number):
            guard isShown else { break }
            send(.answer(number))
            return true
        case .deadline, .presented: break
        }
        send(.deadlineReached)
        return false
    }

    /// While a card is shown, all input goes to it, except the end of a drag that began earlier.
    private func handle(_ input: InputEvent, _ context: ScreenContext) -> Bool {
        switch input {
        case .resized:
            drawPicture()
            return false
        case .resumed, .endOfInput, .key(.control("l")): return false
        case .mouse(let mouse) where mouse.kind == .drag || mouse.kind == .release: return false
        case .key, .mouse, .paste:
            view?.focus = machine.focus
            if let command = view?.command(for: input, in: context.size) { send(.command(command)) }
            return true
        }
    }

    private func take(_ news: News) {
        switch news {
        case .machine(let event):
            if case .answered(.data(let data), _) = event { self.data = data }
            send(event)
        case .noPicture:
            isFetchingPicture = false
            send(.pictureSettled)
        case .picture(let picture):
            isFetchingPicture = false
            self.picture = picture
            view?.picture = picture.picture
            send(.pictureSettled)
        }
    }

    private func send(_ event: PopupEvent) {
        guard let context else { return }
        let conditions = conditions(context)
        var effects = machine.handle(.conditions(conditions), at: context.now)
        // A deadline is only a reason to check the conditions and the clock again.
        if event != .deadlineReached { effects += machine.handle(event, at: context.now) }
        for effect in effects { perform(effect, context) }
    }

    private func conditions(_ context: ScreenContext) -> PopupConditions {
        PopupConditions(
            isCovered: isCovered,
            isBusy: delegate?.popupMayCome(self) == false || comesBetween && context.hasTypedAhead,
            hasOther: campaign.turn.isRefused(to: self), size: context.size)
    }

    private func perform(_ effect: PopupEffect, _ context: ScreenContext) {
        let post = inbox.poster(context)
        switch effect {
        case .fetch, .keep, .release: campaign.perform(effect) { post(.machine($0)) }
        case .fetchPicture(let imageURL):
            guard let style = pictureStyle else { break }
            isFetchingPicture = true
            campaign.fetch(imageURL) { [pictures = campaign.pictures] imageURL, isHere in
                guard isHere else { return post(.noPicture) }
                pictures.prepare([imageURL], style: style) { post(.picture($0)) }
            }
        case .reportShown: show(context)
        case .reportSelected(let index, let openURL):
            let isConsumed = report(.selected(index: index, openURL: openURL))
            let outcome = campaign.open(openURL, isConsumed: isConsumed)
            if outcome != .nothing { report(.opened(outcome)) }
        case .reportClosed:
            view = nil
            campaign.turn.leave(self)
            report(.closed)
        case .reportAbsent(let why):
            if case .failed(let cause) = why {
                campaign.configuration.note("the pop-up \(popupKey): \(cause.english)")
            }
            report(.absent(why))
        }
    }

    /// Returns whether the host has handled a chosen link.
    @discardableResult
    private func report(_ moment: CampaignMoment.Kind) -> Bool {
        campaign.report(moment, at: context?.now)
        return delegate?.receive(moment, of: self) ?? false
    }

    private func show(_ context: ScreenContext) {
        guard let data = machine.shown else { return }
        campaign.turn.take(self)
        view = PopupView(data, hasPicture: picture != nil, startedAt: context.now)
        view?.picture = picture?.picture
        drawPicture()
        report(.shown(index: nil))
    }

    // MARK: - In lines

    /// What the card says in lines, while it is shown: its text, then its buttons as answers.
    public func spoken(_ language: Language) -> Spoken? {
        guard isShown, let data = machine.shown else { return nil }
        var texts = [data.title, data.text].map { SafeText($0) }.filter { !$0.isEmpty }
        let title = texts.isEmpty ? "" : texts.removeFirst()
        var spoken = Spoken(language.popup(title), texts)
        spoken.answers = data.buttons.enumerated().map { SpokenAnswer(SafeText($0.element.label), choose: $0.offset) }
        spoken.answers.append(SpokenAnswer(language[.close], choose: data.buttons.count, letter: "q"))
        spoken.usual = 0
        return spoken
    }

    // MARK: - Drawing

    private var pictureStyle: CellPicture.Style? {
        guard let context, let data else { return nil }
        let size = PopupView(data, hasPicture: true, startedAt: .zero).layout(in: context.size).picture.size
        return context.theme.pictureStyle(
            CellSize(columns: max(1, size.columns), rows: max(1, size.rows)), .aspectFill, on: .raised)
    }

    /// Draws the picture again if its size or look has changed.
    private func drawPicture() {
        guard let context, let data, let style = pictureStyle, let picture, picture.style != style else { return }
        let post = inbox.poster(context)
        campaign.pictures.prepare([data.imageURL], style: style) { post(.picture($0)) }
    }

    /// Draws the card over the whole canvas; nothing if there is none.
    public func draw(in canvas: inout Canvas, context: ScreenContext) {
        self.context = context
        view?.focus = machine.focus
        view?.render(into: &canvas, at: context.now)
        if let card = spoken(context.language) { canvas.speak(card) }
    }

    /// When it next needs a frame or a deadline.
    public func nextFrame(after now: Instant) -> Instant? {
        guard let context else { return nil }
        // What it waited for has just ended, perhaps with an event that was not passed on.
        if machine.isWaiting, conditions(context).allowsCard { return now }
        return [machine.nextDeadline, view?.nextChange(after: now, theme: context.theme)].compactMap { $0 }.min()
    }

    /// Ends everything; the delegate is not called again. Return the task as `Screen.remainingWork`: the program waits
    /// for it.
    @discardableResult
    public func close() -> Task<Void, Never> {
        delegate = nil
        campaign.turn.leave(self)
        return campaign.close()
    }
}

/// Lets one card at a time have the screen.
final class PopupTurn: Sendable {
    private struct State {
        var holder: ObjectIdentifier?
        var isOpen = true
    }

    private let state = Mutex(State())

    /// Whether cards may come at all.
    var isOpen: Bool {
        get { state.withLock { $0.isOpen } }
        set { state.withLock { $0.isOpen = newValue } }
    }

    var isTaken: Bool { state.withLock { $0.holder != nil } }

    func isRefused(to popup: AnyObject) -> Bool {
        state.withLock { !$0.isOpen || ($0.holder != nil && $0.holder != ObjectIdentifier(popup)) }
    }

    func take(_ popup: AnyObject) { state.withLock { $0.holder = ObjectIdentifier(popup) } }

    func leave(_ popup: AnyObject) {
        state.withLock { if $0.holder == ObjectIdentifier(popup) { $0.holder = nil } }
    }
}
