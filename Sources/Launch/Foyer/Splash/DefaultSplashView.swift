import FoyerCore
import FoyerSystem
import FoyerTUI

/// The splash of hosts that do not bring their own; just another delegate.
public final class DefaultSplashViewDelegate: SplashViewDelegate {
    /// How a failure is shown.
    public enum ErrorStyle: Equatable, Sendable {
        /// A page with the code, advice, close and reload.
        case page
        /// An alert over the loading page that names the service and what happened to it; OK closes the launch.
        case alert(service: String)
    }

    private let errorStyle: ErrorStyle
    private let showsCause: Bool
    private var command: Command?
    private var arrangement = SplashDesign.Layout.card

    /// A command as its splash shows it.
    package struct Command: Equatable, Sendable {
        /// The name, which is the picture if there is no other.
        let name: SafeText
        /// Its words, as a shell would need them.
        let words: SafeText
    }

    /// The splash of a command: shows causes, which are sentences, output and elapsed time.
    package static func ofCommand(
        _ command: Command, _ arrangement: SplashDesign.Layout = .card
    ) -> DefaultSplashViewDelegate {
        let delegate = DefaultSplashViewDelegate(showsCause: true)
        delegate.command = command
        delegate.arrangement = arrangement
        return delegate
    }

    /// - Parameter showsCause: whether the page of an unknown error shows its cause, if there is one, in place of
    ///   general advice. Pass `false` if your causes are not sentences that your users understand.
    public init(errorStyle: ErrorStyle = .page, showsCause: Bool = true) {
        self.errorStyle = errorStyle
        self.showsCause = showsCause
    }

    /// See ``SplashViewDelegate``; draws the default splash.
    public func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView {
        let view = DefaultSplashView(close: close, reload: reload, errorStyle: errorStyle, showsCause: showsCause)
        view.command = command
        view.arrangement = arrangement
        return view
    }

    /// See ``SplashViewDelegate``; draws the default splash.
    public func updateLoadingInfo(_ view: any SplashView, info: SplashInfo) {
        (view as? DefaultSplashView)?.show(info)
    }

    /// See ``SplashViewDelegate``; draws the default splash.
    public func showError(_ view: any SplashView, message: String, code: String) {
        (view as? DefaultSplashView)?.showError(message: message, code: code)
    }

    /// See ``SplashViewDelegate``; draws the default splash.
    public func exitSplashView(_ view: any SplashView) {}

    /// See ``SplashViewDelegate``; draws the default splash.
    public func updateLoadingProgress(_ view: any SplashView, progress: Double) {
        (view as? DefaultSplashView)?.show(progress: progress)
    }
}

/// Icon, name, slogan, description, the step, the bar; and the error page.
final class DefaultSplashView: SplashView {
    /// In columns: more than the two rows that it has on any screen.
    private static let longestDescription = 2 * TerminalSize.limit

    private let close: SplashAction?
    private let reload: SplashAction?
    private let errorStyle: DefaultSplashViewDelegate.ErrorStyle
    private let showsCause: Bool
    var command: DefaultSplashViewDelegate.Command? {
        didSet { if let command { (page.name, page.slogan) = (command.name, command.words) } }
    }
    private var isOfCommand: Bool { command != nil }
    var arrangement = SplashDesign.Layout.card
    private var page = LoadingPage()
    private var progress = 0.0
    private var failure: (message: String, code: String)?
    private var focus = 0
    private var isNew = true
    /// When it was last drawn, and so what the user has seen.
    private var lastDrawn = Instant.zero

    init(
        close: SplashAction?, reload: SplashAction?, errorStyle: DefaultSplashViewDelegate.ErrorStyle,
        showsCause: Bool = false
    ) {
        self.showsCause = showsCause
        self.close = close
        self.reload = reload
        self.errorStyle = errorStyle
    }

    func show(_ info: SplashInfo) {
        page.name = SafeText(info.appName, columns: TerminalSize.limit)
        page.slogan = SafeText(info.slogan, columns: TerminalSize.limit)
        page.description = SafeText(info.description, columns: Self.longestDescription)
        guard let command else { return }
        page.name = command.name
        // A slogan of the user's own stands above the words.
        if page.slogan.isEmpty { page.slogan = command.words } else { page.description = command.words }
    }

