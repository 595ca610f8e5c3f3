import FoyerCore
import FoyerSystem
import FoyerTUI

/// A launch on the screen: the splash, then the fade, then the root, which stays.
package final class LaunchScene: Screen {
    /// What is in view.
    private enum Stage {
        /// Nothing of the launch's; keys are kept for what comes.
        case unseen(typed: [InputEvent])
        case splash
        /// The splash gives way to the root beneath it.
        case fading(ScreenFade, ScreenChild)
        case root(ScreenChild)
    }

    private let session: LaunchSession
    let inbox = Inbox<EngineEvent>(isGradual: { $0.isGradual })
    private var stage = Stage.unseen(typed: [])
    private var splash: LaunchSplash
    private var overlay = LaunchOverlay()
    /// A fade frame is about 15 KB; if one takes longer than this, the root is shown at once.
    private static let longestFrame = Duration.milliseconds(100)
    /// The last diagnosis, for the terminal's clipboard.
    private var copied: ClipboardText?
    /// Tells the launch in lines; there once somebody listens.
    private var narrator: LaunchNarrator?

    /// Made on the thread that owns the screen.
    package init(_ session: LaunchSession) {
        self.session = session
        splash = LaunchSplash(session, inbox)
    }

    private var machine: LaunchMachine { session.machine }

    /// The root, which is beneath the splash at first.
    private var root: ScreenChild? {
        switch stage {
        case .fading(_, let root), .root(let root): root
        case .unseen, .splash: nil
        }
    }

    /// The root, once the launch is over and the root has the screen.
    package var shownRoot: (any Screen)? {
        if case .root(let root) = stage { root.screen } else { nil }
    }

    package func appear(_ context: ScreenContext) {
        session.connect(inbox.poster(context))
        guard machine.phase == .idle else {
            // It has run unseen until now.
            for effect in session.takeUnshown() { show(effect, context) }
            session.plan.noteSignals?(machine.failure)
            return
        }
        if session.isShownAtOnce { send(.opened, context) } else { send(.began(learned: session.recall()), context) }
    }

    /// Whether the launch runs and this screen has nothing to show; the one below stays in view.
    package var isUnseen: Bool {
        if case .unseen = stage { machine.isHidden } else { false }
    }

    package var taskbar: TaskbarProgress {
        switch machine.phase {
        case .loading: machine.isMeasured ? .percent(Int((machine.progress * 100).rounded())) : .busy
        case .failed: .failed
        default: root?.taskbar ?? .none
        }
    }

    /// The window's title while it loads.
    private var title: SafeText? {
        guard machine.isLoading else { return nil }
        return machine.isMeasured ? SafeText("\(Int((machine.progress * 100).rounded())) % ") + name : name
    }

    package var remainingWork: Task<Void, Never>? { root?.remainingWork }
    package var links: [FrameLink] { root?.links ?? [] }

    package func disappear() {
        root?.disappear()
        session.leave()
        if session.plan.noteSignals != nil { ProcessSignals.leavePage(false) }
    }

    // MARK: - Events

    package func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .presented where machine.phase == .presenting: send(.presented(learned: session.recall()), context)
        case .presented where root == nil: send(.presented(learned: nil), context)
        case .presented: break
        case .woken:
            // A root that these messages create has posted nothing yet; its own messages will wake it.
            let former = root
            for event in inbox.drain() { take(event, context) }
            follow(former?.handle(.woken, context: context), context)
        case .input(let input):
            if isUnseen { keep(input, context) } else { handle(input, context) }
        case .deadline:
            if let deadline = machine.nextDeadline, context.now >= deadline { send(.deadlineReached, context) }
            tell(event, context)
        case .covered, .uncovered, .chosen: tell(event, context)
        }
        if isTooSlowToFade(context) { send(.fadeSkipped, context) }
        presentRoot(context)
        return .stay
    }

    /// Hands the root an event.
    private func tell(_ event: ScreenEvent, _ context: ScreenContext) {
        follow(root?.handle(event, context: context), context)
    }

    private func follow(_ command: ScreenCommand?, _ context: ScreenContext) {
        guard let command else { return }
        if case .stay = command { return }
        context.request(command)
    }

    /// The root is told that the terminal has its first frame, once the fade is over.
    private func presentRoot(_ context: ScreenContext) {
        if case .root(let root) = stage, root.owesPresented { tell(.presented, context) }
    }

    /// Keys are for what comes, but whoever closes it does not wait for that; the mouse means what is still in view.
    private func keep(_ input: InputEvent, _ context: ScreenContext) {
        switch input {
        case .key(.character("q")) where closesUnseen, .key(.escape) where closesUnseen:
            send(.closeRequested, context)
        // A program that comes after the launch gets them itself.
        case .key, .paste: if session.plan.typed == nil { stage = .unseen(typed: typed + [input]) }
        case .mouse, .resized, .resumed, .endOfInput: break
        }
    }

    private var typed: [InputEvent] {
        if case .unseen(let typed) = stage { typed } else { [] }
    }
    private var closesUnseen: Bool { typed.isEmpty && machine.configuration.offersClose }

    private func take(_ event: EngineEvent, _ context: ScreenContext) {
        switch event {
        case .launch(let event): send(event, context)
        case .kept(let kept): report(kept, context)
        case .icon, .iconDrawn, .note, .status: splash.take(event, at: context.now)
        }
    }

    // MARK: - Diagnosis

    private func keepDiagnosis(_ context: ScreenContext) {
        guard let keeper = session.plan.diagnosis,
            let text = session.diagnosis(splash.notes, at: context.now)
        else { return }
        copied = ClipboardText(text, number: (copied?.number ?? 0) + 1)
        // In lines no frame waits, but the next answer may have been typed ahead.
        if narrator == nil { session.keep(text, with: keeper) } else { report(keeper.keep(text), context) }
    }

    private func report(_ kept: DiagnosisKeeper.Kept, _ context: ScreenContext) {
        guard let keeper = session.plan.diagnosis, machine.failure != nil else { return }
        let words = context.language.told(kept, as: keeper.shown, keeper.clipboard())
        if narrator == nil { overlay.tell(words) } else { narrator?.tell(words) }
    }

    // MARK: - Keys

    private func handle(_ input: InputEvent, _ context: ScreenContext) {
        switch stage {
        case .unseen, .splash: if isUsed(input, context) { session.plan.typed?.take() }
        case .fading:
            if input.isPress { send(.fadeSkipped, context) }
            // Ctrl-C arrives as a key only if the root wants it, and means the same during the fade.
            if !input.isOfUser || input == .key(.control("c")) { tell(.input(input), context) }
        case .root: handleInProgram(input, context)
        }
    }

    /// Hands the splash a key. What is typed at a failure is for nobody else.
    private func isUsed(_ input: InputEvent, _ context: ScreenContext) -> Bool {
        let hasFailed = machine.failure != nil
        if overlay.isOpen, overlay.handle(input, size: context.size) { return hasFailed || LaunchOverlay.uses(input) }
        return splash.handle(input, context) || handleUnused(input, context) || hasFailed
    }

    /// A root may leave `d` to the launch, for the details.
    private func handleInProgram(_ input: InputEvent, _ context: ScreenContext) {
        if overlay.isOpen, input.isOfUser {
            _ = overlay.handle(input, size: context.size)
        } else if case .key(.character("d")) = input, leavesDetailsKey {
            overlay.open(.details, at: context.now)
        } else {
            tell(.input(input), context)
        }
        follow(root?.setObscured(overlay.isOpen, context), context)
    }

    private var leavesDetailsKey: Bool { shownRoot?.unwrapped((any LaunchedRoot).self)?.leavesDetailsKey ?? false }

    /// Handles keys that the view did not use.
    ///
    /// - Returns: whether the launch has used it.
    private func handleUnused(_ input: InputEvent, _ context: ScreenContext) -> Bool {
        switch input {
        case .key(.character("q")), .key(.escape): send(.closeRequested, context)
        case .key(.character("r")) where machine.failure != nil: send(.reloadRequested, context)
        case .key(.character("d")): overlay.open(.details, at: context.now)
        case .key(.character("?")): overlay.open(.keys, at: context.now)
        case .key(.character("y")) where machine.failure != nil: keepDiagnosis(context)
        default: return false
        }
        return true
    }

    // MARK: - What is to be seen

    private func send(_ event: LaunchEvent, _ context: ScreenContext) {
        let typed = typed
        session.handle(event, at: context.now) { show($0, context) }
        session.plan.typed?.isAwaited = machine.failure == nil
        session.plan.noteSignals?(machine.failure)
        guard !typed.isEmpty, !isUnseen else { return }
        // What was kept is for what is now in view.
        if case .unseen = stage { stage = .unseen(typed: []) }
        for input in typed { handle(input, context) }
    }

    private func show(_ effect: LaunchEffect, _ context: ScreenContext) {
        switch effect {
        case .createView: stage = .splash
        case .showRoot: showRoot(context)
        case .end(let outcome): end(outcome, context)
        default: break
        }
        splash.show(effect, context)
    }

    /// Keeps the splash's last cells and puts the root beneath them.
    private func showRoot(_ context: ScreenContext) {
        overlay = LaunchOverlay()
        // The splash stays on the terminal until something else is drawn there.
        if session.plan.handsOver { return }
        var canvas = Canvas(size: context.size, theme: context.theme)
        splash.draw(in: &canvas, context)
        let root = ScreenChild(session.plan.uiProvider.root())
        if case .fading(let since, let until) = machine.phase {
            stage = .fading(ScreenFade(from: canvas, since: since, until: until, blend: session.plan.exit.draw), root)
        } else {
            stage = .root(root)
        }
        root.appear(context)
    }

    private func end(_ outcome: LaunchOutcome, _ context: ScreenContext) {
        session.plan.typed?.isNext = outcome == .completed
        guard outcome == .completed, !session.plan.handsOver else { return context.request(.leave) }
        if let root { stage = .root(root) }
    }

    // MARK: - Drawing

    package func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.copied = copied
        canvas.title = title
        switch stage {
        case .unseen, .splash: guard splash.draw(in: &canvas, context) else { return }
        case .fading(let fade, let root):
            root.draw(in: &canvas, context: context)
            if !isTooSlowToFade(context) { fade.render(over: &canvas, at: context.now) }
        case .root(let root): root.draw(in: &canvas, context: context)
        }
        overlay.draw(in: &canvas, machine: machine, notes: splash.notes, context: context)
    }

    /// Whether the terminal is too slow for a fade: it would show a picture of it or two, and the root later.
    private func isTooSlowToFade(_ context: ScreenContext) -> Bool {
        guard case .fading(let since, let until) = machine.phase else { return false }
        return context.frameTime > min(Self.longestFrame, (until - since) / 2)
    }

    package func nextFrame(after now: Instant) -> Instant? {
        var instants = [
            machine.nextDeadline, narrator?.next, overlay.nextFrame(after: now), splash.nextFrame(after: now),
        ]
        if case .fading(let fade, _) = stage { instants.append(fade.nextFrame(after: now)) }
        if case .root(let root) = stage, root.owesPresented { return now }
        instants.append(root?.nextFrame(after: now))
        return instants.compactMap { $0 }.min()
    }

    // MARK: - In lines

    package func spoken(_ context: ScreenContext) -> Spoken? {
        let narrator = followed(context)
        var spoken = page(narrator, context)
        spoken.news = narrator.sentences + spoken.news
        return spoken
    }

    /// The narrator, who has heard of all that has happened.
    private func followed(_ context: ScreenContext) -> LaunchNarrator {
        var narrator = narrator ?? LaunchNarrator(context.language, interval: session.plan.signInterval)
        narrator.follow(machine, name: name, at: context.now)
        self.narrator = narrator
        return narrator
    }

    private var name: SafeText {
        let names = [machine.info.map { SafeText($0.appName) }, session.plan.known?.name]
        return names.compactMap { $0 }.first { !$0.isEmpty } ?? SafeText(session.plan.appID ?? "")
    }

    private func page(_ narrator: LaunchNarrator, _ context: ScreenContext) -> Spoken {
        let offers = machine.configuration
        if overlay.isDetails {
            let details = LaunchDetails(machine: machine, notes: splash.notes, language: context.language)
            return details.page(at: context.now).spokenSheet(context.language)
        }
        if let failure = machine.failure {
            if let alert = splash.spokenAlert(context) { return alert }
            return .failure(
                failure, of: name, offersReload: offers.offersReload, offersClose: offers.offersClose,
                offersDiagnosis: session.plan.diagnosis != nil, in: context.language)
        }
        if let root { return root.spoken(context) ?? .cells }
        var spoken = Spoken()
        spoken.isAsking = false
        spoken.endsByItself = true
        if narrator.hasOfferedClose { spoken.answers = [.close(context.language)] }
        return spoken
    }

    /// The size in cells of the program's picture, and how the picture fills that.
    func picturePlace(in size: CellSize, theme: DisplayTheme) -> (size: CellSize, mode: CellPicture.ContentMode) {
        splash.picturePlace(in: size, theme: theme)
    }
}

