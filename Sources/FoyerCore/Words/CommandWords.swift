/// The words of a launch in front of a command.
extension Phrase {
    public static let stepCommandStart = Phrase("Starting", "正在启动", "正在啟動")
    public static let stepCommandReady = Phrase("Getting ready", "正在准备", "正在準備")
    public static let commandRunning = Phrase("running", "运行中", "執行中")
    public static let commandStopping = Phrase("stopping", "正在停止", "正在停止")
    public static let follow = Phrase("Follow", "跟随", "跟隨")
    public static let nothingWritten = Phrase("Nothing has been written yet.", "尚无输出。", "尚無輸出。")

    static let commandWords = [
        stepCommandStart, stepCommandReady, commandRunning, commandStopping, follow, nothingWritten,
    ]
}

extension Language {
    /// What the loading page says while a command is not ready.
    public func waiting(for rule: ReadyRule) -> SafeText {
        switch (rule, self) {
        case (.text, _), (.automatic, _), (.end, _): self[.stepCommandReady]
        case (.port(let port), .english): "Waiting for port \(port)"
        case (.port(let port), .simplifiedChinese): "正在等待端口 \(port)"
        case (.port(let port), .traditionalChinese): "正在等待連接埠 \(port)"
        case (.file(let path), .english): "Waiting for \(path)"
        case (.file(let path), .simplifiedChinese): "正在等待 \(path)"
        case (.file(let path), .traditionalChinese): "正在等待 \(path)"
        }
    }

    /// How long a launch has taken so far, once that is worth a word, and how long it usually takes.
    public func launchTime(elapsed: Duration, usual: Double?) -> SafeText {
        let seconds = Int(elapsed.inSeconds)
        let usually = usual.map { max(1, Int($0.rounded())) }
        let parts = [
            seconds >= Self.noteworthySeconds ? "\(seconds)\(self == .english ? " s" : " 秒")" : nil,
            usually.map { number in
                switch self {
                case .english: "usually \(number) s"
                case .simplifiedChinese: "通常 \(number) 秒"
                case .traditionalChinese: "通常 \(number) 秒"
                }
            },
        ]
        return SafeText(parts.compactMap { $0 }.joined(separator: " · "))
    }

    /// Seconds after which a launch says how long it has taken.
    public static let noteworthySeconds = 5

    /// The log view of a command that is no more.
    public func ended(_ end: CommandEnd) -> SafeText {
        switch (end, self) {
        case (.status(let status), .english): "ended with status \(status)"
        case (.status(let status), .simplifiedChinese): "已结束，状态 \(status)"
        case (.status(let status), .traditionalChinese): "已結束，狀態 \(status)"
        case (.signal(let number), .english): "ended by signal \(number)"
        case (.signal(let number), .simplifiedChinese): "已被信号 \(number) 终止"
        case (.signal(let number), .traditionalChinese): "已被訊號 \(number) 終止"
        }
    }
}
