import FoyerCore

/// A banner's reports to its host.
///
/// Calls come one at a time, on the thread that owns the terminal, from the banner's `load`, `perform`, `setFocus` and
/// `handle`, never while it is drawn. All have a default that does nothing.
public protocol BannerViewDelegate: AnyObject {
    /// Data has arrived: from the platform, or from the disk because the platform failed. `.shown` means that the
    /// platform failed and the banner keeps what it showed before.
    func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource)

    /// Nothing could be shown.
    func banner(_ banner: TouchBanner, didFail failure: BannerFailure)

    /// A page was chosen by key or click.
    ///
    /// - Parameters:
    ///   - index: the item's index, from 0.
    ///   - openURL: the link as the platform wrote it; untrusted text.
    /// - Returns: whether the host handled the link; if not, the banner opens it and calls `didOpen`.
    func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool

    /// A page has come to rest on screen; called each time it does.
    func banner(_ banner: TouchBanner, didShow index: Int)

    /// The error image was chosen; most hosts load again.
    func bannerErrorImageClicked(_ banner: TouchBanner)

    /// The banner no longer takes room, or takes it again; lay the screen out anew.
    func banner(_ banner: TouchBanner, didHide isHidden: Bool)

    /// What happened to a link that the host did not handle. `.routed`: it has the host's own scheme; go there.
    /// `.opened`: show the address, in case no browser opens.
    func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome)
}

extension BannerViewDelegate {
    /// Does nothing.
    public func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) {}
    /// Does nothing.
    public func banner(_ banner: TouchBanner, didFail failure: BannerFailure) {}
    /// Leaves the link to the banner.
    public func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool { false }
    /// Does nothing.
    public func banner(_ banner: TouchBanner, didShow index: Int) {}
    /// Does nothing.
    public func bannerErrorImageClicked(_ banner: TouchBanner) {}
    /// Does nothing.
    public func banner(_ banner: TouchBanner, didHide isHidden: Bool) {}
    /// Does nothing.
    public func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) {}
}
