import Foyer
import Glibc
import Synchronization

/// The splash, and its own delegate: a name, a bar, the step at hand. Or what went wrong.
final class HelloSplash: SplashView, SplashViewDelegate {
    private var bar = ProgressBar(fraction: 0)
    private var failure: SafeText?

    func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView { self }
    func updateLoadingInfo(_ view: any SplashView, info: SplashInfo) {}
    func updateLoadingProgress(_ view: any SplashView, progress: Double) { (bar.fraction, failure) = (progress, nil) }
    func showError(_ view: any SplashView, message: String, code: String) { failure = "\(message) (\(code))" }
    func exitSplashView(_ view: any SplashView) {}

    func draw(in canvas: inout Canvas, context: SplashContext) {
        canvas.fill(.ground)
        let place = canvas.bounds.centered(CellSize(columns: 60, rows: 4))
        canvas.text("Hello, Foyer", in: place.line(0), alignment: .center, style: .accent)
        bar.isMeasured = context.isMeasured
        if failure == nil { bar.render(into: &canvas, in: place.line(2), at: context.now) }
        canvas.text(
            failure.map { $0 + " · r reloads" } ?? context.stepLabel, in: place.line(3), alignment: .center,
            style: .quiet)
    }

    func nextFrame(after now: Instant, context: SplashContext) -> Instant? {
        failure == nil ? bar.nextChange(after: now, theme: context.theme) : nil
    }
}

/// The first screen: shows what the start-up has found out.
final class Home: Screen {
    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let welcome: SafeText = "Welcome, \(guest.withLock { $0 }). q leaves."
        canvas.text(welcome, in: canvas.bounds.line(canvas.rows / 2), alignment: .center)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        event.key == .character("q") ? .leave : .stay
    }
}

/// Another first screen (`--tips`): pages of its own, which turn by themselves.
final class Tips: Screen {
    private let tips = PageCarousel(
        [
            .init("The bar never falls") { canvas in
                ProgressBar(fraction: 0.7).render(into: &canvas, in: canvas.bounds.line(1), at: .zero)
            },
            .init("r tries again") { $0.text("r", in: $0.bounds.line(1), alignment: .center, style: .accent) },
        ])
    private var opened: Int?
    var elements: [any ScreenElement] { [tips] }

    func appear(_ context: ScreenContext) {
        tips.whenChosen = { [weak self] page, _ in self?.opened = page }
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let (top, rest) = canvas.bounds.splitTop(tips.rows(columns: canvas.columns, atMost: 8))
        tips.draw(in: &canvas, rect: top, context: context)
        canvas.text("Tab, then Enter: opens a tip. q leaves.", in: rest.line(1), alignment: .center)
        guard let page = tips.page, page == opened else { return }
        canvas.text("Tip \(page + 1) is open.", in: rest.line(2), alignment: .center)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if event.key == .tab { tips.setFocus(!tips.isFocused, context) }
        return event.key == .character("q") ? .leave : .stay
    }
}

let guest = Mutex("nobody")
@MainActor func readGuestBook() { guest.withLock { $0 = "Ada" } }

let engine = LaunchEngine(
    steps: [
        StartupStep("door", label: "Opening the door") { _ in try await Task.sleep(for: .milliseconds(300)) },
        StartupStep("lights", label: "Switching on the lights", weight: 2) { step in
            if getenv("HELLO_FAILS") != nil, step.attempt == 1 { throw LaunchFailure(.unknown, cause: "No power.") }
            try await Task.sleep(for: .milliseconds(600))
        },
        StartupStep("guest", label: "Looking who comes") { _ in await readGuestBook() },
    ],
    splash: { HelloSplash() },
    root: { CommandLine.arguments.contains("--tips") ? Tips() as any Screen : Home() })
let isTrial = CommandLine.arguments.contains("--rehearse")
if isTrial {
    try await SplashRehearsal(steps: ["Opening the door", "Switching on the lights"]) { HelloSplash() }.run()
}
exit(try await isTrial ? 0 : engine.run().exitStatus)
