import FoyerCore

// Performing the effects of a load, and handling its results.
extension TouchBanner {
    func take(_ event: BannerLoadEvent) {
        let effects = banner.handle(event)
        guard let context else { return }
        let post = inbox.poster(context)
        access.perform(effects) { post(.load($0)) }
        pictures.isStale = true
        keepPictures()
        for effect in effects { follow(effect) }
    }

    /// Performs the effects of a load that concern the host.
    private func follow(_ effect: BannerLoadEffect) {
        switch effect {
        case .showItems(let items):
            drawn = (nil, nil)
            send(.itemsChanged(items.map { CarouselItem($0) }))
        case .hiddenChanged(let isHidden): delegate?.banner(self, didHide: isHidden)
        case .reportLoaded(_, let from):
            if from != .shown { source = from }
            failure = nil
            delegate?.bannerDidLoad(self, from: from)
        case .reportFailed(_, let why):
            failure = why
            delegate?.banner(self, didFail: why)
        case .reportErrorImageClicked: delegate?.bannerErrorImageClicked(self)
        case .fetch, .readCache, .writeCache, .dropCache, .fetchPicture: break
        }
    }

    /// Applies a change of language or motion since the first load; pictures follow with the next frame.
    public func follow(_ context: ScreenContext) {
        self.context = context
        view.stopKey = context.language[.spaceKey]
        let isReduced = context.theme.reducesMotion
        guard banner.lastLoad > 0, isReduced != followsReducedMotion else { return }
        followsReducedMotion = isReduced
        send(isReduced ? .pauseBegan(.reducedMotion) : .pauseEnded(.reducedMotion))
    }
}
