import FoyerCore
import FoyerTUI

/// A launch on the screen: the splash, then the fade, then the root, which it goes on showing.
final class LaunchScene: Screen {
    /// What a launch is made of, beside its rules.
    struct Parts {
        var appID: String?
        var machine: LaunchMachine.Configuration
        var delegate: any SplashViewDelegate
        var steps: LaunchRunner.StepFactory
        /// What earlier launches taught; read after the first frame.
        var recall: () -> LearnedProgress?
        var keep: (LearnedProgress) -> Void
        /// The first screen; made when the launch has succeeded.
        var makeRoot: () -> any Screen
        /// Told once, when the launch itself is over.
        var ended: (LaunchOutcome, LaunchRecord) -> Void
    }

    private let parts: Parts
    private var driver: LaunchDriver
    private var runner: LaunchRunner?
    private var view: (any SplashView)?
    private var icon = SplashIcon()
    private var overlay = LaunchOverlay()
    private var notes: [LaunchNote] = []
    private var root: (any Screen)?
    private var fadeFrom: Buffer?
    /// What a root may do while it is shown inside this scene.
    private var command = ScreenCommand.stay

    init(_ parts: Parts) {
        self.parts = parts
        driver = LaunchDriver(machine: LaunchMachine(parts.machine))
    }

    private var machine: LaunchMachine { driver.machine }

    func appear(_ context: ScreenContext) {
        let post = context.post
        let runner = LaunchRunner(factory: parts.steps) { post($0) }
        self.runner = runner
        driver.connect(runner, keep: parts.keep)
        send(.opened, context)
    }

    func disappear() {
        root?.disappear()
        runner?.cancel(attempt: machine.attempt)
    }

