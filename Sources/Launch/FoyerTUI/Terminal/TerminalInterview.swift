import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// Asks the process's terminal for its abilities, without a screen.
package enum TerminalInterview {
    /// What a terminal has said, and what else it has sent meanwhile.
    package struct Answers: Sendable {
        package var answers: TerminalAnswers
        package var typed: [UInt8] = []
    }

    /// The answers within a second, two where there is more to ask; `nil` if it may not be asked, or cannot. Nothing is
    /// shown, and the terminal is left as it was found.
    package static func ask(_ plan: TerminalPlan) -> TerminalAnswers? {
        ask(plan, until: -1, isForNobody: true)?.answers
    }

    /// The same before a command's splash, which reads nothing. Where something has been typed already, nothing is asked:
    /// it stays where it is.
    ///
    /// - Parameter settled: ends the interview once it is readable; answers that are owed then are outstanding.
    package static func ask(_ plan: TerminalPlan, until settled: Int32) -> Answers? {
        ask(plan, until: settled, isForNobody: false)
    }

    private static func ask(_ plan: TerminalPlan, until settled: Int32, isForNobody: Bool) -> Answers? {
        guard let questions = plan.questions, foyer_signals_install() >= 0 else { return nil }
        let terminal = foyer_terminal_reopen(STDOUT_FILENO)
        defer {
            foyer_terminal_restore()
            if isForNobody { foyer_signals_remove() }
            Glibc.close(terminal)
        }
        guard terminal >= 0, foyer_terminal_adopt(terminal) == 0, isForNobody || !foyer_terminal_has_input(),
            foyer_terminal_set_unbuffered(true) == 0
        else { return nil }
        let bytes = questions.bytes
        foyer_terminal_expect_answers(true)
        guard unsafe foyer_terminal_write(bytes, bytes.count) == bytes.count else { return nil }
        var inquiry = TerminalInquiry(at: MonotonicClock.now, asking: questions, knowing: plan.known(for: questions))
        var result = Answers(answers: inquiry.answers)
        result.typed = listen(to: terminal, &inquiry, until: settled)
        _ = inquiry.expire(at: MonotonicClock.now)
        // What is still to come is taken out of what the command gets; for anybody else, what is unread goes.
        if inquiry.answers.isComplete || !isForNobody { foyer_terminal_expect_answers(false) }
        if !isForNobody, !inquiry.answers.isComplete, inquiry.isOpen(at: MonotonicClock.now) {
            OutstandingAnswers.set(LateAnswers(until: inquiry.end, awaitedUntil: inquiry.awaitedUntil))
        }
        result.answers = inquiry.answers
        result.answers.cell = result.answers.cell ?? cell(of: terminal)
        return result
    }

    /// - Returns: the bytes that were no answers.
    private static func listen(to terminal: Int32, _ inquiry: inout TerminalInquiry, until settled: Int32) -> [UInt8] {
        var limit = MonotonicClock.now + TerminalInquiry.patience
        var tokenizer = InputTokenizer()
        var others: [UInt8] = []
        func take(_ tokens: [InputToken]) {
            for token in tokens {
                switch token.meaning {
                case .answer(let answer): _ = inquiry.take(answer)
                case .partOfAnswer: break
                default: others += token.bytes
                }
            }
        }
        var buffer = [UInt8](repeating: 0, count: 1024)
        while !inquiry.answers.isComplete, MonotonicClock.now < limit {
            var descriptors = [
                pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
                pollfd(fd: settled, events: Int16(POLLIN), revents: 0),
            ]
            let left = max(0, (limit - MonotonicClock.now).saturatedNanoseconds)
            guard unsafe foyer_poll(&descriptors, descriptors.count, left) > 0 else { continue }
            if descriptors[1].revents != 0 { break }
            let count = unsafe read(terminal, &buffer, buffer.count)
            guard count > 0 else { break }
            take(tokenizer.read(buffer[..<count]))
            if let bytes = inquiry.takeFollowUp()?.bytes {
                guard unsafe foyer_terminal_write(bytes, bytes.count) == bytes.count else { break }
                limit = MonotonicClock.now + TerminalInquiry.patience
            }
        }
        take(tokenizer.giveUp())
        return others + tokenizer.unfinished
    }

    /// A cell's size in pixels according to the kernel; `nil` if it does not know it.
    static func cell(of terminal: Int32) -> TerminalAnswers.PixelSize? {
        var (columns, rows, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        unsafe foyer_terminal_size(terminal, &columns, &rows)
        unsafe foyer_terminal_pixels(terminal, &width, &height)
        guard columns > 0, rows > 0, width >= columns, height >= rows else { return nil }
        return TerminalAnswers.PixelSize(width: min(Int(width / columns), 500), height: min(Int(height / rows), 500))
    }
}
