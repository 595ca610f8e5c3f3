/// The relay between the user's terminal and a command's own: decides which process has the user's terminal, and when the
/// relay is over.
///
/// The loop reports what it sees and performs the effects in their order. An effect that has a result is reported as an event
/// before the next effect is performed.
///
///     var machine = RelayMachine(isInBackground: false, parent: 100, at: now)
///     perform(machine.handle(.stopped(withGroup: true), at: now))     // leaveSplash, showRest, giveTerminal, stop
package struct RelayMachine: Equatable, Sendable {
    /// Where the user's terminal is.
    package enum Place: Equatable, Sendable {
        /// The relay reads and writes it. Valid transitions: `lent`, `background`, `gone`.
        case foreground
        /// Another process, such as pinentry, reads a line from it. Nothing is read or written. Valid transitions: `foreground`,
        /// `background`, `gone`.
        case lent
        /// The shell has it: nothing is read from it, and its settings are the shell's. Valid transitions: `foreground`, once
        /// the group has it again; `gone`.
        case background
        /// It was hung up. Valid transitions: none.
        case gone
    }

    package enum Event: Equatable, Sendable {
        /// The command's process has ended.
        case ended
        /// Nothing more comes from the command's terminal.
        case outputEnded
        /// A screen of another program covers the terminal, or is about to: the command waits with what it writes.
        case covered(Bool)
        /// The command's terminal has made a signal of a key.
        ///
        /// - Parameter reachesParent: whoever started this process is in its group, and may end by the signal.
        case key(Int32, reachesParent: Bool)
        /// The command has stopped. `withGroup` if others are to stop with it.
        case stopped(withGroup: Bool)
        /// This process goes on after it was stopped like the command.
        case resumed
        /// Ctrl-Z was typed, and the command has not stopped yet.
        case askedToStop
        /// This process goes on after it was stopped without notice (SIGSTOP).
        case continued
        /// Another process reads the terminal now, or no longer.
        case lent(Bool)
        case hungUp
        /// The terminal has been put back for the shell.
        case gaveTerminal
        /// The answer to `look`: the terminal's foreground group is this process's, or it is not; and the parent's number.
        case looked(isForeground: Bool, parent: Int32, asFound: Bool)
        /// The terminal is set for the relay again.
        case adopted
        /// The splash stands until the command writes, or until its time is up.
        case holdsSplash
        /// The splash has gone.
        case leftSplash
        /// The loop is about to wait.
        case waits
        case timePassed
    }

    package enum Effect: Equatable, Sendable {
        /// Leaves the splash though the command has written nothing.
        case leaveSplash
        /// The terminal's settings are another process's.
        case forgetSettings
        /// The screen is no longer as we left it: another process has written since.
        case forgetScreen
        /// Shows what the command has written by now.
        case showPending
        /// The same, until it has been written or takes too long: the command writes as it stops.
        case showRest
        /// Puts the terminal back as the command's is. With `typesBack`, input that the command has not read is typed for the shell.
        case giveTerminal(typesBack: Bool)
        /// Sends a signal to the others in this process's group.
        case sendGroup(Int32)
        /// Reports that the command's terminal has made this signal of a key.
        case reportKey(Int32)
        /// Stops this process like the command.
        case stop(withGroup: Bool)
        /// Wakes the command's group.
        case continueGroup
        /// Looks who has the terminal.
        case look(asFound: Bool)
        /// Sets the terminal for the relay. With `asFound`, the command's terminal gets the settings that this process found
        /// at its start; else those that have changed meanwhile.
        case adopt(asFound: Bool)
        /// Sets the terminal for what is read from it now.
        case readInput
        /// The command's terminal gets the size of the user's.
        case resize
        /// The other process gets the settings that it would have found without us.
        case lend
    }

    /// The time to read from processes left behind that write without a pause.
    package static let drainTime = Duration.milliseconds(300)
    /// The interval of looking for the terminal in the background: some shells do not report that it is ours again.
    package static let backgroundInterval = Duration.milliseconds(200)
    /// The time that the others in our group have to die of a signal before the terminal is taken again.
    static let settlingTime = Duration.milliseconds(50)
    /// The time that a splash stays for a program that wants the terminal and has written nothing.
    static let splashPatience = Duration.milliseconds(200)
    /// The time that a command has to stop before the others in our group are stopped without it.
    static let stopPatience = Duration.milliseconds(300)
    static let lentInterval = Duration.milliseconds(100)
    /// SIGTSTP, as on Linux.
    static let terminalStop: Int32 = 20

    package private(set) var place: Place
    /// Something may still come from the command's terminal.
    package private(set) var hasOutput: Bool
    private var endedAt: Instant?
    private var isCovered = false
    private var splashEnds: Instant?
    /// When the terminal may be taken again.
    private var takesFrom: Instant?
    /// When the others are stopped, if the command has not stopped by then.
    private var stopsOthersAt: Instant?
    /// The parent that started this process, as far as is known.
    package private(set) var parent: Int32

    /// - Parameters:
    ///   - hasOutput: the command's terminal is still there.
    ///   - hasEnded: its process has ended already.
    package init(
        isInBackground: Bool, hasOutput: Bool = true, hasEnded: Bool = false, parent: Int32, at now: Instant
    ) {
        place = isInBackground ? .background : .foreground
        self.hasOutput = hasOutput
        self.parent = parent
        if hasEnded { endedAt = now }
    }

    package var isInBackground: Bool { place == .background }
    package var isLent: Bool { place == .lent }
    package var isGone: Bool { place == .gone }
    package var hasEnded: Bool { endedAt != nil }

    /// The command has ended and all that it wrote has been shown; or the terminal is gone, which was the command's, too.
    package func isOver(isShown: Bool) -> Bool { isGone || !hasOutput && isShown && hasEnded }

    /// When to send `timePassed`; `nil` if only another event can change anything.
    package func nextDeadline(at now: Instant) -> Instant? {
        let look = isInBackground ? now + Self.backgroundInterval : isLent ? now + Self.lentInterval : nil
        // Once its time has passed, the next look decides: the shell may have the terminal for long.
        let taking = takesFrom.flatMap { $0 > now ? $0 : nil }
        return [look, taking, stopsOthersAt, splashEnds].compactMap { $0 }.min()
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .ended: endedAt = endedAt ?? now
        case .outputEnded: hasOutput = false
        case .covered(let isCovered):
            // Its output of that time has yet to be read.
            if self.isCovered, !isCovered, endedAt != nil { endedAt = now }
            self.isCovered = isCovered
        case .key(let number, let reachesParent): return send(number, reachesParent: reachesParent, at: now)
        case .stopped(let withGroup):
            let sharesStop = withGroup || stopsOthersAt != nil
            (stopsOthersAt, takesFrom) = (nil, nil)
            let gives: [Effect] = isInBackground ? [] : [.giveTerminal(typesBack: true)]
            return [.leaveSplash, .showRest] + gives + [.stop(withGroup: sharesStop)]
        case .resumed: return [.look(asFound: false), .resize]
        case .askedToStop: stopsOthersAt = now + Self.stopPatience
        case .continued:
            let forgets: [Effect] = isInBackground ? [] : [.forgetSettings]
            (takesFrom, splashEnds) = (nil, nil)
            if !isGone { place = .background }
            return forgets + [.forgetScreen, .look(asFound: true), .continueGroup]
        case .lent(let isLent): return lend(isLent)
        case .hungUp: place = .gone
        case .gaveTerminal: if !isGone { place = .background }
        case .looked(let isForeground, let parent, let asFound):
            return isForeground ? take(parent, asFound: asFound, at: now) : []
        case .adopted:
            if !isGone { place = .foreground }
            return [.readInput, .resize]
        case .holdsSplash: splashEnds = now + Self.splashPatience
        case .leftSplash: splashEnds = nil
        case .waits:
            // A process that the command left behind may write for ever, so it is not waited for.
            if let endedAt, !isCovered, now >= endedAt + Self.drainTime { hasOutput = false }
        case .timePassed: return passTime(to: now)
        }
        return []
    }
}

