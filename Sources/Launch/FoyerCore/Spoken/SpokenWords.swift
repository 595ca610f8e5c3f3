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
            switch (count, self) {
            case (0, _): ""
            case (1, _): "1"
            case (_, .english): "1 to \(count)"
            case (_, .simplifiedChinese): "1 到 \(count)"
            case (_, .traditionalChinese): "1 到 \(count)"
            }
        let all = ([numbers] + words).filter { !$0.isEmpty }.joined(separator: spokenComma)
        if isSummedUp {
            return switch self {
            case .english: "Your answer: \(all)? \(listSaysAll)"
            case .simplifiedChinese: "请回答：\(all)？\(listSaysAll)"
            case .traditionalChinese: "請回答：\(all)？\(listSaysAll)"
            }
        }
        return switch self {
        case .english: "Your answer: \(all)? A question mark repeats them."
        case .simplifiedChinese: "请回答：\(all)？输入问号可重听。"
        case .traditionalChinese: "請回答：\(all)？輸入問號可重聽。"
        }
    }

    /// How the rest of a page that was summed up is heard.
    var listSaysAll: String {
        switch self {
        case .english: "Answer list to hear all."
        case .simplifiedChinese: "回答“列表”可听全部。"
        case .traditionalChinese: "回答「列表」可聽全部。"
        }
    }

    /// How many answers a page has that have not been read.
    func answerCount(_ count: Int) -> SafeText {
        self[Phrase("\(count) choices.", "共 \(count) 项。", "共 \(count) 項。")]
    }

    /// The item of a list that has the focus.
    package func chosen(_ title: SafeText, _ number: Int, of count: Int) -> SafeText {
        let title = SpokenLine.words(title)
        return self[
            Phrase(
                "Selected: \(title), \(number) of \(count).", "已选中：\(title)，第 \(number) 项，共 \(count) 项。",
                "已選取：\(title)，第 \(number) 項，共 \(count) 項。")]
    }

    /// The question of a text field.
    package func field(_ label: SafeText, holding text: SafeText) -> SafeText {
        let (label, text) = (SpokenLine.words(label), SpokenLine.words(text))
        guard !text.isEmpty else {
            return self[Phrase("\(label), a line of text?", "\(label)，请输入一行文字？", "\(label)，請輸入一行文字？")]
        }
        return self[
            Phrase(
                "\(label), now \(text). A line of text takes its place.", "\(label)，现为\(text)。请输入一行文字取而代之。",
                "\(label)，現為\(text)。請輸入一行文字取而代之。")]
    }

    /// The question where the answers are known.
    var yourAnswer: String {
        switch self {
        case .english: "Your answer?"
        case .simplifiedChinese: "您的回答？"
        case .traditionalChinese: "您的回答？"
        }
    }

    /// What an empty line answers.
    func emptyLine(_ label: String) -> String {
        switch self {
        case .english: "Enter alone: \(label)."
        case .simplifiedChinese: "直接按回车：\(label)。"
        case .traditionalChinese: "直接按 Enter：\(label)。"
        }
    }

    /// What an empty line does where a list stands beside a field.
    var chooseFromList: String {
        switch self {
        case .english: "choose from the list"
        case .simplifiedChinese: "从列表中选择"
        case .traditionalChinese: "從清單中選擇"
        }
    }

    /// What it does in that list.
    var emptyField: String {
        switch self {
        case .english: "empty the field"
        case .simplifiedChinese: "清空输入框"
        case .traditionalChinese: "清空輸入欄"
        }
    }

    /// The same where the field is empty.
    var backToField: String {
        switch self {
        case .english: "back to the field"
        case .simplifiedChinese: "回到输入框"
        case .traditionalChinese: "回到輸入欄"
        }
    }

    var emptyLineReadsOn: String {
        switch self {
        case .english: "Enter alone reads on."
        case .simplifiedChinese: "直接按回车继续朗读。"
        case .traditionalChinese: "直接按 Enter 繼續朗讀。"
        }
    }

    func noAnswer(_ words: String) -> String {
        switch self {
        case .english: "\(words) is not one of the answers."
        case .simplifiedChinese: "没有“\(words)”这个回答。"
        case .traditionalChinese: "沒有「\(words)」這個回答。"
        }
    }
}
