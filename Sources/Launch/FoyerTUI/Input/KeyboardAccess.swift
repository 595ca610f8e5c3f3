import FoyerSystem
import Synchronization

/// Access of a command's screens to what is typed, which belongs to the command or to the shell.
///
/// Without access, the terminal's input stays in the kernel: only echo is off. An error page gets access a second after it
/// appeared; see `LaunchScene`.
package final class KeyboardAccess: Sendable {
    private struct State {
        var isGranted = false
        var isHandedOver = false
        var shownCount = 0
        var hasShownFailurePage = false
    }

    private let state = Mutex(State())
    private let allowsFailurePage: @Sendable () -> Bool
    private let findInput: @Sendable () -> Bool

    /// - Parameters:
    ///   - allowsFailurePage: whether a person waits for an error page; asked while the splash is still shown.
    ///   - hasInput: whether something has been typed and not read.
    package init(
        allowsFailurePage: @escaping @Sendable () -> Bool = { true },
        hasInput: @escaping @Sendable () -> Bool = { UsersTerminal.hasInput }
    ) {
        (self.allowsFailurePage, findInput) = (allowsFailurePage, hasInput)
    }

    /// The screens read keys.
    package var isGranted: Bool {
        get { state.withLock { $0.isGranted } }
        set { state.withLock { $0.isGranted = newValue } }
    }

    /// The command gets the terminal next, with the last screen still on it.
    package var isHandedOver: Bool {
        get { state.withLock { $0.isHandedOver } }
        set { state.withLock { $0.isHandedOver = newValue } }
    }

    /// The bytes in the terminal's queue that the terminal has shown, because they were typed before the screens.
    var shownCount: Int {
        get { state.withLock { $0.shownCount } }
        set { state.withLock { $0.shownCount = newValue } }
    }

    /// An error page may be shown: a person waits for it, and nothing has been typed for somebody else.
    package var mayShowFailurePage: Bool { allowsFailurePage() && !hasInput }

    /// Something has been typed and not read, even half a line.
    package var hasInput: Bool { findInput() }

    /// An error page was shown, for however short a time.
    package var hasShownFailurePage: Bool {
        get { state.withLock { $0.hasShownFailurePage } }
        set { state.withLock { $0.hasShownFailurePage = newValue } }
    }
}