/// A root that cooperates with its launch.
package protocol LaunchedRoot: Screen {
    /// Whether `d` now shows the launch's details, rather than being an ordinary key.
    var leavesDetailsKey: Bool { get }
}

extension LaunchScene: AskingScreen {
    /// The first screen's, after what there is to say of the launch.
    package func question(_ context: ScreenContext) -> Spoken? {
        guard !overlay.isDetails, var question = shownRoot?.unwrapped((any AskingScreen).self)?.question(context)
        else { return nil }
        question.news = followed(context).sentences + question.news
        return question
    }
}

/// A launch's splash: the host's view and its delegate, and all that the steps have to show in it.
private struct LaunchSplash {
    /// The number of notes to keep; the oldest are dropped.
    private static let longestLog = 500
    private static let shownLines = 5

    private let session: LaunchSession
    private let inbox: Inbox<EngineEvent>
    private let delegate: any SplashViewDelegate
    private var view: (any SplashView)?
    private var icon = SplashIcon()
    private(set) var notes: [LaunchNote] = []
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

    mutating func take(_ event: EngineEvent, at now: Instant) {
        switch event {
        case .icon(let pixels): icon.pixels = pixels
        case .iconDrawn(let picture): icon.drawn = picture
        case .note(let text):
            if notes.count == Self.longestLog { notes.removeFirst() }
            notes.append(LaunchNote(instant: now, text: text))
        case .status(let text, let step, let attempt):
            guard attempt == machine.attempt else { return }
            statuses.removeAll { $0.step == step }
            statuses.append((step, text))
        case .launch, .kept: break
        }
    }

