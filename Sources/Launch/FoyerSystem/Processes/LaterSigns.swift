import FoyerCore

/// Goes on listening to a command that was handed over for its silence. Belongs to the command's own thread.
struct LaterSigns {
    private var watch: SignWatch
    let ear: HandOverEar
    private let processes: OwnProcesses
    /// The sockets that were listening before the command started.
    private let former: [ListeningSocket]
    /// The path of its terminal.
    private let terminal: String?
    private var nextLook: Instant
    private let stopped = ProcessSignals.stoppedTime

    init(
        _ processes: OwnProcesses, former: [ListeningSocket], terminal: String?, began: Instant, ear: HandOverEar,
        at now: Instant
    ) {
        watch = SignWatch(began: began, at: now)
        self.ear = ear
        self.processes = processes
        self.former = former
        self.terminal = terminal
        nextLook = now + CommandSigns.listenInterval
    }

    /// When to look again; `nil` once all is known.
    var nextDeadline: Instant? { watch.nextDeadline.map { min($0, nextLook) } }

    mutating func hear(_ message: NotifyMessage, at now: Instant) { watch.handle(.notified(message), at: now) }

    mutating func lose(at now: Instant) {
        watch.handle(.lost, at: now)
        ear.close()
    }

    /// - Returns: what has been found, once.
    mutating func look(at now: Instant) -> LearnedSign? {
        guard !watch.isOver else { return nil }
        if ProcessSignals.stoppedTime > stopped { watch.handle(.lost, at: now) }
        for event in ear.take() { watch.handle(event, at: now) }
        if !watch.isOver, now >= nextLook {
            nextLook = now + CommandSigns.listenInterval
            let new = Set(OwnProcesses.listening()).subtracting(former)
            if !new.isEmpty, let socket = processes.holder(of: new) { watch.handle(.listens(socket.port), at: now) }
        }
        watch.handle(.timePassed, at: now)
        guard watch.isOver else { return nil }
        ear.close()
        // What somebody who is asked for a line sees may be the answer to it.
        if let terminal, watch.found != nil, processes.readsTerminal(terminal) { return nil }
        return watch.found
    }
}
