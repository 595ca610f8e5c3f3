/// Events on the way to the root, and on the screens above it.
package enum RootEvent: Equatable, Sendable {
    /// The program has started: only the launch screen is on the terminal.
    case opened
    /// The splash is on the terminal. Only now may the config be fetched and the root be replaced.
    case splashPresented(at: WallTime)
    /// For the config: the contents of the disk, and the platform's answer.
    case config(RemoteConfigEvent)
    /// The root has replaced the splash on the terminal.
    case rootPresented
    case actionArrived(PendingAction)
    /// Enter on the entrance.
    case entranceConfirmed
    /// The instant of `nextDeadline` has come.
    case deadlineReached
}

package enum RootEffect: Equatable, Sendable {
    /// Show a splash that looks exactly like the launch screen as the first root.
    case showSplash
    case config(RemoteConfigEffect)
    /// Replace the splash with the root.
    case replaceRoot(RootDecision)

    // The outcome of an action, once for each: perform in this order.
    /// Put its page, or the entrance before it, on top.
    case push(Place, action: Int)
    /// It is on top already.
    case alreadyShown(action: Int)
    case refuse(ActionRefusal, action: Int)

    /// The entrance was confirmed: its target replaces it.
    case replaceTop(Place)
    /// The entrance was confirmed, and its target is right beneath it.
    case removeTop
}
