/// Keeps back what a page changes by itself until that is worth a sentence: what counts or moves is not read each second.
struct SpokenChange: Sendable {
    /// Whether somebody has answered since: what changes now is the answer's doing, and is said at once.
    var hasActed = true
    /// When what is kept back is to be said, unless it changes again.
    private(set) var due: Instant?
    /// What a page read from its cells showed last.
    private var shown: [SafeText] = []
    /// When figures that go on by themselves were last said.
    private var lastFigures: Instant?

    /// A page read from its cells has changed once it has stood still for so long.
    private static let rest = Duration.milliseconds(1_500)
    /// The least time between two readings of figures.
    private static let figures = Duration.seconds(30)

    /// What to say of the page now: its new words, or those that were said before.
    mutating func settled(_ new: Spoken, after old: Spoken?, at now: Instant?) -> Spoken {
        guard let now, let old, old.place == new.place, !hasActed else {
            // What an answer has set going may come a little later.
            (due, shown, lastFigures) = (nil, new.words, old?.place == new.place ? nil : now)
            hasActed = false
            return new
        }
        return new.isRead && old.isRead ? rested(new, old, now) : counted(new, old, now)
    }

    private mutating func rested(_ new: Spoken, _ old: Spoken, _ now: Instant) -> Spoken {
        guard new.words != old.words else {
            due = nil
            return new
        }
        if new.words != shown { (shown, due) = (new.words, now + Self.rest) }
        if let due, now >= due {
            self.due = nil
            return new
        }
        return new.saying(old)
    }

    /// A paragraph that is as before but for its figures.
    private mutating func counted(_ new: Spoken, _ old: Spoken, _ now: Instant) -> Spoken {
        guard new.words != old.words, new.words.map(\.withoutFigures) == old.words.map(\.withoutFigures) else {
            return new
        }
        if let lastFigures, now - lastFigures < Self.figures { return new.saying(old) }
        lastFigures = now
        return new
    }
}

extension Spoken {
    fileprivate var words: [SafeText] { [title] + text }

    /// With the words of another page.
    fileprivate func saying(_ other: Spoken) -> Spoken {
        var spoken = self
        (spoken.title, spoken.text) = (other.title, other.text)
        return spoken
    }

    /// Whether it says and asks what another one does, but for what counts by itself.
    package func isLike(_ other: Spoken) -> Bool {
        place == other.place && isAsking == other.isAsking && answers == other.answers && field == other.field
            && words.map(\.withoutFigures) == other.words.map(\.withoutFigures)
    }
}

extension SafeText {
    fileprivate var withoutFigures: String { string.filter { !$0.isNumber } }
}