    mutating func show(_ effect: LaunchEffect, _ context: ScreenContext) {
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

    private mutating func createView(_ context: ScreenContext) {
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

    /// - Returns: whether the view has used the input.
    mutating func handle(_ input: InputEvent, _ context: ScreenContext) -> Bool {
        view?.handle(input, context: follow(context)) == true
    }

    /// - Returns: whether there is a view.
    @discardableResult
    mutating func draw(in canvas: inout Canvas, _ context: ScreenContext) -> Bool {
        view?.draw(in: &canvas, context: follow(context))
        return view != nil
    }

    func nextFrame(after now: Instant) -> Instant? {
        guard let lastContext else { return nil }
        return view?.nextFrame(after: now, context: lastContext)
    }

    /// What the failure says in lines, where the view shows an alert.
    mutating func spokenAlert(_ context: ScreenContext) -> Spoken? {
        (view as? DefaultSplashView)?.spokenAlert(follow(context))
    }

    /// The size in cells of the program's picture, and how the picture fills that.
    func picturePlace(in size: CellSize, theme: DisplayTheme) -> (size: CellSize, mode: CellPicture.ContentMode) {
        (view as? DefaultSplashView)?.picturePlace(in: size, theme: theme) ?? (
            LoadingPage.iconSize(in: size), .aspectFit
        )
    }

    private mutating func follow(_ context: ScreenContext) -> SplashContext {
        let (wanted, mode) = picturePlace(in: context.size, theme: context.theme)
        let post = inbox.poster(context)
        icon.draw(size: wanted, mode: mode, theme: context.theme) { post(.iconDrawn($0)) }
        let (machine, failure) = (machine, machine.failure)
        let splash = SplashContext(
            now: context.now, size: context.size, theme: context.theme, language: context.language,
            icon: icon.drawn?.size == wanted ? icon.drawn : nil,
            stepLabel: context.language.stepLabel(machine.currentSteps),
            status: status, cause: failure.map { context.language[$0.reason] } ?? "",
            advice: failure.map { context.language.advice($0) } ?? "",
            transfer: machine.transfer.bytes > 0 ? machine.transfer.reading(at: context.now) : nil,
            progress: machine.progress, isMeasured: machine.isMeasured, failure: failure, iconPixels: icon.pixels,
            attemptBegan: machine.record.began, usualDuration: machine.usualDuration, lastLines: lastLines,
            appID: session.plan.appID, knownName: session.plan.known?.name ?? "",
            keepsDiagnosis: session.plan.diagnosis != nil)
        lastContext = splash
        return splash
    }

    /// What a step says goes with it.
    private var status: SafeText {
        let over = Set(machine.record.steps.filter { ![.waiting, .running].contains($0.state) }.map(\.id))
        return statuses.last { !over.contains($0.step) }?.text ?? ""
    }

    private var lastLines: [SafeText] {
        guard let began = machine.record.began else { return [] }
        return notes.suffix(Self.shownLines).filter { $0.instant >= began }.map(\.text)
    }
}

/// A step's own line in the log.
struct LaunchNote: Equatable, Sendable {
    let instant: Instant
    let text: SafeText
}

extension LaunchMachine {
    /// Why it shows the error page, while it does.
    var failure: LaunchFailure? {
        if case .failed(let failure) = phase { failure } else { nil }
    }
}
