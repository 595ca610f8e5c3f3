/// Why a launch, or a command's, has failed.
extension Phrase {
    static func versionElsewhere(wanted: String, offered: String) -> Cause {
        Cause(
            "the platform has version \(offered), not \(wanted)", "平台提供的是 \(offered) 版本，没有 \(wanted) 版本",
            "平台提供的是 \(offered) 版本，沒有 \(wanted) 版本")
    }

    static func openWithoutVersion(wanted: String, offered: String) -> Cause {
        Cause(
            "The link asks for version \(wanted); there is only \(offered). Open the program without a version.",
            "链接要求 \(wanted) 版本，但现在只有 \(offered) 版本。请不指定版本打开。",
            "連結要求 \(wanted) 版本，但現在只有 \(offered) 版本。請不指定版本開啟。")
    }

    /// - Parameter running: the steps that were not done.
    static func notReady(within seconds: String, running: [String]) -> Cause {
        let steps = running.joined(separator: ", ")
        func labels(_ language: Language) -> String {
            running.map { language.stepLabel($0).string }.joined(separator: "、")
        }
        return Cause(
            "Not ready within \(seconds) s\(running.isEmpty ? "" : "; still in: " + steps).",
            "\(seconds) 秒内未能就绪\(running.isEmpty ? "" : "；仍在进行：" + labels(.simplifiedChinese))。",
            "\(seconds) 秒內未能就緒\(running.isEmpty ? "" : "；仍在進行：" + labels(.traditionalChinese))。")
    }

    /// - Parameter label: the step's.
    package static func stepFailed(_ label: String) -> Cause {
        func name(_ language: Language) -> String { language.stepLabel(label).string }
        return Cause(
            "The step \"\(name(.english))\" failed without saying why.", "步骤“\(name(.simplifiedChinese))”失败，未说明原因。",
            "步驟「\(name(.traditionalChinese))」失敗，未說明原因。")
    }

    package static func commandNotStarted(_ name: String, _ why: String) -> Cause {
        Cause("\(name) could not be started: \(why).", "无法启动 \(name)：\(why)。", "無法啟動 \(name)：\(why)。")
    }

    package static func portTaken(_ port: UInt16) -> Cause {
        Cause(
            "Port \(port) is taken by another program already; stop that one, or choose another port.",
            "端口 \(port) 已被其他程序占用；请停止该程序，或换一个端口。", "連接埠 \(port) 已被其他程式占用；請停止該程式，或改用其他連接埠。")
    }

    /// - Parameter lastWords: the last line that it wrote.
    package static func commandEnded(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> Cause {
        func ended(_ language: Language) -> String { language.ended(end).string }
        return Cause(
            "\(name) \(end) before it was ready." + (lastWords.map { " It wrote last: \($0)" } ?? ""),
            "\(name) 在就绪前\(ended(.simplifiedChinese))。" + (lastWords.map { "最后输出：\($0)" } ?? ""),
            "\(name) 在就緒前\(ended(.traditionalChinese))。" + (lastWords.map { "最後輸出：\($0)" } ?? ""))
    }

    /// - Parameter lastWords: the last line that it wrote.
    static func commandStepFailed(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> Cause {
        func ended(_ language: Language) -> String { language.ended(end).string }
        return Cause(
            "\(name) \(end)." + (lastWords.map { " It wrote last: \($0)" } ?? ""),
            "\(name) \(ended(.simplifiedChinese))。" + (lastWords.map { "最后输出：\($0)" } ?? ""),
            "\(name) \(ended(.traditionalChinese))。" + (lastWords.map { "最後輸出：\($0)" } ?? ""))
    }

    static func commandNotReady(_ name: String, within seconds: String) -> Cause {
        Cause(
            "\(name) did not become ready within \(seconds) s.", "\(name) 未能在 \(seconds) 秒内就绪。",
            "\(name) 未能在 \(seconds) 秒內就緒。")
    }

    static let commandLate = Cause("The command did not become ready in time", "命令未能按时就绪", "命令未能及時就緒")
    static let commandEndedEarly = Cause("The command ended before it was ready", "命令在就绪前已结束", "命令在就緒前已結束")
    static let commandFailed = Cause("A command of the start-up failed", "启动时的一个命令失败", "啟動時的一個命令失敗")
    static let commandUnstarted = Cause("The command could not be started", "无法启动命令", "無法啟動命令")
    static let reloadStartsAgain = Cause(
        "The details show what it wrote. Reload starts it again.", "详情中有它的输出。重新加载会再次启动它。",
        "詳細資料中有它的輸出。重新載入會再次啟動它。")
}
