import FoyerCore
import FoyerTUI

/// A launch on the screen: the splash, then the fade, then the root, which stays.
package final class LaunchScene: Screen {
    /// The number of notes to keep; the oldest are dropped.
    private static let longestLog = 500
    private static let shownLines = 5

    private let session: LaunchSession
    private let delegate: any SplashViewDelegate
    let inbox = Inbox<EngineEvent>(isGradual: { $0.isGradual })
    private var view: (any SplashView)?
    private var icon = SplashIcon()
    private var overlay = LaunchOverlay()
    private var notes: [LaunchNote] = []
    /// What steps have said last, the latest at the end.
    private var statuses: [(step: String, text: SafeText)] = []
    private var root: (any Screen)?
    /// The root receives `presented` once its first frame has been drawn and the fade is over.
    private var rootFrame = FirstFrame.awaited
    private var fadeFrom: Buffer?
    /// A fade frame is about 15 KB; if one takes longer than this, the root is shown at once.
    private static let longestFrame = Duration.milliseconds(100)
    /// Keys typed while nothing was to be seen.
    private var typed: [InputEvent] = []
    /// The command to return for the event at hand.
    private var command = ScreenCommand.stay
    /// The theme of the last event: how sheets move, also where there never was a splash.
    private var theme: Theme?
    /// The context of the splash view's last frame.
    private var lastContext: SplashContext?
    /// The last diagnosis, for the terminal's clipboard.
    private var copied: ClipboardText?
    /// Tells the launch in lines; there once somebody listens.
    private var narrator: LaunchNarrator?

    /// Made on the thread that owns the screen.
    package init(_ session: LaunchSession) {
        self.session = session
        delegate = session.plan.uiProvider.splashViewDelegate?() ?? DefaultSplashViewDelegate()
        icon.pixels = session.plan.known?.icon
    }

    private var machine: LaunchMachine { session.machine }

    package func appear(_ context: ScreenContext) {
        session.connect(inbox.poster(context))
        guard machine.phase == .idle else {
            // It has run unseen until now.
            for effect in session.takeUnshown() { show(effect, context) }
            return
        }
        if session.isShownAtOnce { send(.opened, context) } else { send(.began(learned: session.recall()), context) }
    }

    /// Whether the launch runs and this screen has nothing to show; the one below stays in view.
    package var isUnseen: Bool { view == nil && root == nil && machine.isHidden }

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

    /// The root, once the launch is over and the root has the screen.
    package var shownRoot: (any Screen)? {
        if case .ended = machine.phase { root } else { nil }
    }
    package var remainingWork: Task<Void, Never>? { root?.remainingWork }
    package var links: [FrameLink] { root?.links ?? [] }

    package func disappear() {
        root?.disappear()
        session.leave()
    }

    // MARK: - Events

    package func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        command = .stay
        theme = context.theme
        switch event {
        case .presented where machine.phase == .presenting: send(.presented(learned: session.recall()), context)
        case .presented where root == nil: send(.presented(learned: nil), context)
        case .woken:
            // A root that these messages create has posted nothing yet; its own messages will wake it.
            let hadRoot = root != nil
            for event in inbox.drain() { handle(event, context) }
            if hadRoot { forward(.woken, context) }
        case .input(let input):
            if isUnseen { keep(input, context) } else { handle(input, context) }
        case .deadline: handleDeadline(context)
        case .presented, .covered, .uncovered, .chosen: forward(event, context)
        }
        if isTooSlowToFade(context) { send(.fadeSkipped, context) }
        return command
    }

    /// Keys are for what comes, but whoever closes it does not wait for that; the mouse means what is still in view.
    private func keep(_ input: InputEvent, _ context: ScreenContext) {
        switch input {
        case .key(.character("q")) where closesUnseen, .key(.escape) where closesUnseen:
            send(.closeRequested, context)
        // A program that comes after the launch gets them itself.
        case .key, .paste: if session.plan.typed == nil { typed.append(input) }
        case .mouse, .resized, .resumed, .endOfInput: break
        }
    }

    private var closesUnseen: Bool { typed.isEmpty && machine.configuration.offersClose }

    /// Hands the keys that were kept to what is now in view.
    private func handleTyped(_ context: ScreenContext) {
        let inputs = typed
        typed = []
        for input in inputs { handle(input, context) }
    }

    private func handle(_ event: EngineEvent, _ context: ScreenContext) {
        switch event {
        case .launch(let event): send(event, context)
        case .icon(let pixels): icon.pixels = pixels
        case .iconDrawn(let picture): icon.drawn = picture
        case .note(let text): log(text, at: context.now)
        case .status(let text, let step, let attempt):
            guard attempt == machine.attempt else { return }
            statuses.removeAll { $0.step == step }
            statuses.append((step, text))
        case .kept(let kept): tell(kept, context)
        }
    }

    // MARK: - Diagnosis

    private func keepDiagnosis(_ context: ScreenContext) {
        guard let keeper = session.plan.diagnosis, let text = session.diagnosis(notes, at: context.now) else { return }
        copied = ClipboardText(text, number: (copied?.number ?? 0) + 1)
        // In lines no frame waits, but the next answer may have been typed ahead.
        if narrator == nil { session.keep(text, with: keeper) } else { tell(keeper.keep(text), context) }
    }

    private func tell(_ kept: DiagnosisKeeper.Kept, _ context: ScreenContext) {
        guard let keeper = session.plan.diagnosis, failure != nil else { return }
        let words = context.language.told(kept, as: keeper.shown, keeper.clipboard())
        if narrator == nil { overlay.tell(words) } else { narrator?.tell(words) }
    }

    // MARK: - Time and keys

    private func log(_ text: SafeText, at now: Instant) {
        if notes.count == Self.longestLog { notes.removeFirst() }
        notes.append(LaunchNote(instant: now, text: text))
    }

    private func handleDeadline(_ context: ScreenContext) {
        if let deadline = machine.nextDeadline, context.now >= deadline { send(.deadlineReached, context) }
        if root != nil { forward(.deadline, context) }
        tellRootFrame(context)
    }

    private var owesRootFrame: Bool {
        if case .ended = machine.phase { rootFrame == .drawn } else { false }
    }

    private func tellRootFrame(_ context: ScreenContext) {
        guard owesRootFrame else { return }
        rootFrame = .told
        forward(.presented, context)
    }

    private func handle(_ input: InputEvent, _ context: ScreenContext) {
        switch machine.phase {
        case .fading:
            if input.isPress { send(.fadeSkipped, context) }
            if case .resized = input { forward(.input(input), context) }
            // Ctrl-C arrives as a key only if the root wants it, and means the same during the fade.
            if input == .key(.control("c")) { forward(.input(input), context) }
        case .ended: handleInProgram(input, context)
        default:
            if isUsed(input, context) { session.plan.typed?.take() }
        }
    }

    /// Hands the splash a key. What is typed at a failure is for nobody else.
    private func isUsed(_ input: InputEvent, _ context: ScreenContext) -> Bool {
        let hasFailed = failure != nil
        if overlay.isOpen, overlay.handle(input, size: context.size) { return hasFailed || LaunchOverlay.uses(input) }
        if view?.handle(input, context: splashContext(context)) == true { return true }
        return handleUnused(input, context) || hasFailed
    }

    /// A root may leave `d` to the launch, for the details.
    private func handleInProgram(_ input: InputEvent, _ context: ScreenContext) {
        let wasOpen = overlay.isOpen
        // The root is told that it cannot be seen.
        defer { if overlay.isOpen != wasOpen { forward(wasOpen ? .uncovered : .covered, context) } }
        if overlay.isOpen, input.isOfUser {
            _ = overlay.handle(input, size: context.size)
        } else if case .key(.character("d")) = input, leavesDetailsKey {
            overlay.open(.details, at: context.now)
        } else {
            forward(.input(input), context)
        }
    }

    private var leavesDetailsKey: Bool { shownRoot?.unwrapped((any LaunchedRoot).self)?.leavesDetailsKey ?? false }

    /// Handles keys that the view did not use.
    ///
    /// - Returns: whether the launch has used it.
    private func handleUnused(_ input: InputEvent, _ context: ScreenContext) -> Bool {
        switch input {
        case .key(.character("q")), .key(.escape): send(.closeRequested, context)
        case .key(.character("r")) where failure != nil: send(.reloadRequested, context)
        case .key(.character("d")): overlay.open(.details, at: context.now)
        case .key(.character("?")): overlay.open(.keys, at: context.now)
        case .key(.character("y")) where failure != nil: keepDiagnosis(context)
        default: return false
        }
        return true
    }

    private func forward(_ event: ScreenEvent, _ context: ScreenContext) {
        guard let root else { return }
        let answer = root.handle(event, context: context)
        // One event may reach the root twice, as its deadline and as its first frame: the last command counts.
        if case .stay = answer { return }
        command = answer
    }

    // MARK: - What is to be seen

    private func send(_ event: LaunchEvent, _ context: ScreenContext) {
        session.handle(event, at: context.now) { show($0, context) }
        session.plan.typed?.isAwaited = failure == nil
        if !typed.isEmpty, !isUnseen { handleTyped(context) }
    }

    private func show(_ effect: LaunchEffect, _ context: ScreenContext) {
        switch effect {
        case .createView: createView(context)
        case .showRoot: showRoot(context)
        case .removeView: view = nil
        case .end(let outcome): end(outcome, context)
        case .updateProgress(let value):
            if value == 0 { statuses = [] }
            if let view { delegate.updateLoadingProgress(view, progress: value) }
        case .updateInfo(let info):
            if let view { delegate.updateLoadingInfo(view, info: info) }
        case .showError(let failure):
            guard let view else { return }
            delegate.showError(
                view, message: context.language.message(failure).string, code: String(failure.code.rawValue))
        case .exitSplashView:
            if let view { delegate.exitSplashView(view) }
            view = nil
        case .startStep, .cancelAttempt, .learn: break
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

    /// Keeps the splash's last cells and puts the root beneath them.
    private func showRoot(_ context: ScreenContext) {
        var canvas = Canvas(size: context.size, theme: context.theme)
        view?.draw(in: &canvas, context: splashContext(context))
        fadeFrom = canvas.buffer
        overlay = LaunchOverlay()
        // The splash stays on the terminal until something else is drawn there.
        if session.plan.handsOver { return }
        let root = session.plan.uiProvider.root()
        self.root = root
        root.appear(context)
    }

    private func end(_ outcome: LaunchOutcome, _ context: ScreenContext) {
        fadeFrom = nil
        session.plan.typed?.isNext = outcome == .completed
        if outcome == .completed, !session.plan.handsOver { tellRootFrame(context) } else { command = .leave }
    }

    // MARK: - Drawing

    package func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.copied = copied
        canvas.title = title
        if let root {
            root.draw(in: &canvas, context: context)
            rootFrame.draw()
            drawFade(over: &canvas, context)
            overlay.draw(in: &canvas, machine: machine, notes: notes, context: context)
        } else if let view {
            view.draw(in: &canvas, context: splashContext(context))
            overlay.draw(in: &canvas, machine: machine, notes: notes, context: context)
        }
    }

    /// Whether the terminal is too slow for a fade: it would show a picture of it or two, and the root later.
    private func isTooSlowToFade(_ context: ScreenContext) -> Bool {
        guard case .fading(let since, let until) = machine.phase else { return false }
        return context.frameTime > min(Self.longestFrame, (until - since) / 2)
    }

    /// A resize ends the fade: buffers of different sizes cannot be blended.
    private func drawFade(over canvas: inout Canvas, _ context: ScreenContext) {
        guard case .fading(let since, let until) = machine.phase, let from = fadeFrom, from.size == context.size,
            !isTooSlowToFade(context)
        else { return }
        let fraction = Motion.fraction(from: since, lasting: until - since, at: context.now)
        canvas = session.plan.exit.draw(Canvas(from, theme: context.theme), canvas, fraction)
    }

    package func nextFrame(after now: Instant) -> Instant? {
        if owesRootFrame { return now }
        var instants = [machine.nextDeadline, narrator?.next]
        if let theme { instants.append(overlay.nextFrame(after: now, isLoading: machine.isLoading, theme: theme)) }
        if case .fading(let since, _) = machine.phase {
            instants.append(Motion.nextFrame(from: since, after: now))
        }
        if let root { instants.append(root.nextFrame(after: now)) }
        if let view, let context = lastContext { instants.append(view.nextFrame(after: now, context: context)) }
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
            let details = LaunchDetails(machine: machine, notes: notes, language: context.language)
            return details.page(at: context.now).spokenSheet(context.language)
        }
        if let failure {
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
    func picturePlace(in size: CellSize, theme: Theme) -> (size: CellSize, mode: ContentMode) {
        (view as? DefaultSplashView)?.picturePlace(in: size, theme: theme) ?? (
            LoadingPage.iconSize(in: size), .aspectFit
        )
    }

    private func splashContext(_ context: ScreenContext) -> SplashContext {
        let (wanted, mode) = picturePlace(in: context.size, theme: context.theme)
        let post = inbox.poster(context)
        icon.draw(size: wanted, mode: mode, theme: context.theme) { post(.iconDrawn($0)) }
        let machine = machine
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

    private var failure: LaunchFailure? {
        if case .failed(let failure) = machine.phase { failure } else { nil }
    }
}

/// A root that cooperates with its launch.
package protocol LaunchedRoot: Screen {
    /// Whether `d` now shows the launch's details, rather than being an ordinary key.
    var leavesDetailsKey: Bool { get }
}

/// A step's own line in the log.
struct LaunchNote: Equatable, Sendable {
    let instant: Instant
    let text: SafeText
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
