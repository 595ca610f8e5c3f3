import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

package final class BannerScreen: Screen {
    private let show: CampaignShow
    private let service: BannerService
    /// Receives how the last load that has ended did so; not called if none has.
    private let ended: @Sendable (BannerLoad.Status, BannerFailure?, _ fallback: Phrase?) -> Void
    package let banner: TouchBanner
    private let notice = NoticeLine()
    private let keySheet = KeySheet()
    package var elements: [any ScreenElement] { [keySheet, notice, banner] }
    package var links: [FrameLink] { notice.links }
    package private(set) var remainingWork: Task<Void, Never>?

    init(
        _ show: CampaignShow, _ look: CampaignShow.BannerLook, _ service: BannerService, _ campaign: CampaignSession,
        ended: @escaping @Sendable (BannerLoad.Status, BannerFailure?, _ fallback: Phrase?) -> Void
    ) {
        (self.show, self.service, self.ended) = (show, service, ended)
        banner = TouchBanner(
            BannerSession(campaign: campaign), style: look.style, placeholder: look.placeholder,
            errorImage: look.errorImage, impressionPolicy: look.impressionPolicy)
        banner.takesKeysUnfocused = true
    }

    package func disappear() {
        // A reload under way does not change that there was something to see.
        if banner.hasLoaded { ended(banner.status, banner.failure, banner.fallback) }
        remainingWork = Task { [service] in await service.close() }
    }

    // MARK: - Events

    package func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event.key {
        case .character("q"), .escape: return .leave
        case .character("r"): banner.load(self, context)
        case .character("?"): keySheet.open()
        case .tab, .backTab: banner.setFocus(!banner.isFocused, context)
        // Even without the focus: these keys can mean nothing else.
        case .left: banner.perform(.previous, context)
        case .right: banner.perform(.next, context)
        case .enter: banner.perform(.choose, context)
        default: break
        }
        return .stay
    }

    // MARK: - In lines

    package func spoken(_ context: ScreenContext) -> Spoken? {
        let language = context.language
        var spoken = banner.spoken(language)
        if banner.isHidden { spoken = Spoken(language[.bannerGone]) }
        if banner.status == .blank, let failure = banner.failure, !banner.isHidden {
            spoken.text = [language.plainFailed(failure)]
        }
        spoken.isAsking = banner.hasLoaded && !banner.isLoading
        guard spoken.isAsking else { return Spoken.waiting(language[.bannerLoading], in: language) }
        spoken.news = notice.news
        spoken.answers += [
            SpokenAnswer(language[.reload], press: .character("r")).unnumbered,
            SpokenAnswer.close(language).unnumbered,
        ]
        return spoken
    }

    // MARK: - Drawing

    package func draw(in canvas: inout Canvas, context: ScreenContext) {
        let language = context.language
        let (body, footer) = PageLayout.split(context.size)
        let room = body.inset(columns: PageLayout.margin(columns: context.size.columns))
        let (header, rest) = room.splitTop(body.rows >= 12 ? 3 : 0)
        canvas.fill(.ground)
        let name = banner.data.map { SafeText($0.name) } ?? ""
        let key = SafeText(banner.bannerKey ?? "")
        canvas.text(name.isEmpty ? key : name, in: header.line(1), alignment: .leading, style: .accent)
        if !name.isEmpty, Canvas.columns(of: name) + Canvas.columns(of: key) + 3 < header.columns {
            canvas.text(key, in: header.line(1), alignment: .trailing, style: .quiet)
        }
        banner.draw(in: &canvas, rect: place(in: rest), context: context)
        if banner.isHidden {
            canvas.paragraph(
                language[.bannerGone], in: rest.centered(CellSize(columns: rest.columns, rows: 2)), alignment: .center,
                style: .quiet)
        }
        if banner.status == .blank, !banner.isLoading, !banner.keepsSign, let failure = banner.failure {
            let words = language.plainFailed(failure)
            let rows = min(rest.rows, Canvas.rows(of: words, columns: rest.columns))
            canvas.paragraph(
                words, in: rest.centered(CellSize(columns: rest.columns, rows: rows)), alignment: .center, style: .quiet
            )
        }
        self.footer(language).render(into: &canvas, in: footer)
        notice.draw(in: &canvas)
        keySheet.draw(in: &canvas, language: language)
    }

    /// As wide as the page, vertically centred.
    private func place(in room: Rect) -> Rect {
        let rows = banner.rows(columns: room.columns, atMost: room.rows)
        return rows == 0 ? room.splitTop(0).top : room.centered(CellSize(columns: room.columns, rows: rows))
    }

    private func footer(_ language: Language) -> Footer {
        var keys: [KeyHint] = []
        if banner.hasPages { keys.append(KeyHint([.left, .right], language[.page])) }
        if banner.leadsSomewhere { keys.append(KeyHint(.enter, language[.open])) }
        keys += [KeyHint("r", language[.reload]), KeyHint("?", language[.keys]), KeyHint("q", language[.quit])]
        return Footer(keys: keys, note: SafeText(show.server.origin))
    }
}

extension BannerScreen: BannerViewDelegate {
    package func banner(_ banner: TouchBanner, didFail failure: BannerFailure) {
        if let language = banner.context?.language, !banner.isHidden, !banner.showsErrorImage {
            notice.content = BannerNotice(language[.bannerMissing], .bad)
        }
    }

    package func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool {
        guard let context = banner.context, let screen = show.makeScreen(leadingTo: openURL, theme: context.theme)
        else { return false }
        context.request(.push(screen))
        return true
    }

    package func bannerErrorImageClicked(_ banner: TouchBanner) {
        if let context = banner.context { banner.load(self, context) }
    }

    package func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) {
        if let language = banner.context?.language { notice.content = BannerNotice(outcome, language) }
    }
}
