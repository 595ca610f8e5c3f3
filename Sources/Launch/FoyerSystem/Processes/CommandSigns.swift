import CTerminal
import FoyerCore
import Glibc

/// Everything by which a command shows how its start is going. Belongs to the thread that reads the command's output.
struct CommandSigns {
    /// How often to look for listening ports.
    static let listenInterval = Duration.milliseconds(250)

    /// How long a command must be stopped to have stopped by itself.
    private static let stopPatience = Duration.milliseconds(100)

    private var readiness: Readiness
    private var flag: ReadyWatch
    private var limit = CommandNewsLimit()
    private let socket: NotifySocket?
    private let processes: OwnProcesses
    /// The sockets that were listening before the command started; `nil` if ports are not a sign.
    private let former: [ListeningSocket]?
    private var nextLook: Instant
    private let findsLeftBehind: Bool
    private let group: pid_t
    private let wantsAddress: Bool
    /// The path of the terminal that it gets or has; `nil` if it is not watched.
    private let terminal: String?
    /// What the terminal's settings told at first: those are the user's own.
    private let formerWish: Int
    let began: Instant
    private(set) var errorNumber: Int32?
    private(set) var error: CommandError?
    /// For how long this process had been stopped at the last look.
    private var stopped = ProcessSignals.stoppedTime
    /// Since when the command has been seen to be stopped, and for how long this process had been by then.
    private var stoppedSince: (instant: Instant, ours: Duration)?
    /// After the hand-over.
    private var later: LateSignals?
    /// Whether a read of its terminal makes it ready.
    private let looksForReads: Bool

    init(_ request: CommandRequest, _ spawned: CommandSpawn.Spawned, _ before: Before, at now: Instant) {
        readiness = Readiness(
            request.ready, quiet: request.quiet, patience: request.patience, expecting: request.expected,
            givesWayToReads: request.givesWayToReads, at: now)
        flag = ReadyWatch(request.ready, former: before.file, probe: request.probe, at: now)
        findsLeftBehind = request.findsLeftBehind
        wantsAddress = request.expected?.kind == .address
        formerWish = spawned.wish
        group = spawned.command.group
        terminal = request.handsOver ? spawned.terminalPath : UsersTerminal.path(request.sharedTerminal)
        socket = before.socket
        former = before.sockets
        looksForReads = before.sockets != nil || request.givesWayToReads
        processes = OwnProcesses(
            command: spawned.identity, session: spawned.hasGroup ? getsid(spawned.identity) : -1,
            mark: before.socket.map { "\(NotifySocket.variable)=\($0.path)" })
        nextLook = now + Self.listenInterval
        began = now
    }

    /// What must be known before the command starts.
    struct Before: Sendable {
        let socket: NotifySocket?
        let file: FileIdentity?
        let sockets: [ListeningSocket]?

        init(_ rule: ReadyRule) {
            socket = NotifySocket()
            file = ReadyWatch.before(rule)
            sockets = rule == .automatic ? OwnProcesses.listening() : nil
        }
    }

    /// Whether a line may be a sign.
    var areLines: Bool { flag.wantsLines }

    /// Readable when the command has sent a message; -1 if it cannot.
    var descriptor: Int32 { socket?.descriptor ?? -1 }

    // MARK: - What happened

    mutating func search(_ lines: [SafeText], unfinished: SafeText, at now: Instant) {
        flag.took(lines, unfinished: unfinished)
        if wantsAddress, (lines + [unfinished]).contains(where: { LocalAddress.isIn($0) }) {
            readiness.handle(.wroteAddress, at: now)
        }
        if flag.hasMatched { readiness.handle(.flagged, at: now) }
    }

    mutating func printed(_ count: Int, isQuestion: Bool, at now: Instant) {
        readiness.handle(.printed(count, isQuestion: isQuestion), at: now)
    }

    mutating func wantsTerminal(at now: Instant) { readiness.handle(.wantsTerminal, at: now) }

    mutating func sharesTerminal(at now: Instant) { readiness.handle(.sharesTerminal, at: now) }

    mutating func lostForeground(at now: Instant) { readiness.handle(.lostForeground, at: now) }

    mutating func interrupted(at now: Instant) { readiness.handle(.interrupted, at: now) }

    /// Whether the command has stopped by itself. A stop that this process shares is over in the same moment for both, so one look
    /// is not enough.
    mutating func lookForStop(at now: Instant) {
        guard processes.isStopped else {
            stoppedSince = nil
            return
        }
        let since = stoppedSince ?? (now, ProcessSignals.stoppedTime)
        stoppedSince = since
        if since.ours != ProcessSignals.stoppedTime {
            stoppedSince = nil
        } else if now >= since.instant + Self.stopPatience {
            readiness.handle(.stopped, at: now)
        }
    }

