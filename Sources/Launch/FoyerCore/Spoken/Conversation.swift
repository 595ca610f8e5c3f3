/// A conversation in lines: what screens say goes out, what is typed comes in, one line after the other.
///
/// Lines typed ahead are kept until something is asked. The end of input closes whatever asks from then on.
package struct Conversation: Sendable {
    /// What an answer asks the screen to do.
    package enum Act: Equatable, Sendable {
        case press(KeyEvent)
        case choose(Int)
        /// A key that is none of the answers: the screen may take it.
        case offer(KeyEvent, typed: String)
        /// A line of text for a field.
        case text(String)
        /// Leave the page, whatever it offers.
        case close
        /// Every page has been asked to close, and none did.
        case leaveAll
    }

    /// The most lines of a page that are read in one piece.
    package static let pageLines = 20
    /// A page with no more lines than this beyond a piece is read to its end.
    private static let slack = 5
    /// Answers that need more lines than this are a list before the question.
    private static let questionLines = 2
    /// How often a page may ignore that it is to close.
    private static let patience = 3
    /// How many pages are closed one by one once the input has ended.
    private static let mostClosings = 64
    /// The pages whose words are remembered.
    private static let longestMemory = 32
    /// With more answers than this that have changed, all are read.
    private static let mostChanged = 5
    /// A page with more words than this is summed up, if it can be: it takes over twenty seconds to be heard.
    private static let mostWords = 60

    private let language: Language
    /// What was typed and has answered nothing yet.
    private var typed: [String] = []
    private var hasEnded = false
    /// What was said last, and what each page said when it was last shown.
    private var last: Spoken?
    private var memory: [(place: [Int], spoken: Spoken)] = []
    /// The page as it is now, whatever of it has been said.
    private var current = Spoken()
    /// The rest of a long page.
    private var rest: [String] = []
    /// Whether only the summary of the page has been said.
    private var isSummedUp = false
    /// Whether the items of a list are asked for, in place of the field above it.
    private var isChoosing = false
    /// Whether an answer was given that the present question does not know yet.
    private var owesQuestion = false
    private var closings = 0
    /// How often pages were closed since the input ended.
    private var closingsAtEnd = 0
    /// What a page that changes by itself says, until that is clear.
    private var change = SpokenChange()

    package init(_ language: Language) { self.language = language }

    /// Whether lines wait that were typed ahead.
    package var hasTypedAhead: Bool { !typed.isEmpty }
    /// How many.
    package var typedCount: Int { typed.count }
    /// Whether no more lines will come, and all have been answers.
    package var isAtEnd: Bool { hasEnded && typed.isEmpty }
    /// When to say what a page has changed into by itself.
    package var nextChange: Instant? { change.due }

    /// The same conversation in another language.
    package func speaking(_ language: Language) -> Conversation {
        var other = Conversation(language)
        (other.typed, other.hasEnded, other.owesQuestion) = (typed, hasEnded, owesQuestion)
        return other
    }

    // MARK: - What is said

    /// The lines to write for what the screen says now.
    ///
    /// - Parameter now: without it, what changes by itself is said each time.
    package mutating func say(_ spoken: Spoken, at now: Instant? = nil) -> [String] {
        current = spoken
        isChoosing = isChoosing && spoken.asksBesideList
        let spoken = change.settled(spoken, after: last, at: now)
        // What the page before said as well, such as a notice over both, is not said twice.
        let told = memory.last { $0.place == spoken.place }?.spoken.news ?? []
        let news = Self.added(to: told, in: spoken.news).filter {
            last?.place == spoken.place || last?.news.contains($0) != true
        }
        var lines = news.flatMap(lines)
        let isSamePage = last.map { $0.place == spoken.place && $0.title == spoken.title } ?? false
        if let last, isSamePage || Self.isSameList(last, spoken) {
            if !isSamePage { lines += self.lines(spoken.title) }
            lines += changes(from: last, to: spoken)
        } else {
            rest = []
            closings = 0
            isSummedUp = false
            isChoosing = false
            lines += page(spoken)
            // Whoever comes back to what goes on by itself wants to know how far it is.
            if lines.isEmpty, !spoken.isAsking, let latest = told.last { lines = self.lines(latest) }
        }
        last = spoken
        remember(spoken)
        return lines
    }

    /// Whether it is the same list below another title, such as the number of messages.
    private static func isSameList(_ old: Spoken, _ new: Spoken) -> Bool {
        guard old.place == new.place, old.isRead, new.isRead, old.hasList, new.hasList else { return false }
        return new.answers.contains { answer in answer.item != nil && old.answers.contains { $0.saysSame(as: answer) } }
    }

    private mutating func page(_ spoken: Spoken) -> [String] {
        let known = memory.last { $0.place == spoken.place && $0.spoken.title == spoken.title }?.spoken
        owesQuestion = false
        guard let known, known.returnsBriefly, known.answers == spoken.answers else {
            if let summary = summary(of: spoken) {
                isSummedUp = true
                return lines(spoken.title) + summary.flatMap(lines) + prompt(spoken)
            }
            return all(of: spoken)
        }
        let news = Self.added(to: known.text, in: spoken.text)
        return lines(spoken.title) + news.flatMap(lines) + prompt(spoken)
    }

    /// The whole page, in pieces if it is long.
    private mutating func all(of spoken: Spoken) -> [String] {
        isSummedUp = false
        rest = lines(spoken.title) + spoken.text.flatMap(lines) + listed(spoken)
        return piece(spoken)
    }

    /// The whole page as it is now, on demand.
    private mutating func repeated() -> [String] {
        last = current
        return all(of: current)
    }

    /// What is said first of a page that takes long to hear; `nil` if it does not.
    private func summary(of spoken: Spoken) -> [SafeText]? {
        let list = listed(spoken)
        let words = (spoken.text.flatMap(lines) + list).reduce(0) { $0 + SpokenLine.words(in: $1) }
        guard words > Self.mostWords else { return nil }
        guard spoken.summary.isEmpty else { return Array(spoken.summary.prefix(3)) }
        guard !list.isEmpty else { return nil }
        return Array(spoken.text.prefix(1)) + [language.answerCount(spoken.answers.count { $0.isNumbered })]
    }

    private mutating func changes(from old: Spoken, to new: Spoken) -> [String] {
        let found = found(old, new)
        let isSummary = isSummedUp && !new.summary.isEmpty
        var result =
            Self.added(to: isSummary ? old.summary : old.text, in: isSummary ? new.summary : new.text)
            .flatMap(lines) + found
        if found.isEmpty, old.answers != new.answers, isListed(new), new.readsAnswers, !isSummedUp {
            let changed = changed(old, new)
            let isSmall = changed.count <= Self.mostChanged
            result += isSmall ? changed.flatMap { listed(new.answers[$0], $0, new) } : listed(new)
        }
        let asksAnew = new.isAsking && (!old.isAsking || old.answers != new.answers || old.field != new.field)
        if new.isAsking, asksAnew || owesQuestion { result += prompt(new, isBrief: !asksAnew) }
        if new.isAsking { owesQuestion = false }
        return result
    }

    /// The answers that are said anew. Of a list that has become shorter or longer, those that it did not have before; what
    /// moved up has another number, which a question mark repeats.
    private func changed(_ old: Spoken, _ new: Spoken) -> [Int] {
        if old.answers.count == new.answers.count {
            return new.answers.indices.filter { old.answers[$0] != new.answers[$0] }
        }
        guard old.hasList, new.hasList, new.field == nil else { return Array(new.answers.indices) }
        return new.answers.indices.filter { index in !old.answers.contains { $0.saysSame(as: new.answers[index]) } }
    }

    /// What another text in a field has found, if the list beside it was too long to be read, or was being read.
    private mutating func found(_ old: Spoken, _ new: Spoken) -> [String] {
        guard new.asksBesideList, old.answers != new.answers else { return [] }
        rest = []
        guard isSummedUp else { return [] }
        if let summary = summary(of: new) { return summary.flatMap(lines) }
        isSummedUp = false
        return listed(new)
    }

    /// The next part of a long page, and then the question.
    private mutating func piece(_ spoken: Spoken) -> [String] {
        let part = Array(rest.count <= Self.pageLines + Self.slack ? rest[...] : rest.prefix(Self.pageLines))
        rest.removeFirst(part.count)
        return part + prompt(spoken)
    }

    private mutating func remember(_ spoken: Spoken) {
        memory.removeAll { $0.place == spoken.place && $0.spoken.title == spoken.title }
        memory.append((spoken.place, spoken))
        if memory.count > Self.longestMemory { memory.removeFirst() }
    }

    /// What is new: the end, if the rest is as before.
    private static func added(to old: [SafeText], in new: [SafeText]) -> [SafeText] {
        if new.count >= old.count, Array(new.prefix(old.count)) == old { return Array(new.dropFirst(old.count)) }
        return new.filter { !old.contains($0) }
    }

    private func lines(_ text: SafeText) -> [String] {
        SpokenLine.wrapped(SpokenLine.sentence(text, language))
    }

    // MARK: - The question

    /// Whether the answers are lines of the page, since they do not fit into the question.
    private func isListed(_ spoken: Spoken) -> Bool {
        guard spoken.readsAnswers, !spoken.asksBesideList, spoken.answers.allSatisfy({ $0.detail.isEmpty }) else {
            return true
        }
        return SpokenLine.wrapped(inline(spoken)).count > Self.questionLines
    }

    private func listed(_ spoken: Spoken) -> [String] {
        guard isListed(spoken), spoken.readsAnswers, spoken.field == nil || spoken.asksBesideList else { return [] }
        return spoken.answers.enumerated().flatMap { listed($0.element, $0.offset, spoken) }
    }

    private func listed(_ answer: SpokenAnswer, _ index: Int, _ spoken: Spoken) -> [String] {
        guard answer.isNumbered else { return [] }
        let detail = answer.detail.isEmpty ? "" : SpokenLine.words(answer.detail)
        let label = "\(Self.number(of: index, in: spoken)) \(SpokenLine.words(answer.label))"
        let text = detail.isEmpty ? label : label + language.spokenColon + detail
        return SpokenLine.wrapped(SpokenLine.sentence(SafeText(text), language))
    }

    private static func number(of index: Int, in spoken: Spoken) -> Int {
        spoken.answers[index].number ?? spoken.answers[...index].count { $0.isNumbered }
    }

    private func inline(_ spoken: Spoken) -> String {
        let parts = spoken.answers.enumerated().map { index, answer in
            let words = SpokenLine.words(answer.label)
            return answer.isNumbered ? "\(Self.number(of: index, in: spoken)) \(words)" : words
        }
        return parts.joined(separator: language.spokenComma) + language.spokenQuestionMark
    }

    /// - Parameter isBrief: whether the answers have been read a moment ago.
    private func prompt(_ spoken: Spoken, isBrief: Bool = false) -> [String] {
        guard spoken.isAsking else { return [] }
        if let field = spoken.field, !isChoosing {
            let list = spoken.asksBesideList ? SpokenLine.wrapped(language.emptyLine(language.chooseFromList)) : []
            return lines(field) + list
        }
        guard !spoken.answers.isEmpty else { return [] }
        var text: String
        if isListed(spoken), isBrief {
            text = language.yourAnswer
        } else if isListed(spoken) {
            let count = spoken.answers.count { $0.isNumbered }
            let words = spoken.answers.filter { !$0.isNumbered }.map { SpokenLine.words($0.label) }
            text = language.answerOf(count, or: words, isSummedUp: isSummedUp)
        } else {
            text = inline(spoken) + (isSummedUp ? language.spokenGap + language.listSaysAll : "")
        }
        if !rest.isEmpty {
            text += language.spokenGap + language.emptyLineReadsOn
        } else if isChoosing {
            let leaves = spoken.holdsText ? language.emptyField : language.backToField
            text += language.spokenGap + language.emptyLine(leaves)
        } else if let usual = spoken.usual, spoken.answers.indices.contains(usual) {
            text += language.spokenGap + language.emptyLine(SpokenLine.words(spoken.answers[usual].label))
        }
        return SpokenLine.wrapped(text)
    }

    // MARK: - What is typed

    /// A line was typed.
    ///
    /// - Returns: what to do at once: nothing waits for an answer, but the words are those of an answer that may be given
    ///   meanwhile. Any other line is kept.
    package mutating func hear(_ line: String) -> (lines: [String], act: Act?) {
        guard let last, !last.isAsking, typed.isEmpty, !last.answers.isEmpty || !last.endsByItself else {
            typed.append(line)
            return ([], nil)
        }
        let words = Self.words(line)
        if Self.asksAgain(words) {
            return (lines(last.news.last ?? last.title) + SpokenLine.wrapped(inline(last)), nil)
        }
        if Int(words) == nil, let index = Self.match(words, last.answers) ?? Self.begun(words, last.answers).only {
            return ([], act(last.answers[index]))
        }
        if SpokenWord.closes(words), !last.endsByItself { return ([], leave()) }
        typed.append(line)
        return ([], nil)
    }

    /// No more lines will come.
    package mutating func end() { hasEnded = true }

    /// The next answer, if one is asked for and there is one.
    package mutating func next() -> (lines: [String], act: Act?) {
        guard let spoken = last, spoken.isAsking else { return ([], nil) }
        guard !typed.isEmpty else {
            guard hasEnded else { return ([], nil) }
            closings += 1
            closingsAtEnd += 1
            change.hasActed = true
            return ([], closings > Self.patience || closingsAtEnd > Self.mostClosings ? .leaveAll : .close)
        }
        let line = typed.removeFirst()
        return spoken.field == nil || isChoosing ? answer(line, spoken) : fill(line, spoken)
    }

    /// A line for a text field: one with a blank before it is text, whatever it says.
    private mutating func fill(_ line: String, _ spoken: Spoken) -> (lines: [String], act: Act?) {
        if Self.asksAgain(line) { return (repeated(), nil) }
        if line.isEmpty, spoken.asksBesideList {
            isChoosing = true
            return (prompt(spoken), nil)
        }
        owesQuestion = true
        change.hasActed = true
        if SpokenWord.closes(line) { return ([], .close) }
        let quoted = String(line.dropFirst())
        let isQuoted = line.hasPrefix(" ") && (SpokenWord.closes(quoted) || Self.asksAgain(quoted))
        return ([], .text(isQuoted ? quoted : line))
    }

    private mutating func answer(_ line: String, _ spoken: Spoken) -> (lines: [String], act: Act?) {
        let words = Self.words(line)
        if words.isEmpty {
            if !rest.isEmpty { return (piece(spoken), nil) }
            if isChoosing { return leaveList(spoken) }
            guard let usual = spoken.usual, spoken.answers.indices.contains(usual) else {
                return (prompt(spoken), nil)
            }
            return ([], act(spoken.answers[usual]))
        }
        if Self.asksAgain(words) { return (repeated(), nil) }
        let answers = spoken.answers
        if let number = Int(words),
            let index = answers.indices.first(where: {
                answers[$0].isNumbered && Self.number(of: $0, in: spoken) == number
            })
        {
            return ([], act(answers[index]))
        }
        if let index = Self.match(words, answers) { return ([], act(answers[index])) }
        if SpokenWord.closes(words) { return ([], leave()) }
        if SpokenWord.lists(words) { return (repeated(), nil) }
        let begun = Self.begun(words, answers)
        if let index = begun.only { return ([], act(answers[index])) }
        guard begun.isEmpty, let key = SpokenWord.key(words),
            !Self.isNumber(key) || !answers.contains(where: \.isNumbered), !isChoosing || !Self.isText(key)
        else {
            return (refusal(of: line), nil)
        }
        change.hasActed = true
        owesQuestion = true
        return ([], .offer(key, typed: line))
    }

    /// Back to the field beside the list, which is empty then: a line of text takes the place of the former anyhow.
    private mutating func leaveList(_ spoken: Spoken) -> (lines: [String], act: Act?) {
        isChoosing = false
        guard spoken.holdsText else { return (prompt(spoken), nil) }
        owesQuestion = true
        change.hasActed = true
        return ([], .text(""))
    }

    /// What is said of words that are no answer, and the question.
    package func refusal(of words: String) -> [String] {
        SpokenLine.wrapped(language.noAnswer(SpokenLine.words(SafeText(words)))) + (last.map { prompt($0) } ?? [])
    }

    /// The key has been taken by nobody.
    package mutating func refuse(_ words: String) -> [String] {
        owesQuestion = false
        return refusal(of: words)
    }

    private mutating func leave() -> Act {
        owesQuestion = true
        change.hasActed = true
        return .close
    }

    /// The field beside the list would take it.
    private static func isText(_ key: KeyEvent) -> Bool { if case .character = key { true } else { false } }

    private static func isNumber(_ key: KeyEvent) -> Bool {
        if case .character(let sign) = key { ("0"..."9").contains(sign) } else { false }
    }

    private mutating func act(_ answer: SpokenAnswer) -> Act {
        isChoosing = false
        owesQuestion = true
        change.hasActed = true
        return switch answer.act {
        case .press(let key): .press(key)
        case .choose(let number): .choose(number)
        }
    }

    /// In lower case, without spaces around it, and with plain digits.
    private static func words(_ line: String) -> String {
        let words = SpokenLine.words(SafeText(line)).lowercased()
        guard !words.isEmpty, words.allSatisfy({ $0.wholeNumberValue != nil }) else { return words }
        return words.reduce(into: "") { $0 += String($1.wholeNumberValue ?? 0) }
    }

    private static func asksAgain(_ words: String) -> Bool { words == "?" || words == "？" }

    /// The whole word, then the key's letter or name.
    private static func match(_ words: String, _ answers: [SpokenAnswer]) -> Int? {
        labels(of: answers).firstIndex(of: words)
            ?? answers.firstIndex { letter($0) == words }
            ?? answers.firstIndex { answer in
                if case .press(let key) = answer.act { SpokenWord.key(words) == key } else { false }
            }
    }

    /// The answers that begin with the letter or letters.
    private static func begun(_ words: String, _ answers: [SpokenAnswer]) -> [Int] {
        let labels = labels(of: answers)
        return labels.indices.filter { labels[$0].hasPrefix(words) }
    }

    private static func labels(of answers: [SpokenAnswer]) -> [String] {
        answers.map { SpokenLine.words($0.label).lowercased() }
    }

    private static func letter(_ answer: SpokenAnswer) -> String? {
        answer.letter.map { String(Character($0)).lowercased() }
    }
}

