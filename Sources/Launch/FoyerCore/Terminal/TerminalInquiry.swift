/// A batch of questions under way, and the answers so far.
///
/// The look of the screen follows once: when the last question is answered, or after a second from the answers so far.
/// So it never goes back and forth.
package struct TerminalInquiry: Sendable {
    /// How long the look waits for the last answer.
    package static let patience = Duration.seconds(1)
    /// How long an answer may still come.
    package static let memory = Duration.seconds(10)
    /// How long the first answer is worth waiting for by who leaves the terminal.
    package static let silence = Duration.seconds(2)

    /// The answers so far, and what was known before.
    package private(set) var answers: TerminalAnswers
    private let askedAt: Instant
    private var isSettled = false
    private var registers: Int?
    private var maximum: TerminalAnswers.PixelSize?
    private var hasAnswered = false
    private var isImpatient = false
    /// Whether nothing was known before.
    private let isFirst: Bool
    /// Whether to ask more of a terminal that gives its name.
    private var mayFollow: Bool
    /// The next questions; nothing is settled before they are answered.
    package private(set) var followUp: TerminalQuestions?

    /// - Parameters:
    ///   - questions: the first questions.
    ///   - known: earlier answers of the same terminal; new answers replace them.
    package init(
        at now: Instant, asking questions: TerminalQuestions = .all, knowing known: TerminalAnswers = TerminalAnswers()
    ) {
        answers = known
        mayFollow = questions == .named
        isFirst = known == TerminalAnswers()
        answers.isComplete = false
        askedAt = now
    }

    /// Whether answers may still come.
    package func isOpen(at now: Instant) -> Bool { !answers.isComplete && now < askedAt + Self.memory }

    /// Whether who hands the terminal on must wait for the last answer: one that has said nothing for two seconds has
    /// nothing to say.
    package func isOwed(at now: Instant) -> Bool {
        isOpen(at: now) && followUp == nil && (hasAnswered || now < askedAt + Self.silence)
    }

    /// How long who gives the terminal back waits for the last answer at most: two seconds, where none has ever come.
    package var awaitedUntil: Instant { hasAnswered || !isFirst ? end : askedAt + Self.silence }

    /// When no answer can come any more.
    package var end: Instant { askedAt + Self.memory }

    /// Hands out the follow-up, to be sent now.
    package mutating func takeFollowUp() -> TerminalQuestions? {
        defer { followUp = nil }
        return followUp
    }

    /// When it wants to be told the time; `nil` if it does not.
    package var deadline: Instant? {
        if isSettled { return nil }
        guard isImpatient else { return askedAt + Self.patience }
        return hasAnswered ? askedAt + Self.memory : nil
    }

    /// Takes an answer.
    ///
    /// - Returns: whether the result is settled.
    package mutating func take(_ answer: TerminalAnswer) -> Bool {
        guard !answers.isComplete else { return false }
        hasAnswered = true
        answers.isSilent = false
        switch answer {
        case .name(let name): answers.name = name
        case .cursorShape(let shape): answers.cursorShape = TerminalAnswers.shapes.contains(shape) ? shape : nil
        case .exactColors(let has): answers.hasExactColors = answers.hasExactColors || has
        case .indexedColors: answers.hasIndexedColors = true
        case .ground(let color): answers.ground = color
        case .text(let color): answers.text = color
        case .mode(2026, let isKnown): answers.synchronizedOutput = isKnown
        case .mode(2031, let isKnown): answers.schemeReports = isKnown
        case .mode(1016, let isKnown): answers.pixelMouse = isKnown
        case .cell(let size): answers.cell = size
        case .kittyGraphics(let has): answers.kittyGraphics = answers.kittyGraphics || has
        case .sixelRegisters(let count): registers = count
        case .sixelMaximum(let size): maximum = size
        case .attributes(let hasSixel, let hasClipboard):
            answers.clipboard = hasClipboard
            if hasSixel {
                answers.sixel = TerminalAnswers.SixelLimits(
                    registers: registers ?? answers.sixel?.registers ?? 16, maximum: maximum ?? answers.sixel?.maximum)
            } else {
                answers.sixel = nil
            }
            // tmux takes kitty's question for a window's title.
            if mayFollow, let name = answers.name, !name.hasPrefix("tmux") {
                (mayFollow, followUp) = (false, .kitty)
                return false
            }
            answers.isComplete = true
            return settle()
        case .mode, .scheme, .nothing: break
        }
        return false
    }

    /// Advances the time.
    ///
    /// - Returns: whether that settles the result.
    package mutating func expire(at now: Instant) -> Bool {
        guard let deadline, now >= deadline else { return false }
        isImpatient = true
        if hasAnswered { return settle() }
        // A slow line may still bring all answers at once.
        answers.isSilent = isFirst
        return isFirst
    }

    private mutating func settle() -> Bool {
        defer { isSettled = true }
        return !isSettled
    }
}
