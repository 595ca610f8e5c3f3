import FoyerCore
import FoyerTUI

/// Screens as a conversation: events in, lines out. It reads and writes nothing itself.
///
/// The screens are drawn as on a terminal, and nobody sees it: so they lay themselves out, and learn that they are shown,
/// as they always do.
struct SpokenProgram {
    /// The terminal that the screens see.
    private static let size = CellSize(columns: 80, rows: 24)
    /// More typed lines than this are left unread for now.
    private static let mostTyped = 1_000

    private var stack: ScreenStack
    private var talk: Conversation
    private var spoken: Spoken?
    private var lastNow: Instant

    init(
        first: any Screen, theme: Theme, language: Language, at now: Instant,
        post: @escaping @Sendable (ScreenMessage) -> Void
    ) {
        stack = ScreenStack(theme: theme, language: language, post: post)
        talk = Conversation(language)
        lastNow = now
        stack.push(first, at: now)
    }

    /// Whether the last screen has left.
    var isOver: Bool { stack.isEmpty }
    /// When `deadlineReached` is due.
    var nextDeadline: Instant? { stack.nextDeadline(after: lastNow) }
    var remainingWork: [Task<Void, Never>] { stack.remainingWork }
    /// Whether more lines may be read.
    var hasRoom: Bool { talk.typedCount < Self.mostTyped }

    /// The lines to write now.
    mutating func say(at now: Instant) -> [String] {
        lastNow = now
        guard !stack.isEmpty else { return [] }
        stack.hasTypedAhead = talk.hasTypedAhead
        _ = stack.draw(size: Self.size, at: now)
        guard let spoken = stack.spoken(at: now) else { return [] }
        self.spoken = spoken
        return talk.say(spoken)
    }

    /// The lines have been written.
    mutating func written(at now: Instant) {
        lastNow = now
        stack.framePresented(at: now)
    }

    /// A line was typed.
    mutating func hear(_ line: String, at now: Instant) -> [String] {
        let (lines, act) = talk.hear(line)
        if let act { perform(act, at: now) }
        return lines
    }

    /// No more lines will come.
    mutating func end() { talk.end() }

    /// Answers with the next line that was typed, if something is asked. Call it when nothing else has come.
    ///
    /// - Returns: the lines to write; `nil` if there was nothing to answer.
    mutating func answer(at now: Instant) -> [String]? {
        lastNow = now
        let (lines, act) = talk.next()
        guard let act else { return lines.isEmpty ? nil : lines }
        perform(act, at: now)
        return lines
    }

    private mutating func perform(_ act: Conversation.Act, at now: Instant) {
        switch act {
        case .press(let key): stack.handle(.key(key), at: now)
        case .choose(let number): stack.choose(number, at: now)
        case .text(let text):
            stack.handle(.paste(text), at: now)
            stack.handle(.key(.enter), at: now)
        case .close:
            if case .choose(let number)? = spoken?.answers.first(where: { $0.letter == "q" })?.act {
                stack.choose(number, at: now)
            } else {
                stack.handle(.key(.character("q")), at: now)
            }
        case .leaveAll: stack.removeAll()
        }
    }

    mutating func take(_ message: ScreenMessage, at now: Instant) {
        lastNow = now
        switch message.content {
        case .wake(let screen, _): stack.wake(screen: screen, at: now)
        case .restyle(let look):
            stack.restyle(look.theme, look.language)
            talk = talk.speaking(look.language)
        case .answered: break
        }
    }

    mutating func deadlineReached(at now: Instant) {
        lastNow = now
        stack.deadlineReached(at: now)
    }

    /// The output has gone.
    mutating func leave() { stack.removeAll() }
}
