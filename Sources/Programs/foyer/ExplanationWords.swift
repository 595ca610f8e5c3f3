import Foyer

/// The messages of `foyer run --explain` after a command has ended.
extension Language {
    /// Why it was ready, and when.
    func explained(_ sign: ReadinessSignal, after time: Duration) -> SafeText {
        let seconds = Self.tenths(time.inSeconds)
        if sign == .interrupted {
            return self[
                Phrase(
                    "Asked to end after \(seconds) s, before it was ready.", "\(seconds) 秒后收到结束请求，当时尚未就绪。",
                    "\(seconds) 秒後收到結束要求，當時尚未就緒。")]
        }
        if sign == .shared {
            return self[
                Phrase(
                    "Another foyer run began on this terminal after \(seconds) s, before it was ready.",
                    "\(seconds) 秒后另一个 foyer run 开始使用此终端，当时尚未就绪。",
                    "\(seconds) 秒後另一個 foyer run 開始使用此終端機，當時尚未就緒。")]
        }
        if sign == .stopped {
            return self[
                Phrase(
                    "Stopped after \(seconds) s, before it was ready.", "\(seconds) 秒后已暂停，当时尚未就绪。",
                    "\(seconds) 秒後已暫停，當時尚未就緒。")]
        }
        return switch self {
        case .english: SafeText("Ready after \(seconds) s: \(reason(sign)).")
        case .simplifiedChinese: SafeText("\(seconds) 秒后就绪：\(reason(sign))。")
        case .traditionalChinese: SafeText("\(seconds) 秒後就緒：\(reason(sign))。")
        }
    }

