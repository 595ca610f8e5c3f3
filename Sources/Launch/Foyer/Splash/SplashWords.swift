import FoyerCore

/// The words of the splash view.
extension Language {
    /// How long a launch has taken so far, once that is worth a word, and how long it usually takes.
    package func launchTime(elapsed: Duration, usual: Double?) -> SafeText {
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
    package static let noteworthySeconds = 5

    /// The title and the message of the alert over the loading page. The network is named only where it is most likely to
    /// blame.
    ///
    /// - Parameter cause: what happened, if it is to be shown; may be empty.
    package func alert(_ failure: LaunchFailure, service: SafeText, cause: SafeText) -> (
        title: SafeText, message: SafeText
    ) {
        guard !failure.mayBeTheNetwork else {
            let message = Phrase(
                "\(service) could not be reached. Check the network and try again.",
                "无法连接到\(service)。请检查网络后重试。", "無法連線至\(service)。請檢查網路後再試一次。")
            return (failure.title == nil ? self[.alertTitle] : self.message(failure), self[message])
        }
        let words = cause.isEmpty ? lineAdvice(failure) : cause
        return (
            self.message(failure), self[Phrase("\(service): \(words)", "\(service)：\(words)", "\(service)：\(words)")]
        )
    }
}

extension LaunchFailure {
    /// Whether the network is most likely to blame: by its code, unless it brings advice of its own.
    fileprivate var mayBeTheNetwork: Bool {
        switch code {
        case .fetchFailed, .downloadFailed, .resourcesFailed: advice == nil
        case .removed, .suspended, .unknown, .notFound, .unzipFailed, .timedOut: false
        }
    }
}

extension Phrase {
    /// Of a mini program whose name is not known yet.
    package static let preparing = Phrase("Preparing the awesome ...", "精彩即将呈现 ...", "精彩即將呈現 ...")

    /// Of a host's own launch.
    static func starting(_ name: String) -> Phrase {
        Phrase("Starting \(name) …", "正在启动 \(name) …", "正在啟動 \(name) …")
    }

    package static let stopCommand = Phrase("Stop", "停止", "停止")

    package static let alertTitle = Phrase("Error connecting!", "连接出错！", "連線發生錯誤！")
}