    // MARK: - Events

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        command = .stay
        switch event {
        case .presented where machine.phase == .presenting: send(.presented(learned: parts.recall()), context)
        case .message(let message as EngineEvent): handle(message, context)
        case .input(let input): handle(input, context)
        case .deadline: handleDeadline(context)
        case .presented, .message, .uncovered: forward(event, context)
        }
        return command
    }

    private func handle(_ event: EngineEvent, _ context: ScreenContext) {
        switch event {
        case .launch(let event): send(event, context)
        case .icon(let pixels): icon.pixels = pixels
        case .iconDrawn(let picture): icon.drawn = picture
        case .note(let text): notes.append(LaunchNote(instant: context.now, text: text))
        case .screen(let payload): forward(.message(payload), context)
        }
    }

    private func handleDeadline(_ context: ScreenContext) {
        if let deadline = machine.nextDeadline, context.now >= deadline { send(.deadlineReached, context) }
        if root != nil { forward(.deadline, context) }
    }

    private func handle(_ input: InputEvent, _ context: ScreenContext) {
        switch machine.phase {
        case .fading:
            if input.isPress { send(.fadeSkipped, context) }
        case .ended: forward(.input(input), context)
        default:
            if overlay.handle(input, rows: context.size.rows, at: context.now) { return }
            if view?.handle(input, context: splashContext(context)) == true { return }
            handleUnused(input, context)
        }
    }

    /// What keys do that the view had no use for.
    private func handleUnused(_ input: InputEvent, _ context: ScreenContext) {
        switch input {
        case .key(.character("q")), .key(.escape): send(.closeRequested, context)
        case .key(.character("r")): send(.reloadRequested, context)
        case .key(.character("d")): overlay.open(.details, at: context.now)
        case .key(.character("?")): overlay.open(.keys, at: context.now)
        default: break
        }
    }

    private func forward(_ event: ScreenEvent, _ context: ScreenContext) {
        guard let root else { return }
        command = root.handle(event, context: rootContext(context))
    }

    // MARK: - Effects

    private func send(_ event: LaunchEvent, _ context: ScreenContext) {
        for effect in driver.handle(event, at: context.now) { perform(effect, context) }
    }

    private func perform(_ effect: LaunchEffect, _ context: ScreenContext) {
        let delegate = parts.delegate
        switch effect {
        case .createView: createView(context)
        case .showRoot: showRoot(context)
        case .removeView: view = nil
        case .end(let outcome): end(outcome, context)
        case .updateProgress(let value):
            if let view { delegate.updateLoadingProgress(view, progress: value) }
        case .updateInfo(let info):
            if let view { delegate.updateLoadingInfo(view, info: info) }
        case .showError(let failure):
            guard let view else { return }
            let words = Words(context.language)
            delegate.showError(
                view, message: words.message(for: failure.code).string, code: String(failure.code.rawValue))
        case .exitSplashView:
            if let view { delegate.exitSplashView(view) }
            view = nil
        case .startStep, .cancelAttempt, .learn: break
        }
    }

    private func createView(_ context: ScreenContext) {
        let post = context.post
        let close = SplashAction { post(EngineEvent.launch(.closeRequested)) }
        let reload = SplashAction { post(EngineEvent.launch(.reloadRequested)) }
        view = parts.delegate.makeSplashView(
            close: parts.machine.offersClose ? close : nil, reload: parts.machine.offersReload ? reload : nil,
            appID: parts.appID)
        if reload.isDeclined { driver.withholdReload() }
    }

    /// Keeps the splash's last cells and puts the root beneath them.
    private func showRoot(_ context: ScreenContext) {
        var canvas = Canvas(size: context.size, theme: context.theme)
        view?.draw(in: &canvas, context: splashContext(context))
        fadeFrom = canvas.buffer
        overlay = LaunchOverlay()
        let root = parts.makeRoot()
        self.root = root
        root.appear(rootContext(context))
    }

    private func end(_ outcome: LaunchOutcome, _ context: ScreenContext) {
        fadeFrom = nil
        parts.ended(outcome, machine.record)
        if outcome == .completed { forward(.presented, context) } else { command = .leave }
    }

    // MARK: - Drawing

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        if let root {
            root.draw(in: &canvas, context: rootContext(context))
            drawFade(over: &canvas, context)
        } else if let view {
            view.draw(in: &canvas, context: splashContext(context))
            overlay.draw(in: &canvas, machine: machine, notes: notes, context: context)
        }
    }

    /// A resize settles the fade: cells of another size cannot be blended.
    private func drawFade(over canvas: inout Canvas, _ context: ScreenContext) {
        guard case .fading(let since, let until) = machine.phase, let from = fadeFrom, from.size == context.size else {
            return
        }
        let fraction = Motion.fraction(from: since, lasting: until - since, at: context.now)
        canvas.replace(
            with: Transition.render(
                from: from, to: canvas.buffer, fraction: fraction, theme: context.theme))
    }

    func nextFrame(after now: Instant) -> Instant? {
        var instants = [machine.nextDeadline, overlay.nextFrame(after: now)]
        if case .fading(let since, _) = machine.phase {
            instants.append(Motion.nextFrame(from: since, after: now))
        }
        if let root { instants.append(root.nextFrame(after: now)) }
        if let view, let context = lastContext { instants.append(view.nextFrame(after: now, context: context)) }
        return instants.compactMap { $0 }.min()
    }

    private var lastContext: SplashContext?

    private func splashContext(_ context: ScreenContext) -> SplashContext {
        let wanted = LoadingPage.iconSize(in: context.size)
        icon.draw(size: wanted, theme: context.theme, post: context.post)
        let words = Words(context.language)
        let splash = SplashContext(
            now: context.now, size: context.size, theme: context.theme, words: words,
            icon: icon.drawn?.size == wanted ? icon.drawn : nil,
            stepLabel: words.label(of: machine.currentStep), transfer: machine.transfer,
            attemptBegan: machine.record.began, appID: parts.appID)
        lastContext = splash
        return splash
    }

    private func rootContext(_ context: ScreenContext) -> ScreenContext {
        context.child { EngineEvent.screen($0) }
    }
}

/// A step's own line in the log.
struct LaunchNote: Equatable, Sendable {
    let instant: Instant
    let text: SafeText
}
