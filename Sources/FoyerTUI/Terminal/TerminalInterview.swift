import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// Asks the process's terminal for its abilities, without a screen.
package enum TerminalInterview {
    /// The answers within a second, two where there is more to ask; `nil` if it may not be asked, or cannot. Nothing is shown, and the terminal is left
    /// as it was found.
    package static func ask(_ plan: TerminalPlan) -> TerminalAnswers? {
        guard let questions = plan.questions, foyer_signals_install() >= 0 else { return nil }
        let terminal = foyer_terminal_reopen(STDOUT_FILENO)
        defer {
            foyer_terminal_restore()
            foyer_signals_remove()
            Glibc.close(terminal)
        }
        guard terminal >= 0, foyer_terminal_adopt(terminal) == 0, foyer_terminal_set_unbuffered(true) == 0 else {
            return nil
        }
        let bytes = questions.bytes
        foyer_terminal_expect_answers(true)
        guard unsafe foyer_terminal_write(bytes, bytes.count) == bytes.count else { return nil }
        var inquiry = TerminalInquiry(at: MonotonicClock.now, asking: questions)
        listen(to: terminal, &inquiry)
        if inquiry.answers.isComplete { foyer_terminal_expect_answers(false) }
        var answers = inquiry.answers
        answers.cell = answers.cell ?? cell(of: terminal)
        return answers
    }

    private static func listen(to terminal: Int32, _ inquiry: inout TerminalInquiry) {
        var limit = MonotonicClock.now + TerminalInquiry.patience
        var reader = AnswerReader()
        var buffer = [UInt8](repeating: 0, count: 1024)
        while !inquiry.answers.isComplete, MonotonicClock.now < limit {
            var descriptors = [pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)]
            let left = max(0, (limit - MonotonicClock.now).saturatedNanoseconds)
            guard unsafe foyer_poll(&descriptors, 1, left) > 0 else { continue }
            let count = unsafe read(terminal, &buffer, buffer.count)
            guard count > 0 else { return }
            for byte in buffer[..<count] {
                if case .answer(let answer) = reader.take(byte) { _ = inquiry.take(answer) }
            }
            if let bytes = inquiry.takeFollowUp()?.bytes {
                guard unsafe foyer_terminal_write(bytes, bytes.count) == bytes.count else { return }
                limit = MonotonicClock.now + TerminalInquiry.patience
            }
        }
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
