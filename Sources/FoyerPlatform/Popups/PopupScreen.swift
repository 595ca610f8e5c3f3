import Foyer
import FoyerCore
import FoyerSystem
import FoyerTUI

/// One pop-up over an empty page; the page leaves with it.
final class PopupScreen: Screen {
    private let service: BannerService
    private let popup: TouchPopup
    private let ended: @Sendable (PopupShow.Outcome) -> Void
    private var command = ScreenCommand.stay
    private var outcome = PopupShow.Outcome.closed
    private(set) var remainingWork: Task<Void, Never>?

    init(_ service: BannerService, _ session: PopupSession, ended: @escaping @Sendable (PopupShow.Outcome) -> Void) {
        self.service = service
        self.ended = ended
        popup = TouchPopup(session)
    }

    func appear(_ context: ScreenContext) { popup.ask(self, context) }

    func disappear() {
        ended(outcome)
        let (closing, service) = (popup.close(), service)
        remainingWork = Task {
            await closing.value
            await service.close()
        }
    }

    func nextFrame(after now: Instant) -> Instant? { popup.nextFrame(after: now) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        command = .stay
        if !popup.handle(event, context: context), [.character("q"), .escape].contains(event.key) { command = .leave }
        return command
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let (body, footer) = PageLayout.split(context.size)
        if popup.isAwaited, PopupSurroundings(size: context.size).hasRoom {
            canvas.text(
                context.language[.popupWaits], in: body.line(body.rows / 2), alignment: .center, style: .quiet)
        }
        Footer(keys: [KeyHint("q", context.language[.quit])]).render(into: &canvas, in: footer)
        popup.draw(in: &canvas, context: context)
    }
}

extension PopupScreen: PopupDelegate {
    func popup(_ popup: TouchPopup, didSelect button: Int, openURL: String) -> Bool {
        outcome = .selected(button, openURL: openURL)
        return false
    }

    func popupDidClose(_ popup: TouchPopup) { command = .leave }

    func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence) {
        outcome = .absent(why)
        command = .leave
    }
}
