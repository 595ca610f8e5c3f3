import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// Input from a terminal: keys, and answers to questions.
struct TerminalInput {
    private let device: TerminalDevice
    private var decoder = InputDecoder()
    /// When a flood was last read.
    private var lastFlood: Instant?
    /// Carries the keys to curses, where curses does not read the terminal itself.
    private let feed: KeyFeed?
    var talk: TerminalTalk

    init(_ device: TerminalDevice, _ plan: TerminalPlan, feed: KeyFeed?) {
        self.device = device
        self.feed = feed
        talk = TerminalTalk(plan)
    }

    /// When to check the time, because a key, a sequence or an answer is unfinished.
    var deadline: Instant? { [talk.deadline, decoder.deadline].compactMap { $0 }.min() }

    /// Reads what has come.
    mutating func read(from screen: CursesScreen, at now: Instant) -> [InputEvent] {
        var events: [InputEvent] = []
        if !isFlooded {
            feed?.take(from: device.terminal)
            let keys = screen.readInput { isFlooded }
            events = decoder.decode(keys, expecting: talk.expectation(at: now), at: now)
        }
        return isFlooded ? events + readFlood(at: now) : events
    }

    // MARK: Floods

    /// How long a flood pauses before it counts as over, and the longest that is read in one go.
    private static let floodPause = Duration.milliseconds(15)
    private static let floodTime = Duration.milliseconds(500)
    /// How long after a flood its rest may come, which a busy machine writes in small pieces.
    private static let floodMemory = Duration.seconds(1)

    private var isFlooded: Bool {
        let isRecent = lastFlood.map { MonotonicClock.now < $0 + Self.floodMemory } ?? false
        let most = isRecent ? InputFlood.restThreshold : InputFlood.threshold
        return foyer_readable_count(device.terminal) >= most
    }

    /// Reads past curses until a pause.
    private mutating func readFlood(at now: Instant) -> [InputEvent] {
        var flood = InputFlood(isPasting: decoder.isPasting)
        decoder.forgetSequence()
        let limit = MonotonicClock.now + Self.floodTime
        while MonotonicClock.now < limit {
            var descriptors = [pollfd(fd: device.terminal, events: Int16(POLLIN), revents: 0)]
            guard unsafe foyer_poll(&descriptors, 1, Self.floodPause.saturatedNanoseconds) > 0 else { break }
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                count = unsafe max(0, Glibc.read(device.terminal, buffer.baseAddress, buffer.count))
            }
            if bytes.isEmpty { break }
            flood.take(bytes)
        }
        lastFlood = MonotonicClock.now
        return decoder.decode(flood.finish(), at: now)
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
    mutating func awaitAnswers(from screen: CursesScreen, told: (TerminalAnswers) -> Void) -> Bool {
        let limit = MonotonicClock.now + Self.answerPatience
        var hasEnded = false
        while !hasEnded, talk.isOwed(at: MonotonicClock.now), MonotonicClock.now < limit {
            var descriptors = [pollfd(fd: device.terminal, events: Int16(POLLIN), revents: 0)]
            let left = max(0, (limit - MonotonicClock.now).saturatedNanoseconds)
            guard unsafe foyer_poll(&descriptors, 1, left) > 0 else { continue }
            _ = read(from: screen, at: MonotonicClock.now)
            if let answers = takeAnswers(at: MonotonicClock.now) { told(answers) }
            hasEnded = device.isAtEnd
        }
        if let answers = takeAnswers(at: MonotonicClock.now) { told(answers) }
        if talk.lateAnswers(at: MonotonicClock.now) == nil { foyer_terminal_expect_answers(false) }
        return hasEnded
    }
}
