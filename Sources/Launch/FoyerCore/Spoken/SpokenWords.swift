/// The words of conversations in lines.
extension Language {
    var spokenComma: String { self == .english ? ", " : "，" }
    var spokenColon: String { self == .english ? ": " : "：" }
    var spokenGap: String { self == .english ? " " : "" }
    var spokenQuestionMark: String { self == .english ? "?" : "？" }

    /// The question below a list of answers.
    ///
    /// - Parameters:
    ///   - count: how many have a number.
    ///   - words: those without one.
    ///   - isSummedUp: whether the answers have not been read yet.
    func answerOf(_ count: Int, or words: [String], isSummedUp: Bool) -> String {
        let numbers =
            switch count {
            case 0: ""
            case 1: "1"
            default: self[Phrase("1 to \(count)")].string
            }
        let all = ([numbers] + words).filter { !$0.isEmpty }.joined(separator: spokenComma)
        if isSummedUp {
            return self[Phrase("Your answer: \(all)? \(listSaysAll)")].string
        }
        return self[Phrase("Your answer: \(all)? A question mark repeats them.")].string
    }

    /// How the rest of a page that was summed up is heard.
    var listSaysAll: String {
        self[Phrase("Answer list to hear all.")].string
    }

    /// How many answers a page has that have not been read.
    func answerCount(_ count: Int) -> SafeText {
        self[Phrase("\(count) choices.")]
    }

    /// The item of a list that has the focus.
    package func chosen(_ title: SafeText, _ number: Int, of count: Int) -> SafeText {
        let title = SpokenLine.words(title)
        return self[
            Phrase("Selected: \(title), \(number) of \(count).")]
    }

    /// The question of a text field.
    package func field(_ label: SafeText, holding text: SafeText) -> SafeText {
        let (label, text) = (SpokenLine.words(label), SpokenLine.words(text))
        guard !text.isEmpty else {
            return self[Phrase("\(label), a line of text?")]
        }
        return self[
            Phrase("\(label), now \(text). A line of text takes its place.")]
    }

    /// The question where the answers are known.
    var yourAnswer: String {
        self[Phrase("Your answer?")].string
    }

    /// What an empty line answers.
    func emptyLine(_ label: String) -> String {
        self[Phrase("Enter alone: \(label).")].string
    }

    /// What an empty line does where a list stands beside a field.
    var chooseFromList: String {
        self[Phrase("choose from the list")].string
    }

    /// What it does in that list.
    var emptyField: String {
        self[Phrase("empty the field")].string
    }

    /// The same where the field is empty.
    var backToField: String {
        self[Phrase("back to the field")].string
    }

    var emptyLineReadsOn: String {
        self[Phrase("Enter alone reads on.")].string
    }

    func noAnswer(_ words: String) -> String {
        self[Phrase("\(words) is not one of the answers.")].string
    }
}