extension SpokenAnswer {
    fileprivate func saysSame(as other: SpokenAnswer) -> Bool { label == other.label && detail == other.detail }
}

extension Array {
    /// The only element; `nil` if there are none or several.
    fileprivate var only: Element? { count == 1 ? first : nil }
}

/// Words that mean the same on every page in lines.
private enum SpokenWord {
    private static let closing: Set<String> = {
        let words = [Phrase.close, .quit].flatMap { phrase in
            Language.allCases.map { SpokenLine.words($0[phrase]).lowercased() }
        }
        return Set(words + ["q"])
    }()

    /// Whether the line is a way to leave: `q`, `close`, `quit`, in any language.
    static func closes(_ line: String) -> Bool { closing.contains(line.lowercased()) }

    /// Whether the line asks for the whole page.
    static func lists(_ line: String) -> Bool { ["list", "列表", "清单", "清單"].contains(line.lowercased()) }

    private static let keys: [String: KeyEvent] = [
        "enter": .enter, "esc": .escape, "escape": .escape, "tab": .tab, "shift-tab": .backTab, "space": " ",
        "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "page up": .pageUp,
        "page down": .pageDown,
    ]

    /// The key that is called so where somebody is told to press it, in lower case: "f4", "enter", "x".
    static func key(_ words: String) -> KeyEvent? {
        if let key = keys[words] { return key }
        if words.hasPrefix("f"), let number = Int(words.dropFirst()), 1...12 ~= number { return .function(number) }
        let scalars = words.unicodeScalars
        return scalars.count == 1 ? scalars.first.map { .character($0) } : nil
    }
}
