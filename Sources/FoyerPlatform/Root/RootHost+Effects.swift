import Foyer
import FoyerCore
import FoyerTUI

/// Sends events to the machine, and performs its effects.
extension RootHost {
    func send(_ event: RootEvent, _ context: ScreenContext) {
        var route: Route?
        if case .actionArrived(let action) = event { route = action.route }
        for effect in machine.handle(event, on: places(leadingTo: route), at: context.now) { perform(effect, context) }
    }

    /// The places above splash or root on the stack.
    ///
    /// - Parameter route: where a link leads. The user may have moved on within the page on top, so that page itself
    ///   says whether it shows the route now.
    func places(leadingTo route: Route? = nil) -> PlaceStack {
        var (number, root): (Int, (any HostPage)?) = (0, nil)
        switch base {
        case .none: break
        case .splash(let splash): number = splash
        case .root(let shown):
            number = shown
            if stack.numbers.first == shown { root = stack.bottom as? any HostPage }
        }
        var places = stack.places(above: number)
        if case .page(let known)? = places.last, let page = stack.top as? any HostPage {
            let shown = route.flatMap { page.shows($0) ? $0 : nil } ?? page.route ?? known
            places[places.count - 1] = .page(shown)
        }
        return PlaceStack(places, rootRoute: root?.route)
    }

    private func perform(_ effect: RootEffect, _ context: ScreenContext) {
        switch effect {
        case .showSplash: base = .splash(stack.push(splash, at: context.now))
        case .config(let effect): perform(effect, context)
        case .replaceRoot(let decision):
            parts.whenConfigured?(machine.config.snapshot)
            record.decided(at: context.now)
            fade = RootFade(from: splash, context)
            base = .root(stack.replaceTop(with: parts.makeRoot(decision), at: context.now))
        case .push(let place, let action):
            if !rootTakes(place, context) { push(screen(for: place, action: action, context), as: place, context) }
            settle(action)
        case .alreadyShown(let action):
            settle(action)
        case .refuse(let refusal, let action):
            settle(action)
            show(context.language[refusal], .bad, context)
        case .replaceTop(let place):
            if rootTakes(place, context) { return }
            stack.replaceTop(with: screen(for: place, action: nil, context), as: place, at: context.now)
        case .removeTop: stack.pop(at: context.now)
        }
    }

    private func perform(_ effect: RemoteConfigEffect, _ context: ScreenContext) {
        let post = inbox.poster(context)
        config.perform(effect) { post(.config($0)) }
        switch effect {
        case .fetch: record.begin(.config, at: context.now)
        case .reportFetched(let fetch): record.fetched(fetch, at: context.now)
        case .cancelFetch, .store: break
        }
    }

    /// Whether the place is a page of the root's own; then everything above the root is removed.
    private func rootTakes(_ place: Place, _ context: ScreenContext) -> Bool {
        guard case .page(let route) = place, let root = stack.bottom as? any HostRoot, root.show(route) else {
            return false
        }
        while stack.numbers.count > 1 { stack.pop(at: context.now) }
        return true
    }

    private func settle(_ action: Int) {
        origins[action] = nil
        actions.settle(action)
    }

    func push(_ screen: any Screen, as place: Place, _ context: ScreenContext) {
        stack.push(screen, as: place, at: context.now)
    }

    private func screen(for place: Place, action: Int?, _ context: ScreenContext) -> any Screen {
        switch place {
        case .page(let route): return PageOfHost(parts.makePage(route, context), route: route, router: actions.router)
        case .entrance(let route):
            var sender: String?
            if let action, case .outside(let name) = origins[action] { sender = name }
            return EntranceScreen(route: route, sender: sender, facts: facts(about: route))
        case .other: return BlankScreen.untilPress
        }
    }

    /// What the host knows about a page, now and later.
    func facts(about route: Route) -> PageFacts {
        let later = PageFacts.Later()
        return PageFacts(parts.describe(route) { later.tell($0) }, later: later)
    }

    /// Reports to the machine how the screens have changed since the last event.
    func settle(_ context: ScreenContext) {
        if (stack.top as? EntranceScreen)?.isConfirmed == true { send(.entranceConfirmed, context) }
        if base != .none, stack.isEmpty { isLeaving = true }
        let presented = stack.lastPresented
        switch base {
        case .none: break
        case .splash(let number):
            if presented >= number, case .starting = machine.phase {
                record.begin(.splash, at: context.now)
                send(.splashPresented(at: config.wallTime()), context)
            }
        case .root(let number):
            if presented >= number, case .replacing = machine.phase {
                record.end(.root, at: context.now)
                send(.rootPresented, context)
            }
        }
    }
}
