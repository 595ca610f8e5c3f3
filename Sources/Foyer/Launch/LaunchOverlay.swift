import FoyerCore
import FoyerTUI

/// The pages that the engine shows over any splash view: the details, and the list of keys.
struct LaunchOverlay {
    enum Kind { case details, keys }

    private var kind: Kind?
    private var openedAt = Instant.zero
    private var scroll = SheetScroll()

    var isOpen: Bool { kind != nil }
    var isDetails: Bool { kind == .details }

    mutating func open(_ kind: Kind, at now: Instant) {
        self.kind = kind
        openedAt = now
        scroll = SheetScroll()
    }

    /// Returns whether the overlay used the input. While it is open it takes all keys and clicks, so that nothing
    /// beneath it reacts; only reload and the list of keys stay with the launch.
    mutating func handle(_ input: InputEvent, size: CellSize) -> Bool {
        guard let kind else { return false }
        switch input {
        case .key(.escape), .key(.character("q")): self.kind = nil
        case .key(.character("d")) where kind == .details: self.kind = nil
        case .key(.character("?")) where kind == .keys: self.kind = nil
        case .mouse(let mouse) where mouse.kind == .click && isOutside(mouse, of: kind, in: size): self.kind = nil
        case .key(.character("r")) where kind == .details, .key(.character("?")): return false
        case .key, .mouse, .paste: scroll.handle(input, size: size)
        case .resized, .resumed, .endOfInput: return false
        }
        return true
    }

    /// A click anywhere closes the list of keys; a click outside its sheet closes the details.
    private func isOutside(_ mouse: MouseEvent, of kind: Kind, in size: CellSize) -> Bool {
        kind == .keys || !DetailsPage.sheet(in: size).contains(column: mouse.column, row: mouse.row)
    }

    /// While the launch runs, the times in the details keep changing.
    func nextFrame(after now: Instant, isLoading: Bool, theme: Theme) -> Instant? {
        guard kind == .details else { return nil }
        let sliding = DetailsPage(steps: [], elapsed: .zero, openedAt: openedAt).nextChange(after: now, theme: theme)
        return sliding ?? (isLoading ? now + .milliseconds(100) : nil)
    }

    mutating func draw(
        in canvas: inout Canvas, machine: LaunchMachine, notes: [LaunchNote], context: ScreenContext
    ) {
        let language = context.language
        switch kind {
        case nil: return
        case .keys:
            let keys = language.launchKeyHelp.map { KeyHint($0.keys, $0.does) }
            scroll.drawKeys(keys, in: &canvas, language: language)
        case .details:
            var page = LaunchDetails(machine: machine, notes: notes, language: language).page(at: context.now)
            page.openedAt = openedAt
            page.offset = scroll.offset(atMost: page.maximumOffset(in: context.size))
            page.render(into: &canvas, at: context.now)
        }
    }
}