    private static func tenths(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// What came of the sign that came the last time.
    func explained(_ expected: LearnedSignal, by sign: ReadinessSignal?) -> SafeText {
        let waited = self[
            Phrase(
                "Waited for \(expected.kind.name(.english)), as last time",
                "与上次一样，等待了\(expected.kind.name(.simplifiedChinese))",
                "與上次一樣，等待了\(expected.kind.name(.traditionalChinese))")]
        let rest: Phrase =
            switch sign {
            case .quiet, .steady, .time:
                expected.followed(by: .quiet, after: .zero) == nil
                    ? Phrase(
                        "; it did not come again, and is forgotten.", "；它再次没有出现，今后不再等待。", "；它再次沒有出現，今後不再等待。")
                    : Phrase("; it did not come.", "；但它没有出现。", "；但它沒有出現。")
            case .port(let port) where expected.kind != .port(port):
                Phrase("; this time it is port \(port).", "；这次是端口 \(port)。", "；這次是連接埠 \(port)。")
            default: Phrase(".", "。", "。")
            }
        return waited + self[rest]
    }

    /// What showed after the hand-over that the command was ready.
    func explained(found sign: LearnedSignal) -> SafeText {
        let seconds = Self.tenths(sign.after)
        return self[
            Phrase(
                "Its sign came after \(seconds) s: \(sign.kind.name(.english)). The next start waits for that.",
                "\(seconds) 秒后出现了就绪标志：\(sign.kind.name(.simplifiedChinese))。下次启动时会等待它。",
                "\(seconds) 秒後出現了就緒標誌：\(sign.kind.name(.traditionalChinese))。下次啟動時會等待它。")]
    }

    private func reason(_ sign: ReadinessSignal) -> String {
        switch (sign, self) {
        case (.interrupted, _), (.stopped, _), (.shared, _): ""
        case (.notify, .english): "it said so (READY=1)"
        case (.notify, .simplifiedChinese): "命令已通知（READY=1）"
        case (.notify, .traditionalChinese): "命令已通知（READY=1）"
        case (.port(let port), .english): "it listens on port \(port)"
        case (.port(let port), .simplifiedChinese): "正在监听端口 \(port)"
        case (.port(let port), .traditionalChinese): "正在監聽連接埠 \(port)"
        case (.bar, .english): "its progress bar ended"
        case (.bar, .simplifiedChinese): "进度条已结束"
        case (.bar, .traditionalChinese): "進度列已結束"
        case (.address, .english): "it printed its address"
        case (.address, .simplifiedChinese): "已输出地址"
        case (.address, .traditionalChinese): "已輸出網址"
        case (.quiet, .english): "it printed something and then fell silent"
        case (.quiet, .simplifiedChinese): "输出后已安静下来"
        case (.quiet, .traditionalChinese): "輸出後已安靜下來"
        case (.terminal, .english): "it wanted the terminal"
        case (.terminal, .simplifiedChinese): "需要使用终端"
        case (.terminal, .traditionalChinese): "需要使用終端機"
        case (.steady, .english): "its output went on for five seconds"
        case (.steady, .simplifiedChinese): "已持续输出五秒"
        case (.steady, .traditionalChinese): "已持續輸出五秒"
        case (.time, .english): "it had its time, and got the terminal as it was"
        case (.time, .simplifiedChinese): "已到时间，直接交出终端"
        case (.time, .traditionalChinese): "已到時間，直接交出終端機"
        case (.exit, .english): "it ended with status 0"
        case (.exit, .simplifiedChinese): "已结束，状态 0"
        case (.exit, .traditionalChinese): "已結束，狀態 0"
        case (.flag, .english): "the condition that you named was met"
        case (.flag, .simplifiedChinese): "指定的条件已满足"
        case (.flag, .traditionalChinese): "指定的條件已滿足"
        }
    }

    /// It never was.
    func explainedUnready(_ result: CommandLaunch.Result) -> SafeText {
        if !result.wasStarted { return self[Phrase("It was not started.", "命令未启动。", "命令未啟動。")] }
        if result.end != nil { return self[Phrase("It exited before it was ready.", "结束前未就绪。", "結束前未就緒。")] }
        if case .failed(let failure) = result.outcome, failure.code == .timedOut {
            return self[
                Phrase("It was not ready in time, and was ended.", "未在限时内就绪，已被结束。", "未在時限內就緒，已被結束。")]
        }
        return self[Phrase("It was ended before it was ready.", "就绪前已被结束。", "就緒前已被結束。")]
    }

    /// What came of an error that the command named itself; `nil` if it was shown as it was said.
    func explained(_ error: CommandError, isShown: Bool) -> SafeText? {
        if let code = error.unknownCode {
            return self[
                Phrase(
                    "X_FOYER_ERROR=\(code) was ignored, because there is no such error.",
                    "已忽略 X_FOYER_ERROR=\(code)：没有这个错误编号。",
                    "已忽略 X_FOYER_ERROR=\(code)：沒有這個錯誤編號。")]
        }
        guard !isShown, !error.isEmpty else { return nil }
        let said = "\(error.code.rawValue)" + (error.cause.map { " (\($0))" } ?? "")
        return self[
            Phrase(
                "It named error \(said), which nobody was shown: that names a failure behind the splash, and causes none.",
                "命令报告了错误 \(said)，但未显示：它只说明启动画面期间的失败，本身不算失败。",
                "命令回報了錯誤 \(said)，但未顯示：它只說明啟動畫面期間的失敗，本身不算失敗。")]
    }

    /// Processes of the command's that run on.
    func explained(leftBehind: [ProcessEntry]) -> SafeText {
        let names = leftBehind.map { "\($0.identity) \($0.name.string)" }.joined(separator: ", ")
        return switch self {
        case .english: SafeText(names.isEmpty ? "Nothing of it is left running." : "Left running: \(names)")
        case .simplifiedChinese: SafeText(names.isEmpty ? "没有遗留的进程。" : "仍在运行：\(names)")
        case .traditionalChinese: SafeText(names.isEmpty ? "沒有遺留的行程。" : "仍在執行：\(names)")
        }
    }
}

extension LearnedSignal.Kind {
    fileprivate func name(_ language: Language) -> String {
        switch (self, language) {
        case (.notify, _): "READY=1"
        case (.port(let port), .english): "port \(port)"
        case (.port(let port), .simplifiedChinese): "端口 \(port)"
        case (.port(let port), .traditionalChinese): "連接埠 \(port)"
        case (.bar, .english): "the end of its progress bar"
        case (.bar, .simplifiedChinese): "进度条结束"
        case (.bar, .traditionalChinese): "進度列結束"
        case (.address, .english): "the address that it prints"
        case (.address, .simplifiedChinese): "它输出的地址"
        case (.address, .traditionalChinese): "它輸出的網址"
        }
    }
}
