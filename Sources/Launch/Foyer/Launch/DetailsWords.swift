import FoyerCore

/// The words of the page of details.
extension Language {
    /// A line of the log as the details show it; the log file has it in English.
    package func logLine(_ entry: LaunchRecord.Entry, in record: LaunchRecord) -> SafeText {
        func name(_ id: String) -> SafeText {
            record.steps.first { $0.step.id == id }.map { stepLabel($0.step) } ?? SafeText(id)
        }
        let text: (SafeText, SafeText, SafeText) =
            switch entry {
            case .attemptBegan(let number):
                (SafeText(entry.description), "第 \(number) 次尝试", "第 \(number) 次嘗試")
            case .stepBegan(let id): ("\(name(id)): began", "\(name(id))：开始", "\(name(id))：開始")
            case .stepEnded(let id): ("\(name(id)): done", "\(name(id))：完成", "\(name(id))：完成")
            case .stepFailed(let id, let cause):
                ("\(name(id)): \(cause)", "\(name(id))：失败", "\(name(id))：失敗")
            case .infoArrived(let appID): (SafeText(entry.description), "已获取信息：\(appID)", "已取得資訊：\(appID)")
            case .failed(let code):
                (
                    SafeText(entry.description), "错误 \(code.rawValue)：\(self[.message(code)])",
                    "錯誤 \(code.rawValue)：\(self[.message(code)])"
                )
            case .reloaded: (SafeText(entry.description), self[.reload], self[.reload])
            case .completed: (SafeText(entry.description), self[.stepReady], self[.stepReady])
            case .closed: (SafeText(entry.description), self[.closed], self[.closed])
            }
        return switch self {
        case .english: text.0
        case .simplifiedChinese: text.1
        case .traditionalChinese: text.2
        }
    }
}

extension Phrase {
    package static let steps = Phrase("Steps", "步骤", "步驟")
    package static let cause = Phrase("Cause", "原因", "原因")
    package static let log = Phrase("Log", "日志", "記錄")
    package static let closed = Phrase("closed", "已关闭", "已關閉")
}
