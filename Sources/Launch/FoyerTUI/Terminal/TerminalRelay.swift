import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// Watches what a program and its user say to each other.
package protocol RelayWatch: AnyObject {
    /// What the program wrote has reached the terminal.
    func sent(_ bytes: ArraySlice<UInt8>)
    /// What the user has typed.
    ///
    /// - Returns: what the program gets of it.
    func typed(_ bytes: [UInt8]) -> [UInt8]
    func resized(to size: CellSize)
    /// Whether it wants the terminal for something of its own: meanwhile nothing is read from the program, which waits with
    /// what it writes.
    var wantsTerminal: Bool { get }
    /// All that was read from the program is on the terminal, which is the watch's now. May be called again.
    func takeTerminal()
}

extension RelayWatch {
    /// Never.
    package var wantsTerminal: Bool { false }
    /// Has no use for it.
    package func takeTerminal() {}
}

/// Connects the process's terminal to a program on a pseudo-terminal: input, output, size and settings, as if the program
/// were on the terminal itself. What is sent to this process meanwhile, the program gets.
package struct TerminalRelay {
    /// The number of bytes to hold for the terminal; beyond it, nothing more is read.
    private static let room = 64 << 10
    /// How long to read from processes left behind that write without a pause.
    private static let drainTime = Duration.milliseconds(300)
    /// How often to look in the background whether the terminal is ours again: some shells say nothing.
    private static let backgroundInterval = Duration.milliseconds(200)
    /// How long the others in our group have to die of a signal before the terminal is taken again.
    private static let settlingTime = Duration.milliseconds(50)
    /// How long a screen of ours stays for a program that wants the terminal and has written nothing.
    private static let screenPatience = Duration.milliseconds(200)
    /// How long a command has to stop before the others in our group are stopped without it.
    private static let stopPatience = Duration.milliseconds(300)

    private let tty: Int32
    private let signals: Int32
    private let hand: CommandProcess.HandOver
    private let recording: (([UInt8]) -> Void)?
    private let watch: (any RelayWatch)?
    /// A line of ours below what the program writes, while it starts.
    private var line: (any RelayLine)?
    private var toTerminal: [UInt8]
    private var keys: TypedInput
    /// Another process, such as pinentry, reads a hidden line from the terminal: nothing is read or written.
    private var isLent = false
    private static let lentInterval = Duration.milliseconds(100)
    private var isTerminalGone = false
    private var isProgramGone: Bool
    private var endedAt: Instant?
    /// The shell has the terminal: nothing is read from it, and its settings are the shell's.
    private var isInBackground = false
    /// The screen of ours that is still there, and how long it stays at most.
    private var screen: ScreenHandOver?
    private var screenEnds = Instant.zero
    /// When the terminal may be taken again.
    private var takesFrom: Instant?
    /// When the others are stopped, if the command has not stopped by then.
    private var stopsOthersAt: Instant?
    private var parent = getppid()
    /// What it wrote, as a terminal gets it that begins lines itself.
    private var returns = LineReturns()
    /// The user's terminal begins lines itself, as the program's does: so others who write there have whole lines, too.
    private var addsReturns = false
    private var size: SharedSize

    private var program: Int32 { hand.terminal }

    /// Relays until the program has ended and all that it wrote has been shown, however slow the terminal. Closes nothing.
    ///
    /// - Parameters:
    ///   - typed: what was read before and is the program's.
    ///   - recording: receives a copy of everything sent.
    ///   - line: a line of ours below what the program writes, until that is over. Meanwhile nothing is read.
    ///   - watch: hears everything. Then the terminal is ours again at the end: as it was found, and what nobody has read
    ///     is for nobody.
    package static func run(
        _ hand: CommandProcess.HandOver, typed: [UInt8] = [], recording: (([UInt8]) -> Void)? = nil,
        line: (any RelayLine)? = nil, watch: (any RelayWatch)? = nil
    ) throws(TerminalError) -> End {
        let signals = foyer_signals_install()
        guard signals >= 0 else { throw .unusable(doing: "opening a pipe", errno: errno) }
        let handed = HandedTerminal.take()
        let tty = handed?.descriptor ?? foyer_terminal_reopen(STDOUT_FILENO)
        defer {
            foyer_terminal_restore()
            foyer_signals_remove()
            Glibc.close(tty)
        }
        let isOver = hand.terminal < 0
        if watch == nil, handed == nil { UsersTerminal.awaitEcho(unless: hand.process) }
        guard tty >= 0 else { throw .unusable(doing: "opening", errno: errno) }
        let keys = TypedInput(former: typed, shownCount: handed?.shownCount)
        var relay = TerminalRelay(tty, signals, hand, keys, recording, watch)
        relay.isInBackground = foyer_signals_shares_stops() && !foyer_terminal_in_foreground(tty)
        if let handed { relay.take(handed) }
        if !relay.isInBackground, handed == nil, foyer_terminal_adopt(tty) != 0 {
            throw .unusable(doing: "opening", errno: errno)
        }
        if watch == nil { relay.keys.give(to: line != nil ? .nobody : relay.hasProgramEnded ? .shell : .program) }
        relay.followLoan()
        if !relay.isInBackground, !relay.isLent {
            relay.takeInput()
            if relay.isTerminalGone { throw .unusable(doing: "opening", errno: errno) }
        }
        relay.resize()
        relay.shareReturns()
        if let line { relay.begin(line) }
        relay.loop()
        relay.takeTerminalAtEnd()
        if watch != nil { return relay.isTerminalGone ? .terminalGone : .programEnded }
        if relay.keys.awaitAnswers(from: relay.isTerminalGone || relay.isInBackground ? nil : tty) {
            relay.isTerminalGone = true
        }
        // The settings that a program leaves stay, as without us.
        let settings = isOver ? hand.settings : hand.terminal
        if settings >= 0 { foyer_terminal_put_back_as(settings) }
        relay.typeUnreadBack()
        return relay.isTerminalGone ? .terminalGone : .programEnded
    }

    package enum End: Sendable {
        case programEnded
        /// The user's terminal has gone, and so has the program's.
        case terminalGone
    }

    private init(
        _ tty: Int32, _ signals: Int32, _ hand: CommandProcess.HandOver, _ keys: TypedInput,
        _ recording: (([UInt8]) -> Void)?, _ watch: (any RelayWatch)?
    ) {
        self.watch = watch
        self.tty = tty
        self.signals = signals
        self.hand = hand
        self.keys = keys
        self.recording = recording
        toTerminal = hand.history
        isProgramGone = hand.terminal < 0
        size = hand.size
        if hand.process < 0 { endedAt = MonotonicClock.now }
    }

    // MARK: - The line below it

    private mutating func begin(_ line: any RelayLine) {
        TerminalLine.setUndo()
        self.line = line
        line.resized(to: TerminalSize.read(tty))
        toTerminal = line.pass(toTerminal, isNew: false)
        flush()
        stepLine()
    }

    /// The line has something to say, or moves; or it is over.
    private mutating func stepLine() {
        guard let line else { return }
        toTerminal += line.step(draws: toTerminal.isEmpty && !isInBackground)
        guard line.isOver else { return flush() }
        self.line = nil
        flush()
        foyer_terminal_mark(FOYER_MODE_SCREEN, false)
        // A program that has ended or failed has left what was typed to the shell.
        guard keys.recipient == .nobody, line.isReady, !hasProgramEnded else { return }
        keys.give(to: .program)
        showKey()
        if !isInBackground, !isLent { takeInput() }
    }

    private mutating func hideLine() {
        guard let line else { return }
        toTerminal += line.hide()
        flush()
    }

    private var lineDeadline: Instant? {
        guard let line, let due = line.nextDeadline else { return nil }
        return toTerminal.isEmpty && !isInBackground ? due : max(due, MonotonicClock.now + Self.backgroundInterval)
    }

    // MARK: - The screen before it

    /// Leaves the screen together with what the program wrote.
    private mutating func take(_ handed: HandedTerminal) {
        foyer_terminal_expect_answers(false)
        guard !isInBackground else { return foyer_terminal_restore() }
        var screen = ScreenHandOver(leaving: handed.leaving)
        let waits = hand.awaitsOutput && program >= 0
        toTerminal = screen.take(hand.history)
        if waits {
            screenEnds = MonotonicClock.now + Self.screenPatience
        } else {
            toTerminal += screen.giveUp()
        }
        self.screen = screen
    }

    private mutating func leaveScreen() {
        guard screen?.isHeld == true else { return }
        toTerminal += screen?.giveUp() ?? []
    }

    /// All that leaves it has been written.
    private mutating func markLeft() {
        guard let screen else { return }
        HandedTerminal.markLeft(butScreen: screen.isHeld)
        if !screen.isHeld { self.screen = nil }
    }

    /// What nobody has read is the shell's.
    private mutating func typeUnreadBack() {
        guard !isTerminalGone, !isInBackground else { return }
        keys.typeBack(to: tty, from: program)
    }

    /// Sets the terminal for what is read from it now. What has waited in its queue is the program's first input.
    private mutating func takeInput() {
        if watch == nil, keys.isRead, keys.typeQueue(of: tty, to: program) { hand.observer?.typed() }
        if keys.setTerminal(tty) { isTerminalGone = true }
        addsReturns = false
        shareReturns()
    }

    /// The program has ended, whether this loop has been told or not.
    private var hasProgramEnded: Bool {
        guard endedAt == nil, hand.terminal >= 0, hand.process >= 0 else { return true }
        var process = [pollfd(fd: hand.process, events: Int16(POLLIN), revents: 0)]
        return unsafe foyer_poll(&process, 1, 0) > 0
    }

    /// Follows whether another process reads the terminal. It gets the settings that it would have found without us, and
    /// puts ours back.
    private mutating func followLoan() {
        guard watch == nil, !isInBackground, !isTerminalGone else {
            isLent = false
            return
        }
        let wasLent = isLent
        isLent = foyer_terminal_is_lent()
        if isLent, !wasLent { foyer_terminal_lend() }
        if wasLent, !isLent { takeInput() }
    }

    /// How long to wait at most, in nanoseconds; negative: for ever.
    private var limit: Int64 {
        var limits: [Duration] = []
        if isInBackground { limits.append(Self.backgroundInterval) }
        if isLent { limits.append(Self.lentInterval) }
        for instant in [takesFrom, stopsOthersAt].compactMap({ $0 }) {
            limits.append(max(.zero, instant - MonotonicClock.now))
        }
        if let due = keys.nextDeadline { limits.append(max(.zero, due - MonotonicClock.now)) }
        if screen?.isHeld == true { limits.append(max(.zero, screenEnds - MonotonicClock.now)) }
        if let due = lineDeadline { limits.append(max(.zero, due - MonotonicClock.now)) }
        return limits.min()?.saturatedNanoseconds ?? -1
    }

    private mutating func loop() {
        while !isOver {
            stopReadingIfDue()
            if screen == nil, line == nil, toTerminal.isEmpty { hand.claim?.share() }
            var descriptors = [
                pollfd(fd: isTerminalGone ? -1 : tty, events: terminalEvents, revents: 0),
                pollfd(fd: isProgramGone || programEvents == 0 ? -1 : program, events: programEvents, revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: endedAt == nil ? hand.process : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: endedAt == nil ? hand.stops : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: line?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            // Polling a pseudo-terminal fetches what is on its way: if there is nothing, nothing more of the program's
            // will come.
            let asksForRest = endedAt != nil && !isProgramGone && programEvents & Int16(POLLIN) != 0
            let count = unsafe foyer_poll(&descriptors, descriptors.count, asksForRest ? 0 : limit)
            followLoan()
            hear(keys.expire())
            if asksForRest, count >= 0, Int32(descriptors[1].revents) & (POLLIN | POLLHUP | POLLERR) == 0 {
                isProgramGone = true
            }
            if let due = stopsOthersAt, MonotonicClock.now >= due { sendGroup(SIGTSTP) }
            if screen?.isHeld == true, MonotonicClock.now >= screenEnds { leaveScreen() }
            if isInBackground { takeTerminalIfOurs() }
            if count >= 0, descriptors[5].revents != 0 || lineDeadline.map({ $0 <= MonotonicClock.now }) == true {
                stepLine()
            }
            guard count > 0 else {
                if count == 0 { toTerminal += returns.rest() }
                continue
            }
            if descriptors[2].revents != 0 { takeSignals() }
            if descriptors[3].revents != 0 { endedAt = MonotonicClock.now }
            if descriptors[4].revents != 0 { takeNews() }
            if descriptors[1].revents != 0 { serveProgram(Int32(descriptors[1].revents)) }
            if descriptors[0].revents != 0 { serveTerminal(Int32(descriptors[0].revents)) }
        }
    }

    /// Once the program has ended and all it wrote has been shown. A terminal that is gone was the program's, too: it is
    /// hung up by our end.
    private var isOver: Bool { isTerminalGone || (isProgramGone && toTerminal.isEmpty && endedAt != nil) }

    /// A process that the program left behind may write for ever, so do not wait for it.
    private mutating func stopReadingIfDue() {
        guard let endedAt, !isProgramGone, !isHeld, MonotonicClock.now >= endedAt + Self.drainTime else { return }
        isProgramGone = true
    }

    /// Whether something else stands on the terminal, or is about to.
    private var isHeld: Bool { watch?.wantsTerminal == true }

    private var terminalEvents: Int16 {
        guard !isLent else { return 0 }
        let reads = !isInBackground && keys.isRead && program >= 0 && !keys.isFull
        return Int16((reads ? POLLIN : 0) | (toTerminal.isEmpty ? 0 : POLLOUT))
    }

    private var programEvents: Int16 {
        let reads = toTerminal.count < Self.room && !isHeld
        return Int16((reads ? POLLIN : 0) | (keys.isEmpty || keys.recipient == .shell ? 0 : POLLOUT))
    }

    private mutating func serveProgram(_ events: Int32) {
        if events & POLLOUT != 0 { keys.write(to: program) }
        guard events & (POLLIN | POLLHUP | POLLERR) != 0, !isHeld else { return }
        showKey()
        // A terminal hands out little at once: one write for all that there is.
        while toTerminal.count < Self.room, !isProgramGone {
            let (bytes, isAtEnd) = Self.read(program)
            if isAtEnd { isProgramGone = true }
            if bytes.isEmpty { break }
            take(bytes)
        }
        flush()
        shareSize()
    }

    /// While nothing is read, the user's terminal has made a signal of a key without showing it, as the program's would have.
    private mutating func showKey() {
        guard watch == nil, let number = ProcessSignals.takePassedKey() else { return }
        showKey(number)
    }

    private mutating func showKey(_ number: Int32) {
        let shown = unsafe [UInt8](unsafeUninitializedCapacity: 2) {
            unsafe $1 = foyer_terminal_unseen_key(tty, program, number, $0.baseAddress)
        }
        toTerminal += line?.pass(shown, isNew: false) ?? shown
    }

    /// The shell's terminal begins each line itself, as the program's has done already.
    private mutating func take(_ bytes: [UInt8]) {
        hand.observer?.wrote(bytes)
        let isDoubled = isInBackground && foyer_terminal_adds_returns(program)
        let shown = isDoubled ? returns.removed(from: bytes) : returns.rest() + bytes
        let passed = screen?.take(shown) ?? shown
        toTerminal += line?.pass(passed, isNew: true) ?? passed
    }

    private mutating func serveTerminal(_ events: Int32) {
        flush()
        let isShells = isInBackground || !foyer_terminal_in_foreground(tty)
        guard events & POLLIN != 0, keys.isRead, !isLent, !keys.isFull, !isShells else {
            if events & (POLLHUP | POLLERR) != 0 { isTerminalGone = true }
            return
        }
        let (bytes, isAtEnd) = Self.read(tty)
        hear(keys.withoutAnswers(bytes))
        if isAtEnd { isTerminalGone = true }
    }

    /// What the user has typed.
    private mutating func hear(_ bytes: [UInt8]) {
        if !bytes.isEmpty { hand.observer?.typed() }
        let wasHeld = isHeld
        keys.append(bytes.isEmpty ? [] : watch?.typed(bytes) ?? bytes)
        if isHeld, toTerminal.isEmpty { watch?.takeTerminal() }
        // What it wrote meanwhile has yet to be read.
        if wasHeld, !isHeld, endedAt != nil { endedAt = MonotonicClock.now }
    }

    private mutating func flush() {
        guard !toTerminal.isEmpty, !isTerminalGone, !isLent else { return }
        if let line { TerminalLine.mark(line) }
        shareReturns()
        let count = addsReturns && !isInBackground ? writeLines() : writeAsIs()
        guard count > 0 else { return }
        recording?(isInBackground ? LineReturns.added(to: toTerminal[..<count]) : Array(toTerminal[..<count]))
        watch?.sent(toTerminal[..<count])
        if count == toTerminal.count {
            toTerminal.removeAll(keepingCapacity: true)
            shareReturns()
            markLeft()
            if isHeld { watch?.takeTerminal() }
        } else {
            toTerminal.removeFirst(count)
        }
    }

    private func writeAsIs() -> Int {
        unsafe isInBackground
            ? write(tty, toTerminal, toTerminal.count) : foyer_terminal_write(toTerminal, toTerminal.count)
    }

    /// To a terminal that puts a CR before each LF itself.
    ///
    /// - Returns: how many bytes of `toTerminal` these were.
    private func writeLines() -> Int {
        let bytes = LineReturns.withoutReturns(toTerminal)
        let count = unsafe foyer_terminal_write(bytes, bytes.count)
        return count <= 0
            ? count : count == bytes.count ? toTerminal.count : LineReturns.added(to: bytes[..<count]).count
    }

    /// Whether the terminal adds returns to what is about to be written: only where the program's own has added all of them.
    private mutating func shareReturns() {
        guard watch == nil, !isInBackground, !isTerminalGone, !isLent else { return }
        let adds: Bool
        if LineReturns.hasBareLineFeed(toTerminal) {
            adds = false
        } else if addsReturns {
            return
        } else {
            adds = foyer_terminal_adds_returns(program >= 0 ? program : hand.settings)
        }
        guard adds != addsReturns else { return }
        addsReturns = foyer_terminal_set_output_raw(!adds) == 0 && adds
    }

    /// A size that the program sets is the terminal's.
    private mutating func shareSize() {
        let command = program >= 0 ? program : hand.settings
        guard command >= 0, watch == nil, !isTerminalGone else { return }
        TerminalSize.share(&size, users: tty, command: command)
    }

    private mutating func resize() {
        if watch != nil, program >= 0 { foyer_copy_terminal_size(tty, program) }
        shareSize()
        line?.resized(to: TerminalSize.read(tty))
        watch?.resized(to: TerminalSize.read(tty))
    }

    private mutating func takeSignals() {
        let pending = foyer_signals_take()
        if pending & UInt32(FOYER_SIGNAL_RESIZED) != 0 { resize() }
        // This process stops once the program has.
        if pending & UInt32(FOYER_SIGNAL_SUSPEND) != 0 {
            if watch == nil, !isInBackground, foyer_signals_stop_was_key() { showKey(SIGTSTP) }
            foyer_signals_stop_heir()
        }
        if pending & UInt32(FOYER_SIGNAL_CONTINUED) != 0 { goOn() }
    }

    // MARK: - Jobs

    /// This process was stopped without notice (SIGSTOP), and the shell has had the terminal meanwhile. The program finds it
    /// as if it had been stopped itself.
    private mutating func goOn() {
        if !isInBackground { foyer_terminal_forget() }
        screen = nil
        line?.forget()
        isInBackground = true
        takesFrom = nil
        if foyer_terminal_in_foreground(tty), foyer_terminal_adopt(tty) == 0 {
            foyer_terminal_pass_settings_found(program)
            takeAdopted()
        }
        foyer_signals_continue_group()
    }

    private mutating func takeNews() {
        let news = CommandGroupNews(hand.stops)
        for key in news.keys { sendGroup(key) }
        if news.isStopped {
            stop(withGroup: news.stopsGroup || stopsOthersAt != nil)
        } else if news.stopsGroup {
            stopsOthersAt = MonotonicClock.now + Self.stopPatience
        }
    }

    /// What the program's terminal has made of a key is for the others in our group, too. Who started this process may die
    /// of it at once, and the shell then has the terminal: so it is put back first, and taken again once that has not
    /// happened.
    private mutating func sendGroup(_ number: Int32) {
        if number == SIGTSTP { stopsOthersAt = nil }
        if !isInBackground, foyer_signals_reach_parent() {
            leaveScreen()
            // What the key looks like stands before the shell's prompt.
            if !isProgramGone { take(Self.read(program).bytes) }
            hideLine()
            flush()
            foyer_terminal_put_back_as(program)
            foyer_terminal_restore()
            isInBackground = true
            takesFrom = MonotonicClock.now + Self.settlingTime
        }
        foyer_signals_send_group(number)
    }

    /// The program has been stopped, by a key or by itself: whoever started this process gets the terminal.
    private mutating func stop(withGroup: Bool) {
        stopsOthersAt = nil
        leaveScreen()
        hideLine()
        showRest()
        if !isInBackground {
            foyer_terminal_put_back_as(program)
            typeUnreadBack()
            foyer_terminal_restore()
        }
        isInBackground = true
        takesFrom = nil
        keys.forgetAnswers()
        ProcessSignals.stopLikeCommand(withGroup: withGroup) {
            takeTerminalIfOurs()
            resize()
        }
    }

    /// After `bg` the program runs on and may write, but the terminal is the shell's.
    private mutating func takeTerminalIfOurs() {
        guard foyer_terminal_in_foreground(tty) else { return }
        if let from = takesFrom {
            guard MonotonicClock.now >= from else { return }
            takesFrom = nil
            // A shell may be about to take it.
            if getppid() != parent {
                parent = getppid()
                takesFrom = MonotonicClock.now + Self.backgroundInterval
                return
            }
        }
        guard foyer_terminal_adopt(tty) == 0 else {
            isTerminalGone = true
            return
        }
        // What the user has changed in between holds for the program, too; and so does what was typed.
        foyer_terminal_pass_settings(program)
        takeAdopted()
    }

    private mutating func takeAdopted() {
        isInBackground = false
        takeInput()
        resize()
    }

    /// The settings that the program leaves are the terminal's unless somebody else has it.
    private mutating func takeTerminalAtEnd() {
        leaveScreen()
        showKey()
        shareSize()
        line?.ended()
        hideLine()
        toTerminal += returns.rest()
        flush()
        guard isInBackground, !isTerminalGone, getppid() == parent, foyer_terminal_in_foreground(tty) else { return }
        if foyer_terminal_adopt(tty) == 0 { isInBackground = false }
    }

    /// Shows what the program wrote as it stopped, such as leaving the second screen.
    private mutating func showRest() {
        let limit = MonotonicClock.now + Self.drainTime
        while !isTerminalGone, MonotonicClock.now < limit {
            let (bytes, isAtEnd) = isProgramGone || toTerminal.count >= Self.room ? ([], false) : Self.read(program)
            take(bytes)
            if isAtEnd { isProgramGone = true }
            flush()
            if toTerminal.isEmpty {
                if bytes.isEmpty { return }
            } else {
                var full = [pollfd(fd: tty, events: Int16(POLLOUT), revents: 0)]
                _ = unsafe foyer_poll(&full, 1, max(0, (limit - MonotonicClock.now).saturatedNanoseconds))
            }
        }
    }

    static func read(_ descriptor: Int32) -> (bytes: [UInt8], isAtEnd: Bool) {
        var isAtEnd = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            let result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            count = max(0, result)
            isAtEnd = result == 0 || (result < 0 && errno != EAGAIN && errno != EINTR)
        }
        return (bytes, isAtEnd)
    }
}
