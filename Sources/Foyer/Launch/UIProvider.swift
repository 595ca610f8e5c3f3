import FoyerCore
import FoyerTUI

/// What a host shows: its splash, and its first screen.
///
/// Each closure is called once, on the thread that owns the screen; the objects it makes stay on that thread.
public struct UIProvider: Sendable {
    /// Makes the delegate of the splash view; `nil` for ``DefaultSplashViewDelegate``.
    public var splashViewDelegate: (@Sendable () -> any SplashViewDelegate)?
    /// Makes the first screen, once the launch has succeeded.
    public var root: @Sendable () -> any Screen

    /// A splash of the host's own or the default one, and its first screen.
    public init(
        splashViewDelegate: (@Sendable () -> any SplashViewDelegate)? = nil, root: @escaping @Sendable () -> any Screen
    ) {
        self.splashViewDelegate = splashViewDelegate
        self.root = root
    }
}
