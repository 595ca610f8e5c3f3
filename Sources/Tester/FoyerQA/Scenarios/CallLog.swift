import Foyer
import Synchronization

/// The calls to the splash view's delegate, and how the launch ended.
///
/// A call reads `create`, `progress 0.00` (an attempt begins), `info APPID`, `error CODE`, `progress 1.00`, `exit`.
/// Progress in between is not listed, because it depends on time; but it is always checked that it never falls and
/// stays in 0…1.
final class CallLog: Sendable {
    static let examples = ["create", "progress 0.00", "info APPID", "error CODE", "progress 1.00", "exit"]

    private struct State {
        var calls: [String] = []
        var phase = LaunchPhase.opening
        var progress = 0.0
        var outcome: LaunchOutcome?
        var violation: CallViolation?
        var attempts: [Attempt] = []
    }

    /// One attempt of a launch so far.
    struct Attempt: Sendable {
        let app: String
        var record: LaunchRecord
    }

    /// Later attempts are left out.
    private static let mostAttempts = 8

    private let state = Mutex(State())

    var calls: [String] { state.withLock { $0.calls } }
    var phase: LaunchPhase { state.withLock { $0.phase } }
    var outcome: LaunchOutcome? { state.withLock { $0.outcome } }
    var violation: CallViolation? { state.withLock { $0.violation } }

    /// The code of the error that is shown; `nil` if the last call was another one.
    var failure: Substring? { calls.last.flatMap { $0.hasPrefix("error ") ? $0.dropFirst(6) : nil } }

    /// The attempts of all launches.
    var attempts: [Attempt] { state.withLock { $0.attempts } }

    /// A new launch begins.
    func reset() {
        state.withLock { state in
            let (violation, attempts) = (state.violation, state.attempts)
            state = State()
            (state.violation, state.attempts) = (violation, attempts)
        }
    }

    func record(_ outcome: LaunchOutcome) {
        state.withLock { state in
            state.outcome = outcome
            state.phase = outcome == .completed ? .ready : .ended
        }
    }

    /// A launch's record has a new line.
    func record(_ record: LaunchRecord, of app: String) {
        state.withLock { state in
            if let last = state.attempts.last, last.app == app, last.record.began == record.began {
                state.attempts[state.attempts.count - 1].record = record
            } else if record.began != nil, state.attempts.count < Self.mostAttempts {
                state.attempts.append(Attempt(app: app, record: record))
            }
        }
    }

    fileprivate func record(_ call: String, _ phase: LaunchPhase? = nil) {
        state.withLock { state in
            if state.calls.last == "exit" || state.outcome != nil {
                state.violation = .afterEnd(call)
            }
            state.calls.append(call)
            if let phase { state.phase = phase }
        }
    }

    fileprivate func record(progress: Double) {
        if progress == 0 { record("progress 0.00", .loading) }
        if progress == 1 { record("progress 1.00") }
        state.withLock { state in
            if !(0...1).contains(progress) || (progress < state.progress && progress != 0) {
                state.violation = .progress(from: "\(state.progress)", to: "\(progress)")
            }
            state.progress = progress
        }
    }

    private static let codes = LaunchCode.allCases.map { "\($0.rawValue)" }.joined(separator: "|")
    /// The same for editors.
    static let pattern = "^(create|exit|progress [01]\\.00|info [^ ]+|error (\(codes)))$"
    static let outcomePattern = "^(completed|closed|failed (\(codes)))$"

    static func isCall(_ text: String) -> Bool {
        let parts = text.split(separator: " ")
        return switch parts.first {
        case "create", "exit": parts.count == 1
        case "progress": text == "progress 0.00" || text == "progress 1.00"
        case "info": parts.count == 2
        case "error": parts.count == 2 && Int(parts[1]).flatMap(LaunchCode.init(rawValue:)) != nil
        default: false
        }
    }

    static func isOutcome(_ text: String) -> Bool {
        text == "completed" || text == "closed" || (text.hasPrefix("failed ") && isCall("error " + text.dropFirst(7)))
    }
}

/// The state of a launch as its delegate can tell.
enum LaunchPhase: String, CaseIterable, Sendable {
    /// Nothing has begun.
    case opening
    case loading
    /// The error page is shown.
    case error
    /// The splash fades into the root.
    case fading
    /// The program has the screen.
    case ready
    /// The last screen has left.
    case ended
}

extension LaunchOutcome {
    /// As a scenario writes it.
    var scenarioText: String {
        switch self {
        case .completed: "completed"
        case .closed: "closed"
        case .failed(let failure): "failed \(failure.code.rawValue)"
        }
    }
}

/// The default splash, which also records every call.
final class RecordingDelegate: SplashViewDelegate {
    private let delegate: DefaultSplashViewDelegate
    private let log: CallLog

    init(_ log: CallLog, _ errorStyle: DefaultSplashViewDelegate.ErrorStyle = .page) {
        self.log = log
        delegate = DefaultSplashViewDelegate(errorStyle: errorStyle)
    }

    func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView {
        log.record("create")
        return delegate.makeSplashView(close: close, reload: reload, appID: appID)
    }

    func updateLoadingInfo(_ view: any SplashView, info: SplashInfo) {
        log.record("info \(info.appID)")
        delegate.updateLoadingInfo(view, info: info)
    }

    func showError(_ view: any SplashView, message: String, code: String) {
        log.record("error \(code)", .error)
        delegate.showError(view, message: message, code: code)
    }

    func exitSplashView(_ view: any SplashView) {
        log.record("exit", .fading)
        delegate.exitSplashView(view)
    }

    func updateLoadingProgress(_ view: any SplashView, progress: Double) {
        log.record(progress: progress)
        delegate.updateLoadingProgress(view, progress: progress)
    }
}
