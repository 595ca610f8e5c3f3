import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// The terminal: opened once, and restored by `close()`, at any end of the process, and while the process is suspended.
/// Belongs to the thread that opened it.
package final class Terminal: Display {
    package private(set) var capabilities: TerminalCapabilities
    package private(set) var size: CellSize

    private let device: TerminalDevice
    private let screen: CursesScreen
    private var output: FrameWriter
    private var links: LinkOverlay
    private var modes: ModeSwitch
    private var taskbar = TaskbarSign()
    private var title = TitleSign()
    /// The number of the last text that was sent for the clipboard.
    private var copied: Int?
    private var pixels: TerminalPixels
    private var input: TerminalInput
    private var plan: TerminalPlan
    /// Called with the terminal's answers, and again when it reports something new.
    package var learned: ((TerminalAnswers) -> Void)?
    /// Whether the last frame has a cursor.
    private var hasCursor = false
    private var isLost = false
    private var hasReportedEnd = false
    private var isOpen = true
    /// Whether the screens read keys at all; `nil` if they always do.
    private let keyboard: KeyboardAccess?
    private var isKeyboardGranted = false
    /// Another process, such as pinentry, reads a hidden line from the terminal: nothing is read or drawn.
    private var isLent = false
    private static let lentInterval = Duration.milliseconds(100)
    /// What Ctrl-C and the like are here.
    private let signalKeys: SignalKeys
    /// After Ctrl-Z and `bg` a command's launch goes on, and the terminal is the shell's.
    private var isInBackground = false
    /// How often to look in the background whether the terminal is ours again: some shells say nothing.
    private static let backgroundInterval = Duration.milliseconds(200)

    /// Opens the process's terminal. From now until `close()` it is restored however the process ends.
    ///
    /// - Parameters:
    ///   - resolve: the terminal's colour for a cell's, at the plan's depth.
    ///   - compress: compresses pictures in pixels; without it they are sent uncompressed, or stay cells.
    ///   - recording: receives a copy of everything sent except pixels and questions.
    ///   - keyboard: whether keys are read; without it they always are.
    package init(
        plan: TerminalPlan, resolve: @escaping (CellColor) -> TerminalColor,
        compress: PixelCompressor? = nil, recording: (([UInt8]) -> Void)? = nil, keyboard: KeyboardAccess? = nil
    ) throws(TerminalError) {
        self.keyboard = keyboard
        modes = ModeSwitch(changesInput: keyboard == nil)
        device = try TerminalDevice()
        signalKeys = SignalKeys()
        do {
            screen = try CursesScreen(plan: plan, resolve: resolve)
        } catch {
            device.close()
            throw error
        }
        capabilities = plan.capabilities
        self.plan = plan
        input = TerminalInput(device, plan, keys: screen.keys)
        output = FrameWriter(recording: recording)
        pixels = TerminalPixels(compress: compress, isRecorded: recording != nil)
        size = TerminalSize.unknown
        links = LinkOverlay(plan, resolve: resolve)
        setInput()
        setUndo()
        updateSize()
        pixels.start(capabilities.pixels)
    }

    deinit { close() }

    /// Sets the terminal for what is read from it now.
    private func setInput() {
        guard let keyboard else { return signalKeys.setUnbuffered() }
        isKeyboardGranted = keyboard.isGranted
        // Half a line is not counted: to ask for it would end the line.
        if !isKeyboardGranted { keyboard.shownCount = Int(foyer_readable_count(device.terminal)) }
        _ = isKeyboardGranted ? foyer_terminal_set_keys() : foyer_terminal_set_silent()
    }

    /// Whether keys are read now.
    private var readsKeys: Bool { keyboard == nil || isKeyboardGranted && !isLent }

    /// Follows what has changed since the last wait: the access to keys, and who else uses the terminal.
    private func followInput() -> [InputEvent] {
        guard let keyboard, !hasEnded, !isInBackground else { return [] }
        let wasLent = isLent
        isLent = foyer_terminal_is_lent()
        guard !isLent else { return [] }
        if keyboard.isGranted != isKeyboardGranted { setInput() }
        guard wasLent else { return [] }
        repaint()
        return [.resumed]
    }

    /// Draws by another plan for the same terminal from the next frame on, which is drawn completely.
    ///
    /// - Throws: if curses cannot restart; then the terminal counts as gone.
    package func restyle(_ plan: TerminalPlan, resolve: @escaping (CellColor) -> TerminalColor) throws(TerminalError) {
        guard isOpen, !hasEnded else { return }
        let former = screen.modes
        do {
            try screen.restart(plan: plan, resolve: resolve)
        } catch {
            isLost = true
            throw error
        }
        let pixelsBefore = capabilities.pixels
        self.plan = plan
        capabilities = plan.capabilities
        links = LinkOverlay(plan, resolve: resolve)
        modes.change(from: former, to: screen.modes)
        input.setKeys(screen.keys)
        setUndo()
        repaint()
        if capabilities.pixels != pixelsBefore { pixels.start(capabilities.pixels) }
    }

    /// Takes over a plan for the same terminal if it changes nothing that is drawn.
    ///
    /// - Returns: `false` if curses has to restart for it.
    package func adopt(_ plan: TerminalPlan) -> Bool {
        guard plan.isDrawn(like: self.plan) else { return false }
        self.plan = plan
        let former = capabilities.pixels
        capabilities = plan.capabilities
        if capabilities.pixels != former {
            pixels.start(capabilities.pixels)
            // Pictures in another form vanish with their cells.
            if former != nil { repaint() }
        }
        screen.learn(capabilities)
        setUndo()
        return true
    }

    // MARK: Drawing

    package var now: Instant { MonotonicClock.now }

    package var isReady: Bool { isOpen && output.isIdle && !isInBackground && !isLent }

    /// Whether the terminal has gone.
    private var hasEnded: Bool { isLost || output.isGone }

    package func present(_ frame: Frame) {
        if keyboard != nil { isLent = foyer_terminal_is_lent() }
        guard isReady, !hasEnded else { return }
        let change = pixels.show(frame, size: size, at: now, settle: screen.settle)
        var frame = frame
        if let cells = change.cells { frame.cells = cells }
        let entering = modes.enter(screen.modes)
        // Before the first frame, which draws over what a terminal shows that does not understand them.
        let questions = input.talk.ask(at: now)
        let hasLinks = capabilities.hyperlinks && links.isNeeded(for: frame)
        var bytes = screen.draw(frame, settles: hasLinks, spoiled: change.spoiled)
        if hasLinks { bytes += links.bytes(for: frame, size: size) }
        hasCursor = frame.cursor != nil
        bytes += modes.showCursor(hasCursor, screen.modes)
        if capabilities.taskbarProgress, let sign = taskbar.bytes(for: frame.taskbar, at: now) {
            if frame.taskbar != .none { foyer_terminal_mark(FOYER_MODE_PROGRESS, true) }
            bytes += sign
        }
        if capabilities.title, let sign = title.bytes(for: frame.title, at: now) {
            foyer_terminal_mark(FOYER_MODE_TITLE, title.isSet)
            bytes += sign
        }
        let copy = copy(frame.copied)
        let opening = FrameOpening(pictures: change.bytes, modes: entering, questions: questions)
        guard !bytes.isEmpty || !opening.isEmpty || !copy.isEmpty else { return }
        output.send(cells: bytes, opening, after: copy, isSynchronized: capabilities.synchronizedOutput)
    }

    /// Not recorded: a player would overwrite its viewer's clipboard.
    private func copy(_ text: ClipboardText?) -> [UInt8] {
        guard let text, text.number != copied else { return [] }
        copied = text.number
        return capabilities.clipboard == .none ? [] : text.sequence ?? []
    }

    /// Ctrl-L: sends the modes and every cell again.
    package func repaint() {
        invalidate(isOnScreen: true)
    }

    private func invalidate(isOnScreen: Bool) {
        screen.invalidate()
        links.invalidate()
        pixels.invalidate(at: now)
        modes.invalidate(isOnScreen: isOnScreen)
        taskbar.invalidate()
    }

    private func setUndo() {
        // No second screen: the prompt comes below the last frame.
        ModeSwitch.setUndo(
            screen.modes, hyperlinks: capabilities.hyperlinks,
            withoutScreen: screen.moveToRow(size.rows - 1) + Array("\r\n".utf8))
    }

    private func updateSize() {
        if let answers = input.talk.measure(TerminalInterview.cell(of: device.terminal)) {
            repaint()
            learned?(answers)
        }
        let new = TerminalSize.read(device.terminal)
        guard new != size || new != screen.size else { return }
        size = new
        screen.resize(to: new)
        links.invalidate()
        pixels.invalidate(at: now)
        setUndo()
    }

    // MARK: Waiting

    package func wait(until deadline: Instant?, mailbox: Int32) -> [InputEvent] {
        // A frame could not be written, or the process resumed without a terminal.
        if hasEnded, !hasReportedEnd { return [endOfInput()] }
        var events = followInput()
        pixels.advance(at: now)
        if output.isIdle, !pixels.isSending, !hasEnded, !isLent { output.send(input.talk.followUp()) }
        let sends = !isLent && (!output.isIdle || pixels.hasPieces)
        let awaited = Int16((readsKeys ? POLLIN : 0) | (sends ? POLLOUT : 0))
        // Once the terminal has gone, do not poll it again: it would be ready at once, for ever.
        var descriptors = [
            pollfd(fd: hasEnded || isInBackground ? -1 : device.terminal, events: awaited, revents: 0),
            pollfd(fd: device.signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mailbox, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pixels.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // The terminal's settings change without a word.
        let isWatched = keyboard != nil && !isInBackground
        let look = isInBackground ? now + Self.backgroundInterval : isWatched ? now + Self.lentInterval : nil
        let limit =
            events.isEmpty ? [deadline, input.deadline, pixels.nextDeadline, look].compactMap { $0 }.min() : .zero
        let timeout = limit.map { max(0, ($0 - now).saturatedNanoseconds) } ?? -1
        let count = unsafe foyer_poll(&descriptors, descriptors.count, timeout)
        if count > 0, descriptors[1].revents != 0 { events += takeSignals() }
        if isInBackground, foyer_terminal_in_foreground(device.terminal) {
            resume()
            events.append(.resumed)
        }
        defer { if let answers = input.takeAnswers(at: now) { take(answers) } }
        let terminal = Int32(descriptors[0].revents)
        guard count > 0, terminal != 0, !hasEnded else { return events + input.expire(at: now) }
        if terminal & POLLOUT != 0 { output.flush() }
        // After what the loop has to show: one piece, if nothing else has happened.
        if terminal == POLLOUT, output.isIdle, descriptors[2].revents == 0 {
            sendPiece()
        }
        if terminal & (POLLIN | POLLHUP | POLLERR) != 0 {
            if readsKeys { events += obey(input.read(at: now)) }
            if readsKeys ? device.isAtEnd : terminal & (POLLHUP | POLLERR) != 0 { isLost = true }
        }
        if hasEnded { events.append(endOfInput()) }
        return events
    }

    /// Sends the next piece of a picture. A cursor that stood in the picture meanwhile would leave a hole: terminals draw
    /// the cell anew where it was.
    private func sendPiece() {
        let piece = pixels.nextPiece(settle: screen.settle)
        guard !piece.isEmpty else { return }
        let hidden = modes.showCursor(false, screen.modes)
        output.send(hidden + piece + (pixels.isSending ? [] : modes.showCursor(hasCursor, screen.modes)))
    }

    private func take(_ answers: TerminalAnswers) { learned?(answers) }

    /// Reported once, whoever notices it.
    private func endOfInput() -> InputEvent {
        hasReportedEnd = true
        return .endOfInput
    }

    private func takeSignals() -> [InputEvent] {
        var events: [InputEvent] = []
        let pending = foyer_signals_take()
        let former = size
        if pending & UInt32(FOYER_SIGNAL_SUSPEND) != 0 {
            suspend()
            events.append(.resumed)
        } else if pending & UInt32(FOYER_SIGNAL_CONTINUED) != 0 {
            // Stopped without notice (SIGSTOP): another program may have changed the terminal in the meantime.
            foyer_signals_continue_group()
            if staysInBackground {
                foyer_terminal_forget()
            } else {
                setInput()
                repaint()
            }
            events.append(.resumed)
        }
        if pending & UInt32(FOYER_SIGNAL_ENDING) != 0 {
            if foyer_signals_told() == SIGINT { events.append(.key(.control("c"))) }
        }
        // Whether it came now, or while this process was stopped, when nobody took the notice.
        if foyer_signals_noted_end() != 0, !hasReportedEnd { events.append(endOfInput()) }
        updateSize()
        if size != former { events.append(.resized(size)) }
        return events
    }

    /// Keys that are signals.
    private func obey(_ inputs: [InputEvent]) -> [InputEvent] {
        var rest: [InputEvent] = []
        for input in inputs {
            switch signalKeys.signal(of: input) {
            case nil:
                if input == .key(.control("l")) { repaint() }
                rest.append(input)
            case SIGTSTP:
                suspend(withGroup: true)
                rest.append(.resumed)
            case let number?:
                // The others do not know that it is a key here.
                if signalKeys.isKey(number) {
                    foyer_signals_send_group(number)
                    rest.append(input)
                } else if foyer_signals_note_key(number) {
                    rest.append(endOfInput())
                } else {
                    foyer_signals_obey_key(number)
                }
            }
        }
        return rest
    }

    // MARK: Leaving

    /// Whoever gets the terminal next must get no answer of ours. One that takes no bytes was not asked either.
    private func awaitAnswers() {
        guard !hasEnded, output.isIdle, !isInBackground else { return }
        var learned: [TerminalAnswers] = []
        isLost = input.awaitAnswers { learned.append($0) }
        learned.forEach(take)
    }

    /// Restores the terminal, stops the process like Ctrl-Z, and takes the terminal again when the process continues.
    package func suspend() { suspend(withGroup: false) }

    /// - Parameter withGroup: whether the others in this process's group are stopped too.
    private func suspend(withGroup: Bool) {
        guard isOpen else { return }
        awaitAnswers()
        foyer_terminal_restore()
        output.discard()
        if withGroup { foyer_signals_send_group(SIGTSTP) }
        foyer_signals_stop_process()
        _ = foyer_signals_take()
        // A command has a terminal of its own, wherever this process is.
        foyer_signals_continue_group()
        if !staysInBackground { resume() }
    }

    /// Where a command goes on, its launch does, too; any other program that wants the terminal stops again.
    private var staysInBackground: Bool {
        isInBackground = foyer_signals_shares_stops() && !foyer_terminal_in_foreground(device.terminal)
        return isInBackground
    }

    private func resume() {
        isInBackground = false
        if foyer_terminal_adopt(device.terminal) != 0 {
            isLost = true
            return
        }
        setInput()
        foyer_terminal_mark(FOYER_MODE_LINK, capabilities.hyperlinks)
        input.talk.resume()
        taskbar = TaskbarSign()
        title = TitleSign()
        output.discard()
        invalidate(isOnScreen: false)
        pixels.forget(at: now)
        updateSize()
    }

    /// Restores the terminal but for its second screen, which stays as it is: what draws next in this process enters it
    /// again, and nobody sees the one beneath. Whoever enters it keeps the cursor's place for the end, so that is first put
    /// back.
    package func handOver() {
        guard isOpen else { return }
        awaitAnswers()
        let leaving = screen.modes.off[Int(FOYER_MODE_SCREEN.rawValue)]
        if modes.isEntered { HandedOverScreen.keep(leaving: leaving) }
        ModeSwitch.setUndo(FOYER_MODE_SCREEN, leaving.isEmpty ? [] : Array("\u{1B}8".utf8))
        close()
    }

    /// Restores the terminal, or hands it to the relay of the program that follows. May be called again; then it does nothing.
    package func close() {
        guard isOpen else { return }
        // The process that has switched echo off puts our settings back, which must not be the last ones.
        while keyboard != nil, foyer_terminal_is_lent(), ProcessSignals.notedEnd == nil, !ProcessSignals.hasPassedEnd {
            _ = foyer_poll(nil, 0, Self.lentInterval.saturatedNanoseconds)
        }
        let handsOn = keyboard?.isHandedOver == true && !hasEnded && output.isIdle && !isInBackground && modes.isEntered
        awaitAnswers()
        if keyboard == nil { OutstandingAnswers.set(hasEnded ? nil : input.talk.lateAnswers(at: now)) }
        isOpen = false
        if handsOn { return HandedTerminal.set(device.terminal, shownCount: keyboard?.shownCount ?? 0) }
        // A player's terminal should end up like this one.
        if modes.isEntered { output.record(modes.leave(screen.modes)) }
        device.close()
    }
}

/// The progress on the taskbar's button (OSC 9;4).
struct TaskbarSign {
    /// Terminals drop progress that is not renewed within about 15 s.
    static let renewal = Duration.seconds(5)

    private var shown = TaskbarProgress.none
    private var sent = Instant.zero

    /// Sends the next progress in any case.
    mutating func invalidate() {
        sent = .zero
    }

    /// The bytes that make the button show a progress; nil if it shows that already.
    mutating func bytes(for progress: TaskbarProgress, at now: Instant) -> [UInt8]? {
        let isDue = progress != .none && now - sent >= Self.renewal
        guard progress != shown || isDue else { return nil }
        shown = progress
        sent = now
        let state =
            switch progress {
            case .none: "0"
            case .percent(let value): "1;\(min(max(value, 0), 100))"
            case .failed: "2;100"
            case .busy: "3"
            }
        return Array("\u{1B}]9;4;\(state)\u{1B}\\".utf8)
    }
}
