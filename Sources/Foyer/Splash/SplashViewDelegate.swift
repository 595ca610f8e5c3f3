import FoyerCore
import FoyerTUI
import Synchronization

/// What is on screen from the first frame until the launch has ended.
///
/// The engine puts it into its own view tree, fits it to the screen at every size, and owns its lifetime. Everything
/// is called on the one thread that owns the screen.
public protocol SplashView: AnyObject {
    /// Draws the whole view. Called for every frame; the canvas is as large as the screen.
    func draw(in canvas: inout Canvas, context: SplashContext)

    /// When the view next looks different by itself; `nil` where only news can change it.
    func nextFrame(after now: Instant, context: SplashContext) -> Instant?

    /// A key or a click. Answer true where the view has used it; else the engine does what the key usually does.
    func handle(_ input: InputEvent, context: SplashContext) -> Bool
}

extension SplashView {
    /// Never: the view changes by events alone.
    public func nextFrame(after now: Instant, context: SplashContext) -> Instant? { nil }
    /// Takes nothing.
    public func handle(_ input: InputEvent, context: SplashContext) -> Bool { false }
}

/// What a splash view may want to show beside what its delegate is told.
public struct SplashContext {
    /// The loop's clock.
    public let now: Instant
    /// As large as the terminal, in cells.
    public let size: CellSize
    /// Colours, signs and whether things move.
    public let theme: Theme
    /// The catalogue of words in the user's language.
    public let language: Language
    /// The program's picture in cells, once it is there.
    public let icon: CellPicture?
    /// The label of the step that runs.
    public let stepLabel: SafeText
    /// What the steps say they are busy with just now; empty where they say nothing.
    public let status: SafeText
    /// Why the attempt failed, for those who want to know; empty where it has not.
    public let cause: SafeText
    /// What the user can do about the failure; empty where there is none.
    public let advice: SafeText
    /// Bytes, rate and time left of the download, where there is one.
    package let transfer: TransferReading?
    /// When the attempt began; `nil` before the first.
    public let attemptBegan: Instant?
    /// Seconds that the launch usually takes; `nil` until it has been launched a few times.
    public let usualDuration: Double?
    /// The latest lines of this attempt's log, the last one last; at most five.
    public let lastLines: [SafeText]
    /// The launched program's id, where the launch has one.
    public let appID: String?
    /// What the host calls the program, for pages that come before the platform has said it; may be empty.
    public let knownName: SafeText
}

/// An action that the engine hands to a splash view: close, or reload. May be called from any thread, at any time;
/// where it makes no sense any more, nothing happens.
public final class SplashAction: Sendable {
    private let action: @Sendable () -> Void
    private let declined = Mutex(false)

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    /// Asks the launch to close, or to reload; returns at once.
    public func callAsFunction() {
        action()
    }

    /// The view was made without this action, so the engine shall not offer it either.
    func decline() {
        declined.withLock { $0 = true }
    }

    var isDeclined: Bool { declined.withLock { $0 } }
}

/// Customises the splash. Give it to the ``UIProvider`` before the engine starts.
///
/// Calls come in this order, for every launch: `make attempt ( reload attempt )* exit`, where
/// `attempt = progress(0) ( info | progress )* error?`. A close may end it anywhere; then the engine itself takes the
/// view away. Nothing is called after exit or close.
public protocol SplashViewDelegate: AnyObject {
    /// Makes the view, once a launch, before anything is loaded.
    ///
    /// - Parameters:
    ///   - close: Closes the launch; `nil` where the host offers no close.
    ///   - reload: Starts a new attempt from the error page; `nil` where there is none.
    ///   - appID: The program's id, where the launch has one.
    func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView

    /// The app id has proved valid; at most once an attempt.
    func updateLoadingInfo(_ view: any SplashView, info: SplashInfo)

    /// The attempt failed.
    ///
    /// - Parameters:
    ///   - view: The view that the delegate made.
    ///   - message: The catalogue's message in the user's language.
    ///   - code: The catalogue's number as text, such as "10009".
    func showError(_ view: any SplashView, message: String, code: String)

    /// The launch completed; the delegate removes its view.
    func exitSplashView(_ view: any SplashView)

    /// Each change, 0.00…1.00: never falls within an attempt, begins with 0.00, and is 1.00 before exit.
    func updateLoadingProgress(_ view: any SplashView, progress: Double)
}

extension SplashViewDelegate {
    /// Does nothing.
    public func updateLoadingProgress(_ view: any SplashView, progress: Double) {}
}

/// A delegate whose view has no use for reload: its error page offers close alone.
///
/// Where a type has both creation functions, the long one is preferred, and reload is offered.
public protocol CloseOnlySplashViewDelegate: SplashViewDelegate {
    /// Makes the view, once a launch, before anything is loaded.
    func makeSplashView(close: SplashAction?) -> any SplashView
}

extension CloseOnlySplashViewDelegate {
    /// Leaves out the reload.
    public func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView {
        reload?.decline()
        return makeSplashView(close: close)
    }
}
