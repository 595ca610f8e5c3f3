/// What the platform says, and what a command does.
extension Cause {
    public static func unknownProgram(_ app: AppID) -> Cause {
        Cause(
            "the platform does not know \(app) (HTTP 404)", "平台上没有 \(app)（HTTP 404）", "平台上沒有 \(app)（HTTP 404）")
    }

    static func programGone(_ app: AppID) -> Cause {
        Cause(
            "the platform says that \(app) is gone (HTTP 410)", "平台表示 \(app) 已不存在（HTTP 410）",
            "平台表示 \(app) 已不存在（HTTP 410）")
    }

    static func programWithheld(_ app: AppID) -> Cause {
        Cause(
            "the platform withholds \(app) (HTTP 451)", "平台不提供 \(app)（HTTP 451）", "平台不提供 \(app)（HTTP 451）")
    }

    static func programRemoved(_ app: AppID) -> Cause {
        Cause("the platform says that \(app) was removed", "平台表示 \(app) 已被删除", "平台表示 \(app) 已被刪除")
    }

    static func programSuspended(_ app: AppID) -> Cause {
        Cause("the platform says that \(app) is suspended", "平台表示 \(app) 已暂停服务", "平台表示 \(app) 已暫停服務")
    }

    static func answered(status: Int) -> Cause {
        Cause("the platform answered HTTP \(status)", "平台返回 HTTP \(status)", "平台傳回 HTTP \(status)")
    }

    static func metadataTooLarge(limit: Int) -> Cause {
        Cause(
            "the metadata is larger than \(limit) bytes", "小程序信息超过 \(limit) 字节", "小程式資訊超過 \(limit) 位元組")
    }

    static func metadataNotJSON(_ error: some Error) -> Cause {
        Cause("the metadata is \(error)", "小程序信息不是有效的 JSON：\(error)", "小程式資訊不是有效的 JSON：\(error)")
    }

    static func metadataMisshapen(_ error: some Error) -> Cause {
        Cause("the metadata is wrong: \(error)", "小程序信息有误：\(error)", "小程式資訊有誤：\(error)")
    }

    static func metadataOfAnother(_ shown: SafeText) -> Cause {
        Cause(
            "the metadata is of another program, \"\(shown)\"", "返回的是另一个小程序“\(shown)”的信息",
            "傳回的是另一個小程式「\(shown)」的資訊")
    }

    static func rollback(offered: Int64, highest: Int64) -> Cause {
        Cause(
            "the platform offers version code \(offered), but \(highest) was installed already",
            "平台提供的版本号是 \(offered)，但已安装过 \(highest)", "平台提供的版本號是 \(offered)，但已安裝過 \(highest)")
    }

    static func packageTooLarge(limit: Int) -> Cause {
        Cause("the package is larger than \(limit) bytes", "安装包超过 \(limit) 字节", "安裝套件超過 \(limit) 位元組")
    }

    public static func tooLargeToVerify(limit: Int) -> Cause {
        Cause(
            "the package is larger than \(limit) bytes, the most that a signature is checked of",
            "安装包超过 \(limit) 字节，这是可校验签名的上限", "安裝套件超過 \(limit) 位元組，這是可驗證簽章的上限")
    }

    static func resourceTooLarge(_ path: SafeText, limit: Int) -> Cause {
        Cause(
            "the resource \(path) is larger than \(limit) bytes", "资源 \(path) 超过 \(limit) 字节",
            "資源 \(path) 超過 \(limit) 位元組")
    }

    static func notAnAppID(_ shown: SafeText) -> Cause {
        Cause("\"\(shown)\" is not an app id", "“\(shown)”不是有效的应用 ID", "「\(shown)」不是有效的應用程式 ID")
    }

    static let notInstalledOffline = Cause(
        "The program is not installed, and the policy is offline.", "尚未安装该小程序，且当前策略为离线。",
        "尚未安裝此小程式，且目前策略為離線。")

    static func versionNotInstalledOffline(_ wanted: String, installed: String) -> Cause {
        Cause(
            "Version \(wanted) is not installed, \(installed) is, and the policy is offline.",
            "尚未安装 \(wanted) 版本（已安装 \(installed)），且当前策略为离线。",
            "尚未安裝 \(wanted) 版本（已安裝 \(installed)），且目前策略為離線。")
    }

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

    public static func addressUnusable(_ address: String, _ error: some Error) -> Cause {
        Cause(
            "The address \"\(address)\" cannot be used: \(error).", "地址“\(address)”无法使用：\(error)。",
            "位址「\(address)」無法使用：\(error)。")
    }
}

// MARK: - Commands

extension Cause {
    public static func commandNotStarted(_ name: String, _ why: String) -> Cause {
        Cause("\(name) could not be started: \(why).", "无法启动 \(name)：\(why)。", "無法啟動 \(name)：\(why)。")
    }

    public static func portTaken(_ port: UInt16) -> Cause {
        Cause(
            "Port \(port) is taken by another program already; stop that one, or choose another port.",
            "端口 \(port) 已被其他程序占用；请停止该程序，或换一个端口。", "連接埠 \(port) 已被其他程式占用；請停止該程式，或改用其他連接埠。")
    }

    /// - Parameter lastWords: the last line that it wrote.
    public static func commandEnded(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> Cause {
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

    public static let pictureNotRead = Cause(
        "it cannot be read, or is larger than 16 MiB.", "无法读取，或超过 16 MiB。", "無法讀取，或超過 16 MiB。")

    public static func pictureUnreadable(_ path: String) -> Cause {
        Cause(
            "The picture \(path) cannot be read, or is larger than 16 MiB.", "图片 \(path) 无法读取，或超过 16 MiB。",
            "圖片 \(path) 無法讀取，或超過 16 MiB。")
    }
}
