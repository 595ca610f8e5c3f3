package enum LaunchEvent: Equatable, Sendable {
    /// The user opened the program; nothing is on screen yet.
    case opened
    /// The same where nothing is to be seen yet: work begins at once, and the splash comes when it is due.
    case began(learned: LearnedProgress?)
    /// The splash view's first frame is on the terminal; where it is due at once, only now may work begin.
    case presented(learned: LearnedProgress?)
    /// What an attempt's steps report; what an earlier attempt reports is dropped.
    case reported(AttemptReport, attempt: Int)
    /// The close action: a key, or the host.
    case closeRequested
    /// The reload action: a key, or the host.
    case reloadRequested
    /// A key during the fade: the user does not want to wait.
    case fadeSkipped
    /// The instant of `nextDeadline` has come.
    case deadlineReached
}

/// What the steps of an attempt report.
package enum AttemptReport: Equatable, Sendable {
    /// The app id is valid, and this is the program's info.
    case infoArrived(SplashInfo)
    /// A step reports its progress, 0…1. Values outside are clamped, NaN is dropped.
    case stepProgressed(String, fraction: Double)
    /// The bytes that a step has fetched so far, and how many it will be; `nil` if unknown. With 0 bytes, a step that has not
    /// begun announces what it will fetch.
    case transferred(String, bytes: Int, total: Int?)
    case stepEnded(String)
    case stepFailed(String, LaunchFailure)
    /// The step needs time until then; a deadline never moves closer.
    case deadlineExtended(until: Instant)
    /// It is known that the user has to wait, such as for a download.
    case waitKnown
    /// The kind of this launch; launches of another kind teach nothing about it.
    case kindKnown(String)
}

/// What the engine has to do. The first group are calls of the splash view delegate.
package enum LaunchEffect: Equatable, Sendable {
    case createView
    case updateProgress(Double)
    case updateInfo(SplashInfo)
    case showError(LaunchFailure)
    case exitSplashView

    case startStep(String, attempt: Int)
    /// Stop whatever the attempt is still running, and delete what it staged.
    case cancelAttempt(Int)
    /// Put the root beneath the splash and keep the splash's last cells for the fade.
    case showRoot
    /// Closed: the engine itself removes the view.
    case removeView
    /// Keep this for the next launch of the same program.
    case learn(LearnedProgress)
    /// Nothing follows.
    case end(LaunchOutcome)
}

extension LaunchEffect {
    /// Whether it is about a view that a launch which runs unseen does not have.
    var needsSplash: Bool {
        switch self {
        case .createView, .updateProgress, .updateInfo, .showError, .exitSplashView, .removeView: true
        case .startStep, .cancelAttempt, .showRoot, .learn, .end: false
        }
    }
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
    /// The exit status of a process that ended with this outcome: 0, 3 if the user closed it, or the status of the
    /// failure's code.
    public var exitStatus: Int32 {
        switch self {
        case .completed: 0
        case .closed: 3
        case .failed(let failure): failure.code.exitStatus
        }
    }
}
