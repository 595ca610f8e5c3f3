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
        let left = left.map { spokenTimeLeft($0) } ?? ""
        let english = (percent.map { ", \($0) per cent" } ?? "") + (left.isEmpty ? "" : ", " + left)
        let chinese = (percent.map { "，已完成百分之 \($0)" } ?? "，尚未完成") + (left.isEmpty ? "" : "，" + left)
        let words = SpokenLine.words(label)
        return self[
            Phrase(
                "Still \(words.prefix(1).lowercased() + words.dropFirst())\(english).", "\(words)\(chinese)。",
                "\(words)\(chinese)。")]
    }

    private func spokenTimeLeft(_ duration: Duration) -> String {
        let seconds = max(1, Int(duration.inSeconds.rounded(.up)))
        let minutes = (seconds + 59) / 60
        return switch (self, seconds < 60) {
        case (.english, true): seconds == 1 ? "about 1 second left" : "about \(seconds) seconds left"
        case (.english, false): "about \(minutes) minutes left"
        case (.simplifiedChinese, true): "大约还剩 \(seconds) 秒"
        case (.simplifiedChinese, false): "大约还剩 \(minutes) 分钟"
        case (.traditionalChinese, true): "大約還剩 \(seconds) 秒"
        case (.traditionalChinese, false): "大約還剩 \(minutes) 分鐘"
        }
    }

    /// "Tea House is ready."
    package func spokenReady(_ name: SafeText) -> SafeText {
        guard !name.isEmpty else { return SafeText(SpokenLine.sentence(self[.stepReady], self)) }
        let name = SpokenLine.words(name)
        return self[Phrase("\(name) is ready.", "“\(name)”已就绪。", "「\(name)」已就緒。")]
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
                    Phrase("Error \(number): \(message)", "错误 \(number)：\(message)", "錯誤 \(number)：\(message)")],
                language.advice(failure),
            ] + (cause.isEmpty ? [] : [language[Phrase("Cause: \(cause)", "原因：\(cause)", "原因：\(cause)")]]))
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
        guard !name.isEmpty else { return self[Phrase("It did not open.", "未能打开。", "未能開啟。")] }
        let name = SpokenLine.words(name)
        return self[Phrase("\(name) did not open.", "“\(name)”未能打开。", "「\(name)」未能開啟。")]
    }
}

extension Phrase {
    fileprivate static let spokenLoading = Phrase("Loading.", "正在加载。", "正在載入。")
    static let spokenLoadingAgain = Phrase("Loading again.", "正在重新加载。", "正在重新載入。")
    fileprivate static let spokenHowToClose = Phrase(
        "To stop it, answer close.", "如要停止，请回答“关闭”。", "如要停止，請回答「關閉」。")
    static let spokenClosed = Phrase("Closed before it was ready.", "就绪前已关闭。", "就緒前已關閉。")
}