    /// Zero begins an attempt and removes the former one's error. One is the end: the bar is full at once, rather than
    /// gliding there.
    func show(progress: Double) {
        self.progress = progress
        if progress == 0 {
            failure = nil
            page.progress = Glide()
        } else if progress == 1 {
            page.progress = Glide(1)
        }
    }

    func showError(message: String, code: String) {
        failure = (message, code)
        focus = 0
        page.progress.stop(at: lastDrawn)
    }

    // MARK: - Drawing

    /// The picture's size in cells on a screen of this size, and how the picture fills that.
    func picturePlace(in size: CellSize, theme: DisplayTheme) -> (size: CellSize, mode: CellPicture.ContentMode) {
        let shown = shownArrangement(theme)
        return (LoadingPage.iconSize(in: size, as: shown), shown == .poster ? .aspectFill : .aspectFit)
    }

    /// With few colours a picture is recognisable at most as an icon, and so there is no poster.
    private func shownArrangement(_ theme: DisplayTheme) -> SplashDesign.Layout {
        let showsPictures = theme.showsIcons && (theme.depth > .ansi16 || theme.pixelCell != nil)
        return arrangement == .poster && !showsPictures ? .card : arrangement
    }

    func draw(in canvas: inout Canvas, context: SplashContext) {
        update(context)
        // Without motion, what was reported is shown at once.
        lastDrawn = context.theme.reducesMotion ? Instant(nanoseconds: .max) : context.now
        switch (failure, errorStyle) {
        case (nil, _): page.render(into: &canvas, at: context.now)
        case (let failure?, .page): errorPage(failure, context).render(into: &canvas)
        case (.some, .alert(let service)): alert(service, context).render(into: &canvas, at: context.now)
        }
    }

    func nextFrame(after now: Instant, context: SplashContext) -> Instant? {
        guard failure == nil else { return nil }
        return [page.nextChange(after: now, theme: context.theme), nextSecond(after: now, context)]
            .compactMap { $0 }.min()
    }

    /// When to update the elapsed time next.
    private func nextSecond(after now: Instant, _ context: SplashContext) -> Instant? {
        guard isOfCommand, let began = context.attemptBegan else { return nil }
        let next = max(Int((now - began).inSeconds) + 1, Language.noteworthySeconds)
        return began + .seconds(next)
    }

    private func update(_ context: SplashContext) {
        let words = context.language
        // On the error page, they stay as they were.
        if isNew || failure == nil {
            page.hasPicture = context.expectsPicture && context.theme.showsIcons
            page.isPictureDue = context.isPictureDue && context.theme.showsIcons
        }
        if isNew {
            isNew = false
            page.startedAt = context.now
        }
        page.preparing = words[context.preparing]
        page.arrangement = shownArrangement(context.theme)
        page.icon = page.arrangement == arrangement ? context.icon : nil
        page.step = context.stepLabel
        if failure == nil {
            page.progress.aim(at: progress, now: context.now)
            page.percent = context.isMeasured ? Int((progress * 100).rounded()) : nil
        }
        page.transfer = transferText(context)
        // An alert over the page offers no reload.
        var keys = context.keys.filter { ![["r"], ["y"]].contains($0.keys) }
        // The terminal makes a signal of it; nothing else that is typed is read.
        if isOfCommand { keys = [KeyHint(named: "Ctrl-C", words[.stopCommand])] }
        page.footer = Footer(keys: keys, note: SafeText(context.appID ?? ""))
    }

    /// The bytes that are fetched, once that takes a while; otherwise the steps' status.
    private func transferText(_ context: SplashContext) -> TransferText? {
        guard var reading = context.transfer else {
            let time = time(context)
            guard !context.status.isEmpty || !time.isEmpty else { return nil }
            return TransferText(leading: context.status, trailing: time)
        }
        let text = context.language.transfer(reading)
        reading.rate = nil
        return TransferText(
            leading: text.leading, brief: context.language.transfer(reading).leading, trailing: text.trailing)
    }

