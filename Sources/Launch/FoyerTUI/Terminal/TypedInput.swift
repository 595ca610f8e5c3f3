import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// Keys on their way from the user's terminal to the program or the shell, without the answers to our own questions.
struct TypedInput {
    enum Recipient {
        /// It waits in the kernel: the program still starts.
        case nobody
        /// The program gets it.
        case program
        /// It is the shell's: the program ended before it had the terminal.
        case shell
    }

    /// The number of bytes to hold; beyond it, nothing more is read.
    private static let room = 64 << 10
    /// The longest that the shell waits for answers that are still to come: nobody else would take them away, and a shell
    /// would take them for keys.
    private static let answerPatience = Duration.seconds(5)
    /// The key that ends the wait.
    private static let impatience: UInt8 = 3

    private(set) var recipient = Recipient.program
    /// Bytes that have been read and not been passed on.
    private var pending: [UInt8] = []
    /// Bytes that were read before, beside the answers to our questions.
    private var former: [UInt8]
    /// The bytes in the terminal's queue that it has shown; `nil` for all.
    private var shownCount: Int?
    /// The answers that a screen of ours has asked for, and that may still come.
    private var late = OutstandingAnswers.take()

    init(former: [UInt8], shownCount: Int?) { (self.former, self.shownCount) = (former, shownCount) }

    var isEmpty: Bool { pending.isEmpty }
    var isFull: Bool { pending.count >= Self.room }
    /// The terminal is read now.
    var isRead: Bool { recipient == .program }
    /// When to call ``expire()``; `nil` if no bytes are held.
    var nextDeadline: Instant? { late?.nextDeadline }

    mutating func give(to recipient: Recipient) {
        self.recipient = recipient
        if recipient == .shell { pending = former }
    }

    mutating func append(_ bytes: [UInt8]) { pending += bytes }

    mutating func write(to program: Int32) {
        guard !pending.isEmpty else { return }
        let count = unsafe Glibc.write(program, pending, pending.count)
        if count > 0 { pending.removeFirst(count) }
    }

    /// Sets the terminal for its recipient.
    ///
    /// - Returns: whether the terminal has gone.
    mutating func setTerminal(_ tty: Int32) -> Bool {
        switch recipient {
        case .nobody:
            // From here on nothing that is typed is shown.
            shownCount = Int(foyer_readable_count(tty))
            return foyer_terminal_set_silent() != 0 || foyer_terminal_set_output_raw(true) != 0
        case .shell: return (late == nil ? foyer_terminal_set_output_raw(true) : foyer_terminal_set_raw()) != 0
        case .program: return foyer_terminal_set_raw() != 0
        }
    }

    /// The terminal's queue is the program's first input. The part of it that the terminal has shown is typed unseen:
    /// each key is shown once, as without us.
    ///
    /// - Returns: whether something has waited.
    mutating func typeQueue(of tty: Int32, to program: Int32) -> Bool {
        let queue = withoutAnswers(UsersTerminal.takeTypedAhead(tty))
        // Bytes that were read before come first.
        var seen = Array(queue.prefix(former.isEmpty ? shownCount ?? queue.count : 0))
        var unseen = former + queue[seen.count...]
        (former, shownCount) = ([], nil)
        let count = unsafe seen.isEmpty ? 0 : foyer_type_unseen(program, &seen, seen.count)
        unsafe foyer_put_in_ends(program, &unseen, unseen.count)
        pending += seen[count...] + unseen
        return !seen.isEmpty || !unseen.isEmpty
    }

    /// Input that the program has not read is typed once more, for the shell: without us it would still be in the terminal.
    mutating func typeBack(to tty: Int32, from program: Int32) {
        guard isRead || !pending.isEmpty, foyer_terminal_can_type_back() else { return }
        var (seen, keys): ([UInt8], [UInt8]) = ([], pending)
        if isRead {
            seen = program >= 0 ? UsersTerminal.takeUnread(program) : []
            keys += withoutAnswers(TerminalRelay.read(tty).bytes)
        }
        pending = []
        unsafe foyer_terminal_type_back(&seen, seen.count, keys, keys.count)
    }

    // MARK: - Answers

    /// The terminal's bytes, without the answers that are ours.
    mutating func withoutAnswers(_ bytes: [UInt8]) -> [UInt8] {
        guard let passed = late?.filter(bytes, at: MonotonicClock.now) else { return bytes }
        if late?.isOver == true { late = nil }
        return passed
    }

    /// Advances the time.
    ///
    /// - Returns: what was held and has turned out to be typed.
    mutating func expire() -> [UInt8] { late?.expire(at: MonotonicClock.now) ?? [] }

    mutating func forgetAnswers() { late = nil }

    /// Reads until the last answer of ours has come. A terminal that has answered keeps nobody waiting.
    ///
    /// - Parameter tty: `nil` if it is somebody else's or has gone: then nothing is read.
    /// - Returns: whether the terminal has gone.
    mutating func awaitAnswers(from tty: Int32?) -> Bool {
        let longest = MonotonicClock.now + Self.answerPatience
        var (typed, isGone): ([UInt8], Bool) = ([], false)
        while let tty, !isGone, !ProcessSignals.hasPassedEnd, let late, !late.isOver {
            let limit = min(longest, late.awaitedUntil)
            let left = [limit, late.deadline, late.nextDeadline ?? limit].reduce(limit, min) - MonotonicClock.now
            var terminal = [pollfd(fd: tty, events: Int16(POLLIN), revents: 0)]
            let count = unsafe foyer_poll(&terminal, 1, max(0, left.saturatedNanoseconds))
            typed += expire()
            if count > 0 {
                let (bytes, isAtEnd) = TerminalRelay.read(tty)
                typed += withoutAnswers(bytes)
                isGone = isAtEnd
            }
            if typed.contains(Self.impatience) || MonotonicClock.now >= limit { break }
        }
        if let late, late.isSilent, MonotonicClock.now >= late.awaitedUntil { OutstandingAnswers.noteMissing() }
        if let place = typed.lastIndex(of: Self.impatience) { typed.removeFirst(place + 1) }
        pending += typed
        return isGone
    }
}
