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

    private let tty: Int32
    private let signals: Int32
    private let hand: CommandProcess.HandOver
    private let recording: (([UInt8]) -> Void)?
    private let watch: (any RelayWatch)?
    /// A line of ours below what the program writes, while it starts.
    private var line: (any RelayLine)?
    private var toTerminal: [UInt8]
    private var keys: TypedInput
    /// Decides which process has the terminal.
    private var machine: RelayMachine
    /// The screen of ours that is still there.
    private var screen: ScreenHandOver?
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
        if let handed { relay.take(handed) }
        if !relay.machine.isInBackground, handed == nil, foyer_terminal_adopt(tty) != 0 {
            throw .unusable(doing: "opening", errno: errno)
        }
        if watch == nil { relay.keys.give(to: line != nil ? .nobody : relay.hasProgramEnded ? .shell : .program) }
        relay.followLoan()
        if relay.machine.place == .foreground {
            relay.takeInput()
            if relay.machine.isGone { throw .unusable(doing: "opening", errno: errno) }
        }
        relay.resize()
        relay.shareReturns()
        if let line { relay.begin(line) }
        relay.loop()
        relay.takeTerminalAtEnd()
        if watch != nil { return relay.machine.isGone ? .terminalGone : .programEnded }
        if relay.keys.awaitAnswers(from: relay.machine.isGone || relay.machine.isInBackground ? nil : tty) {
            relay.send(.hungUp)
        }
        // The settings that a program leaves stay, as without us.
        let settings = isOver ? hand.settings : hand.terminal
        if settings >= 0 { foyer_terminal_put_back_as(settings) }
        relay.typeUnreadBack()
        return relay.machine.isGone ? .terminalGone : .programEnded
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
        size = hand.size
        machine = RelayMachine(
            isInBackground: foyer_signals_shares_stops() && !foyer_terminal_in_foreground(tty),
            hasOutput: hand.terminal >= 0, hasEnded: hand.process < 0, parent: getppid(), at: MonotonicClock.now)
    }

    // MARK: - Events and effects

    private mutating func send(_ event: RelayMachine.Event) {
        for effect in machine.handle(event, at: MonotonicClock.now) { perform(effect) }
    }

    private mutating func perform(_ effect: RelayMachine.Effect) {
        switch effect {
        case .leaveSplash: leaveScreen()
        case .forgetSettings: foyer_terminal_forget()
        case .forgetScreen:
            screen = nil
            line?.forget()
        case .showPending:
            if machine.hasOutput { take(Self.read(program).bytes) }
            hideLine()
            flush()
        case .showRest:
            hideLine()
            showRest()
        case .giveTerminal(let typesBack):
            foyer_terminal_put_back_as(program)
            if typesBack { typeUnreadBack() }
            foyer_terminal_restore()
            send(.gaveTerminal)
        case .sendGroup(let number): foyer_signals_send_group(number)
        case .reportKey(let number): sendGroup(number)
        case .stop(let withGroup):
            keys.forgetAnswers()
            ProcessSignals.stopLikeCommand(withGroup: withGroup) { send(.resumed) }
        case .continueGroup: foyer_signals_continue_group()
        case .look(let asFound):
            send(.looked(isForeground: foyer_terminal_in_foreground(tty), parent: getppid(), asFound: asFound))
        case .adopt(let asFound): adopt(asFound: asFound)
        case .readInput: takeInput()
        case .resize: resize()
        case .lend: foyer_terminal_lend()
        }
    }

    private mutating func sendGroup(_ number: Int32) {
        send(.key(number, reachesParent: !machine.isInBackground && foyer_signals_reach_parent()))
    }

    private mutating func adopt(asFound: Bool) {
        guard foyer_terminal_adopt(tty) == 0 else {
            if !asFound { send(.hungUp) }
            return
        }
        if asFound { foyer_terminal_pass_settings_found(program) } else { foyer_terminal_pass_settings(program) }
        send(.adopted)
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
        toTerminal += line.step(draws: toTerminal.isEmpty && !machine.isInBackground)
        guard line.isOver else { return flush() }
        self.line = nil
        flush()
        foyer_terminal_mark(FOYER_MODE_SCREEN, false)
        // A program that has ended or failed has left what was typed to the shell.
        guard keys.recipient == .nobody, line.isReady, !hasProgramEnded else { return }
        keys.give(to: .program)
        showKey()
        if machine.place == .foreground { takeInput() }
    }

    private mutating func hideLine() {
        guard let line else { return }
        toTerminal += line.hide()
        flush()
    }

    private var lineDeadline: Instant? {
        guard let line, let due = line.nextDeadline else { return nil }
        guard !toTerminal.isEmpty || machine.isInBackground else { return due }
        return max(due, MonotonicClock.now + RelayMachine.backgroundInterval)
    }

    // MARK: - The screen before it

    /// Leaves the screen together with what the program wrote.
    private mutating func take(_ handed: HandedTerminal) {
        foyer_terminal_expect_answers(false)
        guard !machine.isInBackground else { return foyer_terminal_restore() }
        var screen = ScreenHandOver(leaving: handed.leaving)
        let waits = hand.awaitsOutput && program >= 0
        toTerminal = screen.take(hand.history)
        if !waits { toTerminal += screen.giveUp() }
        self.screen = screen
        if screen.isHeld { send(.holdsSplash) }
    }

    private mutating func leaveScreen() {
        guard screen?.isHeld == true else { return }
        toTerminal += screen?.giveUp() ?? []
        send(.leftSplash)
    }

    /// All that leaves it has been written.
    private mutating func markLeft() {
        guard let screen else { return }
        HandedTerminal.markLeft(butScreen: screen.isHeld)
        if !screen.isHeld { self.screen = nil }
    }

    /// What nobody has read is the shell's.
    private mutating func typeUnreadBack() {
        guard !machine.isGone, !machine.isInBackground else { return }
        keys.typeBack(to: tty, from: program)
    }

    /// Sets the terminal for what is read from it now. What has waited in its queue is the program's first input.
    private mutating func takeInput() {
        if watch == nil, keys.isRead, keys.typeQueue(of: tty, to: program) { hand.observer?.typed() }
        if keys.setTerminal(tty) { send(.hungUp) }
        addsReturns = false
        shareReturns()
    }

    /// The program has ended, whether this loop has been told or not.
    private var hasProgramEnded: Bool {
        guard !machine.hasEnded, hand.terminal >= 0, hand.process >= 0 else { return true }
        var process = [pollfd(fd: hand.process, events: Int16(POLLIN), revents: 0)]
        return unsafe foyer_poll(&process, 1, 0) > 0
    }

    /// Follows whether another process reads the terminal.
    private mutating func followLoan() {
        guard watch == nil, machine.place == .foreground || machine.isLent else { return }
        send(.lent(foyer_terminal_is_lent()))
    }

    /// How long to wait at most, in nanoseconds; negative: for ever.
    private var limit: Int64 {
        let now = MonotonicClock.now
        let due = [machine.nextDeadline(at: now), keys.nextDeadline, lineDeadline].compactMap { $0 }.min()
        return due.map { max(0, ($0 - now).saturatedNanoseconds) } ?? -1
    }

    private mutating func loop() {
        while !isOver {
            send(.covered(isHeld))
            send(.waits)
            if screen == nil, line == nil, toTerminal.isEmpty { hand.claim?.share() }
            var descriptors = [
                pollfd(fd: machine.isGone ? -1 : tty, events: terminalEvents, revents: 0),
                pollfd(fd: !machine.hasOutput || programEvents == 0 ? -1 : program, events: programEvents, revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: machine.hasEnded ? -1 : hand.process, events: Int16(POLLIN), revents: 0),
                pollfd(fd: machine.hasEnded ? -1 : hand.stops, events: Int16(POLLIN), revents: 0),
                pollfd(fd: line?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            // Polling a pseudo-terminal fetches what is on its way: if there is nothing, nothing more of the program's
            // will come.
            let asksForRest = machine.hasEnded && machine.hasOutput && programEvents & Int16(POLLIN) != 0
            let count = unsafe foyer_poll(&descriptors, descriptors.count, asksForRest ? 0 : limit)
            followLoan()
            hear(keys.expire())
            if asksForRest, count >= 0, Int32(descriptors[1].revents) & (POLLIN | POLLHUP | POLLERR) == 0 {
                send(.outputEnded)
            }
            send(.timePassed)
            if count >= 0, descriptors[5].revents != 0 || lineDeadline.map({ $0 <= MonotonicClock.now }) == true {
                stepLine()
            }
            guard count > 0 else {
                if count == 0 { toTerminal += returns.rest() }
                continue
            }
            if descriptors[2].revents != 0 { takeSignals() }
            if descriptors[3].revents != 0 { send(.ended) }
            if descriptors[4].revents != 0 { takeNews() }
            if descriptors[1].revents != 0 { serveProgram(Int32(descriptors[1].revents)) }
            if descriptors[0].revents != 0 { serveTerminal(Int32(descriptors[0].revents)) }
        }
    }

    private var isOver: Bool { machine.isOver(isShown: toTerminal.isEmpty) }

    /// Whether something else stands on the terminal, or is about to.
    private var isHeld: Bool { watch?.wantsTerminal == true }

    private var terminalEvents: Int16 {
        guard !machine.isLent else { return 0 }
        let reads = !machine.isInBackground && keys.isRead && program >= 0 && !keys.isFull
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
        while toTerminal.count < Self.room, machine.hasOutput {
            let (bytes, isAtEnd) = Self.read(program)
            if isAtEnd { send(.outputEnded) }
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
        let isDoubled = machine.isInBackground && foyer_terminal_adds_returns(program)
        let shown = isDoubled ? returns.removed(from: bytes) : returns.rest() + bytes
        let passed = screen?.take(shown) ?? shown
        if screen?.isHeld == false { send(.leftSplash) }
        toTerminal += line?.pass(passed, isNew: true) ?? passed
    }

    private mutating func serveTerminal(_ events: Int32) {
        flush()
        let isShells = machine.isInBackground || !foyer_terminal_in_foreground(tty)
        guard events & POLLIN != 0, keys.isRead, !machine.isLent, !keys.isFull, !isShells else {
            if events & (POLLHUP | POLLERR) != 0 { send(.hungUp) }
            return
        }
        let (bytes, isAtEnd) = Self.read(tty)
        hear(keys.withoutAnswers(bytes))
        if isAtEnd { send(.hungUp) }
    }

    /// What the user has typed.
    private mutating func hear(_ bytes: [UInt8]) {
        if !bytes.isEmpty { hand.observer?.typed() }
        keys.append(bytes.isEmpty ? [] : watch?.typed(bytes) ?? bytes)
        if isHeld, toTerminal.isEmpty { watch?.takeTerminal() }
    }

    private mutating func flush() {
        guard !toTerminal.isEmpty, !machine.isGone, !machine.isLent else { return }
        if let line { TerminalLine.mark(line) }
        shareReturns()
        let count = addsReturns && !machine.isInBackground ? writeLines() : writeAsIs()
        guard count > 0 else { return }
        recording?(machine.isInBackground ? LineReturns.added(to: toTerminal[..<count]) : Array(toTerminal[..<count]))
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
        unsafe machine.isInBackground
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
        guard watch == nil, machine.place == .foreground else { return }
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
        guard command >= 0, watch == nil, !machine.isGone else { return }
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
            if watch == nil, !machine.isInBackground, foyer_signals_stop_was_key() { showKey(SIGTSTP) }
            foyer_signals_stop_heir()
        }
        if pending & UInt32(FOYER_SIGNAL_CONTINUED) != 0 { send(.continued) }
    }

    // MARK: - Jobs

    private mutating func takeNews() {
        let news = CommandGroupNews(hand.stops)
        for key in news.keys { sendGroup(key) }
        if news.isStopped {
            send(.stopped(withGroup: news.stopsGroup))
        } else if news.stopsGroup {
            send(.askedToStop)
        }
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
        guard machine.isInBackground, getppid() == machine.parent, foyer_terminal_in_foreground(tty) else { return }
        // Nothing more is read.
        if foyer_terminal_adopt(tty) == 0 { _ = machine.handle(.adopted, at: MonotonicClock.now) }
    }

    /// Shows what the program wrote as it stopped, such as leaving the second screen.
    private mutating func showRest() {
        let limit = MonotonicClock.now + RelayMachine.drainTime
        while !machine.isGone, MonotonicClock.now < limit {
            let (bytes, isAtEnd) =
                !machine.hasOutput || toTerminal.count >= Self.room ? ([], false) : Self.read(program)
            take(bytes)
            if isAtEnd { send(.outputEnded) }
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

/// Output that a terminal has put a CR before each LF of, on its way to another terminal that does the same.
struct LineReturns {
    private static let (cr, lf) = (UInt8(0x0D), UInt8(0x0A))

    /// The last byte was a CR, which may belong to the next line's end.
    private var isHeld = false

    /// The bytes as the program wrote them: without one CR before each LF.
    mutating func removed(from bytes: [UInt8]) -> [UInt8] {
        var written: [UInt8] = []
        written.reserveCapacity(bytes.count + 1)
        for byte in bytes {
            if isHeld, byte != Self.lf { written.append(Self.cr) }
            isHeld = byte == Self.cr
            if !isHeld { written.append(byte) }
        }
        return written
    }

    /// A CR after which nothing has come.
    mutating func rest() -> [UInt8] {
        defer { isHeld = false }
        return isHeld ? [Self.cr] : []
    }

    /// Returns true if a line's end has no CR of its own: then it was written as it is, and no terminal may add one.
    static func hasBareLineFeed(_ bytes: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == lf, previous != cr { return true }
            previous = byte
        }
        return false
    }

    /// Whole lines without the CR before each LF.
    static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] {
        var written: [UInt8] = []
        written.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == lf, written.last == cr { written.removeLast() }
            written.append(byte)
        }
        return written
    }

    /// The same after the other terminal has put a CR before each LF.
    static func added(to bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.flatMap { $0 == lf ? [cr, lf] : [$0] }
    }
}
