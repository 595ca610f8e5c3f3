import FoyerCore
import FoyerSystem
import FoyerTUI

/// A launch on the screen: the splash, then the fade, then the root, which stays.
package final class LaunchScene: ScreenWrapper {
    /// What is in view.
    private enum Stage {
        /// Nothing of the launch's; keys are kept for what comes.
        case unseen(typed: [InputEvent])
        case splash
        /// The splash gives way to the root beneath it.
        case fading(ScreenFade)
        case root
    }

    /// The frame of the splash that is full and says "Ready".
    private enum LastSplash {
        case none
        case due(Canvas)
        /// What follows is to be seen at once.
        case drawn
    }

    private let session: LaunchSession
    let inbox = Inbox<EngineEvent>(isGradual: { $0.isGradual })
    private var stage = Stage.unseen(typed: [])
    /// The full splash, which has a frame of its own before anything of the root is seen.
    private var lastSplash = LastSplash.none
    private let splash: LaunchSplash
    private let overlay: LaunchOverlay
    /// The root, which is beneath the splash at first; nothing until it comes.
    package private(set) var child = ScreenChild(BlankScreen())
    /// A fade frame is about 15 KB; if one takes longer than this, the root is shown at once.
    private static let longestFrame = Duration.milliseconds(100)
    /// The last diagnosis, for the terminal's clipboard.
    private var copied: ClipboardText?
    /// Tells the launch in lines; there once somebody listens.
    private var narrator: LaunchNarrator?
    /// When the error page of a command begins to read keys: what is typed before is for the shell.
    private var readsFrom: Instant?
    private static let unreadTime = Duration.seconds(1)

    /// Made on the thread that owns the screen.
    package init(_ session: LaunchSession) {
        self.session = session
        (splash, overlay) = (LaunchSplash(session, inbox), LaunchOverlay(session))
        splash.keys = { [weak self] in Footer(self?.launchActions($0) ?? []).keys }
    }

    private var machine: LaunchMachine { session.machine }
    /// What the launch shows over the root, or before it.
    package var elements: [any ScreenElement] { [overlay, splash] }

    private var hasRoot: Bool {
        switch stage {
        case .fading, .root: true
        case .unseen, .splash: false
        }
    }

    /// The root, once the launch is over and the root has the screen.
    package var shownRoot: (any Screen)? {
        if case .root = stage { wrapped } else { nil }
    }

    package func appear(_ context: ScreenContext) {
        session.connect(inbox.poster(context))
        guard machine.phase == .idle else {
            // It has run unseen until now.
            for effect in session.takeUnshown() { show(effect, context) }
            session.plan.noteSignals?(machine.failure)
            followKeyboard(context)
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
        case .loading: percent.map { .percent($0) } ?? .busy
        case .failed: .failed
        default: child.taskbar
        }
    }

    /// The window's title while it loads.
    private var title: SafeText? {
        guard machine.isLoading else { return nil }
        return percent.map { SafeText("\($0) % ") + name } ?? name
    }

    /// The figure, which does not depend on the instant.
    private var percent: Int? { machine.state(at: .zero).percent }

    package func disappear() {
        child.disappear()
        session.leave()
        if session.plan.noteSignals != nil { ProcessSignals.leavePage(false) }
    }

    // MARK: - Events

    package func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .presented where machine.phase == .presenting: send(.presented(learned: session.recall()), context)
        case .presented where !hasRoot: send(.presented(learned: nil), context)
        case .presented: pass(event, context)
        case .woken:
            // A root that these messages create has posted nothing yet; its own messages will wake it.
            let former = child
            for event in inbox.drain() { take(event, context) }
            context.request(former.handle(.woken, context: context))
        case .input(let input):
            if isUnseen { keep(input, context) } else { handle(input, context) }
        case .deadline:
            if case .drawn = lastSplash { lastSplash = .none }
            if let deadline = machine.nextDeadline, context.now >= deadline { send(.deadlineReached, context) }
            if let readsFrom, context.now >= readsFrom { beginReading(context) }
            pass(event, context)
        case .covered, .uncovered, .chosen: pass(event, context)
        }
        if isTooSlowToFade(context) { send(.fadeSkipped, context) }
        return .stay
    }

    private func pass(_ event: ScreenEvent, _ context: ScreenContext) {
        context.request(child.handle(event, context: context))
    }

    /// Keys are for what comes, but whoever closes it does not wait for that; the mouse means what is still in view.
    private func keep(_ input: InputEvent, _ context: ScreenContext) {
        switch input {
        case .key(.character("q")) where closesUnseen, .key(.escape) where closesUnseen:
            send(.closeRequested, context)
        case .key, .paste: stage = .unseen(typed: typed + [input])
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
        case .note(let text): session.keep(LaunchNote(instant: context.now, text: text))
        case .icon, .iconDrawn, .status: splash.take(event)
        }
    }

    // MARK: - Diagnosis

    private func keepDiagnosis(_ context: ScreenContext) {
        guard let keeper = session.plan.diagnosis,
            let text = session.diagnosis(at: context.now)
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

    /// What neither an overlay nor the splash's view has used.
    private func handle(_ input: InputEvent, _ context: ScreenContext) {
        switch stage {
        case .unseen, .splash:
            if case .key(let key) = input { launchActions(context)[key].first?.perform(key) }
        case .fading:
            if input.isPress { send(.fadeSkipped, context) }
            // A key also does what the root says that it does; a click meant what was still in view.
            if case .mouse = input { return }
            if case .fading = stage { pass(.input(input), context) } else { handle(input, context) }
        case .root:
            if overlay.coversScreen, input.isOfUser { return }
            // A root may leave `d` to the launch, for the details.
            if case .key(.character("d")) = input, leavesDetailsKey {
                overlay.openDetails(at: context.now)
            } else {
                pass(.input(input), context)
            }
        }
    }

    private var leavesDetailsKey: Bool { shownRoot?.unwrapped((any LaunchedRoot).self)?.leavesDetailsKey ?? false }

    /// The launch's own before there is a root. It is named where it is offered.
    private func launchActions(_ context: ScreenContext) -> [ScreenAction] {
        let (words, offers) = (context.language, machine.configuration)
        let close = ScreenAction("q", or: [.escape], offers.offersClose ? words[.close] : "") {
            self.send(.closeRequested, context)
        }
        let details = ScreenAction("d", words[.details]) { self.overlay.openDetails(at: context.now) }
        let keys = ScreenAction("?") { self.overlay.openKeys() }
        guard machine.failure != nil else { return [close, details, keys] }
        let reload = ScreenAction("r", offers.offersReload ? words[.reload] : "") {
            self.send(.reloadRequested, context)
        }
        let diagnosis = ScreenAction("y", session.plan.diagnosis == nil ? "" : words[.diagnosis]) {
            self.keepDiagnosis(context)
        }
        return [reload, close, details, diagnosis, keys]
    }

    // MARK: - The keyboard of a command's launch

    /// The splash reads nothing, and a failure has a page only where a person waits for it.
    private func followKeyboard(_ context: ScreenContext) {
        guard let keyboard = session.plan.keyboard else { return }
        guard machine.failure != nil else {
            keyboard.isGranted = false
            readsFrom = nil
            return
        }
        guard readsFrom == nil, !keyboard.isGranted else { return }
        if keyboard.mayShowFailurePage {
            keyboard.hasShownFailurePage = true
            readsFrom = context.now + Self.unreadTime
        } else {
            send(.closeRequested, context)
        }
    }

    /// Whoever has typed something in the first second means the shell.
    private func beginReading(_ context: ScreenContext) {
        readsFrom = nil
        guard let keyboard = session.plan.keyboard, machine.failure != nil else { return }
        if keyboard.hasInput { send(.closeRequested, context) } else { keyboard.isGranted = true }
    }

    // MARK: - What is to be seen

    private func send(_ event: LaunchEvent, _ context: ScreenContext) {
        let typed = typed
        session.handle(event, at: context.now) { show($0, context) }
        session.plan.noteSignals?(machine.failure)
        followKeyboard(context)
        guard !typed.isEmpty, !isUnseen else { return }
        // What was kept is for what is now in view.
        if case .unseen = stage { stage = .unseen(typed: []) }
        for input in typed where !elements.contains(where: { $0.handle(.input(input), context: context) }) {
            handle(input, context)
        }
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
        overlay.shut()
        // The splash stays on the terminal until something else is drawn there.
        if session.plan.handsOver { return }
        var canvas = Canvas(size: context.size, theme: context.theme)
        // In lines, nobody sees it.
        if splash.draw(in: &canvas, context), narrator == nil { lastSplash = .due(canvas) }
        child = ScreenChild(session.plan.uiProvider.root())
        if case .fading(let since, let until) = machine.phase {
            stage = .fading(ScreenFade(from: canvas, since: since, until: until, blend: session.plan.exit.draw))
        } else {
            stage = .root
        }
        child.appear(context)
    }

    private func end(_ outcome: LaunchOutcome, _ context: ScreenContext) {
        session.plan.keyboard?.isHandedOver = outcome == .completed
        guard outcome == .completed, !session.plan.handsOver else { return context.request(.leave) }
        if hasRoot { stage = .root }
    }

    // MARK: - Drawing

    package func draw(in canvas: inout Canvas, context: ScreenContext) {
        let isLastSplash = drawLastSplash(in: &canvas)
        canvas.copied = copied
        canvas.title = title
        if isLastSplash { return }
        switch stage {
        case .unseen, .splash: guard splash.draw(in: &canvas, context) else { return }
        case .fading(let fade):
            child.draw(in: &canvas, isBeneath: true, context: context)
            if !isTooSlowToFade(context) { fade.render(over: &canvas, at: context.now) }
        case .root: child.draw(in: &canvas, context: context)
        }
        overlay.draw(in: &canvas, context: context)
    }

    private func drawLastSplash(in canvas: inout Canvas) -> Bool {
        guard case .due(let last) = lastSplash else { return false }
        lastSplash = .drawn
        // The canvas may be a part of another.
        guard last.size == canvas.size, let cells = CellPicture(size: last.size, cells: last.buffer.cells) else {
            return false
        }
        canvas.picture(cells, column: 0, row: 0)
        canvas.adopt(picturesOf: last, column: 0, row: 0)
        return true
    }

    /// Whether the terminal is too slow for a fade: it would show a picture of it or two, and the root later.
    private func isTooSlowToFade(_ context: ScreenContext) -> Bool {
        guard case .fading(let since, let until) = machine.phase else { return false }
        return context.frameTime > min(Self.longestFrame, (until - since) / 2)
    }

    package func nextFrame(after now: Instant) -> Instant? {
        if case .drawn = lastSplash { return now }
        var instants = [machine.nextDeadline, narrator?.next, readsFrom, child.nextFrame(after: now)]
        if case .fading(let fade) = stage { instants.append(fade.nextFrame(after: now)) }
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
        let names = [machine.info.map { SafeText($0.appName, columns: TerminalSize.limit) }, session.plan.known?.name]
        return names.compactMap { $0 }.first { !$0.isEmpty } ?? SafeText(session.plan.appID ?? "")
    }

    private func page(_ narrator: LaunchNarrator, _ context: ScreenContext) -> Spoken {
        if overlay.isDetails {
            return overlay.page(context.language, at: context.now).spokenSheet(context.language)
        }
        if let failure = machine.failure {
            if let alert = splash.spokenAlert(context) { return alert }
            return .failure(failure, of: name, answers: launchActions(context).answers, in: context.language)
        }
        if hasRoot { return child.spoken(context) ?? .cells }
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

extension LaunchMachine {
    /// Why it shows the error page, while it does.
    var failure: LaunchFailure? {
        if case .failed(let failure) = phase { failure } else { nil }
    }
}
