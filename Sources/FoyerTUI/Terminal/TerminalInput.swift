import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// Input from a terminal: keys, and answers to questions.
struct TerminalInput {
    private let device: TerminalDevice
    private var decoder = InputDecoder()
    var talk: TerminalTalk

    init(_ device: TerminalDevice, _ plan: TerminalPlan) {
        self.device = device
        talk = TerminalTalk(plan)
    }

    /// When to check the time, because a sequence or an answer is unfinished.
    var deadline: Instant? { [talk.deadline, decoder.deadline].compactMap { $0 }.min() }

    mutating func take(_ raw: [RawInput], at now: Instant) -> [InputEvent] {
        decoder.decode(raw, expecting: talk.expectation(at: now), at: now)
    }

    mutating func expire(at now: Instant) -> [InputEvent] { decoder.expire(at: now) }

    /// What is known about the terminal, if something new follows from it.
    mutating func takeAnswers(at now: Instant) -> TerminalAnswers? {
        guard var answers = talk.take(decoder.takeAnswers(), at: now) else { return nil }
        answers.cell = answers.cell ?? TerminalInterview.cell(of: device.terminal)
        return answers
    }

    // MARK: Leaving

    /// How long to wait for the last answer, so that a shell does not get it.
    private static let answerPatience = Duration.milliseconds(100)

    /// Takes in the terminal's remaining answers. Anything later is discarded.
    ///
    /// - Parameter told: receives the answers so far whenever one adds something.
    /// - Returns: whether the terminal has gone.
    mutating func awaitAnswers(from screen: CursesScreen, told: (TerminalAnswers) -> Void) -> Bool {
        let limit = MonotonicClock.now + Self.answerPatience
        var hasEnded = false
        while !hasEnded, talk.isAwaiting(at: MonotonicClock.now), MonotonicClock.now < limit {
            var descriptors = [pollfd(fd: device.terminal, events: Int16(POLLIN), revents: 0)]
            let left = (limit - MonotonicClock.now).saturatedNanoseconds
            guard foyer_poll(&descriptors, 1, left) > 0 else { continue }
            _ = take(screen.readInput(), at: MonotonicClock.now)
            if let answers = takeAnswers(at: MonotonicClock.now) { told(answers) }
            hasEnded = device.isAtEnd
        }
        if !talk.isAwaiting(at: MonotonicClock.now) { foyer_terminal_expect_answers(false) }
        return hasEnded
    }
}
