import FoyerCore

/// What the loop draws on and listens to.
package protocol Display: AnyObject {
    /// The screen's size in cells, at least 1×1.
    var size: CellSize { get }
    /// The clock for deadlines.
    var now: Instant { get }
    /// False until the terminal has taken the last frame; drawing would be in vain.
    var isReady: Bool { get }
    func present(_ frame: Frame)
    /// Waits until there is input, the mailbox has something, the last frame has gone out, or the deadline has come.
    func wait(until deadline: Instant?, mailbox: Int32) -> [InputEvent]
    /// Redraws everything with the next frame.
    func repaint()
}
