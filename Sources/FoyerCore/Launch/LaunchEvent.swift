/// What happened to a launch. Events of an attempt carry its number, and late ones are dropped.
package enum LaunchEvent: Equatable, Sendable {
    /// The user opened the program; nothing is on screen yet.
    case opened
    /// The splash view's first frame is on the terminal; only now may work begin.
    case presented(learned: LearnedProgress?)
    /// The app id proved valid, and this is what is known of the program.
    case infoArrived(SplashInfo, attempt: Int)
    /// A step knows how much of itself is done, 0…1. Anything else is clamped, NaN is dropped.
    case stepProgressed(String, fraction: Double, attempt: Int)
    /// Bytes that a download has received so far, and how many there will be.
    case transferred(bytes: Int, total: Int, attempt: Int)
    case stepEnded(String, attempt: Int)
    case stepFailed(String, LaunchFailure, attempt: Int)
    /// The step wants time until then; a deadline never moves closer.
    case deadlineExtended(until: Instant, attempt: Int)
    /// What kind of launch this one is; those of another kind teach nothing about it.
    case kindKnown(String, attempt: Int)
    /// The close action: a key, or the host.
    case closeRequested
    /// The reload action: a key, or the host.
    case reloadRequested
    /// A key during the fade: the user wants to be in.
    case fadeSkipped
    /// The instant that `nextDeadline` named has come.
    case deadlineReached
}

/// What the engine is to do. Cases of the first group are calls of the splash view delegate.
package enum LaunchEffect: Equatable, Sendable {
    case createView
    case updateProgress(Double)
    case updateInfo(SplashInfo)
    case showError(LaunchFailure)
    case exitSplashView

    case startStep(String, attempt: Int)
    /// Stop whatever the attempt still has running, and delete what it staged.
    case cancelAttempt(Int)
    /// Put the root beneath the splash and keep the splash's last cells for the fade.
    case showRoot
    /// Closed: the engine itself takes the view away.
    case removeView
    /// Keep this for the next launch of the same program.
    case learn(LearnedProgress)
    /// Nothing follows.
    case end(LaunchOutcome)
}

/// How a launch ended.
public enum LaunchOutcome: Equatable, Sendable {
    /// The root was shown.
    case completed
    /// Closed by the user while it was loading.
    case closed
    /// Closed on the error page.
    case failed(LaunchFailure)
}

extension LaunchOutcome: CustomStringConvertible {
    /// For logs and traces, in English.
    public var description: String {
        switch self {
        case .completed: "completed"
        case .closed: "closed"
        case .failed(let failure): "failed: \(failure)"
        }
    }
}

extension LaunchOutcome {
    /// What a process that ended with this outcome tells its parent: 0, 3 where the user closed it, or the status of
    /// the failure's code.
    public var exitStatus: Int32 {
        switch self {
        case .completed: 0
        case .closed: 3
        case .failed(let failure): failure.code.exitStatus
        }
    }
}
