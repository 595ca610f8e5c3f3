extension LaunchFailure {
    package static func commandNotStarted(_ name: String, _ why: String) -> LaunchFailure {
        LaunchFailure(.unknown, .commandNotStarted(name, why), title: .commandUnstarted)
    }

    package static func commandNotStarted(because obstacle: Phrase) -> LaunchFailure {
        LaunchFailure(.unknown, obstacle, title: .commandUnstarted)
    }

    /// A command of a start-up step did not end with status 0.
    package static func commandStepFailed(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> LaunchFailure {
        LaunchFailure(
            .unknown, .commandStepFailed(name, end, lastWords: lastWords), advice: .reloadStartsAgain,
            title: .commandFailed
        ).advisingInLines(.startAgain)
    }

    package static func commandEnded(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> LaunchFailure {
        LaunchFailure(
            .unknown, .commandEnded(name, end, lastWords: lastWords), advice: .reloadStartsAgain,
            title: .commandEndedEarly
        ).advisingInLines(.startAgain)
    }
}

/// Why the launch of a command, or a command's step, has failed.
extension Phrase {
    package static func commandNotStarted(_ name: String, _ why: String) -> Phrase {
        Phrase("\(name) could not be started: \(why).", "无法启动 \(name)：\(why)。", "無法啟動 \(name)：\(why)。")
    }

    package static func portTaken(_ port: UInt16) -> Phrase {
        Phrase(
            "Port \(port) is taken by another program already; stop that one, or choose another port.",
            "端口 \(port) 已被其他程序占用；请停止该程序，或换一个端口。", "連接埠 \(port) 已被其他程式占用；請停止該程式，或改用其他連接埠。")
    }

    /// - Parameter lastWords: the last line that it wrote.
    package static func commandEnded(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> Phrase {
        func ended(_ language: Language) -> String { language.ended(end).string }
        return Phrase(
            "\(name) \(end) before it was ready." + (lastWords.map { " It wrote last: \($0)" } ?? ""),
            "\(name) 在就绪前\(ended(.simplifiedChinese))。" + (lastWords.map { "最后输出：\($0)" } ?? ""),
            "\(name) 在就緒前\(ended(.traditionalChinese))。" + (lastWords.map { "最後輸出：\($0)" } ?? ""))
    }

    /// - Parameter lastWords: the last line that it wrote.
    static func commandStepFailed(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> Phrase {
        func ended(_ language: Language) -> String { language.ended(end).string }
        return Phrase(
            "\(name) \(end)." + (lastWords.map { " It wrote last: \($0)" } ?? ""),
            "\(name) \(ended(.simplifiedChinese))。" + (lastWords.map { "最后输出：\($0)" } ?? ""),
            "\(name) \(ended(.traditionalChinese))。" + (lastWords.map { "最後輸出：\($0)" } ?? ""))
    }

    static let commandEndedEarly = Phrase("The command ended before it was ready", "命令在就绪前已结束", "命令在就緒前已結束")
    static let commandFailed = Phrase("A command of the start-up failed", "启动时的一个命令失败", "啟動時的一個命令失敗")
    static let commandUnstarted = Phrase("The command could not be started", "无法启动命令", "無法啟動命令")
}
