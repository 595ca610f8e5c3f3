import FoyerCore
import FoyerTUI

/// The pages that the engine shows over any splash view: the details, the list of keys, and what became of a diagnosis.
final class LaunchOverlay: ScreenElement {
    private let session: LaunchSession
    private let details = DetailsSheet()
    /// How far the list of keys is scrolled; `nil` while it is closed.
    private var keys: SheetScroll?
    /// What is said until the next key.
    private var message: SafeText?

    init(_ session: LaunchSession) { self.session = session }

    var coversScreen: Bool { isDetails || keys != nil || message != nil }
    var isDetails: Bool { details.isOpen }

    func openDetails(at now: Instant) {
        shut()
        details.open(at: now)
    }

    func openKeys() {
        shut()
        keys = SheetScroll()
    }

    func tell(_ message: SafeText) {
        shut()
        self.message = message
    }

    func shut() {
        details.shut()
        (keys, message) = (nil, nil)
    }

    // MARK: - Keys

    /// Returns whether the overlay keeps the input. While it is open it keeps all keys and clicks, so that nothing beneath
    /// it reacts; only reload, the list of keys and the diagnosis stay with the launch.
    func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        guard case .input(let input) = event, coversScreen else { return false }
        if message != nil {
            if input.isKeyOrClick { message = nil }
            return input.isOfUser
        }
        guard keys != nil else {
            let isOfLaunch = event.key.map { ["r", "?", "y"].contains($0) } ?? false
            return !isOfLaunch && details.handle(event, context: context)
        }
        switch input {
        case .key(.escape), .key(.character("q")), .key(.character("?")): keys = nil
        case .mouse(let mouse) where mouse.kind == .click: keys = nil
        case .key, .mouse, .paste: keys?.handle(input, size: context.size)
        case .resized, .resumed, .endOfInput: return false
        }
        return true
    }

    // MARK: - Drawing

    /// While the launch runs, the times in the details keep changing.
    func nextFrame(after now: Instant) -> Instant? { details.nextFrame(after: now) }

    /// The details as they are now.
    func page(_ language: Language, at now: Instant) -> DetailsPage {
        LaunchDetails(machine: session.machine, notes: session.notes, language: language).page(at: now)
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let language = context.language
        if let message {
            AlertDialog(
                title: language[.diagnosis], message: message,
                buttons: ButtonRow([Button(key: "", label: language[.ok])])
            ).render(into: &canvas, in: canvas.bounds, at: context.now)
        } else if keys != nil {
            keys?.drawKeys(language.launchKeyHelp, in: &canvas, language: language)
        } else if details.isOpen {
            let isRunning = session.machine.isLoading
            details.draw(page(language, at: context.now), isRunning: isRunning, in: &canvas, at: context.now)
        }
    }
}
