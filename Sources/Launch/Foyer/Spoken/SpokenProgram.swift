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
    /// The page that has been asked to leave.
    private var leaving: Leaving?
    /// When a page that asks nothing is closed, since nobody can close it any more.
    private var patienceEnd: Instant?

    private struct Leaving {
        let page: Spoken
        let deadline: Instant
    }

    /// How long a page may take to leave.
    private static let grace = Duration.seconds(1)
    /// How long a page may ask nothing after the end of input.
    private static let patience = Duration.seconds(30)

    init(
        first: any Screen, theme: DisplayTheme, language: Language, at now: Instant,
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
    var nextDeadline: Instant? {
        [stack.nextDeadline(after: lastNow), talk.nextChange, leaving?.deadline, patienceEnd].compactMap { $0 }.min()
    }
    var remainingWork: [Task<Void, Never>] { stack.remainingWork }
    /// Whether more lines may be read.
    var hasRoom: Bool { talk.typedCount < Self.mostTyped }

    /// The lines to write now.
    mutating func say(at now: Instant) -> [String] {
        lastNow = now
        stack.hasTypedAhead = talk.hasTypedAhead
        spoken = look(at: now)
        if settleLeaving(at: now) { spoken = look(at: now) }
        return spoken.map { talk.say($0, at: now) } ?? []
    }

    /// What the screens say, drawn as they are now; `nil` if there is none.
    private mutating func look(at now: Instant) -> Spoken? {
        guard !stack.isEmpty else { return nil }
        _ = stack.draw(size: Self.size, at: now)
        return stack.spoken(at: now)
    }

    /// The lines have been written.
    mutating func written(at now: Instant) {
        lastNow = now
        stack.framePresented(at: now)
    }

    /// A line was typed.
    mutating func hear(_ line: String, at now: Instant) -> [String] {
        let (lines, act) = talk.hear(line)
        return lines + (act.map { perform($0, at: now) } ?? [])
    }

    /// No more lines will come.
    mutating func end() { talk.end() }

    /// Answers with the next line that was typed, if something is asked. Call it when nothing else has come.
    ///
    /// - Returns: the lines to write; `nil` if there was nothing to answer.
    mutating func answer(at now: Instant) -> [String]? {
        lastNow = now
        // What was to be left may still be at it.
        guard leaving == nil else { return nil }
        let (lines, act) = talk.next()
        guard let act else { return lines.isEmpty ? nil : lines }
        return lines + perform(act, at: now)
    }

    private mutating func perform(_ act: Conversation.Act, at now: Instant) -> [String] {
        switch act {
        case .press(let key):
            if key == .character("q") { return close(at: now) }
            stack.handle(.key(key), at: now)
        case .choose(let number):
            if let answer = spoken?.answers.first(where: { $0.act == .choose(number) }) {
                if answer.leaves { return close(at: now) }
                if let item = answer.item { return pick(item, at: now) }
            }
            stack.choose(number, at: now)
        case .offer(let key, let typed):
            let before = spoken
            stack.handle(.key(key), at: now)
            guard let before, let after = look(at: now), after.isLike(before) else { break }
            return talk.refuse(typed)
        case .text(let text):
            // The line is the whole text.
            stack.handle(.key(.end), at: now)
            stack.handle(.key(.control("u")), at: now)
            stack.handle(.paste(text), at: now)
            stack.handle(.key(.enter), at: now)
        case .close: return close(at: now)
        case .leaveAll: stack.removeAll()
        }
        return []
    }

    // MARK: - Leaving

    /// Leaves the page as it says, or by the key for that. One that takes no notice is removed.
    private mutating func close(at now: Instant) -> [String] {
        guard let before = spoken else {
            stack.removeAll()
            return []
        }
        let answer = before.answers.first(where: \.leaves)
        switch answer?.act {
        case .choose(let number): stack.choose(number, at: now)
        // In a field, the letter would be text.
        case .press(let key) where before.field == nil: stack.handle(.key(key), at: now)
        case .press, nil: stack.handle(.key(before.field == nil ? .character("q") : .escape), at: now)
        }
        leaving = Leaving(page: before, deadline: now + Self.grace)
        return []
    }

    /// - Returns: whether the screens are others now.
    private mutating func settleLeaving(at now: Instant) -> Bool {
        if let page = leaving?.page, spoken?.isLike(page) != true { leaving = nil }
        if let leaving, now >= leaving.deadline {
            self.leaving = nil
            stack.pop(at: now)
            return true
        }
        guard let spoken, talk.isAtEnd, !spoken.isAsking, !spoken.endsByItself, leaving == nil else {
            patienceEnd = nil
            return false
        }
        let end = patienceEnd ?? now + Self.patience
        patienceEnd = now < end ? end : nil
        guard now >= end else { return false }
        _ = close(at: now)
        return true
    }

    // MARK: - Lists

    /// Chooses an item of a list that a screen has drawn, as somebody would who sees it: by the keys that move the focus,
    /// and Enter; or by a click where the list has no focus.
    private mutating func pick(_ number: Int, at now: Instant) -> [String] {
        guard let (area, list, item) = stack.speech.list(with: number) else { return [] }
        if let focus = list.focus {
            for _ in 0..<abs(item - focus) { stack.handle(.key(item > focus ? .down : .up), at: now) }
            _ = stack.draw(size: Self.size, at: now)
            guard stack.speech.list(with: number)?.list.focus == item else {
                return talk.refuse(list.items[item].title.string)
            }
            stack.handle(.key(.enter), at: now)
        } else {
            let (column, row) = (area.column, area.row + list.row(of: item))
            guard area.contains(column: column, row: row) else { return talk.refuse(list.items[item].title.string) }
            for kind in [MouseEvent.Kind.press, .release, .click] {
                stack.handle(.mouse(MouseEvent(kind, column: column, row: row)), at: now)
            }
        }
        return []
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
        if let deadline = stack.nextDeadline(after: now), now >= deadline { stack.deadlineReached(at: now) }
    }

    /// The output has gone.
    mutating func leave() { stack.removeAll() }
}
