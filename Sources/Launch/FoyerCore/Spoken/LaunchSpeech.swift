/// The sentences of a launch.
extension Language {
    /// "Tea House. A cup in five minutes. Loading."
    func spokenLoading(_ name: SafeText, _ slogan: SafeText) -> SafeText {
        let slogan = SafeText(slogan.string.prefix(1).uppercased() + slogan.string.dropFirst())
        let parts = [name, slogan].filter { !$0.isEmpty }.map { SpokenLine.sentence($0, self) }
        return SafeText((parts + [self[.spokenLoading].string]).joined(separator: spokenGap))
    }

    /// A step that takes a while; the first one says that the launch can be closed.
    func spokenStep(_ label: SafeText, offersClose: Bool) -> SafeText {
        let step = SpokenLine.sentence(label, self)
        return SafeText(offersClose ? step + spokenGap + self[.spokenHowToClose].string : step)
    }

    /// "Still downloading, 40 per cent, about 20 seconds left."
    func spokenStill(_ label: SafeText, percent: Int?, left: Duration?) -> SafeText {
        let words = SpokenLine.words(label)
        let label = Phrase(english: words.prefix(1).lowercased() + words.dropFirst(), elsewhere: Phrase(asIs: words))
        let still =
            switch (percent, left.map(timeLeftPhrase)) {
            case (nil, nil): Phrase("Still \(label).")
            case (nil, let left?): Phrase("Still \(label), \(left).")
            case (let percent?, nil): Phrase("Still \(label), \(percent) per cent.")
            case (let percent?, let left?): Phrase("Still \(label), \(percent) per cent, \(left).")
            }
        return self[still]
    }

    private func timeLeftPhrase(_ duration: Duration) -> Phrase {
        let seconds = max(1, Int(duration.inSeconds.rounded(.up)))
        guard seconds < 60 else { return Phrase("about \((seconds + 59) / 60) minutes left") }
        return Phrase(
            seconds, one: Phrase("about \(seconds) second left"), other: Phrase("about \(seconds) seconds left"))
    }

    /// "Tea House is ready."
    package func spokenReady(_ name: SafeText) -> SafeText {
        guard !name.isEmpty else { return SafeText(SpokenLine.sentence(self[.stepReady], self)) }
        let name = SpokenLine.words(name)
        return self[Phrase("\(name) is ready.")]
    }
}

extension Spoken {
    /// The page of a launch that failed: title, code, message, advice, cause, and what can be answered, reload or close first.
    package static func failure(
        _ failure: LaunchFailure, of name: SafeText, answers: [SpokenAnswer], in language: Language
    ) -> Spoken {
        let (number, message) = (failure.code.rawValue, language.message(failure).string)
        let cause = language[failure.reason]
        var spoken = Spoken(
            language.spokenFailed(name),
            [
                language[
                    Phrase("Error \(number): \(message)")],
                language.advice(failure),
            ] + (cause.isEmpty ? [] : [language[Phrase("Cause: \(cause)")]]))
        spoken.answers = answers
        let reload = answers.firstIndex { $0.letter == "r" }
        let close = answers.firstIndex(where: \.leaves)
        spoken.usual = failure.code.reloadCanHelp ? reload ?? close : close ?? reload
        return spoken
    }
}

extension SpokenAnswer {
    /// Leaves the page, as `q` does.
    public static func close(_ language: Language) -> SpokenAnswer {
        SpokenAnswer(language[.close], press: .character("q"))
    }

    /// Returns to the page before, as `q` does.
    public static func back(_ language: Language) -> SpokenAnswer {
        SpokenAnswer(language[.back], press: .character("q"))
    }
}

extension Language {
    func spokenFailed(_ name: SafeText) -> SafeText {
        guard !name.isEmpty else { return self[Phrase("It did not open.")] }
        let name = SpokenLine.words(name)
        return self[Phrase("\(name) did not open.")]
    }
}

extension Phrase {
    fileprivate static let spokenLoading = Phrase("Loading.")
    static let spokenLoadingAgain = Phrase("Loading again.")
    fileprivate static let spokenHowToClose = Phrase("To stop it, answer close.")
    static let spokenClosed = Phrase("Closed before it was ready.")
}
