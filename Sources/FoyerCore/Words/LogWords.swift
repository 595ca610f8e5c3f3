extension Language {
    /// What a recording's marker says of a launch that has come to another state; `nil` where it has not.
    public func marker(_ entry: LaunchRecord.Entry, in record: LaunchRecord) -> SafeText? {
        switch entry {
        case .attemptBegan(let number):
            self[Phrase("Attempt \(number)", "第 \(number) 次尝试", "第 \(number) 次嘗試")]
        case .stepBegan(let id):
            stepLabel(record.steps.first { $0.step.id == id }?.step.label ?? id)
        case .failed(let code):
            self[Phrase("Error", "错误", "錯誤")] + " \(code.rawValue): " + self[.message(code)]
        case .reloaded: self[.reload]
        case .completed: self[.stepReady]
        case .closed: self[.closed]
        case .stepEnded, .stepFailed, .infoArrived: nil
        }
    }

    /// A line of the log as the details show it; the log file has it in English.
    public func logLine(_ entry: LaunchRecord.Entry) -> SafeText {
        let text: (SafeText, SafeText) =
            switch entry {
            case .attemptBegan(let number): ("第 \(number) 次尝试", "第 \(number) 次嘗試")
            case .stepBegan(let id): ("\(stepLabel(id))：开始", "\(stepLabel(id))：開始")
            case .stepEnded(let id): ("\(stepLabel(id))：完成", "\(stepLabel(id))：完成")
            case .stepFailed(let id, _): ("\(stepLabel(id))：失败", "\(stepLabel(id))：失敗")
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
