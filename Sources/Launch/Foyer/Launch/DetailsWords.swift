import FoyerCore

/// The words of the page of details.
extension Language {
    /// A line of the log as the details show it; the log file has it in English.
    package func logLine(_ entry: LaunchRecord.Entry, in record: LaunchRecord) -> SafeText {
        func name(_ id: String) -> SafeText {
            record.steps.first { $0.step.id == id }.map { stepLabel($0.step) } ?? SafeText(id)
        }
        let text: (SafeText, SafeText) =
            switch entry {
            case .attemptBegan(let number): ("第 \(number) 次尝试", "第 \(number) 次嘗試")
            case .stepBegan(let id): ("\(name(id))：开始", "\(name(id))：開始")
            case .stepEnded(let id): ("\(name(id))：完成", "\(name(id))：完成")
            case .stepFailed(let id, _): ("\(name(id))：失败", "\(name(id))：失敗")
            case .infoArrived(let appID): ("已获取信息：\(appID)", "已取得資訊：\(appID)")
            case .failed(let code):
                ("错误 \(code.rawValue)：\(self[.message(code)])", "錯誤 \(code.rawValue)：\(self[.message(code)])")
            case .reloaded: (self[.reload], self[.reload])
            case .completed: (self[.stepReady], self[.stepReady])
            case .closed: (self[.closed], self[.closed])
            }
        return switch self {
        case .english: SafeText(entry.description)
        case .simplifiedChinese: text.0
        case .traditionalChinese: text.1
        }
    }
}

extension Phrase {
    package static let steps = Phrase("Steps", "步骤", "步驟")
    package static let cause = Phrase("Cause", "原因", "原因")
    package static let log = Phrase("Log", "日志", "記錄")
    package static let closed = Phrase("closed", "已关闭", "已關閉")
}
