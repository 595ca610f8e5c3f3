import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// A page that a link has led to, whether it knows its link itself or not.
///
/// A mini program is known by the page that it shows: adding it to the desktop adds that page, and a link to that page
/// puts nothing on top.
final class PageOfHost: HostPage, ScreenWrapper {
    let child: ScreenChild
    private let ownRoute: HostRoute
    private let router: HostRouter

    init(_ screen: any Screen, route: HostRoute, router: HostRouter) {
        child = ScreenChild(screen)
        ownRoute = route
        self.router = router
    }

    /// The mini program on screen.
    private var program: MiniProgramScreen? { wrapped.unwrapped(LaunchScene.self)?.shownRoot as? MiniProgramScreen }
    private var page: (any HostPage)? { wrapped.unwrapped((any HostPage).self) }

    var route: HostRoute? { page?.route ?? programRoute ?? ownRoute }

    var shortcutRoute: HostRoute? { page?.shortcutRoute ?? route }

    private var programRoute: HostRoute? {
        guard let program, let link = programLink, !program.shows(link.page) else { return nil }
        let shown = program.shownPage == program.startPage ? nil : program.shownPage
        guard
            let text = try? MiniProgramLink(appID: link.appID, version: link.version, page: shown)
                .link(scheme: router.scheme).text
        else { return nil }
        return try? router.route(text)
    }

    private var programLink: MiniProgramLink? { try? MiniProgramLink(ownRoute) }

    func shows(_ route: HostRoute) -> Bool {
        if let page { return page.shows(route) }
        guard let program, let own = programLink, let link = try? MiniProgramLink(route) else {
            return self.route?.text == route.text
        }
        // A query is the page's own to understand; here none does.
        return link.appID == own.appID && link.version == own.version && program.shows(link.page)
    }

    /// A screen that does not say that it is a page of the host's has its letters for itself; a mini program has not.
    var usesLetters: Bool { page?.usesLetters ?? program?.usesLetters ?? true }
    var isUnseen: Bool { wrapped.isUnseen }
    /// Whether `d` shows how the mini program's launch went, and not how the host's start did.
    var hasOwnDetails: Bool { program != nil }
}
