import FoyerCore
import FoyerPlatformCore

/// The words about the first screen, and about links that come in.
extension Phrase {
    package static let root = Phrase("Root", "根页面", "根頁面")
    package static let whyThisRoot = Phrase("Why this root?", "为何是此页面？", "為何是此頁面？")

    package static let theStart = Phrase("The start", "启动过程", "啟動過程")
    package static let launchScreen = Phrase("Launch screen", "启动画面", "啟動畫面")
    package static let splash = Phrase("Splash", "闪屏", "閃屏")
    package static let remoteConfig = Phrase("Remote config", "远程配置", "遠端設定")
    package static let anotherProgram = Phrase("another program", "其他程序", "其他程式")
}

extension Language {
    /// Where a value of the config came from.
    package func source(_ source: ConfigSource) -> SafeText {
        switch (source, self) {
        case (.remote, .english): "remote"
        case (.remote, .simplifiedChinese): "远程"
        case (.remote, .traditionalChinese): "遠端"
        case (.cached, .english): "cached"
        case (.cached, .simplifiedChinese): "缓存"
        case (.cached, .traditionalChinese): "快取"
        case (.default, .english): "default"
        case (.default, .simplifiedChinese): "默认"
        case (.default, .traditionalChinese): "預設"
        case (.static, .english): "static"
        case (.static, .simplifiedChinese): "静态"
        case (.static, .traditionalChinese): "靜態"
        }
    }

    /// Why the root is what it is, in one line: the value, its source, and how the fetch before it ended.
    package func rootReason(_ decision: RootDecision) -> SafeText {
        let root = SafeText(decision.root, columns: 40, ellipsis: .ellipsis)
        guard let key = decision.key, let reading = decision.reading else {
            return self[Phrase("\(root): the only root", "\(root)：唯一的根页面", "\(root)：唯一的根頁面")]
        }
        let name = SafeText(key, columns: 40, ellipsis: .ellipsis)
        let value = SafeText(reading.value, columns: 40, ellipsis: .ellipsis)
        let from = source(reading.source)
        let known = self[
            Phrase(
                "\(root), because \(name) is \"\(value)\" (\(from))", "\(root)，因为 \(name) 为“\(value)”（\(from)）",
                "\(root)，因為 \(name) 為「\(value)」（\(from)）")]
        let unknown: SafeText =
            decision.isUnknown ? self[Phrase(", a value that no rule names", "，没有规则提到该值", "，沒有規則提到該值")] : ""
        let picked = known + unknown
        guard let fetch = decision.fetch else { return picked }
        return picked + self[Phrase("; ", "；", "；")] + fetchEnd(fetch)
    }

    /// How a fetch of the config ended.
    package func fetchEnd(_ fetch: ConfigFetch) -> SafeText {
        let took = took(fetch.took)
        switch fetch.outcome {
        case .fetched: return self[Phrase("fetched in \(took)", "获取用时 \(took)", "取得用時 \(took)")]
        case .young:
            return self[Phrase("fetched recently, so not fetched again", "最近已获取，未再次请求", "最近已取得，未再次請求")]
        case .failed(let cause):
            let why = self[cause]
            return self[
                Phrase(
                    "the fetch failed after \(took): \(why)", "获取失败，用时 \(took)：\(why)",
                    "取得失敗，用時 \(took)：\(why)")]
        case .timedOut: return self[Phrase("no answer within \(took)", "\(took) 内没有回应", "\(took) 內沒有回應")]
        }
    }

    /// Why an action is not carried out.
    package subscript(refusal: ActionRefusal) -> SafeText {
        switch refusal {
        case .tooManyPending: self[Phrase("Too many links are waiting already.", "等待处理的链接过多。", "等待處理的連結過多。")]
        case .tooDeep: self[Phrase("Too many pages are open already.", "打开的页面过多。", "開啟的頁面過多。")]
        }
    }

    /// The log's line of a link that has come in.
    package func linkArrived(_ action: PendingAction) -> SafeText {
        let route = SafeText(action.route.text)
        switch action.origin {
        case .inside: return self[Phrase("link \(route)", "链接 \(route)", "連結 \(route)")]
        case .outside(let sender):
            let from = sender.map { SafeText($0) } ?? self[.anotherProgram]
            return self[Phrase("link \(route) from \(from)", "链接 \(route)，来自 \(from)", "連結 \(route)，來自 \(from)")]
        }
    }

    /// Another start asked this one to come to the front; `sender` may be empty.
    package func called(from sender: SafeText) -> SafeText {
        if sender.isEmpty { return self[Phrase("This program is already running here.", "已在此处运行。", "已在此處執行。")] }
        let sender = named(sender)
        return self[
            Phrase(
                "This program is already running here; \(sender) asked for it.", "已在此处运行：\(sender) 请求打开。",
                "已在此處執行：\(sender) 要求開啟。")]
    }

    /// A sender that is no terminal is the desktop.
    private func named(_ sender: SafeText) -> SafeText {
        sender == "desktop" ? self[Phrase("the desktop", "桌面", "桌面")] : sender
    }

    /// Where the link of the middle page comes from.
    package func linkSource(_ sender: SafeText) -> SafeText {
        let from = named(sender).prefix(columns: 40, ellipsis: .ellipsis)
        return self[Phrase("The link comes from \(from)", "链接来自 \(from)", "連結來自 \(from)")]
    }
}
