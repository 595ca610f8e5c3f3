import FoyerCore
import FoyerPlatformCore

/// Something that happened to a banner or a card on screen. The host's delegates, the campaign's owner, recordings and
/// traces all read it.
package struct CampaignMoment: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// It was asked for, for the first time.
        case began
        case loaded(from: BannerSource)
        case failed(BannerFailure)
        /// The banner's page of that index, or the card.
        case shown(index: Int?)
        /// The banner's page or the card's button of that index.
        case selected(index: Int, openURL: String)
        case errorImageClicked
        /// The banner no longer takes room, or takes it again.
        case hidden(Bool)
        /// The outcome of a link that the host did not handle.
        case opened(LinkOutcome)
        /// The card has closed, or did not come.
        case closed
        case absent(PopupAbsence)
    }

    /// When it happened, on the loop's clock.
    package let instant: Instant
    package let kind: Kind
    /// It happened to a card; otherwise to a banner.
    package let isOfPopup: Bool
}

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
    /// Calls the moment's callback.
    ///
    /// - Returns: whether the host has handled a chosen link.
    func receive(_ moment: CampaignMoment.Kind, of banner: TouchBanner) -> Bool {
        switch moment {
        case .loaded(let source): bannerDidLoad(banner, from: source)
        case .failed(let failure): self.banner(banner, didFail: failure)
        case .shown(let index): if let index { self.banner(banner, didShow: index) }
        case .selected(let index, let openURL): return self.banner(banner, didSelect: index, openURL: openURL)
        case .errorImageClicked: bannerErrorImageClicked(banner)
        case .hidden(let isHidden): self.banner(banner, didHide: isHidden)
        case .opened(let outcome): self.banner(banner, didOpen: outcome)
        case .began, .closed, .absent: break
        }
        return false
    }

    /// Ignored.
    public func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) {}
    /// Ignored.
    public func banner(_ banner: TouchBanner, didFail failure: BannerFailure) {}
    /// Leaves the link to the banner.
    public func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool { false }
    /// Ignored.
    public func banner(_ banner: TouchBanner, didShow index: Int) {}
    /// Ignored.
    public func bannerErrorImageClicked(_ banner: TouchBanner) {}
    /// Ignored.
    public func banner(_ banner: TouchBanner, didHide isHidden: Bool) {}
    /// Ignored.
    public func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) {}
}

/// Answers a pop-up's questions to its host, and hears what becomes of it.
///
/// Every method is called on the thread that owns the terminal, from the pop-up's `ask` and `handle`, never while it is
/// drawn. Each has a default.
public protocol PopupDelegate: AnyObject {
    /// Whether the host's screen is at rest: nothing loads on it, no error or guide page is shown, and no action is
    /// pending. Also called from `nextFrame` while a card waits.
    func popupMayCome(_ popup: TouchPopup) -> Bool

    /// The card is on the screen.
    func popupDidShow(_ popup: TouchPopup)

    /// The user has chosen a button by key or click; the card closes.
    ///
    /// - Parameters:
    ///   - button: its index, from 0.
    ///   - openURL: its link as the platform wrote it; text from outside.
    /// - Returns: whether the host has handled it; if not, the pop-up opens the link itself and calls `didOpen`.
    func popup(_ popup: TouchPopup, didSelect button: Int, openURL: String) -> Bool

    /// The pop-up has opened a link that the host did not handle. `.routed` is a link of the host's own scheme: go
    /// there.
    func popup(_ popup: TouchPopup, didOpen outcome: LinkOutcome)

    /// The card has closed.
    func popupDidClose(_ popup: TouchPopup)

    /// No card will be shown. The user is not told; tell a user who has asked for it: `why.cause` is the reason.
    func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence)
}

extension PopupDelegate {
    /// Calls the moment's callback.
    ///
    /// - Returns: whether the host has handled a chosen link.
    func receive(_ moment: CampaignMoment.Kind, of popup: TouchPopup) -> Bool {
        switch moment {
        case .shown: popupDidShow(popup)
        case .selected(let index, let openURL): return self.popup(popup, didSelect: index, openURL: openURL)
        case .opened(let outcome): self.popup(popup, didOpen: outcome)
        case .closed: popupDidClose(popup)
        case .absent(let why): self.popup(popup, didNotCome: why)
        case .began, .loaded, .failed, .errorImageClicked, .hidden: break
        }
        return false
    }

    /// Always.
    public func popupMayCome(_ popup: TouchPopup) -> Bool { true }
    /// Ignored.
    public func popupDidShow(_ popup: TouchPopup) {}
    /// Leaves the link to the pop-up.
    public func popup(_ popup: TouchPopup, didSelect button: Int, openURL: String) -> Bool { false }
    /// Ignored.
    public func popup(_ popup: TouchPopup, didOpen outcome: LinkOutcome) {}
    /// Ignored.
    public func popupDidClose(_ popup: TouchPopup) {}
    /// Ignored.
    public func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence) {}
}
