/// Why a launch has failed.
extension Phrase {
    package static func versionElsewhere(wanted: String, offered: String) -> Phrase {
        Phrase(
            "The platform has version \(offered), not \(wanted).", "平台提供的是 \(offered) 版本，没有 \(wanted) 版本。",
            "平台提供的是 \(offered) 版本，沒有 \(wanted) 版本。")
    }

    static func openWithoutVersion(wanted: String, offered: String) -> Phrase {
        Phrase(
            "The link asks for version \(wanted), but only \(offered) is available. Open the program without a version.",
            "链接要求 \(wanted) 版本，但现在只有 \(offered) 版本。请不指定版本打开。",
            "連結要求 \(wanted) 版本，但現在只有 \(offered) 版本。請不指定版本開啟。")
    }

    /// - Parameter running: the steps that were not done.
    static func notReady(within seconds: String, running: [LaunchStep]) -> Phrase {
        func steps(_ language: Language, _ comma: String) -> String {
            running.map { language.stepLabel($0).string }.joined(separator: comma)
        }
        let (english, simplified, traditional) = (
            steps(.english, ", "), steps(.simplifiedChinese, "、"), steps(.traditionalChinese, "、")
        )
        return Phrase(
            "Not ready within \(seconds) s\(running.isEmpty ? "" : "; still in: " + english).",
            "\(seconds) 秒内未能就绪\(running.isEmpty ? "" : "；仍在进行：" + simplified)。",
            "\(seconds) 秒內未能就緒\(running.isEmpty ? "" : "；仍在進行：" + traditional)。")
    }

    package static func stepFailed(_ step: LaunchStep) -> Phrase {
        func name(_ language: Language) -> String { language.stepLabel(step).string }
        return Phrase(
            "The step \"\(name(.english))\" failed without giving a reason.",
            "步骤“\(name(.simplifiedChinese))”失败，未说明原因。",
            "步驟「\(name(.traditionalChinese))」失敗，未說明原因。")
    }

    static func commandNotReady(_ name: String, within seconds: String) -> Phrase {
        Phrase(
            "\(name) was not ready within \(seconds) s.", "\(name) 未能在 \(seconds) 秒内就绪。",
            "\(name) 未能在 \(seconds) 秒內就緒。")
    }

    static let commandLate = Phrase("The command was not ready in time", "命令未能按时就绪", "命令未能及時就緒")
    static let reloadStartsAgain = Phrase(
        "The details show what it wrote. Reload starts it again.", "详情中有它的输出。重新加载会再次启动它。",
        "詳細資料中有它的輸出。重新載入會再次啟動它。")
    /// The same where there is neither a reload nor a page of details.
    static let startAgain = Phrase(
        "Start it again once that is fixed.", "解决之后，请重新启动它。", "解決之後，請重新啟動它。")
    static let startAgainWithMoreTime = Phrase(
        "Start it again; it may need more time.", "请重新启动它；它可能需要更多时间。", "請重新啟動它；它可能需要更多時間。")
}
