/// A conversation in lines: what screens say goes out, what is typed comes in, one line after the other.
///
/// Lines typed ahead are kept until something is asked. The end of input closes whatever asks from then on.
package struct Conversation: Sendable {
    /// What an answer asks the screen to do.
    package enum Act: Equatable, Sendable {
        case press(KeyEvent)
        case choose(Int)
        /// A line of text for a field.
        case text(String)
        /// Leave the page; there is nobody to answer any more.
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
    /// The pages whose words are remembered.
    private static let longestMemory = 32

    private let language: Language
    /// What was typed and has answered nothing yet.
    private var typed: [String] = []
    private var hasEnded = false
    /// What was said last, and what each page said when it was last shown.
    private var last: Spoken?
    private var memory: [(place: [Int], spoken: Spoken)] = []
    /// The rest of a long page.
    private var rest: [String] = []
    /// Whether an answer was given that the present question does not know yet.
    private var owesQuestion = false
    private var closings = 0

    package init(_ language: Language) { self.language = language }

    /// Whether lines wait that were typed ahead.
    package var hasTypedAhead: Bool { !typed.isEmpty }
    /// How many.
    package var typedCount: Int { typed.count }

    /// The same conversation in another language.
    package func speaking(_ language: Language) -> Conversation {
        var other = Conversation(language)
        (other.typed, other.hasEnded, other.owesQuestion) = (typed, hasEnded, owesQuestion)
        return other
    }

    // MARK: - What is said

    /// The lines to write for what the screen says now.
    package mutating func say(_ spoken: Spoken) -> [String] {
        // What the page before said as well, such as a notice over both, is not said twice.
        let told = memory.last { $0.place == spoken.place }?.spoken.news ?? []
        let news = Self.added(to: told, in: spoken.news).filter {
            last?.place == spoken.place || last?.news.contains($0) != true
        }
        var lines = news.flatMap(lines)
        let isSamePage = last.map { $0.place == spoken.place && $0.title == spoken.title } ?? false
        if let last, isSamePage {
            lines += changes(from: last, to: spoken)
        } else {
            rest = []
            closings = 0
            lines += page(spoken)
        }
        last = spoken
        remember(spoken)
        return lines
    }

    private mutating func page(_ spoken: Spoken) -> [String] {
        let known = memory.last { $0.place == spoken.place && $0.spoken.title == spoken.title }?.spoken
        owesQuestion = false
        guard let known, known.returnsBriefly, known.answers == spoken.answers else {
            rest = lines(spoken.title) + spoken.text.flatMap(lines) + listed(spoken)
            return piece(spoken)
        }
        let news = Self.added(to: known.text, in: spoken.text)
        return lines(spoken.title) + news.flatMap(lines) + prompt(spoken)
    }

    private mutating func changes(from old: Spoken, to new: Spoken) -> [String] {
        var result = Self.added(to: old.text, in: new.text).flatMap(lines)
        if old.answers != new.answers, isListed(new), new.readsAnswers {
            let changed = zip(old.answers, new.answers).enumerated().filter { $0.element.0 != $0.element.1 }
            let isSmall = old.answers.count == new.answers.count && changed.count <= 5
            result += isSmall ? changed.flatMap { listed($0.element.1, $0.offset, new) } : listed(new)
        }
        let asksAnew = new.isAsking && (!old.isAsking || old.answers != new.answers || old.field != new.field)
        if new.isAsking, asksAnew || owesQuestion { result += prompt(new, isBrief: !asksAnew) }
        if new.isAsking { owesQuestion = false }
        return result
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
        guard spoken.readsAnswers, spoken.answers.allSatisfy({ $0.detail.isEmpty }) else { return true }
        return SpokenLine.wrapped(inline(spoken)).count > Self.questionLines
    }

    private func listed(_ spoken: Spoken) -> [String] {
        guard isListed(spoken), spoken.readsAnswers, spoken.field == nil else { return [] }
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
        spoken.answers[...index].count { $0.isNumbered }
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
        if let field = spoken.field { return lines(field) }
        guard !spoken.answers.isEmpty else { return [] }
        var text: String
        if isListed(spoken), isBrief {
            text = language.yourAnswer
        } else if isListed(spoken) {
            let count = spoken.answers.count { $0.isNumbered }
            let words = spoken.answers.filter { !$0.isNumbered }.map { SpokenLine.words($0.label) }
            text = language.answerOf(count, or: words)
        } else {
            text = inline(spoken)
        }
        if !rest.isEmpty {
            text += language.spokenGap + language.emptyLineReadsOn
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
        guard let last, !last.isAsking, typed.isEmpty, !last.answers.isEmpty else {
            typed.append(line)
            return ([], nil)
        }
        let words = Self.words(line)
        if Self.asksAgain(words) {
            return (lines(last.news.last ?? last.title) + SpokenLine.wrapped(inline(last)), nil)
        }
        guard Int(words) == nil, let index = Self.match(words, last.answers) else {
            typed.append(line)
            return ([], nil)
        }
        return ([], act(last.answers[index]))
    }

    /// No more lines will come.
    package mutating func end() { hasEnded = true }

    /// The next answer, if one is asked for and there is one.
    package mutating func next() -> (lines: [String], act: Act?) {
        guard let spoken = last, spoken.isAsking else { return ([], nil) }
        guard !typed.isEmpty else {
            guard hasEnded else { return ([], nil) }
            closings += 1
            return ([], closings > Self.patience ? .leaveAll : .close)
        }
        let line = typed.removeFirst()
        if spoken.field != nil {
            owesQuestion = true
            return ([], .text(line))
        }
        return answer(Self.words(line), spoken)
    }

    private mutating func answer(_ words: String, _ spoken: Spoken) -> (lines: [String], act: Act?) {
        if words.isEmpty {
            if !rest.isEmpty { return (piece(spoken), nil) }
            guard let usual = spoken.usual, spoken.answers.indices.contains(usual) else {
                return (prompt(spoken), nil)
            }
            return ([], act(spoken.answers[usual]))
        }
        if Self.asksAgain(words) {
            rest = lines(spoken.title) + spoken.text.flatMap(lines) + listed(spoken)
            return (piece(spoken), nil)
        }
        let numbered = spoken.answers.filter(\.isNumbered)
        if let number = Int(words), 1...max(1, numbered.count) ~= number, !numbered.isEmpty {
            return ([], act(numbered[number - 1]))
        }
        guard let index = Self.match(words, spoken.answers) else {
            return (SpokenLine.wrapped(language.noAnswer(SpokenLine.words(SafeText(words)))) + prompt(spoken), nil)
        }
        return ([], act(spoken.answers[index]))
    }

    private mutating func act(_ answer: SpokenAnswer) -> Act {
        owesQuestion = true
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

    /// The whole word, then the key's letter or name, then the first letter or letters if they are of one answer only.
    private static func match(_ words: String, _ answers: [SpokenAnswer]) -> Int? {
        let labels = answers.map { SpokenLine.words($0.label).lowercased() }
        if let index = labels.firstIndex(of: words) { return index }
        if let index = answers.firstIndex(where: { letter($0) == words }) { return index }
        if let index = answers.firstIndex(where: { $0.act.keyName == words }) { return index }
        let begun = labels.indices.filter { labels[$0].hasPrefix(words) }
        return begun.count == 1 ? begun[0] : nil
    }

    private static func letter(_ answer: SpokenAnswer) -> String? {
        answer.letter.map { String(Character($0)).lowercased() }
    }
}

extension SpokenAnswer.Act {
    /// What the key is called where somebody is told to press it, in lower case: "f4", "enter".
    fileprivate var keyName: String? {
        guard case .press(let key) = self else { return nil }
        return switch key {
        case .function(let number): "f\(number)"
        case .enter: "enter"
        case .escape: "esc"
        case .tab: "tab"
        case .left: "left"
        case .right: "right"
        default: nil
        }
    }
}
