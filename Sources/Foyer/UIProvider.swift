import FoyerCore
import FoyerTUI

/// What a host gives the engine to show: its splash, and its first screen.
///
/// The closures are called once, on the thread that owns the screen; what they make stays on it.
public struct UIProvider: Sendable {
    /// Makes the delegate of the splash view; ``DefaultSplashViewDelegate`` where there is none.
    public var splashViewDelegate: (@Sendable () -> any SplashViewDelegate)?
    /// Makes the first screen, when the launch has succeeded.
    public var root: @Sendable () -> any Screen

    /// What a host shows: a splash of its own or the default one, and its first screen.
    public init(
        splashViewDelegate: (@Sendable () -> any SplashViewDelegate)? = nil, root: @escaping @Sendable () -> any Screen
    ) {
        self.splashViewDelegate = splashViewDelegate
        self.root = root
    }
}
