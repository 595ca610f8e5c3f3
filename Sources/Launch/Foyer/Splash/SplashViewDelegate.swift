import FoyerCore
import FoyerTUI
import Synchronization

/// What is on screen from the first frame until the launch has ended.
///
/// The engine owns the view, and fits it to the screen at every size. Everything is called on the one thread that owns
/// the screen.
public protocol SplashView: AnyObject {
    /// Draws the whole view. Called for every frame; the canvas is as large as the screen.
    func draw(in canvas: inout Canvas, context: SplashContext)

    /// When the view next changes by itself; `nil` if only an event can change it.
    func nextFrame(after now: Instant, context: SplashContext) -> Instant?

    /// Handles a key or a click. Return `true` if the view has used it; otherwise the engine does what the key usually
    /// does.
    func handle(_ input: InputEvent, context: SplashContext) -> Bool
}

extension SplashView {
    /// Never: the view changes by events alone.
    public func nextFrame(after now: Instant, context: SplashContext) -> Instant? { nil }
    /// Uses no input.
    public func handle(_ input: InputEvent, context: SplashContext) -> Bool { false }
}

/// What a splash view may show besides what its delegate receives.
public struct SplashContext {
    /// The loop's clock.
    public let now: Instant
    /// As large as the terminal, in cells.
    public let size: CellSize
    /// Colours, glyphs and whether things move.
    public let theme: DisplayTheme
    /// The catalogue of words in the user's language.
    public let language: Language
    /// The program's picture in cells, once it has arrived.
    public let icon: CellPicture?
    /// The label of the running step, or "Ready" once all have ended; may be empty.
    public let stepLabel: SafeText
    /// The latest status of the steps that run; empty if they report none.
    public let status: SafeText
    /// Why the attempt failed, in detail; empty if it has not failed.
    public let cause: SafeText
    /// What the user can do about the failure; empty if there is none.
    public let advice: SafeText
    /// The bytes of what is fetched, the rate and the time left, once that has taken half a second; `nil` without any. They
    /// agree with ``progress``.
    public let transfer: SplashInfo.Transfer?
    /// How far the launch is, 0.00…1.00.
    public let progress: Double
    /// Whether ``progress`` tells how far the launch is: a step has reported it, or earlier launches have taught it. Until
    /// then show no number. It stays so for the rest of the attempt.
    public let isMeasured: Bool
    /// Why the attempt failed, with its code; `nil` if it has not failed.
    public let failure: LaunchFailure?
    /// The program's picture, for views that draw it themselves; `nil` until it has arrived.
    public let iconPixels: Pixels?
    /// When the attempt began; `nil` before the first.
    public let attemptBegan: Instant?
    /// Seconds that the launch usually takes; `nil` until it has been launched a few times.
    public let usualDuration: Double?
    /// The latest lines of this attempt's log, at most five, the newest last.
    public let lastLines: [SafeText]
    /// The launched program's id, if the launch has one.
    public let appID: String?
    /// The host's name for the program, for pages shown before the platform has sent its name; may be empty.
    public let knownName: SafeText
    /// There is room for a picture: one has come, or a step brings one.
    let expectsPicture: Bool
    /// A picture may still come.
    let isPictureDue: Bool
    /// The launch's own keys that work now.
    let keys: [KeyHint]
    /// What the default splash says before the program's name has arrived.
    let preparing: Phrase
}

/// An action that the engine gives to a splash view: close or reload. It may be called from any thread, at any time;
/// once it no longer makes sense, it does nothing.
public final class SplashAction: Sendable {
    private let action: @Sendable () -> Void
    private let declined = Mutex(false)

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    /// Asks the launch to close or to reload; returns at once.
    public func callAsFunction() {
        action()
    }

    /// The view was made without this action, so the engine does not offer it either.
    func decline() {
        declined.withLock { $0 = true }
    }

    var isDeclined: Bool { declined.withLock { $0 } }
}

/// Customises the splash. Give it to the ``UIProvider`` before the engine starts.
///
/// Calls come in this order, for every launch: `make attempt ( reload attempt )* exit`, where
/// `attempt = progress(0) ( info | progress )* error?`. A close may end it anywhere; then the engine itself removes
/// the view. Nothing is called after exit or close.
public protocol SplashViewDelegate: AnyObject {
    /// Makes the view; called once in a launch, before anything is loaded.
    ///
    /// - Parameters:
    ///   - close: Closes the launch; `nil` if the host does not offer that.
    ///   - reload: Starts a new attempt from the error page; `nil` if the host does not offer that.
    ///   - appID: The program's id, if the launch has one.
    func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView

    /// The app id is valid, and the program's info has arrived; called at most once in an attempt.
    func updateLoadingInfo(_ view: any SplashView, info: SplashInfo)

    /// The attempt failed.
    ///
    /// - Parameters:
    ///   - view: The view that the delegate made.
    ///   - message: The catalogue's message in the user's language.
    ///   - code: The catalogue's number as text, such as "10009".
    func showError(_ view: any SplashView, message: String, code: String)

    /// The launch has completed; remove the view.
    func exitSplashView(_ view: any SplashView)

    /// Called for each change, 0.00…1.00: progress begins at 0.00, never falls within an attempt, and is 1.00 before
    /// exit.
    func updateLoadingProgress(_ view: any SplashView, progress: Double)
}

extension SplashViewDelegate {
    /// Ignored: a splash need not show progress.
    public func updateLoadingProgress(_ view: any SplashView, progress: Double) {}
}

/// A delegate whose view has no use for reload: its error page offers close alone.
///
/// If a type has both creation functions, the long one is called, and reload is offered.
public protocol CloseOnlySplashViewDelegate: SplashViewDelegate {
    /// Makes the view; called once in a launch, before anything is loaded.
    func makeSplashView(close: SplashAction?) -> any SplashView
}

extension CloseOnlySplashViewDelegate {
    /// Leaves out the reload.
    public func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView {
        reload?.decline()
        return makeSplashView(close: close)
    }
}
