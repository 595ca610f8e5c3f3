import FoyerCore

extension DetailsPage {
    /// The page in sentences: each step, the cause, the log.
    package func spoken(_ language: Language) -> Spoken {
        let isEnglish = language == .english
        return Spoken(
            words.title,
            steps.map { language.spoken($0, elapsed: elapsed) }
                + (cause.isEmpty ? [] : [words.cause + (isEnglish ? ": " : "：") + cause])
                + log.map { language.spoken($0) })
    }
}

extension Language {
    /// A step in a sentence: "Downloading: failed after 1.2 seconds."
    fileprivate func spoken(_ step: StepDetail, elapsed: Duration) -> SafeText {
        let label = SpokenLine.words(step.label)
        let time = spokenSeconds((step.end ?? elapsed) - (step.start ?? .zero))
        return switch step.state {
        case .waiting: self[Phrase("\(label): not begun.", "\(label)：未开始。", "\(label)：未開始。")]
        case .running: self[Phrase("\(label): \(time) so far.", "\(label)：已用 \(time)。", "\(label)：已用 \(time)。")]
        case .done: self[Phrase("\(label): done in \(time).", "\(label)：完成，用时 \(time)。", "\(label)：完成，用時 \(time)。")]
        case .failed:
            self[Phrase("\(label): failed after \(time).", "\(label)：\(time)后失败。", "\(label)：\(time)後失敗。")]
        }
    }

    /// A line of the log in a sentence: "At 0.3 seconds: attempt 1."
    fileprivate func spoken(_ line: LogLine) -> SafeText {
        let (time, text) = (spokenSeconds(line.time), SpokenLine.words(line.text))
        return self[Phrase("At \(time): \(text)", "第 \(time)：\(text)", "第 \(time)：\(text)")]
    }

    private func spokenSeconds(_ duration: Duration) -> String {
        let tenths = max(0, duration.saturatedNanoseconds) / 100_000_000
        let figure = "\(tenths / 10).\(tenths % 10)"
        return self == .english ? "\(figure) seconds" : "\(figure) 秒"
    }
}
