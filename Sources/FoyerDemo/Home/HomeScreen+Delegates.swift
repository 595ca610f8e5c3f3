import Foyer
import FoyerPlatform

// MARK: - The banner
extension HomeScreen: BannerViewDelegate {
    public func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) {
        layOut()
    }

    public func banner(_ banner: TouchBanner, didFail failure: BannerFailure) {
        layOut()
        if let context, !banner.isHidden, !banner.showsErrorImage {
            notice = BannerNotice(context.language[.bannerMissing], .bad)
        }
    }

    public func banner(_ banner: TouchBanner, didHide isHidden: Bool) {
        layOut()
    }

    public func bannerErrorImageClicked(_ banner: TouchBanner) {
        if let context { banner.load(listener, context) }
    }

    /// Links of the host's own scheme are handled like any other; the host itself reports what it refuses.
    public func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) {
        follow(outcome)
    }

    private func follow(_ outcome: LinkOutcome) {
        if case .routed(let link) = outcome, open(link: link) || actions != nil { return }
        if let context { notice = BannerNotice(outcome, context.language) }
    }
}

// MARK: - The card
extension HomeScreen: PopupDelegate {
    public func popupMayCome(_ popup: TouchPopup) -> Bool {
        popup === self.popup && isLoaded && !keySheet.isOpen && isAtRest()
    }

    public func popupDidShow(_ popup: TouchPopup) {
        if let context { _ = banner.handle(.covered, context: context) }
    }

    public func popupDidClose(_ popup: TouchPopup) {
        if let context { _ = banner.handle(.uncovered, context: context) }
    }

    public func popup(_ popup: TouchPopup, didOpen outcome: LinkOutcome) {
        follow(outcome)
    }
}
