import FoyerCore
import FoyerTUI

/// The pages that the engine shows over any splash view: the details, the list of keys, and what became of a diagnosis.
final class LaunchOverlay: ScreenElement {
    enum Kind { case details, keys }

    private let session: LaunchSession
    private let details = DetailsSheet()
    /// How far the list of keys is scrolled; `nil` while it is closed.
    private var keys: SheetScroll?
    /// What is said until the next key.
    private var message: SafeText?

    init(_ session: LaunchSession) { self.session = session }

    var coversScreen: Bool { isDetails || keys != nil || message != nil }
    var isDetails: Bool { details.isOpen }

    func open(_ kind: Kind, at now: Instant) {
        shut()
        switch kind {
        case .details: details.open(at: now)
        case .keys: keys = SheetScroll()
        }
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

    func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        guard case .input(let input) = event, coversScreen, handle(input, size: context.size) else { return false }
        return true
    }

    /// Returns whether the overlay keeps the input. While it is open it keeps all keys and clicks, so that nothing beneath
    /// it reacts; only reload, the list of keys and the diagnosis stay with the launch.
    private func handle(_ input: InputEvent, size: CellSize) -> Bool {
        if message != nil { return handleMessage(input) }
        guard keys != nil else {
            switch input {
            case .key(.character("r")), .key(.character("?")), .key(.character("y")): return false
            default: return details.handle(input, size: size)
            }
        }
        switch input {
        case .key(.escape), .key(.character("q")), .key(.character("?")): keys = nil
        case .mouse(let mouse) where mouse.kind == .click: keys = nil
        case .key, .mouse, .paste: keys?.handle(input, size: size)
        case .resized, .resumed, .endOfInput: return false
        }
        return true
    }

    private func handleMessage(_ input: InputEvent) -> Bool {
        switch input {
        case .key: message = nil
        case .paste: break
        case .mouse(let mouse): if mouse.kind == .click { message = nil }
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
