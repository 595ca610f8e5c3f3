import FoyerCore

/// What a pop-up asks and tells its host.
///
/// Every call comes on the thread that owns the terminal, from the pop-up's `ask` and `handle`, never while it is drawn.
/// All have an answer that does nothing.
public protocol PopupDelegate: AnyObject {
    /// Whether the host's screen is at rest: nothing loads on it, no error or guide page is shown, and no action is pending.
    func popupMayCome(_ popup: TouchPopup) -> Bool

    /// The card is on the screen.
    func popupDidShow(_ popup: TouchPopup)

    /// A button was chosen by key or click; the card goes.
    ///
    /// - Parameters:
    ///   - button: its index, from 0.
    ///   - openURL: as the platform wrote it; text from outside.
    /// - Returns: whether the host took care; if not, the pop-up opens the link itself and tells `didOpen`.
    func popup(_ popup: TouchPopup, didSelect button: Int, openURL: String) -> Bool

    /// What became of a link that the host did not take care of. `.routed`: a link of the host's own scheme; go there.
    func popup(_ popup: TouchPopup, didOpen outcome: LinkOutcome)

    /// The card has gone.
    func popupDidClose(_ popup: TouchPopup)

    /// No card comes; users are told nothing of that.
    func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence)
}

extension PopupDelegate {
    /// Does nothing, or answers yes.
    public func popupMayCome(_ popup: TouchPopup) -> Bool { true }
    /// Does nothing, or answers yes.
    public func popupDidShow(_ popup: TouchPopup) {}
    /// Does nothing, or answers yes.
    public func popup(_ popup: TouchPopup, didSelect button: Int, openURL: String) -> Bool { false }
    /// Does nothing, or answers yes.
    public func popup(_ popup: TouchPopup, didOpen outcome: LinkOutcome) {}
    /// Does nothing, or answers yes.
    public func popupDidClose(_ popup: TouchPopup) {}
    /// Does nothing, or answers yes.
    public func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence) {}
}
