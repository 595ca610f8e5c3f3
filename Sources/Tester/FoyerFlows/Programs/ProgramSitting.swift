import Foyer
import FoyerEmulator
import FoyerSystem
import FoyerTrace
import Glibc

/// Takes notes while somebody uses a program. Called on the thread that owns the terminal.
package protocol SittingNotes: AnyObject {
    /// What stands there, and since when.
    func see(_ screen: Buffer, _ surroundings: ScreenTrack.TerminalState, at now: Instant)
    /// The user does something, and this is what they see.
    ///
    /// - Parameter changed: when the screen last changed.
    func take(_ input: InputEvent, on screen: Buffer, changed: Instant, at now: Instant)
    /// - Parameter isOurs: whether the user had Foyer end it.
    func finish(_ end: CommandEnd, isOurs: Bool, on screen: Buffer, at now: Instant)
}

extension SittingNotes {
    func see(_ screen: Buffer, _ surroundings: ScreenTrack.TerminalState, at now: Instant) {}
}

/// A program on somebody's own terminal, as if Foyer were not there: its bytes are handed on as they come, and so are the
/// keys, but for Ctrl-]. That shows the card, if there is one, and ends the program from there, or where there is none.
package enum ProgramSitting {
    /// Stands for each character that was typed while the terminal showed nothing of it.
    static let unkept: Unicode.Scalar = "•"

    /// Runs until the program has ended, on a thread of its own.
    ///
    /// - Parameters:
    ///   - card: what the user may want to read meanwhile.
    ///   - inLines: whether the program begins below what stands there, and nothing is cleared or moved for it.
    ///   - recording: receives a copy of all that is sent to the terminal.
    package static func run(
        _ order: ProgramOrder, card: SittingCard? = nil, inLines: Bool = false,
        recording: (@Sendable ([UInt8]) -> Void)?, _ makeNotes: sending @escaping () -> any SittingNotes
    ) async throws(LocalizedFailure) -> CommandEnd {
        let end: Result<CommandEnd, LocalizedFailure>
        do {
            end = try await LoopThread.run {
                Result { () throws(LocalizedFailure) in try sit(order, card, inLines, recording, makeNotes()) }
            }
        } catch {
            throw LocalizedFailure(error.cause)
        }
        return try end.get()
    }

    private static func sit(
        _ order: ProgramOrder, _ card: SittingCard?, _ inLines: Bool, _ recording: (([UInt8]) -> Void)?,
        _ notes: any SittingNotes
    ) throws(LocalizedFailure) -> CommandEnd {
        let size = TerminalSize.read(STDOUT_FILENO)
        func tell(_ bytes: [UInt8]) {
            recording?(bytes)
            write(bytes)
        }
        let program = try TerminalProgram(order.onTerminal(size))
        // So that the emulator sees the screen that the program has.
        if !inLines { tell(scrollAway(size)) }
        let watch = Watch(
            size: size, notes: notes, card: card, requestEnd: program.requestEnd,
            hidesTyping: { !order.keepsSecrets && program.hidesTyping }, tell: tell)
        let hand = program.handOver
        defer { hand.close() }
        var trouble: LocalizedFailure?
        do {
            _ = try TerminalRelay.run(hand, recording: recording, watch: watch)
        } catch {
            trouble = LocalizedFailure(error.cause)
        }
        tell(inLines ? watch.undoInLines : watch.undo)
        program.stop()
        if let trouble = trouble ?? watch.failure { throw trouble }
        let end = program.end ?? .signal(SIGKILL)
        watch.finish(end)
        return end
    }

    /// What stands there goes where it can be scrolled to, and the screen is empty.
    package static func scrollAway(_ size: CellSize) -> [UInt8] {
        Array((String(repeating: "\n", count: size.rows) + "\u{1B}[H\u{1B}[J").utf8)
    }

    package static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private final class Watch: RelayWatch {
        private static let endKey: UInt8 = 0x1D
        /// No screen is looked at sooner after the one before.
        private static let glance = Duration.milliseconds(33)

        private let terminal: TerminalEmulator
        private let notes: any SittingNotes
        private let requestEnd: () -> Void
        /// Whether what is typed now is a secret.
        private let hidesTyping: () -> Bool
        /// Writes to the terminal.
        private let tell: ([UInt8]) -> Void
        private var card: SittingCard?
        private(set) var wantsTerminal = false
        private var keys = InputTokenizer()
        /// What was seen when the beginning of a sequence came whose rest has not.
        private var unfinished: (screen: Buffer, changed: Instant, isHidden: Bool, at: Instant)?
        private var changed = MonotonicClock.now
        private var report = TerminalReport()
        private var seen = Instant.zero
        private var isEnding = false

        init(
            size: CellSize, notes: any SittingNotes, card: SittingCard?, requestEnd: @escaping () -> Void,
            hidesTyping: @escaping () -> Bool, tell: @escaping ([UInt8]) -> Void
        ) {
            self.card = card
            self.tell = tell
            self.hidesTyping = hidesTyping
            terminal = TerminalEmulator(size: size)
            self.notes = notes
            self.requestEnd = requestEnd
        }

        func sent(_ bytes: ArraySlice<UInt8>) {
            // The program answers to it: it was a key.
            giveUp()
            terminal.feed(bytes)
            // The real terminal answers.
            _ = terminal.takeAnswers()
            report.take(Array(bytes), answered: [])
            report.forgetQuestions()
            changed = MonotonicClock.now
            if changed - seen >= Self.glance { see() }
        }

        private func see() {
            seen = changed
            notes.see(terminal.screen, .init(report, cursor: terminal.cursor), at: changed)
        }

        func typed(_ bytes: [UInt8]) -> [UInt8] {
            if isEnding { return [] }
            if wantsTerminal {
                typedOnCard(bytes)
                return []
            }
            let end = bytes.firstIndex(of: Self.endKey)
            let passed = Array(bytes[..<(end ?? bytes.endIndex)])
            let now = MonotonicClock.now
            if let unfinished, let patience = keys.patience, now - unfinished.at >= patience { giveUp() }
            see()
            let isHidden = hidesTyping()
            for event in keys.read(passed).flatMap(\.events) {
                notes.take(isHidden ? event.hidden : event, on: terminal.screen, changed: changed, at: now)
            }
            if keys.patience == nil {
                unfinished = nil
            } else {
                unfinished = (terminal.screen, changed, isHidden, now)
            }
            if let end {
                giveUp()
                if card == nil { self.end() } else { wantsTerminal = true }
                // What was typed after it is for the card.
                if wantsTerminal, end + 1 < bytes.count { typedOnCard(Array(bytes[(end + 1)...])) }
            }
            return passed
        }

        /// The rest of a sequence has not come: its beginning was keys.
        private func giveUp() {
            guard let (screen, changed, isHidden, now) = unfinished else { return }
            unfinished = nil
            for event in keys.giveUp().flatMap(\.events) {
                notes.take(isHidden ? event.hidden : event, on: screen, changed: changed, at: now)
            }
        }

        private func end() {
            isEnding = true
            requestEnd()
        }

        // MARK: - The card

        func takeTerminal() {
            guard card?.isShown == false else { return }
            showCard()
        }

        private func showCard() {
            if let bytes = card?.show(over: terminal) { tell(bytes) }
        }

        /// Its keys move it, take it away, or end the program; none reaches that.
        private func typedOnCard(_ bytes: [UInt8]) {
            let ends = bytes.contains(Self.endKey)
            var isLeft = ends
            let tokens = keys.read(bytes.filter { $0 != Self.endKey }) + keys.giveUp()
            for event in tokens.flatMap(\.events) where !isLeft { isLeft = card?.press(event) ?? true }
            if isLeft {
                if let bytes = card?.hide(), !bytes.isEmpty { tell(bytes) }
                wantsTerminal = false
                if ends { end() }
            } else if card?.isShown == true {
                showCard()
            }
        }

        func resized(to size: CellSize) {
            guard size != terminal.size else { return }
            giveUp()
            see()
            notes.take(.resized(size), on: terminal.screen, changed: changed, at: MonotonicClock.now)
            terminal.resize(to: size)
            if card?.isShown == true { showCard() }
        }

        /// Why the notes are not of what the user saw.
        var failure: LocalizedFailure? { terminal.failure }

        func finish(_ end: CommandEnd) {
            giveUp()
            see()
            notes.finish(end, isOurs: isEnding, on: terminal.screen, at: MonotonicClock.now)
        }

        /// Takes back what a program has left on, as one does that was killed.
        var undo: [UInt8] {
            // Lines scroll everywhere again, and are counted from the top, which moves the cursor.
            var text = "\u{1B}[?6l\u{1B}[r"
            let place = terminal.cursorPlace
            text += terminal.isAlternate ? "\u{1B}[?1049l" : "\u{1B}[\(place.row + 1);\(place.column + 1)H"
            text += modesUndo
            // What is said next has a line of its own.
            return Array((text + (terminal.cursor?.column == 0 ? "" : "\r\n")).utf8)
        }

        /// The same where lines go on below what the program wrote: of one that has left nothing on, at most the end of its
        /// line.
        var undoInLines: [UInt8] {
            guard !report.isPlain else { return Array((terminal.cursor?.column == 0 ? "" : "\r\n").utf8) }
            // Only the terminal knows where the cursor was; below all rows there is nothing to write over.
            let place = terminal.isAlternate ? "\u{1B}[?1049l" : "\u{1B}[999;1H"
            return Array(("\u{1B}[?6l\u{1B}[r" + place + modesUndo + "\r\n").utf8)
        }

        private var modesUndo: String {
            var text = terminal.cursor == nil ? "\u{1B}[?25h" : ""
            if terminal.hearsMouse { text += "\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l" }
            text += "\u{1B}[0m\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1l\u{1B}>"
            // Letters are letters, take the place of what is there, and go on in the next line.
            return text + "\u{0F}\u{1B}(B\u{1B}[4l\u{1B}[20l\u{1B}[?5l\u{1B}[?7h"
        }
    }
}

extension InputEvent {
    /// The same with a dot for each of its characters.
    fileprivate var hidden: InputEvent {
        switch self {
        case .key(.character): .key(.character(ProgramSitting.unkept))
        case .paste(let text): .paste(String(text.unicodeScalars.map { _ in Character(ProgramSitting.unkept) }))
        default: self
        }
    }
}
