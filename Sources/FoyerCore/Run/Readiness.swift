/// The sign by which a command was known to be ready.
package enum ReadySign: Equatable, Hashable, Sendable {
    /// It said so: `READY=1`.
    case notify
    /// It, or a process of its own, listens on this TCP port.
    case port(UInt16)
    /// It printed something, and then nothing for a second; or it asks for hidden input.
    case quiet
    /// It ended with status 0.
    case exit
    /// The sign that the user named: a port, a text or a file.
    case flag

    /// Its name in JSON and in learned progress.
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
/// A command that asks for a password must get the terminal, or it would wait for ever. Otherwise the sign that the
/// user named decides. Without one, the first of these does: the command says that it is ready; it listens; it has
/// printed something and then been silent; it ends with status 0. Silence does not count if the command reports its
/// progress: it is still working, or will say when it is ready.
package struct Readiness: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
        case printed
        case notified(NotifyMessage)
        /// Its output has reported its progress.
        case barMoved(BarReport)
        case listens(UInt16)
        /// It asks for hidden input, such as a password.
        case asks
        /// The sign that the user named has come.
        case flagged
        case ended(CommandEnd)
        case timePassed
        /// It, or the process that listens to it, was stopped for this long, so nothing could be heard.
        case wasStopped(Duration)
    }

    package enum Verdict: Equatable, Sendable {
        case ready(ReadySign)
        case ended(CommandEnd)
    }

    /// How long a command must be silent after printing something to count as ready.
    package static let quiet = Duration.seconds(1)

    /// Final once it is set.
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

    /// When `timePassed` is to be sent; `nil` if only another event can change anything.
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
        // The silence was long enough before this event came.
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