extension RelayMachine {
    private mutating func passTime(to now: Instant) -> [Effect] {
        var effects: [Effect] = []
        if let due = stopsOthersAt, now >= due {
            stopsOthersAt = nil
            effects.append(.reportKey(Self.terminalStop))
        }
        if let due = splashEnds, now >= due {
            splashEnds = nil
            effects.append(.leaveSplash)
        }
        // After `bg` the command runs on and may write, but the terminal is the shell's.
        if isInBackground { effects.append(.look(asFound: false)) }
        return effects
    }

    /// The command's terminal has made a signal of a key, which is for the others in our group, too. Our parent may die of it at
    /// once, and then the shell has the terminal: so it is put back first, and taken again if the parent lives on.
    private mutating func send(_ number: Int32, reachesParent: Bool, at now: Instant) -> [Effect] {
        if number == Self.terminalStop { stopsOthersAt = nil }
        guard !isInBackground, reachesParent else { return [.sendGroup(number)] }
        takesFrom = now + Self.settlingTime
        // The key's echo, such as ^C, comes before the shell's prompt.
        return [.leaveSplash, .showPending, .giveTerminal(typesBack: false), .sendGroup(number)]
    }

    private mutating func lend(_ isLent: Bool) -> [Effect] {
        switch (place, isLent) {
        case (.foreground, true):
            place = .lent
            return [.lend]
        case (.lent, false):
            place = .foreground
            return [.readInput]
        default: return []
        }
    }

    /// The foreground group is ours again. What the user has changed in between holds for the command, too.
    private mutating func take(_ parent: Int32, asFound: Bool, at now: Instant) -> [Effect] {
        if let from = takesFrom {
            guard now >= from else { return [] }
            takesFrom = nil
            // A shell may be about to take it.
            if parent != self.parent {
                self.parent = parent
                takesFrom = now + Self.backgroundInterval
                return []
            }
        }
        return [.adopt(asFound: asFound)]
    }
}
