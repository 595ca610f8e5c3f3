/// By what a command was known to be ready.
package enum ReadySign: Equatable, Hashable, Sendable {
    /// It said so: `READY=1`.
    case notify
    /// It, or a process of its own, listens on this TCP port.
    case port(UInt16)
    /// It printed something, and then nothing for a second; or it asks for a line that is not shown.
    case quiet
    /// It ended with status 0.
    case exit
    /// What the user named has come: a port, a text or a file.
    case flag

    /// What JSON and learned progress call it.
    package var name: String {
        switch self {
        case .notify: "notify"
        case .port: "port"
        case .quiet: "quiet"
        case .exit: "exit"
        case .flag: "flag"
        }
    }
}

/// Decides when a command that is being started is ready.
///
/// Whoever asks for a password has to get the terminal, or it would wait for ever. Else what the user named wins. Without that, whichever comes first: it says so; it listens; it printed something and
/// was then silent; it ends with status 0. Silence is no sign from one that says how far it is: it is still at work,
/// or will say itself when it is ready.
package struct Readiness: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
        case printed
        case notified(NotifyMessage)
        /// It said in its output how far it is.
        case barMoved(BarReport)
        case listens(UInt16)
        /// It asks for a line that is not shown, such as a password.
        case asks
        /// What the user named has come.
        case flagged
        case ended(CommandEnd)
        case timePassed
        /// It, or whoever listens to it, was stopped for so long: nothing could be heard.
        case wasStopped(Duration)
    }

    package enum Verdict: Equatable, Sendable {
        case ready(ReadySign)
        case ended(CommandEnd)
    }

    /// How long one that has printed something is silent once it is ready.
    package static let quiet = Duration.seconds(1)

    /// Once there is one, it stays.
    package private(set) var verdict: Verdict?
    private let hasFlag: Bool
    private let isAboutEnd: Bool
    private let quiet: Duration
    private var quietFrom: Instant?
    private var speaksForItself = false
    private var showsBar = false
    private var isStopping = false

    package init(_ rule: ReadyRule, quiet: Duration = Readiness.quiet) {
        hasFlag = rule != .automatic
        isAboutEnd = rule == .end
        self.quiet = quiet
    }

    /// When `timePassed` is to be sent; `nil` where only another event can change anything.
    package var nextDeadline: Instant? {
        guard verdict == nil, !hasFlag, !isStopping, !speaksForItself, !showsBar else { return nil }
        return quietFrom
    }

    package mutating func handle(_ event: Event, at now: Instant) {
        guard verdict == nil else { return }
        if case .wasStopped(let time) = event {
            quietFrom = quietFrom.map { $0 + time }
            return
        }
        // What comes after the silence has ended comes too late to break it.
        if let deadline = nextDeadline, now >= deadline {
            verdict = .ready(.quiet)
            return
        }
        switch event {
        case .printed: quietFrom = now + quiet
        case .notified(let message): take(message)
        case .barMoved(let report):
            showsBar = report.isUnderWay
            if !showsBar, quietFrom != nil { quietFrom = now + quiet }
        case .listens(let port): if !hasFlag, !isStopping { verdict = .ready(.port(port)) }
        case .asks: if !isAboutEnd, !isStopping { verdict = .ready(.quiet) }
        case .flagged: if hasFlag { verdict = .ready(.flag) }
        case .ended(let end): verdict = !hasFlag && end == .status(0) ? .ready(.exit) : .ended(end)
        case .timePassed, .wasStopped: break
        }
    }

    private mutating func take(_ message: NotifyMessage) {
        speaksForItself = true
        isStopping = isStopping || message.isStopping
        if message.isReady, !hasFlag, !isStopping { verdict = .ready(.notify) }
    }
}
