/// What a screen says and which answers it takes, for somebody who reads lines and does not see the screen.
///
/// ```swift
/// func spoken(_ context: ScreenContext) -> Spoken? {
///     var spoken = Spoken("The kettle is on.")
///     spoken.answers = [SpokenAnswer("Stop", press: .character("s")), .close(context.language)]
///     return spoken
/// }
/// ```
public struct Spoken: Equatable, Sendable {
    /// What the page is, in a word or a sentence; another title is another page, which is read whole.
    public var title: SafeText
    /// The page, a paragraph each. While the title stays, only new paragraphs are read.
    public var text: [SafeText]
    /// What is said of a long page first, in three sentences at most; `list` and `?` say all of it. Without it, a page of
    /// many answers is summed up by their number.
    public var summary: [SafeText] = []
    /// What happens while the page is shown, in order; each is read once, before the page.
    public var news: [SafeText] = []
    /// What can be answered.
    public var answers: [SpokenAnswer] = []
    /// The index of the answer that an empty line gives; `nil` for none.
    public var usual: Int?
    /// Whether it waits for an answer. While it does not, lines that are typed wait for the next question; only the
    /// answers listed may be given meanwhile, by their words.
    package var isAsking = true
    /// Whether what does not ask ends without anybody, such as a launch by its time limit.
    package var endsByItself = false
    /// It is asked before a card that lies over the screen.
    package var precedesCards = false
    /// Whether title, text and answers have been read from the screen's cells.
    package var isRead = false
    /// Whether the numbered answers are read as a list where they do not fit into the question.
    package var readsAnswers = true
    /// Asks for a line of text in place of an answer: what it is for.
    package var field: SafeText?
    /// Whether the field has a text already.
    package var holdsText = false
    /// Whether there is a list with something to choose.
    package var hasList = false
    /// Whether a field is asked for, and the items of a list can be chosen too.
    var asksBesideList: Bool { field != nil && hasList }
    /// Whether coming back to it reads only its title and its question, as with a long list.
    public var returnsBriefly = false
    /// The numbers of the screens that say it, from the bottom.
    package var place: [Int] = []
    /// Whether title, text and answers are to be read from the screen's cells.
    package var readsCells = false

    /// What a screen says that says nothing itself.
    package static var cells: Spoken {
        var spoken = Spoken()
        spoken.readsCells = true
        return spoken
    }

    /// A page that goes on by itself, and can be closed meanwhile.
    public static func waiting(_ sentence: SafeText, in language: Language) -> Spoken {
        var spoken = Spoken(sentence)
        spoken.isAsking = false
        spoken.answers = [.close(language)]
        return spoken
    }

    /// A page with its paragraphs.
    public init(_ title: SafeText = "", _ text: [SafeText] = []) {
        (self.title, self.text) = (title, text)
    }
}

/// An answer to a question in lines: a number, a word, or its first letter.
public struct SpokenAnswer: Hashable, Sendable {
    /// What the answer does.
    public enum Act: Hashable, Sendable {
        /// The same as a key.
        case press(KeyEvent)
        /// Sends `ScreenEvent.chosen` with this number.
        case choose(Int)
    }

    /// The word or words that it is chosen by.
    public var label: SafeText
    /// What else there is to say about it.
    public var detail: SafeText
    /// What it does.
    package var act: Act
    /// Whether it has a number; one without is chosen by its word or letter.
    package var isNumbered = true
    /// Its number, where that is not its place among the numbered ones.
    package var number: Int?
    /// The number of the item of a drawn list that it chooses, all lists numbered through; `nil` for any other answer.
    package var item: Int?
    /// A letter or sign that chooses it in every language; at first the key's.
    public var letter: Unicode.Scalar?

    /// An answer that does the same as a key; the key's letter chooses it, too.
    public init(_ label: SafeText, detail: SafeText = "", press key: KeyEvent) {
        (self.label, self.detail, act) = (label, detail, .press(key))
        if case .character(let letter) = key { self.letter = letter }
    }

    /// An answer that the screen gets as `ScreenEvent.chosen`.
    public init(_ label: SafeText, detail: SafeText = "", choose number: Int, letter: Unicode.Scalar? = nil) {
        (self.label, self.detail, act) = (label, detail, .choose(number))
        self.letter = letter
    }

    package var leaves: Bool { letter == "q" }

    /// The same without a number.
    public var unnumbered: SpokenAnswer {
        var answer = self
        answer.isNumbered = false
        return answer
    }
}
