import FoyerCore
import FoyerTUI

/// A launch's splash: the host's view and its delegate, and all that the steps have to show in it.
final class LaunchSplash: ScreenElement {
    private static let shownLines = 5

    private let session: LaunchSession
    private let inbox: Inbox<EngineEvent>
    private let delegate: any SplashViewDelegate
    private var view: (any SplashView)?
    private var icon = SplashIcon()
    /// The launch's own keys that work now.
    var keys: (ScreenContext) -> [KeyHint] = { _ in [] }
    /// What steps have said last, the latest at the end.
    private var statuses: [(step: String, text: SafeText)] = []
    /// The context of the last frame.
    private var lastContext: SplashContext?

    private var machine: LaunchMachine { session.machine }

    /// - Parameter inbox: the screen's, for what the view wants and for pictures.
    init(_ session: LaunchSession, _ inbox: Inbox<EngineEvent>) {
        (self.session, self.inbox) = (session, inbox)
        delegate = session.plan.uiProvider.splashViewDelegate?() ?? DefaultSplashViewDelegate()
        icon.pixels = session.plan.known?.icon
    }

    // MARK: - What the launch says

    func take(_ event: EngineEvent) {
        switch event {
        case .icon(let pixels): icon.pixels = pixels
        case .iconDrawn(let picture): icon.drawn = picture
        case .status(let text, let step, let attempt):
            guard attempt == machine.attempt else { return }
            statuses.removeAll { $0.step == step }
            statuses.append((step, text))
        case .launch, .kept, .note: break
        }
    }

    func show(_ effect: LaunchEffect, _ context: ScreenContext) {
        if case .createView = effect { return createView(context) }
        if case .updateProgress(0) = effect { statuses = [] }
        guard let view else { return }
        switch effect {
        case .updateProgress(let value): delegate.updateLoadingProgress(view, progress: value)
        case .updateInfo(let info): delegate.updateLoadingInfo(view, info: info)
        case .showError(let failure):
            delegate.showError(
                view, message: context.language.message(failure).string, code: String(failure.code.rawValue))
        case .exitSplashView:
            delegate.exitSplashView(view)
            self.view = nil
        case .removeView: self.view = nil
        case .createView, .showRoot, .end, .startStep, .cancelAttempt, .learn: break
        }
    }

    private func createView(_ context: ScreenContext) {
        let post = inbox.poster(context)
        let close = SplashAction { post(.launch(.closeRequested)) }
        let reload = SplashAction { post(.launch(.reloadRequested)) }
        let offers = machine.configuration
        view = delegate.makeSplashView(
            close: offers.offersClose ? close : nil, reload: offers.offersReload ? reload : nil,
            appID: session.plan.appID)
        // The error page has none.
        if reload.isDeclined { session.configure { $0.offersReload = false } }
    }

    // MARK: - The view

    /// Hands the view a key.
    func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        guard case .input(let input) = event, let view else { return false }
        return view.handle(input, context: follow(context))
    }

    /// - Returns: whether there is a view.
    @discardableResult
    func draw(in canvas: inout Canvas, _ context: ScreenContext) -> Bool {
        view?.draw(in: &canvas, context: follow(context))
        return view != nil
    }

    func nextFrame(after now: Instant) -> Instant? {
        guard let lastContext else { return nil }
        return view?.nextFrame(after: now, context: lastContext)
    }

    /// What the failure says in lines, where the view shows an alert.
    func spokenAlert(_ context: ScreenContext) -> Spoken? {
        (view as? DefaultSplashView)?.spokenAlert(follow(context))
    }

    /// The size in cells of the program's picture, and how the picture fills that.
    func picturePlace(in size: CellSize, theme: DisplayTheme) -> (size: CellSize, mode: CellPicture.ContentMode) {
        (view as? DefaultSplashView)?.picturePlace(in: size, theme: theme) ?? (
            LoadingPage.iconSize(in: size), .aspectFit
        )
    }

    private func follow(_ context: ScreenContext) -> SplashContext {
        let (wanted, mode) = picturePlace(in: context.size, theme: context.theme)
        let post = inbox.poster(context)
        icon.draw(size: wanted, mode: mode, theme: context.theme) { post(.iconDrawn($0)) }
        let (machine, failure) = (machine, machine.failure)
        let state = machine.state(at: context.now)
        let splash = SplashContext(
            now: context.now, size: context.size, theme: context.theme, language: context.language,
            icon: icon.drawn?.size == wanted ? icon.drawn : nil,
            stepLabel: context.language.label(state.label),
            status: status, cause: failure.map { context.language[$0.reason] } ?? "",
            advice: failure.map { context.language.advice($0) } ?? "",
            transfer: state.transfer, progress: state.fraction, isMeasured: state.isMeasured, failure: failure,
            iconPixels: icon.pixels,
            attemptBegan: machine.record.began, usualDuration: machine.usualDuration, lastLines: lastLines,
            appID: session.plan.appID, knownName: session.plan.known?.name ?? "",
            expectsPicture: icon.pixels != nil || pictureStep != nil,
            isPictureDue: icon.pixels != nil || [.waiting, .running].contains(pictureStep?.state),
            keys: keys(context), preparing: session.plan.preparing)
        lastContext = splash
        return splash
    }

    private var pictureStep: LaunchRecord.Step? { machine.record.steps.first { $0.step.id == LaunchStep.icon } }

    /// What a step says goes with it.
    private var status: SafeText {
        let over = Set(machine.record.steps.filter { ![.waiting, .running].contains($0.state) }.map(\.id))
        return statuses.last { !over.contains($0.step) }?.text ?? ""
    }

    private var lastLines: [SafeText] {
        guard let began = machine.record.began else { return [] }
        return session.notes.suffix(Self.shownLines).filter { $0.instant >= began }.map(\.text)
    }
}
