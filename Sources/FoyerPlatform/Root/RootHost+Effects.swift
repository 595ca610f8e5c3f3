import Foyer
import FoyerCore
import FoyerTUI

/// What the machine is told, and what it wants done.
extension RootHost {
    func send(_ event: RootEvent, _ context: ScreenContext) {
        for effect in machine.handle(event, at: context.now) { perform(effect, context) }
    }

    private func perform(_ effect: RootEffect, _ context: ScreenContext) {
        switch effect {
        case .showSplash: splashNumber = stack?.push(splash, at: context.now) ?? 0
        case .config(let effect): perform(effect, context)
        case .replaceRoot(let decision):
            record.decided(at: context.now)
            fade = RootFade(from: splash, context)
            rootNumber = stack?.replaceTop(with: parts.makeRoot(decision), at: context.now)
        case .push(let place, let action) where rootTakes(place, context): settle(action)
        case .push(let place, let action):
            push(screen(for: place, action: action, context), as: place, context, isTold: true)
            settle(action)
        case .alreadyShown(let action):
            settle(action)
        case .refuse(let refusal, let action):
            settle(action)
            show(context.language[refusal], .bad, context)
        case .replaceTop(let place):
            if let top = stack?.numbers.last { places[top] = nil }
            if rootTakes(place, context) { return }
            let screen = screen(for: place, action: nil, context)
            if let number = stack?.replaceTop(with: screen, at: context.now) { places[number] = place }
        case .removeTop:
            if let top = stack?.numbers.last { places[top] = nil }
            stack?.pop(at: context.now)
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

    /// Whether the place is a page of the root's own: then what lies above the root goes.
    private func rootTakes(_ place: Place, _ context: ScreenContext) -> Bool {
        guard case .page(let route) = place, let root = stack?.bottom as? any HostRoot, root.show(route) else {
            return false
        }
        send(.placeClosed(place), context)
        while let count = stack?.numbers.count, count > 1 { stack?.pop(at: context.now) }
        followPlaces(context)
        return true
    }

    /// The user may have gone on within the page on top: before a link is judged, the machine is told what it shows.
    func tellShown(before route: Route, _ context: ScreenContext) {
        guard let number = stack?.numbers.last, case .page(let known)? = places[number],
            let page = stack?.top as? any HostPage, let shown = page.shows(route) ? route : page.route,
            shown.text != known.text
        else { return }
        places[number] = .page(shown)
        send(.pageShows(shown), context)
    }

    private func settle(_ action: Int) {
        origins[action] = nil
        actions.settle(action)
    }

    /// - Parameter isTold: whether the machine knows already.
    func push(_ screen: any Screen, as place: Place, _ context: ScreenContext, isTold: Bool = false) {
        guard let number = stack?.push(screen, at: context.now) else { return }
        places[number] = place
        if !isTold { send(.placeOpened(place), context) }
    }

    private func screen(for place: Place, action: Int?, _ context: ScreenContext) -> any Screen {
        switch place {
        case .page(let route): return PageOfHost(parts.makePage(route, context), route: route, router: actions.router)
        case .entrance(let route):
            var sender: String?
            if let action, case .outside(let name) = origins[action] { sender = name }
            return EntranceScreen(route: route, sender: sender, facts: facts(about: route), wishes: wishes)
        case .other: return EmptyScreen()
        }
    }

    /// What the host knows of a page, now and later.
    func facts(about route: Route) -> PageFacts {
        let later = PageFacts.Later()
        return PageFacts(parts.describe(route) { later.tell($0) }, later: later)
    }

    /// Tells the machine what the screens have become since the last event.
    func settle(_ context: ScreenContext) {
        if wishes.entersPage {
            wishes.entersPage = false
            send(.entranceConfirmed, context)
        }
        followPlaces(context)
        tellPresented(context)
        let shown = (stack?.bottom as? any HostPage)?.route
        if rootNumber != nil, shown?.text != machine.stack.rootRoute?.text { send(.rootShows(shown), context) }
    }

    /// Screens come and go by themselves: one pushes another, the user leaves one.
    private func followPlaces(_ context: ScreenContext) {
        guard let numbers = stack?.numbers else { return }
        for (number, place) in places.sorted(by: { $0.key > $1.key }) where !numbers.contains(number) {
            places[number] = nil
            send(.placeClosed(place), context)
        }
        let base = rootNumber ?? splashNumber
        for number in numbers where number != base && number > base && places[number] == nil {
            let place = Place.other("screen \(number)")
            places[number] = place
            send(.placeOpened(place), context)
        }
        if base > 0, numbers.isEmpty { isLeaving = true }
    }

    /// A frame of splash or root has been handed to the terminal.
    private func tellPresented(_ context: ScreenContext) {
        guard let presented = stack?.lastPresented else { return }
        if splashNumber > 0, presented >= splashNumber, case .starting = machine.phase {
            record.begin(.splash, at: context.now)
            send(.splashPresented(at: config.wallTime()), context)
        }
        if let rootNumber, presented >= rootNumber, case .replacing = machine.phase {
            record.end(.root, at: context.now)
            send(.rootPresented, context)
        }
    }
}
