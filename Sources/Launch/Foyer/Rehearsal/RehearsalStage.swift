import FoyerCore
import FoyerTUI

/// One launch of a rehearsal: the real scene and the real rules, with invented events and a clock that can be moved
/// ahead.
final class RehearsalStage: Screen {
    /// The size, theme and language that the scene is drawn with.
    struct Look {
        var size: CellSize
        var theme: DisplayTheme
        var language: Language

        init(size: CellSize, theme: DisplayTheme, language: Language) {
            (self.size, self.theme, self.language) = (size, theme, language)
        }

        init(_ context: ScreenContext) {
            self.init(size: context.size, theme: context.theme, language: context.language)
        }
    }

    private let rehearsal: SplashRehearsal
    private let session: LaunchSession
    private let scene: LaunchScene
    private let child: ScreenChild
    private let wake: @Sendable (Bool) -> Void
    private var steps: [String] { session.machine.configuration.schedule.steps.map(\.id) }
    var look: Look
    private var now: Instant
    /// How far its clock is ahead of the loop's.
    private var lead = Duration.zero
    /// Maps the picture at once, not on another thread, so that the first frame has it.
    var drawsIconAtOnce = false
    /// Whether the scene has left.
    private(set) var isClosed = false
    var outcome: LaunchOutcome? { session.report?.outcome }

    init(_ rehearsal: SplashRehearsal, look: Look, at now: Instant, wake: @escaping @Sendable (Bool) -> Void) {
        self.rehearsal = rehearsal
        self.look = look
        self.now = now
        self.wake = wake
        session = LaunchSession(Self.plan(rehearsal, look))
        scene = LaunchScene(session)
        child = ScreenChild(scene)
    }

    /// The steps have no bodies; the rehearsal reports in their place.
    private static func plan(_ rehearsal: SplashRehearsal, _ look: Look) -> LaunchPlan {
        var machine = LaunchMachine.Configuration(
            schedule: schedule(of: rehearsal.steps), timeout: .seconds(86_400),
            offersClose: rehearsal.offersClose, titles: rehearsal.titles)
        if look.theme.reducesMotion { machine.fade = .zero }
        var plan = LaunchPlan(
            appID: rehearsal.info.appID, machine: machine, steps: { _ in [] },
            uiProvider: UIProvider(splashViewDelegate: rehearsal.splash, root: { RehearsedRoot() }))
        if let icon = rehearsal.icon { plan.known = (SafeText(rehearsal.info.appName), icon) }
        return plan
    }

    /// Steps that only have labels, two at least, the second with most of the bar. Without labels they are a mini
    /// program's.
    private static func schedule(of labels: [String]) -> StepSchedule {
        let usual: [Phrase] = [.stepMetadata, .stepPackage, .stepOpening]
        return StepSchedule(
            chaining: (0..<(labels.isEmpty ? usual.count : max(2, labels.count))).map { index in
                let (id, weight) = ("step\(index)", index == 1 ? 8.0 : 1.0)
                return labels.indices.contains(index)
                    ? LaunchStep(id, label: labels[index], weight: weight, fetches: index == 1)
                    : LaunchStep(
                        id, words: labels.isEmpty ? usual[index] : .stepOpening, weight: weight, fetches: index == 1)
            })
    }

    // MARK: - The scene

    private var context: ScreenContext {
        ScreenContext(now: now, size: look.size, theme: look.theme, language: look.language, wake: wake)
    }

    @discardableResult
    func draw() -> Canvas {
        var canvas = Canvas(size: look.size, theme: look.theme)
        child.draw(in: &canvas, context: context)
        return canvas
    }

    /// What the scene says in lines; `nil` once it has left.
    func spoken() -> Spoken? { isClosed ? nil : child.spoken(context) }

    private func nextFrame() -> Instant? { isClosed ? nil : child.nextFrame(after: now) }

    // MARK: - On the terminal

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        look = Look(context)
        handle(event, at: context.now + lead)
        return .stay
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        look = Look(context)
        child.draw(in: &canvas, context: self.context)
    }

    func nextFrame(after now: Instant) -> Instant? { nextFrame().map { max(now, $0 + (.zero - lead)) } }
    func disappear() { child.disappear() }

    // MARK: - Without a terminal

    /// Handles an event at an instant; time never goes back.
    private func handle(_ event: ScreenEvent, at instant: Instant) {
        now = max(now, instant)
        guard !isClosed else { return }
        if case .leave = child.handle(event, context: context) { isClosed = true }
    }

    private func post(_ event: EngineEvent) {
        scene.inbox.add(event)
        handle(.woken, at: now)
    }

    private func post(_ event: LaunchEvent) { post(.launch(event)) }

    /// Advances from frame to frame, as the loop does.
    private func advance(_ duration: Duration) {
        let end = now + duration
        while let next = nextFrame(), next <= end {
            handle(.deadline, at: max(next, now + .milliseconds(1)))
            draw()
        }
        now = max(now, end)
    }

    // MARK: - Moments

    /// Plays the launch from its beginning to the moment, twelve seconds at once where it needs them.
    func play(_ moment: SplashRehearsal.Moment) {
        let start = now
        defer { lead = now - start }
        begin()
        switch moment {
        case .preparing: break
        case .loading: load()
        case .slow: loadSlowly()
        case .failed(let code): fail(code)
        case .reloaded:
            fail(.fetchFailed)
            post(.reloadRequested)
            advance(.milliseconds(200))
        case .resized:
            load()
            look.size = CellSize(columns: max(1, look.size.columns / 2), rows: max(1, look.size.rows / 2))
            handle(.input(.resized(look.size)), at: now)
        case .ready:
            load()
            for step in steps.dropFirst() { post(.reported(.stepEnded(step), attempt: 1)) }
        case .closed:
            load()
            post(.closeRequested)
        }
        guard drawsIconAtOnce, let icon = rehearsal.icon, look.theme.showsIcons else { return }
        let (size, mode) = scene.picturePlace(in: look.size, theme: look.theme)
        guard size.columns > 0, size.rows > 0 else { return }
        post(
            .iconDrawn(
                PictureMapping.cells(
                    for: icon, size: size, contentMode: mode, palette: look.theme.picturePalette,
                    background: look.theme.pictureGround(.ground))))
    }

    private func begin() {
        child.appear(context)
        draw()
        handle(.presented, at: now)
        advance(.milliseconds(200))
    }

    /// - Parameter fraction: how far the second step says it is.
    private func load(fraction: Double? = 0.42) {
        post(.reported(.infoArrived(rehearsal.info), attempt: 1))
        post(.reported(.stepEnded(steps[0]), attempt: 1))
        if let fraction { post(.reported(.stepProgressed(steps[1], fraction: fraction), attempt: 1)) }
        advance(.milliseconds(600))
    }

    private func loadSlowly() {
        load(fraction: nil)
        let total = 4_200_000
        post(.status("2 of 5 files", step: steps[1], attempt: 1))
        for percent in [10, 25, 42, 55] {
            advance(.seconds(3))
            post(.reported(.transferred(steps[1], bytes: total / 100 * percent, total: total), attempt: 1))
        }
        advance(.milliseconds(500))
    }

    private func fail(_ code: LaunchCode) {
        load()
        let failure = LaunchFailure(code, .rehearsedFailure)
        post(.reported(.stepFailed(steps[1], failure), attempt: 1))
    }
}

/// The first screen, which the splash fades into.
private final class RehearsedRoot: Screen {
    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        canvas.text(
            context.language[.rehearsedRoot], in: canvas.bounds.line(canvas.rows / 2), alignment: .center,
            style: .quiet)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand { .stay }
}
