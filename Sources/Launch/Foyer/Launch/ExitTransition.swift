import FoyerCore
import FoyerTUI

/// How a splash goes, once the first screen is beneath it.
///
/// ```swift
/// var configuration = LaunchEngine.Configuration(steps: steps, uiProvider: provider)
/// configuration.exit = .fade(atMost: .milliseconds(400))  // In place of `.standard`; `.none` for no fade at all.
/// ```
/// Any key skips it, and with reduced motion there is none.
public struct ExitTransition: Sendable {
    /// Draws one frame of it.
    ///
    /// - Parameters:
    ///   - splash: the splash's last cells.
    ///   - root: the first screen at this moment; of the same size.
    ///   - fraction: how much of the time is over, 0…1.
    public typealias Draw = @Sendable (_ splash: Canvas, _ root: Canvas, _ fraction: Double) -> Canvas

    /// The longest time that it may take; zero or more.
    public let length: Duration
    let draw: Draw

    /// A transition of the host's own. `draw` is called for each frame, on the thread that owns the screen.
    ///
    /// ```swift
    /// // The splash's rows leave one by one, from the top.
    /// configuration.exit = ExitTransition(length: .milliseconds(300)) { splash, root, fraction in
    ///     var canvas = root
    ///     for row in Int(Double(splash.rows) * fraction)..<splash.rows {
    ///         for column in 0..<splash.columns { canvas.put(splash[column, row], column: column, row: row) }
    ///     }
    ///     return canvas
    /// }
    /// ```
    public init(length: Duration, draw: @escaping Draw) {
        self.length = max(length, .zero)
        self.draw = draw
    }

    /// Cross-fades the colours of both, or cuts where there are too few.
    public static func fade(atMost length: Duration) -> ExitTransition {
        ExitTransition(length: length, draw: ScreenFade.crossFade)
    }

    /// A fade of 1.5 seconds at most.
    public static let standard = ExitTransition.fade(atMost: LaunchMachine.Configuration.standardFade)
    /// The first screen is there at once.
    public static let none = ExitTransition(length: .zero) { _, root, _ in root }
}
