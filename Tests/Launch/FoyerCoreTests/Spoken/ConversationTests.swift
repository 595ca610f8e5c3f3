import Testing

@testable import FoyerCore

@Suite struct ConversationTests {
    private static let failed: Spoken = {
        var spoken = Spoken("Tea House did not open.", ["Error 10009: Mini program download failed"])
        spoken.answers = [
            SpokenAnswer("Reload", press: .character("r")), SpokenAnswer("Close", press: .character("q")),
            SpokenAnswer("Details", press: .character("d")),
        ]
        spoken.usual = 0
        return spoken
    }()
    private static let loading: Spoken = {
        var spoken = Spoken()
        spoken.isAsking = false
        return spoken
    }()
    private static let question = "1 Reload, 2 Close, 3 Details? Enter alone: Reload."

    private func talk(_ spoken: Spoken, language: Language = .english) -> Conversation {
        var talk = Conversation(language)
        _ = talk.say(spoken)
        return talk
    }

    private func answer(_ line: String, to spoken: Spoken = failed) -> (lines: [String], act: Conversation.Act?) {
        var talk = talk(spoken)
        _ = talk.hear(line)
        return talk.next()
    }

    @Test func aPageIsItsTitleItsTextAndItsQuestion() {
        var talk = Conversation(.english)
        #expect(
            talk.say(Self.failed) == [
                "Tea House did not open.", "Error 10009: Mini program download failed.", Self.question,
            ])
        #expect(talk.say(Self.failed).isEmpty, "nothing is said twice")
    }

    @Test(arguments: [
        ("1", "r"), (" 2 ", "q"), ("Reload", "r"), ("CLOSE", "q"), ("c", "q"), ("q", "q"), ("d", "d"), ("det", "d"),
        ("", "r"), ("３", "d"),
    ])
    func anAnswerIsANumberAWordOrALetter(line: String, key: String) throws {
        let (lines, act) = answer(line)
        #expect(lines.isEmpty)
        #expect(act == .press(.character(try #require(key.unicodeScalars.first))))
    }

    @Test(arguments: [("F4", KeyEvent.function(4)), ("enter", .enter), ("Esc", .escape)])
    func aKeyIsAnsweredByItsName(line: String, key: KeyEvent) {
        var spoken = Self.failed
        spoken.answers += [
            SpokenAnswer("Heal", press: .function(4)), SpokenAnswer("Open", press: .enter),
            SpokenAnswer("Leave", press: .escape),
        ]
        #expect(answer(line, to: spoken).act == .press(key))
    }

    @Test(arguments: ["4", "0", "-1", "later", "99999999999999999999"])
    func anythingElseIsSaidToBeNoAnswer(line: String) {
        let (lines, act) = answer(line)
        #expect(act == nil)
        #expect(lines == ["\(line) is not one of the answers.", Self.question])
    }

    @Test func aLetterOfTwoAnswersIsNone() {
        var spoken = Spoken("Cards")
        spoken.answers = [SpokenAnswer("Tea House", choose: 0), SpokenAnswer("Tea Garden", choose: 1)]
        #expect(answer("t", to: spoken).act == nil)
        #expect(answer("tea g", to: spoken).act == .choose(1))
    }

    @Test func aQuestionMarkRepeatsEverything() {
        let (lines, act) = answer("?")
        #expect(act == nil)
        #expect(lines.first == "Tea House did not open." && lines.last == Self.question)
    }

    @Test func linesTypedAheadWaitForTheirQuestions() {
        var talk = talk(Self.loading)
        for line in ["1", "close", "hello"] { #expect(talk.hear(line).act == nil) }
        #expect(talk.next().act == nil, "nothing is asked")
        _ = talk.say(Self.failed)
        #expect(talk.next().act == .press(.character("r")))
        _ = talk.say(Self.loading)
        #expect(talk.next().act == nil)
        _ = talk.say(Self.failed)
        #expect(talk.next().act == .press(.character("q")))
        _ = talk.say(Self.failed)
        #expect(talk.next().lines.first == "hello is not one of the answers.")
    }

    @Test func whatGoesOnByItselfCanBeClosedOnceItHasSaidSo() {
        var spoken = Self.loading
        var talk = talk(spoken)
        spoken.answers = [.close(.english)]
        _ = talk.say(spoken)
        #expect(talk.hear("close").act == .press(.character("q")))
    }

    @Test func aNumberNeverClosesWhatGoesOnByItself() {
        var spoken = Self.loading
        spoken.answers = [.close(.english)]
        var talk = talk(spoken)
        #expect(talk.hear("1").act == nil)
        #expect(talk.hear("close").act == nil, "it comes after the line that waits")
    }

    @Test func theEndOfInputClosesWhateverAsks() {
        var talk = talk(Self.loading)
        talk.end()
        #expect(talk.next().act == nil, "a launch goes on")
        _ = talk.say(Self.failed)
        #expect(talk.next().act == .close)
    }

    @Test func aPageThatDoesNotCloseIsLeft() {
        var talk = talk(Self.failed)
        talk.end()
        let acts = (0..<4).map { _ in talk.next().act }
        #expect(acts == [.close, .close, .close, .leaveAll])
    }

    @Test func theQuestionComesAgainAfterAnAnswer() {
        var talk = talk(Self.failed)
        _ = talk.hear("3")
        #expect(talk.next().act == .press(.character("d")))
        #expect(talk.say(Self.failed) == [Self.question])
    }

    @Test func onlyNewSentencesAreSaid() {
        var spoken = Self.loading
        var talk = talk(spoken)
        spoken.news = ["Loading."]
        #expect(talk.say(spoken) == ["Loading."])
        spoken.news += ["Downloading.", "Downloading."]
        #expect(talk.say(spoken) == ["Downloading.", "Downloading."])
        spoken.news = []
        #expect(talk.say(spoken).isEmpty)
    }

    /// Nothing is told again as if it happened now; but how far it is, whoever comes back wants to know.
    @Test func whoComesBackToWhatGoesOnHearsWhereItIs() {
        var spoken = Self.loading
        spoken.news = ["Tea House. Loading.", "Downloading."]
        var talk = talk(spoken)
        var card = Spoken("The card")
        (card.answers, card.news) = ([.back(.english)], spoken.news)
        #expect(talk.say(card) == ["The card.", "1 Back?"])
        #expect(talk.say(spoken) == ["Downloading."])
        #expect(talk.say(spoken).isEmpty)
        _ = talk.say(card)
        spoken.news.append("Tea House is ready.")
        #expect(talk.say(spoken) == ["Tea House is ready."])
    }

    @Test func aLongPageIsReadInPieces() {
        var spoken = Spoken("Heading: The menu", (1...45).map { "Tea number \($0)" })
        spoken.answers = [.back(.english)]
        var talk = Conversation(.english)
        let first = talk.say(spoken)
        #expect(first.count == 21)
        #expect(first.last == "1 Back? Enter alone reads on.")
        for count in [21, 7] {
            _ = talk.hear("")
            let (lines, act) = talk.next()
            #expect(lines.count == count && act == nil)
        }
        _ = talk.hear("")
        #expect(talk.next().lines == ["1 Back?"])
    }

    @Test func aFewLinesMoreAreNoPieceOfTheirOwn() {
        var spoken = Spoken("Heading: The menu", (1...24).map { "Tea number \($0)" })
        spoken.answers = [.back(.english)]
        var talk = Conversation(.english)
        #expect(talk.say(spoken).count == 26)
    }

    @Test func aListIsNumberedAndComesBackBriefly() {
        var home = Spoken("Home")
        home.answers = (0..<9).map { SpokenAnswer("Program \($0)", detail: "A slogan", choose: $0) }
        home.returnsBriefly = true
        home.place = [1]
        var talk = Conversation(.english)
        let all = talk.say(home)
        #expect(all.count == 11)
        #expect(all[1] == "1 Program 0: A slogan.")
        #expect(all.last == "Your answer: 1 to 9? A question mark repeats them.")
        var page = Spoken("Program 3")
        page.place = [2]
        _ = talk.say(page)
        #expect(talk.say(home) == ["Home.", "Your answer: 1 to 9? A question mark repeats them."])
        home.answers[4] = SpokenAnswer("Program 4", detail: "Another", choose: 4)
        #expect(
            talk.say(home) == ["5 Program 4: Another.", "Your answer: 1 to 9? A question mark repeats them."],
            "only what has changed is read")
    }

    @Test func aFieldTakesTheLineAsItIs() {
        var spoken = Spoken("Verdict")
        spoken.field = "Your note, in one line"
        var talk = Conversation(.english)
        #expect(talk.say(spoken) == ["Verdict.", "Your note, in one line."])
        _ = talk.hear("2 Close")
        #expect(talk.next().act == .text("2 Close"))
    }

    private static func search(_ found: [String], holding text: String = "") -> Spoken {
        var spoken = Spoken("Boats")
        spoken.field = Language.english.field("Search", holding: SafeText(text))
        spoken.holdsText = !text.isEmpty
        spoken.hasList = !found.isEmpty
        spoken.answers = found.enumerated().map { SpokenAnswer(SafeText($0.element), choose: $0.offset) }
        return spoken
    }

    private func next(_ talk: inout Conversation, after line: String) -> (lines: [String], act: Conversation.Act?) {
        _ = talk.hear(line)
        return talk.next()
    }

    @Test func aListBesideAFieldIsHeardAndChosenFrom() {
        var talk = Conversation(.english)
        #expect(
            talk.say(Self.search(["Skiff", "Sloop", "Punt"])) == [
                "Boats.", "1 Skiff.", "2 Sloop.", "3 Punt.", "Search, a line of text?",
                "Enter alone: choose from the list.",
            ])
        #expect(next(&talk, after: "s").act == .text("s"))
        let found = Self.search(["Skiff", "Sloop"], holding: "s")
        #expect(
            talk.say(found) == [
                "1 Skiff.", "2 Sloop.", "Search, now s. A line of text takes its place.",
                "Enter alone: choose from the list.",
            ])
        let question = ["Your answer: 1 to 2? A question mark repeats them. Enter alone: empty the", "field."]
        #expect(next(&talk, after: "") == (question, nil))
        #expect(next(&talk, after: "Dory").lines == ["Dory is not one of the answers."] + question)
        // The field is not asked, and gets no letter.
        #expect(next(&talk, after: "x") == (["x is not one of the answers."] + question, nil))
        #expect(next(&talk, after: "2").act == .choose(1))
        _ = talk.say(found)
        #expect(next(&talk, after: "2").act == .text("2"))
    }

    @Test func emptyLinesGoToTheListAndBackToAnEmptyField() {
        var talk = Conversation(.english)
        _ = talk.say(Self.search(["Skiff"], holding: "s"))
        _ = next(&talk, after: "")
        #expect(next(&talk, after: "").act == .text(""))
        _ = talk.say(Self.search(["Skiff", "Punt"]))
        #expect(next(&talk, after: "").lines.joined(separator: " ").hasSuffix("Enter alone: back to the field."))
        #expect(next(&talk, after: "").lines.first == "Search, a line of text?")
        #expect(next(&talk, after: "p").act == .text("p"))
    }

    @Test func anEmptyLineEmptiesAFieldWhoseListIsEmpty() {
        var talk = Conversation(.english)
        _ = talk.say(Self.search([], holding: "x"))
        #expect(next(&talk, after: "").act == .text(""))
    }

    @Test func aListThatEmptiesByItselfGivesTheFieldBack() {
        var talk = Conversation(.english)
        _ = talk.say(Self.search(["Skiff"]))
        _ = next(&talk, after: "")
        #expect(talk.say(Self.search([])).last == "Search, a line of text?")
        #expect(next(&talk, after: "Punt").act == .text("Punt"))
    }

    @Test func whatIsFoundInALongListIsHeard() {
        let all = Self.search((1...40).map { "A boat called \($0)" })
        let found = Self.search(["A boat called 4", "A boat called 14"], holding: "4")
        var talk = Conversation(.english)
        #expect(talk.say(all).contains("40 choices."))
        _ = next(&talk, after: "4")
        #expect(talk.say(found).prefix(2) == ["1 A boat called 4.", "2 A boat called 14."])
        // The rest of the long list is not read on.
        talk = Conversation(.english)
        _ = talk.say(all)
        #expect(next(&talk, after: "?").lines.contains("1 A boat called 1."))
        _ = next(&talk, after: "4")
        _ = talk.say(found)
        #expect(next(&talk, after: "").lines.last?.hasPrefix("field.") == true)
        #expect(next(&talk, after: "").act == .text(""))
    }

    @Test(arguments: Language.allCases) func everyLanguageAsks(_ language: Language) {
        var talk = Conversation(language)
        let lines = talk.say(
            .failure(
                LaunchFailure(.downloadFailed, cause: "It was cut."), of: "Tea",
                answers: [
                    SpokenAnswer(language[.reload], press: "r"), .close(language),
                    SpokenAnswer(language[.details], press: "d"),
                ], in: language))
        #expect(lines.count == 5)
        #expect(lines.last?.hasPrefix("1 ") == true)
        #expect(lines.allSatisfy { SafeText($0).columns <= 78 })
        _ = talk.hear(SpokenLine.words(language[.details]))
        #expect(talk.next().act == .press(.character("d")))
    }
}
