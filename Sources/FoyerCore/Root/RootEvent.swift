/// What happened on the way to the root, and on the screens above it.
package enum RootEvent: Equatable, Sendable {
    /// The program has started: nothing is on the terminal but the launch screen.
    case opened
    /// The splash is on the terminal. Only now may the config be fetched and the root be replaced.
    case splashPresented(at: WallTime)
    /// For the config: what the disk holds, and what the platform says.
    case config(RemoteConfigEvent)
    /// The root has taken the splash's place on the terminal.
    case rootPresented
    case actionArrived(PendingAction)
    /// Enter on the entrance.
    case entranceConfirmed
    /// The instant that `nextDeadline` named has come.
    case deadlineReached
}

package enum RootEffect: Equatable, Sendable {
    /// Put a splash up as the first root that looks exactly like the launch screen.
    case showSplash
    case config(RemoteConfigEffect)
    /// Put the root in the splash's place.
    case replaceRoot(RootDecision)

    // What becomes of an action, once for each: perform in this order.
    /// Put its page, or the entrance before it, on top.
    case push(Place, action: Int)
    /// It is on top already.
    case alreadyShown(action: Int)
    case refuse(ActionRefusal, action: Int)

    /// The entrance was confirmed: its target takes its place.
    case replaceTop(Place)
    /// The entrance was confirmed, and its target lies right beneath it.
    case removeTop
}
