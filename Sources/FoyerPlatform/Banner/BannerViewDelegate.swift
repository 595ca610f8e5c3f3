import FoyerCore

/// What a banner tells its host.
///
/// Every call comes on the thread that owns the terminal, one at a time, from the banner's `load`, `perform`, `setFocus`
/// and `handle`, never while it is drawn. All have an answer that does nothing.
public protocol BannerViewDelegate: AnyObject {
    /// Data has arrived: from the platform, or from the disk since the platform failed. `.shown`: the platform failed,
    /// and what was shown before stays.
    func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource)

    /// Nothing could be shown.
    func banner(_ banner: TouchBanner, didFail failure: BannerFailure)

    /// A page was chosen by key or click.
    ///
    /// - Parameters:
    ///   - index: the item's, from 0.
    ///   - openURL: as the platform wrote it; text from outside.
    /// - Returns: whether the host took care; if not, the view opens the link itself and tells `didOpen`.
    func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool

    /// A page has come to rest on screen; once for each time that it does.
    func banner(_ banner: TouchBanner, didShow index: Int)

    /// The error image was chosen; most hosts load again.
    func bannerErrorImageClicked(_ banner: TouchBanner)

    /// The banner takes no room any more, or takes it again: lay out anew.
    func banner(_ banner: TouchBanner, didHide isHidden: Bool)

    /// What became of a link that the host did not take care of. `.routed`: a link of the host's own scheme; go there.
    /// `.opened`: show the address, in case no browser comes up.
    func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome)
}

extension BannerViewDelegate {
    public func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) {}
    public func banner(_ banner: TouchBanner, didFail failure: BannerFailure) {}
    public func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool { false }
    public func banner(_ banner: TouchBanner, didShow index: Int) {}
    public func bannerErrorImageClicked(_ banner: TouchBanner) {}
    public func banner(_ banner: TouchBanner, didHide isHidden: Bool) {}
    public func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) {}
}
