import Foyer

/// A checklist in lines.
struct ChecklistSpeech {
    /// The number of the answer that skips the item.
    static let skip = 1_000_000

    let language: Language
    let run: ChecklistRun
    /// The item whose card says how keys are answered, the first of a sitting.
    var explained: Int?
    /// The sentence that is being judged; `nil` for the item as a whole.
    var sentence: Int?
    /// The notes on sentences without a verdict, by their numbers.
    var notes: [Int: String] = [:]
    /// Whether the text being written is the defect's address.
    var writesDefect = false

    private var item: ChecklistItem { run.item }

    /// - Parameter isWriting: whether the note is being written.
    func page(_ mode: ChecklistScreen.Mode, isWriting: Bool) -> Spoken {
        if isWriting {
            var spoken = Spoken(language[writesDefect ? .defect : .note])
            spoken.field = language[writesDefect ? .defectInOneLine : .noteInOneLine]
            return spoken
        }
        return switch mode {
        case .card: card
        case .verdict: verdict
        case .overview: overview
        }
    }

    private var card: Spoken {
        var spoken = Spoken(
            language.place(run.index + 1, of: run.checklist.items.count) + language.colon + SafeText(item.title))
        if !item.section.isEmpty { spoken.text.append(SafeText(item.section)) }
        if item.isAboutScreen { spoken.text.append(language[.aboutScreen]) }
        if run.lacksOrders(item) { spoken.text.append(language[.ordersLacking]) }
        if run.index == explained { spoken.text.append(language[.keysAreAnswers]) }
        spoken.text += plan
        spoken.text.append(sentence(of: run.record(of: item)))
        spoken.answers = [
            SpokenAnswer(language[.start], press: .enter), SpokenAnswer(language[.verdict], press: .character("v")),
            SpokenAnswer(language[.skip], choose: Self.skip, letter: "s"),
            SpokenAnswer(language[.nextItem], press: .right), SpokenAnswer(language[.previousItem], press: .left),
            SpokenAnswer(language[.overview], press: .character("o")),
            SpokenAnswer(language[.report], press: .character("w")),
            SpokenAnswer(language[.quit], press: .character("q")),
        ]
        spoken.usual = 0
        return spoken
    }

    /// What is to be done and seen.
    private var plan: [SafeText] {
        var text = [language[.whatToDo] + language.colon]
        text += item.instructions.enumerated().map { "\($0.offset + 1). \($0.element)" }
        if let program = item.program { text += [language.enterStarts(program.shown), language[.endsProgram]] }
        return text + expectations
    }

    /// What is to be seen, and what was said of each sentence.
    private var expectations: [SafeText] {
        [language[.whatToPerceive] + language.colon] + item.expectations.indices.map(judged)
    }

    /// A sentence with its verdict and its note: "The prompt comes back. Failed: wrong colour."
    private func judged(_ number: Int) -> SafeText {
        let text = SafeText(item.expectations[number])
        let judgement = run.record(of: item)?.sentences[number]
        let (name, note) = (judgement?.verdict.said ?? .note, judgement?.note ?? notes[number] ?? "")
        if judgement == nil, note.isEmpty { return text }
        let gap = language == .english ? " " : ""
        let said = note.isEmpty ? language[name] : language.named(name, note)
        return SafeText(SpokenLine.sentence(text, language) + gap) + said
    }

    /// The card while its program is there.
    var cardOfFlow: Spoken {
        var spoken = Spoken(SafeText(item.title), plan)
        spoken.answers = [.back(language)]
        return spoken
    }

    private func sentence(of record: ItemRecord?) -> SafeText {
        guard let verdict = record?.verdict else {
            return run.verdictBeforeChange(of: item).map { language[.judgedOtherwise($0)] } ?? language[.noVerdict]
        }
        let note = record?.note ?? ""
        let word = language[.verdict] + language.colon + language[verdict.word]
        return note.isEmpty ? word : word + ". " + SafeText(note)
    }

    private var verdict: Spoken {
        var spoken = Spoken(language[.whatHappened], [SafeText(item.title)] + expectations)
        if let sentence {
            spoken = Spoken(language[.sentence(sentence + 1, of: item.expectations.count)], [judged(sentence)])
        }
        spoken.text += kept
        spoken.answers = [
            SpokenAnswer(language[.pass], press: .character("p")),
            SpokenAnswer(language[.fail], press: .character("f")),
            SpokenAnswer(language[.block], press: .character("b")),
            SpokenAnswer(language[.skip], press: .character("s")),
            SpokenAnswer(language[.note], press: .character("n")), .back(language),
            SpokenAnswer(language[.defect], press: .character("d")).unnumbered,
        ]
        if item.expectations.count > 1 {
            spoken.answers.append(SpokenAnswer(language[.nextSentence], press: .down).unnumbered)
        }
        return spoken
    }

    /// What was written down for the item as a whole, or its defect alone where a sentence says its own note.
    private var kept: [SafeText] {
        let record = run.record(of: item)
        let note = sentence == nil ? record?.note : nil
        return [(Phrase.note, note), (.defect, record?.defect)].compactMap { name, text in
            guard let text, !text.isEmpty else { return nil }
            return language.named(name, text)
        }
    }

    private var overview: Spoken {
        var spoken = Spoken(language[.overview])
        if run.isComplete { spoken.text.append(language[.allJudged]) }
        spoken.answers = run.checklist.items.enumerated().map { index, item in
            let verdict = run.record(of: item)?.verdict
            return SpokenAnswer(
                SafeText(item.title), detail: verdict.map { language[$0.word] } ?? language[.noVerdict], choose: index)
        }
        spoken.readsAnswers = !run.isComplete
        spoken.answers += [
            SpokenAnswer(language[.report], press: .character("w")).unnumbered, SpokenAnswer.back(language).unnumbered,
        ]
        if run.isComplete { spoken.usual = spoken.answers.count - 1 }
        return spoken
    }
}

extension Verdict {
    /// At the beginning of a sentence, or as one.
    var said: Phrase {
        switch self {
        case .passed: Phrase("Passed")
        case .failed: Phrase("Failed")
        case .blocked: Phrase("Blocked")
        case .skipped: Phrase("Skipped")
        }
    }
}

extension Phrase {
    fileprivate static let noteInOneLine = Phrase("Your note, in one line; an empty line for none:")
    fileprivate static let defectInOneLine = Phrase("The defect’s address or number; an empty line for none:")
    fileprivate static let nextSentence = Phrase("Next sentence")
    fileprivate static let keysAreAnswers = Phrase("Where an item names a key, such as q or F4, answer with its name.")
    fileprivate static let whatToPerceive = Phrase("What to expect")
    fileprivate static let whatHappened = Phrase("What happened?")
    fileprivate static let nextItem = Phrase("Next item")
    fileprivate static let previousItem = Phrase("Previous item")
    fileprivate static let aboutScreen = Phrase("This item is about the screen alone; it can be answered with skip.")
}