    private func time(_ context: SplashContext) -> SafeText {
        guard isOfCommand, let began = context.attemptBegan else { return "" }
        return context.language.launchTime(elapsed: context.now - began, usual: context.usualDuration)
    }

    private func errorPage(_ failure: (message: String, code: String), _ context: SplashContext) -> ErrorPage {
        let code = context.failure?.code ?? .unknown
        let isQuoted = context.failure?.isInItsOwnWords ?? false
        return ErrorPage(
            title: page.name.isEmpty ? context.knownName : page.name, code: SafeText(failure.code),
            message: SafeText(failure.message), cause: isQuoted ? context.cause : "",
            advice: !isQuoted && showsCause && code == .unknown && !context.cause.isEmpty
                ? context.cause : context.advice,
            lines: isOfCommand ? context.lastLines : [], buttons: ButtonRow(actions(context), focus: focus),
            footer: Footer(keys: context.keys, note: SafeText(context.appID ?? "")), splash: named(page, context))
    }

    /// The page with the name that the host knew, if no other has come.
    private func named(_ page: LoadingPage, _ context: SplashContext) -> LoadingPage {
        guard page.name.isEmpty else { return page }
        var page = page
        page.name = context.knownName
        return page
    }

    private func alert(_ service: String, _ context: SplashContext) -> ErrorAlert {
        let failure = context.failure ?? LaunchFailure(.unknown, cause: "")
        let words = context.language.alert(
            failure, service: SafeText(service),
            cause: showsCause && failure.code == .unknown || failure.isInItsOwnWords ? context.cause : "")
        return ErrorAlert(
            over: page, title: words.title, message: words.message, okay: context.language[.ok])
    }

    // MARK: - In lines

    /// What the alert says, where the failure is shown as one.
    func spokenAlert(_ context: SplashContext) -> Spoken? {
        guard context.failure != nil, case .alert(let service) = errorStyle else { return nil }
        let dialog = alert(service, context).dialog
        var spoken = Spoken(dialog.title, [dialog.message])
        var okay = SpokenAnswer(context.language[.ok], press: .enter)
        // Without that, its button closes nothing.
        if close != nil { okay.letter = "q" }
        (spoken.answers, spoken.usual) = ([okay], 0)
        return spoken
    }

    // MARK: - Keys

    /// In the order of the buttons, the first of which begins with the focus: close, if reload cannot help. Enter runs no
    /// command again.
    private func actions(_ context: SplashContext) -> [ScreenAction] {
        let prefersReload = !isOfCommand && (context.failure?.code ?? .unknown).reloadCanHelp
        let reload = reload.map { reload in ScreenAction("r", context.language[.reload]) { reload() } }
        let close = close.map { close in ScreenAction("q", context.language[.close]) { close() } }
        return (prefersReload ? [reload, close] : [close, reload]).compactMap { $0 }
    }

    func handle(_ input: InputEvent, context: SplashContext) -> Bool {
        guard let failure else { return false }
        if errorStyle != .page { return handleAlert(input, context) }
        let page = errorPage(failure, context)
        var focus = focus
        let row = page.buttonRow(in: context.size, theme: context.theme)
        guard let index = page.buttons.handle(input, in: row, focus: &focus) else {
            // On the page of a command it stays: a Tab that was meant for the shell must not move it to reload.
            if !isOfCommand { self.focus = focus }
            return false
        }
        self.focus = focus
        actions(context).perform(index)
        return true
    }

    private func handleAlert(_ input: InputEvent, _ context: SplashContext) -> Bool {
        guard case .alert(let service) = errorStyle else { return false }
        switch input {
        case .key(.enter), .key(.escape): close?()
        case .mouse(let mouse) where mouse.kind == .click:
            let alert = alert(service, context)
            if alert.hitTest(at: mouse.position, in: Rect(context.size), theme: context.theme) != nil {
                close?()
            }
        default: return false
        }
        return true
    }
}
