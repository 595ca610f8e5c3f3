import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// Input from a terminal: keys, and answers to questions.
struct TerminalInput {
    private let device: TerminalDevice
    private var decoder: InputDecoder
    /// When a flood was last read.
    private var lastFlood: Instant?
    var talk: TerminalTalk

    /// - Parameter keys: the terminal's, as terminfo lists them.
    init(_ device: TerminalDevice, _ plan: TerminalPlan, keys: KeyTable) {
        self.device = device
        decoder = InputDecoder(keys: keys)
        talk = TerminalTalk(plan)
    }

    /// When to check the time, because a key, a sequence or an answer is unfinished.
    var deadline: Instant? { [talk.deadline, decoder.deadline].compactMap { $0 }.min() }

    /// The keys of another type of terminal.
    mutating func setKeys(_ keys: KeyTable) { decoder.setKeys(keys) }

    /// Reads what has come; waits for nothing, unless it is a flood.
    mutating func read(at now: Instant) -> [InputEvent] {
        isFlooded ? readFlood() : decoder.decode(Self.readPiece(device.terminal), at: now)
    }

    private static func readPiece(_ terminal: Int32) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = unsafe max(0, Glibc.read(terminal, buffer.baseAddress, buffer.count))
        }
    }

    // MARK: Floods

    /// As many unread bytes as nobody types between two frames: the kernel holds 4,095.
    private static let floodThreshold = 3072
    /// As many as are more than a key, after a flood.
    private static let restThreshold = 64
    /// How long a flood pauses before it counts as over, and the longest that is read in one go.
    private static let floodPause = Duration.milliseconds(15)
    private static let floodTime = Duration.milliseconds(500)
    /// How long after a flood its rest may come, which a busy machine writes in small pieces.
    private static let floodMemory = Duration.seconds(1)

    private var isFlooded: Bool {
        let isRecent = lastFlood.map { MonotonicClock.now < $0 + Self.floodMemory } ?? false
        let most = isRecent ? Self.restThreshold : Self.floodThreshold
        return foyer_readable_count(device.terminal) >= most
    }

    /// Reads until a pause.
    private mutating func readFlood() -> [InputEvent] {
        let limit = MonotonicClock.now + Self.floodTime
        let terminal = device.terminal
        let events = decoder.decodeFlood {
            var descriptors = [pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)]
            guard MonotonicClock.now < limit,
                unsafe foyer_poll(&descriptors, 1, Self.floodPause.saturatedNanoseconds) > 0
            else { return [] }
            return Self.readPiece(terminal)
        }
        lastFlood = MonotonicClock.now
        return events
    }

    mutating func expire(at now: Instant) -> [InputEvent] { decoder.expire(at: now) }

    /// What is known about the terminal, if something new follows from it.
    mutating func takeAnswers(at now: Instant) -> TerminalAnswers? {
        guard var answers = talk.take(decoder.takeAnswers(), at: now) else { return nil }
        answers.cell = answers.cell ?? TerminalInterview.cell(of: device.terminal)
        return answers
    }

    // MARK: Leaving

    /// How long to wait for the last answer, so that neither a shell nor a command gets it: a line overseas takes 400 ms.
    private static let answerPatience = Duration.seconds(1)

    /// Takes in the terminal's remaining answers. What has come by then and is unread is discarded.
    ///
    /// - Parameter told: receives the answers so far whenever one adds something.
    /// - Returns: whether the terminal has gone.
    mutating func awaitAnswers(told: (TerminalAnswers) -> Void) -> Bool {
        let limit = MonotonicClock.now + Self.answerPatience
        var hasEnded = false
        while !hasEnded, talk.isOwed(at: MonotonicClock.now), MonotonicClock.now < limit {
            var descriptors = [pollfd(fd: device.terminal, events: Int16(POLLIN), revents: 0)]
            let left = max(0, (limit - MonotonicClock.now).saturatedNanoseconds)
            guard unsafe foyer_poll(&descriptors, 1, left) > 0 else { continue }
            _ = read(at: MonotonicClock.now)
            if let answers = takeAnswers(at: MonotonicClock.now) { told(answers) }
            hasEnded = device.isAtEnd
        }
        if let answers = takeAnswers(at: MonotonicClock.now) { told(answers) }
        if talk.lateAnswers(at: MonotonicClock.now) == nil { foyer_terminal_expect_answers(false) }
        return hasEnded
    }
}
