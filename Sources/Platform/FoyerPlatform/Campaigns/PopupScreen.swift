import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// One pop-up over an empty page. The page leaves with the card, or with the program that the card leads to.
final class PopupScreen: Screen {
    private let show: CampaignShow
    private let service: BannerService
    private let popup: TouchPopup
    private let ended: @Sendable (CampaignShow.PopupOutcome) -> Void
    var elements: [any ScreenElement] { [popup] }
    private var outcome = CampaignShow.PopupOutcome.left
    /// Whether a program comes, after which the page leaves.
    private var isFollowed = false
    private(set) var remainingWork: Task<Void, Never>?

    init(
        _ show: CampaignShow, _ service: BannerService, _ campaign: CampaignSession,
        ended: @escaping @Sendable (CampaignShow.PopupOutcome) -> Void
    ) {
        (self.show, self.service, self.ended) = (show, service, ended)
        popup = TouchPopup(PopupSession(campaign: campaign))
        // The page beneath asks nothing.
        popup.comesBetween = false
    }

    func disappear() {
        ended(outcome)
        remainingWork = Task { [service] in await service.close() }
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        // From the program that the card has led to.
        case .uncovered, .input(.key(.character("q"))), .input(.key(.escape)): .leave
        default: isTooLate && !popup.isFetchingPicture ? .leave : .stay
        }
    }

    /// Whether there is no card to wait for any more, while its picture may still be on its way.
    private var isTooLate: Bool { outcome == .absent(.late) }

    func spoken(_ context: ScreenContext) -> Spoken? {
        .waiting(context.language[isTooLate ? .popupPictureLate : .popupWaits], in: context.language)
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let (body, footer) = PageLayout.split(context.size)
        if popup.isAwaited || isTooLate, PopupConditions(size: context.size).hasRoom {
            canvas.paragraph(
                context.language[isTooLate ? .popupPictureLate : .popupWaits],
                in: body.centered(CellSize(columns: body.columns, rows: 2)), alignment: .center, style: .quiet)
        }
        Footer(keys: [KeyHint("q", context.language[.quit])]).render(into: &canvas, in: footer)
        popup.draw(in: &canvas, context: context)
    }
}

extension PopupScreen: PopupDelegate {
    func popup(_ popup: TouchPopup, didSelect button: Int, openURL: String) -> Bool {
        outcome = .selected(button, openURL: openURL, .nothing)
        guard let context = popup.context, let screen = show.makeScreen(leadingTo: openURL, theme: context.theme) else {
            return false
        }
        context.request(.push(screen))
        isFollowed = true
        outcome = .selected(button, openURL: openURL, .opened(openURL))
        return true
    }

    func popup(_ popup: TouchPopup, didOpen link: LinkOutcome) {
        if case .selected(let button, let openURL, _) = outcome {
            outcome = .selected(button, openURL: openURL, link)
        }
    }

    func popupDidClose(_ popup: TouchPopup) {
        if outcome == .left { outcome = .closed }
        if !isFollowed { popup.context?.request(.leave) }
    }

    func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence) {
        outcome = .absent(why)
        // A slow picture is fetched to its end, for the next start.
        if why != .late || !popup.isFetchingPicture { popup.context?.request(.leave) }
    }
}
