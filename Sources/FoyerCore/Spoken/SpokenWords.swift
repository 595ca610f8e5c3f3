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
    func answerOf(_ count: Int, or words: [String]) -> String {
        let numbers =
            switch (count, self) {
            case (0, _): ""
            case (1, _): "1"
            case (_, .english): "1 to \(count)"
            case (_, .simplifiedChinese): "1 到 \(count)"
            case (_, .traditionalChinese): "1 到 \(count)"
            }
        let all = ([numbers] + words).filter { !$0.isEmpty }.joined(separator: spokenComma)
        return switch self {
        case .english: "Your answer: \(all)? A question mark repeats them."
        case .simplifiedChinese: "请回答：\(all)？输入问号可重听。"
        case .traditionalChinese: "請回答：\(all)？輸入問號可重聽。"
        }
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

    /// The first line: that it is on, why, and how to leave it.
    package func accessibleIsOn(_ reason: Cause) -> SafeText {
        self[
            Phrase(
                "Accessible lines are on (\(reason.english)). Use --screen to leave them.",
                "无障碍文本行已开启（\(reason.simplified)）。使用 --screen 可退出。",
                "無障礙文字行已開啟（\(reason.traditional)）。使用 --screen 可離開。")]
    }
}