    mutating func reported(_ reports: [BarReport], at now: Instant) {
        for report in reports {
            readiness.handle(.barMoved(report), at: now)
            limit.add(report)
        }
    }

    mutating func receive(at now: Instant) {
        for message in socket?.receive() ?? [] {
            readiness.handle(.notified(message), at: now)
            limit.add(message, at: now)
            later?.hear(message, at: now)
            errorNumber = message.errorNumber ?? errorNumber
            if let said = message.error { error = error?.followed(by: said) ?? said }
        }
    }

    /// The command has ended: its last sign may have come since the last look.
    mutating func lookOnce(at now: Instant) {
        later?.lose(at: now)
        flag.lookOnce(at: now)
        receive(at: now)
    }

    mutating func ended(_ end: CommandEnd, at now: Instant) -> ReadinessSignal? {
        readiness.handle(.ended(end), at: now)
        return if case .ready(let sign) = readiness.verdict { sign } else { nil }
    }

    // MARK: - What follows

    /// This process was stopped for that long, as after Ctrl-Z; what the command has printed since is still unread.
    mutating func overslept(_ time: Duration, at now: Instant) { readiness.handle(.wasStopped(time), at: now) }

    /// Polls what cannot be waited for, and returns what follows.
    ///
    /// - Parameter wish: what the settings of the command's terminal tell.
    mutating func look(at now: Instant, wish: Int) -> Readiness.Verdict? {
        let stopped = ProcessSignals.stoppedTime
        if stopped > self.stopped {
            readiness.handle(.wasStopped(stopped - self.stopped), at: now)
            self.stopped = stopped
        }
        if wish == FOYER_WISH_HIDDEN_LINE, wish != formerWish { readiness.handle(.asks, at: now) }
        // Whoever left it so reads single keys, and so may the command.
        if wish == FOYER_WISH_KEYS { readiness.handle(.wantsTerminal, at: now) }
        if let silent = readiness.nextDeadline, now >= silent, processes.isStopped {
            readiness.handle(.wasStopped(now - silent + Self.listenInterval), at: now)
        }
        if flag.isReady(at: now) { readiness.handle(.flagged, at: now) }
        readiness.handle(.timePassed, at: now)
        if looksForReads, readiness.verdict == nil, now >= nextLook {
            nextLook = now + Self.listenInterval
            if let terminal, processes.readsTerminal(terminal) { readiness.handle(.wantsTerminal, at: now) }
            guard let former else { return readiness.verdict }
            let new = Set(OwnProcesses.listening()).subtracting(former)
            if !new.isEmpty, let socket = processes.holder(of: new) { readiness.handle(.listens(socket.port), at: now) }
        }
        return readiness.verdict
    }

    mutating func takeNews(at now: Instant) -> CommandNews? { limit.take(at: now) }

    /// When to look again; `nil` if only the command itself can change the answer.
    var nextDeadline: Instant? {
        let stop = stoppedSince.map { $0.instant + Self.stopPatience }
        return [flag.looksAgain, readiness.nextDeadline, stop, looksForReads ? nextLook : nil, limit.nextDeadline]
            .compactMap { $0 }.min()
    }

    /// The command has been handed over.
    ///
    /// - Parameter observer: what it writes from now on is told to it.
    /// - Returns: whether that can show anything.
    mutating func listenOn(_ observer: ReadinessObserver, at now: Instant) -> Bool {
        guard readiness.isGuess, let former, observer.listen() else { return false }
        later = LateSignals(processes, former: former, terminal: terminal, began: began, observer: observer, at: now)
        return true
    }

    /// What has shown since then that it is ready; told once.
    mutating func lookLater(at now: Instant) -> LearnedSignal? { later?.look(at: now) }

    var laterDeadline: Instant? { later?.nextDeadline }

    /// Nobody asks any longer whether it is ready.
    func endProbe() { flag.end() }

    /// No more messages will be read.
    func end() {
        flag.end()
        socket?.remove()
    }

    /// The command and all that it has started.
    var ownProcesses: [ProcessEntry] { processes.list() }

    /// Processes of the command that are still running. To be asked before the command itself is reaped.
    func leftBehind(stopping: Bool) -> [ProcessEntry] {
        guard findsLeftBehind else { return [] }
        return processes.list().filter {
            $0.identity != processes.command && !(stopping && $0.group == group)
        }
    }
}
