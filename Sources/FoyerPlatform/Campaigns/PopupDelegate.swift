import FoyerCore

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

    /// No card will be shown; the user is not told.
    func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence)
}

extension PopupDelegate {
    /// Always.
    public func popupMayCome(_ popup: TouchPopup) -> Bool { true }
    /// Does nothing.
    public func popupDidShow(_ popup: TouchPopup) {}
    /// Leaves the link to the pop-up.
    public func popup(_ popup: TouchPopup, didSelect button: Int, openURL: String) -> Bool { false }
    /// Does nothing.
    public func popup(_ popup: TouchPopup, didOpen outcome: LinkOutcome) {}
    /// Does nothing.
    public func popupDidClose(_ popup: TouchPopup) {}
    /// Does nothing.
    public func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence) {}
}
