import CTerminal
import FoyerCore
import FoyerSystem

/// The questions to a terminal, when they go out, and the answers.
struct TerminalTalk {
    /// Goes out with the next frame.
    private var questions: TerminalQuestions?
    private var inquiry: TerminalInquiry?
    /// What is known from answers and reports.
    private(set) var answers: TerminalAnswers
    /// The size of a cell as the kernel last reported it.
    private var measured: TerminalAnswers.PixelSize?

    init(_ plan: TerminalPlan) {
        questions = plan.questions
        measured = plan.cell
        answers = plan.capabilities.answers
    }

    /// The bytes that precede a frame.
    mutating func ask(at now: Instant) -> [UInt8] {
        guard let questions else { return [] }
        self.questions = nil
        inquiry = TerminalInquiry(
            at: now, asking: questions, knowing: questions.isRefresh ? answers : TerminalAnswers())
        foyer_terminal_expect_answers(true)
        return questions.bytes
    }

    /// The process was stopped: the user may have changed the background in the meantime. Questions that went
    /// unanswered before are not repeated.
    mutating func resume() {
        guard questions == nil else { return }
        inquiry = nil
        foyer_terminal_expect_answers(false)
        if answers.ground != nil { questions = .ground }
    }

    /// Takes the size of a cell as the kernel reports it; it changes with the font.
    ///
    /// - Returns: what is known, if that has changed.
    mutating func measure(_ cell: TerminalAnswers.PixelSize?) -> TerminalAnswers? {
        guard let cell else { return nil }
        defer { measured = cell }
        guard let measured, measured != cell else { return nil }
        // The terminal may have said another size, in units of its own.
        let former = answers.cell ?? measured
        answers.cell = TerminalAnswers.PixelSize(
            width: former.width * cell.width / measured.width, height: former.height * cell.height / measured.height)
        return answers
    }

    /// Whether the last answer must be waited for before the terminal is handed on.
    func isOwed(at now: Instant) -> Bool { inquiry?.isOwed(at: now) ?? false }

    /// Takes answers that are still outstanding out of what the terminal sends after it has been handed on; `nil` if
    /// there are none.
    func lateAnswers(at now: Instant) -> LateAnswers? {
        guard let inquiry, inquiry.isOpen(at: now), inquiry.followUp == nil else { return nil }
        return LateAnswers(until: inquiry.end, awaitedUntil: inquiry.awaitedUntil)
    }

    /// The next questions, depending on the answers so far; empty for none.
    mutating func followUp() -> [UInt8] { inquiry?.takeFollowUp()?.bytes ?? [] }

    var deadline: Instant? { inquiry?.deadline }

    /// Takes answers and advances the time.
    ///
    /// - Returns: what is known, if it has changed; otherwise `nil`.
    mutating func take(_ new: [TerminalAnswer], at now: Instant) -> TerminalAnswers? {
        var hasSettled = false
        for answer in new {
            if case .scheme(let isLight) = answer, answers.schemeReports {
                // The exact colour is asked for once it is needed again.
                answers.ground = isLight ? 0xFF_FFFF : 0
                hasSettled = true
            }
            if inquiry?.take(answer) == true { hasSettled = finish() }
        }
        if inquiry?.answers.isComplete == true { foyer_terminal_expect_answers(false) }
        if inquiry?.expire(at: now) == true { hasSettled = finish() }
        return hasSettled ? answers : nil
    }

    private mutating func finish() -> Bool {
        if let inquiry { answers = inquiry.answers }
        return true
    }
}
