import FoyerCore

/// The words of a rehearsal on the terminal.
extension Phrase {
    static let rehearseErrors = Phrase("errors", "错误", "錯誤")
    static let rehearseStates = Phrase("states", "状态", "狀態")
    static let rehearseSize = Phrase("size", "大小", "大小")
    static let rehearseLook = Phrase("look", "外观", "外觀")
    static let rehearseEnd = Phrase("end", "结束", "結束")
    static let rehearsedRoot = Phrase("The first screen", "首屏", "首頁")
    static let rehearsedFailure = Phrase(
        "This is a rehearsal: nothing has really gone wrong.", "这是演练：其实没有出错。", "這是演練：其實沒有出錯。")
    static let rehearsedReady = Phrase(
        "The launch is over: it is ready. q leaves.", "启动结束：准备就绪。按 q 离开。", "啟動結束：準備就緒。按 q 離開。")
    static let rehearsedClosed = Phrase(
        "The launch is over: it was closed. q leaves.", "启动结束：已关闭。按 q 离开。", "啟動結束：已關閉。按 q 離開。")

    static func rehearsedFailed(_ code: LaunchCode) -> Phrase {
        Phrase(
            "The launch is over: error \(code.rawValue). q leaves.", "启动结束：错误 \(code.rawValue)。按 q 离开。",
            "啟動結束：錯誤 \(code.rawValue)。按 q 離開。")
    }

    static func rehearsalIsOver(_ outcome: LaunchOutcome?) -> Phrase {
        switch outcome {
        case .completed: rehearsedReady
        case .failed(let failure): rehearsedFailed(failure.code)
        case .closed, nil: rehearsedClosed
        }
    }
}

extension SplashRehearsal.Moment {
    /// The moment's name for people.
    var phrase: Phrase {
        switch self {
        case .preparing: Phrase("preparing", "准备中", "準備中")
        case .loading: Phrase("loading", "加载中", "載入中")
        case .slow: Phrase("slow", "较慢", "較慢")
        case .failed(let code): Phrase(asIs: "\(code.rawValue)")
        case .reloaded: Phrase("reloaded", "已重新加载", "已重新載入")
        case .resized: Phrase("resized", "大小已改变", "大小已改變")
        case .ready: Phrase("ready", "就绪", "就緒")
        case .closed: Phrase("closed", "已关闭", "已關閉")
        }
    }
}
