import FoyerCore

/// What each key does, for the page of all keys.
extension Phrase {
    package static let keyClose = Phrase(
        "close: a launch, an error, a page",
        "关闭：中止启动、离开错误页、返回上一页", "關閉：中止啟動、離開錯誤頁、返回上一頁")
    package static let keyReload = Phrase("reload, where the page offers it", "重新加载（页面支持时）", "重新載入（頁面支援時）")
    package static let keyDetails = Phrase(
        "details: steps with their times, cause, log", "详情：步骤与用时、原因、日志", "詳細資料：步驟與用時、原因、記錄")
    package static let keyDiagnosis = Phrase(
        "on an error page: copy a diagnosis and keep it in a file", "在错误页：复制诊断信息并存入文件",
        "在錯誤頁：複製診斷資訊並存入檔案")
    package static let keyArrows = Phrase(
        "move within what has the focus", "在当前焦点内移动", "在目前焦點內移動")
    package static let keyBannerPages = Phrase(
        "previous, next banner page", "上一页、下一页横幅", "上一頁、下一頁橫幅")
    package static let keyScroll = Phrase("scroll", "滚动", "捲動")
    package static let keyFaults = Phrase("faults panel (demo)", "故障面板（演示）", "故障面板（示範）")
    package static let keyShortcut = Phrase("add to desktop", "添加到桌面", "加入桌面")
    package static let keySettings = Phrase("settings (demo)", "设置（演示）", "設定（示範）")
    package static let keyTabs = Phrase("next, previous tab (demo)", "下一个、上一个标签页（演示）", "下一個、上一個分頁（示範）")
    package static let keyMovement = Phrase(
        "stop or resume the banner's movement", "暂停或继续横幅轮播", "暫停或繼續橫幅輪播")
    package static let keyPageNumber = Phrase("to that page", "跳到该页", "跳到該頁")
    package static let keyFocus = Phrase(
        "next, previous thing that takes focus", "下一个、上一个可聚焦项", "下一個、上一個可聚焦項目")
    package static let keyActivate = Phrase(
        "do what has the focus", "执行当前焦点项", "執行目前焦點項目")
    package static let keyWheel = Phrase(
        "page the banner", "翻动横幅", "翻動橫幅")
    package static let keyHelp = Phrase("all keys", "全部按键", "所有按鍵")
    package static let keySuspend = Phrase("suspend, repaint", "挂起、重绘", "暫停、重繪")
    package static let keyInterrupt = Phrase("leave at once", "立即退出", "立即結束")
    package static let mouseWheel = Phrase("wheel, click on a dot", "滚轮、点击圆点", "滾輪、點選圓點")
    package static let arrowKeys = Phrase("arrows", "方向键", "方向鍵")
    package static let spaceKey = Phrase("space", "空格", "空白鍵")
    package static let click = Phrase("click", "点击", "點選")
}

extension Language {
    /// The table of all keys, in its order: those of the demo, which has everything.
    package var keyHelp: [KeyHint] { keyRows.map { KeyHint(named: $0.0, self[$0.1]) } }

    /// The keys of a launch's own pages, whichever program is launched.
    package var launchKeyHelp: [KeyHint] {
        let others: Set<Phrase> = [
            .keyBannerPages, .keyFaults, .keyShortcut, .keySettings, .keyTabs, .keyMovement, .keyPageNumber,
            .keyWheel,
        ]
        return keyRows.filter { !others.contains($0.1) }.map { KeyHint(named: $0.0, self[$0.1]) }
    }

    private var keyRows: [(SafeText, Phrase)] {
        [
            ("q  Esc", .keyClose),
            ("r", .keyReload),
            ("d", .keyDetails),
            ("y", .keyDiagnosis),
            (self[.arrowKeys], .keyArrows),
            ("h  l", .keyBannerPages),
            ("↑ ↓ PgUp PgDn", .keyScroll),
            ("f", .keyFaults),
            ("s", .keyShortcut),
            ("o", .keySettings),
            ("t  T", .keyTabs),
            (self[.spaceKey], .keyMovement),
            ("1…9 Home End", .keyPageNumber),
            ("Tab  Shift-Tab", .keyFocus),
            ("Enter, " + self[.click], .keyActivate),
            (self[.mouseWheel], .keyWheel),
            ("?", .keyHelp),
            ("Ctrl-Z  Ctrl-L", .keySuspend),
            ("Ctrl-C", .keyInterrupt),
        ]
    }
}
