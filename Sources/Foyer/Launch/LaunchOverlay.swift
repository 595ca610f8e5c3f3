import FoyerCore
import FoyerTUI

/// The pages that the engine shows over any splash view: the details, the list of keys, and what became of a diagnosis.
struct LaunchOverlay {
    enum Kind { case details, keys }

    private let details = DetailsSheet()
    /// How far the list of keys is scrolled; `nil` while it is closed.
    private var keys: SheetScroll?
    /// What is said until the next key.
    private var message: SafeText?

    var isOpen: Bool { isDetails || keys != nil || message != nil }
    var isDetails: Bool { details.isOpen }

    mutating func open(_ kind: Kind, at now: Instant) {
        self = LaunchOverlay()
        switch kind {
        case .details: details.open(at: now)
        case .keys: keys = SheetScroll()
        }
    }

    mutating func tell(_ message: SafeText) {
        self = LaunchOverlay()
        self.message = message
    }

    /// Returns whether the overlay used the input. While it is open it takes all keys and clicks, so that nothing
    /// beneath it reacts; only reload, the list of keys and the diagnosis stay with the launch.
    mutating func handle(_ input: InputEvent, size: CellSize) -> Bool {
        if message != nil { return handleMessage(input) }
        guard var keys else {
            switch input {
            case .key(.character("r")), .key(.character("?")), .key(.character("y")): return false
            default: return details.handle(input, size: size)
            }
        }
        switch input {
        case .key(.escape), .key(.character("q")), .key(.character("?")): self.keys = nil
        case .mouse(let mouse) where mouse.kind == .click: self.keys = nil
        case .key, .mouse, .paste:
            keys.handle(input, size: size)
            self.keys = keys
        case .resized, .resumed, .endOfInput: return false
        }
        return true
    }

    /// Whether an input means something to a sheet, rather than being only kept from what is beneath.
    static func uses(_ input: InputEvent) -> Bool {
        switch input {
        case .key(.escape), .key(.character("q")), .key(.character("d")), .key(.character("?")), .key(.up), .key(.down),
            .key(.pageUp), .key(.pageDown), .key(.home), .key(.end), .mouse:
            true
        case .key, .paste, .resized, .resumed, .endOfInput: false
        }
    }

    private mutating func handleMessage(_ input: InputEvent) -> Bool {
        switch input {
        case .key: message = nil
        case .paste: break
        case .mouse(let mouse): if mouse.kind == .click { message = nil }
        case .resized, .resumed, .endOfInput: return false
        }
        return true
    }

    /// While the launch runs, the times in the details keep changing.
    func nextFrame(after now: Instant) -> Instant? { details.nextFrame(after: now) }

    mutating func draw(
        in canvas: inout Canvas, machine: LaunchMachine, notes: [LaunchNote], context: ScreenContext
    ) {
        let language = context.language
        if let message {
            AlertDialog(
                title: language[.diagnosis], message: message,
                buttons: ButtonRow([Button(key: "", label: language[.ok])])
            ).render(into: &canvas, in: canvas.bounds, at: context.now)
        } else if keys != nil {
            keys?.drawKeys(language.launchKeyHelp, in: &canvas, language: language)
        } else if details.isOpen {
            let page = LaunchDetails(machine: machine, notes: notes, language: language).page(at: context.now)
            details.draw(page, isRunning: machine.isLoading, in: &canvas, at: context.now)
        }
    }
}
